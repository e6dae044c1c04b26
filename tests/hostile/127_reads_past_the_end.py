# hostile: {entry: 127, expect: TLE, why: waits for more input after the end of it}
import sys
import time

end = time.monotonic() + 20
while time.monotonic() < end:
    if sys.stdin.read(1) == "never":
        break
print("LEAKED: read for 20 s")
