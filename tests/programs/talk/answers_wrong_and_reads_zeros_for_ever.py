# talk: {with: doubles, expect: WA}
import sys

print(3, flush=True)
while True:
    sys.stdin.readline()
    print(0, flush=True)
