"""Compare lines by what they say, and find where two texts agree again after a difference."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, islice
from typing import NamedTuple

from judge.mistakes.bytewise import BLANKS, end_of, text_key
from judge.mistakes.words import shorten_numbers

# The most bytes of a line that are read as one.
LINE_LIMIT = 1 << 14
_OF_NUMBERS = b"0123456789.+-"
_LABELLED = 1 << 12
_LABEL = 200
_LINES_AHEAD = 64
_BYTES_AHEAD = 1 << 16


class Line(NamedTuple):
    """A line that says something, with the silent lines before it; `says` is None at the end of the text."""

    start: int
    end: int
    says: bytes | None


def line_key(text: bytes) -> bytes:
    """Return what a text says, with its numbers in the shortest form."""
    return text_key(shorten_numbers(text))


def line_at(data: bytes, start: int) -> Line:
    """Read the first line after `start` that says something. Long lines and long silence come in pieces."""
    at = start
    while at < len(data) and at - start < _BYTES_AHEAD:
        at = end_of(BLANKS, data, at, at + _BYTES_AHEAD)
        end = data.find(b"\n", at, at + LINE_LIMIT) + 1 or min(at + LINE_LIMIT, len(data))
        if says := line_key(data[at:end]):
            return Line(start, end, says)
        at = end
    return Line(start, at, b"" if at < len(data) else None)


class Lines:
    """The lines of a text that say something. `at` is `line_at`; it keeps the last lines that it has read."""

    def __init__(self, data: bytes) -> None:
        self.at = lru_cache(maxsize=2 * _LINES_AHEAD)(partial(line_at, data))

    def after(self, start: int) -> Iterator[Line]:
        """Read the lines from `start` to the end of the text, including its end."""
        line = self.at(start)
        yield line
        while line.says is not None:
            line = self.at(line.end)
            yield line

    def ahead(self, start: int) -> list[Line]:
        """Read the lines from `start` on, at least two, that are compared together."""
        lines = []
        for line in islice(self.after(start), _LINES_AHEAD):
            lines.append(line)
            if len(lines) > 1 and line.end - start > _BYTES_AHEAD:
                break
        return lines


def line_end(data: bytes, start: int) -> int:
    """The end of the first line from `start` on that is not blank, with its newline."""
    return data.find(b"\n", end_of(BLANKS, data, start, len(data))) + 1 or len(data)


def has_long_line(data: bytes) -> bool:
    """Return whether a line is too long to be read as one."""
    start = 0
    while start + LINE_LIMIT < len(data):
        stop = data.rfind(b"\n", start, start + LINE_LIMIT) + 1
        if not stop:
            return True
        start = stop
    return False


def find_meeting(ours: Sequence[Line], others: Sequence[Line]) -> tuple[int, int]:
    """Count the lines to skip in each text, as few as possible, until two lines and the next are equal."""
    if is_labelled(others[0], ours[0]) and len(ours) > 1 < len(others) and ours[1].says == others[1].says:
        return 1, 1
    if len(ours) == len(others) and (
        ours[-1].says is others[-1].says is None
        or all(mine.says == theirs.says for mine, theirs in zip(ours[1:], others[1:], strict=True))
    ):
        return 1, 1
    places: dict[bytes | None, list[int]] = {}
    for extra, theirs in enumerate(others):
        places.setdefault(theirs.says, []).append(extra)
    # By the number of lines to skip, then by how uneven they are.
    best = (len(ours) + len(others), 0, 1)
    for skip, mine in enumerate(ours):
        for extra in places.get(mine.says, ()):
            if skip + extra > best[0]:
                break
            after = [
                lines[at + 1].says for lines, at in ((ours, skip), (others, extra)) if at + 1 < len(lines)
            ]
            if (skip or extra) and len({*after}) < 2:
                best = min(best, (skip + extra, abs(skip - extra), skip))
    total, _, skip = best
    return (skip, total - skip) if total < len(ours) + len(others) else (1, 1)


def is_beginning(output: bytes, answer: bytes) -> bool:
    """Return whether the output says a beginning of the answer. If it ends a line, the beginning must too."""
    mine, theirs = text_key(answer), text_key(output)
    if not mine.startswith(theirs) or len(mine) == len(theirs) or not output.endswith(b"\n"):
        return mine.startswith(theirs)
    ends = accumulate(len(line.says or b"") for line in Lines(answer).after(0))
    return len(theirs) in ends


def is_labelled(line: Line, other: Line) -> bool:
    """Return whether a line says what the other says, after at most a label."""
    if not other.says or not line.says or len(other.says) > _LABELLED:
        return False
    return len(line.says) <= len(other.says) + _LABEL and line.says.endswith(other.says)


def find_start(data: bytes, line: Line, says: bytes) -> int:
    """Find the last place in `line` from which the text says `says`."""
    low, high = line.start, line.end
    while low < high:
        middle = (low + high + 1) // 2
        if len(line_key(data[middle : line.end])) >= len(says):
            low = middle
        else:
            high = middle - 1
    # A number says the same without its zeros.
    while low > line.start and data[low - 1] in _OF_NUMBERS and line_key(data[low - 1 : line.end]) == says:
        low -= 1
    return low
