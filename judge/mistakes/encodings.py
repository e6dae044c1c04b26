"""Whether an output is the answer in another encoding of its characters."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Iterator

from judge.mistakes.bytewise import key

_SAMPLE = 4096
_WIDE = {
    "utf-32-le": BOM_UTF32_LE,
    "utf-32-be": BOM_UTF32_BE,
    "utf-16-le": BOM_UTF16_LE,
    "utf-16-be": BOM_UTF16_BE,
}
_NARROW = ("latin-1", "cp1252", "gb18030", "cp1251", "shift_jis", "big5", "euc_kr")


def recoded(answer: bytes, output: bytes) -> bool:
    """Whether the beginning of the output says what the answer says, in another encoding than UTF-8."""
    mine, theirs = answer[:_SAMPLE], output[:_SAMPLE]
    if b"\0" in mine:
        return False
    if b"\0" in theirs:
        said = key(mine)
        return any(_agree(said, key(text)) for text in _as_utf8(theirs))
    if mine.isascii() or theirs.isascii() or _agree(mine, theirs) or not _is_utf8(mine):
        return False
    return any(_agree(text, theirs) for text in _in_other_encodings(mine))


def _is_utf8(sample: bytes) -> bool:
    """Whether a text begins so in UTF-8; its last character may be cut."""
    return len(sample) - len(sample.decode("utf-8", "ignore").encode()) < 4


def _agree(a: bytes, b: bytes) -> bool:
    """Whether one of two texts begins with the other."""
    return bool(a and b) and (a.startswith(b) or b.startswith(a))


def _as_utf8(output: bytes) -> Iterator[bytes]:
    for codec, mark in _WIDE.items():
        wide = output.removeprefix(mark)
        try:
            text = wide[: len(wide) // 4 * 4 or None].decode(codec)
        except UnicodeDecodeError:
            continue
        yield text.encode("utf-8", "ignore")


def _in_other_encodings(answer: bytes) -> Iterator[bytes]:
    text = answer.decode("utf-8", "ignore")
    for codec in _NARROW:
        yield text.encode(codec, "replace")
        yield answer.decode(codec, "ignore").encode()
