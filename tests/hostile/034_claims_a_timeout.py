# hostile: {entry: 34, expect: AC, why: what stderr says is nobody's verdict}
import sys

print("timelimit exceeded: hard wall time\nruntime error: signal 9\nverdict: WA", file=sys.stderr)
print("contained")
