"""A package as a temporary project of this process, in which its tests are links."""

import atexit
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from msgspec.structs import replace

from judge.cases.project import Project, languages_in
from judge.errors import Fault, InputErrors
from judge.packages.folders import Folder
from judge.packages.generated_tests import generate_tests
from judge.packages.layout import create_project
from judge.packages.names import make_name, make_names_distinct
from judge.packages.package import Package
from judge.packages.readers import find_origin
from judge.platform.files import Stored, stamp_of
from judge.running import builds
from judge.running.keeper_client import Level
from judge.subjects.subject import Progress

Files = dict[str, Stored]

_until_exit = ExitStack()
atexit.register(_until_exit.close)
# The project that was last written for a package, with the package's files at that time.
_laid: dict[tuple[Path, Level], tuple[Files, Project]] = {}


def open_package(root: Path, level: Level, progress: Progress) -> Project | None:
    """Return a project for the package in a folder, None if there is no package. Raises JudgeError.

    See `generated_tests.generate_tests` for level and progress.
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
