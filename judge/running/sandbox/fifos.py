"""Two pipes that a side of a conversation opens by path, each in a direction of its choice, like named FIFOs.

CMS gives a manager the path that it reads and then the path that it writes. The managers of con_test, its own
test suite, open them the other way round, which works there because a FIFO has no direction. A pipe that is
opened by its link in /proc has none either. So the keeper holds both ends of both pipes until it sees how the
side has opened them.
"""

import fcntl
import os
from time import monotonic

from . import processes
from .relays import Relay, held_bytes, open_pipes

# between two looks at which pipes are open
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.001, 0.03


class Fifos:
    """The two pipes of one side."""

    def __init__(self, first: int) -> None:
        """The side finds them as its descriptor `first` and the next. Raises OSError."""
        self.first, self.is_settled = first, False
        self._pipes = open_pipes(2)
        self._inodes = [os.fstat(reads).st_ino for reads, _ in self._pipes]
        for end in (end for pipe in self._pipes for end in pipe):
            # Marks the keeper's own ends, which a side has too while it starts.
            fcntl.fcntl(end, fcntl.F_SETFL, fcntl.fcntl(end, fcntl.F_GETFL) | os.O_NOATIME)
        self._pause_s, self._due_s = FIRST_PAUSE_S, 0.0

    def given(self) -> list[tuple[int, int]]:
        """Return the ends that the side inherits, after their places among its descriptors.

        Both are for reading: a side that held a writing end would never see the end of its input.
        """
        return [(self.first + place, reads) for place, (reads, _) in enumerate(self._pipes)]

    def due_s(self) -> float:
        """Return how soon to look again, in seconds."""
        return max(0.0, self._due_s - monotonic())

    def settle(self, pid: int, *, hears: Relay, says: Relay) -> bool:
        """Move two relays to the pipes that a process has opened. Return False as long as it opened none.

        All of its input is delivered again. The keeper holds a writing end of the pipe with its output, which
        therefore ends only with the process.
        """
        heard = self._heard(pid)
        if heard is None:
            self._due_s = monotonic() + self._pause_s
            self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
            return False
        (_, sink), (source, _) = self._pipes[heard], self._pipes[1 - heard]
        hears.move_sink(os.dup(sink))
        says.move_source(os.dup(source))
        os.close(sink)
        self._pipes[heard] = self._pipes[heard][0], -1
        self.is_settled = True
        return True

    def _heard(self, pid: int) -> int | None:
        """Return which of the two a process reads, None as long as it has opened neither."""
        for place, (reads, _) in enumerate(self._pipes):
            if held_bytes(reads):
                return 1 - place
        for descriptor in processes.listed(f"/proc/{pid}/fd"):
            heard = self._direction(f"/proc/{pid}", descriptor)
            if heard is not None:
                return heard
        return None

    def _direction(self, process: str, descriptor: str) -> int | None:
        """Return which of the two a process with this descriptor reads; None if that is unclear."""
        try:
            inode = os.stat(f"{process}/fd/{descriptor}").st_ino
            if inode not in self._inodes:
                return None
            with open(f"{process}/fdinfo/{descriptor}") as file:
                flags = next(int(line.split()[1], 8) for line in file if line.startswith("flags:"))
        except (OSError, StopIteration):
            return None
        if flags & os.O_NOATIME:
            return None
        place = self._inodes.index(inode)
        return {os.O_RDONLY: place, os.O_WRONLY: 1 - place}.get(flags & os.O_ACCMODE)

    def close(self) -> None:
        """Close every end that is held here."""
        for end in (end for pipe in self._pipes for end in pipe if end >= 0):
            os.close(end)
        self._pipes = []
