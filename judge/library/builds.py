"""Removes the builds of sources that were judged long ago."""

import threading
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path

from judge.running import builds
from judge.running.programs import Command, Program

_MOST = 2000
_UNUSED_S = 3600


class RecentBuilds:
    """The builds of sources that are used no more, the latest last.

    The oldest go if there are many and no judge has used them for an hour.
    """

    def __init__(self, *, most: int = _MOST, unused_s: float = _UNUSED_S) -> None:
        self._most, self._unused_s = most, unused_s
        self._places: OrderedDict[Path, None] = OrderedDict()
        self._turn = threading.Lock()

    def __len__(self) -> int:
        return len(self._places)

    def add(self, program: Program) -> None:
        """Note the build of a program. Code of Python has none."""
        if not isinstance(program, Command):
            return
        with self._turn, suppress(OSError):
            # The first thing that a program may read is its own folder.
            place = Path(program.readable[0])
            if place.parent != builds.folder():
                return
            self._places[place] = None
            self._places.move_to_end(place)
            while len(self._places) > self._most:
                if not builds.drop(next(iter(self._places)), self._unused_s):
                    break
                self._places.popitem(last=False)
