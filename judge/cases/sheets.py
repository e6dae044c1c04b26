"""The sheets of test groups: what a folder states, by a file `testdata.yaml` in it, of the tests below it.

What a folder does not state is as in the one above. Sources:
https://www.kattis.com/problem-package-format/spec/legacy.html, "Test Data Groups" and "Graders".
"""

import math
import os
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from judge.errors import Fault, InputErrors, listed, quoted, unknown
from judge.files import read
from judge.model import Case, CheckerProgram, Stored
from judge.worth import MOST_POINTS
from judge.yamltree import File, Mapping, checked, described, load

_NAME = "testdata.yaml"
_OUTPUT = "output_validator_flags"
COUNTS = ("sum", "min", "max", "avg")
ERRORS = ("worst_error", "no_errors", "first_error", "always_accept")
_GRADER_FLAGS = (*COUNTS, *ERRORS, "ignore_sample", "accept_if_any_accepted")
# Numbers are such as the specification writes them, infinities and `.5` among them: words to YAML.
_Score = Annotated[float | str, Meta(description="a number of points")]
_Flags = Annotated[str | None, Meta(description="a string of flags")]
_Named = Annotated[
    str | dict[str, str] | None, Meta(description="a string of flags, or a mapping with `name` and `flags`")
]
_Range = Annotated[float | str, Meta(description="the least and the most points")]


class _Stated(Struct):
    """The keys of a sheet."""

    on_reject: Annotated[Literal["break", "continue"], Meta(description="break or continue")] = "break"
    grading: Annotated[Literal["default", "custom"], Meta(description="default or custom")] = "default"
    grader_flags: _Flags = ""
    input_validator_flags: _Named = ""
    output_validator_flags: _Named = ""
    accept_score: _Score = 1
    reject_score: _Score = 0
    range: _Range = "-inf +inf"


class Sheets(Struct, frozen=True):
    """What the folders of a problem's tests state, each `own` by its place; `files` are the sheets."""

    folder: Path
    own: dict[Path, Mapping]
    files: tuple[Stored, ...]

    def above(self, place: Path) -> list[Path]:
        """The folders down to one of tests, the problem's own first."""
        below = os.path.relpath(place, self.folder)
        parts = () if below == "." else Path(below).parts
        return [self.folder.joinpath(*parts[:depth]) for depth in range(len(parts) + 1)]

    def stated(self, place: Path) -> dict[str, Any]:
        """What holds for the tests of a folder, by the keys that it or one above states."""
        found: dict[str, Any] = {}
        for each in self.above(place):
            found |= self.own.get(each, {})
        return found

    def flags(self, key: str, place: Path, program: Path) -> tuple[str, ...]:
        """The words that a key has for a program and the tests of a folder."""
        value = self.stated(place).get(key) or ""
        if isinstance(value, str):
            return tuple(value.split())
        return tuple(value.get("flags", "").split()) if _is_named(value, program) else ()


def read_sheets(cases: Sequence[Case], folder: Path, faults: list[Fault]) -> Sheets:
    """The sheets above those of the cases that are tests in files, below the folder of their problem."""
    sheets = Sheets(folder, {}, ())
    places = {case.path.parent for case in cases if not case.line}
    above = sorted(set(chain.from_iterable(map(sheets.above, places))))
    found = [(place, *sheet) for place in above for sheet in _read(place / _NAME, faults)]
    return Sheets(folder, {place: tree for place, tree, _ in found}, tuple(stored for _, _, stored in found))


def with_flags(cases: Sequence[Case], sheets: Sheets, faults: list[Fault]) -> list[Case]:
    """The cases with the sheets among their files; who decides gets their words after the problem's own."""
    if not sheets.own:
        return [*cases]
    _check_names(sheets, cases[0].checker or cases[0].interactor, faults)
    programs: dict[tuple[Path, CheckerProgram], CheckerProgram] = {}

    def told(case: Case, program: CheckerProgram) -> CheckerProgram:
        key = case.path.parent, program
        if key not in programs:
            words = sheets.flags(_OUTPUT, key[0], program.program.path)
            programs[key] = replace(program, arguments=(*program.arguments, *words))
        return programs[key]

    return [
        replace(
            case,
            checker=case.checker and told(case, case.checker),
            interactor=case.interactor and told(case, case.interactor),
            beside=(*case.beside, *sheets.files),
        )
        for case in cases
    ]


def _check_names(sheets: Sheets, program: CheckerProgram | None, faults: list[Fault]) -> None:
    """Whether it is the one that decides for which the sheets have words by its name."""
    for place, tree in sheets.own.items():
        value = tree.get(_OUTPUT)
        if isinstance(value, Mapping) and not (program and _is_named(value, program.program.path)):
            wanted = "the name of the program that decides"
            if program:
                wanted += f", {listed(list(dict.fromkeys(_names(program.program.path))))}"
            line = tree.lines[_OUTPUT][0]
            File(place / _NAME, faults).fault(line, f"expected {wanted}, got {described(value.get('name'))}")


def _is_named(value: Mapping, program: Path) -> bool:
    return value.get("name") in (None, *_names(program))


def _names(program: Path) -> tuple[str, str]:
    """A program goes by its own name, or by that of the folder that it has for itself."""
    return program.stem, program.parent.name


def _read(path: Path, faults: list[Fault]) -> Iterator[tuple[Mapping, Stored]]:
    """What one sheet states; nothing of one that is not there, or is at fault."""
    file = File(path, faults)
    try:
        data, stamp = read(path)
        tree = load(data, path)
    except FileNotFoundError:
        return
    except OSError as error:
        file.fault(0, f"expected a readable file, got: {error.strerror}")
        return
    except InputErrors as error:
        faults += error.faults
        return
    if tree is None or (checked(file, tree, _Stated, 1) and _is_in_order(tree, file)):
        yield Mapping(1) if tree is None else tree, Stored(path, stamp)


def _is_in_order(tree: Any, file: File) -> bool:
    """Whether numbers and flags are such; where not, the file says so."""
    before = len(file.faults)

    def fault(key: str, message: str) -> None:
        file.fault(tree.lines[key][0], message)

    for key in ("accept_score", "reject_score"):
        if key in tree and not abs(number(tree[key])) <= MOST_POINTS:
            fault(key, f"expected a number of points, got {described(tree[key])}")
    if "range" in tree and (len(ends := range_of(tree)) != 2 or not ends[0] <= ends[1]):
        fault("range", f"expected the least and the most points, got {described(tree['range'])}")
    if tree.get("grading") != "custom":
        for flag in (tree.get("grader_flags") or "").split():
            if flag not in _GRADER_FLAGS:
                fault("grader_flags", unknown("one of the default grader's flags", flag, _GRADER_FLAGS))
    for key in ("input_validator_flags", "output_validator_flags"):
        named = tree.get(key)
        if isinstance(named, dict) and (others := named.keys() - {"name", "flags"}):
            fault(key, f"expected the keys name and flags, got {quoted(min(others))}")
        if "\0" in str(named):
            fault(key, "expected words without NUL, got one with it")
    return len(file.faults) == before


def range_of(tree: Mapping) -> list[float]:
    return [number(word) for word in str(tree["range"]).split()]


def number(value: object) -> float:
    """NaN for what is none."""
    try:
        return float(value) if isinstance(value, str | int | float) else math.nan
    except ValueError:
        return math.nan
