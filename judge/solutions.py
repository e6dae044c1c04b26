"""From a folder of programs to solutions: each states its facts in one comment of its first lines."""

import hashlib
import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from judge import yamltree
from judge.errors import Fault, InputErrors, printable
from judge.files import read
from judge.formats import FORMATS
from judge.languages import LANGUAGES
from judge.mistakes.table import MISTAKES
from judge.model import Allowed, Expectation, Named, Solution, Verdict

_FACTS = re.compile(rb"\s*(?:#|//|--|;|%)\s*judge:\s*(\{.*\})\s*")
_LINES_SEARCHED = 5
_ALLOWED = (
    f"one of {', '.join(verdict.name for verdict in Verdict)}, one with the name of a mistake"
    " (see `judge mistakes`), or a list of these"
)


class _Facts(msgspec.Struct):
    format: Annotated[
        Literal[FORMATS],  # type: ignore[valid-type]
        msgspec.Meta(description="a format: " + ", ".join(FORMATS)),
    ]
    source: Annotated[str, msgspec.Meta(description="where the approach comes from")] = ""
    interpreter: Annotated[str, msgspec.Meta(description="the name or the path of an interpreter")] = ""
    expect: Annotated[dict[str, Any], msgspec.Meta(description="a mapping from cases to verdicts")] = (
        msgspec.field(default_factory=dict)
    )


def load_solutions(folder: Path) -> tuple[Solution, ...]:
    """The programs below `folder`, in the order of their names. Raises InputErrors."""
    paths = sorted(
        (path for path in folder.rglob("*") if path.suffix in LANGUAGES and path.is_file()),
        key=lambda path: path.relative_to(folder).as_posix(),
    )
    if not paths:
        raise InputErrors((Fault(folder, 0, f"expected programs ({', '.join(LANGUAGES)}), got none"),))
    files = [yamltree.File(path) for path in paths]
    names = [printable(file.path.relative_to(folder).as_posix()) for file in files]
    solutions = [_read(file, name) for file, name in zip(files, names, strict=True)]
    seen: set[str] = set()
    for file, name in zip(files, names, strict=True):
        if name in seen:
            file.fault(0, f"expected each name once, got {name!r} again")
        seen.add(name)
    if faults := tuple(fault for file in files for fault in file.faults):
        raise InputErrors(faults)
    return tuple(solution for solution in solutions if solution is not None)


def facts_of(source: bytes) -> tuple[int, bytes]:
    """The line of the facts in a source, from 1, and the mapping that states them; 0 where there are none."""
    for line, text in enumerate(
        source.removeprefix(BOM_UTF8).split(b"\n", _LINES_SEARCHED)[:_LINES_SEARCHED], 1
    ):
        if found := _FACTS.fullmatch(text):
            return line, found[1]
    return 0, b""


def _read(file: yamltree.File, name: str) -> Solution | None:
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
    return Solution(
        name=name,
        path=file.path,
        digest=hashlib.sha256(data).hexdigest(),
        stamp=stamp,
        format=facts.format,
        source=facts.source,
        interpreter=facts.interpreter,
        expectations=tuple(_expectations(file, line, facts.expect)),
    )


def _expectations(file: yamltree.File, line: int, expect: Mapping[str, Any]) -> list[Expectation]:
    expectations = []
    for pattern, value in expect.items():
        names = value if isinstance(value, list) else [value]
        allowed = [_allowed(name) for name in names]
        if not allowed or None in allowed:
            file.fault(line, f"expected for {pattern!r} {_ALLOWED}, got {value!r}")
            continue
        verdicts = tuple(one for one in allowed if one is not None)
        expectations.append(Expectation(pattern=pattern, verdicts=verdicts))
    return expectations


def _allowed(words: object) -> Allowed | None:
    """`PE` or `PE no-separators`; None for anything else."""
    verdict, space, mistake = str(words).partition(" ")
    if not isinstance(words, str) or verdict not in Verdict.__members__:
        return None
    if not space:
        return Verdict[verdict]
    return Named(verdict=Verdict[verdict], mistake=mistake) if mistake in MISTAKES else None
