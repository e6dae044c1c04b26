"""Follow a tutorial as its reader does: write its files, type its commands, and read their output.

A block with a language is a file, whose name is the last code span of the paragraph before it. A block
without a language is a session: commands behind `$ `, each followed by its output.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from documents import FENCE, Block, blocks, spans
from helpers import environment, write_files

_PROMPT = "$ "
# Text that depends on the machine, and its replacement for comparisons.
_MASKS = [
    (r"(\d+ tests?(?:, \d+ from)?)[^;]*\bin\s[\d.]+\sm?s;[^;]+;\stimes\s+are\s+CPU\s+time", r"\1 in T s"),
    (r"\d+ cases? up to size [\d,]+ in [\d.]+ s \([\d.]+/s\)", "N cases in T s"),
    (r"slowest accepted:[^$]*?\sof\s[\d.]+\sm?s\b", "slowest accepted"),
    (r"stop\s+exactly\s+the\s+programs\s+that\s+are\s+too\s+slow", "stop exactly the slow solutions"),
    (r"\b\d{4}-\d\d-\d\d, .*", "D, M"),
    (r"(\.judge/found/\S+-)[0-9a-f]{12}/", r"\1D/"),
    (r"\b\d+(\.\d+)? ?([um]?s)\b", "T s"),
    (r"\b[\d.]+/s\b", "N/s"),
    (r"\b\d+(\.\d+)? [KM]iB \(", "M ("),
    (r"\b[\d.]+x\b", "Nx"),
    (r"─+", "─"),
    # Columns are as wide as the times in them, except in diffs.
    (r"(?m)(?<=\S) +(?=\S)(?!.* \|)", " "),
]
# Rows whose order depends on their times.
_RANKED = re.compile(r"\S+ in time T s Nx \S+")
# Printed on a machine's first run, and while a command works.
_PASSING = re.compile(
    r"^(left open: [^$]*?read\s+it|\d+ m?s: \d+ cases? \(.*|\d+/\d+  \d+:\d\d.*"
    r"|[a-z ]+: \d+ of \d+)\n",
    re.MULTILINE,
)


def is_session(block: Block) -> bool:
    return not block.language


def read_commands(session: Block) -> Iterator[tuple[str, list[str]]]:
    """Yield each command of a session with the lines that the page shows below it."""
    at = [number for number, line in enumerate(session.lines) if line.startswith(_PROMPT)]
    assert at[:1] == [0], f"expected a command first, got {session.lines[0]!r}"
    for start, end in zip(at, [*at[1:], len(session.lines)], strict=True):
        yield session.lines[start].removeprefix(_PROMPT), list(session.lines[start + 1 : end])


def mask(lines: list[str]) -> list[str]:
    """Return the lines without times, sizes of the machine, and the column widths that depend on them."""
    text = "\n".join(line.rstrip() for line in lines)
    for pattern, shown in _MASKS:
        text = re.sub(pattern, shown, text)
    by_rank = groupby(text.splitlines(), lambda line: bool(_RANKED.fullmatch(line)))
    return [line for is_ranked, run in by_rank for line in (sorted(run) if is_ranked else run)]


class Reader:
    """A reader in an empty folder on a machine where the judge is installed."""

    def __init__(self, place: Path) -> None:
        self.folder = place / "empty"
        self.folder.mkdir()
        write_files(place, {"bin/judge": f'#!/bin/sh\nexec {sys.executable} -m judge "$@"\n'})
        (place / "bin/judge").chmod(0o755)
        around = environment(XDG_CONFIG_HOME=str(place / "config"))
        self._environment = around | {"PATH": f"{place / 'bin'}:{around['PATH']}"}

    def write(self, block: Block) -> None:
        write_files(self.folder, {spans(block.paragraph)[-1]: "".join(f"{line}\n" for line in block.lines)})

    def type(self, command: str) -> list[str]:
        """Run a line in the shell, and return what the terminal shows in the end."""
        if command.startswith("cd "):
            self.folder /= command.removeprefix("cd ")
            return []
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
        )
        return [line.rstrip() for line in _PASSING.sub("", done.stdout).splitlines()]


def follow(page: Path, place: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """Follow a page; yield each command, the lines that the page shows, and the lines that it prints."""
    reader = Reader(place)
    for block in blocks([page]):
        if is_session(block):
            for command, shown in read_commands(block):
                yield command, shown, reader.type(command)
        else:
            reader.write(block)


def rewrite(page: Path, place: Path) -> bool:
    """Write into a page what its commands print, except for other times; return whether it has changed."""
    done = iter(list(follow(page, place)))
    pieces = blocks([page])

    def renew(found: re.Match[str]) -> str:
        block = next(pieces)
        own = [next(done) for _ in read_commands(block)] if is_session(block) else []
        # All times of a session come from one run.
        if all(mask(shown) == mask(printed) for _, shown, printed in own):
            return found[0]
        lines = [line for command, _, printed in own for line in (_PROMPT + command, *printed)]
        return "\n".join(["```", *lines, "```"])

    old = page.read_text()
    new = FENCE.sub(renew, old)
    page.write_text(new)
    return new != old
