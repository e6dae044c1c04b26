# judge: {format: text, expect: {"*": TLE}}
"""Prints a wrong answer and never ends: time limit exceeded, whatever it printed."""

print(4, flush=True)
while True:
    pass
