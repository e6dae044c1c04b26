# judge: {format: text, expect: {"*": CE}}
"""Is no Python: compile error."""

print(sum(map(int, input().split()))
