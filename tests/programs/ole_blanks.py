# judge: {format: text, expect: {"*": OLE}}
"""Prints the sum and a flood of blanks, none of which would count: output limit exceeded."""

print(3, " " * (1 << 20))
