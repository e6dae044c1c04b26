"""What stands between two marks: white space, and punctuation or odd bytes that mean nothing to the answer.

Where output and answer print the same marks, all that can differ is the gaps between them. A gap that differs
is cut into the fewest differences, each with the name of its mistake.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.mistakes.bytewise import ODD, WHITE, common_prefix

_FINE = 4096
_OTHER_LIST = ("wrong-quotes", "wrong-list")
_NARROW = 1 << 16
_LINE_END = re.compile(rb"\r+\n|\n|\r")
_ODD_NAMES = {
    "terminal": "terminal-code",
    "mark": "byte-order-mark",
    "blank": "look-alike",
    "nul": "nul-byte",
    "control": "control-byte",
    "end": "odd-line-end",
    "drawn": "drawn-lines",
}


class Difference(NamedTuple):
    """`answer[a:b]` is wanted where the output has `output[i:j]`; most differences bear one name."""

    names: tuple[str, ...]
    a: int
    b: int
    i: int
    j: int


def narrowed(answer: bytes, output: bytes, difference: Difference) -> Difference:
    """The same change without the bytes that both sides share at its ends."""
    names, a, b, i, j = difference
    if min(b - a, j - i) > _NARROW:
        return difference
    wanted, found = answer[a:b], output[i:j]
    start = common_prefix(wanted, 0, found, 0, min(len(wanted), len(found)))
    end = common_prefix(wanted[start:][::-1], 0, found[start:][::-1], 0, len(wanted))
    return Difference(names, a + start, b - end, i + start, j - end)


class Gap(NamedTuple):
    """The same place in both texts: what is wanted, what was found, and where each begins.

    `first` and `last`: nothing is printed before it, nothing after it.
    """

    wanted: bytes
    found: bytes
    a: int
    i: int
    first: bool
    last: bool


class _Piece(NamedTuple):
    """A stretch of a gap without line ends, and the line end after it."""

    start: int
    blanks: bytes
    end: bytes


def white(gap: Gap) -> Iterator[Difference]:
    """The differences in white space of one gap."""
    if len(gap.wanted) > _FINE or len(gap.found) > _FINE:
        yield _coarse(gap)
        return
    mine, theirs = _pieces(gap.wanted, gap.a), _pieces(gap.found, gap.i)
    if len(mine) == len(theirs) == 1:
        yield from _blanks(mine[0], theirs[0], _where(gap))
    elif gap.last:
        yield from _at_end(mine, theirs)
    elif gap.first:
        yield from _blank_lines(mine, theirs, "blank-line-before")
    elif len(mine) == 1:
        yield _whole(gap, "line-broken")
    elif len(theirs) == 1:
        yield _whole(gap, "lines-joined")
    else:
        yield from _blanks(mine[0], theirs[0], "trailing-blank")
        yield from _line_end(mine[0], theirs[0])
        yield from _blank_lines(mine[1:], theirs[1:], "blank-line-between")


def noise(gap: Gap, *, listed: bool) -> Iterator[Difference]:
    """The differences of a gap of more than white space. `listed`: the output has brackets of its own."""
    odd = [] if ODD.search(gap.wanted) else list(ODD.finditer(gap.found))
    clean = gap._replace(found=ODD.sub(_as_end, gap.found)) if odd else gap
    mine, theirs = clean.wanted.translate(None, WHITE), clean.found.translate(None, WHITE)
    names = [_ODD_NAMES[found.lastgroup or ""] for found in odd]
    if mine != theirs:
        names.append(_punctuation(mine, theirs, listed=listed))
        if (
            mine == gap.wanted
            and names[-1] in _OTHER_LIST
            and clean.found.translate(None, b" \t") != clean.found
        ):
            names.append("separator-added")
        yield _whole(gap, *names)
    elif not odd:
        yield from white(gap)
    elif ODD.sub(_as_white, gap.found) == gap.wanted:
        yield from _odd_alone(gap, odd)
    else:
        names += [name for difference in white(clean) for name in difference.names]
        yield _whole(gap, *names)


def _odd_alone(gap: Gap, odd: Sequence[re.Match[bytes]]) -> Iterator[Difference]:
    """Each odd character by itself: nothing else is wrong with the gap."""
    shift = gap.a
    for found in odd:
        a = found.start() + shift
        b = a + len(_as_white(found))
        shift -= len(found[0]) - (b - a)
        yield Difference(
            (_ODD_NAMES[found.lastgroup or ""],), a, b, gap.i + found.start(), gap.i + found.end()
        )


def _as_white(found: re.Match[bytes]) -> bytes:
    return b" " if found["blank"] else _as_end(found)


def _as_end(found: re.Match[bytes]) -> bytes:
    """The newline that is meant, if none follows."""
    newline_follows = found.string[found.end() :].lstrip(b" \t")[:1] in (b"\r", b"\n")
    return b"\n" if found["end"] and not newline_follows else b""


def _punctuation(wanted: bytes, found: bytes, *, listed: bool) -> str:
    if not wanted:
        return "printed-as-list" if listed else _added(found)
    if not found:
        return "not-a-list"
    quotes = b"'\"`"
    return "wrong-quotes" if wanted.translate(None, quotes) == found.translate(None, quotes) else "wrong-list"


def _added(found: bytes) -> str:
    for name, marks in (("quoted", b"'\"`"), ("drawn-lines", b"|"), ("commas", b",")):
        if not found.strip(marks):
            return name
    return "other-separator"


def _pieces(data: bytes, start: int) -> list[_Piece]:
    """The stretches of a gap; the last has no line end."""
    pieces, after = [], 0
    for found in _LINE_END.finditer(data):
        pieces.append(_Piece(start + after, data[after : found.start()], found[0]))
        after = found.end()
    return [*pieces, _Piece(start + after, data[after:], b"")]


def _where(gap: Gap) -> str:
    if gap.last and not gap.first:
        return "trailing-blank"
    return "leading-blank" if gap.first else "separator"


def _blanks(mine: _Piece, theirs: _Piece, where: str) -> Iterator[Difference]:
    wanted, found = mine.blanks, theirs.blanks
    if wanted != found:
        ends = mine.start, mine.start + len(wanted), theirs.start, theirs.start + len(found)
        yield Difference((_blanks_name(wanted, found, where),), *ends)


def _blanks_name(wanted: bytes, found: bytes, where: str) -> str:
    if not found:
        return "no-separators" if where == "separator" else f"{where}-missing"
    if not wanted:
        return f"{where}-added"
    if found.strip(b" \t"):
        return "odd-blank"
    if b"\t" in found and b"\t" not in wanted:
        return "tab-for-space"
    if b"\t" in wanted and b"\t" not in found:
        return "space-for-tab"
    if where == "separator":
        return "separator-doubled" if len(found) > len(wanted) else "separator-halved"
    return f"{where}-added" if len(found) > len(wanted) else f"{where}-missing"


def _line_end(mine: _Piece, theirs: _Piece) -> Iterator[Difference]:
    wanted, found = mine.end, theirs.end
    if wanted == found:
        return
    name = "lone-cr"
    if found.endswith(b"\n"):
        name = "cr-lf" if len(found) > len(wanted) else "cr-missing"
    a, i = mine.start + len(mine.blanks), theirs.start + len(theirs.blanks)
    yield Difference((name,), a, a + len(wanted), i, i + len(found))


def _blank_lines(mine: Sequence[_Piece], theirs: Sequence[_Piece], name: str) -> Iterator[Difference]:
    """Blank lines one by one, then the blanks before the next mark."""
    both = min(len(mine), len(theirs)) - 1
    for wanted, found in zip(mine[:both], theirs[:both], strict=True):
        yield from _blanks(wanted, found, "trailing-blank")
        yield from _line_end(wanted, found)
    for found in theirs[both:-1]:
        a, width = mine[both].start, len(found.blanks) + len(found.end)
        yield Difference((f"{name}",), a, a, found.start, found.start + width)
    for wanted in mine[both:-1]:
        i, width = theirs[both].start, len(wanted.blanks) + len(wanted.end)
        yield Difference(("blank-line-missing",), wanted.start, wanted.start + width, i, i)
    at_end = name == "blank-line-at-end"
    yield from _blanks(mine[-1], theirs[-1], "trailing-blank" if at_end else "leading-blank")


def _at_end(mine: Sequence[_Piece], theirs: Sequence[_Piece]) -> Iterator[Difference]:
    """The rest of the last line, its newline, and what comes after."""
    yield from _blanks(mine[0], theirs[0], "trailing-blank")
    if len(mine) > 1 and len(theirs) > 1:
        yield from _line_end(mine[0], theirs[0])
        yield from _blank_lines(mine[1:], theirs[1:], "blank-line-at-end")
        return
    a, i = mine[0].start + len(mine[0].blanks), theirs[0].start + len(theirs[0].blanks)
    if len(mine) > 1:
        yield Difference(("final-newline-missing",), a, a + len(mine[0].end), i, i)
        rest = [_Piece(i, b"", b"")]
        yield from _blank_lines(mine[1:], rest, "blank-line-at-end")
    else:
        yield Difference(("final-newline-added",), a, a, i, i + len(theirs[0].end))
        yield from _blank_lines([_Piece(a, b"", b"")], theirs[1:], "blank-line-at-end")


def _whole(gap: Gap, *names: str) -> Difference:
    wanted, found = gap.a + len(gap.wanted), gap.i + len(gap.found)
    return Difference(tuple(dict.fromkeys(names)), gap.a, wanted, gap.i, found)


def _coarse(gap: Gap) -> Difference:
    """A gap of thousands of bytes under one name."""
    added = len(gap.found) > len(gap.wanted)
    if b"\n" in gap.wanted + gap.found:
        name = "blank-line-at-end" if gap.last else "blank-line-before" if gap.first else "blank-line-between"
        return _whole(gap, name if added else "blank-line-missing")
    where = _where(gap)
    return _whole(gap, _blanks_name(gap.wanted, gap.found, where))
