# Reads numbers to their end, and says their sum; then it listens no more.
import sys

print(sum(map(int, sys.stdin)), flush=True)
