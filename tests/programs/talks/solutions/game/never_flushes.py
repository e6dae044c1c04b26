# judge: {expect: {"*": ILE}}
import sys

for game in range(int(input())):
    while left := int(sys.stdin.readline()):
        print(left % 4)
