"""An input as a person reads it: lines of words. What stands between the words is left as it is."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from io import BytesIO
from itertools import combinations, groupby

# Counts are looked for among so many words at the beginning of a line.
COUNTS = 3
# What is longer is a string of digits.
_INTEGER = re.compile(rb"[+-]?[0-9]{1,40}")
_WORD = re.compile(rb"\S+")

# A word, by its line and its place there, from 0.
Place = tuple[int, int]
# Of a line, from a byte to another: what is to stand there.
Splice = tuple[int, int, int, bytes]


class Text:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self._spans: dict[int, list[tuple[int, int]]] = {}

    def is_below(self, other: "Text") -> bool:
        """Fewer lines, or fewer words, or else the first word that differs is shorter or comes before.

        So 1 2 3 is below 3 2 1, and a word may grow where one before it shrinks.
        """
        mine, theirs = self.data.count(b"\n"), other.data.count(b"\n")
        if mine == theirs:
            mine, theirs = self.size, other.size
        if mine != theirs:
            return mine < theirs
        return self._order < other._order

    @cached_property
    def size(self) -> int:
        """In words."""
        return len(self.data.split())

    @cached_property
    def _order(self) -> tuple[list[tuple[int, bytes]], int, bytes]:
        return shortlex(self.data), len(self.data), self.data

    @cached_property
    def lines(self) -> list[bytes]:
        """With their ends."""
        return [*BytesIO(self.data)]

    @cached_property
    def words(self) -> list[list[bytes]]:
        return [line.split() for line in self.lines]

    @cached_property
    def runs(self) -> list[range]:
        """Neighbouring lines that have as many words each."""
        runs, first = [], 0
        for _, group in groupby(self.words, len):
            stop = first + sum(1 for _ in group)
            runs.append(range(first, stop))
            first = stop
        return runs

    def spans(self, line: int) -> list[tuple[int, int]]:
        """From where to where in its line each word is."""
        if line not in self._spans:
            self._spans[line] = [match.span() for match in _WORD.finditer(self.lines[line])]
        return self._spans[line]

    @cached_property
    def integers(self) -> dict[Place, int]:
        """As they are read."""
        return {
            (line, n): int(word)
            for line, words in enumerate(self.words)
            for n, word in enumerate(words)
            if _INTEGER.fullmatch(word)
        }

    @cached_property
    def equals(self) -> dict[int, list[Place]]:
        """Where each integer stands."""
        places: dict[int, list[Place]] = {}
        for place, integer in self.integers.items():
            places.setdefault(integer, []).append(place)
        return places

    def integer(self, place: Place) -> int | None:
        word = self.word(place)
        return int(word) if _INTEGER.fullmatch(word) else None

    def word(self, place: Place) -> bytes:
        return self.words[place[0]][place[1]]

    def replaced(self, place: Place, word: bytes) -> Splice:
        start, stop = self.spans(place[0])[place[1]]
        return place[0], start, stop, word

    def cut(self, line: int, first: int, stop: int) -> Splice:
        """The words of a line from `first` to before `stop` go, and what parts them from others."""
        spans = self.spans(line)
        if stop < len(spans):
            return line, spans[first][0], spans[stop][0], b""
        return line, spans[first - 1][1] if first else spans[first][0], spans[-1][1], b""

    def rewritten(self, line: int, words: Sequence[bytes]) -> list[Splice]:
        """Other words, at most as many, from the beginning of the line."""
        old = self.words[line]
        splices = [self.replaced((line, n), word) for n, word in enumerate(words) if word != old[n]]
        return splices if len(words) == len(old) else [*splices, self.cut(line, len(words), len(old))]

    def spliced(self, splices: Iterable[Splice], *, others: Mapping[int, bytes] | None = None) -> "Text":
        """With these splices, which do not overlap, and other lines for some; an empty one is gone."""
        lines = self.lines.copy()
        for number, line in (others or {}).items():
            lines[number] = line
        for number, of_line in groupby(sorted(splices), lambda splice: splice[0]):
            pieces, end = [], 0
            for _, start, stop, new in of_line:
                pieces += [self.lines[number][end:start], new]
                end = stop
            lines[number] = b"".join(pieces) + self.lines[number][end:]
        return Text(b"".join(lines))

    def reordered(self, run: range) -> "Text":
        """With some lines sorted by their words. The ends of lines stay where they are."""
        bare = [self.lines[line].rstrip(b"\r\n") for line in run]
        order = sorted(bare, key=shortlex)
        return self.spliced(
            (line, 0, len(old), new) for line, old, new in zip(run, bare, order, strict=True) if old != new
        )

    def repaired(
        self, line: int, by: int, splices: Sequence[Splice] = (), *, gone: range = range(0), before: int = 0
    ) -> Iterator["Text"]:
        """With these splices, without some lines, and with integers lowered that may count `line`.

        One of them, one with all that equal it, two, none. They stand in the first line, in the nearest one
        above of another number of words, or at the beginning of `line`, if that is `before` what goes.
        """
        cut = {number: range(start, stop) for number, start, stop, _ in splices}
        heads = sorted({head for head in (0, *self._above(line)) if head < line})
        places = [(head, n) for head in heads for n in range(min(COUNTS, len(self.words[head])))]
        places += [(line, 0)] if before else []
        counts = [place for place in places if by <= (self.integer(place) or 0) <= len(self.data)]
        groups = [[place] for place in counts]
        groups += [equal for place in counts if len(equal := self.equals[self.integers[place]]) > 1]
        groups += [[*pair] for pair in combinations(counts, 2)]
        for group in (*groups, []):
            left = (place for place in group if place[0] not in gone)
            lowered = (self.replaced(place, b"%d" % (self.integers[place] - by)) for place in left)
            apart = (splice for splice in lowered if splice[1] not in cut.get(splice[0], ()))
            yield self.spliced([*splices, *apart], others=dict.fromkeys(gone, b""))

    def _above(self, line: int) -> Sequence[int]:
        """The last line of the run above; where all lines are one word, the second may be a count, too."""
        start = self.runs[bisect_right(self.runs, line, key=lambda run: run.start) - 1].start
        return (start - 1,) if start else (1,) if len(self.words[0]) == 1 else ()


def shortlex(data: bytes) -> list[tuple[int, bytes]]:
    """Orders words, one after another: shorter ones first, equally long ones by their bytes."""
    return [(len(word), word) for word in data.split()]


def is_number(word: bytes) -> bool:
    """Whether it is read as a number, not as a string of digits."""
    return bool(re.fullmatch(rb"[+-]?([0-9]|[1-9][0-9]{1,18})(\.[0-9]+)?", word))
