# hostile: {entry: 126, expect: WA, why: the right answer on the wrong stream}
import sys

print("contained", file=sys.stderr)
