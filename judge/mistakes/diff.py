"""The two texts line by line for the screen: what belongs together side by side, what differs marked.

Bounded however long the texts are: equal lines are folded, long ones cut around what differs, and what comes
after some 40 rows is left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from judge.mistakes.gaps import Difference, narrowed
from judge.results import Row, Side

_ROWS = 40
_WIDTH = 240
_BEFORE = 60
_MARKS = 200


def rows(answer: bytes, output: bytes, differences: Sequence[Difference]) -> tuple[Row, ...]:
    """The rows of the first differences, an equal row before and after each."""
    found: list[Row] = []
    for row in _Pairing(answer, output).rows(differences):
        if len(found) == _ROWS:
            return (*found, Row())
        found.append(row)
    return tuple(found)


@dataclass(slots=True)
class _DiffLine:
    """A line of one text. `partner` is the first line of the other with which it shares a byte."""

    number: int
    start: int
    end: int = 0
    marks: list[tuple[int, int]] = field(default_factory=list)
    partner: int | None = None

    def mark(self, begin: int, end: int) -> None:
        if len(self.marks) < _MARKS:
            self.marks.append((begin, end))


class _Text:
    """One text while it is read: the line that is open, and those that wait for their partners."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.line = _DiffLine(1, 0)
        self.waiting: list[_DiffLine] = []

    def close(self, end: int) -> None:
        self.line.end = end
        self.waiting.append(self.line)
        self.line = _DiffLine(self.line.number + 1, end)

    def skip(self, lines: int, start: int) -> None:
        self.line = _DiffLine(self.line.number + lines, start)

    def differ(self, begin: int, end: int) -> None:
        """Mark a stretch, line by line, but no more lines than can be shown."""
        for _ in range(2 * _ROWS):
            stop = self.data.find(b"\n", begin, end) + 1
            self.line.mark(begin, stop or end)
            if not stop:
                return
            self.close(stop)
            begin = stop
            if begin == end:
                return
        self.skip(self.data.count(b"\n", begin, end), self.data.rfind(b"\n", begin, end) + 1 or begin)

    def last(self) -> None:
        if self.line.start < len(self.data) or self.line.marks:
            self.close(len(self.data))

    def side(self, line: _DiffLine) -> Side:
        first = line.marks[0][0] if line.marks else line.start
        start = line.start if line.end - line.start <= _WIDTH else max(line.start, first - _BEFORE)
        stop = min(line.end, start + _WIDTH)
        marks = tuple(
            (begin - start, min(end, stop) - start) for begin, end in line.marks if start <= begin <= stop
        )
        return Side(
            number=line.number,
            data=self.data[start:stop],
            offset=start,
            marks=marks,
            start=start - line.start,
            more=line.end - stop,
        )


class _Pairing:
    def __init__(self, answer: bytes, output: bytes) -> None:
        self._answer = _Text(answer)
        self._output = _Text(output)

    def rows(self, differences: Sequence[Difference]) -> Iterator[Row]:
        a = i = 0
        for wide in differences:
            difference = narrowed(self._answer.data, self._output.data, wide)
            yield from self._same(a, difference.a, i)
            self._answer.differ(difference.a, difference.b)
            self._output.differ(difference.i, difference.j)
            a, i = difference.b, difference.j
        yield from self._same(a, len(self._answer.data), i)
        self._answer.last()
        self._output.last()
        yield from self._flushed()

    def _same(self, a: int, b: int, i: int) -> Iterator[Row]:
        """A stretch that is equal: it ends the open lines, and all but its first and last line are folded."""
        answer, output = self._answer, self._output
        if a == b:
            return
        self._share()
        stop = answer.data.find(b"\n", a, b) + 1
        if not stop:
            return
        shift = i - a
        yield from self._ended(stop, shift)
        lines = answer.data.count(b"\n", stop, b)
        if lines > 3:
            yield from self._ended(answer.data.find(b"\n", stop, b) + 1, shift)
            yield Row(folded=lines - 2)
            last = answer.data.rfind(b"\n", stop, b)
            stop = answer.data.rfind(b"\n", stop, last) + 1
            answer.skip(lines - 2, stop)
            output.skip(lines - 2, stop + shift)
            lines = 1
        for _ in range(lines):
            stop = answer.data.find(b"\n", answer.line.start, b) + 1
            yield from self._ended(stop, shift)
        if answer.line.start < b:
            self._share()

    def _ended(self, stop: int, shift: int) -> Iterator[Row]:
        """Both open lines end in the same newline."""
        self._share()
        self._answer.close(stop)
        self._output.close(stop + shift)
        yield from self._flushed()

    def _share(self) -> None:
        mine, theirs = self._answer.line, self._output.line
        mine.partner = mine.partner or theirs.number
        theirs.partner = theirs.partner or mine.number

    def _flushed(self) -> Iterator[Row]:
        """The lines that wait, partners in one row."""
        answer, output = self._answer, self._output
        mine, theirs = answer.waiting, output.waiting
        while mine or theirs:
            if mine and theirs and mine[0].partner == theirs[0].number:
                yield Row(answer=answer.side(mine.pop(0)), output=output.side(theirs.pop(0)))
            elif not mine or (theirs and (theirs[0].partner or 0) < mine[0].number):
                yield Row(output=output.side(theirs.pop(0)))
            else:
                yield Row(answer=answer.side(mine.pop(0)))
