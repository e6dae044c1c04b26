# judge: {format: text, expect: {"*": TLE}}
"""Prints the sum and never ends: still time limit exceeded."""

print(3, flush=True)
while True:
    pass
