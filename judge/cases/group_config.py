"""Configuration of test groups: a file `testdata.yaml` in a folder, for the tests below it.

Folders inherit the keys of the folder above. The files of newer packages, `test_group.yaml` and files for
single tests, are in test_groups.py. Source:
https://www.kattis.com/problem-package-format/spec/legacy.html, "Test Data Groups" and "Graders".
"""

import errno
import math
import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as AnyMapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from judge.cases import test_groups
from judge.checkers.brought import change_programs
from judge.checkers.rules import KATTIS, rule_of
from judge.model.cases import Case
from judge.model.package_format import ACCEPT_FLAGS, COUNT_FLAGS, ERROR_FLAGS, TEST_GROUP, TESTDATA
from judge.model.points import MOST_POINTS
from judge.model.programs import CheckerProgram
from judge.platform.errors import Fault, InputErrors, listed, quoted, unknown
from judge.platform.files import SETTINGS_BYTES, Stored, names_in, read
from judge.yaml.document import load
from judge.yaml.tree import File, Mapping, checked, described

_OUTPUT = "output_validator_flags"
_GRADER_FLAGS = (*COUNT_FLAGS, *ERROR_FLAGS, "ignore_sample", ACCEPT_FLAGS["some"])
# Numbers as the specification writes them. Infinities and `.5` are words to YAML.
_Score = Annotated[float | str, Meta(description="a number of points")]
_Flags = Annotated[str | None, Meta(description="a string of flags")]
_Named = Annotated[
    str | dict[str, str] | None, Meta(description="a string of flags, or a mapping with `name` and `flags`")
]
_Range = Annotated[float | str, Meta(description="the least and the most points")]


class _Config(Struct):
    """The keys of `testdata.yaml`."""

    on_reject: Annotated[Literal["break", "continue"], Meta(description="break or continue")] = "break"
    grading: Annotated[Literal["default", "custom"], Meta(description="default or custom")] = "default"
    grader_flags: _Flags = ""
    input_validator_flags: _Named = ""
    output_validator_flags: _Named = ""
    accept_score: _Score = 1
    reject_score: _Score = 0
    range: _Range = "-inf +inf"


class GroupConfigs(Struct, frozen=True):
    """The configuration of a problem's tests: the keys and the file of each place.

    A place is a folder or, for a single test, its own file.
    """

    folder: Path
    own: dict[Path, Mapping]
    files: dict[Path, Stored]

    def place_of(self, case: Case) -> Path:
        """Return the innermost place that may configure a test."""
        path = case.path.parent / f"{case.path.stem}{test_groups.SUFFIX}"
        return path if path in self.own and not case.line else case.path.parent

    def above(self, place: Path) -> list[Path]:
        """Return the places from the problem's folder down to this one."""
        below = os.path.relpath(place, self.folder)
        parts = () if below == "." else Path(below).parts
        return [self.folder.joinpath(*parts[:depth]) for depth in range(len(parts) + 1)]

    def merge(self, place: Path) -> dict[str, Any]:
        """Merge the keys of a place with the keys that it inherits."""
        found: dict[str, Any] = {}
        for each in self.above(place):
            found |= self.own.get(each, {})
        return found


def read_group_configs(cases: Sequence[Case], folder: Path, faults: list[Fault]) -> GroupConfigs:
    """Read the files that configure the tests in files among the cases, below the folder of their problem."""
    configs = GroupConfigs(folder, {}, {})
    tests = [case.path for case in cases if not case.line]
    above = sorted(set(chain.from_iterable(map(configs.above, {path.parent for path in tests}))))
    of_tests = _list_test_files(path for path in tests if path.suffix == ".in")
    read: Iterable[tuple[Path, str, type[Any]]] = chain(
        ((place, TESTDATA, _Config) for place in above),
        ((place, TEST_GROUP, test_groups.StatedGroup) for place in above),
        ((path, "", test_groups.StatedTest) for path in of_tests),
    )
    for place, name, kind in read:
        for tree, stored in _read(place / name, kind, faults):
            if place in configs.own:
                wanted = f"one such file in a folder, got {TESTDATA} next to it"
                File(stored.path, faults).fault(0, f"expected {wanted}")
            configs.own[place], configs.files[place] = tree, stored
    _check_grader_flags(configs, faults)
    return configs


def _list_test_files(tests: Iterable[Path]) -> list[Path]:
    """List the files that configure single tests. Each folder is listed once."""
    folders: dict[Path, set[str]] = {}
    for path in tests:
        folders.setdefault(path.parent, set()).add(path.stem)
    return [
        folder / name
        for folder, stems in folders.items()
        for name in names_in(folder)
        if name.endswith(test_groups.SUFFIX) and name.removesuffix(test_groups.SUFFIX) in stems
    ]


def _check_grader_flags(configs: GroupConfigs, faults: list[Fault]) -> None:
    """Report flags that the default grader lacks. Groups inherit a grader of the package's own."""
    for place, tree in configs.own.items():
        if configs.merge(place).get("grading") != "custom":
            for flag in parse_flags(tree):
                if flag not in _GRADER_FLAGS:
                    wrong = partial(unknown, "one of the default grader's flags", flag, _GRADER_FLAGS)
                    File(configs.files[place].path, faults).fault(tree.lines["grader_flags"][0], wrong)


def apply_flags(
    cases: Sequence[Case], tree: Mapping, configs: GroupConfigs, faults: list[Fault]
) -> list[Case]:
    """Add the configuration to cases: its files, and its flags for the checker or interactor.

    Without such a program the rule `kattis` gets the flags, unless `tree`, the case file, names
    another rule.
    """
    if not configs.own:
        return [*cases]
    found = {
        place: _fields(cases[0], place, tree, configs, faults)
        for place in sorted(set(map(configs.place_of, cases)))
    }
    of_all, changed = [stored for place, stored in configs.files.items() if place == stored.path.parent], []
    for case in cases:
        place = configs.place_of(case)
        own = [configs.files[place]] if place != case.path.parent else []
        changed.append(replace(case, **found[place], beside=(*case.beside, *of_all, *own)))
    return changed


def list_input_arguments(cases: Sequence[Case], folder: Path, program: Path) -> tuple[tuple[str, ...], ...]:
    """List the different arguments that the groups of a problem have for an input validator."""
    return tuple(dict.fromkeys(list_own_arguments(cases, folder, program))) or ((),)


def list_own_arguments(cases: Sequence[Case], folder: Path, program: Path) -> list[tuple[str, ...]]:
    """List the arguments that the group of each case has for an input validator."""
    configs = read_group_configs(cases, folder, [])
    places = [configs.place_of(case) for case in cases]
    own = {place: _input_arguments(configs.merge(place), program) for place in {*places}}
    return [own[place] for place in places]


def _input_arguments(stated: dict[str, Any], program: Path) -> tuple[str, ...]:
    names = _names(program)
    flags, words = stated.get("input_validator_flags") or "", stated.get("input_validator_args") or []
    if isinstance(flags, Mapping) and flags.get("name", names[0]) not in names:
        flags = ""
    if isinstance(words, Mapping):
        words = next((words[name] for name in (*names, program.name) if name in words), [])
    return (*_words(flags), *words)


def _fields(
    case: Case, place: Path, tree: Mapping, configs: GroupConfigs, faults: list[Fault]
) -> dict[str, Any]:
    """Return the fields that a place changes in its cases. `case` is any of the problem."""
    key = "checker" if case.checker else "interactor"
    program: CheckerProgram | None = getattr(case, key)
    merged = configs.merge(place)
    value = merged.get(_OUTPUT) or merged.get(test_groups.OUTPUT) or ""
    own: dict[str, Any] = {"arguments": tuple(merged["args"])} if "args" in merged else {}
    names = [name for each in program.all for name in _names(each.program.path)] if program else []
    name = value.get("name") if isinstance(value, Mapping) else None
    if name is not None and name not in names:
        wanted = listed(["the name of the program that decides", *dict.fromkeys(names)])
        _fault(place, configs, f"expected {wanted}, got {described(name)}", faults)
        return {}
    words = _words(value)
    if program:

        def with_words(each: CheckerProgram) -> CheckerProgram:
            is_meant = name is None or name in _names(each.program.path)
            return replace(each, arguments=(*each.arguments, *words)) if is_meant else each

        return own | {key: change_programs(program, with_words)}
    is_kattis = case.compare.partition(" ")[0] == KATTIS
    if not words or not (is_kattis or "compare" not in tree):
        return own
    try:
        return own | {"compare": rule_of(" ".join((case.compare if is_kattis else KATTIS, *words)))}
    except ValueError as error:
        _fault(place, configs, str(error), faults)
        return {}


def _fault(place: Path, configs: GroupConfigs, message: str, faults: list[Fault]) -> None:
    """Report a fault in the flags for a checker, on the line that states them."""
    own, key = next(
        (each, key)
        for key in (_OUTPUT, test_groups.OUTPUT)
        for each in reversed(configs.above(place))
        if key in configs.own.get(each, ())
    )
    fault = Fault(configs.files[own].path, configs.own[own].lines[key][0], message)
    faults += [fault] if fault not in faults else []


def _names(program: Path) -> tuple[str, str]:
    """Return the names of a program: its own, and that of the folder which contains only it."""
    return program.stem, program.parent.name


def _words(value: str | list[str] | Mapping) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(value)
    return split_flags(value if isinstance(value, str) else value.get("flags", ""))


def split_flags(text: str) -> tuple[str, ...]:
    """Split flags into words. Quotes hold a word together, as in DOMjudge's own problems."""
    words = shlex.shlex(text, posix=True, punctuation_chars=False)
    words.whitespace_split, words.escape, words.commenters = True, "", ""
    try:
        return tuple(words)
    except ValueError:
        return tuple(text.split())


def _read(path: Path, kind: type[Any], faults: list[Fault]) -> Iterator[tuple[Mapping, Stored]]:
    """Read one file. Yields nothing if it is missing or faulty."""
    file = File(path, faults)
    try:
        data, stamp = read(path, SETTINGS_BYTES)
        tree = load(data, path, repeats=[])
        if kind is not _Config:
            test_groups.write_out(tree, data)
    except OSError as error:
        # A name that is too long for a file is missing, too.
        if error.errno in (errno.ENOENT, errno.ENAMETOOLONG):
            return
        file.fault(0, f"expected a readable file, got: {error.strerror}")
        return
    except InputErrors as error:
        faults += error.faults
        return
    check = _check if kind is _Config else test_groups.is_in_order
    if tree is None or (checked(file, tree, kind, 1) and check(tree, file)):
        yield Mapping(1) if tree is None else tree, Stored(path, stamp)


def _check(tree: Any, file: File) -> bool:
    """Check the numbers and flags. Returns False if it reported a fault."""
    before = len(file.faults)

    def fault(key: str, message: str) -> None:
        file.fault(tree.lines[key][0], message)

    for key in ("accept_score", "reject_score"):
        if key in tree and not abs(parse_number(tree[key])) <= MOST_POINTS:
            fault(key, f"expected a number of points, got {described(tree[key])}")
    if "range" in tree and (len(ends := parse_range(tree)) != 2 or not ends[0] <= ends[1]):
        fault("range", f"expected the least and the most points, got {described(tree['range'])}")
    for key in ("input_validator_flags", "output_validator_flags"):
        named = tree.get(key)
        if isinstance(named, dict) and (others := named.keys() - {"name", "flags"}):
            fault(key, f"expected the keys name and flags, got {quoted(min(others))}")
        if "\0" in str(named):
            fault(key, "expected words without NUL, got one with it")
    return len(file.faults) == before


def parse_flags(tree: AnyMapping[str, Any]) -> list[str]:
    """Return the flags for the default grader. DOMjudge's own problems have commas between them."""
    return (tree.get("grader_flags") or "").replace(",", " ").split()


def parse_range(tree: Mapping) -> list[float]:
    return [parse_number(word) for word in str(tree["range"]).split()]


def parse_number(value: object) -> float:
    """Parse a number. Returns NaN if it is none."""
    try:
        return float(value) if isinstance(value, str | int | float) else math.nan
    except ValueError:
        return math.nan
