"""Align the words, or the lines, of two texts with the fewest of them changed, missing or extra.

Ukkonen's algorithm ("Algorithms for approximate string matching", 1985): for each number of edits and each
diagonal, how far the words can be paired. Places are offsets of bytes, so no list of words is kept and
equal stretches are compared as bytes.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import islice
from typing import NamedTuple

from judge.mistakes.bytewise import PUNCTUATION, WHITE, common_prefix, end_of

MOST_EDITS = 64

_CHUNK = 1 << 12
# Words that are compared one by one because the gaps before them differ.
_MOST_STEPS = 1 << 22


class Unit:
    """The kind of piece that is aligned: words, or lines. Bytes of `silence` separate them."""

    def __init__(self, silence: bytes) -> None:
        self.silence = silence
        self.loud = bytes(set(range(256)) - set(silence))
        self._gap = re.compile(rb"[%b]*+" % re.escape(silence))
        self._self = re.compile(rb"[^%b]*+" % re.escape(silence))
        self._some = re.compile(rb"[^%b]++" % re.escape(silence))

    def start(self, data: bytes, place: int, stop: int) -> int:
        """The start of the first unit from `place` on."""
        return end_of(self._gap, data, place, stop)

    def next(self, data: bytes, place: int, stop: int) -> int:
        """The start of the unit after the one at `place`."""
        return self.start(data, end_of(self._self, data, place, stop), stop)

    def end(self, data: bytes, least: int, place: int) -> int:
        """The end of the last unit before `place`, which is the start of one or the end of the text."""
        tail = data[max(least, place - _CHUNK) : place]
        return place - len(tail) + len(tail.rstrip(self.silence))

    def has(self, data: bytes, start: int, stop: int, least: int) -> bool:
        """Return whether there are at least `least` units."""
        return sum(1 for _ in islice(self._some.finditer(data, start, stop), least)) == least


WORDS, LINES = Unit(WHITE + PUNCTUATION), Unit(b"\r\n")


class Edit(NamedTuple):
    """A word of each text, or one of one text alone; each place is the start of a word, or the end."""

    a: int
    b: int
    i: int
    j: int


class _Way(NamedTuple):
    """The reach of a diagonal: the edit that leads to it, the diagonal before, and the end of its run."""

    edit: Edit | None
    before: int
    a: int
    i: int


def align(
    unit: Unit,
    answer: bytes,
    a: int,
    a_end: int,
    output: bytes,
    i: int,
    i_end: int,
    *,
    most: int = MOST_EDITS,
) -> list[Edit] | None:
    """Find the fewest edits between two stretches, in order; None if there are more than `most`.

    Neighbours that are all missing, or all extra, are one edit.
    """
    edits = _Alignment(unit, answer, a_end, output, i_end).find(a, i, most)
    return edits and list(_join_lone(edits))


class _Alignment:
    def __init__(self, unit: Unit, answer: bytes, a_end: int, output: bytes, i_end: int) -> None:
        self._unit = unit
        self._answer, self._a_end = answer, a_end
        self._output, self._i_end = output, i_end
        self._steps = 0
        # Several diagonals ask for the same words, which may be long.
        self._after_mine = cache(partial(unit.next, answer, stop=a_end))
        self._after_theirs = cache(partial(unit.next, output, stop=i_end))

    def find(self, a: int, i: int, most: int) -> list[Edit] | None:
        a = self._unit.start(self._answer, a, self._a_end)
        i = self._unit.start(self._output, i, self._i_end)
        trace = [{0: _Way(None, 0, *self._run(a, i))}]
        while len(trace) <= most + 1 and self._steps < _MOST_STEPS:
            for diagonal, way in trace[-1].items():
                if (way.a, way.i) == (self._a_end, self._i_end):
                    return _walk_back(trace, diagonal)
            trace.append(self._next(trace[-1], len(trace)))
        return None

    def _next(self, ways: dict[int, _Way], edits: int) -> dict[int, _Way]:
        """Reach one edit further on every diagonal."""
        reached = {}
        for diagonal in range(-edits, edits + 1):
            found = [
                (self._edit(way, missing=missing, extra=extra), before)
                for before, missing, extra in (
                    (diagonal, True, True),
                    (diagonal - 1, True, False),
                    (diagonal + 1, False, True),
                )
                if (way := ways.get(before))
            ]
            best = max(((edit, before) for edit, before in found if edit), key=_reach, default=None)
            if best:
                edit, before = best
                reached[diagonal] = _Way(edit, before, *self._run(edit.b, edit.j))
        return reached

    def _edit(self, way: _Way, *, missing: bool, extra: bool) -> Edit | None:
        """Leave a word of the answer, of the output, or of both; None at the end of a text."""
        a, i = way.a, way.i
        if (missing and a == self._a_end) or (extra and i == self._i_end):
            return None
        b = self._after_mine(a) if missing else a
        j = self._after_theirs(i) if extra else i
        return Edit(a, b, i, j)

    def _run(self, a: int, i: int) -> tuple[int, int]:
        """Pass all words that are the same, whatever the gaps between them."""
        answer, output = self._answer, self._output
        while a < self._a_end and i < self._i_end:
            self._steps += 1
            same = common_prefix(answer, a, output, i, min(self._a_end - a, self._i_end - i))
            b, j = a + same, i + same
            if not (self._is_end(answer, b, self._a_end) and self._is_end(output, j, self._i_end)):
                back = count_back(answer, a, b, self._unit)
                b, j = b - back, j - back
            if b == a:
                break
            a = self._unit.start(answer, b, self._a_end)
            i = self._unit.start(output, j, self._i_end)
        return a, i

    def _is_end(self, data: bytes, place: int, stop: int) -> bool:
        return place == stop or data[place] in self._unit.silence


def _reach(found: tuple[Edit, int]) -> int:
    return found[0].b + found[0].j


def count_back(data: bytes, start: int, place: int, unit: Unit) -> int:
    """Count the bytes of the unit before `place`, down to `start`."""
    at = place
    while at > start:
        least = max(start, at - _CHUNK)
        at = least + len(data[least:at].rstrip(unit.loud))
        if at > least:
            break
    return place - at


def _walk_back(trace: list[dict[int, _Way]], diagonal: int) -> list[Edit]:
    edits = []
    for ways in reversed(trace[1:]):
        way = ways[diagonal]
        if way.edit:
            edits.append(way.edit)
        diagonal = way.before
    return edits[::-1]


def _join_lone(edits: Sequence[Edit]) -> Iterator[Edit]:
    """Join neighbours that are all missing, or all extra."""
    waiting: Edit | None = None
    for edit in edits:
        extra, missing = edit.a == edit.b, edit.i == edit.j
        if waiting and (
            (extra and waiting.a == edit.b and waiting.j == edit.i)
            or (missing and waiting.i == edit.j and waiting.b == edit.a)
        ):
            waiting = Edit(waiting.a, edit.b, waiting.i, edit.j)
            continue
        if waiting:
            yield waiting
        waiting = edit
    if waiting:
        yield waiting
