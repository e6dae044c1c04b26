# Answers every question until there are no more, and counts nothing.
import sys

for line in sys.stdin:
    print("higher", flush=True)
sys.exit("wrong answer: no more")
