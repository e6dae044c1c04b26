"""The sheets of test groups: what a folder states, by a file `testdata.yaml` in it, of the tests below it.

What a folder does not state is as in the one above. The sheets of newer packages, `test_group.yaml` and those
of single tests, are in test_groups.py. Source:
https://www.kattis.com/problem-package-format/spec/legacy.html, "Test Data Groups" and "Graders".
"""

import errno
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from judge.cases import test_groups
from judge.checkers.rules import KATTIS, rule_of
from judge.errors import Fault, InputErrors, listed, quoted, unknown
from judge.files import SETTINGS_BYTES, names_in, read
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
    """What the folders of a problem's tests state, each `own` by its place; `files` are the sheets there.

    The place of what a single test states is its sheet.
    """

    folder: Path
    own: dict[Path, Mapping]
    files: dict[Path, Stored]

    def place_of(self, case: Case) -> Path:
        """The inmost place that may state something of a test."""
        sheet = case.path.with_suffix(test_groups.SUFFIX)
        return sheet if sheet in self.own and not case.line else case.path.parent

    def of_folders(self) -> list[Stored]:
        """All but those of single tests."""
        return [stored for place, stored in self.files.items() if place == stored.path.parent]

    def above(self, place: Path) -> list[Path]:
        """The places down to one of tests, the problem's own folder first."""
        below = os.path.relpath(place, self.folder)
        parts = () if below == "." else Path(below).parts
        return [self.folder.joinpath(*parts[:depth]) for depth in range(len(parts) + 1)]

    def stated(self, place: Path) -> dict[str, Any]:
        """What holds for the tests of a folder, by the keys that it or one above states."""
        found: dict[str, Any] = {}
        for each in self.above(place):
            found |= self.own.get(each, {})
        return found


def read_sheets(cases: Sequence[Case], folder: Path, faults: list[Fault]) -> Sheets:
    """The sheets above those of the cases that are tests in files, below the folder of their problem."""
    sheets = Sheets(folder, {}, {})
    tests = [case.path for case in cases if not case.line]
    above = sorted(set(chain.from_iterable(map(sheets.above, {path.parent for path in tests}))))
    of_tests = _beside(path for path in tests if path.suffix == ".in")
    read: Iterable[tuple[Path, str, type[Any]]] = chain(
        ((place, _NAME, _Stated) for place in above),
        ((place, test_groups.NAME, test_groups.StatedGroup) for place in above),
        ((path, "", test_groups.StatedTest) for path in of_tests),
    )
    for place, name, kind in read:
        for tree, stored in _read(place / name, kind, faults):
            if place in sheets.own:
                wanted = f"one sheet of a folder, got {_NAME} beside it"
                File(stored.path, faults).fault(0, f"expected {wanted}")
            sheets.own[place], sheets.files[place] = tree, stored
    _check_grader_flags(sheets, faults)
    return sheets


def _beside(tests: Iterable[Path]) -> list[Path]:
    """The sheets of single tests that are there: a folder is listed once, not asked for each."""
    folders: dict[Path, set[str]] = {}
    for path in tests:
        folders.setdefault(path.parent, set()).add(path.stem)
    return [
        folder / name
        for folder, stems in folders.items()
        for name in names_in(folder)
        if name.endswith(test_groups.SUFFIX) and name.removesuffix(test_groups.SUFFIX) in stems
    ]


def _check_grader_flags(sheets: Sheets, faults: list[Fault]) -> None:
    """Report flags that the default grader lacks. Groups inherit a grader of the package's own."""
    for place, tree in sheets.own.items():
        if sheets.stated(place).get("grading") != "custom":
            for flag in (tree.get("grader_flags") or "").split():
                if flag not in _GRADER_FLAGS:
                    wrong = partial(unknown, "one of the default grader's flags", flag, _GRADER_FLAGS)
                    File(sheets.files[place].path, faults).fault(tree.lines["grader_flags"][0], wrong)


def with_flags(cases: Sequence[Case], tree: Mapping, sheets: Sheets, faults: list[Fault]) -> list[Case]:
    """The cases with the sheets among their files; what decides gets their words after the problem's own.

    Without a program that decides they are flags of `kattis`, unless `tree`, what the case file says, names
    another rule.
    """
    if not sheets.own:
        return [*cases]
    found = {
        place: _deciding(cases[0], place, tree, sheets, faults)
        for place in sorted(set(map(sheets.place_of, cases)))
    }
    of_all, told = sheets.of_folders(), []
    for case in cases:
        place = sheets.place_of(case)
        own = [sheets.files[place]] if place != case.path.parent else []
        told.append(replace(case, **found[place], beside=(*case.beside, *of_all, *own)))
    return told


def input_words(cases: Sequence[Case], folder: Path, program: Path) -> tuple[tuple[str, ...], ...]:
    """The words that the groups of a problem's tests have for an input validator, each once."""
    sheets = read_sheets(cases, folder, [])
    places = sorted(set(map(sheets.place_of, cases)))
    return tuple(dict.fromkeys(_input_words(sheets.stated(place), program) for place in places)) or ((),)


def _input_words(stated: dict[str, Any], program: Path) -> tuple[str, ...]:
    names = _names(program)
    flags, words = stated.get("input_validator_flags") or "", stated.get("input_validator_args") or []
    if isinstance(flags, Mapping) and flags.get("name", names[0]) not in names:
        flags = ""
    if isinstance(words, Mapping):
        words = next((words[name] for name in (*names, program.name) if name in words), [])
    return (*_words(flags), *words)


def _deciding(case: Case, place: Path, tree: Mapping, sheets: Sheets, faults: list[Fault]) -> dict[str, Any]:
    """What decides of the tests of a folder, as a field of theirs; `case` is one of the problem."""
    key = "checker" if case.checker else "interactor"
    program: CheckerProgram | None = getattr(case, key)
    stated = sheets.stated(place)
    value = stated.get(_OUTPUT) or stated.get(test_groups.OUTPUT) or ""
    own: dict[str, Any] = {"arguments": tuple(stated["args"])} if "args" in stated else {}
    names = [name for each in program.all for name in _names(each.program.path)] if program else []
    name = value.get("name") if isinstance(value, Mapping) else None
    if name is not None and name not in names:
        wanted = listed(["the name of the program that decides", *dict.fromkeys(names)])
        _fault(place, sheets, f"expected {wanted}, got {described(name)}", faults)
        return {}
    words = _words(value)
    if program:

        def with_words(each: CheckerProgram) -> CheckerProgram:
            is_meant = name is None or name in _names(each.program.path)
            return replace(each, arguments=(*each.arguments, *words)) if is_meant else each

        return own | {key: program.changed(with_words)}
    is_kattis = case.compare.partition(" ")[0] == KATTIS
    if not words or not (is_kattis or "compare" not in tree):
        return own
    try:
        return own | {"compare": rule_of(" ".join((case.compare if is_kattis else KATTIS, *words)))}
    except ValueError as error:
        _fault(place, sheets, str(error), faults)
        return {}


def _fault(place: Path, sheets: Sheets, message: str, faults: list[Fault]) -> None:
    """What is wrong with the words for what decides of the tests of a folder, on the line that has them."""
    own, key = next(
        (each, key)
        for key in (_OUTPUT, test_groups.OUTPUT)
        for each in reversed(sheets.above(place))
        if key in sheets.own.get(each, ())
    )
    fault = Fault(sheets.files[own].path, sheets.own[own].lines[key][0], message)
    faults += [fault] if fault not in faults else []


def _names(program: Path) -> tuple[str, str]:
    """A program goes by its own name, or by that of the folder that it has for itself."""
    return program.stem, program.parent.name


def _words(value: str | list[str] | Mapping) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(value)
    return tuple((value if isinstance(value, str) else value.get("flags", "")).split())


def _read(path: Path, kind: type[Any], faults: list[Fault]) -> Iterator[tuple[Mapping, Stored]]:
    """What one sheet states; nothing of one that is not there, or is at fault."""
    file = File(path, faults)
    try:
        data, stamp = read(path, SETTINGS_BYTES)
        tree = load(data, path, repeats=[])
        if kind is not _Stated:
            test_groups.write_out(tree, data)
    except OSError as error:
        # No sheet bears a name that is too long for one.
        if error.errno in (errno.ENOENT, errno.ENAMETOOLONG):
            return
        file.fault(0, f"expected a readable file, got: {error.strerror}")
        return
    except InputErrors as error:
        faults += error.faults
        return
    is_in_order = _is_in_order if kind is _Stated else test_groups.is_in_order
    if tree is None or (checked(file, tree, kind, 1) and is_in_order(tree, file)):
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
