"""Print the pairs of programs that are alike, with the lines that they have in common."""

from collections.abc import Iterator

from rich.text import Text

from judge.model.likeness import Likeness, Lines, Pair
from judge.platform.errors import counted, listed, printable
from judge.platform.streams import Colour
from judge.show.console import open_console
from judge.show.tables import new_table

_PAIRS_SHOWN = 40
_PASSAGES_SHOWN = 3
_NAMES_LISTED = 10


def show_likeness(likeness: Likeness, *, color: Colour = "auto", lists_all: bool = False) -> None:
    """Print a table of the pairs, and the summary. `lists_all` means that a report has the rest.

    The table has only the first of programs with the same text.
    """
    console = open_console(color=color)
    others = {name for _, *names in likeness.equal for name in names}
    pairs = [pair for pair in likeness.pairs if others.isdisjoint((pair.first.name, pair.second.name))]
    if pairs:
        problems = len({pair.problem for pair in pairs}) > 1
        headings = ["problem"] if problems else []
        table = new_table(*headings, "first", "second", "alike", "lines", "lines alike")
        for pair in pairs[:_PAIRS_SHOWN]:
            cells = [pair.problem] if problems else []
            cells += [pair.first.name, pair.second.name, write_shares(pair)]
            cells += [f"{pair.first.lines}, {pair.second.lines}", _list_passages(pair)]
            table.add_row(*(Text(printable(cell)) for cell in cells))
        console.print(table)
    if more := pairs[_PAIRS_SHOWN:]:
        where = "the report lists all" if lists_all else "--json FILE and --html FILE list all"
        console.print(f"and {counted(len(more), 'more pair')}; {where}", soft_wrap=True)
    for line in summarise_likeness(likeness):
        console.print(printable(line), soft_wrap=True)


def summarise_likeness(likeness: Likeness) -> Iterator[str]:
    """Say how many pairs are alike, of how many, and which programs have the same text or are too short."""
    number, least = len(likeness.pairs), f"{likeness.least_share:.0%}"
    found = f"{counted(number, 'pair')} of {counted(likeness.programs, 'program')}"
    are = "is" if number == 1 else "are"
    yield f"{found} {are} alike in {least} or more; {counted(likeness.compared, 'pair')} compared"
    for names in likeness.equal:
        yield f"{counted(len(names), 'program')} with the same text: {listed(names, _NAMES_LISTED)}"
    named = {name for names in likeness.equal for name in names}
    if short := [name for name in likeness.short if name not in named]:
        verb, whose = ("has", "its") if len(short) == 1 else ("have", "their")
        yield f"too short to compare: {listed(short, _NAMES_LISTED)} {verb} too few tokens of {whose} own"


def write_shares(pair: Pair) -> str:
    """Return the share of each program, rounded down so that only equal programs have 100 %."""
    return ", ".join(f"{int(100 * part.share)}%" for part in (pair.first, pair.second))


def write_lines(lines: Lines) -> str:
    return str(lines[0]) if lines[0] == lines[1] else f"{lines[0]}-{lines[1]}"


def _list_passages(pair: Pair) -> str:
    """List the longest passages in the order of the first program."""
    longest = sorted(pair.passages, key=lambda passage: -passage.tokens)[:_PASSAGES_SHOWN]
    words = [
        f"{write_lines(one.first)} = {write_lines(one.second)}" for one in pair.passages if one in longest
    ]
    more = len(pair.passages) - len(words)
    return ", ".join(words) + (f", {more} more" if more > 0 else "")
