"""One side of a conversation: its process, its clocks, and whether it is waiting."""

import _socket
import os
from time import monotonic

from . import processes, wire
from .fifos import Fifos
from .relays import Relay
from .starting import Starter
from .wire import Part, Report

# after this many naps a side counts as waiting, even if one of its threads keeps waking up
NAPS = 20


class Side:
    """The program or the interactor: its process, its clocks, its pipes and the relay of its output."""

    def __init__(self, part: Part, record: int, *, is_program: bool) -> None:
        """Open the pipes of a side. Raises OSError."""
        self.part, self.request = part, part.request
        self.relay = Relay(record, part.said_bytes, is_program=is_program)
        try:
            self.fifos = Fifos(part.fifos) if part.fifos else None
        except OSError:
            self.relay.close()
            raise
        self.pid = self.handle = self.stderr = -1
        # the process or its group, and the number of tasks on the machine at its start
        self.who = self.before = 0
        self.counting: tuple[_socket.socket, _socket.socket] | None = None
        self.begun_s = 0.0
        self.is_alive = self.is_killed = False
        self.stopped = ""
        self.report: Report = wire.not_started(OSError())
        # the last with the CPU time of processes that were reaped before it ended
        self.clock_s = self.queued_s = self.orphans_s = 0.0
        self.seen_s, self.naps = -1.0, 0

    def start(self, starter: Starter, given: list[int], other: Relay) -> None:
        """Start the process with these descriptors and the ends of its pipes. Raises OSError."""
        ends = [(0, other.hears), (1, self.relay.says)] if self.part.streams else []
        descriptors = [*given]
        for where, end in (*ends, *(self.fifos.given() if self.fifos else ())):
            descriptors.insert(where, end)
        recipe = starter.prepare(self.request)
        self.counting = _socket.socketpair() if self.request.event else None
        there = self.counting and self.counting[1]
        second = self.relay.is_program
        self.before = processes.tasks_of_the_machine() if self.request.may_fork else 0
        self.pid = starter.start(self.request, descriptors, recipe, second=second, counting=there)
        self.who = self.request.who(self.pid)
        self.handle, self.stderr = os.pidfd_open(self.pid), descriptors[2]
        self.begun_s, self.is_alive = monotonic(), True

    def close(self) -> None:
        """Close the pipes and the handle of the process."""
        self.relay.close()
        if self.fifos:
            self.fifos.close()
        if self.handle >= 0:
            os.close(self.handle)

    def cpu_s(self) -> float:
        """Return the CPU time so far; the total once the process has ended."""
        if self.is_alive:
            if self.request.may_fork:
                self.orphans_s += processes.reap_orphans(self.pid)
            # processes may have ended and left no trace
            self.clock_s = max(self.clock_s, processes.cpu_s(self.who) + self.orphans_s)
        return self.clock_s

    def waited_s(self) -> float:
        """Return the time the process spent waiting for a processor."""
        if self.is_alive:
            self.queued_s = processes.queued_s(self.who)
        return self.queued_s

    def is_ready(self) -> bool:
        return self.is_alive and processes.is_ready(self.who)

    def is_still(self, since_s: float) -> bool:
        """Return True if the process sleeps and its CPU clock still shows `since_s`."""
        return self.cpu_s() == since_s and processes.sleeps(self.who)

    def sleeps_on(self) -> bool:
        """Return True if the process sleeps and has not run since the last call, or sleeps often."""
        since_s, self.seen_s = self.seen_s, self.cpu_s()
        if self.is_still(since_s):
            return True
        if not processes.sleeps(self.who):
            return False
        self.naps += 1
        return self.naps > NAPS

    def reap(self) -> tuple[int, int]:
        """Reap the process, which has ended. Return its status and its peak of memory in bytes."""
        # both clocks can be read only before that
        self.waited_s()
        clock_s = self.cpu_s()
        processes.kill_group(self.pid)
        _, status, usage = os.wait4(self.pid, 0)
        self.is_alive = False
        self.clock_s = max(clock_s, usage.ru_utime + usage.ru_stime)
        return status, usage.ru_maxrss << 10

    def kill(self, why: str = "") -> None:
        if self.is_alive and not self.is_killed:
            self.stopped = self.stopped or why
            processes.kill_group(self.pid)
            self.is_killed = True
