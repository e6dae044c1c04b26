# judge: {format: text, expect: {"*": RE}}
"""Prints the sum and is ended by a signal: runtime error."""

import os

print(sum(map(int, input().split())), flush=True)
os.abort()
