# Reads numbers to the end, prints their sum, and stops reading.
import sys

print(sum(map(int, sys.stdin)), flush=True)
