"""The errors that a user can mend. What a solution does wrong is a verdict, never an exception.

JudgeError
├── InputErrors    every fault found in files, one line each: `path:line: expected ..., got ...`
├── FormatError    bytes that are not in their judge's format; the loader makes a fault of it
└── UsageError     the words of the command line
"""

from dataclasses import dataclass
from pathlib import Path


class JudgeError(Exception):
    """Bad input: shown without a traceback, exit code 2."""


class UsageError(JudgeError):
    """The command line asks for what is not there."""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One mistake in one file; `line` counts from 1, 0 where no line is to blame."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        path = printable(str(self.path))
        return f"{path}:{self.line}: {self.message}" if self.line else f"{path}: {self.message}"


class InputErrors(JudgeError):
    """All faults of all files, in the order of path and line."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults)
        self.faults = tuple(sorted(faults))

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))


class FormatError(JudgeError):
    """`line` counts from 1 within the bytes that were decoded."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(line, message)
        self.line = line
        self.message = message

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


def printable(text: str) -> str:
    """`text` with all that could break a line or command a terminal escaped."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
