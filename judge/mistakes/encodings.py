"""Tell whether an output and an answer are the same text in different encodings."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Iterator

from judge.mistakes.bytewise import text_key

_SAMPLE = 4096
_WIDE = {
    "utf-32-le": BOM_UTF32_LE,
    "utf-32-be": BOM_UTF32_BE,
    "utf-16-le": BOM_UTF16_LE,
    "utf-16-be": BOM_UTF16_BE,
}
_NARROW = ("latin-1", "cp1252", "gb18030", "cp1251", "shift_jis", "big5", "euc_kr")


def is_recoded(answer: bytes, output: bytes) -> bool:
    """Return whether the output begins as the answer does, but only one of them is UTF-8."""
    mine, theirs = answer[:_SAMPLE], output[:_SAMPLE]
    return _is_in_another(mine, theirs) or _is_in_another(theirs, mine)


def _is_in_another(mine: bytes, theirs: bytes) -> bool:
    """Return whether `theirs` is in another encoding what `mine` is in UTF-8."""
    if b"\0" in mine:
        return False
    if b"\0" in theirs:
        said = text_key(mine)
        return any(_agree(said, text_key(text)) for text in _to_utf8(theirs))
    if mine.isascii() or theirs.isascii() or _agree(mine, theirs):
        return False
    text = mine.decode("utf-8", "ignore")
    # The last character of the sample may be cut.
    if len(mine) - len(text.encode()) >= 4:
        return False
    others = ((text.encode(codec, "replace"), mine.decode(codec, "ignore").encode()) for codec in _NARROW)
    return any(_agree(other, theirs) for pair in others for other in pair)


def _agree(a: bytes, b: bytes) -> bool:
    """Return whether one of two texts begins with the other."""
    return bool(a and b) and (a.startswith(b) or b.startswith(a))


def _to_utf8(text: bytes) -> Iterator[bytes]:
    """Yield what these bytes say in each wide encoding."""
    for codec, mark in _WIDE.items():
        wide = text.removeprefix(mark)
        try:
            said = wide[: len(wide) // 4 * 4 or None].decode(codec)
        except UnicodeDecodeError:
            continue
        yield said.encode("utf-8", "ignore")
