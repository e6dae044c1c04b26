"""A package judged where it lies: a project of this process, in which its tests are links."""

import atexit
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from judge.cases import project
from judge.cases.project import Project, find_project
from judge.errors import Fault, InputErrors, UsageError
from judge.files import has_file, has_folder, stored
from judge.model import Stored
from judge.packages.folders import Folder
from judge.packages.layout import laid_out
from judge.packages.making import made
from judge.packages.readers import ORIGINS, origin_of
from judge.running import builds
from judge.subjects import Progress, silent

Files = dict[str, Stored]

_until_exit = ExitStack()
atexit.register(_until_exit.close)
# What was laid out last of a package, with the files that it had.
_laid: dict[Path, tuple[Files, Project]] = {}


def project_at(root: Path | None, *, progress: Progress = silent, **asked: Any) -> Project:
    """See `find_project`; where there is no project, a package is one. `progress` hears of its tests that are
    made.
    """
    return find_project(root, **asked, package=lambda place: _project_of(place, progress))


def home_at(root: Path | None) -> Project:
    """See `cases.project.home_at`. Raises UsageError for a package, where nobody would look for problems."""
    home = project.home_at(root)
    if _is_package(home.root) and not (has_folder(home.solutions) and has_folder(home.cases)):
        raise UsageError("expected a project, got a package, into which nothing is written")
    return home


def _is_package(folder: Path) -> bool:
    """By the names of files right in it."""
    return any(origin.mark and has_file(folder / origin.mark) for origin in ORIGINS)


def _project_of(root: Path, progress: Progress) -> Project | None:
    """The project that the package in a folder is; None where there is none. Raises InputErrors."""
    if not _is_package(root):
        return None
    faults: list[Fault] = []
    folder = Folder(root, faults)
    origin = origin_of(folder)
    if not origin or not origin.mark:
        return None
    files = {name: stored(path) for name, path in folder.files.items()}
    if not faults and root in _laid and _laid[root][0] == files:
        return _laid[root][1]
    packages = origin.read(folder)
    if faults:
        raise InputErrors(tuple(faults))
    made(packages, folder, progress)
    place = _until_exit.enter_context(builds.workplace())
    laid = replace(laid_out(packages, folder, place, link=True), root=root)
    _laid[root] = files, laid
    return laid
