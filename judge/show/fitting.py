"""Fit texts into a width: cut names in their middle, also in tables, and break sentences into lines."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from judge.platform.errors import printable

# The width of pipes and files.
BOUNDLESS = 1 << 15
# The characters of a column that shows a verdict.
NARROWEST = 2
# Messages often quote a blank, which belongs to its word.
_WORD = re.compile(r"(?:' '|\S)+\s*")


def cut_middle(name: str, width: int, *, dots: str = "…") -> str:
    """Cut the middle of a name that is longer than this many cells."""
    if cell_len(name) <= width:
        return name
    room = max(0, width - len(dots))
    head, tail = _take_cells(name, room - room // 2), _take_cells(name[::-1], room // 2)
    return f"{head}{dots}{tail[::-1]}"


def _take_cells(text: str, width: int) -> str:
    """Return the longest beginning that fits into the cells."""
    lengths = range(min(len(text), width), 0, -1)
    return next((text[:length] for length in lengths if cell_len(text[:length]) <= width), "")


def wrap(text: Text, width: int) -> Text:
    """Break a sentence into lines of this width. The last line has two words or more if they fit.

    Only a word longer than the width makes a longer line.
    """
    words = [found.span() for found in _WORD.finditer(text.plain)]
    breaks = _breaks(text.plain, words, width)
    if not breaks:
        return text
    lines = text.divide(words[number][0] for number in breaks)
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


def _breaks(plain: str, words: Sequence[tuple[int, int]], width: int) -> list[int]:
    """Return the numbers of the words that begin the second and later lines."""

    def fits(first: int, last: int) -> bool:
        return cell_len(plain[words[first][0] : words[last][1]].rstrip()) <= width

    starts = [0]
    for number in range(1, len(words)):
        if not fits(starts[-1], number):
            starts.append(number)
    last = len(words) - 1
    if len(starts) > 1 and starts[-1] == last and last - starts[-2] > 1 and fits(last - 1, last):
        starts[-1] -= 1
    return starts[1:]


def fit_names(
    names: Iterable[str], make: Callable[[Mapping[str, str]], Table], console: Console, *, least: int
) -> tuple[Table, Sequence[str]] | None:
    """Return the table that `make` returns for the names, cut in their middle if needed to fit the console.

    Also returns what is left out. None if names would be shorter than `least` cells, or equal.
    """
    shown = {name: printable(name) for name in names}
    table = make(shown)
    if (excess := measure_width(table, console) - console.width) <= 0:
        return table, ()
    room = max(map(cell_len, shown.values()), default=0) - excess
    dots = "..." if console.options.ascii_only else "…"
    shorter = {name: cut_middle(text, max(room, NARROWEST), dots=dots) for name, text in shown.items()}
    if least and (room < least or len(set(shorter.values())) < len(shorter)):
        return None
    return make(shorter), ("the middle of long names",)


def measure_width(table: Table, console: Console) -> int:
    """Return the cells that a table needs with nothing cut."""
    return Measurement.get(console, console.options.update(width=BOUNDLESS), table).maximum


def fits(table: Table, console: Console) -> bool:
    """Return whether the console is wide enough for the whole table."""
    return measure_width(table, console) <= console.width
