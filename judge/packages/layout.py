"""The one layout: a problem's case file and folder in `cases/`, and its folder in `solutions/`."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from judge.cases.project import Project
from judge.errors import InputErrors, show_as
from judge.packages.folders import Folder
from judge.packages.package import Package, Source
from judge.platform.files import SOURCE_BYTES, require
from judge.yaml.text import dumped


def lay_out(package: Package, cases: Path, solutions: Path, *, link: bool = False) -> dict[Path, Path]:
    """Write the problem, none of whose paths is there; of files that were copied, or linked, from where.

    With `link` tests are links to where they lie. Raises OSError, and InputErrors for a long tool.
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
                put(require(source, SOURCE_BYTES), path)
            else:
                put(source, path, linked=linked)
            if origin := source if isinstance(source, Path) else package.changed.get(name):
                origins[path] = origin
    cases.mkdir(parents=True, exist_ok=True)
    if package.stated:
        (cases / f"{package.name}.yaml").write_text(dumped(package.stated))
    return origins


def laid_out(packages: Sequence[Package], folder: Folder, place: Path, *, link: bool = False) -> Project:
    """The project of these problems in an empty place. Its `origins` are the paths that the folder shows."""
    names = {path: folder.shown / name for name, path in reversed(folder.files.items())}
    origins: dict[Path, Path] = {}
    cases, solutions = place / "cases", place / "solutions"
    for each in (cases, solutions):
        each.mkdir()
    for package in packages:
        try:
            laid = lay_out(package, cases, solutions, link=link)
        except InputErrors as error:
            raise folder.told(error) from None
        origins |= {path: names.get(source, source) for path, source in laid.items()}
    # What was made anew has no file of its own there.
    origins[place] = folder.shown
    show_as(place, origins)
    left = tuple(fault for package in packages for fault in (*(package.missing or ()), *package.left))
    return Project(root=place, solutions=solutions, cases=cases, origins=origins, left=left)


def put(source: Source, path: Path, *, linked: bool = False) -> None:
    """Write a file, in folders that are made for it, or a link to where it lies. Raises OSError."""
    try:
        _write(source, path, linked=linked)
    except FileNotFoundError:  # of the folder, the first time
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(source, path, linked=linked)


def _write(source: Source, path: Path, *, linked: bool) -> None:
    if isinstance(source, bytes):
        with path.open("xb") as file:
            file.write(source)
    elif linked:
        path.symlink_to(source.absolute())
    else:
        # Without the questions of shutil.copyfile, which cost more than a small file.
        with source.open("rb", buffering=0) as given, path.open("xb", buffering=0) as copy:
            shutil.copyfileobj(given, copy)
