# talk: {with: sums, expect: RE}
import os
import sys

print(1)
print(2, flush=True)
os.close(1)
sys.exit(input())
