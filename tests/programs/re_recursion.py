# judge: {format: text, expect: {"*": RE}}
"""Calls itself without end: runtime error."""


def sink(depth: int) -> int:
    return 1 + sink(depth + 1)


print(sink(0))
