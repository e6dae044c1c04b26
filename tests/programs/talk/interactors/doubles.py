# Prints three numbers in turn and expects the double of each, and nothing after that.
import sys

for number in (1, 20, 300):
    print(number, flush=True)
    line = sys.stdin.readline()
    if line != f"{2 * number}\n":
        sys.exit(f"wrong answer: {line!r} for {number}")
if sys.stdin.read():
    sys.exit("wrong answer: more than three numbers")
