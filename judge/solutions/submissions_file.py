"""Reads `submissions.yaml`: settings and expected verdicts of the programs below its folder.

It is in the folder of a problem's solutions, or of all solutions. The nearest file counts. It overrides the
names of folders. Source: https://www.kattis.com/problem-package-format/spec/2025-09.html,
"Example submissions".
"""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Mapping as AnyMapping
from functools import cache
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from judge.model.package_format import DEMANDS, TEST_FOLDERS, VERDICTS, Word
from judge.model.patterns import expanded, matches
from judge.model.verdicts import SEEN, Rule, Verdict, allowed_by
from judge.platform.errors import Fault, listed, quoted, unknown
from judge.platform.files import SETTINGS_BYTES, has_file
from judge.solutions.fates import find_fate, parse_fate
from judge.yaml.document import load_file
from judge.yaml.tree import BOOLEANS, File, Flag, Mapping, checked, described

NAME = "submissions.yaml"
_Words = Annotated[list[Word], Meta(min_length=1, description="a list of some of AC, WA, TLE, RTE")]
_Score = Annotated[
    float | tuple[float, float], Meta(description="a score, or a list of the least and the most")
]
_Text = Annotated[str, Meta(description="a string")]
_Limit = Annotated[
    bool | Literal["lower", "upper"],
    Meta(description="true, false, lower or upper", extra={"words": BOOLEANS}),
]
_Anybody = Annotated[Any, Meta(description="a person, or a list of persons")]
_ANYTHING: AnyMapping[str, list[Word]] = {"permitted": ["AC", "WA", "TLE", "RTE"]}


class _Demand(Struct, kw_only=True):
    """The keys for all tests of a program or, below a key that names tests, for those."""

    permitted: _Words = field(default_factory=list)
    required: _Words = field(default_factory=list)
    score: _Score = math.nan
    message: _Text = ""
    use_for_time_limit: _Limit = True


class _Entry(_Demand, kw_only=True):
    """The keys of programs. `flags` and `interpreter` are our own, as in the header of a program.

    `authors` and `model_solution` are for readers of the file.
    """

    language: _Text = ""
    entrypoint: _Text = ""
    flags: _Text = ""
    interpreter: _Text = ""
    authors: _Anybody = None
    model_solution: Flag = False


class _Section(Struct, frozen=True, kw_only=True):
    """One entry: patterns of programs, or of tests within an entry of programs, and its keys."""

    key: str
    line: int
    patterns: tuple[str, ...]
    demand: _Demand
    of_tests: "tuple[_Section, ...]" = ()

    def matches(self, name: str) -> bool:
        return any(matches(pattern, name) for pattern in self.patterns)


class ProgramSettings(Struct, frozen=True, kw_only=True):
    """The settings of one program, empty unless stated. `entrypoint` is the file of a folder to run."""

    rules: tuple[Rule, ...]
    language: str = ""
    entrypoint: str = ""
    flags: str = ""
    interpreter: str = ""
    faults: tuple[Fault, ...] = ()


class SubmissionsFiles:
    """The settings of the programs below a folder, by the nearest file above each, else by folder names."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open = cache(_open)

    def look_up(self, path: Path, cases: Collection[str] | None) -> ProgramSettings:
        """Return the settings of a program. `cases` are the ids of its cases, None if some are unknown."""
        tests = None if cases is None else [case.partition("/")[2] for case in cases]
        file, name = self._find_file(path)
        return file.look_up(name, tests) if file else ProgramSettings(rules=find_fate(name).rules)

    def find_unused(self, programs: Iterable[Path]) -> list[Fault]:
        """Report the entries that match none of the programs."""
        found: dict[SubmissionsFile, list[str]] = {}
        for file, name in map(self._find_file, programs):
            if file:
                found.setdefault(file, []).append(name)
        return [fault for file, names in found.items() for fault in file.find_unused(names)]

    def _find_file(self, path: Path) -> "tuple[SubmissionsFile | None, str]":
        """Return the file that covers a program, and the path of the program below its folder."""
        below = path.relative_to(self._folder)
        for above in below.parents:
            if file := self._open(self._folder / above):
                return file, below.relative_to(above).as_posix()
        return None, below.as_posix()


class SubmissionsFile:
    """One file. Its errors are in `faults`."""

    def __init__(self, path: Path) -> None:
        self._file = File(path)
        self.faults = self._file.faults
        tree, _ = load_file(self._file, SETTINGS_BYTES) or (None, None)
        self._entries = [] if tree is None else _parse_sections(self._file, tree)

    @property
    def keys(self) -> list[str]:
        return [entry.key for entry in self._entries]

    def look_up(self, name: str, tests: Collection[str] | None) -> ProgramSettings:
        """Return the settings of a program by its path below the folder of the file.

        `tests` are the tests of its problems, None if some are unknown.
        """
        entries = [one for one in self._entries if one.matches(name)]
        folder = _find_folder(name, {one.key for one in entries})
        rules = [] if any(one.key == folder for one in entries) else [*_folder_rules(folder)]
        faults = [*self.faults]
        for entry in entries:
            default = DEMANDS.get(PurePath(folder).name, _ANYTHING)
            rules += _make_rules((), entry.demand, default if entry.key == folder else {})
            for part in entry.of_tests:
                rules += _make_rules(part.patterns, part.demand, {})
                # The two folders of packages may be empty.
                if tests is not None and part.key not in TEST_FOLDERS and not any(map(part.matches, tests)):
                    wrong = unknown("a pattern that matches one of the tests", part.key, tests)
                    faults.append(Fault(self._file.path, part.line, wrong))
        line = entries[-1].line if entries else 0
        if test := next((test for test in tests or () if not allowed_by(rules, test)), None):
            wrong = f"expected a verdict that all entries for {name} permit on {test}, got none"
            faults.append(Fault(self._file.path, line, wrong))
        stated = {}
        for key in ("language", "entrypoint", "flags", "interpreter"):
            values = dict.fromkeys(filter(None, (getattr(one.demand, key) for one in entries)))
            stated[key] = next(iter(values), "")
            if len(values) > 1:
                wrong = f"expected one {key} of {name}, got {listed(values)}"
                faults.append(Fault(self._file.path, line, wrong))
        return ProgramSettings(rules=tuple(rules) or find_fate("").rules, faults=tuple(faults), **stated)

    def find_unused(self, names: Collection[str]) -> Iterator[Fault]:
        """Yield the entries that match none of these programs."""
        for entry in self._entries:
            if entry.key not in DEMANDS and not any(map(entry.matches, names)):
                yield Fault(self._file.path, entry.line, f"{quoted(entry.key)} names no program")


def _open(folder: Path) -> SubmissionsFile | None:
    return SubmissionsFile(folder / NAME) if has_file(folder / NAME) else None


def _find_folder(name: str, keys: Collection[str]) -> str:
    """Return the path of the folder that states the verdicts of a program: the innermost with such a name,
    else the outermost if it is a key. Empty if there is none.
    """
    above = [*map(str, PurePath(name).parents)][:-1]
    found = [path for path in above if PurePath(path).name in DEMANDS or parse_fate(PurePath(path).name)]
    found += [path for path in above[-1:] if path in keys]
    return next(iter(found), "")


def _parse_sections(file: File, tree: Any) -> list[_Section]:
    """Parse a whole file. Faulty entries are reported and left out."""
    if not isinstance(tree, Mapping):
        file.fault(1, f"expected a mapping from programs to what they are, got {described(tree)}")
        return []
    return [*filter(None, (_parse_section(file, tree, key, _Entry) for key in tree))]


def _parse_section(file: File, tree: Mapping, key: str, kind: type[_Demand]) -> _Section | None:
    line, value = tree.lines[key][0], tree[key]
    of_tests: list[_Section | None] = []
    if kind is _Entry and isinstance(value, Mapping):
        inner = [
            one for one in value if one not in _Entry.__struct_fields__ and isinstance(value[one], Mapping)
        ]
        of_tests = [_parse_section(file, value, one, _Demand) for one in inner]
        whole, value = value, Mapping(value.line)
        value |= {one: each for one, each in whole.items() if one not in inner}
        value.lines |= whole.lines
    try:
        patterns = expanded(key.removesuffix("/"))
    except ValueError as error:
        file.fault(line, str(error))
        return None
    demand = checked(file, value, kind, line)
    if demand and (wrong := _find_contradiction(demand)):
        file.fault(line, wrong)
    if demand is None or None in of_tests:
        return None
    return _Section(
        key=key.removesuffix("/"),
        line=line,
        patterns=patterns,
        demand=demand,
        of_tests=tuple(filter(None, of_tests)),
    )


def _find_contradiction(demand: _Demand) -> str:
    """Return the error message for a demand that nothing can meet, else an empty string."""
    if demand.permitted and demand.required and not {*demand.permitted} & {*demand.required}:
        return f"expected some of {listed(demand.permitted)} as `required`, got {listed(demand.required)}"
    if isinstance(demand.score, tuple) and not demand.score[0] <= demand.score[1]:
        return f"expected the least score before the most, got {list(demand.score)}"
    return ""


def _folder_rules(folder: str) -> tuple[Rule, ...]:
    """Return the rules of a folder's name, by the standard of packages if it has the name."""
    name = PurePath(folder).name
    if name in DEMANDS:
        return tuple(_make_rules((), _Demand(), DEMANDS[name]))
    fate = parse_fate(name)
    return fate.rules if fate else ()


def _make_rules(
    tests: tuple[str, ...], demand: _Demand, default: AnyMapping[str, list[Word]]
) -> Iterator[Rule]:
    """Turn a demand into rules. Keys that it does not state are as in the default."""
    permitted = demand.permitted or default.get("permitted", [])
    required = demand.required or default.get("required", [])
    score, limit = demand.score, demand.use_for_time_limit
    points = score if isinstance(score, tuple) else None if math.isnan(score) else (score, score)
    if permitted or required or points or demand.message:
        yield Rule(
            tests=tests,
            allowed=_in_order(permitted) if permitted else SEEN,
            required=tuple(verdict for word in required for verdict in VERDICTS[word]),
            points=points,
            message=demand.message,
            bounds=_find_bounds(permitted, required) if limit is True else "",
        )
    if limit == "lower":
        yield Rule(tests=tests, allowed=_in_order(["AC", "WA", "RTE"]), bounds="lower")
    if limit == "upper":
        yield Rule(tests=tests, required=VERDICTS["TLE"], bounds="upper")


def _in_order(words: Sequence[str]) -> tuple[Verdict, ...]:
    meant = {verdict for word in words for verdict in VERDICTS[word]}
    return tuple(verdict for verdict in SEEN if verdict in meant)


def _find_bounds(permitted: Sequence[str], required: Sequence[str]) -> Literal["lower", "upper", ""]:
    """Return the bound of a time limit that programs with this demand set."""
    if {*required} == {"TLE"}:
        return "upper"
    return "lower" if permitted and "TLE" not in permitted else ""
