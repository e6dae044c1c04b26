# talk: {with: sums, expect: AC}
import os
import sys

print(1)
print(2, flush=True)
os.close(1)
if input() != "3":
    sys.exit(1)
