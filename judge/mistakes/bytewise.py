"""Two byte strings side by side: where they part, what they say, which characters look alike.

Nothing here holds more than a chunk beside the two strings, however long they are.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from judge.files import pieces
from judge.model import Content

WHITE = b" \t\n\r\v\f"
PUNCTUATION = b"[](){},;|'\"`"
# Longer texts are not compared by what they say as a whole.
KEY_LIMIT = 1 << 22

_CHUNK = 1 << 20
_CONTROL = bytes(byte for byte in (*range(32), 127) if byte not in WHITE)
_ZERO_WIDTH = rb"\xef\xbb\xbf|\xe2\x80[\x8b-\x8f]|\xe2\x81\xa0"
_WIDE_BLANK = rb"\xc2\xa0|\xe2\x80[\x80-\x8a\xaf]|\xe2\x81\x9f|\xe3\x80\x80"
# What people print for a newline.
_LINE_END = rb"<[bB][rR] ?/?>|</[bB][rR]>|\\r\\n|\\n|/n(?![a-z])|\xc2\x85|\xe2\x80[\xa8\xa9]"
_BOX_LINE = rb"\xe2[\x94\x95][\x80-\xbf]"
_TERMINAL_CODE = rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|\x1b[^\[\]]?"
# What is neither white space nor punctuation and yet says nothing; the group says what it is.
ODD = re.compile(
    rb"(?P<terminal>%b)|(?P<mark>%b)|(?P<blank>%b)|(?P<nul>\x00)|(?P<control>[%b])|(?P<end>%b)|(?P<drawn>%b)"
    % (_TERMINAL_CODE, _ZERO_WIDTH, _WIDE_BLANK, re.escape(_CONTROL[1:]), _LINE_END, _BOX_LINE)
)
NOISE = re.compile(
    rb"(?:[%b]+|%b|%b|%b|[%b]+|%b|%b)*+"
    % (
        *(re.escape(WHITE + PUNCTUATION), _TERMINAL_CODE, _ZERO_WIDTH, _WIDE_BLANK, re.escape(_CONTROL)),
        *(_LINE_END, _BOX_LINE),
    )
)
BLANKS = re.compile(rb"[ \t\n\r\v\f]*+")
_CHARACTER = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_TYPOGRAPHY = str.maketrans("‘’‚“”„−–—‐‑⁄∕", "'''\"\"\"-----//")
# Letters of Cyrillic and Greek that look like Latin ones.
_LETTERS = str.maketrans(
    "АВЕЗКМНОРСТУХЅІЈаеорсухѕіјΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
    "ABE3KMHOPCTYXSIJaeopcyxsijABEZHIKMNOPTYXo",
)


def common_prefix(a: bytes, i: int, b: bytes, j: int, most: int) -> int:
    """How many bytes from `i` in `a` and from `j` in `b` are the same, counted no further than `most`."""
    same, step = 0, 64
    while same < most:
        stop = min(same + step, most)
        left, right = a[i + same : i + stop], b[j + same : j + stop]
        if left != right:
            return same + _parting(left, right)
        if not left:
            return same
        same += len(left)
        step = min(step * 4, _CHUNK)
    return same


def _parting(a: bytes, b: bytes) -> int:
    """The common prefix of two strings that differ, by halving."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def end_of(pattern: re.Pattern[bytes], data: bytes, start: int, stop: int) -> int:
    """Where a match of `pattern` that begins at `start` ends; `start` if there is none."""
    found = pattern.match(data, start, stop)
    return found.end() if found else start


def blank_equal(a: Content, b: Content) -> bool:
    """Whether two outputs agree once all white space is taken out of both."""
    return alike(_ink(a), _ink(b))


def alike(left: Iterator[bytes], right: Iterator[bytes]) -> bool:
    """Whether two texts are the same that come in pieces, cut anywhere and none of them empty."""
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
def plain(character: bytes) -> bytes:
    """The ASCII that a character of UTF-8 looks like; empty if it is none or looks like none."""
    text = character.decode("utf-8", "ignore").translate(_TYPOGRAPHY).translate(_LETTERS)
    text = unicodedata.normalize("NFKC", text)
    digits = "".join(str(unicodedata.decimal(sign, sign)) for sign in text)
    return digits.encode() if digits.isascii() else b""


def character(data: bytes, start: int) -> bytes:
    """The character of several bytes that begins at `start`; empty where none does."""
    found = _CHARACTER.match(data, start)
    return found[0] if found else b""


def look_alikes_made_plain(data: bytes) -> bytes:
    """The text with the ASCII that its characters look like, where they look like any."""
    return data if data.isascii() else _CHARACTER.sub(lambda found: plain(found[0]) or found[0], data)


def key(data: bytes) -> bytes:
    """What a text says: no white space, punctuation or odd bytes, lower case, look-alikes made plain."""
    said = data
    if not said.isascii() or b"\x1b" in said or b"\\" in said or b"<" in said or b"/" in said:
        said = look_alikes_made_plain(ODD.sub(b"", said))
    return said.translate(None, WHITE + PUNCTUATION + _CONTROL).lower()
