# Answers whatever it is asked, as long as it is asked, and counts nothing.
import sys

for line in sys.stdin:
    print("higher", flush=True)
sys.exit("wrong answer: no more")
