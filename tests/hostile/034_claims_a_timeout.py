# hostile: {entry: 34, expect: AC, why: a verdict on stderr is ignored}
import sys

print("timelimit exceeded: hard wall time\nruntime error: signal 9\nverdict: WA", file=sys.stderr)
print("contained")
