"""The one layout: a problem's case file and folder in `cases/`, and its folder in `solutions/`."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from judge.cases.project import Project
from judge.packages.folders import Folder
from judge.packages.package import Package, Source
from judge.platform.errors import Fault, InputErrors, show_as
from judge.platform.files import SOURCE_BYTES, reported, require
from judge.yaml.text import dumped

WRITABLE = "a folder that can be written"


def write_problem(package: Package, cases: Path, solutions: Path, *, link: bool = False) -> dict[Path, Path]:
    """Write a problem whose paths are free. Return the origins of the copied and linked files.

    With `link` the tests are links to their origins. Raises OSError, and InputErrors for a tool that is too
    long.
    """
    origins: dict[Path, Path] = {}
    for folder, files, linked in (
        (cases / package.name, package.tests, link),
        (cases / package.name, package.tools, False),
        (solutions / package.name, package.programs, False),
    ):
        for name, source in files.items():
            path = folder / name
            if files is package.tools and isinstance(source, Path):
                write_source(require(source, SOURCE_BYTES), path)
            else:
                write_source(source, path, linked=linked)
            if origin := source if isinstance(source, Path) else package.changed.get(name):
                origins[path] = origin
    cases.mkdir(parents=True, exist_ok=True)
    if package.stated:
        (cases / f"{package.name}.yaml").write_text(dumped(package.stated))
    return origins


def create_project(
    packages: Sequence[Package],
    folder: Folder,
    place: Path,
    *,
    link: bool = False,
    like: Project | None = None,
) -> Project:
    """Create a project of the problems in an empty place. Its `origins` are the paths shown by `folder`.

    With `link` tests are links to their origins. With `like` the settings of that project hold, and its
    cases stay closed.
    """
    names = {path: folder.shown / name for name, path in reversed(folder.files.items())}
    origins: dict[Path, Path] = {}
    cases, solutions = place / "cases", place / "solutions"
    for each in (cases, solutions):
        each.mkdir()
    for package in packages:
        try:
            with reported(folder.shown, WRITABLE):
                laid = write_problem(package, cases, solutions, link=link)
        except InputErrors as error:
            raise folder.with_shown_paths(error) from None
        origins |= {path: names.get(source, source) for path, source in laid.items()}
    # Generated files have no origin.
    origins[place] = folder.shown
    show_as(place, origins)
    left = [fault for package in packages for fault in package.missing or ()] + folder.list_left()
    made = Project(root=place, solutions=solutions, cases=cases, origins=origins, left=tuple(left))
    if not like:
        return made
    closed = (like.cases, *like.answers)
    return replace(made, languages=like.languages, testlib=like.testlib, compare=like.compare, answers=closed)


def taken(path: Path) -> Fault:
    """Return the fault of a new path at which there is something already."""
    return Fault(path, 0, "expected a new path, got one that exists; choose another name or remove it")


def write_source(source: Source, path: Path, *, linked: bool = False) -> None:
    """Write a file, or with `linked` a link to it, and create its folders. Raises OSError."""
    try:
        _write(source, path, linked=linked)
    except FileNotFoundError:  # the folder is missing, the first time
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(source, path, linked=linked)


def _write(source: Source, path: Path, *, linked: bool) -> None:
    if isinstance(source, bytes):
        with path.open("xb") as file:
            file.write(source)
    elif linked:
        path.symlink_to(source.absolute())
    else:
        # The checks of shutil.copyfile cost more than copying a small file.
        with source.open("rb", buffering=0) as given, path.open("xb", buffering=0) as copy:
            shutil.copyfileobj(given, copy)
