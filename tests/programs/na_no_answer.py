# judge: {format: text, expect: {"*": NA}}
"""Prints a sum for a case without an answer: not available."""

print(sum(map(int, input().split())))
