"""The problems of a folder or a ZIP, laid out as a project to be looked at, and then into another."""

import os
import shutil
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from judge.cases.case_file import find_case_file, reject_id
from judge.cases.loader import read_cases
from judge.cases.loose_tests import make_bounds
from judge.cases.project import Project
from judge.errors import Fault, InputErrors, listed, quoted
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.packages.folders import Folder, opened
from judge.packages.layout import laid_out
from judge.packages.making import made
from judge.packages.names import call_apart
from judge.packages.package import Package
from judge.packages.readers import ORIGINS, origin_of
from judge.platform.writing import make_folder, move_new
from judge.running import builds
from judge.running.keeper_client import Level
from judge.solutions.loader import read_solutions
from judge.solutions.placement import collect_problems
from judge.subjects.subject import Progress, silent


class Taken(Struct, frozen=True):
    """The problems of a source, and the project that they are by themselves. It is gone with its context."""

    packages: Sequence[Package]
    project: Project
    cases: Sequence[Case]
    solutions: Sequence[Solution]


@contextmanager
def taken(
    source: Path, name: str = "", *, level: Level = "default", progress: Progress = silent
) -> Iterator[Taken]:
    """The problems of a folder or a ZIP, called `name` if it is one problem. Raises JudgeError.

    See `making.made` for level and progress.
    """
    faults: list[Fault] = []
    with opened(source, faults) as folder, builds.workplace() as place:
        origin = origin_of(folder)
        if not origin:
            wanted = f"a problem of one of the origins {listed([origin.name for origin in ORIGINS])}"
            raise InputErrors((*faults, Fault(source, 0, f"expected {wanted}, got none")))
        folder.name = name or folder.name
        packages = origin.packages(folder)
        _call(packages, name, folder)
        if faults:
            raise InputErrors(tuple(faults))
        made(packages, folder, level=level, progress=progress)
        project = laid_out(packages, folder, place)
        without_tests = {package.name for package in packages if not package.tests}
        yield Taken(packages, project, *_read(project, without_tests))


def _read(project: Project, without_tests: Collection[str]) -> tuple[Sequence[Case], Sequence[Solution]]:
    """What a run would read of it. Raises InputErrors, for a single fault, too.

    A problem `without_tests` is at fault until somebody adds some, which is told already.
    """
    cases, faulty = read_cases(project.cases, bounds=make_bounds(project, project.cases))
    faults = [fault for each in faulty if each.name not in without_tests for fault in each.faults]
    solutions: Sequence[Solution] = ()
    if not faults and any(project.solutions.iterdir()):
        solutions = read_solutions(
            project.solutions, collect_problems(cases, faulty), languages=project.languages
        )
        faults += [fault for solution in solutions for fault in solution.faults]
    if faults:
        raise InputErrors(tuple(faults))
    return cases, solutions


def _call(packages: Sequence[Package], name: str, folder: Folder) -> None:
    """Give the problem its name, which must be one of a case file; several have names that differ."""
    if name and len(packages) != 1:
        folder.fault("", f"expected one problem to be called {quoted(name)}, got {len(packages)}")
    elif len(packages) == 1:
        packages[0].name = name or packages[0].name
        if wrong := reject_id(packages[0].name):
            folder.fault("", f"{wrong}: --into names another")
    else:
        call_apart(packages)


def put_into(made: Project, project: Project) -> list[Path]:
    """Move all problems of one project into another, or none; the paths that they have there.

    Raises InputErrors where something is at one of these, or a folder cannot be written.
    """
    homes = ((made.cases, project.cases), (made.solutions, project.solutions))
    moves = [(each, home / each.name) for folder, home in homes for each in sorted(folder.iterdir())]
    names = {each.stem if each.is_file() else each.name for each in made.cases.iterdir()}
    case_files = (find_case_file(project.cases, name) for name in names)
    there = {*filter(None, case_files), *(to for _, to in moves if os.path.lexists(to))}
    if there:
        raise InputErrors(tuple(map(_not_free, there)))
    try:
        _move_all(moves)
    except FileExistsError as error:
        raise InputErrors((_not_free(Path(error.filename)),)) from None
    except OSError as error:
        message = f"expected a folder that can be written, got: {error.strerror or error}"
        raise InputErrors((Fault(project.root, 0, message),)) from None
    return [to for _, to in moves]


def _not_free(path: Path) -> Fault:
    return Fault(path, 0, "expected no such file or folder, got one")


def _move_all(moves: Sequence[tuple[Path, Path]]) -> None:
    """Move each file or folder to a path that is free; all of them or none. Raises OSError."""
    with ExitStack() as folders, ExitStack() as stages, ExitStack() as moved:
        staged = []
        for each, to in moves:
            _make_folder(to.parent, folders)
            # Copying from another disk takes a while, so it goes to a folder that nobody reads.
            stage = Path(stages.enter_context(TemporaryDirectory(dir=to.parent, prefix=".judge-")), to.name)
            shutil.move(each, stage, copy_function=partial(_copy, to.parent))
            staged.append((stage, to))
        for stage, to in staged:
            move_new(stage, to)
            moved.callback(to.rename, stage)
        moved.pop_all()
        folders.pop_all()


def _copy(home: Path, source: str, to: str) -> str:
    """Copy a file to another disk. An InputErrors ends the copying, while of each file an OSError is kept."""
    try:
        return shutil.copyfile(source, to)
    except OSError as error:
        message = f"expected a folder that can be written, got: {error.strerror}"
        raise InputErrors((Fault(home, 0, message),)) from None


def _make_folder(folder: Path, undone: ExitStack) -> None:
    """Make a folder that is missing, and those above it. `undone` removes them while they are empty."""
    if not folder.is_dir():
        _make_folder(folder.parent, undone)
        if make_folder(folder):
            undone.callback(_remove_empty, folder)


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()
