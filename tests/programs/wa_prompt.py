# judge: {format: text, expect: {"*": WA}}
"""Asks politely for input on standard output: wrong answer."""

print(sum(map(int, input("Two numbers, please: ").split())))
