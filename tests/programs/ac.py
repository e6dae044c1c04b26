# judge: {format: text, expect: {"*": AC}}
"""Reads two numbers, prints their sum: accepted."""

print(sum(map(int, input().split())))
