# Thinks of 42 and answers up to ten guesses with lower, higher or correct. Exits after its last word.
import sys

for _ in range(10):
    line = sys.stdin.readline()
    if not line:
        sys.exit("wrong answer: no guess")
    try:
        guess = int(line)
    except ValueError:
        sys.exit("wrong answer: not a number")
    print("higher" if guess < 42 else "lower" if guess > 42 else "correct", flush=True)
    if guess == 42:
        sys.exit(0)
sys.exit("wrong answer: too many guesses")
