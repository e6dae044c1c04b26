"""The search for the project to judge, a package that serves as one, or the home of new problems."""

from pathlib import Path

from judge.cases import project
from judge.cases.project import Project
from judge.platform.errors import UsageError
from judge.platform.files import has_file, has_folder
from judge.running.keeper_client import Level
from judge.subjects.subject import Progress, silent

# The files that mark packages. Listed here so that a search does not import the readers.
MARKS = (
    *("contest.acc.json", "problem.yaml", "problem.xml", "contest.xml", "task.yaml", "contest.yaml"),
    *("info.toml", "init.yml"),
)


def find_package(
    root: Path | None, *, level: Level = "default", progress: Progress = silent
) -> Project | None:
    """Return the package at `root` or here as a project, None if there is none or a project is found first.

    If tests have to be generated, programs run at the sandbox `level`, and `progress` is called.
    """
    place = root or Path()
    if not is_package(place) or project.find_nearest(root):
        return None
    # Imported late: most runs have no package.
    from judge.packages.imports import open_package

    return open_package(place, level, progress)


def find_home(root: Path | None) -> Project:
    """Find the home of new problems by `project.find_home`. Raises UsageError for a package."""
    home = project.find_home(root)
    if is_package(home.root) and not (has_folder(home.solutions) and has_folder(home.cases)):
        raise UsageError("expected a project, got a package, into which nothing is written")
    return home


def is_package(folder: Path) -> bool:
    """Return whether a folder directly holds a file that marks a package."""
    return any(has_file(folder / mark) for mark in MARKS)
