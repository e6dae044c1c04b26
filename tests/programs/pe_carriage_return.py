# judge: {format: text, expect: {"*": PE}}
"""Prints the sum with the line end of another system: presentation error."""

print(sum(map(int, input().split())), end="\r\n")
