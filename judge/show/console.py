"""The consoles that print everything: no text of a file or a program can control the terminal."""

import os
import sys
from collections.abc import Iterable
from typing import IO, Any, cast

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from judge.platform.errors import harmless
from judge.platform.streams import Colour, GuardedStream
from judge.show.fitting import BOUNDLESS


class SafeConsole(Console):
    """Write to a stream, with no escapes except the console's own styles and movements.

    It ignores markup and emoji codes in texts and does not colour numbers.
    """

    def __init__(self, stream: IO[str], **options: Any) -> None:
        super().__init__(file=_styled(stream), highlight=False, markup=False, emoji=False, **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            text, style, control = segment
            yield segment if control else Segment(harmless(text), style)


class _Styled:
    """A `GuardedStream` whose `write` escapes nothing."""

    def __init__(self, stream: GuardedStream) -> None:
        self._stream = stream

    def write(self, text: str, /) -> int:
        self._stream.write_styled(text)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _styled(stream: IO[str]) -> IO[str]:
    """Return the stream for a console that escapes all text itself."""
    return cast(IO[str], _Styled(stream)) if isinstance(stream, GuardedStream) else stream


def open_console(stream: IO[str] | None = None, *, color: Colour = "auto") -> Console:
    """Open a console on a stream, by default standard output.

    `auto` colours on a terminal, unless it is a dumb one or NO_COLOR is set. Files and pipes have no width,
    unless COLUMNS is set.
    """
    stream = stream or sys.stdout
    has_width = stream.isatty() or os.environ.get("COLUMNS", "").isdigit()
    return SafeConsole(
        stream,
        width=None if has_width else BOUNDLESS,
        soft_wrap=False,
        color_system=None if color == "never" else "standard" if color == "always" else "auto",
        force_terminal=True if color == "always" else None,
        no_color=False if color == "always" else None,
    )
