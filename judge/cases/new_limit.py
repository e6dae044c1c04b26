"""Sets the time limit of a case file. Every other byte stays, and the limit reads back."""

import re
from pathlib import Path
from typing import Any

from judge.cases.case_file import NAME, NAME_IN_WORDS, SUFFIXES, find_case_file
from judge.cases.new_case import Rewriting, read_original
from judge.platform.errors import InputErrors, fault_at, quoted
from judge.platform.files import has_folder
from judge.yaml.document import load
from judge.yaml.text import Lines, lines_of

_KEY = "time"
_MARK = "\ufeff"
_REST = re.compile("[^\r\n\x85\u2028\u2029]*")
# A comment that `set_time` wrote before.
_OWN = re.compile(r"# .*; \d{4}-\d\d-\d\d,.*")


def set_time(folder: Path, problem: str, time: str, why: str) -> Rewriting:
    """Set the limit in the case file of a problem, or in a new one, followed by the comment `why`.

    `why` has a semicolon and then a date. A comment of that form is replaced; any other moves above the key.
    Raises InputErrors if the file cannot state the limit, or a case has its own limit.
    """
    path = find_case_file(folder, problem)
    value = f"{time}  # {why}"
    if not path:
        return Rewriting(path=_new(folder, problem), stamp=None, text=f"{_KEY}: {value}\n".encode())
    data, stamp = read_original(path)
    tree: Any = load(data, path)
    for case in tree.get("cases", ()):
        if _KEY in case:
            line = case.lines[_KEY][0]
            raise fault_at(path, f"expected one limit for all cases, got one of {quoted(case['id'])}", line)
    text = data.decode()
    mark = _MARK if text.startswith(_MARK) else ""
    text = text.removeprefix(mark)
    lines = lines_of(text, _KEY)
    new = f"{mark}{_with_value(text, lines, value)}".encode() if lines else data
    if not lines or _read(new, path) != {**tree, _KEY: time}:
        line = tree.lines.get(_KEY, (tree.line,))[0]
        raise fault_at(path, "expected a case file with a line for each key, got another", line)
    return Rewriting(path=path, stamp=stamp, text=new)


def _new(folder: Path, problem: str) -> Path:
    """Return the path of a new case file for a folder of tests."""
    if not has_folder(folder / problem):
        raise fault_at(folder, f"expected a case file of {problem}, or a folder of its tests, got none")
    if not re.fullmatch(NAME, problem):
        raise fault_at(folder / problem, f"expected {NAME_IN_WORDS} for a case file, got {quoted(problem)}")
    return folder / f"{problem}{SUFFIXES[0]}"


def _with_value(text: str, place: Lines, value: str) -> str:
    """Put the value at the place of the key, or a new line before the first key."""
    start = max(text.rfind("\n", 0, place.key), text.rfind("\r", 0, place.key)) + 1
    indent, newline = text[start : place.key], "\r\n" if "\r\n" in text else "\n"
    if place.key == place.end:
        return f"{text[: place.key]}{_KEY}: {value}{newline}{indent}{text[place.key :]}"
    rest = _REST.match(text, place.end)
    assert rest
    said = rest[0].strip()
    above = f"{said}{newline}{indent}" if said and not _OWN.fullmatch(said) else ""
    return f"{text[: place.key]}{above}{text[place.key : place.value]}{value}{text[rest.end() :]}"


def _read(data: bytes, path: Path) -> Any:
    """Parse the text. Returns None if that fails."""
    try:
        return load(data, path)
    except InputErrors:
        return None
