# judge: {format: text, expect: {"*": RE}}
"""Prints the sum and ends with an exit code: runtime error."""

import sys

print(sum(map(int, input().split())))
sys.exit(3)
