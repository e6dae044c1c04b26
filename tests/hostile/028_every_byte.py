# hostile: {entry: 28, expect: WA, why: all 256 bytes and NUL and invalid UTF-8 on both streams}
import sys

for stream in (sys.stdout, sys.stderr):
    stream.buffer.write(bytes(range(256)) + b"\xff\xfe\x80\xc0\xaf\xed\xa0\x80\n")
