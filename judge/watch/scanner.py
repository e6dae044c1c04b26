"""Reads a project again when it changes, and listens for changes wherever it has read."""

import dataclasses
import os
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from judge.cases.project import Project
from judge.library.folders import Loaded, read
from judge.options.selection import load_project
from judge.options.steps import Reading, Request, read_selected
from judge.platform.errors import JudgeError, UsageError
from judge.platform.files import Stored, has_folder
from judge.watch.changes import Changes, Place, is_being_written


class Unread(NamedTuple):
    """A line for each fault that leaves nothing to judge."""

    lines: tuple[str, ...]


class ProjectScanner:
    """Reads the project of the command line."""

    def __init__(self, request: Request, changes: Changes) -> None:
        self._request, self._changes = request, changes
        self._places: set[Place] = set()

    def find_project(self) -> Project:
        """Return the project, its files unread. Raises JudgeError if there is none.

        Once it is found, no project above takes its place while its folders are gone.
        """
        project = self._request.find_project()
        if not project.programs:
            folders = dataclasses.replace(self._request.folders, root=project.root)
            self._request = replace(self._request, folders=folders)
        return project

    def scan_first(self) -> Reading | Unread:
        """Read the project. Raises UsageError if the words of the command line name nothing."""
        return self._scan(load_project, UsageError)

    def scan(self) -> Reading | Unread:
        return self._scan(read, ())

    def _scan(
        self, read: Callable[[Project], Loaded], let_through: type[JudgeError] | tuple[()]
    ) -> Reading | Unread:
        while True:
            found: Reading | Unread
            try:
                project = self.find_project()
                self._places = _places(project)
                found = read_selected(project, self._request, read)
                self._places |= _places(project, _files(found.everything))
            except let_through:
                raise
            except (JudgeError, OSError) as error:
                found = Unread(tuple(str(error).splitlines()))
            # If it listens to other places now, it may have missed a change there: read once more.
            if not self._changes.listen(self._places):
                return found


def may_be_half_written(before: Reading | None, found: Reading | Unread) -> bool:
    """Return whether a change may be under way: something is gone, at fault, empty, or open for writing.

    `before` is the last reading that succeeded.
    """
    if isinstance(found, Unread):
        return True
    if not before:
        return False
    old, new = before.everything, found.everything
    if _names(old) - _names(new) or {*new.faults} - {*old.faults}:
        return True
    return any(not file.stamp[2] or is_being_written(file.path) for file in _files(new) - _files(old))


def _names(loaded: Loaded) -> set[str]:
    return {*(solution.name for solution in loaded.solutions), *(case.id for case in loaded.cases)}


def _files(loaded: Loaded) -> set[Stored]:
    """Return all files of solutions and cases."""
    own = (solution.files for solution in loaded.solutions)
    return {*chain.from_iterable(own), *chain.from_iterable(case.files for case in loaded.cases)}


def _places(project: Project, files: Iterable[Stored] = ()) -> set[Place]:
    """Return the folders of the project, and the folders of its files elsewhere."""
    if project.programs:
        # The folder of the programs may be a home directory.
        own = [folder for folder in project.tests if folder != project.root]
    elif project.origins:
        # Only the files of the package itself can change.
        files = ()
        own = [path for path in _entries(project.root) if has_folder(path) and not path.name.startswith(".")]
    else:
        own = [project.solutions, *(project.tests or (project.cases,))]
    whole = [os.path.realpath(folder) for folder in own]
    folders = {os.path.realpath(folder) for folder in {_folder_of(os.fspath(file.path)) for file in files}}
    elsewhere = {
        Path(folder)
        for folder in folders
        if not any(folder == each or folder.startswith(f"{each}/") for each in whole)
    }
    flat = {Place(folder, whole=False) for folder in (project.root, *elsewhere)}
    return {*(Place(folder, whole=True) for folder in own), *flat}


def _entries(folder: Path) -> list[Path]:
    """Return the entries of a folder, none if it is gone."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _folder_of(path: str) -> str:
    """Return the folder of a file, or of its target. By strings: there may be thousands."""
    return os.path.dirname(os.path.realpath(path) if os.path.islink(path) else path)  # noqa: PTH114, PTH120
