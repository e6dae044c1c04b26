import sys

asked, printed = (open(path).read().split() for path in sys.argv[1:3])


def leave(code, words):
    sys.stderr.write(words + "\n")
    sys.exit(code)


try:
    first, second = map(int, printed)
except ValueError:
    leave(2, f"wrong output format: expected two numbers, got {len(printed)} words")
if first == second:
    leave(1, "wrong answer: the numbers are equal")
if first + second != int(asked[0]):
    leave(1, f"wrong answer: the sum is {first + second}, not {asked[0]}")
leave(0, "ok")
