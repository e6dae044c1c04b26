"""Reads up to ten guesses at a number from 1 to 1000, and answers whether the number is lower or higher."""

import sys

hidden = int(open(sys.argv[1]).read())


def refuse(why):
    with open(sys.argv[3] + "judgemessage.txt", "w") as words:
        words.write(why)
    sys.exit(43)


for _ in range(10):
    line = sys.stdin.readline()
    if not line:
        refuse("no guess")
    if not line.strip().isdecimal() or not 1 <= int(line) <= 1000:
        refuse("no number from 1 to 1000")
    if int(line) == hidden:
        print("correct", flush=True)
        sys.exit(42)
    print("lower" if hidden < int(line) else "higher", flush=True)
refuse("ten guesses were not enough")
