"""The search for the project to judge, a package that serves as one, or the home of new problems."""

from collections.abc import Sequence
from pathlib import Path

from judge.cases import project as projects
from judge.cases.project import Project
from judge.platform.errors import UsageError, fault_at
from judge.platform.files import has_file, has_folder
from judge.running.keeper_client import Level
from judge.subjects.subject import Progress, silent

# The files that mark packages. Listed here so that a search does not import the readers.
MARKS = (
    *("contest.acc.json", "problem.yaml", "problem.xml", "contest.xml", "task.yaml", "contest.yaml"),
    *("info.toml", "init.yml"),
)


def find_project(
    root: Path | None,
    *,
    cases: Path | None = None,
    tests: Path | None = None,
    words: Sequence[str] = (),
    level: Level = "default",
    progress: Progress = silent,
) -> Project:
    """Find the project at `root`, or by default here or in the nearest folder above.

    cases: a folder instead of the project's own. tests: a folder that is one problem, instead of the cases.
    words: the user's names of solutions. If one is a program outside of any project, or there is no project
    but programs at `root` or here, their folder serves as the project, with its tests and the settings of
    its pyproject.toml. So it does if programs with tests here are in no folder of the project above.
    level, progress: how programs are sealed that make tests of a package, and how far they are. A package at
    `root` or here serves if there is no project, or if it is in no folder of the project above.

    Paths stay relative like the user's words.
    """
    if cases and tests:
        raise UsageError("expected one of --cases and --tests, got both")
    if root and has_file(root):
        raise fault_at(root, "expected a folder, got a file; unpack a ZIP, or `judge import` it")
    here, programs = root or Path(), [] if root else projects.named_programs(words)
    project = projects.find_nearest(root)
    is_above = project is not None and not root and not project.contains_current_folder()
    if (is_above or not project) and all(projects.is_in(path, here) for path in programs):
        project = _open_package(here, level, progress) or project
    if is_above and project and not project.origins and not programs:
        project = projects.find_nearer_programs() or project
    if not all(project and project.holds(path) for path in programs):
        project = projects.find_around(programs, words)
    project = project or projects.find_programs_in(here, words)
    if not project:
        projects.reject_files(words, projects.languages_in(here))
        place, there = (f"in {root}", "there") if root else ("here or in a folder above", "here")
        other = f", or programs {there} with tests in test/ or next to them"
        raise UsageError(f"expected the folders solutions/ and cases/ {place}{other}, got none (see --root)")
    for folder in () if project.programs else (project.solutions, project.cases):
        if not has_folder(folder):
            raise fault_at(folder, "expected a folder, got none")
    return project.with_cases(cases, tests)


def _open_package(folder: Path, level: Level, progress: Progress) -> Project | None:
    if not is_package(folder):
        return None
    # Imported late: most runs have no package.
    from judge.packages.imports import open_package

    return open_package(folder, level, progress)


def find_home(root: Path | None) -> Project:
    """Find the project for new problems at `root`, by default here or above.

    Without a project it is the folder itself, whose `solutions/` and `cases/` may be missing. Raises
    UsageError for a package, and if the folder contains programs but no `cases/`: they would no longer be
    judged there.
    """
    if root and not has_folder(root):
        raise fault_at(root, f"expected a folder, got {'a file' if has_file(root) else 'none'}")
    found, here = projects.find_nearest(root), root or Path()
    home = found or projects.make_project(here)
    has_cases = has_folder(home.cases)
    if not found and not has_cases and (programs := projects.list_programs(here)[0]):
        raise UsageError(f"expected a project, or a folder without programs, got one with {programs[0].name}")
    if is_package(home.root) and not (has_cases and has_folder(home.solutions)):
        raise UsageError("expected a project, got a package, into which nothing is written")
    return home


def is_package(folder: Path) -> bool:
    """Return whether a folder directly holds a file that marks a package."""
    return any(has_file(folder / mark) for mark in MARKS)
