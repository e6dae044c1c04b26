"""The two texts line by line for the screen, with partners side by side and differences marked.

Bounded however long the texts are: equal lines are folded, long lines are cut around the differences, and
only some 40 rows are made.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from judge.mistakes.gaps import Difference, narrow
from judge.results import Row, Side

_ROWS = 40
_WIDTH = 240
_BEFORE = 60
_MARKS = 200


def make_rows(answer: bytes, output: bytes, differences: Sequence[Difference]) -> tuple[Row, ...]:
    """Make the rows of the first differences, with an equal row before and after each."""
    rows = tuple(islice(_Pairing(answer, output).rows(differences), _ROWS + 1))
    return (*rows[:_ROWS], Row()) if len(rows) > _ROWS else rows


@dataclass(slots=True)
class _DiffLine:
    """A line of one text. `partner` is the first line of the other text that shares a byte with it."""

    number: int
    start: int
    end: int = 0
    marks: list[tuple[int, int]] = field(default_factory=list)
    partner: int | None = None


class _Text:
    """One text while it is read: the open line, and the lines that wait for their partners."""

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

    def mark(self, begin: int, end: int) -> None:
        """Mark a stretch that differs, line by line, but only as many lines as can be shown."""
        for _ in range(2 * _ROWS):
            stop = self.data.find(b"\n", begin, end) + 1
            if len(self.line.marks) < _MARKS:
                self.line.marks.append((begin, stop or end))
            if not stop:
                return
            self.close(stop)
            begin = stop
            if begin == end:
                return
        self.skip(self.data.count(b"\n", begin, end), self.data.rfind(b"\n", begin, end) + 1 or begin)

    def close_last(self) -> None:
        if self.line.start < len(self.data) or self.line.marks:
            self.close(len(self.data))

    def take_side(self) -> Side:
        """Take the first waiting line, cut around its first mark."""
        line = self.waiting.pop(0)
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
        answer, output = self._answer, self._output
        a = i = 0
        for wide in differences:
            difference = narrow(answer.data, output.data, wide)
            yield from self._read_equal(a, difference.a, i)
            answer.mark(difference.a, difference.b)
            output.mark(difference.i, difference.j)
            a, i = difference.b, difference.j
        yield from self._read_equal(a, len(answer.data), i)
        answer.close_last()
        output.close_last()
        yield from self._take_rows()

    def _read_equal(self, a: int, b: int, i: int) -> Iterator[Row]:
        """Read an equal stretch. It ends the open lines, and most lines within it are folded."""
        answer, output = self._answer, self._output
        if a == b:
            return
        self._share()
        stop = answer.data.find(b"\n", a, b) + 1
        if not stop:
            return
        shift = i - a
        yield from self._end_lines(stop, shift)
        lines = answer.data.count(b"\n", stop, b)
        if lines > 3:
            yield from self._end_lines(answer.data.find(b"\n", stop, b) + 1, shift)
            yield Row(folded=lines - 2)
            last = answer.data.rfind(b"\n", stop, b)
            stop = answer.data.rfind(b"\n", stop, last) + 1
            answer.skip(lines - 2, stop)
            output.skip(lines - 2, stop + shift)
            lines = 1
        for _ in range(lines):
            yield from self._end_lines(answer.data.find(b"\n", answer.line.start, b) + 1, shift)
        if answer.line.start < b:
            self._share()

    def _end_lines(self, stop: int, shift: int) -> Iterator[Row]:
        """End both open lines with the same newline."""
        self._share()
        self._answer.close(stop)
        self._output.close(stop + shift)
        yield from self._take_rows()

    def _share(self) -> None:
        mine, theirs = self._answer.line, self._output.line
        mine.partner = mine.partner or theirs.number
        theirs.partner = theirs.partner or mine.number

    def _take_rows(self) -> Iterator[Row]:
        """Take the lines that wait, partners in one row."""
        answer, output = self._answer, self._output
        while answer.waiting or output.waiting:
            mine = answer.waiting[0] if answer.waiting else None
            theirs = output.waiting[0] if output.waiting else None
            if mine and theirs and mine.partner == theirs.number:
                yield Row(answer=answer.take_side(), output=output.take_side())
            elif not mine or (theirs and (theirs.partner or 0) < mine.number):
                yield Row(output=output.take_side())
            else:
                yield Row(answer=answer.take_side())
