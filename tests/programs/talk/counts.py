# talk: {with: floods, expect: AC}
import sys

count = 0
while sys.stdin.readline() != "0\n":
    count += 1
print(count)
