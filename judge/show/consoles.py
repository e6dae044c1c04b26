"""The console that everything on a screen goes through: no text on it can command the terminal."""

from collections.abc import Iterable
from typing import IO, Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from judge.errors import harmless
from judge.streams import styled


class SafeConsole(Console):
    """Write to a stream, with no escapes but the styles and movements of the console itself.

    It takes no words for markup, for emoji or for numbers to colour.
    """

    def __init__(self, stream: IO[str], **options: Any) -> None:
        super().__init__(file=styled(stream), highlight=False, markup=False, emoji=False, **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            text, style, control = segment
            yield segment if control else Segment(harmless(text), style)
