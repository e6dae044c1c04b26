"""Desks: folders in which a program finds files by name that are memory files, as its streams are.

Each name is a link to a descriptor of whoever follows it. So a desk is the same for every run and every
program that has files of these names, and nothing of a run is ever on a disk.
"""

import hashlib
import os
from functools import cache
from pathlib import Path
from typing import NamedTuple

from judge.frozen import dataclass
from judge.model import Content
from judge.running import builds
from judge.running.sandbox.wire import FIRST_FILE


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """What a program finds in its current folder, at most eight; a name may lie in a folder there.

    It can read those that are `given`. Those that are `taken` it may write; at its start they hold what was
    `left` in them, one after the other, or nothing.
    """

    given: tuple[tuple[str, Content], ...] = ()
    taken: tuple[str, ...] = ()
    left: tuple[bytes, ...] = ()

    def desk(self, *more: str) -> str | None:
        """A desk where each name leads to the descriptor of its place; None without names. Raises OSError.

        It is kept in the user's cache, and made anew where it is not what it was. What has `more` names comes
        after the files.
        """
        names = (*(name for name, _ in self.given), *self.taken, *more)
        if not names:
            return None
        desk = _desk(builds.folder(), names)
        if not desk.is_right(desk.place):
            with builds.workplace() as workplace:
                for name, target in desk.links:
                    (workplace / name).parent.mkdir(parents=True, exist_ok=True)
                    (workplace / name).symlink_to(target)
                builds.put(workplace, desk.place, is_right=desk.is_right)
        return str(desk.place)


class _Desk(NamedTuple):
    """Where a desk lies, and its names with what each leads to."""

    place: Path
    links: tuple[tuple[str, str], ...]

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
