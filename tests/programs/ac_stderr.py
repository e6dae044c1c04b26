# judge: {format: text, expect: {"*": AC}}
"""Prints the sum, and its thoughts on standard error, which are not compared: accepted."""

import sys

print("hm, hm", file=sys.stderr)
print(sum(map(int, input().split())))
