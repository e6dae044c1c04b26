# judge: {expect: {"*/one": AC, "*": ILE}}
import sys

low, high = 1, int(input())
while low < high:
    middle = (low + high + 1) // 2
    print("?", middle)
    if sys.stdin.readline().strip() == "yes":
        low = middle
    else:
        high = middle - 1
print("!", low)
