"""The edits that make a small mistake: one span of one line of a source is replaced."""

from collections.abc import Iterable
from typing import NamedTuple

# The kinds of mistakes, the likeliest first: people make those at the top, and often do not notice.
KINDS = (
    "boundary",
    "off by one",
    "overflow",
    "modulus left out",
    "not initialized",
    "not cleared",
    "max for min",
    "case left out",
    "slower",
    "early break",
    "copy",
    "condition turned",
    "sign",
    "statement left out",
)
_RANKS = {kind: rank for rank, kind in enumerate(KINDS)}


class Edit(NamedTuple):
    """A mistake of a kind in `KINDS`: `text` replaces the bytes from `start` to `end` of a source."""

    kind: str
    start: int
    end: int
    text: bytes

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.text + source[self.end :]

    def line(self, source: bytes) -> int:
        """Return the number of the edited line, from 1."""
        return source.count(b"\n", 0, self.start) + 1

    def lines(self, source: bytes) -> tuple[bytes, bytes]:
        """Return the line as it is and as edited."""
        begin, end = source.rfind(b"\n", 0, self.start) + 1, source.find(b"\n", self.end)
        before, after = source[begin : self.start], source[self.end : end if end >= 0 else len(source)]
        return before + source[self.start : self.end] + after, before + self.text + after


def in_order(edits: Iterable[Edit], source: bytes) -> list[Edit]:
    """Return the edits that change one line, each result once, the likeliest mistake first."""
    found: dict[bytes, Edit] = {}
    for edit in sorted(edits, key=lambda each: (_RANKS[each.kind], each)):
        if b"\n" not in source[edit.start : edit.end] + edit.text:
            found.setdefault(edit.apply(source), edit)
    found.pop(source, None)
    return list(found.values())
