"""What a `submissions.yaml` says of the programs below its folder, in the words of packages of the ICPC.

It lies in the folder of a problem's solutions, or in that of all; of several the nearest counts. What it says
goes before what folders say. Source: https://www.kattis.com/problem-package-format/spec/2025-09.html,
"Example submissions".
"""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from judge.errors import Fault, InputErrors, listed, quoted, unknown
from judge.files import SETTINGS_BYTES, has_file, read
from judge.patterns import expanded, matches
from judge.solutions.fates import fate_of, stated_by
from judge.verdicts import SEEN, Rule, Verdict, allowed_by
from judge.yamltree import BOOLEANS, File, Flag, Mapping, checked, described, load

NAME = "submissions.yaml"
_MEANT = {
    "AC": (Verdict.AC,),
    "WA": (Verdict.WA, Verdict.PE),
    "TLE": (Verdict.TLE, Verdict.ILE),
    "RTE": (Verdict.RE, Verdict.MLE, Verdict.OLE),
}
_Word = Literal["AC", "WA", "TLE", "RTE"]
_Words = Annotated[list[_Word], Meta(min_length=1, description="a list of some of AC, WA, TLE, RTE")]
_Score = Annotated[
    float | tuple[float, float], Meta(description="a score, or a list of the least and the most")
]
_Text = Annotated[str, Meta(description="a string")]
_Limit = Annotated[
    bool | Literal["lower", "upper"],
    Meta(description="true, false, lower or upper", extra={"words": BOOLEANS}),
]
_Anybody = Annotated[Any, Meta(description="a person, or a list of persons")]
# What the folders of a package say; an entry of just such a name changes the keys that it has.
FOLDERS: dict[str, dict[str, list[_Word]]] = {
    "accepted": {"permitted": ["AC"]},
    "rejected": {"required": ["WA", "TLE", "RTE"]},
    "wrong_answer": {"permitted": ["AC", "WA"], "required": ["WA"]},
    "time_limit_exceeded": {"permitted": ["AC", "TLE"], "required": ["TLE"]},
    "run_time_error": {"permitted": ["AC", "RTE"], "required": ["RTE"]},
    "brute_force": {"permitted": ["AC", "TLE", "RTE"], "required": ["TLE", "RTE"]},
}
_ANYTHING: dict[str, list[_Word]] = {"permitted": ["AC", "WA", "TLE", "RTE"]}


class _Demand(Struct, kw_only=True):
    """The keys that speak of all tests, or below a key that names some, of these."""

    permitted: _Words = field(default_factory=list)
    required: _Words = field(default_factory=list)
    score: _Score = math.nan
    message: _Text = ""
    use_for_time_limit: _Limit = True


class _Entry(_Demand, kw_only=True):
    """Those of programs, with two of our own, `flags` and `interpreter`, as a program states them.

    Their `authors` and which is a model are for who reads the file.
    """

    language: _Text = ""
    entrypoint: _Text = ""
    flags: _Text = ""
    interpreter: _Text = ""
    authors: _Anybody = None
    model_solution: Flag = False


class _Stated(Struct, frozen=True, kw_only=True):
    """What one key says of what its patterns name: of programs, and within an entry of tests."""

    key: str
    line: int
    patterns: tuple[str, ...]
    demand: _Demand
    of_tests: "tuple[_Stated, ...]" = ()

    def names(self, name: str) -> bool:
        return any(matches(pattern, name) for pattern in self.patterns)


class Said(Struct, frozen=True, kw_only=True):
    """What is said of one program, empty where nothing is. `entrypoint` is the file of a folder to run."""

    rules: tuple[Rule, ...]
    language: str = ""
    entrypoint: str = ""
    flags: str = ""
    interpreter: str = ""
    faults: tuple[Fault, ...] = ()


class Sheets:
    """What is said of the programs below a folder: by the nearest file above each, else by folders alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[Path, Sheet | None] = {}

    def said_of(self, path: Path, cases: Collection[str] | None) -> Said:
        """`cases` are the ids of those that the program belongs to, None where some are not known."""
        tests = None if cases is None else [case.partition("/")[2] for case in cases]
        sheet, name = self._over(path)
        return sheet.said_of(name, tests) if sheet else Said(rules=fate_of(name).rules)

    def idle(self, programs: Iterable[Path]) -> list[Fault]:
        """The entries that name none of the programs."""
        found: dict[Sheet, list[str]] = {}
        for sheet, name in map(self._over, programs):
            if sheet:
                found.setdefault(sheet, []).append(name)
        return [fault for sheet, names in found.items() for fault in sheet.idle(names)]

    def _over(self, path: Path) -> "tuple[Sheet | None, str]":
        """The file that speaks of a program, and the path of the program below its folder."""
        below = path.relative_to(self._folder)
        for above in below.parents:
            if sheet := self._at(self._folder / above):
                return sheet, below.relative_to(above).as_posix()
        return None, below.as_posix()

    def _at(self, folder: Path) -> "Sheet | None":
        if folder not in self._read:
            there = has_file(folder / NAME)
            self._read[folder] = Sheet(folder / NAME) if there else None
        return self._read[folder]


class Sheet:
    """One file, read; what is wrong with it is among its `faults`."""

    def __init__(self, path: Path) -> None:
        self._file = File(path)
        self.faults = self._file.faults
        self._entries: list[_Stated] = []
        try:
            tree = load(read(path, SETTINGS_BYTES)[0], path)
        except InputErrors as error:
            self.faults.extend(error.faults)
        except OSError as error:
            self._file.fault(0, f"expected a readable file, got: {error.strerror}")
        else:
            self._entries = [] if tree is None else _entries(self._file, tree)

    @property
    def keys(self) -> list[str]:
        """Of its entries."""
        return [entry.key for entry in self._entries]

    def said_of(self, name: str, tests: Collection[str] | None) -> Said:
        """What is said of a program by its path below the folder of the file.

        `tests` are those of its problems, None where some are not known.
        """
        entries = [one for one in self._entries if one.names(name)]
        folder = _telling_folder(name, {one.key for one in entries})
        rules = [] if any(one.key == folder for one in entries) else [*_of_folder(folder)]
        faults = [*self.faults]
        for entry in entries:
            default = FOLDERS.get(PurePath(folder).name, _ANYTHING)
            rules += _rules((), entry.demand, default if entry.key == folder else {})
            for part in entry.of_tests:
                rules += _rules(part.patterns, part.demand, {})
                if tests is not None and not _names_some(part, tests):
                    wrong = unknown("a pattern that matches one of the tests", part.key, tests)
                    faults.append(Fault(self._file.path, part.line, wrong))
        line = entries[-1].line if entries else 0
        if test := next((test for test in tests or () if not allowed_by(rules, test)), None):
            wrong = f"expected a verdict that all which is said of {name} permits on {test}, got none"
            faults.append(Fault(self._file.path, line, wrong))
        stated = {}
        for key in ("language", "entrypoint", "flags", "interpreter"):
            values = dict.fromkeys(filter(None, (getattr(one.demand, key) for one in entries)))
            stated[key] = next(iter(values), "")
            if len(values) > 1:
                wrong = f"expected one {key} of {name}, got {listed(values)}"
                faults.append(Fault(self._file.path, line, wrong))
        return Said(rules=tuple(rules) or fate_of("").rules, faults=tuple(faults), **stated)

    def idle(self, names: Collection[str]) -> Iterator[Fault]:
        """The entries that name none of these programs."""
        for entry in self._entries:
            if entry.key not in FOLDERS and not any(map(entry.names, names)):
                yield Fault(self._file.path, entry.line, f"{quoted(entry.key)} names no program")


def _telling_folder(name: str, keys: Collection[str]) -> str:
    """The path of the folder of a program that says what it gets: the inmost that says it by its name, else
    the outermost if it is a key. Empty where none does.
    """
    above = [*map(str, PurePath(name).parents)][:-1]
    told = [path for path in above if PurePath(path).name in FOLDERS or stated_by(PurePath(path).name)]
    told += [path for path in above[-1:] if path in keys]
    return next(iter(told), "")


def _names_some(part: _Stated, tests: Collection[str]) -> bool:
    """Whether it names a test, or one of the two folders of packages, of which one may be empty."""
    return part.key in ("sample", "secret") or any(map(part.names, tests))


def _entries(file: File, tree: Any) -> list[_Stated]:
    """What the keys of a whole file say; those at fault, which the file then tells, say nothing."""
    if not isinstance(tree, Mapping):
        file.fault(1, f"expected a mapping from programs to what they are, got {described(tree)}")
        return []
    return [*filter(None, (_stated(file, tree, key, _Entry) for key in tree))]


def _stated(file: File, tree: Mapping, key: str, kind: type[_Demand]) -> _Stated | None:
    line, value = tree.lines[key][0], tree[key]
    of_tests: list[_Stated | None] = []
    if kind is _Entry and isinstance(value, Mapping):
        inner = [
            one for one in value if one not in _Entry.__struct_fields__ and isinstance(value[one], Mapping)
        ]
        of_tests = [_stated(file, value, one, _Demand) for one in inner]
        value = _without(value, inner)
    try:
        patterns = expanded(key.removesuffix("/"))
    except ValueError as error:
        file.fault(line, str(error))
        return None
    demand = checked(file, value, kind, line)
    if demand and (wrong := _contradiction(demand)):
        file.fault(line, wrong)
    if demand is None or None in of_tests:
        return None
    return _Stated(
        key=key.removesuffix("/"),
        line=line,
        patterns=patterns,
        demand=demand,
        of_tests=tuple(filter(None, of_tests)),
    )


def _without(tree: Mapping, keys: Collection[str]) -> Mapping:
    left = Mapping(tree.line)
    left |= {key: value for key, value in tree.items() if key not in keys}
    left.lines |= tree.lines
    return left


def _contradiction(demand: _Demand) -> str:
    """What to say of a demand that nothing meets; empty of others."""
    if demand.permitted and demand.required and not {*demand.permitted} & {*demand.required}:
        return f"expected some of {listed(demand.permitted)} as `required`, got {listed(demand.required)}"
    if isinstance(demand.score, tuple) and not demand.score[0] <= demand.score[1]:
        return f"expected the least score before the most, got {list(demand.score)}"
    return ""


def _of_folder(folder: str) -> tuple[Rule, ...]:
    """What the name of a folder says; of a package's own what its standard says."""
    name = PurePath(folder).name
    if name in FOLDERS:
        return tuple(_rules((), _Demand(), FOLDERS[name]))
    fate = stated_by(name)
    return fate.rules if fate else ()


def _rules(tests: tuple[str, ...], demand: _Demand, default: dict[str, list[_Word]]) -> Iterator[Rule]:
    """What a demand comes to; what it does not say is as in the default."""
    permitted = demand.permitted or default.get("permitted", [])
    required = demand.required or default.get("required", [])
    score, limit = demand.score, demand.use_for_time_limit
    points = score if isinstance(score, tuple) else None if math.isnan(score) else (score, score)
    if permitted or required or points or demand.message:
        yield Rule(
            tests=tests,
            allowed=_in_order(permitted) if permitted else SEEN,
            required=tuple(verdict for word in required for verdict in _MEANT[word]),
            points=points,
            message=demand.message,
            bounds=_bounds(permitted, required) if limit is True else "",
        )
    if limit == "lower":
        yield Rule(tests=tests, allowed=_in_order(["AC", "WA", "RTE"]), bounds="lower")
    if limit == "upper":
        yield Rule(tests=tests, required=_MEANT["TLE"], bounds="upper")


def _in_order(words: Sequence[str]) -> tuple[Verdict, ...]:
    meant = {verdict for word in words for verdict in _MEANT[word]}
    return tuple(verdict for verdict in SEEN if verdict in meant)


def _bounds(permitted: Sequence[str], required: Sequence[str]) -> Literal["lower", "upper", ""]:
    """Which bound of a time limit follows from programs of which this is demanded."""
    if {*required} == {"TLE"}:
        return "upper"
    return "lower" if permitted and "TLE" not in permitted else ""
