"""Lines by what they say, and where two texts that do not say the same meet again."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from typing import NamedTuple

from judge.mistakes.bytewise import BLANKS, end_of, key
from judge.mistakes.words import shortest_numbers

# So many bytes of a line are read as one.
LINE_LIMIT = 1 << 14
_OF_NUMBERS = b"0123456789.+-"
_LED = 1 << 12
_LABEL = 200
_LINES_AHEAD = 64
_BYTES_AHEAD = 1 << 16


class Line(NamedTuple):
    """A line that says something, with the silent lines before it; `says` is None at the end of the text."""

    start: int
    end: int
    says: bytes | None


def said(text: bytes) -> bytes:
    """The key of a text, its numbers written in the shortest way."""
    return key(shortest_numbers(text))


def line_at(data: bytes, start: int) -> Line:
    """The first line from `start` on that says something; long ones, and long silence, are taken in parts."""
    at = start
    while at < len(data) and at - start < _BYTES_AHEAD:
        at = end_of(BLANKS, data, at, at + _BYTES_AHEAD)
        end = data.find(b"\n", at, at + LINE_LIMIT) + 1 or min(at + LINE_LIMIT, len(data))
        if says := said(data[at:end]):
            return Line(start, end, says)
        at = end
    return Line(start, at, b"" if at < len(data) else None)


def lines_from(data: bytes, start: int) -> Iterator[Line]:
    """The lines from `start` on, up to and with the end of the text."""
    while True:
        line = line_at(data, start)
        yield line
        if line.says is None:
            return
        start = line.end


def lines_ahead(data: bytes, start: int) -> list[Line]:
    """The lines from `start` on, two or more, as far as they are looked at together."""
    lines = []
    for line in islice(lines_from(data, start), _LINES_AHEAD):
        lines.append(line)
        if len(lines) > 1 and line.end - start > _BYTES_AHEAD:
            break
    return lines


def meeting(ours: Sequence[Line], others: Sequence[Line]) -> tuple[int, int]:
    """How many lines to skip on either side until two, and the two after them, say the same; the fewest."""
    if holds(others[0], ours[0]) and len(ours) > 1 < len(others) and ours[1].says == others[1].says:
        return 1, 1
    if len(ours) == len(others) and (
        ours[-1].says is others[-1].says is None
        or all(mine.says == theirs.says for mine, theirs in zip(ours[1:], others[1:], strict=True))
    ):
        return 1, 1
    for total in range(1, len(ours) + len(others) - 1):
        low, high = max(0, total - len(others) + 1), min(total, len(ours) - 1)
        for skip in sorted(range(low, high + 1), key=lambda skip: abs(total - 2 * skip)):
            extra = total - skip
            if ours[skip].says == others[extra].says and (
                skip + 1 >= len(ours)
                or extra + 1 >= len(others)
                or ours[skip + 1].says == others[extra + 1].says
            ):
                return skip, extra
    return 1, 1


def is_beginning(output: bytes, answer: bytes) -> bool:
    """Whether the output says a beginning of the answer, or all; with a newline, up to the end of a line."""
    mine, theirs = key(answer), key(output)
    if not mine.startswith(theirs) or len(mine) == len(theirs) or not output.endswith(b"\n"):
        return mine.startswith(theirs)
    ends = accumulate(len(line.says or b"") for line in lines_from(answer, 0))
    return len(theirs) in ends


def holds(theirs: Line, mine: Line) -> bool:
    """Whether a line says what the other says, after no more than a label."""
    if not mine.says or not theirs.says or len(mine.says) > _LED:
        return False
    return len(theirs.says) <= len(mine.says) + _LABEL and theirs.says.endswith(mine.says)


def beginning(data: bytes, line: Line, says: bytes) -> int:
    """Where in `line` the text begins that says `says`: the last place from which all of it is said."""
    low, high = line.start, line.end
    while low < high:
        middle = (low + high + 1) // 2
        if len(said(data[middle : line.end])) >= len(says):
            low = middle
        else:
            high = middle - 1
    # A number says the same without its zeros.
    while low > line.start and data[low - 1] in _OF_NUMBERS and said(data[low - 1 : line.end]) == says:
        low -= 1
    return low
