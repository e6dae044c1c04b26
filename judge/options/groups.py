"""Options that several commands share, and the project they select."""

import dataclasses
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import get_args

from msgspec.structs import replace

from judge.cases.project import Project
from judge.checkers.brought import PROTOCOLS
from judge.options.declaration import flag, option, positionals, repeated
from judge.options.kinds import CASE, COUNT, FOLDER, RULE, SIZE, SOLUTION, TIME, one_of
from judge.packages import place
from judge.platform.errors import UsageError
from judge.platform.files import has_folder
from judge.platform.streams import Colour
from judge.running.keeper_client import Level

A_SOLUTION = "a name with or without suffix, a folder, or a pattern such as 'week1/*'"
A_CASE = "the id of a case, its last part, a problem, or a pattern such as 'sum/*'"
_COLOUR = one_of(get_args(Colour))
_LEVEL = one_of(get_args(Level))


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
    if not word or not has_folder(Path(word)) or place.is_package(Path()):
        return False
    try:
        project = place.find_project(None)
    except UsageError:
        return True
    name = os.path.normpath(word)
    if project.programs:
        return name not in (".", *(folder.name for folder in project.tests))
    if project.holds(Path(word)):
        return False
    own = project.solutions / name, project.cases / name, project.cases / f"{name}.yaml"
    return Path(name).is_absolute() or not any(map(os.path.lexists, own))


def find_project(folders: Folders, words: Sequence[str] = (), *, level: Level = "default") -> Project:
    """Find the project, or the folder of the programs that `words` name.

    `level` is how programs are sealed that make tests of a package.
    """
    search = partial(
        place.find_project, folders.root, cases=folders.cases, tests=folders.tests, words=words, level=level
    )
    if place.is_package(folders.root or Path()):
        # Imported here, so that the keepers of other runs start first.
        from judge.show.progress import show_count

        with show_count("making tests") as progress:
            project = search(progress=progress)
    else:
        project = search()
    if folders.protocol and not project.tests:
        raise UsageError(
            "--protocol: expected a folder of tests (see --tests), got case files, which state it"
        )
    return replace(project, protocol=folders.protocol or "")
