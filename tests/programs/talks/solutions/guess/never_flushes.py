# judge: {expect: {"*": ILE}}
import sys

low, high = 1, 1000
while True:
    middle = (low + high) // 2
    print(middle)
    word = sys.stdin.readline().strip()
    if word == "correct":
        break
    low, high = (low, middle - 1) if word == "lower" else (middle + 1, high)
