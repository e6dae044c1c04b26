"""Desks: folders in which a program finds files by name that are memory files, as its streams are.

Each name is a link to a descriptor of whoever follows it. So a desk is the same for every run and every
program that has files of these names, and nothing of a run is ever on a disk.

But a checker may make files of names that nobody else knows. For it there is a desk with a drawer, a folder
in which it may do so. It is its runner's alone, and emptied after each run.
"""

import hashlib
import os
import shutil
from collections.abc import Iterable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from judge.platform.files import Content
from judge.running import builds
from judge.running.sandbox.wire import FIRST_FILE


class Files(Struct, frozen=True, kw_only=True):
    """What a program finds in its current folder, at most eight; a name may lie in a folder there.

    It can read those that are `given`. Those that are `taken` it may write. In its `drawer`, a folder there,
    it may make files, and finds those that were `left`. With `home` it has no such files: its current folder
    is that one, in which it can read everything.
    """

    given: tuple[tuple[str, Content], ...] = ()
    taken: tuple[str, ...] = ()
    drawer: str = ""
    left: tuple[tuple[str, bytes], ...] = ()
    home: str = ""

    def desk(self, *more: str) -> str | None:
        """A desk where each name leads to the descriptor of its place; None without names. Raises OSError.

        The home is its own desk. Another is kept in the user's cache, and made anew where it is not what it
        was. What has `more` names comes after the files.
        """
        names = (*(name for name, _ in self.given), *self.taken, *more)
        if self.home or not names:
            return self.home or None
        desk = _desk(builds.folder(), names)
        if not desk.is_right(desk.place):
            with builds.workplace() as workplace:
                desk.lay(workplace)
                builds.put(workplace, desk.place, is_right=desk.is_right)
        return str(desk.place)


class Drawers:
    """The desks of one runner on which there is a drawer, in a folder of its own in the user's cache."""

    def __init__(self) -> None:
        self._opened = ExitStack()
        self._place: Path | None = None

    def desk(self, files: Files, *more: str) -> str:
        """As `Files.desk`. Raises OSError."""
        if not self._place:
            self._place = self._opened.enter_context(builds.workplace())
        desk = _desk(self._place, (*(name for name, _ in files.given), *files.taken, *more))
        if not (desk.is_right(desk.place) and os.path.isdir(f"{desk.place}/{files.drawer}")):  # noqa: PTH112
            shutil.rmtree(desk.place, ignore_errors=True)
            desk.lay(desk.place)
            (desk.place / files.drawer).mkdir(parents=True)
        return str(desk.place)

    def close(self) -> None:
        """They are gone; what comes later has others."""
        self._place = None
        self._opened.close()


def filled(drawer: str, left: Iterable[tuple[str, bytes]]) -> None:
    """Has these files in a drawer, and no others. Raises OSError."""
    emptied(drawer, 0)
    for name, content in left:
        Path(drawer, name).write_bytes(content)


def emptied(drawer: str, most_bytes: int) -> tuple[tuple[str, bytes], ...]:
    """The files that were made in a drawer, by their names, so many bytes together at most. Raises OSError.

    Without Landlock there may be anything: what is no plain file is no file of the drawer's.
    """
    with os.scandir(drawer) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    kept = []
    for entry in entries:
        if entry.is_file(follow_symlinks=False):
            if most_bytes:
                # who made it may have given nobody a right to it
                os.chmod(entry.path, 0o600)  # noqa: PTH101
                with open(entry.path, "rb") as file:  # noqa: PTH123
                    kept.append((entry.name, file.read(most_bytes)))
                most_bytes -= len(kept[-1][1])
            os.unlink(entry.path)  # noqa: PTH108
        elif entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path)
        else:
            os.unlink(entry.path)  # noqa: PTH108
    return tuple(kept)


class _Desk(NamedTuple):
    """Where a desk lies, and its names with what each leads to."""

    place: Path
    links: tuple[tuple[str, str], ...]

    def lay(self, place: Path) -> None:
        """Makes all of it there. Raises OSError."""
        for name, target in self.links:
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).symlink_to(target)

    def is_right(self, place: Path) -> bool:
        """Looked at before every run, so without an object for each path."""
        try:
            return all(os.readlink(f"{place}/{name}") == target for name, target in self.links)  # noqa: PTH115
        except OSError:
            return False


@cache
def _desk(folder: Path, names: tuple[str, ...]) -> _Desk:
    links = tuple((name, f"/proc/self/fd/{FIRST_FILE + place}") for place, name in enumerate(names))
    return _Desk(folder / f"desk-{hashlib.sha256(repr(names).encode()).hexdigest()}", links)
