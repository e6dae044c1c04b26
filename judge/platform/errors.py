"""The errors that a user can fix. A solution's failure is a verdict, never an exception.

JudgeError
├── InputErrors    every fault found in files, one line each: `path:line: expected ..., got ...`
├── FormatError    bytes in a wrong format; the loader turns it into a fault
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
# A message about an unknown name lists all known names if there are few, else the nearest.
_FEW_NAMES, _NEAREST = 5, 3
# Control characters except tabs and newlines, other ends of lines, and changes of the direction of text.
_COMMANDS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_LETTERS_SHOWN = 60
# A message that takes long to make is a function.
Message = str | Callable[[], str]
# The limit of a whole message. Each quotation in it has a lower one.
_MESSAGE_LETTERS = 1000
_FAULTS_LISTED = 20
_MORE = "and "
# Temporary folders of the judge, each with the user's file behind each of its files.
_SHOWN: "dict[Path, Mapping[Path, Path]]" = {}


class JudgeError(Exception):
    """Bad input: shown without a traceback, exit code 2."""


class UsageError(JudgeError):
    """The command line names something that does not exist. Always one line."""

    def __str__(self) -> str:
        return printable(super().__str__())


def require_linux() -> None:
    """Raises UsageError on another system. Later imports may need Linux."""
    if sys.platform != "linux":
        instead = "WSL 2 or a container" if sys.platform in ("win32", "cygwin") else "a container"
        raise UsageError(f"expected Linux, got {sys.platform}: use {instead}")


class Fault(NamedTuple):
    """One mistake in one file; `line` counts from 1, or is 0 if no line is to blame."""

    path: "Path"
    line: int
    message: str

    def __str__(self) -> str:
        path, line, message = as_shown(self)
        place = f"{path}:{line}" if line else f"{path}"
        return printable(f"{place}: {cut(message, _MESSAGE_LETTERS)}")


def show_as(folder: "Path", names: "Mapping[Path, Path]") -> None:
    """Report files in a temporary folder under the names of the user's files behind them."""
    _SHOWN[folder] = names


def as_shown(fault: Fault) -> Fault:
    """Return the fault with the user's file. Its line is kept only if the file is an unchanged copy."""
    above = (fault.path, *fault.path.parents)
    if not (names := next((_SHOWN[folder] for folder in above if folder in _SHOWN), None)):
        return fault
    path = next((path for path in above if path in names), fault.path)
    return Fault(names.get(path, path), fault.line if path == fault.path else 0, fault.message)


def shown_path(path: "Path") -> "Path":
    """Return the path that a message about a file shows, see `show_as`."""
    return as_shown(Fault(path, 0, "")).path


def add_fault(faults: list[Fault], path: "Path", line: int, message: Message) -> None:
    """Add a fault of a file. Faults beyond the limit of the list are only counted."""
    last = faults[-_FAULTS_LISTED - 1 :]
    if len(last) > _FAULTS_LISTED and last[0].path == path == last[-1].path:
        message = ""
    faults.append(Fault(path, line, message() if callable(message) else message))


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return the faults in the order of path and line, each once, and only the first if a file has many."""
    by_path: dict[Path, list[Fault]] = {}
    for fault in faults:
        by_path.setdefault(fault.path, []).append(fault)
    return tuple(fault for path in sorted(by_path) for fault in _listed_faults(by_path[path]))


def _listed_faults(faults: Sequence[Fault]) -> list[Fault]:
    """Do the same for one file."""
    told = sorted({fault for fault in faults if fault.message}, key=_place_of)
    counted = sum(not fault.message for fault in faults)
    # A list that is in order already ends with the line that counts the others.
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


def fault_at(path: "Path", message: str, line: int = 0) -> InputErrors:
    """Return the error for one fault of a file."""
    return InputErrors((Fault(path, line, message),))


class Late(ValueError):
    """A message that is made only when it is printed, since that takes long."""

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
    """Escape everything that could break a line or command a terminal."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def harmless(text: str) -> str:
    """Escape everything that could command a terminal or turn the text around it. Lines stay lines."""
    return _COMMANDS.sub(lambda found: ascii(found[0])[1:-1], text)


def cut(text: str, letters: int) -> str:
    """Return the beginning of a text that is longer."""
    return text if len(text) <= letters else text[:letters] + "..."


def quoted(text: str) -> str:
    """Return the text in quotes, cut if it is long."""
    return repr(cut(text, _LETTERS_SHOWN))


def listed(names: Collection[str], most: int = _NAMES_SHOWN) -> str:
    """List at most `most` names in a row, and count the others."""
    more = len(names) - most
    row = ", ".join(islice(names, most))
    return f"{row} and {more} more" if more > 0 else row


def counted(number: int, noun: str) -> str:
    """Return `1 test`, `1,960 tests`, `2 tries`: a number with the plural of the last word of `noun`."""
    several = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else several}"


def describe(value: object) -> str:
    """Return a value for a message; the name of its type if it cannot be printed."""
    try:
        return quoted(repr(value))
    except Exception:
        return type(value).__name__


def unknown(kind: str, got: str, names: Iterable[str], *, most: int = _FEW_NAMES) -> str:
    """Return the message about `got`, which is none of `names`: up to `most` names, or the nearest three."""
    near = _nearest(got, names := list(names))
    if len(names) > most:
        names, most = list(dict.fromkeys([*near, *names])), _NEAREST
    row = listed([*map(as_word, names)], most) or "(there is none)"
    return f"expected {kind} {row}, got {quoted(got)}{_suggestion(near)}"


def suggestion(got: str, names: Iterable[str]) -> str:
    """Return the end of a message about `got` that suggests the nearest of the names, if one is near."""
    return _suggestion(_nearest(got, names))


def _suggestion(near: list[str]) -> str:
    return f"; did you mean {as_word(near[0])}?" if near else ""


def as_word(name: str) -> str:
    """Return a name as one can type it in a shell: a path with blanks in quotes."""
    return repr(name) if " " in name and ("/" in name or "." in name) else name


def _nearest(got: str, names: Iterable[str]) -> list[str]:
    """Return the names spelled like `got` or with such a part of their path, the nearest first.

    Names with all parts of the path `got`, in any order, come before these, and names with `got` as one of
    several words after them.
    """
    # Imported here, since only a wrong name needs it.
    from difflib import get_close_matches

    spelled: dict[str, str] = {}
    got = got[:_LETTERS_SHOWN].lower()
    reordered, worded = [], []
    names = list(names)
    for name in names:
        spelled.setdefault(name.lower(), name)
    for name in names:
        parts = name.lower().split("/")
        parts.append(parts[-1].partition(".")[0])
        if "/" in got and {*got.split("/")} <= {*parts}:
            reordered.append(name)
        if got in (words := re.split(r"[\W_]+", name.lower())) and len(words) > 1:
            worded.append(name)
        for spelling in parts:
            spelled.setdefault(spelling, name)
    close = get_close_matches(got, spelled, n=_NAMES_SHOWN)
    return list(dict.fromkeys([*reordered, *(spelled[spelling] for spelling in close), *worded]))


def shown(data: bytes, at: int = 0) -> str:
    """Return bytes for an error message: escaped and short, with the byte at `at` among them."""
    start = max(0, at - 20)
    part = data[start : start + 40]
    return ("..." if start else "") + repr(part)[1:] + ("..." if start + 40 < len(data) else "")
