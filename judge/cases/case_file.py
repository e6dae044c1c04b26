"""The keys of case files and their values."""

import os
import re
from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import msgspec

from judge.cases.tools import Languages
from judge.checkers.rules import rule_of
from judge.checkers.values import VALUE
from judge.mistakes.allowed import parse_expectation
from judge.model.points import MOST_POINTS
from judge.model.runs import Limits
from judge.model.verdicts import Expectation
from judge.platform import units
from judge.platform.errors import Message, printable, quoted, suggestion, unknown
from judge.platform.files import has_folder
from judge.running.languages.rows import A_FACTOR, is_factor
from judge.subjects.signatures.parser import parse_signature
from judge.subjects.subject import TEXT, reject_format
from judge.subjects.sudoku.subject import SET_KEY
from judge.yaml.tree import File, Mapping, checked, described

# Matching a name takes time polynomial in its length, of this degree.
_MOST_STARS = 4
NAME = r"\A[A-Za-z0-9][A-Za-z0-9._-]*\Z"
FILE = r"\A[A-Za-z0-9][A-Za-z0-9._-]{0,99}\Z"
UUID = r"\A[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\Z"
NAME_IN_WORDS = "a name of letters, digits, `.`, `-`, `_`"
_Name = Annotated[str, msgspec.Meta(pattern=NAME, description=NAME_IN_WORDS)]
_Time = Annotated[str, msgspec.Meta(pattern=units.TIME, description=units.A_TIME)]
_Size = Annotated[str, msgspec.Meta(pattern=units.SIZE, description=units.A_SIZE)]
_Format = Annotated[str, msgspec.Meta(description="the name of a format")]
_Answer = Annotated[Literal["unique", "any"], msgspec.Meta(description="unique or any")]
_Compare = Annotated[str, msgspec.Meta(description="a rule such as tokens or float 1e-6")]
_Points = Annotated[float, msgspec.Meta(ge=0, le=MOST_POINTS, description="a number of points from 0 on")]
_Count = Annotated[Literal["sum", "min"], msgspec.Meta(description="sum or min")]
_Groups = Annotated[
    dict[str, Any], msgspec.Meta(min_length=1, description="a mapping from groups of tests to their points")
]
_Patterns = Annotated[list[str], msgspec.Meta(description="a list of patterns of tests")]
_Passes = Annotated[int, msgspec.Meta(ge=1, le=1000, description="a number of passes from 1 to 1000")]
_Text = Annotated[str, msgspec.Meta(description="a string")]
_File = Annotated[str, msgspec.Meta(pattern=FILE, description="the name of a file, no path")]
_Words = Annotated[list[str], msgspec.Meta(min_length=1, description="a list of generators with their words")]
_Expect = Annotated[dict[str, Any], msgspec.Meta(description="a mapping from solutions to verdicts")]
_Built = Annotated[dict[str, str], msgspec.Meta(description="a mapping from programs to their flags")]
_Factors = Annotated[dict[str, Any], msgspec.Meta(description="a mapping from languages to numbers")]
_Entry = Annotated[str, msgspec.Meta(min_length=1, description="a signature")]
_Graders = Annotated[str | list[str], msgspec.Meta(description="the name of a file, or a list of these")]
_Module = Annotated[
    str, msgspec.Meta(pattern=r"\A[A-Za-z_][A-Za-z0-9_]*\Z", description="a name of letters, digits and `_`")
]
_Flag = Annotated[bool, msgspec.Meta(description="true or false")]
_Uuid = Annotated[str, msgspec.Meta(pattern=UUID, description="a UUID such as Kattis packages have")]
_List = Annotated[list[Any], msgspec.Meta(min_length=1, description="a list of cases")]


class CaseFile(msgspec.Struct):
    """The keys of every case file. The title is the file's name unless stated."""

    problem: _Text = ""
    format: _Format = TEXT
    time: _Time = "2s"
    memory: _Size = "256MiB"
    cases: _List = msgspec.field(default_factory=list)
    source: _Text = ""
    output_limit: _Size = "16MiB"
    answer: _Answer = "unique"
    compare: _Compare = ""
    tests: _Text = ""
    outputs: _Text = ""
    checker: _Text = ""
    protocol: _Text = ""
    checker_flags: _Text = ""
    flags: _Built = msgspec.field(default_factory=dict)
    testlib: _Text = ""
    points: _Points = 0.0
    groups: _Groups = msgspec.field(default_factory=dict)
    input: _File = ""
    output: _File = ""
    generators: _Words = msgspec.field(default_factory=list)
    validator: _Text = ""
    interactor: _Text = ""
    passes: _Passes = 1
    entry: _Entry = ""
    grader: _Graders = ""
    output_only: _Flag = False
    module: _Module = ""
    uuid: _Uuid = ""
    time_factor: _Factors = msgspec.field(default_factory=dict)


# With the key that names a file of many cases.
_Problem = cast("type[CaseFile]", msgspec.defstruct("_Problem", [(SET_KEY, _Text, "")], bases=(CaseFile,)))
SUFFIXES = (".yaml", ".yml")
# The keys of a case file that state its cases.
MEMBERS = ("cases", SET_KEY, "tests")
_IDENTIFYING = {"problem", "format", *MEMBERS}


class CaseEntry(msgspec.Struct):
    """The keys of a case. The problem's limits are the default.

    `source` tells readers of the file where the case comes from.
    """

    id: _Name
    input: _Text
    output: _Text
    time: _Time = ""
    memory: _Size = ""
    output_limit: _Size = ""
    answer: _Answer = ""  # type: ignore[assignment]
    points: _Points = 0.0
    source: _Text = ""
    expect: _Expect = msgspec.field(default_factory=dict)


class GroupEntry(msgspec.Struct):
    """The points of a group of tests."""

    points: _Points
    count: _Count = "sum"
    requires: _Patterns = msgspec.field(default_factory=list)


def find_case_file(folder: Path, problem: str) -> Path | None:
    paths = (folder / f"{problem}{suffix}" for suffix in SUFFIXES)
    return next(filter(os.path.lexists, paths), None)


def is_foreign(path: Path, tree: Any) -> bool:
    """Return whether a YAML file is not a case file, judging by its keys.

    A case file has a key that identifies one, or only keys that are spelled like its keys. A file next to a
    folder of its name is always one.
    """
    if not isinstance(tree, Mapping) or not tree or has_folder(path.with_suffix("")):
        return False
    own = CaseFile.__struct_fields__
    return not (tree.keys() & _IDENTIFYING or all(suggestion(key, own) for key in tree))


def read_settings(file: File, tree: Any) -> CaseFile | None:
    """Read all keys but the cases. Returns None after reporting a faulty key."""
    problem = checked(file, tree, _Problem, 1)
    if problem is None:
        return None
    problem.problem = problem.problem or printable(file.path.stem)
    before = len(file.faults)
    if problem.entry:
        _set_entry(file, tree, problem)
    elif wrong := reject_format(problem.format):
        file.fault(tree.lines["format"][0], wrong)
    if "compare" in tree and len(file.faults) == before:
        try:
            problem.compare = rule_of(problem.compare, problem.format)
        except ValueError as error:
            file.fault(tree.lines["compare"][0], str(error))
    if (stars := len(re.findall(r"\*+", problem.tests))) > _MOST_STARS:
        file.fault(tree.lines["tests"][0], f"expected `*` at up to {_MOST_STARS} places, got it at {stars}")
    if "\0" in problem.checker_flags:
        file.fault(tree.lines["checker_flags"][0], "expected words without NUL, got one with it")
    if problem.input and problem.input == problem.output:
        file.fault(tree.lines["output"][0], f"expected another file than the input, got {problem.output!r}")
    return problem if len(file.faults) == before else None


def _set_entry(file: File, tree: Mapping, problem: CaseFile) -> None:
    """Set the format of a problem with a signature, and the default rule."""
    for key in ("format", "grader", "input", "output"):
        if key in tree:
            file.fault(tree.lines[key][0], f"expected `entry` without `{key}`, got both")
    try:
        problem.format = str(parse_signature(problem.entry))
    except ValueError as error:
        file.fault(tree.lines["entry"][0], str(error))
    problem.compare = problem.compare or VALUE


def read_expectations(file: File, case: Mapping) -> Iterator[Expectation]:
    """Read the verdicts that a case expects. Their solutions are checked later."""
    for pattern, value in case.get("expect", {}).items():
        line = case["expect"].lines[pattern][0]
        try:
            yield parse_expectation(pattern, value, line)
        except ValueError as error:
            file.fault(line, error.__str__)


def read_time_factors(file: File, tree: Mapping, languages: Languages) -> tuple[tuple[str, float], ...]:
    """Return the problem's time factors by the names of languages. Report the invalid ones."""
    names = list(dict.fromkeys(language.name for language in languages.values()))
    found = []
    for name, factor in tree.get("time_factor", {}).items():
        wrong: Message = ""
        if name not in names:
            wrong = partial(unknown, "one of the languages", name, names)
        elif not is_factor(factor):
            wrong = f"expected {A_FACTOR} as `time_factor` of {name}, got {described(factor)}"
        else:
            found.append((name, float(factor)))
        if wrong:
            file.fault(tree["time_factor"].lines[name][0], wrong)
    return tuple(sorted(found))


def reject_id(name: str, *, in_folders: bool = False) -> str:
    """Return the error message for an invalid id of a case, empty for a valid one."""
    parts = name.split("/") if in_folders else [name]
    if all(re.fullmatch(NAME, part) for part in parts):
        return ""
    return f"expected {NAME_IN_WORDS} as an id, got {quoted(name)}"


@lru_cache
def parse_limits(time: str, memory: str, output: str) -> Limits:
    return Limits(
        cpu_s=units.parse_time(time),
        memory_bytes=units.parse_size(memory),
        output_bytes=units.parse_size(output),
    )
