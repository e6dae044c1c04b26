"""Where a project is, or a package that is judged as one, or where problems are put."""

from pathlib import Path
from typing import Any

from judge.cases import project
from judge.cases.project import Project
from judge.errors import UsageError
from judge.platform.files import has_file, has_folder
from judge.running.keeper_client import Level
from judge.subjects.subject import Progress, silent

# The files by which origins know their packages, so that who looks for one needs none of their readers.
MARKS = (
    *("contest.acc.json", "problem.yaml", "problem.xml", "contest.xml", "task.yaml", "contest.yaml"),
    *("info.toml", "init.yml"),
)


def project_at(
    root: Path | None, *, level: Level = "default", progress: Progress = silent, **asked: Any
) -> Project:
    """See `find_project`; where there is no project, a package is one. Of its tests that are made, `level` is
    how the programs are sealed that make them, and `progress` hears.
    """
    return project.find_project(root, **asked, package=lambda place: _project_of(place, level, progress))


def find_home(root: Path | None) -> Project:
    """Find the home of new problems by `project.find_home`. Raises UsageError for a package."""
    home = project.find_home(root)
    if is_package(home.root) and not (has_folder(home.solutions) and has_folder(home.cases)):
        raise UsageError("expected a project, got a package, into which nothing is written")
    return home


def is_package(folder: Path) -> bool:
    """By the names of files right in it."""
    return any(has_file(folder / mark) for mark in MARKS)


def _project_of(root: Path, level: Level, progress: Progress) -> Project | None:
    if not is_package(root):
        return None
    # Most runs are of no package.
    from judge.packages import in_place

    return in_place.project_of(root, level, progress)
