"""One of two programs that talk: its process, its clocks, and whether it waits."""

import _socket
import os
from _signal import SIGKILL  # type: ignore[import-not-found]
from time import monotonic

from . import processes, wire
from .ways import Way
from .wire import Report, Request

# who was so often seen to sleep waits, though a thread of it may wake up all the time
NAPS = 20


class Side:
    """One of the two: its process, its clocks, and the way of what it says."""

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
        """So far, or in the end."""
        if self.is_alive:
            self.clock_s = processes.cpu_s(self.pid)
        return self.clock_s

    def in_line_s(self) -> float:
        """How long it stood in line for a processor."""
        if self.is_alive:
            self.queued_s = processes.queued_s(self.pid)
        return self.queued_s

    def is_ready(self) -> bool:
        return self.is_alive and processes.is_ready(self.pid)

    def is_still(self, since_s: float) -> bool:
        """Whether it sleeps, and has not run since its CPU clock showed this."""
        return self.cpu_s() == since_s and processes.sleeps(self.pid)

    def sleeps_on(self) -> bool:
        """Whether it sleeps, and has not run since this was last asked, or sleeps often."""
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
