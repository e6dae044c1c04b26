"""Compare two byte strings: where they differ, what they say, which characters look alike.

Nothing here copies more than a chunk of a string, however long it is.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from judge.platform.expressions import compile_later
from judge.platform.files import Content, pieces

WHITE = b" \t\n\r\v\f"
PUNCTUATION = b"[](){},;|'\"`"
# Longer texts have no key.
KEY_LIMIT = 1 << 22

_CHUNK = 1 << 20
_CONTROL = bytes(byte for byte in (*range(32), 127) if byte not in WHITE)
_ZERO_WIDTH = rb"\xef\xbb\xbf|\xe2\x80[\x8b-\x8f]|\xe2\x81\xa0"
_WIDE_BLANK = rb"\xc2\xa0|\xe2\x80[\x80-\x8a\xaf]|\xe2\x81\x9f|\xe3\x80\x80"
# Printed instead of a newline.
_LINE_END = rb"<[bB][rR] ?/?>|</[bB][rR]>|\\r\\n|\\n|/n(?![a-z])|\xc2\x85|\xe2\x80[\xa8\xa9]"
_BOX_LINE = rb"\xe2[\x94\x95][\x80-\xbf]"
_TERMINAL_CODE = rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|\x1b[^\[\]]?"
# Bytes other than white space and punctuation that say nothing. The name of the group describes them.
ODD = compile_later(
    rb"(?P<terminal>%b)|(?P<mark>%b)|(?P<blank>%b)|(?P<nul>\x00)|(?P<control>[%b])|(?P<end>%b)|(?P<drawn>%b)"
    % (_TERMINAL_CODE, _ZERO_WIDTH, _WIDE_BLANK, re.escape(_CONTROL[1:]), _LINE_END, _BOX_LINE)
)
NOISE = compile_later(
    rb"(?:[%b]+|%b|%b|%b|[%b]+|%b|%b)*+"
    % (
        *(re.escape(WHITE + PUNCTUATION), _TERMINAL_CODE, _ZERO_WIDTH, _WIDE_BLANK, re.escape(_CONTROL)),
        *(_LINE_END, _BOX_LINE),
    )
)
BLANKS = compile_later(rb"[ \t\n\r\v\f]*+")
_CHARACTER = compile_later(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_TYPOGRAPHY = str.maketrans("‘’‚“”„−–—‐‑⁄∕", "'''\"\"\"-----//")
# Letters of Cyrillic and Greek that look like Latin ones.
_LETTERS = str.maketrans(
    "АВЕЗКМНОРСТУХЅІЈаеорсухѕіјΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
    "ABE3KMHOPCTYXSIJaeopcyxsijABEZHIKMNOPTYXo",
)


def common_prefix(a: bytes, i: int, b: bytes, j: int, most: int) -> int:
    """Count the bytes from `i` in `a` and from `j` in `b` that are the same, up to `most`."""
    most = min(most, len(a) - i, len(b) - j)
    same, step, has_parted = 0, 64, False
    while step and same < most:
        stop = min(same + step, most)
        if a[i + same : i + stop] == b[j + same : j + stop]:
            same = stop
        else:
            has_parted = True
        step = step // 2 if has_parted else min(step * 4, _CHUNK)
    return same


def end_of(pattern: re.Pattern[bytes], data: bytes, start: int, stop: int) -> int:
    """Return the end of the match of `pattern` that begins at `start`; `start` if there is none."""
    found = pattern.match(data, start, stop)
    return found.end() if found else start


def blank_equal(a: Content, b: Content) -> bool:
    """Return whether two outputs are equal without their white space."""
    return same_text(_ink(a), _ink(b))


def same_text(left: Iterator[bytes], right: Iterator[bytes]) -> bool:
    """Return whether two texts are equal. They come in pieces, cut anywhere, none of them empty."""
    mine = theirs = b""
    while True:
        mine, theirs = mine or next(left, b""), theirs or next(right, b"")
        if not mine or not theirs:
            return mine == theirs
        shorter = min(len(mine), len(theirs))
        if mine[:shorter] != theirs[:shorter]:
            return False
        mine, theirs = mine[shorter:], theirs[shorter:]


def _ink(content: Content) -> Iterator[bytes]:
    return filter(None, (piece.translate(None, WHITE) for piece in pieces(content)))


@lru_cache(maxsize=1024)
def to_ascii(character: bytes) -> bytes:
    """Return the ASCII character that a UTF-8 character looks like, or empty bytes."""
    text = character.decode("utf-8", "ignore").translate(_TYPOGRAPHY).translate(_LETTERS)
    text = unicodedata.normalize("NFKC", text)
    digits = "".join(str(unicodedata.decimal(sign, sign)) for sign in text)
    return digits.encode() if digits.isascii() else b""


def character_at(data: bytes, start: int) -> bytes:
    """Return the character of several bytes that begins at `start`; empty if none does."""
    found = _CHARACTER.match(data, start)
    return found[0] if found else b""


def replace_look_alikes(data: bytes) -> bytes:
    """Replace each character that looks like ASCII."""
    return data if data.isascii() else _CHARACTER.sub(lambda found: to_ascii(found[0]) or found[0], data)


def text_key(data: bytes) -> bytes:
    """Reduce a text to what it says: lower case, ASCII, no white space, punctuation or odd bytes."""
    if not data.isascii() or any(mark in data for mark in (b"\x1b", b"\\", b"<", b"/")):
        data = replace_look_alikes(ODD.sub(b"", data))
    return data.translate(None, WHITE + PUNCTUATION + _CONTROL).lower()
