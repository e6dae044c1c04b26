"""A conversation between a program and an interactor, from the start of both to their reports.

Theory of operation. Each side has an input pipe and an output pipe, and the keeper holds the other ends of
all four (ways.py). The keeper always takes the interactor's output, so an interactor never waits for a
program that does not read. It takes output from the program only after delivering all earlier output, so the
program has printed little more than the interactor has read. A side that exits does not disturb the other,
which keeps talking to the keeper.

The keeper withholds the end of a side's output until the interactor has ended, or has read everything and
sleeps. So an interactor that ends earlier has decided by the output alone, regardless of which side was
faster. The same is true if it ends while the program still runs with a closed stdout. If it ends without
accepting, the keeper kills the program, which is not blamed for its end. If it accepts, the program must end
by itself.

A side may get two more pipes, which it opens by path (fifos.py). Once it has, the keeper uses these instead
of its stdin and stdout.

The program's wall clock pauses while the interactor works. It also pauses for the keeper, which many small
messages keep as busy as both sides. The interactor's clock starts when the program has ended (clocks.py). A
program that hits its wall limit gets the end of its input before it is killed: output that appears then was
stuck in a buffer. A side that wakes up when its input ends had been waiting for the other.

The interactor's limits grow with the program's output. So a program that asks without end hits its own limits
before an interactor that only answers hits its limits.
"""

import _socket
import os
import select
from os import _exit
from time import monotonic

from . import processes, wire
from .clocks import BLINK_S, FOREVER_S, Clocks
from .fifos import Fifos
from .sides import Side
from .starting import Starter, counted
from .ways import PIECE_BYTES, Turns, Way
from .wire import Facts, Part, Talked

# longest interval between two looks whether a side sleeps
LONGEST_BLINK_S = 0.03
# time for a program to print its buffers after the end of its input
LATE_S = 0.2


class Talk:
    """One conversation."""

    def __init__(
        self, starter: Starter, cores: int, accepting: tuple[int, ...], parts: tuple[Part, Part]
    ) -> None:
        """`parts` holds the program and the interactor, in this order."""
        self.starter, self.cores, self.accepting, self.parts = starter, cores, accepting, parts
        self.poll = select.poll()
        self.poll.register(wire.DESCRIPTOR, select.POLLIN)
        self.turns, self.clocks = Turns(), Clocks()
        # the next look at the clocks, and the current interval between looks at a sleeping side
        self.look_s, self.blink_s = 0.0, BLINK_S
        self.first = ""
        self.is_given_end = self.program_waited = self.interactor_waited = False
        # True if the program was still running when the interactor had ended
        self.is_left = False
        self.unread_bytes = 0
        self.heard_bytes = -1
        # after the program's wall limit: the sizes of its record and stderr, its CPU time, when to kill it
        self.late_from = self.late_stderr = -1
        self.late_cpu_s = self.late_until_s = 0.0

    def carry_out(self, descriptors: list[int]) -> Talked:
        ways: list[Way] = []
        sides: list[Side] = []
        self.fifos = [Fifos(part.fifos) if part.fifos else None for part in self.parts]
        try:
            try:
                for place, part in enumerate(self.parts):
                    ways.append(Way(descriptors[place], part.said_bytes, is_program=not place))
                self.begin(descriptors[2:], ways, sides)
            except OSError as error:
                report = wire.not_started(error)
                return report, report, ("", True, False, False, 0, -1, 0, [])
            self.go_on()
            return self.program.report, self.interactor.report, self.facts()
        finally:
            self.starter.kill_the_rest()
            for way in ways:
                way.close()
            for fifos in filter(None, self.fifos):
                fifos.close()
            for side in sides:
                os.close(side.handle)
            self.starter.forget()

    def begin(self, own: list[int], ways: list[Way], sides: list[Side]) -> None:
        """Start both sides. Raises OSError."""
        parts, of_program = self.parts, self.parts[0].descriptors
        # the highest value, for the most output of the program
        parts[1].request.allowance_s += wire.ANSWER_S * parts[0].said_bytes
        given = own[:of_program], own[of_program:]
        # The interactor starts first, because the program may crash at once.
        for place in (1, 0):
            part, fifos, descriptors = parts[place], self.fifos[place], [*given[place]]
            ends = [(0, ways[1 - place].hears), (1, ways[place].says)] if part.streams else []
            for where, end in (*ends, *(fifos.given() if fifos else ())):
                descriptors.insert(where, end)
            recipe = self.starter.prepare(part.request)
            counting = _socket.socketpair() if part.request.event else None
            there = counting and counting[1]
            pid = self.starter.start(part.request, descriptors, recipe, second=not place, counting=there)
            sides.append(Side(part.request, ways[place], pid, descriptors[2], counting))
        self.interactor, self.program = sides
        for place, side in enumerate((self.program, self.interactor)):
            side.way.begin(says=parts[place].streams, hears=not parts[1 - place].fifos)
        for side in sides:
            self.poll.register(side.handle, select.POLLIN)
            self.hand_on(side.way)

    def go_on(self) -> None:
        """Relay until both sides have ended.

        Thousands of times a side's output fits into the other's pipe: `pass_on` is the fast path for that.
        `attend` handles everything else.
        """
        program, interactor, poll, note = self.program, self.interactor, self.poll.poll, self.turns.note
        of_program, of_interactor = program.way, interactor.way
        now_s = monotonic()
        while program.is_alive or interactor.is_alive:
            if now_s >= self.look_s:
                self.look()
                now_s = monotonic()
            # Rounded up, so that pending output is delivered however little time a side has left.
            events = poll(max(0, int((self.look_s - now_s) * 1000)) + 1)
            now_s = monotonic()
            for descriptor, _ in events:
                way = of_program if descriptor == of_program.source else of_interactor
                said = way.said
                if descriptor != way.source or not way.pass_on():
                    self.attend(descriptor)
                    continue
                note(way, said, now_s)
                if way.sent != way.said:
                    self.hand_on(way)

    def attend(self, descriptor: int) -> None:
        """Handle a descriptor that is ready."""
        for side in (self.program, self.interactor):
            if descriptor == side.way.source:
                self.hear(side)
            elif descriptor == side.way.sink:
                self.hand_on(side.way)
            elif descriptor == side.handle:
                self.bury(side)
            else:
                continue
            return
        if descriptor == wire.DESCRIPTOR:
            self.leave()

    def leave(self) -> None:
        """Kill everything and exit, because the harness is gone."""
        self.program.kill()
        self.interactor.kill()
        self.starter.kill_the_rest()
        _exit(0)

    def hear(self, side: Side) -> bool:
        """Take a side's new output and deliver it. Return False if there was none."""
        way = side.way
        before = way.said
        if not way.is_program:
            heard = self.program.way.said
            way.most = way.due_at_most = self.parts[1].said_bytes + wire.ANSWER_BYTES * heard
        if way.take():
            self.turns.note(way, before, monotonic())
            if way.said > way.most:
                self.stop(side)
            elif way.give():
                return True
            self.hand_on(way)
            return True
        self.hand_on(way)
        return False

    def hand_on(self, way: Way) -> None:
        """Deliver pending output, handle its end, and update the polled descriptors."""
        is_heard = way.give()
        if is_heard and way.source < 0:
            if not self.interactor.is_alive:
                way.end()
            else:
                self.look_s, self.blink_s = 0.0, BLINK_S
        takes = is_heard or not way.is_program
        ends = way.source if takes else -1, -1 if is_heard else way.sink
        if ends != way.polled:
            for end in way.polled:
                if end >= 0:
                    self.poll.unregister(end)
            for end, event in zip(ends, (select.POLLIN, select.POLLOUT), strict=True):
                if end >= 0:
                    self.poll.register(end, event)
            way.polled = ends

    def note_end(self, side: Side) -> None:
        """Note that a side has ended or hit a limit, before the other side can react."""
        self.first = self.first or ("program" if side is self.program else "interactor")
        if side is self.interactor and self.heard_bytes < 0:
            program = self.program
            self.heard_bytes = program.way.said
            is_stopped = program.is_killed or bool(program.stopped)
            self.is_left = program.is_alive and not is_stopped and not processes.is_ending(program.pid)

    def look(self) -> None:
        """Check the clocks, and whether an awaited side sleeps. Set the time of the next look."""
        soon = [self.left_s(side) for side in (self.program, self.interactor) if side.is_alive]
        soon += self.settle()
        if self.is_waiting():
            soon.append(self.blink_s)
            self.blink_s = min(2 * self.blink_s, LONGEST_BLINK_S)
        self.look_s = monotonic() + min(soon, default=0)

    def settle(self) -> list[float]:
        """Follow the sides to the pipes that they have opened by path. Return when to look again."""
        soon = []
        sides = self.program, self.interactor
        for fifos, side, other in zip(self.fifos, sides, reversed(sides), strict=True):
            if not fifos or fifos.is_settled or not side.is_alive or side.is_killed:
                continue
            if fifos.settle(side.pid, hears=other.way, says=side.way):
                self.hand_on(side.way)
                self.hand_on(other.way)
            else:
                soon.append(fifos.due_s())
        return soon

    def left_s(self, side: Side) -> float:
        """Return the shortest time until a side can reach a limit. Stop a side that has reached one."""
        if side.is_killed or side.stopped:
            return FOREVER_S
        cpu_s = side.request.allowance_s - side.cpu_s()
        if side is self.interactor:
            cpu_s -= wire.ANSWER_S * (self.parts[0].said_bytes - self.program.way.said)
        wall_s = self.clocks.left_s(side, self.program, self.interactor)
        if cpu_s <= 0:
            self.stop(side, "cpu")
        elif wall_s <= 0:
            self.stop(side, "wall")
        elif why := processes.exceeded(side.pid, side.request):
            self.stop(side, why)
        return min(cpu_s / self.cores, wall_s, processes.glance_s(side.request))

    def stop(self, side: Side, why: str = "") -> None:
        """Stop a side that has hit a limit."""
        self.note_end(side)
        if side is self.program and why == "wall":
            self.let_finish(side)
        else:
            side.kill(why)

    def let_finish(self, program: Side) -> None:
        """Give an idle program the end of its input, to see whether it was waiting for input."""
        program.stopped, self.late_cpu_s = "wall", program.cpu_s()
        while program.way.give() and self.hear(program):
            pass
        back = self.interactor.way
        self.unread_bytes = back.unread_bytes
        if program.is_killed or not program.way.give() or back.sink < 0:
            program.kill()
            return
        self.turns.end()
        self.late_from = program.way.due_at_most = program.way.said
        # late output comes from a buffer, which holds no more
        program.way.most = min(program.way.most, self.late_from + PIECE_BYTES)
        self.late_stderr = os.fstat(program.stderr).st_size
        self.late_until_s, self.blink_s = monotonic() + LATE_S, BLINK_S
        before_s = program.cpu_s()
        back.end()
        self.program_waited = not program.is_still(before_s)
        self.hand_on(back)

    def is_waiting(self) -> bool:
        """Act on a side that has fallen asleep. Return True if one is still awaited."""
        program, interactor = self.program, self.interactor
        if self.late_until_s and program.is_alive and not program.is_killed:
            if program.sleeps_on() or monotonic() >= self.late_until_s:
                program.kill()
            return True
        ends = [way for way in (program.way, interactor.way) if way.source < 0 <= way.sink and way.give()]
        if not ends or not interactor.is_alive:
            return False
        if (fifos := self.fifos[1]) and not fifos.is_settled:
            return True
        if not interactor.sleeps_on() or program.way.unread_bytes or interactor.way.untaken_bytes:
            return True
        for way in ends:
            before_s = interactor.cpu_s()
            way.end()
            if way.is_program:
                self.is_given_end, self.interactor_waited = True, not interactor.is_still(before_s)
            self.hand_on(way)
        return False

    def bury(self, side: Side) -> None:
        """Reap a side that has ended and write its report."""
        self.poll.unregister(side.handle)
        self.note_end(side)
        wall_s = monotonic() - side.start
        queued_s, clock_s = side.in_line_s(), side.cpu_s()
        self.settle()
        _, status, usage = os.wait4(side.pid, 0)
        side.is_alive = False
        side.clock_s = max(clock_s, usage.ru_utime + usage.ru_stime)
        while self.hear(side):
            pass
        side.way.finish()
        other = self.left_alone(side, status)
        # This side no longer reads.
        other.way.end()
        for way in (side.way, other.way):
            self.hand_on(way)
        why_not = self.starter.why_not(status, side.request, second=side is self.program)
        stopped, complaint = why_not or (side.stopped, "")
        others_s = other.cpu_s() + other.in_line_s() + self.clocks.worked_s() + self.clocks.in_line_s()
        own_s = max(0.0, wall_s - others_s)
        peak_bytes = usage.ru_maxrss << 10
        count = counted(*side.counting) if side.counting else None
        side.report = status, side.clock_s, own_s, queued_s, peak_bytes, stopped, complaint, count
        self.look_s = 0.0

    def left_alone(self, side: Side, status: int) -> Side:
        """Return the other side, after applying the rules for when this side has ended."""
        program, interactor = self.program, self.interactor
        if side is interactor:
            if side.stopped or os.waitstatus_to_exitcode(status) not in self.accepting:
                program.kill()
                program.way.finish()
            return program
        if program.stopped == "wall":
            program.clock_s = self.late_cpu_s
        if self.late_stderr >= 0:
            os.ftruncate(program.stderr, self.late_stderr)
        self.clocks.leave_alone(interactor)
        return interactor

    def facts(self) -> Facts:
        return (
            self.first,
            not self.is_given_end or self.is_left,
            self.program_waited,
            self.interactor_waited,
            self.unread_bytes,
            self.late_from,
            self.heard_bytes,
            self.turns.kept(),
        )
