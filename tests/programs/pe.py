# judge: {format: text, expect: {"*": PE}}
"""Prints the sum and a blank: presentation error."""

print(sum(map(int, input().split())), "")
