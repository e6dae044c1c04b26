# hostile: {entry: 25, expect: OLE, why: Python ignores SIGXFSZ; the program ignores the OSError and ends well}
import os

try:
    for _ in range(64):
        os.write(1, b"x" * (1 << 20))
except OSError:
    pass
os._exit(0)
