# judge: {format: text, expect: {"*": OLE}}
"""Prints too much, then ends with an exit code: output limit exceeded, not a crash."""

import os

try:
    for _ in range(100):
        os.write(1, b"x" * 4096)
finally:
    os._exit(1)
