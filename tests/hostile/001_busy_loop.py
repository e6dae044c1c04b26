# hostile: {entry: 1, expect: TLE, why: busy loop}
import time

end = time.monotonic() + 20
while time.monotonic() < end:
    pass
print("LEAKED: burnt 20 s")
