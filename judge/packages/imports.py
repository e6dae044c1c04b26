"""Temporary projects for packages to judge or to import, and for new problems.

Imported and new problems move into the user's project, all of them or none.
"""

import atexit
import os
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.case_file import find_case_file, reject_id
from judge.cases.loader import read_cases
from judge.cases.loose_tests import make_bounds
from judge.cases.project import Project, languages_in
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.packages.folders import Folder
from judge.packages.generated_tests import generate_tests
from judge.packages.layout import WRITABLE, create_project, taken, write_problem
from judge.packages.names import make_name, make_names_distinct
from judge.packages.opening import open_folder
from judge.packages.package import Package
from judge.packages.readers import ORIGINS, find_origin
from judge.packages.recipe_plans import add_plan
from judge.packages.template import Template
from judge.platform.errors import Fault, InputErrors, fault_at, listed, quoted
from judge.platform.files import Stored, reported, stamp_of
from judge.platform.writing import make_folder, move_new
from judge.running import builds
from judge.running.keeper_client import Level
from judge.running.places import cache_folder
from judge.solutions.loader import read_solutions
from judge.solutions.placement import collect_problems
from judge.subjects.subject import Progress, silent

_until_exit = ExitStack()
atexit.register(_until_exit.close)
# The project that was last written for a package, with the package's files at that time.
_laid: dict[tuple[Path, Level], tuple[dict[str, Stored], Project]] = {}
_HAND_INS = "a folder for each student, with programs named after problems here"


class NoProblem(InputErrors):
    """No origin of problems recognises a source."""


class Import(Struct, frozen=True):
    """The problems of a source, in a temporary project that is removed with the context."""

    packages: Sequence[Package]
    project: Project
    cases: Sequence[Case]
    solutions: Sequence[Solution]


@contextmanager
def open_import(
    source: Path, name: str = "", *, level: Level = "default", progress: Progress = silent
) -> Iterator[Import]:
    """Open the problems of a folder or a ZIP, named `name` if there is one problem. Raises JudgeError.

    See `generated_tests.generate_tests` for level and progress.
    """
    faults: list[Fault] = []
    with open_folder(source, faults) as folder, builds.workplace() as place:
        origin = find_origin(folder)
        if not origin:
            wanted = f"a problem of one of the origins {listed([origin.name for origin in ORIGINS])}"
            raise NoProblem((*faults, Fault(source, 0, f"expected {wanted}, or {_HAND_INS}, got none")))
        folder.name = name or folder.name
        packages = origin.packages(folder)
        _name_packages(packages, name, folder)
        if faults:
            raise InputErrors(tuple(faults))
        generate_tests(packages, folder, level=level, progress=progress)
        for package in packages:
            add_plan(package)
        project = create_project(packages, folder, place)
        without_tests = {package.name for package in packages if not package.tests}
        yield Import(packages, project, *_read(project, without_tests))


def _read(project: Project, without_tests: Collection[str]) -> tuple[Sequence[Case], Sequence[Solution]]:
    """Read the cases and solutions as a run does. Raises InputErrors for any fault.

    Faults of a problem `without_tests` are left out: its missing tests are reported elsewhere.
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


def _name_packages(packages: Sequence[Package], name: str, folder: Folder) -> None:
    """Name the problem as case files allow. Several problems get distinct names."""
    if name and len(packages) != 1:
        if folder.faults and not packages:
            return
        folder.fault("", f"expected one problem to be called {quoted(name)}, got {len(packages)}")
    elif len(packages) == 1:
        packages[0].name = name or packages[0].name
        if wrong := reject_id(packages[0].name):
            folder.fault("", f"{wrong}: --into names another")
    else:
        make_names_distinct(packages)


def open_package(root: Path, level: Level, progress: Progress) -> Project | None:
    """Return a project for the package in a folder, None if there is no package. Raises JudgeError.

    The tests are links, and the project lasts as long as this process. See `generated_tests.generate_tests`
    for level and progress.
    """
    faults: list[Fault] = []
    folder = Folder(root, faults)
    origin = find_origin(folder)
    if not origin or not origin.mark:
        return None
    files = {name: Stored(path, stamp_of(path)) for name, path in folder.files.items()}
    before, project = _laid.get((root, level), (None, None))
    languages = languages_in(root, *root.absolute().parents)
    if project and not faults and before == files and project.languages == languages:
        return project
    folder.name = make_name(folder.name) or folder.name
    packages = origin.packages(folder)
    if faults:
        raise InputErrors(tuple(faults))
    make_names_distinct(packages)
    generate_tests(packages, folder, level=level, progress=progress)
    packages = _drop_untested(packages, folder)
    place = _until_exit.enter_context(builds.workplace())
    laid = replace(create_project(packages, folder, place, link=True), root=root, languages=languages)
    _laid[root, level] = files, laid
    return laid


def _drop_untested(packages: Sequence[Package], folder: Folder) -> Sequence[Package]:
    """Return the packages that have tests, and note the others. Raises InputErrors if none has."""
    without = [package for package in packages if not package.tests]
    missing = [fault for package in without for fault in package.missing or ()]
    kept = [package for package in packages if package.tests]
    if missing and not kept:
        raise InputErrors(tuple(missing))
    folder.notes += missing
    return kept if missing else packages


def create_problem(package: Package, template: Template, home: Project) -> list[Path]:
    """Write a problem into a project, with a program of the same name. Return the new paths.

    Raises InputErrors if one of them exists or cannot be written; then nothing changes.
    """
    try:
        with builds.workplace() as place:
            made = Project(root=place, solutions=place / "solutions", cases=place / "cases")
            made.solutions.mkdir()
            write_problem(package, made.cases, made.solutions)
            (made.solutions / f"{package.name}{template.suffix}").write_bytes(template.source)
            return put_into(made, home)
    except OSError as error:
        folder = Path(error.filename or cache_folder())
        raise fault_at(folder, f"expected {WRITABLE}, got: {error.strerror or error}") from None


def put_into(made: Project, project: Project) -> list[Path]:
    """Move all problems of one project into another, or none. Return their new paths.

    Raises InputErrors if one of these exists, or a folder cannot be written.
    """
    homes = ((made.cases, project.cases), (made.solutions, project.solutions))
    moves = [(each, home / each.name) for folder, home in homes for each in sorted(folder.iterdir())]
    names = {each.stem if each.is_file() else each.name for each in made.cases.iterdir()}
    case_files = (find_case_file(project.cases, name) for name in names)
    there = {*filter(None, case_files), *(to for _, to in moves if os.path.lexists(to))}
    if there:
        raise InputErrors(tuple(map(taken, there)))
    with _changing(project.root):
        _move_all(moves)
        # A project without programs has the folder for them.
        project.solutions.mkdir(exist_ok=True)
    return [to for _, to in moves]


def put_programs(programs: Mapping[str, Path], project: Project) -> None:
    """Copy programs to these free paths below the project's solutions, all or none. Raises InputErrors."""
    _copy_all(programs, project.solutions, project)


def replace_programs(
    programs: Mapping[str, Path], withdrawn: Collection[str], project: Project, aside: Path
) -> None:
    """Replace programs of the project and remove `withdrawn` ones. First copies all to free paths in `aside`.

    Raises InputErrors.
    """
    _copy_all({name: project.solutions / name for name in (*programs, *withdrawn)}, aside, project)
    with _changing(project.root):
        for name, source in programs.items():
            to = project.solutions / name
            with TemporaryDirectory(dir=to.parent, prefix=".judge-") as stage:
                _copy_with_time(source, Path(stage, to.name))
                Path(stage, to.name).replace(to)
        for name in withdrawn:
            (project.solutions / name).unlink()


def _copy_all(files: Mapping[str, Path], folder: Path, project: Project) -> None:
    """Copy files to these free paths in a folder of the project, all or none. Raises InputErrors."""
    with _changing(project.root), builds.workplace() as place:
        copies = [(place / name, folder / name) for name in files]
        for (copy, _), source in zip(copies, files.values(), strict=True):
            copy.parent.mkdir(parents=True, exist_ok=True)
            _copy_with_time(source, copy)
        _move_all(copies)


@contextmanager
def _changing(folder: Path) -> Iterator[None]:
    """Turn an OSError into InputErrors: at a new path that exists by now, or else at the folder."""
    with reported(folder, WRITABLE):
        try:
            yield
        except FileExistsError as error:
            raise InputErrors((taken(Path(error.filename)),)) from None


def _move_all(moves: Sequence[tuple[Path, Path]]) -> None:
    """Move each file or folder to a free path: all of them or none. Raises OSError."""
    with ExitStack() as folders, ExitStack() as stages, ExitStack() as moved:
        staged = []
        for each, to in moves:
            _make_folder(to.parent, folders)
            # Copying from another disk takes a while, so the copy goes to a hidden folder first.
            stage = Path(stages.enter_context(TemporaryDirectory(dir=to.parent, prefix=".judge-")), to.name)
            shutil.move(each, stage, copy_function=partial(_copy, to.parent))
            staged.append((stage, to))
        for stage, to in staged:
            move_new(stage, to)
            moved.callback(to.rename, stage)
        moved.pop_all()
        folders.pop_all()


def _copy(home: Path, source: str, to: str) -> str:
    """Copy a file to another disk. Raises InputErrors, because shutil goes on after an OSError."""
    with reported(home, WRITABLE):
        _copy_with_time(Path(source), Path(to))
    return to


def _copy_with_time(source: Path, to: Path) -> None:
    """Copy the bytes of a file and the time when it was modified, which decides what is late."""
    shutil.copyfile(source, to)
    modified_ns = source.stat().st_mtime_ns
    os.utime(to, ns=(modified_ns, modified_ns))


def _make_folder(folder: Path, undone: ExitStack) -> None:
    """Create a folder and its parents if they are missing. `undone` removes them while they are empty."""
    if not folder.is_dir():
        _make_folder(folder.parent, undone)
        if make_folder(folder):
            undone.callback(_remove_empty, folder)


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()
