"""From a folder of programs to solutions: each states its facts in one comment of its first lines."""

import hashlib
import os
import re
from codecs import BOM_UTF8
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec

from judge import yamltree
from judge.errors import Fault, InputErrors, printable, quoted, suggestion, unknown
from judge.files import read
from judge.mistakes.bytewise import blank_equal
from judge.mistakes.table import MISTAKES
from judge.model import (
    Allowed,
    Expectation,
    Solution,
    Verdict,
    VerdictWithMistake,
    allowed_by_name,
    matches,
)
from judge.running.languages import LANGUAGES
from judge.subjects import no_format

_FACTS = re.compile(rb"\s*(?:#|//|--|;|%)\s*judge:\s*(\{.*\})\s*")
_LINES_SEARCHED = 5
_ALLOWED = (
    f"one of {', '.join(verdict.name for verdict in Verdict)}, one with the name of a mistake"
    " (see `judge mistakes`), or a list of these"
)


class _Facts(msgspec.Struct):
    format: Annotated[str, msgspec.Meta(description="the name of a format")]
    source: Annotated[str, msgspec.Meta(description="where the approach comes from")] = ""
    interpreter: Annotated[str, msgspec.Meta(description="the name or the path of an interpreter")] = ""
    expect: Annotated[dict[str, Any], msgspec.Meta(description="a mapping from cases to verdicts")] = (
        msgspec.field(default_factory=dict)
    )


def load_solutions(folder: Path, *, cases: Collection[str] | None = None) -> tuple[Solution, ...]:
    """The programs below `folder`, in the order of their names.

    cases: the ids of all cases, where every expectation must name one of them. Raises InputErrors.
    """
    paths, _ = _found(folder)
    if not paths:
        raise InputErrors((Fault(folder, 0, f"expected programs ({', '.join(LANGUAGES)}), got none"),))
    files = [yamltree.File(path) for path in paths]
    names = [printable(file.path.relative_to(folder).as_posix()) for file in files]
    solutions = [_read(file, name, cases) for file, name in zip(files, names, strict=True)]
    seen: set[str] = set()
    for file, name in zip(files, names, strict=True):
        if name in seen:
            file.fault(0, f"expected each name once, got {name!r} again")
        seen.add(name)
    if faults := tuple(fault for file in files for fault in file.faults):
        raise InputErrors(faults)
    return tuple(solution for solution in solutions if solution is not None)


def not_solutions(folder: Path) -> list[Fault]:
    """What lies below the folder and is passed over, each with the reason."""
    return _found(folder)[1]


def _found(folder: Path) -> tuple[list[Path], list[Fault]]:
    """The programs below the folder, in the order of their names, and what is passed over."""
    paths: list[Path] = []
    faults: list[Fault] = []

    def unreadable(error: OSError) -> None:
        faults.append(Fault(Path(error.filename), 0, f"expected a readable folder, got: {error.strerror}"))

    for place, folders, files in os.walk(folder, onerror=unreadable):
        for name in [*folders, *files]:
            path = Path(place, name)
            if reason := _reason(path, is_folder=name in folders):
                faults.append(Fault(path, 0, reason))
            elif name not in folders:
                paths.append(path)
        folders[:] = [name for name in folders if not name.startswith(".") and name != "__pycache__"]
    return sorted(paths, key=lambda path: path.relative_to(folder).as_posix()), sorted(faults)


def _reason(path: Path, *, is_folder: bool) -> str:
    """Why a path is passed over; empty for a program and for a folder."""
    if path.name.startswith("."):
        return "expected a name that does not begin with a dot"
    if is_folder:
        return "expected a folder, got a link to one" if path.is_symlink() else ""
    if path.suffix not in LANGUAGES:
        return f"expected a program ({', '.join(LANGUAGES)}), got {quoted(path.name)}"
    return "" if _is_regular(path) else "expected a regular file, got none"


def _is_regular(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # whoever reads it says why it cannot be read
        return True


def facts_of(source: bytes) -> tuple[int, bytes]:
    """The line of the facts in a source, from 1, and the mapping that states them; 0 where there are none."""
    for line, text in enumerate(
        source.removeprefix(BOM_UTF8).split(b"\n", _LINES_SEARCHED)[:_LINES_SEARCHED], 1
    ):
        if found := _FACTS.fullmatch(text):
            return line, found[1]
    return 0, b""


def _read(file: yamltree.File, name: str, cases: Collection[str] | None) -> Solution | None:
    try:
        data, stamp = read(file.path)
    except OSError as error:
        file.fault(0, f"expected a readable file, got: {error.strerror}")
        return None
    line, text = facts_of(data)
    if not line:
        file.fault(
            1, f"expected a comment `judge: {{format: ...}}` in the first {_LINES_SEARCHED} lines, got none"
        )
        return None
    try:
        tree = yamltree.load(text, file.path, first_line=line)
    except InputErrors as error:
        file.faults.extend(error.faults)
        return None
    facts = yamltree.checked(file, tree, _Facts, line)
    if facts is None:
        return None
    if wrong := no_format(facts.format):
        file.fault(tree.lines["format"][0], wrong)
        return None
    if facts.interpreter and file.path.suffix != ".py":
        file.fault(line, f"expected the key 'interpreter' in a program .py, got it in one {file.path.suffix}")
    return Solution(
        name=name,
        path=file.path,
        digest=hashlib.sha256(data).hexdigest(),
        stamp=stamp,
        format=facts.format,
        source=facts.source,
        interpreter=facts.interpreter,
        expectations=tuple(_expectations(file, line, facts.expect, cases)),
    )


def _expectations(
    file: yamltree.File, line: int, expect: Mapping[str, Any], cases: Collection[str] | None
) -> list[Expectation]:
    expectations = []
    for pattern, value in expect.items():
        if cases is not None and not any(matches(pattern, case) for case in cases):
            file.fault(line, unknown("a pattern that matches one of", pattern, cases))
        try:
            words = value if isinstance(value, list) and value else [value]
            verdicts = tuple(_allowed(one, pattern) for one in words)
        except ValueError as error:
            file.fault(line, str(error))
            continue
        expectations.append(Expectation(pattern=pattern, verdicts=verdicts))
    return expectations


def _allowed(words: object, pattern: str) -> Allowed:
    """A verdict, or one with a mistake that it can have. Raises ValueError with the message for others."""
    try:
        allowed = allowed_by_name(words) if isinstance(words, str) else None
    except KeyError:
        allowed = None
    if allowed is None:
        hint = suggestion(words, _names_allowed()) if isinstance(words, str) else ""
        raise ValueError(f"expected for {pattern!r} {_ALLOWED}, got {yamltree.described(words)}{hint}")
    if isinstance(allowed, Verdict):
        return allowed
    if allowed.mistake not in MISTAKES:
        wanted = f"for {pattern!r} {allowed.verdict.name} with one of"
        raise ValueError(unknown(wanted, allowed.mistake, MISTAKES))
    if allowed.verdict not in (possible := _verdicts_of(allowed.mistake)):
        either = " or ".join(one.name for one in possible)
        raise ValueError(f"expected for {pattern!r} {either} with {allowed.mistake}, got {words!r}")
    return allowed


def _names_allowed() -> list[str]:
    """The verdicts, and every mistake with its first verdict."""
    mistaken = [VerdictWithMistake(verdict=_verdicts_of(name)[0], mistake=name) for name in MISTAKES]
    return [allowed.name for allowed in (*Verdict, *mistaken)]


def _verdicts_of(mistake: str) -> tuple[Verdict, ...]:
    """What an output with this mistake can get: PE only if the mistake is of white space alone."""
    blank = blank_equal(*MISTAKES[mistake].example)
    return (Verdict.PE, Verdict.WA) if blank else (Verdict.WA,)
