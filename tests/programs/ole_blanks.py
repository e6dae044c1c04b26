# judge: {format: text, expect: {"*": OLE}}
"""Prints the sum and a flood of blanks, which the checker would ignore: output limit exceeded."""

print(3, " " * (1 << 20))
