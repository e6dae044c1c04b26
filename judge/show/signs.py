"""Bytes of programs as text that is safe to show."""

import re
from codecs import iterdecode
from collections.abc import Iterable, Iterator

from judge.platform.errors import printable

_HEAD_BYTES = 1 << 12


def make_visible(data: bytes) -> str:
    """Show every byte: blanks and line ends as signs, unprintable ones escaped."""
    return "".join(SIGNS[byte] for byte in data)


def parse_visible(text: str) -> bytes:
    """Read the bytes back that `make_visible` showed. Raises ValueError for any other text."""
    try:
        return bytes(map(_BYTES.__getitem__, _SIGN.findall(text)))
    except KeyError as error:
        raise ValueError(f"expected bytes made visible, got {error}") from None


def make_legible(data: bytes) -> str:
    """Keep text as it is, and escape whatever could control a terminal."""
    return "".join(make_legible_pieces((data,))) if data else ""


def make_legible_head(data: bytes) -> str:
    """Make the first 4 KiB legible, which is as much as documents contain of inputs and outputs."""
    return make_legible(data[:_HEAD_BYTES])


def make_legible_pieces(data: Iterable[bytes]) -> Iterator[str]:
    """See `make_legible`; the pieces may be cut anywhere."""
    for text in iterdecode(iter(data), "utf-8", errors="backslashreplace"):
        yield "".join(char if char in "\n\t" else printable(char) for char in text)


# The sign of each byte.
SIGNS = [chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}" for byte in range(256)]
for _byte, _sign in ((32, "·"), (9, "→"), (13, "␍"), (10, "↵"), (92, r"\\")):
    SIGNS[_byte] = _sign
_PLAIN = {"·": "_", "→": "\\t", "␍": "\\r", "↵": "\\n"}
ASCII_SIGNS = [_PLAIN.get(sign, sign) for sign in SIGNS]
_BYTES = {sign: byte for byte, sign in enumerate(SIGNS)}
_SIGN = re.compile(r"\\x..|\\\\|.", re.DOTALL)
