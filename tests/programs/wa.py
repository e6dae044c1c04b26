# judge: {format: text, expect: {"*": WA}}
"""Prints the difference: wrong answer."""

a, b = map(int, input().split())
print(a - b)
