"""The keeper: one small process per worker slot that starts every program, watches it and cleans up after it.

Theory of operation. The harness grows because it holds cases and answers. A fork of it would be slow and
would carry its peak memory and its secrets into the child. The keeper is executed once and stays small and
single-threaded. It never holds a byte of a case, an answer or an output: these travel as descriptors of
memory files that only pass through (wire.py). A child of the launcher (launcher.c), which keeps running,
executes programs; without a launcher, a fork of the keeper does. Python code runs in a fork of the keeper,
which is a warm interpreter (warm.py), and only that fork reads the code. Programs that import numpy run in
forks of a second keeper, which has imported it. It is sealed before the import.

The keeper is pinned to its core; its children inherit that, and it sleeps while they run. It seals itself at
its start and each child completely (seal.py). It is the subreaper of all its descendants: when a program has
ended, the keeper kills all remaining processes before it reports to the harness. A separate session keeps
Ctrl-C away. When the other end of its wire closes, however the harness died, the keeper kills its children
and exits. When the keeper itself is killed, the kernel kills the child.

To count work, the child opens a counter on itself just before it is sealed and sends it to the keeper. The
keeper is not dumpable, so the kernel does not let it open counters on its forks.
"""

import _socket
import marshal
import os
import select
from os import _exit
from time import monotonic

from . import polled_limits, processes, wire
from .seal import Recipe
from .starting import MOST_DESCRIPTORS, Starter, read_count
from .talk import Talk
from .wire import Part, Report, Request, TalkAnswer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# environment variables that Python programs may see
KEPT = {"PATH", "LANG", "HOME"}


def main(argv: list[str]) -> None:
    """`argv` holds a path, the level, the core or "-", and the folders of numpy, if any. Never returns."""
    os.closerange(wire.DESCRIPTOR + 1, MOST_DESCRIPTORS)
    harness = _socket.socket(fileno=wire.DESCRIPTOR)
    try:
        os.set_inheritable(wire.DESCRIPTOR, False)
        keeper = Keeper(harness, *argv[1:])
        harness.send(marshal.dumps(("ready", keeper.starter.seal.level)))
        keeper.serve()
    except BrokenPipeError:
        _exit(0)
    except BaseException as error:
        harness.send(marshal.dumps(("broken", wire.sentence(error))))
        _exit(1)


class Keeper:
    """Serves one wire for the life of the process."""

    def __init__(self, harness: _socket.socket, level: str, core: str, *packages: str) -> None:
        # A shell and bubblewrap add variables to the environment.
        for name in os.environ.keys() - KEPT:
            del os.environ[name]
        if core != "-":
            os.sched_setaffinity(0, {int(core)})
        self.cores = len(os.sched_getaffinity(0))
        self.harness = harness
        # Reserve the descriptor numbers that a child uses for its files.
        for place in range(wire.FIRST_FILE, wire.FIRST_FILE + wire.MOST_FILES):
            if place != wire.DESCRIPTOR:
                os.dup2(wire.DESCRIPTOR, place, inheritable=False)
        self.starter = Starter(level, packages)
        self.poll = select.poll()
        self.poll.register(harness, select.POLLIN)

    def serve(self) -> None:
        """Never returns."""
        while True:
            packet, ancillary, _, _ = self.harness.recvmsg(
                wire.PACKET_BYTES, _socket.CMSG_SPACE(4 * wire.MOST_SENT), _socket.MSG_CMSG_CLOEXEC
            )
            if not packet:
                # The launcher, too: its CPU time counts only if the keeper reaps it.
                processes.kill_the_rest(spared=0)
                _exit(0)
            descriptors = memoryview(ancillary[0][2]).cast("i").tolist()
            answer = self.answer(marshal.loads(packet), descriptors)
            for descriptor in descriptors:
                os.close(descriptor)
            self.harness.send(marshal.dumps(answer))

    def answer(self, asked: "tuple[Any, ...]", descriptors: list[int]) -> "tuple[Report, ...] | TalkAnswer":
        match asked:
            case ("talk", program, interactor, accepting):
                talk = Talk(self.starter, self.cores, accepting, (Part(*program), Part(*interactor)))
                return talk.run(descriptors)
        _, number, request = asked
        return self.run_all(Request(*request), descriptors, number)

    def run_all(self, request: Request, descriptors: list[int], number: int) -> "tuple[Report, ...]":
        """Run a program at most `number` times, until a run is slow or fails.

        A later run that cannot be started is not reported.
        """
        try:
            recipe = self.starter.prepare(request)
        except OSError as error:
            return (wire.not_started(error),)
        reports: list[Report] = []
        step = len(descriptors) // number
        for at in range(0, len(descriptors), step):
            report = self.run(request, descriptors[at : at + step], recipe)
            status, _, wall_s, *_, complaint, _ = report
            if complaint and reports:
                break
            reports.append(report)
            if complaint or status or wall_s > wire.QUICK_S:
                break
        return tuple(reports)

    def run(self, request: Request, descriptors: list[int], recipe: Recipe) -> Report:
        try:
            counting = _socket.socketpair() if request.event else None
            start = monotonic()
            pid = self.starter.start(request, descriptors, recipe, counting=counting and counting[1])
        except OSError as error:
            self.starter.kill_the_rest()
            return wire.not_started(error)
        stopped, queued_s, orphans_s = self.watch(pid, request, start)
        clock_s = processes.cpu_s(pid)
        _, status, usage = os.wait4(pid, 0)
        wall_s = monotonic() - start
        cpu_s = max(clock_s, usage.ru_utime + usage.ru_stime) + orphans_s + self.starter.kill_the_rest()
        if stopped == "cpu":  # processes that used it may have ended and left no trace
            cpu_s = max(cpu_s, request.allowance_s)
        stopped, complaint = self.starter.why_not(status, request) or (stopped, "")
        count = read_count(*counting) if counting else None
        return status, cpu_s, wall_s, queued_s, usage.ru_maxrss << 10, stopped, complaint, count

    def watch(self, pid: int, request: Request, start: float) -> tuple[str, float, float]:
        """Wait for the program to end and kill it at its limits. Return the limit that it hit, or "".

        The second value is the time it spent waiting for a processor, which does not count as wall time. The
        third is the CPU time of processes that were reaped meanwhile.
        """
        allowance_s, deadline, queued_s, orphans_s = request.allowance_s, start + request.wall_s, 0.0, 0.0
        # the earliest moment at which all cores together could use up the allowance
        wait_s = min(allowance_s / self.cores, request.wall_s)
        handle, glance_s = os.pidfd_open(pid), polled_limits.glance_s(request)
        before = processes.tasks_of_the_machine() if request.starts_others else 0
        # the first process of a build sleeps while the others compile
        who = -pid if request.starts_others else pid
        self.poll.register(handle, select.POLLIN)
        stopped = ""
        while not stopped:
            if events := self.poll.poll(int(min(wait_s, glance_s) * 1000) + 1):
                break
            if request.may_fork:
                orphans_s += processes.reap_orphans(pid)
            stopped = polled_limits.exceeded(pid, request, before)
            left_s = allowance_s - processes.cpu_s(who) - orphans_s
            if monotonic() >= deadline + queued_s:
                queued_s = processes.queued_s(who)
            is_idle = monotonic() >= deadline + queued_s and not processes.is_ready(who)
            if left_s <= 0:
                stopped = "cpu"
            elif is_idle or monotonic() >= start + request.busy_s():
                stopped = "wall"
            wait_s = max(0, min(left_s / self.cores, deadline + queued_s - monotonic()))
        self.poll.unregister(handle)
        processes.kill_group(pid)
        if events and events[0][0] == wire.DESCRIPTOR:
            self.starter.kill_the_rest()
            _exit(0)
        if stopped:
            select.select((handle,), (), ())
        os.close(handle)
        return stopped, queued_s, orphans_s
