# judge: {format: text, expect: {"*": PE}}
"""Prints the sum with another system's line end: presentation error."""

print(sum(map(int, input().split())), end="\r\n")
