# judge: {format: text, expect: {"*": AC}}
"""Prints the sum, and what it thinks on standard error, which nobody compares: accepted."""

import sys

print("hm, hm", file=sys.stderr)
print(sum(map(int, input().split())))
