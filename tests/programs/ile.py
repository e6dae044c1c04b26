# judge: {format: text, expect: {"*": ILE}}
"""Prints the sum, then sleeps: idleness limit exceeded."""

import time

print(sum(map(int, input().split())), flush=True)
time.sleep(1000)
