"""What `judge run --watch` draws: as much of a run as a screen holds, how it stands, and the keys."""

import io
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from judge.errors import counted, printable
from judge.results import Result
from judge.show.consoles import SafeConsole
from judge.show.failures import show_command
from judge.show.fitting import filled
from judge.show.folding import Rows
from judge.show.outcome import Outcome
from judge.show.screen import Colour, open_console, show_run

# How it stands, and the keys.
_FOOT_LINES = 2
_PLAIN = "\x1b[0m"


class Sheet(NamedTuple):
    """What is to be drawn; `faults` stand above the `outcome`, which may be that of a part of the run."""

    status: str
    keys: str
    outcome: Outcome | None = None
    faults: Sequence[str] = ()
    notices: Sequence[str] = ()
    is_bad: bool = False


def page(
    sheet: Sheet,
    size: tuple[int, int],
    *,
    rows: Rows,
    color: Colour,
    profiles: bool = False,
    command: Callable[[Result], str] = show_command,
) -> list[str]:
    """A screen of this size, columns and lines, with what colours it. What does not fit is counted."""
    columns, lines = size
    console = _console(columns, color)
    room = max(0, lines - _FOOT_LINES)

    def body(rows: Rows) -> list[str]:
        for fault in sheet.faults:
            console.print(filled(Text(printable(fault)), columns), style="bold red", soft_wrap=True)
        if sheet.outcome and sheet.outcome.results:
            show_run(
                # How far it is, says the status.
                replace(sheet.outcome, missing=0),
                rows=rows,
                notices=sheet.notices,
                profiles=profiles,
                command=command,
                console=console,
            )
        return _taken(console)

    found = body(rows)
    if len(found) > room and rows == "needed":
        # What needs reading goes before what does not.
        found = body("unexpected")
    if len(found) > room:
        shown = max(0, room - 1)
        more = f"... {counted(len(found) - shown, 'more line')} than this terminal holds"
        found = [*found[:shown], *[more][:room]]
    for text, style in ((sheet.status, "bold red" if sheet.is_bad else "bold"), (sheet.keys, "dim")):
        console.print(Text(text), style=style, no_wrap=True, overflow="ellipsis")
    # A style that was cut off with its end must not go on.
    return [*found, *(f"{_PLAIN}{line}" for line in _taken(console))][-lines:]


def _console(columns: int, color: Colour) -> Console:
    """One that colours and writes as the terminal is coloured and written, into memory."""
    real = open_console(color=color)
    stream = io.TextIOWrapper(io.BytesIO(), encoding=real.encoding, errors="backslashreplace")
    return SafeConsole(
        stream,
        width=columns,
        color_system=real.color_system,
        force_terminal=real.color_system is not None,
    )


def _taken(console: Console) -> list[str]:
    """The lines that were printed since the last ones were taken."""
    stream = console.file
    assert isinstance(stream, io.TextIOWrapper)
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    text = buffer.getvalue().decode(stream.encoding)
    buffer.seek(0)
    buffer.truncate()
    return text.rstrip("\n").split("\n") if text else []
