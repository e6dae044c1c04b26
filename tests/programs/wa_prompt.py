# judge: {format: text, expect: {"*": WA}}
"""Asks politely on standard output, as nobody should: wrong answer."""

print(sum(map(int, input("Two numbers, please: ").split())))
