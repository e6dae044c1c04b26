"""Compare gaps between two marks: white space, and punctuation or odd bytes that mean nothing to the answer.

If output and answer print the same marks, only the gaps between these can differ. A gap that differs is cut
into the fewest differences, each with the name of its mistake.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.mistakes.bytewise import ODD, WHITE, common_prefix

_FINE = 4096
_QUOTES = b"'\"`"
_OTHER_LIST = ("wrong-quotes", "wrong-list")
_NARROW = 1 << 16
_LINE_END = re.compile(rb"\r+\n|\n|\r")
BYTE_ORDER_MARK = "byte-order-mark"
_ODD_NAMES = {
    "terminal": "terminal-code",
    "mark": BYTE_ORDER_MARK,
    "blank": "look-alike",
    "nul": "nul-byte",
    "control": "control-byte",
    "end": "odd-line-end",
    "drawn": "drawn-lines",
}


class Difference(NamedTuple):
    """`answer[a:b]` is wanted, and the output has `output[i:j]` instead. Most differences have one name."""

    names: tuple[str, ...]
    a: int
    b: int
    i: int
    j: int


def narrow(answer: bytes, output: bytes, difference: Difference) -> Difference:
    """Return the same change without the bytes that both sides share at its ends."""
    names, a, b, i, j = difference
    if min(b - a, j - i) > _NARROW:
        return difference
    wanted, found = answer[a:b], output[i:j]
    start = common_prefix(wanted, 0, found, 0, len(wanted))
    end = common_prefix(wanted[start:][::-1], 0, found[start:][::-1], 0, len(wanted))
    return Difference(names, a + start, b - end, i + start, j - end)


class Gap(NamedTuple):
    """A place between two marks in both texts: the wanted bytes, the found ones, and where each begin.

    `first`: nothing is printed before it. `last`: nothing is printed after it.
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


def compare_white(gap: Gap) -> Iterator[Difference]:
    """Yield the differences in white space of one gap."""
    where = "leading-blank" if gap.first else "trailing-blank" if gap.last else "separator"
    if len(gap.wanted) > _FINE or len(gap.found) > _FINE:
        yield _whole(gap, _coarse_name(gap, where))
        return
    mine, theirs = _pieces(gap.wanted, gap.a), _pieces(gap.found, gap.i)
    if len(mine) == len(theirs) == 1:
        yield from _compare_blanks(mine[0], theirs[0], where)
    elif gap.last:
        yield from _compare_end(mine, theirs)
    elif gap.first:
        yield from _compare_blank_lines(mine, theirs, "blank-line-before")
    elif len(mine) == 1:
        yield _whole(gap, "line-broken")
    elif len(theirs) == 1:
        yield _whole(gap, "lines-joined")
    else:
        yield from _compare_blanks(mine[0], theirs[0], "trailing-blank")
        yield from _compare_line_ends(mine[0], theirs[0])
        yield from _compare_blank_lines(mine[1:], theirs[1:], "blank-line-between")


def compare_noise(gap: Gap, *, is_listed: bool) -> Iterator[Difference]:
    """Yield the differences of a gap that has more than white space, such as odd bytes of either text.

    is_listed: the output has brackets, and the answer has none.
    """
    wanted, found = list(ODD.finditer(gap.wanted)), list(ODD.finditer(gap.found))
    odd = [] if wanted and found else wanted or found
    clean = gap
    if odd:
        clean = gap._replace(wanted=ODD.sub(_as_end, gap.wanted), found=ODD.sub(_as_end, gap.found))
    mine, theirs = clean.wanted.translate(None, WHITE), clean.found.translate(None, WHITE)
    names = [_ODD_NAMES[each.lastgroup or ""] for each in odd]
    if mine != theirs:
        names.append(_punctuation(mine, theirs, is_listed=is_listed))
        has_blanks = clean.found.translate(None, b" \t") != clean.found
        if mine == gap.wanted and names[-1] in _OTHER_LIST and has_blanks:
            names.append("separator-added")
        yield _whole(gap, *names)
    elif not odd:
        yield from compare_white(gap)
    elif ODD.sub(_as_white, gap.found) == gap.wanted:
        yield from _odd_alone(gap, odd)
    else:
        names += [name for difference in compare_white(clean) for name in difference.names]
        yield _whole(gap, *names)


def _odd_alone(gap: Gap, odd: Sequence[re.Match[bytes]]) -> Iterator[Difference]:
    """Yield each odd character separately, if nothing else is wrong with the gap."""
    shift = gap.a
    for found in odd:
        a = found.start() + shift
        b = a + len(_as_white(found))
        shift -= len(found[0]) - (b - a)
        names = (_ODD_NAMES[found.lastgroup or ""],)
        yield Difference(names, a, b, gap.i + found.start(), gap.i + found.end())


def _as_white(found: re.Match[bytes]) -> bytes:
    return b" " if found["blank"] else _as_end(found)


def _as_end(found: re.Match[bytes]) -> bytes:
    """The newline that an odd line end replaces, unless one follows it."""
    newline_follows = found.string[found.end() :].lstrip(b" \t")[:1] in (b"\r", b"\n")
    return b"\n" if found["end"] and not newline_follows else b""


def _punctuation(wanted: bytes, found: bytes, *, is_listed: bool) -> str:
    if not found:
        return "not-a-list"
    if wanted:
        same = wanted.translate(None, _QUOTES) == found.translate(None, _QUOTES)
        return "wrong-quotes" if same else "wrong-list"
    if is_listed:
        return "printed-as-list"
    added = (("quoted", _QUOTES), ("drawn-lines", b"|"), ("commas", b","))
    return next((name for name, marks in added if not found.strip(marks)), "other-separator")


def _pieces(data: bytes, start: int) -> list[_Piece]:
    """Split a gap at its line ends. The last piece has none."""
    pieces, after = [], 0
    for found in _LINE_END.finditer(data):
        pieces.append(_Piece(start + after, data[after : found.start()], found[0]))
        after = found.end()
    return [*pieces, _Piece(start + after, data[after:], b"")]


def _compare_blanks(mine: _Piece, theirs: _Piece, where: str) -> Iterator[Difference]:
    (a, wanted, _), (i, found, _) = mine, theirs
    if wanted != found:
        yield Difference((_name_blanks(wanted, found, where),), a, a + len(wanted), i, i + len(found))


def _name_blanks(wanted: bytes, found: bytes, where: str) -> str:
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


def _compare_line_ends(mine: _Piece, theirs: _Piece) -> Iterator[Difference]:
    wanted, found = mine.end, theirs.end
    if wanted != found:
        name = "cr-lf" if len(found) > len(wanted) else "cr-missing"
        a, i = mine.start + len(mine.blanks), theirs.start + len(theirs.blanks)
        names = (name if found.endswith(b"\n") else "lone-cr",)
        yield Difference(names, a, a + len(wanted), i, i + len(found))


def _compare_blank_lines(mine: Sequence[_Piece], theirs: Sequence[_Piece], name: str) -> Iterator[Difference]:
    """Compare blank lines one by one, then the blanks before the next mark."""
    both = min(len(mine), len(theirs)) - 1
    for wanted, found in zip(mine[:both], theirs[:both], strict=True):
        yield from _compare_blanks(wanted, found, "trailing-blank")
        yield from _compare_line_ends(wanted, found)
    for found in theirs[both:-1]:
        a, width = mine[both].start, len(found.blanks + found.end)
        yield Difference((name,), a, a, found.start, found.start + width)
    for wanted in mine[both:-1]:
        i, width = theirs[both].start, len(wanted.blanks + wanted.end)
        yield Difference(("blank-line-missing",), wanted.start, wanted.start + width, i, i)
    at_end = name == "blank-line-at-end"
    yield from _compare_blanks(mine[-1], theirs[-1], "trailing-blank" if at_end else "leading-blank")


def _compare_end(mine: Sequence[_Piece], theirs: Sequence[_Piece]) -> Iterator[Difference]:
    """Compare the rest of the last line, its newline, and the lines after it."""
    yield from _compare_blanks(mine[0], theirs[0], "trailing-blank")
    a, i = mine[0].start + len(mine[0].blanks), theirs[0].start + len(theirs[0].blanks)
    if len(mine) > 1 and len(theirs) > 1:
        yield from _compare_line_ends(mine[0], theirs[0])
    elif len(mine) > 1:
        yield Difference(("final-newline-missing",), a, a + len(mine[0].end), i, i)
        theirs = [*theirs, _Piece(i, b"", b"")]
    else:
        yield Difference(("final-newline-added",), a, a, i, i + len(theirs[0].end))
        mine = [*mine, _Piece(a, b"", b"")]
    yield from _compare_blank_lines(mine[1:], theirs[1:], "blank-line-at-end")


def _whole(gap: Gap, *names: str) -> Difference:
    wanted, found = gap.a + len(gap.wanted), gap.i + len(gap.found)
    return Difference(tuple(dict.fromkeys(names)), gap.a, wanted, gap.i, found)


def _coarse_name(gap: Gap, where: str) -> str:
    """One name for all differences in a gap of thousands of bytes."""
    if b"\n" not in gap.wanted + gap.found:
        return _name_blanks(gap.wanted, gap.found, where)
    if len(gap.found) <= len(gap.wanted):
        return "blank-line-missing"
    return "blank-line-at-end" if gap.last else "blank-line-before" if gap.first else "blank-line-between"
