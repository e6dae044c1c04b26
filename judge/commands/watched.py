"""What of a project is watched, and what a look at it finds."""

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from judge.cases.project import Project
from judge.changes import Changes, Place, is_being_written
from judge.commands.chosen import project_of
from judge.commands.rounds import Arguments, Look, looked
from judge.commands.selection import loaded
from judge.errors import JudgeError, UsageError
from judge.files import has_folder
from judge.library import Loaded, read
from judge.model import Stored


class Unread(NamedTuple):
    """Why nothing could be read that is to be judged: a line for each fault."""

    lines: tuple[str, ...]


class Eye:
    """Looks at the project that the command line names, and listens wherever it has looked."""

    def __init__(self, arguments: Arguments, changes: Changes) -> None:
        self._arguments, self._changes = arguments, changes
        self._root: Path | None = arguments.folders.root
        self._places: set[Place] = set()

    def project(self) -> Project:
        """The project as it is, without its files. Raises JudgeError where there is none.

        Once it is found, none above takes its place while its folders are gone.
        """
        folders, chosen = replace(self._arguments.folders, root=self._root), self._arguments.chosen
        project = project_of(folders, chosen.solutions, level=chosen.sandbox)
        self._root = self._root if project.programs else project.root
        return project

    def first_look(self) -> Look | Unread:
        """Raises UsageError where the words name nothing that is there."""
        return self._found(loaded, UsageError)

    def look(self) -> Look | Unread:
        return self._found(read, ())

    def _found(
        self, read: Callable[[Project], Loaded], let_through: type[JudgeError] | tuple[()]
    ) -> Look | Unread:
        while True:
            found: Look | Unread
            try:
                project = self.project()
                self._places = _places(project)
                found = looked(project, self._arguments, read)
                self._places |= _places(project, _files(found.everything))
            except let_through:
                raise
            except (JudgeError, OSError) as error:
                found = Unread(tuple(str(error).splitlines()))
            # What changed while nobody listened there was not heard of.
            if not self._changes.listen(self._places):
                return found


def may_be_half(before: Look | None, found: Look | Unread) -> bool:
    """Whether a change may be on its way: something is gone, at fault, empty, or open to be written.

    `before` is what could be read last.
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
    """All that was read of solutions and cases."""
    own = (solution.files for solution in loaded.solutions)
    return {*chain.from_iterable(own), *chain.from_iterable(case.files for case in loaded.cases)}


def _places(project: Project, files: Iterable[Stored] = ()) -> set[Place]:
    """The folders of the project, and those of its files that lie elsewhere."""
    if project.programs:
        # Their own folder may be a home.
        own = [folder for folder in project.tests if folder != project.root]
    elif project.origins:
        # Of a package, what was made of its files is nobody's to change.
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
    """What lies in a folder; nothing of one that is gone."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _folder_of(path: str) -> str:
    """Of what a link leads to. By names: there may be thousands."""
    return os.path.dirname(os.path.realpath(path) if os.path.islink(path) else path)  # noqa: PTH114, PTH120
