# hostile: {entry: 72, expect: [TLE, MLE], why: reads random bytes for ever; here 1 GiB}
import os

try:
    with open("/dev/urandom", "rb") as source:
        data = [source.read(1 << 20) for _ in range(1024)]
except PermissionError:
    data = [os.urandom(1 << 20) for _ in range(1024)]
print("LEAKED:", len(data), "MiB")
