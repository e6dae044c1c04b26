"""Tasks and contests of CMS, as its `italy_yaml` loader reads them.

Source: https://github.com/cms-dev/cms/blob/main/cmscontrib/loaders/italy_yaml.py, and cmsMake for generated
inputs and outputs.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from judge.cases.case_file import FILE, reject_id
from judge.cases.graders import name_module
from judge.packages.cms_points import GEN, Line, Points, read_points
from judge.packages.folders import Folder
from judge.packages.missing import list_missing
from judge.packages.package import Package, Recipe
from judge.packages.sources import reject_language
from judge.platform import units
from judge.platform.errors import Fault, quoted
from judge.running.languages import LANGUAGES
from judge.running.languages.base import HEADER_SUFFIXES
from judge.yaml.tree import Mapping, described

TASK, CONTEST = "task.yaml", "contest.yaml"
_ORIGIN = "CMS task"
# CMS states no output limit.
_OUTPUT_LIMIT = "64MiB"
_COMPARE = "cms"
# Keys for contests: no verdict depends on them.
_OF_CONTESTS = re.compile(
    "token_.*|(max|min)_.*|score_(mode|precision)|primary_language|version|public_testcases|risultati"
    "|feedback_level"
)
_READ = {"name", "nome_breve", "title", "nome", "time_limit", "timeout", "memory_limit", "memlimit", "infile"}
_READ |= {"outfile", "n_input", "total_value", "output_only", "num_processes", "score_type"}
# With `user_io` a solution uses its streams or two pipes: it may use both here.
_READ |= {"score_type_parameters", "user_io"}
_YES = ("true", "yes", "on", "1")
# The names that cmsMake knows for the official solution, a generator, a checker and a manager.
_OFFICIAL = ("solution", "soluzione")
_GENERATORS = ("gen/generator", "gen/generatore")
_CHECKERS = ("check/checker", "cor/correttore", "cor/checker")
_MANAGERS = ("check/manager", "cor/manager")


def read_contest(folder: Folder) -> Sequence[Package]:
    tree = folder.yaml(CONTEST)
    named = _value(tree, "tasks", "problemi") if isinstance(tree, Mapping) else None
    names = (
        named
        if isinstance(named, list)
        else [*filter(lambda name: f"{name}/{TASK}" in folder, folder.folders())]
    )
    packages: list[Package] = []
    for name in names:
        if f"{name}/{TASK}" in folder:
            packages += read_task(folder.inner(str(name)))
        else:
            key = next((key for key in ("tasks", "problemi") if key in tree), "")
            message = f"expected a folder with {TASK} for each task, got {described(name)}"
            folder.fault(CONTEST, message, tree.lines[key][0] if key else 0)
    if not packages and not folder.faults:
        folder.fault(CONTEST, "expected a task, got none")
    return packages


def read_task(folder: Folder) -> Sequence[Package]:
    tree = folder.yaml(TASK)
    if isinstance(tree, Mapping):
        return [_Reader(folder, tree).package()]
    if not any(fault.path == folder.shown / TASK for fault in folder.faults):
        folder.fault(TASK, f"expected a mapping, got {described(tree)}", 1)
    return ()


def _value(tree: Mapping, *keys: str) -> Any:
    """Return the value of the first of these keys that is stated."""
    return next((tree[key] for key in keys if tree.get(key) is not None), None)


class _Reader:
    """Reads one task."""

    def __init__(self, folder: Folder, tree: Mapping) -> None:
        self._folder, self._tree = folder, tree
        name = str(_value(tree, "name", "nome_breve") or folder.name)
        if wrong := reject_id(name):
            self._fault(wrong, "name", "nome_breve")
            name = "problem"
        self._package = Package(name=name, origin=_ORIGIN, missing=[])
        self._missing: dict[str, Fault] = {}
        self._stated = self._package.stated
        self._graders: list[str] = []

    def package(self) -> Package:
        if title := _value(self._tree, "title", "nome"):
            self._stated["problem"] = str(title)
        is_output_only = str(self._tree.get("output_only", "")).lower() in _YES
        self._programs()
        talks = not is_output_only and self._decider(_MANAGERS, "interactor")
        if not talks and not self._decider(_CHECKERS, "checker"):
            self._stated["compare"] = _COMPARE
        self._limits(is_output_only=is_output_only, talks=bool(talks))
        self._grader("stub" if talks else "grader")
        self._solutions()
        self._tests(talks=bool(talks))
        others = [key for key in self._tree if key not in _READ and not _OF_CONTESTS.fullmatch(key)]
        self._folder.note_keys(TASK, {key: self._tree.lines[key][0] for key in others})
        return self._package

    def _fault(self, message: str, *keys: str) -> None:
        key = next((key for key in keys if key in self._tree), "")
        self._folder.fault(TASK, message, self._tree.lines[key][0] if key else self._tree.line)

    def _number(self, *keys: str) -> float:
        """Return a number above zero, 0 if none is stated."""
        value = _value(self._tree, *keys)
        if value is None:
            return 0
        text = str(value)
        if re.fullmatch(r"[0-9]{0,9}\.?[0-9]{1,9}", text) and float(text):
            return float(text)
        self._fault(f"expected a number above 0 as {keys[0]}, got {described(value)}", *keys)
        return 0

    def _limits(self, *, is_output_only: bool, talks: bool) -> None:
        if time_s := self._number("time_limit", "timeout"):
            self._limit("time", units.TIME, units.write_time(time_s), "time_limit", "timeout")
        if mebibytes := self._number("memory_limit", "memlimit"):
            self._limit("memory", units.SIZE, f"{max(1, round(mebibytes))}MiB", "memory_limit", "memlimit")
        self._stated["output_limit"] = _OUTPUT_LIMIT
        if is_output_only:
            self._stated["output_only"] = True
        elif not talks:
            for key, name in (("input", "infile"), ("output", "outfile")):
                named = str(self._tree.get(name, f"{key}.txt") or "")
                if named and not re.search(FILE, named):
                    self._fault(f"expected the name of a file, no path, got {quoted(named)}", name)
                elif named:
                    self._stated[key] = named
        if self._number("num_processes") > 1:
            self._fault("expected one process of a solution, got num_processes above 1", "num_processes")

    def _limit(self, name: str, pattern: str, text: str, *keys: str) -> None:
        if re.match(pattern, text):
            self._stated[name] = text
        else:
            self._fault(f"expected a limit of at most six digits, got {text}", *keys)

    def _programs(self) -> None:
        """Add the checkers, validators and generators. Their binaries are ignored.

        Generators may read all of `gen/`.
        """
        self._folder.below("gen")
        for name in self._folder.files:
            top = name.partition("/")[0]
            is_source = name.endswith((*LANGUAGES, *HEADER_SUFFIXES))
            if top in ("check", "cor", "gen") and is_source:
                self._package.tools[name] = self._folder.take(name)
                if (built := name.rpartition(".")[0]) in self._folder:
                    self._folder.take(built)

    def _decider(self, stems: Sequence[str], key: str) -> str:
        """State a checker or an interactor, and return its path, empty if there is none."""
        for stem in stems:
            if found := self._source(stem):
                self._stated |= {key: found, "protocol": "cms"}
                return found
            if stem in self._folder:
                self._folder.fault(stem, f"expected the source of the {key} next to it, got none")
        return ""

    def _source(self, stem: str) -> str:
        return next((f"{stem}{suffix}" for suffix in LANGUAGES if f"{stem}{suffix}" in self._folder), "")

    def _grader(self, stem: str) -> None:
        graders = [f"sol/{stem}{suffix}" for suffix in LANGUAGES if f"sol/{stem}{suffix}" in self._folder]
        headers = [name for name in self._folder.files if re.fullmatch(r"sol/[^/]+", name)]
        headers = [name for name in headers if name.endswith(HEADER_SUFFIXES)]
        if graders:
            self._stated |= {"grader": graders, "module": name_module(self._package.name)}
            self._graders = graders
            for name in (*graders, *headers):
                self._package.tools[name] = self._folder.take(name)

    def _solutions(self) -> None:
        """Add the solutions. The official one is accepted, the others' verdicts are unknown."""
        for name in self._folder.files:
            path = PurePosixPath(name)
            if path.parts[0] != "sol" or name in self._graders or path.stem in ("grader", "stub"):
                continue
            below = name.removeprefix("sol/")
            if name.endswith(HEADER_SUFFIXES):
                if not self._graders:
                    for fate in ("accepted", "unknown"):
                        self._package.programs[f"{fate}/{below}"] = self._folder.take(name)
            elif name.endswith(tuple(LANGUAGES)):
                if wrong := reject_language(path, self._folder.data(name) or b""):
                    self._folder.note(name, f"not judged: {wrong}")
                    continue
                fate = "accepted" if path.stem in _OFFICIAL else "unknown"
                self._package.programs[f"{fate}/{below}"] = self._folder.take(name)

    def _tests(self, *, talks: bool) -> None:
        shares = "protocol" in self._stated
        points = read_points(self._folder, self._tree, self._number("n_input"), shares=shares)
        self._stated |= points.stated
        for number in range(points.tests):
            name = f"{points.place(number)}{number:03}"
            source = self._input(number, points)
            answer = None if talks else self._output(number, f"{name}.in")
            if fault := next((each for each in (source, answer) if isinstance(each, Fault)), None):
                self._missing[name] = fault
                continue
            for file, found in ((f"{name}.in", source), (f"{name}.out", answer)):
                if isinstance(found, Recipe):
                    self._package.recipes[file] = found
                elif isinstance(found, Path):
                    self._package.tests[file] = found
        self._package.missing = list_missing(self._missing)
        if not points.tests:
            place = self._folder.shown / (GEN if GEN in self._folder else "input")
            self._package.missing.append(Fault(place, 0, "expected tests, got none"))
        if any(recipe.words for recipe in self._package.recipes.values()):
            self._package.around = dict(self._around())

    def _around(self) -> Iterator[tuple[str, Path]]:
        """Yield the files that generators find: all of the task except its tests and hidden files."""
        for name, path in self._folder.files.items():
            top, *_ = parts = name.split("/")
            if top not in ("input", "output") and not any(part.startswith(".") for part in parts):
                yield name, path

    def _input(self, number: int, points: Points) -> Path | Recipe | Fault:
        """Return an input as a file or a recipe, or a fault if it is missing."""
        folder, asked = self._folder, f"input/input{number}.txt"
        line = points.lines[number] if number < len(points.lines) else Line()
        for name in (asked, line.copied):
            if name in folder:
                return folder.take(name)
        generator = next(filter(None, map(self._source, _GENERATORS)), "")
        if line.words and generator:
            if wrong := reject_language(folder.files[generator], folder.data(generator) or b""):
                return Fault(folder.shown / generator, 0, wrong)
            return Recipe(program=generator, words=line.words)
        script = next((name for name in folder.files if name.rpartition(".")[0] in _GENERATORS), "")
        if line.words and script:
            return Fault(
                folder.shown / script, 0, "the program is in a language that the judge does not know"
            )
        got = f"{quoted(line.copied)}, which is not there" if line.copied else "neither"
        message = f"expected an input, or what makes it (gen/generator, gen/GEN), got {got}"
        return Fault(folder.shown / "input", 0, message)

    def _output(self, number: int, asked: str) -> Path | Recipe | Fault:
        """Return an output as `_input` does. `asked` is the input among the tests."""
        name = f"output/output{number}.txt"
        if name in self._folder:
            return self._folder.take(name)
        stems = [f"accepted/{stem}{suffix}" for stem in _OFFICIAL for suffix in LANGUAGES]
        official = sorted((name for name in stems if name in self._package.programs), key=_is_interpreted)
        if official:
            return Recipe(program=official[0], answers=asked)
        message = "expected an output, or sol/solution that makes it, got neither"
        return Fault(self._folder.shown / "output", 0, message)


def _is_interpreted(name: str) -> bool:
    return not LANGUAGES[PurePosixPath(name).suffix].builds
