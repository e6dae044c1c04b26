"""What a width does: names cut in their middle, in tables too, and sentences broken into lines."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from judge.errors import printable

# As wide as anything may become in a pipe or a file, which have no width.
BOUNDLESS = 1 << 15
# Characters of a column: a verdict.
NARROWEST = 2
# A blank in quotes, which messages have often, belongs to its word.
_WORD = re.compile(r"(?:' '|\S)+\s*")


def cut_middle(name: str, width: int, *, dots: str = "…") -> str:
    """The name in so many cells, without its middle where it is longer."""
    if cell_len(name) <= width:
        return name
    room = max(0, width - len(dots))
    head, tail = _within(name, room - room // 2), _within(name[::-1], room // 2)
    return f"{head}{dots}{tail[::-1]}"


def _within(text: str, width: int) -> str:
    """As many of its first characters as so many cells hold."""
    lengths = range(min(len(text), width), 0, -1)
    return next((text[:length] for length in lengths if cell_len(text[:length]) <= width), "")


def wrap(text: Text, width: int) -> Text:
    """A sentence in lines of this width, of which none holds one word alone, if two of them would fit.

    Only a word that is longer than the width makes a longer line.
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
    """The numbers of the words that begin a line, but for the first."""

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
    """What `make` makes of the names as they are shown, cut in their middle if the width asks for it.

    Beside it what is left out. None where names would have less than the `least` cells, or be alike.
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
    """The cells that a table takes with nothing cut."""
    return Measurement.get(console, console.options.update(width=BOUNDLESS), table).maximum


def fits(table: Table, console: Console) -> bool:
    """Whether the width holds a table with nothing cut."""
    return measure_width(table, console) <= console.width
