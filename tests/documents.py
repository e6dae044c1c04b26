"""Read the pages of the documentation: fenced blocks and commands."""

import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, takewhile
from pathlib import Path
from xml.etree import ElementTree

from helpers import REPOSITORY

README = REPOSITORY / "README.md"
IN_CHINESE = REPOSITORY / "README.zh-CN.md"
PAGES = (README, IN_CHINESE, *sorted((REPOSITORY / "docs").glob("*.md")))
# `tests/test_tutorials.py` follows these from their first line to their last.
TUTORIALS = tuple(sorted((REPOSITORY / "docs" / "tutorials").glob("*.md")))
CONTEST_IN_CHINESE = REPOSITORY / "docs" / "tutorials" / "contest.zh-CN.md"
CASES = REPOSITORY / "docs" / "cases.md"
RUN = REPOSITORY / "docs" / "run.md"
SUDOKU = REPOSITORY / "docs" / "sudoku.md"
SANDBOX = REPOSITORY / "docs" / "sandbox.md"
PACKAGES = REPOSITORY / "docs" / "packages.md"
LIBRARY = REPOSITORY / "docs" / "library.md"
CHECKERS = REPOSITORY / "docs" / "checkers.md"
INTERACTIVE = REPOSITORY / "docs" / "interactive.md"
KNOWN = REPOSITORY / "docs" / "known.md"
CLUSTER = REPOSITORY / "docs" / "cluster.md"
FUNCTIONS = REPOSITORY / "docs" / "functions.md"
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
_SPAN = re.compile(r"`([^`]+)`")

Command = tuple[str, ...]


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its lines, and the paragraph before it as one line."""

    language: str
    lines: tuple[str, ...]
    paragraph: str


def blocks(pages: Iterable[Path] = PAGES) -> Iterator[Block]:
    for page in pages:
        text = page.read_text()
        for found in FENCE.finditer(text):
            paragraph = " ".join(text[: found.start()].rstrip().rpartition("\n\n")[2].split())
            yield Block(found[1], tuple(found[2].splitlines()), paragraph)


def spans(text: str) -> list[str]:
    """Return the texts between backticks, each as one line."""
    return [" ".join(span.split()) for span in _SPAN.findall(text)]


def prose(pages: Iterable[Path] = PAGES) -> str:
    """Return the pages without their blocks."""
    return "\n".join(FENCE.sub("", page.read_text()) for page in pages)


def typed(pages: Iterable[Path] = PAGES) -> list[list[Command]]:
    """Return every command line of the pages once, from blocks and from quoted commands of the judge."""
    pages = list(pages)
    lines = [line for block in blocks(pages) if block.language == "sh" for line in block.lines]
    lines += [
        line.removeprefix("$ ") for block in blocks(pages) for line in block.lines if line.startswith("$ ")
    ]
    lines += [span for span in spans(prose(pages)) if span.startswith(("judge ", "python3 -m judge "))]
    found: list[list[Command]] = []
    for line in map(commands, lines):
        if line not in found:
            found.append(line)
    return found


def commands(line: str) -> list[Command]:
    """Return the commands of a line without comments and pipes. The judge's begin with `judge`."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    unread = takewhile("|".__ne__, lexer)
    split = [tuple(words) for end, words in groupby(unread, {";", "&&"}.__contains__) if not end]
    return [words[2:] if words[:3] == ("python3", "-m", "judge") else words for words in split]


def without_times(line: str) -> str:
    """Return a line of the screen with one blank between its words, without times, their marks and rules.

    The slowest program depends on the machine.
    """
    line = re.sub(r"^(slowest accepted: ).*", r"\1", line)
    line = re.sub(r">?\b[\d.]+ [mu]?s\b\*?", "", line)
    return " ".join(line.replace("─", "").split())


def read_picture(picture: Path) -> list[str]:
    """Return the lines of a terminal in a picture, whose parts are clipped to lines and placed at columns."""
    lines: dict[int, list[tuple[float, str]]] = {}
    for part in ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}text"):
        if found := re.search(r"-line-(\d+)", part.get("clip-path", "")):
            lines.setdefault(int(found[1]), []).append((float(part.get("x", "")), part.text or ""))
    joined = (" ".join(text for _, text in sorted(lines[number])) for number in sorted(lines))
    return [line.replace("\xa0", " ") for line in joined]


def assert_shows(shown: list[str], found: list[str]) -> None:
    """Check that a page shows the found lines. `...` replaces any number of them."""
    groups = [list(lines) for left_out, lines in groupby(shown, "...".__eq__) if not left_out]
    at = 0
    for group in groups:
        free = shown[0] == "..." or group is not groups[0]
        starts = range(at, len(found) - len(group) + 1) if free else [0]
        start = next((start for start in starts if found[start : start + len(group)] == group), None)
        assert start is not None, "\n".join(["shown, and not found:", *group, "found:", *found[at:]])
        at = start + len(group)
    assert shown[-1] == "..." or at == len(found), "\n".join(["not shown:", *found[at:]])
