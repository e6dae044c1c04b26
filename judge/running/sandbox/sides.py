"""One side of a conversation: its process, its clocks, and whether it is waiting."""

import _socket
import os
from _signal import SIGKILL  # type: ignore[import-not-found]
from time import monotonic

from . import processes, wire
from .fifos import Fifos
from .relays import Relay
from .starting import Starter
from .wire import Part, Report, Request

# after this many naps a side counts as waiting, even if one of its threads keeps waking up
NAPS = 20


class Side:
    """The program or the interactor: its process, its clocks, and the relay of its output."""

    def __init__(
        self,
        request: Request,
        relay: Relay,
        pid: int,
        stderr: int,
        counting: tuple[_socket.socket, _socket.socket] | None,
    ) -> None:
        self.request, self.relay, self.pid, self.stderr, self.counting = request, relay, pid, stderr, counting
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

    def waited_s(self) -> float:
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

    def reap(self) -> tuple[int, int]:
        """Reap the process, which has ended. Return its status and its peak of memory in bytes."""
        # both clocks can be read only before that
        self.waited_s()
        clock_s = self.cpu_s()
        _, status, usage = os.wait4(self.pid, 0)
        self.is_alive = False
        self.clock_s = max(clock_s, usage.ru_utime + usage.ru_stime)
        return status, usage.ru_maxrss << 10

    def kill(self, why: str = "") -> None:
        if self.is_alive and not self.is_killed:
            self.stopped = self.stopped or why
            os.kill(self.pid, SIGKILL)
            self.is_killed = True


def start_sides(
    starter: Starter,
    parts: tuple[Part, Part],
    fifos: list[Fifos | None],
    own: list[int],
    relays: list[Relay],
    sides: list[Side],
) -> None:
    """Start both sides and add them to `sides`, the interactor first. Raises OSError."""
    of_program = parts[0].descriptors
    # the highest value, for the most output of the program
    parts[1].request.allowance_s += wire.ANSWER_S * parts[0].said_bytes
    given = own[:of_program], own[of_program:]
    # The interactor starts first, because the program may crash at once.
    for place in (1, 0):
        part, pipes, descriptors = parts[place], fifos[place], [*given[place]]
        ends = [(0, relays[1 - place].hears), (1, relays[place].says)] if part.streams else []
        for where, end in (*ends, *(pipes.given() if pipes else ())):
            descriptors.insert(where, end)
        recipe = starter.prepare(part.request)
        counting = _socket.socketpair() if part.request.event else None
        there = counting and counting[1]
        pid = starter.start(part.request, descriptors, recipe, second=not place, counting=there)
        sides.append(Side(part.request, relays[place], pid, descriptors[2], counting))
