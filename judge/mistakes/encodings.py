"""Tell whether an output and an answer are the same text in different encodings."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE, getincrementaldecoder
from collections.abc import Iterator
from itertools import chain

from judge.mistakes.bytewise import text_key

WRONG_ENCODING = "wrong-encoding"
_SAMPLE = 4096
_WIDE = {
    "UTF-32-LE": BOM_UTF32_LE,
    "UTF-32-BE": BOM_UTF32_BE,
    "UTF-16-LE": BOM_UTF16_LE,
    "UTF-16-BE": BOM_UTF16_BE,
}
_TWICE = "UTF-8 encoded as UTF-8 again"
_NARROW = ("Latin-1", "cp1252", "GB18030", "cp1251", "Shift_JIS", "Big5", "EUC-KR")


def is_recoded(answer: bytes, output: bytes) -> bool:
    """Return whether the output begins as the answer does, but only one of them is UTF-8."""
    mine, theirs = answer[:_SAMPLE], output[:_SAMPLE]
    return bool(_find_encoding(mine, theirs) or _find_encoding(theirs, mine))


def describe_recoding(answer: bytes, output: bytes) -> str:
    """Say how to fix the one of two texts in different encodings that is not UTF-8."""
    mine, theirs = answer[:_SAMPLE], output[:_SAMPLE]
    of_output, of_answer = _find_encoding(mine, theirs), _find_encoding(theirs, mine)
    if of_answer and not (of_output and _is_utf8(mine)):
        return f"save the answer as UTF-8, it is {of_answer}"
    return f"print UTF-8, got {of_output}"


def _find_encoding(mine: bytes, theirs: bytes) -> str:
    """Name the encoding in which `theirs` is what `mine` is in UTF-8; empty if there is none."""
    if b"\0" in mine:
        return ""
    if b"\0" in theirs:
        said = text_key(mine)
        return next((name for name, text in _to_utf8(theirs) if _agree(said, text_key(text))), "")
    mine, theirs = (text.replace(b"\r\n", b"\n") for text in (mine, theirs))
    if mine.isascii() or theirs.isascii() or _agree(mine, theirs):
        return ""
    text = mine.decode("utf-8", "ignore")
    # The last character of the sample may be cut.
    if len(mine) - len(text.encode()) >= 4:
        return ""
    encoded = ((name, text.encode(name, "replace")) for name in _NARROW)
    twice = ((_TWICE, mine.decode(name, "ignore").encode()) for name in _NARROW)
    return next((name for name, other in chain(encoded, twice) if _agree(other, theirs)), "")


def _is_utf8(text: bytes) -> bool:
    """Return whether a text is UTF-8. Its last character may be cut."""
    try:
        getincrementaldecoder("utf-8")().decode(text)
    except UnicodeDecodeError:
        return False
    return True


def _agree(a: bytes, b: bytes) -> bool:
    """Return whether one of two texts begins with the other."""
    return bool(a and b) and (a.startswith(b) or b.startswith(a))


def _to_utf8(text: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the name of each wide encoding, and what these bytes say in it."""
    for codec, mark in _WIDE.items():
        wide = text.removeprefix(mark)
        try:
            said = wide[: len(wide) // 4 * 4 or None].decode(codec)
        except UnicodeDecodeError:
            continue
        yield codec[:6], said.encode("utf-8", "ignore")
