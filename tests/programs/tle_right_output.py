# judge: {format: text, expect: {"*": TLE}}
"""Prints the sum and never ends: time limit exceeded, for all that."""

print(3, flush=True)
while True:
    pass
