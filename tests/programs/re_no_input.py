# judge: {format: text, expect: {"*": RE}}
"""Reads past the end of its input: runtime error, not a wait."""

while True:
    input()
