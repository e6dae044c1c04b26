# judge: {format: text, expect: {"*": RE}}
"""Reads more than there is: runtime error, not a wait for more."""

while True:
    input()
