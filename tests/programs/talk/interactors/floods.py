# Prints 200,000 numbers at once, more than a pipe holds, and expects their number.
import sys

print("1\n" * 200_000 + "0", flush=True)
if sys.stdin.readline() != "200000\n":
    sys.exit("wrong answer: not their number")
