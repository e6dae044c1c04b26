# talk: {with: guess, expect: ILE, message: waits for input after printing 3 bytes without a flush}
import sys

print(50)
sys.stdin.readline()
