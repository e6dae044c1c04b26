"""One side of a conversation: its process, its clocks, and whether it is waiting."""

import _socket
import os
from _signal import SIGKILL  # type: ignore[import-not-found]
from time import monotonic

from . import processes, wire
from .ways import Way
from .wire import Report, Request

# after this many naps a side counts as waiting, even if one of its threads keeps waking up
NAPS = 20


class Side:
    """The program or the interactor: its process, its clocks, and the relay of its output."""

    def __init__(
        self,
        request: Request,
        way: Way,
        pid: int,
        stderr: int,
        counting: tuple[_socket.socket, _socket.socket] | None,
    ) -> None:
        self.request, self.way, self.pid, self.stderr, self.counting = request, way, pid, stderr, counting
        self.handle = os.pidfd_open(pid)
        self.start = monotonic()
        self.is_alive, self.is_killed = True, False
        self.stopped = ""
        self.report: Report = wire.not_started(OSError())
        self.clock_s = self.queued_s = 0.0
        self.seen_s, self.naps = -1.0, 0

    def cpu_s(self) -> float:
        """Return the CPU time so far; the total once the process has ended."""
        if self.is_alive:
            self.clock_s = processes.cpu_s(self.pid)
        return self.clock_s

    def in_line_s(self) -> float:
        """Return the time the process spent waiting for a processor."""
        if self.is_alive:
            self.queued_s = processes.queued_s(self.pid)
        return self.queued_s

    def is_ready(self) -> bool:
        return self.is_alive and processes.is_ready(self.pid)

    def is_still(self, since_s: float) -> bool:
        """Return True if the process sleeps and its CPU clock still shows `since_s`."""
        return self.cpu_s() == since_s and processes.sleeps(self.pid)

    def sleeps_on(self) -> bool:
        """Return True if the process sleeps and has not run since the last call, or sleeps often."""
        since_s, self.seen_s = self.seen_s, self.cpu_s()
        if self.is_still(since_s):
            return True
        if not processes.sleeps(self.pid):
            return False
        self.naps += 1
        return self.naps > NAPS

    def kill(self, why: str = "") -> None:
        if self.is_alive and not self.is_killed:
            self.stopped = self.stopped or why
            os.kill(self.pid, SIGKILL)
            self.is_killed = True
