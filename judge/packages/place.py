"""A package judged where it lies: a project of this process, in which its tests are links."""

import atexit
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from judge.cases.project import Project, find_project
from judge.errors import Fault, InputErrors
from judge.files import has_file, stored
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


def _project_of(root: Path, progress: Progress) -> Project | None:
    """The project that the package in a folder is; None where there is none. Raises InputErrors."""
    if not any(origin.mark and has_file(root / origin.mark) for origin in ORIGINS):
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
    project = replace(laid_out(packages, folder, place, link=True), root=root)
    _laid[root] = files, project
    return project
