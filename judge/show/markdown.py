"""The Markdown report, for a page, an issue or a forge's summary: the tables and texts of the screen.

Texts are in fences, where no character is markup. Source: https://github.github.com/gfm/
"""

import io
import re
from collections.abc import Iterator
from itertools import chain, groupby

from rich.console import Group, RenderableType
from rich.table import Table

from judge.platform.errors import harmless, printable
from judge.show.console import open_console
from judge.show.failures import describe_failures, describe_left_out, describe_rest
from judge.show.outcome import Outcome, describe_late, describe_missing, explain_marks
from judge.show.overview import tabulate_run
from judge.show.screen import summarise

# GitHub accepts no longer summary of a step.
MOST_BYTES = 1 << 20
# Pages show tables and lines of these widths without scrolling. A program may print a longer line.
_TABLE_WIDTH, _WIDTH = 160, 120
_LONGEST_LINE = 1000
_REST = "The rest is left out: a summary holds no more."
# Characters that may be markup in a cell: all are ASCII, and a `_` within a word is none.
_SIGN = re.compile(r"(?![\w ,.!>()/+=%;'-])[\x00-\x7f]|(?<!\w)_|_(?!\w)|(?<=www)\.", re.ASCII | re.IGNORECASE)
_NAME = re.compile(r"[\w./+-]+")


def render(outcome: Outcome, *, most_bytes: int = MOST_BYTES) -> bytes:
    """Return at most this many bytes. If there are more, a note replaces the last parts."""
    found: list[bytes] = []
    left = most_bytes - len(_REST) - 1
    for part in _render_parts(outcome):
        found.append(harmless(part).encode(errors="backslashreplace") + b"\n")
        left -= len(found[-1]) + 1  # The empty line before the next part.
        if left < 0:
            found[-1] = _REST.encode() + b"\n"
            break
    return b"\n".join(found)


def _render_parts(outcome: Outcome) -> Iterator[str]:
    head = [summarise(outcome), describe_late(outcome), *describe_left_out(outcome)]
    yield _fence("\n".join(filter(None, [*head, *explain_marks(outcome.results)])))
    if outcome.interrupted:
        yield _fence(describe_missing(outcome))
    console = open_console(io.StringIO())
    console.width = _TABLE_WIDTH
    for part in tabulate_run(outcome, console):
        yield from _render_part(part)
    texts = chain(describe_failures(outcome.cells, width=_WIDTH), describe_rest(outcome))
    for text in texts:
        yield _fence(text.plain)


def _render_part(part: RenderableType) -> Iterator[str]:
    """Yield tables and fences for a part of the screen; consecutive sentences share a fence."""
    parts = part.renderables if isinstance(part, Group) else [part]
    for kind, inner in groupby(parts, type):
        if kind is Group:
            yield from chain.from_iterable(map(_render_part, inner))
        elif kind is Table:
            yield from (
                _render_table(table) for table in inner if isinstance(table, Table) and table.row_count
            )
        elif text := "\n".join(filter(None, map(str, inner))):
            yield _fence(text)


def _render_table(table: Table) -> str:
    headings = [_escape_cell(str(column.header)) for column in table.columns]
    rules = ["--:" if column.justify == "right" else "---" for column in table.columns]
    columns = [[str(cell) for cell in column.cells] for column in table.columns]
    first, *others = columns
    rows = zip(map(_format_name, first), *(map(_escape_cell, cells) for cells in others), strict=True)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (headings, rules, *rows))


def _format_name(text: str) -> str:
    """Format a plain name as code."""
    return f"`{text}`" if _NAME.fullmatch(text) else _escape_cell(text)


def _escape_cell(text: str) -> str:
    """Escape markup, and keep lines."""
    return "<br>".join(
        _SIGN.sub(lambda found: f"&#{ord(found[0])};", printable(line)) for line in text.split("\n")
    )


def _fence(text: str) -> str:
    """Fence a text with more backticks than it contains in a row."""
    ticks = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    lines = [
        line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]} ..." for line in text.split("\n")
    ]
    body = "\n".join(lines).rstrip("\n")
    return f"{ticks}text\n{body}\n{ticks}"
