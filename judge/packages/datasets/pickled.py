"""Decodes the hidden tests of LiveCodeBench: base64 of zlib of a pickle of one string.

A pickle is a program, so it is not run: its instructions are listed, and a pickle that does anything but make
one string is refused.
"""

import binascii
import pickletools
import zlib
from base64 import b64decode

from judge.platform.errors import FormatError

# The most bytes of the decoded string. A few kB of zlib can grow to gigabytes.
TEXT_BYTES = 1 << 29
_STRINGS = {"SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8", "UNICODE"}
# Instructions that have no effect on a single string: they number and divide the others.
_IDLE = {"PROTO", "FRAME", "MEMOIZE", "PUT", "BINPUT", "LONG_BINPUT", "STOP"}


def decode_packed(text: str) -> str:
    """Return the string in base64 of zlib of its pickle. Raises FormatError."""
    try:
        packed = b64decode(text.encode(), validate=True)
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(packed, TEXT_BYTES)
    except (ValueError, binascii.Error, zlib.error) as error:
        raise FormatError(0, f"expected base64 of zlib of a pickle, got other data: {error}") from None
    if not unpacker.eof:
        over = len(data) >= TEXT_BYTES
        got = f"more than {TEXT_BYTES:,} bytes" if over else "a stream that ends early"
        raise FormatError(0, f"expected at most {TEXT_BYTES:,} bytes in zlib, got {got}")
    return read_string(data)


def read_string(data: bytes) -> str:
    """Return the string of a pickle without running it. Raises FormatError for any other pickle."""
    found: list[str] = []
    end = 0
    try:
        for instruction, value, at in pickletools.genops(data):
            if instruction.name in _STRINGS and not found:
                found.append(str(value))
            elif instruction.name not in _IDLE:
                got = "a second string" if instruction.name in _STRINGS else instruction.name
                raise FormatError(0, f"expected a pickle of one string, got {got} in it")
            end = (at or 0) + 1
    except (ValueError, IndexError, OverflowError) as error:
        raise FormatError(0, f"expected a pickle of one string, got other data: {error}") from None
    if not found or end != len(data):
        raise FormatError(0, "expected a pickle of one string, got " + ("more data" if found else "none"))
    return found[0]
