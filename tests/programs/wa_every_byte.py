# judge: {format: text, expect: {"*": WA}}
"""Prints all 256 bytes, which is not text: wrong answer."""

import sys

sys.stdout.buffer.write(bytes(range(256)))
