"""The two texts line by line for the screen, with partners side by side and differences marked.

Bounded however long the texts are: equal lines are folded, long lines are cut around the differences, and
only some 40 rows are made.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from judge.mistakes.gaps import Difference, narrow
from judge.model.results import Row, Side

_ROWS = 40
_WIDTH = 240
_BEFORE = 60
_MARKS = 200


def make_rows(answer: bytes, output: bytes, differences: Sequence[Difference]) -> tuple[Row, ...]:
    """Make the rows of the first differences, with an equal row before and after each."""
    rows = tuple(islice(_Pairing(answer, output).rows(differences), _ROWS + 1))
    return (*rows[:_ROWS], Row()) if len(rows) > _ROWS else rows


class _Text:
    """One text while it is read: the open line, and the waiting lines, each with its partner.

    The partner is the number of the first line of the other text that shares a byte with it; 0 if none does.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.waiting: list[tuple[Side, int]] = []
        self.open(1, 0)

    def open(self, number: int, start: int) -> None:
        self.number, self.start, self.partner = number, start, 0
        self._marks: list[tuple[int, int]] = []

    def close(self, end: int) -> None:
        """Close the line, and cut it around its first mark."""
        start, marks = self.start, self._marks
        if marks and end - start > _WIDTH:
            start = max(start, marks[0][0] - _BEFORE)
        stop = min(end, start + _WIDTH)
        side = Side(
            number=self.number,
            data=self.data[start:stop],
            offset=start,
            marks=tuple((a - start, min(b, stop) - start) for a, b in marks if start <= a <= stop),
            start=start - self.start,
            more=end - stop,
        )
        self.waiting.append((side, self.partner))
        self.open(self.number + 1, end)

    def mark(self, begin: int, end: int) -> None:
        """Mark a stretch that differs, line by line, but only as many lines as can be shown."""
        for _ in range(2 * _ROWS):
            stop = self.data.find(b"\n", begin, end) + 1
            if len(self._marks) < _MARKS:
                self._marks.append((begin, stop or end))
            if not stop:
                return
            self.close(stop)
            begin = stop
            if begin == end:
                return
        lines = self.data.count(b"\n", begin, end)
        self.open(self.number + lines, self.data.rfind(b"\n", begin, end) + 1 or begin)

    def close_last(self) -> None:
        if self.start < len(self.data) or self._marks:
            self.close(len(self.data))


class _Pairing:
    def __init__(self, answer: bytes, output: bytes) -> None:
        self._answer = _Text(answer)
        self._output = _Text(output)

    def rows(self, differences: Sequence[Difference]) -> Iterator[Row]:
        answer, output = self._answer, self._output
        a = i = 0
        for wide in differences:
            difference = narrow(answer.data, output.data, wide)
            yield from self._read_equal(a, difference.a, i - a)
            answer.mark(difference.a, difference.b)
            output.mark(difference.i, difference.j)
            a, i = difference.b, difference.j
        yield from self._read_equal(a, len(answer.data), i - a)
        answer.close_last()
        output.close_last()
        yield from self._take_rows()

    def _read_equal(self, a: int, b: int, shift: int) -> Iterator[Row]:
        """Read an equal stretch. It ends the open lines, and most lines within it are folded."""
        answer, output = self._answer, self._output
        if a == b:
            return
        self._share()
        stop = answer.data.find(b"\n", a, b) + 1
        if not stop:
            return
        yield from self._end_lines(stop, shift)
        lines = answer.data.count(b"\n", stop, b)
        if lines > 3:
            yield from self._end_lines(answer.data.find(b"\n", stop, b) + 1, shift)
            yield Row(folded=lines - 2)
            last = answer.data.rfind(b"\n", stop, b)
            stop = answer.data.rfind(b"\n", stop, last) + 1
            answer.open(answer.number + lines - 2, stop)
            output.open(output.number + lines - 2, stop + shift)
            lines = 1
        for _ in range(lines):
            yield from self._end_lines(answer.data.find(b"\n", answer.start, b) + 1, shift)
        if answer.start < b:
            self._share()

    def _end_lines(self, stop: int, shift: int) -> Iterator[Row]:
        """End both open lines with the same newline."""
        self._share()
        self._answer.close(stop)
        self._output.close(stop + shift)
        yield from self._take_rows()

    def _share(self) -> None:
        answer, output = self._answer, self._output
        answer.partner = answer.partner or output.number
        output.partner = output.partner or answer.number

    def _take_rows(self) -> Iterator[Row]:
        """Take the waiting lines, partners in one row."""
        ours, others = self._answer.waiting, self._output.waiting
        while ours or others:
            if ours and others and ours[0][1] == others[0][0].number:
                yield Row(answer=ours.pop(0)[0], output=others.pop(0)[0])
            elif not ours or (others and others[0][1] < ours[0][0].number):
                yield Row(output=others.pop(0)[0])
            else:
                yield Row(answer=ours.pop(0)[0])
