"""An input as a person reads it: lines of words. The bytes between the words are left as they are."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from io import BytesIO
from itertools import combinations, groupby

from judge.model.groups import group_by

# A number among the first words of a line may be a count.
COUNTS = 3
# A longer one is a string of digits.
_INTEGER = re.compile(rb"[+-]?[0-9]{1,40}")
_WORD = re.compile(rb"\S+")

# The line and the index of a word, from 0.
Place = tuple[int, int]
# A line, two bytes in it, and the new text from the first to before the second.
Splice = tuple[int, int, int, bytes]


class Text:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self._spans: dict[int, list[tuple[int, int]]] = {}

    def is_below(self, other: "Text") -> bool:
        """Compare by the number of lines, then of words, then by the first word that differs.

        A shorter word is below a longer one. So 1 2 3 is below 3 2 1, and a word may grow if one before it
        shrinks.
        """
        mine, theirs = self.data.count(b"\n"), other.data.count(b"\n")
        if mine == theirs:
            mine, theirs = self._size, other._size
        return mine < theirs if mine != theirs else self._order < other._order

    @cached_property
    def _size(self) -> int:
        return len(self.data.split())

    @cached_property
    def _order(self) -> tuple[list[tuple[int, bytes]], int, bytes]:
        return _shortlex(self.data), len(self.data), self.data

    @cached_property
    def lines(self) -> list[bytes]:
        """The lines with their newlines."""
        return [*BytesIO(self.data)]

    @cached_property
    def words(self) -> list[list[bytes]]:
        return [line.split() for line in self.lines]

    @cached_property
    def runs(self) -> list[range]:
        """Neighbouring lines that have the same number of words."""
        runs, first = [], 0
        for _, group in groupby(self.words, len):
            stop = first + sum(1 for _ in group)
            runs.append(range(first, stop))
            first = stop
        return runs

    def spans(self, line: int) -> list[tuple[int, int]]:
        """The first byte of each word of a line, and the byte after it."""
        if line not in self._spans:
            self._spans[line] = [match.span() for match in _WORD.finditer(self.lines[line])]
        return self._spans[line]

    @cached_property
    def integers(self) -> dict[Place, int]:
        """The integers in the order of the text."""
        return {
            (line, n): int(word)
            for line, words in enumerate(self.words)
            for n, word in enumerate(words)
            if _INTEGER.fullmatch(word)
        }

    @cached_property
    def equals(self) -> dict[int, list[Place]]:
        """The places of each integer."""
        return group_by(self.integers, self.integers.__getitem__)

    def integer(self, place: Place) -> int | None:
        word = self.word(place)
        return int(word) if _INTEGER.fullmatch(word) else None

    def word(self, place: Place) -> bytes:
        return self.words[place[0]][place[1]]

    def replace(self, place: Place, word: bytes) -> Splice:
        """Return the splice for another word."""
        start, stop = self.spans(place[0])[place[1]]
        return place[0], start, stop, word

    def cut(self, line: int, first: int, stop: int) -> Splice:
        """Return the splice that cuts the words of a line from `first` to before `stop`, with blanks."""
        spans = self.spans(line)
        if stop < len(spans):
            return line, spans[first][0], spans[stop][0], b""
        return line, spans[first - 1][1] if first else spans[first][0], spans[-1][1], b""

    def rewrite(self, line: int, words: Sequence[bytes]) -> list[Splice]:
        """Return the splices for other words in a line, at most as many as it has."""
        old = self.words[line]
        splices = [self.replace((line, n), word) for n, word in enumerate(words) if word != old[n]]
        return splices if len(words) == len(old) else [*splices, self.cut(line, len(words), len(old))]

    def splice(self, splices: Iterable[Splice], *, gone: range = range(0)) -> "Text":
        """Return the text with these splices, which do not overlap, and without the lines `gone`."""
        lines = self.lines.copy()
        for number, of_line in groupby(sorted(splices), lambda splice: splice[0]):
            pieces, end = [], 0
            for _, start, stop, new in of_line:
                pieces += [self.lines[number][end:start], new]
                end = stop
            lines[number] = b"".join(pieces) + self.lines[number][end:]
        del lines[gone.start : gone.stop]
        return Text(b"".join(lines))

    def sort_lines(self, run: range) -> "Text":
        """Return the text with some lines sorted by their words. The newlines stay in place."""
        bare = [self.lines[line].rstrip(b"\r\n") for line in run]
        moved = zip(run, bare, sorted(bare, key=_shortlex), strict=True)
        return self.splice((line, 0, len(old), new) for line, old, new in moved if old != new)

    def lower_counts(
        self, line: int, by: int, splices: Sequence[Splice] = (), *, gone: range = range(0), before: int = 0
    ) -> Iterator["Text"]:
        """Yield texts with these splices, without the lines `gone`, and with lower counts of `line`.

        Lower one integer, or one and all that equal it, or two, or none. A count is in the first line, in the
        nearest line above with another number of words, or at the start of `line` if words after it go:
        `before` is then their index.
        """
        cut = {number: range(start, stop) for number, start, stop, _ in splices}
        heads = sorted({head for head in (0, *self._heads_above(line)) if head < line})
        places = [(head, n) for head in heads for n in range(min(COUNTS, len(self.words[head])))]
        places += [(line, 0)] if before else []
        counts = [place for place in places if by <= (self.integer(place) or 0) <= len(self.data)]
        groups = [[place] for place in counts]
        groups += [equal for place in counts if len(equal := self.equals[self.integers[place]]) > 1]
        groups += [[*pair] for pair in combinations(counts, 2)]
        for group in (*groups, []):
            left = (place for place in group if place[0] not in gone)
            lowered = (self.replace(place, b"%d" % (self.integers[place] - by)) for place in left)
            apart = (splice for splice in lowered if splice[1] not in cut.get(splice[0], ()))
            yield self.splice([*splices, *apart], gone=gone)

    def _heads_above(self, line: int) -> Sequence[int]:
        """The last line of the run above. If all lines are one word, the second line may be a count too."""
        start = self.runs[bisect_right(self.runs, line, key=lambda run: run.start) - 1].start
        return (start - 1,) if start else (1,) if len(self.words[0]) == 1 else ()


def _shortlex(data: bytes) -> list[tuple[int, bytes]]:
    """A key that orders texts word by word: shorter words first, words of one length by their bytes."""
    return [(len(word), word) for word in data.split()]


def is_number(word: bytes) -> bool:
    """Return whether a word is read as a number, not as a string of digits."""
    return bool(re.fullmatch(rb"[+-]?([0-9]|[1-9][0-9]{1,18})(\.[0-9]+)?", word))
