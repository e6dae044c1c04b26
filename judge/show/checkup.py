"""What `judge doctor` found, as plain text that fits a bug report: a name and a sentence a line, 80 wide."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import TextWrapper

_WIDTH = 80

# Names with what is to be said of each, below a title, which may be empty.
Lines = Sequence[tuple[str, str]]
Section = tuple[str, Lines]


def format_checkup(sections: Iterable[Section]) -> str:
    """The sections with a line between; a sentence that is longer than its line goes on below itself."""
    sections = [*sections]
    column = 2 + max(len(name) for _, lines in sections for name, _ in lines)
    return "\n\n".join("\n".join(_section(*section, column)) for section in sections)


def _section(title: str, lines: Lines, column: int) -> Iterator[str]:
    if title:
        yield title
    for name, sentence in lines:
        head = f"{'  ' if title else ''}{name:{column}}"
        wrapper = TextWrapper(_WIDTH, head, " " * len(head), break_long_words=False, break_on_hyphens=False)
        yield wrapper.fill(sentence)
