"""Fits a round into a terminal: its outcome as far as there is room, a line of status, and the keys."""

import io
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from judge.model.results import Result
from judge.platform.errors import counted, printable
from judge.platform.streams import Colour
from judge.show.console import SafeConsole, open_console
from judge.show.failures import suggest_command
from judge.show.fitting import wrap
from judge.show.folding import Rows
from judge.show.outcome import Outcome
from judge.show.screen import show_run

# The status and the keys.
_FOOT_LINES = 2
_PLAIN = "\x1b[0m"


class Sheet(NamedTuple):
    """The content of a page: `faults` above the `outcome`, which may still be incomplete."""

    status: str
    keys: str
    outcome: Outcome | None = None
    faults: Sequence[str] = ()
    notices: Sequence[str] = ()
    is_bad: bool = False


def draw_page(
    sheet: Sheet,
    size: tuple[int, int],
    *,
    rows: Rows,
    color: Colour,
    profiles: bool = False,
    command: Callable[[Result], str] = suggest_command,
) -> list[str]:
    """Return the lines of a page for a terminal of `size` columns and lines, with their colours.

    Lines that do not fit are counted.
    """
    columns, lines = size
    console = _console(columns, color)
    room = max(0, lines - _FOOT_LINES)

    def body(rows: Rows) -> list[str]:
        for fault in sheet.faults:
            console.print(wrap(Text(printable(fault)), columns), style="bold red", soft_wrap=True)
        if sheet.outcome and sheet.outcome.results:
            # The status counts the missing ones.
            outcome, notices = replace(sheet.outcome, missing=0), sheet.notices
            show_run(outcome, rows=rows, notices=notices, profiles=profiles, command=command, console=console)
        return _take_lines(console)

    found = body(rows)
    if len(found) > room and rows == "needed":
        # Rows that need a look go first.
        found = body("unexpected")
    if len(found) > room:
        shown = max(0, room - 1)
        more = f"... {counted(len(found) - shown, 'more line')} than this terminal holds"
        found = [*found[:shown], *[more][:room]]
    for text, style in ((sheet.status, "bold red" if sheet.is_bad else "bold"), (sheet.keys, "dim")):
        console.print(Text(text), style=style, no_wrap=True, overflow="ellipsis")
    # A style whose end was cut off must not continue.
    return [*found, *(f"{_PLAIN}{line}" for line in _take_lines(console))][-lines:]


def _console(columns: int, color: Colour) -> Console:
    """Return a console that writes into memory with the colours and the encoding of the terminal."""
    real = open_console(color=color)
    stream = io.TextIOWrapper(io.BytesIO(), encoding=real.encoding, errors="backslashreplace")
    return SafeConsole(
        stream,
        width=columns,
        color_system=real.color_system,
        force_terminal=real.color_system is not None,
    )


def _take_lines(console: Console) -> list[str]:
    """Return the lines that were printed since the last call."""
    stream = console.file
    assert isinstance(stream, io.TextIOWrapper)
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    text = buffer.getvalue().decode(stream.encoding)
    buffer.seek(0)
    buffer.truncate()
    return text.rstrip("\n").split("\n") if text else []
