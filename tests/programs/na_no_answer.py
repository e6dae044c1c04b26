# judge: {format: text, expect: {"*": NA}}
"""Prints a sum where nobody says what is right."""

print(sum(map(int, input().split())))
