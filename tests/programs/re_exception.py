# judge: {format: text, expect: {"*": RE}}
"""Prints a wrong answer, then divides by zero: runtime error."""

print(4, flush=True)
print(1 // 0)
