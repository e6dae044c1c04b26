# judge: {format: text, expect: {"*": PE}}
"""Prints the sum without the end of its line: presentation error."""

print(sum(map(int, input().split())), end="")
