"""Options that several commands share, the project they select, and notes on its files."""

import dataclasses
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from shlex import quote
from typing import get_args

from msgspec.structs import replace

from judge.cases import cph
from judge.cases import project as cases_project
from judge.cases.case_file import SUFFIXES
from judge.cases.ignored import find_ignored_files, find_unanswered
from judge.cases.loose_tests import find_problems
from judge.cases.project import Project
from judge.cases.search import CHECKER, INTERACTOR
from judge.checkers.brought import PROTOCOLS
from judge.library.folders import Loaded
from judge.model.cases import Case
from judge.model.patterns import problem_of
from judge.options.declaration import flag, option, positionals, repeated
from judge.options.kinds import CASE, COUNT, FOLDER, RULE, SIZE, SOLUTION, TIME, one_of
from judge.packages.place import find_package, is_package
from judge.platform.errors import Fault, UsageError, counted, listed, printable
from judge.platform.files import has_file, has_folder, names_in
from judge.running.keeper_client import Level
from judge.running.languages import reject_suffix
from judge.show.console import Colour
from judge.show.progress import show_count
from judge.solutions.fates import parse_fate
from judge.solutions.loader import find_ignored_programs

A_SOLUTION = "a name with or without suffix, a folder, or a pattern such as 'week1/*'"
A_CASE = "the id of a case, its last part, a problem, or a pattern such as 'sum/*'"
_COLOUR = one_of(get_args(Colour))
_LEVEL = one_of(get_args(Level))
# Tests without an answer that are listed one by one.
_UNANSWERED_NAMED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """The place of the project."""

    root: Path | None = option(
        "--root", FOLDER, "the folder with solutions/ and cases/, or a package (default: here or above)"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders(Home):
    """The folders to read, for commands that read a project."""

    cases: Path | None = option(
        "--cases", FOLDER, "read case files from this folder instead of the project's own"
    )
    tests: Path | None = option("--tests", FOLDER, "judge on the tests in this folder, as one problem")
    protocol: str | None = option(
        "--protocol",
        one_of(tuple(PROTOCOLS)),
        "how to call the checker or interactor in the folder of --tests",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealing:
    """The sandbox, for commands that may run programs."""

    sandbox: Level = option("--sandbox", _LEVEL, "how strictly programs are sealed", default="default")


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Sealing):
    """The start of Python programs, for commands that run solutions."""

    cold: bool = flag("--cold", "start a new Python interpreter for every test")
    debug: bool = flag(
        "--debug", "build with sanitizers and assertions; ten times the CPU time, 1 GiB more memory"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner(Start):
    """The rule of comparison, for commands that judge."""

    compare: str | None = option(
        "--compare",
        RULE,
        "compare outputs by this rule where cases have one right answer: tokens, 'float 1e-6'",
    )

    def select(self, solutions: Sequence[str], cases: Sequence[str] = ()) -> "Selection":
        """Return a selection that is judged in this manner."""
        words = {each.name: getattr(self, each.name) for each in dataclasses.fields(Manner)}
        return Selection(solutions=tuple(solutions), cases=tuple(cases), **words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection(Manner):
    """The solutions and cases to judge, for commands that take any number of them."""

    solutions: tuple[str, ...] = positionals(SOLUTION, f"{A_SOLUTION}; or a problem")
    cases: tuple[str, ...] = repeated("--case", CASE, f"judge only these cases: {A_CASE} (repeatable)")


def time_option(default: str = "instead of each case's own") -> float | None:
    return option("--time", TIME, f"CPU time limit {default}: 500ms, 2m, or a number of seconds")


def memory_option(default: str = "instead of each case's own") -> int | None:
    return option("--memory", SIZE, f"memory limit {default}: 64M, 1G, or a number of MiB")


def jobs_option() -> int | None:
    return option("--jobs", COUNT, "number of workers (default: one for each physical core)")


def color_option() -> Colour:
    return option(
        "--color",
        _COLOUR,
        "color the output; auto does so on a terminal, unless NO_COLOR is set",
        default="auto",
    )


def enter_folder(folders: Folders, selection: Selection) -> tuple[Folders, Selection]:
    """Use a single word that names another folder, as in `judge run week1`, as the project."""
    words = selection.solutions
    if folders.root or len(words) != 1 or not _is_place_of_its_own(words[0]):
        return folders, selection
    return dataclasses.replace(folders, root=Path(words[0])), dataclasses.replace(selection, solutions=())


def _is_place_of_its_own(word: str) -> bool:
    """Return whether a word names a folder outside the project or package here, and no problem."""
    if not word or not has_folder(Path(word)) or is_package(Path()):
        return False
    try:
        project = cases_project.find_project(None)
    except UsageError:
        return True
    name = os.path.normpath(word)
    if project.programs:
        return name not in (".", *(folder.name for folder in project.tests))
    if PurePath(os.path.relpath(word, project.solutions)).parts[:1] != ("..",):
        return False
    own = project.solutions / name, project.cases / name, project.cases / f"{name}.yaml"
    return Path(name).is_absolute() or not any(map(os.path.lexists, own))


def find_project(folders: Folders, words: Sequence[str] = (), *, level: Level = "default") -> Project:
    """Find the project, or the folder of the programs that `words` name.

    `level` is how programs are sealed that make tests of a package.
    """
    root = folders.root
    with show_count("making tests") as progress:
        package = find_package(root, level=level, progress=progress)
    project = cases_project.find_project(
        root, cases=folders.cases, tests=folders.tests, words=words, package=package
    )
    if folders.protocol and not project.tests:
        raise UsageError(
            "--protocol: expected a folder of tests (see --tests), got case files, which state it"
        )
    return replace(project, protocol=folders.protocol or "")


def list_unread(everything: Loaded) -> list[Fault]:
    """List the ignored files with the reason, or the parts of a package that were not understood."""
    project, cases, faulty = everything.project, everything.cases, everything.faulty
    if project.origins:
        return [*project.left]
    own = [] if project.programs else find_ignored_programs(project.solutions, project.languages)
    read = {file.path for solution in everything.solutions for file in solution.files}
    own = [fault for fault in own if fault.path not in read]
    own += [Fault(path, 0, "expected a solution, got the name of a helper") for path in project.helpers]
    if not project.tests:
        return [*own, *find_ignored_files(project.cases, cases, faulty)]
    idle = (program for program in project.programs if not find_problems(program, cases))
    passed = [Fault(program, 0, "expected tests next to it, got none") for program in idle]
    there = [project.root / name for name in names_in(project.root)] if project.programs else []
    reasons = ((path, reject_suffix(path, project.languages)) for path in there)
    passed += [Fault(path, 0, why) for path, why in reasons if why and has_file(path)]
    if project.programs:
        files = (project.root / f"{folder.name}{suffix}" for folder in project.tests for suffix in SUFFIXES)
        passed += [
            Fault(path, 0, "expected no case file next to programs, got one")
            for path in files
            if has_file(path)
        ]
    for folder in project.tests:
        if folder not in (project.root, project.root / cph.FOLDER):
            passed += find_ignored_files(folder, cases, faulty, is_problem=True)
    return [*own, *passed]


def note_unread(everything: Loaded, unread: Sequence[Fault]) -> Iterator[str]:
    """Note the number of `unread` files, see `list_unread`. Folders are not counted."""
    helpers = everything.project.helpers
    if helpers:
        folder, loose = everything.project.solutions, everything.project.programs
        names = printable(listed([path.relative_to(folder).as_posix() for path in helpers]))
        how = f" (`judge run {printable(quote(str(helpers[0])))}` judges one)" if loose else ""
        yield f"ignored: {names}{how}"
        deciders = [
            path.name for path in helpers if loose and path.stem in (*CHECKER.names, *INTERACTOR.names)
        ]
        if deciders:
            yield f"{printable(listed(deciders))} decides nothing here: move it to test/, with the tests"
    if everything.project.origins:
        if unread:
            yield f"left of the package: {counted(len(unread), 'remark')}; see `judge list`"
    elif number := sum(not has_folder(fault.path) for fault in unread if fault.path not in helpers):
        yield f"ignored: {counted(number, 'file')}, no solution and no case; see `judge list`"


def note_strangers(everything: Loaded) -> Iterator[str]:
    """Note the number of solutions that belong to no problem."""
    if number := sum(one.problems == () and not one.faults for one in everything.solutions):
        yield f"not judged: {counted(number, 'solution')} without a problem here; `judge list` says why"


def note_short_folders(everything: Loaded) -> Iterator[str]:
    """Note the folders of programs, such as `tl`, whose names lack only the last letter of a verdict's."""
    problems = {problem_of(case.id) for case in everything.cases}
    folders = {folder for one in everything.solutions for folder in PurePath(one.name).parts[:-1]}
    for folder in sorted(folders - problems):
        if len(folder) > 1 and not parse_fate(folder) and parse_fate(f"{folder}e"):
            yield f"the folder {printable(folder)}/ states no verdict; {printable(folder)}e/ would"


def note_unanswered(cases: Sequence[Case]) -> Iterator[str]:
    """Note the tests without an answer, if other tests of their problem have one."""
    lines = [str(fault) for fault in find_unanswered(cases)]
    yield from lines[:_UNANSWERED_NAMED]
    if more := lines[_UNANSWERED_NAMED:]:
        yield f"and {counted(len(more), 'more test')} without an answer where others of the problem have one"
