"""Desks: folders in which a program finds its files by name, although they are memory files.

Each name links to a descriptor of the process that opens it. So one desk serves every run of every program
with files of these names, and no data of a run is ever on disk.

A checker may create files with names of its choice in the drawer of its desk, a folder that belongs to one
runner and is emptied after each run.
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
    """The files in a program's current folder, at most eight. Names may contain folders.

    The program can read the `given` files and write the `taken` ones. In the folder `drawer` it may create
    files, and finds those `left` by an earlier run. With `home` it has no such files: that folder is its
    current one, and it can read everything there.
    """

    given: tuple[tuple[str, Content], ...] = ()
    taken: tuple[str, ...] = ()
    drawer: str = ""
    left: tuple[tuple[str, bytes], ...] = ()
    home: str = ""

    def desk(self, *more: str) -> str | None:
        """Return the path of a desk that links each name to its descriptor; None without names.

        The home serves as its own desk. Other desks are in the user's cache and are recreated if they were
        changed. The names `more` come last. Raises OSError.
        """
        names = (*(name for name, _ in self.given), *self.taken, *more)
        if self.home or not names:
            return self.home or None
        desk = _desk(builds.folder(), names)
        if not desk.is_right(desk.place):
            with builds.workplace() as workplace:
                desk.lay(workplace)
                builds.put_in_place(workplace, desk.place, is_right=desk.is_right)
        return str(desk.place)


class Drawers:
    """The desks with a drawer of one runner, in a separate folder in the user's cache."""

    def __init__(self) -> None:
        self._opened = ExitStack()
        self._place: Path | None = None

    def desk(self, files: Files, *more: str) -> str:
        """Return the path of a desk with a drawer, see `Files.desk`. Raises OSError."""
        if not self._place:
            self._place = self._opened.enter_context(builds.workplace())
        desk = _desk(self._place, (*(name for name, _ in files.given), *files.taken, *more))
        if not (desk.is_right(desk.place) and os.path.isdir(f"{desk.place}/{files.drawer}")):  # noqa: PTH112
            shutil.rmtree(desk.place, ignore_errors=True)
            desk.lay(desk.place)
            (desk.place / files.drawer).mkdir(parents=True)
        return str(desk.place)

    def close(self) -> None:
        """Remove the desks. Later runs get new ones."""
        self._place = None
        self._opened.close()


def fill_drawer(drawer: str, left: Iterable[tuple[str, bytes]]) -> None:
    """Replace the contents of a drawer by these files. Raises OSError."""
    empty_drawer(drawer, 0)
    for name, content in left:
        Path(drawer, name).write_bytes(content)


def empty_drawer(drawer: str, most_bytes: int) -> tuple[tuple[str, bytes], ...]:
    """Empty a drawer and return its files by name, at most `most_bytes` in total. Raises OSError.

    Without Landlock a drawer can contain anything; everything but plain files is dropped.
    """
    with os.scandir(drawer) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    kept = []
    for entry in entries:
        if entry.is_file(follow_symlinks=False):
            if most_bytes:
                # the program may have removed all permissions
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
    """The path of a desk, and its names with their targets."""

    place: Path
    links: tuple[tuple[str, str], ...]

    def lay(self, place: Path) -> None:
        """Create the links in this folder. Raises OSError."""
        for name, target in self.links:
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).symlink_to(target)

    def is_right(self, place: Path) -> bool:
        """Return True if the links are intact. This runs before every program, so it avoids Path objects."""
        try:
            return all(os.readlink(f"{place}/{name}") == target for name, target in self.links)  # noqa: PTH115
        except OSError:
            return False


@cache
def _desk(folder: Path, names: tuple[str, ...]) -> _Desk:
    links = tuple((name, f"/proc/self/fd/{FIRST_FILE + place}") for place, name in enumerate(names))
    return _Desk(folder / f"desk-{hashlib.sha256(repr(names).encode()).hexdigest()}", links)
