"""The errors that a user can mend. What a solution does wrong is a verdict, never an exception.

JudgeError
├── InputErrors    every fault found in files, one line each: `path:line: expected ..., got ...`
├── FormatError    bytes that are not in their judge's format; the loader makes a fault of it
└── UsageError     the words of the command line
"""

import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

_NAMES_SHOWN = 10
# A message about a name that is none of those known lists all of a few, of more the nearest.
_FEW_NAMES, _NEAREST = 5, 3
# Every control character but tabs and newlines, other ends of lines, and what changes the direction of text.
_COMMANDS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_LETTERS_SHOWN = 60
# A message that takes long to make is a function.
Message = str | Callable[[], str]
# Of a message: each of its quotations is shorter by itself.
_MESSAGE_LETTERS = 1000
_FAULTS_LISTED = 20
_MORE = "and "
# Temporary folders of the judge, each with the user's files that its own were made from.
_SHOWN: "dict[Path, Mapping[Path, Path]]" = {}


class JudgeError(Exception):
    """Bad input: shown without a traceback, exit code 2."""


class UsageError(JudgeError):
    """The command line asks for what is not there. Always one line."""

    def __str__(self) -> str:
        return printable(super().__str__())


def require_linux() -> None:
    """Raises UsageError on another system. What is called after it may import what Linux alone has."""
    if sys.platform != "linux":
        instead = "WSL 2 or a container" if sys.platform in ("win32", "cygwin") else "a container"
        raise UsageError(f"expected Linux, got {sys.platform}: use {instead}")


class Fault(NamedTuple):
    """One mistake in one file; `line` counts from 1, 0 where no line is to blame."""

    path: "Path"
    line: int
    message: str

    def __str__(self) -> str:
        path, line, message = as_shown(self)
        place = f"{path}:{line}" if line else f"{path}"
        return printable(f"{place}: {cut(message, _MESSAGE_LETTERS)}")


def show_as(folder: "Path", names: "Mapping[Path, Path]") -> None:
    """From now on, report files in a temporary folder by the user's files that they were made from."""
    _SHOWN[folder] = names


def as_shown(fault: Fault) -> Fault:
    """Return the fault by the user's file. A line counts only where that file was copied as it is."""
    above = (fault.path, *fault.path.parents)
    if not (names := next((_SHOWN[folder] for folder in above if folder in _SHOWN), None)):
        return fault
    path = next((path for path in above if path in names), fault.path)
    return Fault(names.get(path, path), fault.line if path == fault.path else 0, fault.message)


def shown_path(path: "Path") -> "Path":
    """Return the path that a message about a file shows, see `show_as`."""
    return as_shown(Fault(path, 0, "")).path


def add_fault(faults: list[Fault], path: "Path", line: int, message: Message) -> None:
    """Add a fault of a file. Once the file has as many as are listed, more are counted without a message."""
    last = faults[-_FAULTS_LISTED - 1 :]
    if len(last) > _FAULTS_LISTED and last[0].path == path == last[-1].path:
        message = ""
    faults.append(Fault(path, line, message() if callable(message) else message))


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return the faults in the order of path and line, each once, and of many in a file the first."""
    by_path: dict[Path, list[Fault]] = {}
    for fault in faults:
        by_path.setdefault(fault.path, []).append(fault)
    return tuple(fault for path in sorted(by_path) for fault in _listed_faults(by_path[path]))


def _listed_faults(faults: Sequence[Fault]) -> list[Fault]:
    """The same of one file."""
    told = sorted({fault for fault in faults if fault.message}, key=_place_of)
    counted = sum(not fault.message for fault in faults)
    # One more may be the line about the others, of a list that is in order already.
    if not counted and len(told) <= _FAULTS_LISTED + 1:
        return told
    listed = told[:_FAULTS_LISTED]
    more = counted + len(told) - len(listed)
    return [*listed, Fault(listed[-1].path, listed[-1].line, f"{_MORE}{more:,} more")]


def _place_of(fault: Fault) -> tuple[int, bool, str]:
    return fault.line, fault.message.startswith(_MORE), fault.message


class InputErrors(JudgeError):
    """The faults of all files, see `in_order`."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults)
        self.faults = in_order(map(as_shown, faults))

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))


class Late(ValueError):
    """A message that takes long to make, and is made when somebody asks for it."""

    def __init__(self, message: Callable[[], str]) -> None:
        super().__init__(message)
        self._message = message

    def __str__(self) -> str:
        return self._message()


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
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def harmless(text: str) -> str:
    """`text` in its lines, with all that could command a terminal or turn what stands beside it escaped."""
    return _COMMANDS.sub(lambda found: ascii(found[0])[1:-1], text)


def cut(text: str, letters: int) -> str:
    """Return the beginning of a text that is longer."""
    return text if len(text) <= letters else text[:letters] + "..."


def quoted(text: str) -> str:
    """`text` in quotes, cut where it is long."""
    return repr(cut(text, _LETTERS_SHOWN))


def listed(names: Collection[str], most: int = _NAMES_SHOWN) -> str:
    """List the names in a row: at most so many, and how many more there are."""
    more = len(names) - most
    row = ", ".join(islice(names, most))
    return f"{row} and {more} more" if more > 0 else row


def counted(number: int, noun: str) -> str:
    """`1 test`, `1,960 tests`, `2 tries`: the one plural of all that is said, of the last word of `noun`."""
    several = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else several}"


def unknown(kind: str, got: str, names: Iterable[str]) -> str:
    """Return the message about `got`, which is none of `names`. Of many it lists the nearest three."""
    near = _nearest(got, names := list(names))
    row = listed(list(dict.fromkeys([*near, *names])), _NEAREST) if len(names) > _FEW_NAMES else listed(names)
    return f"expected {kind} {row or '(there is none)'}, got {quoted(got)}{_suggestion(near)}"


def suggestion(got: str, names: Iterable[str]) -> str:
    """What to append to the message about `got`: the nearest of the names, nothing where none is near."""
    return _suggestion(_nearest(got, names))


def _suggestion(near: list[str]) -> str:
    return f"; did you mean {near[0]}?" if near else ""


def _nearest(got: str, names: Iterable[str]) -> list[str]:
    """Names that are spelled much as `got`, the nearest first; a path also goes by its parts."""
    # Imported here, so that nobody waits for it who spells well.
    from difflib import get_close_matches

    spelled: dict[str, str] = {}
    for name in names:
        parts = name.split("/")
        for spelling in (name, *parts, parts[-1].partition(".")[0]):
            spelled.setdefault(spelling.lower(), name)
    close = get_close_matches(got[:_LETTERS_SHOWN].lower(), spelled, n=_NAMES_SHOWN)
    return list(dict.fromkeys(spelled[spelling] for spelling in close))


def shown(data: bytes, at: int = 0) -> str:
    """Bytes as an error message may hold them: escaped and short, with the one at `at` among them."""
    start = max(0, at - 20)
    part = data[start : start + 40]
    return ("..." if start else "") + repr(part)[1:] + ("..." if start + 40 < len(data) else "")
