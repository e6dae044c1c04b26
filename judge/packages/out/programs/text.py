"""Accepts (42) lines of printable ASCII, each ended by LF, and rejects (43) all else on its stdin."""

import re
import sys

TEXT = rb"([ -~]*\n)+"


def is_text(data: bytes) -> bool:
    return re.fullmatch(TEXT, data) is not None


if __name__ == "__main__":
    sys.exit(42 if is_text(sys.stdin.buffer.read()) else 43)
