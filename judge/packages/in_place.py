"""A package judged where it lies: a project of this process, in which its tests are links."""

import atexit
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from msgspec.structs import replace

from judge.cases.project import Project, languages_in
from judge.errors import Fault, InputErrors
from judge.packages.folders import Folder
from judge.packages.layout import laid_out
from judge.packages.making import made
from judge.packages.names import call_apart, name_of
from judge.packages.package import Package
from judge.packages.readers import origin_of
from judge.platform.files import Stored, stamp_of
from judge.running import builds
from judge.running.keeper_client import Level
from judge.subjects.subject import Progress

Files = dict[str, Stored]

_until_exit = ExitStack()
atexit.register(_until_exit.close)
# What was laid out last of a package, with the files that it had.
_laid: dict[tuple[Path, Level], tuple[Files, Project]] = {}


def project_of(root: Path, level: Level, progress: Progress) -> Project | None:
    """The project that the package in a folder is; None where there is none. Raises JudgeError.

    See `making.made` for level and progress.
    """
    faults: list[Fault] = []
    folder = Folder(root, faults)
    origin = origin_of(folder)
    if not origin or not origin.mark:
        return None
    files = {name: Stored(path, stamp_of(path)) for name, path in folder.files.items()}
    before, project = _laid.get((root, level), (None, None))
    languages = languages_in(root, *root.absolute().parents)
    if project and not faults and before == files and project.languages == languages:
        return project
    folder.name = name_of(folder.name) or folder.name
    packages = origin.packages(folder)
    if faults:
        raise InputErrors(tuple(faults))
    call_apart(packages)
    made(packages, folder, level=level, progress=progress)
    packages = _with_tests(packages)
    place = _until_exit.enter_context(builds.workplace())
    laid = replace(laid_out(packages, folder, place, link=True), root=root, languages=languages)
    _laid[root, level] = files, laid
    return laid


def _with_tests(packages: Sequence[Package]) -> Sequence[Package]:
    """The packages that have tests, with what is told of the others. Raises InputErrors if none has."""
    without = [package for package in packages if not package.tests]
    missing = [fault for package in without for fault in package.missing or ()]
    kept = [package for package in packages if package.tests]
    if missing and not kept:
        raise InputErrors(tuple(missing))
    for package in kept[:1] if missing else ():
        package.left = [*missing, *package.left]
    return kept if missing else packages
