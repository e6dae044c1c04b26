# judge: {format: text, expect: {"*": AC}}
"""Prints the sum without reading standard input: accepted."""

print(3)
