"""Two programs that talk, from their start to the report on both: what happened, in which order, who waited.

Theory of operation. Each side has a pipe for what it hears and one for what it says, and the keeper is at the
other end of all four (ways.py). What the interactor says is always taken, so that it never waits for a
program that does not read. From the program nothing is taken while something that it said is not handed on,
so that what it printed is what the interactor read, and little more. Whoever leaves does the other no harm:
that goes on speaking to the keeper.

The end of what a side said is held back until the interactor has ended, or waits for more: it has read all,
and sleeps. So an interactor that ends without it has decided by what was said alone, whichever of the two was
the faster, and so has one that ends while the program goes on, which had closed its stdout. One that ends and
does not accept ends the program, too, and nothing that this does then is its own; after one that accepts the
program is to end by itself.

The wall clock of the program stands still while the interactor works, or the keeper, which many small words
keep as busy as both sides; that of the interactor begins to go when the program has ended (clocks.py). A
program that meets its wall limit is given the end of its input before it is killed: what it prints then it
had kept in a buffer. Who had waited for the other is seen when its input ends: it wakes up.

The limits of the interactor grow with what the program says. So one that asks without end comes to its own
limits before it brings an interactor to those that only answers.
"""

import _socket
import os
import select
from os import _exit
from time import monotonic

from . import processes, wire
from .clocks import BLINK_S, FOREVER_S, Clocks
from .sides import Side
from .starting import Starter, counted
from .ways import PIECE_BYTES, Turns, Way
from .wire import Facts, Part, Talked

# how soon it is looked again at the latest whether a side sleeps
LONGEST_BLINK_S = 0.03
# how long a program may go on to print what it had kept
LATE_S = 0.2


class Talk:
    """One conversation."""

    def __init__(
        self, starter: Starter, cores: int, accepting: tuple[int, ...], parts: tuple[Part, Part]
    ) -> None:
        """Of the parts the program's is the first, and the interactor's."""
        self.starter, self.cores, self.accepting, self.parts = starter, cores, accepting, parts
        self.poll = select.poll()
        self.poll.register(wire.DESCRIPTOR, select.POLLIN)
        self.turns, self.clocks = Turns(), Clocks()
        # when to look at the clocks next, and how soon again where it is to be seen whether a side sleeps
        self.look_s, self.blink_s = 0.0, BLINK_S
        self.first = ""
        self.is_given_end = self.program_waited = self.interactor_waited = False
        # whether the program was still at work when the interactor had ended
        self.is_left = False
        self.unread_bytes = 0
        self.heard_bytes = -1
        # of a program that has met its wall limit: what its record and its stderr held, its CPU time, its end
        self.late_from = self.late_stderr = -1
        self.late_cpu_s = self.late_until_s = 0.0

    def carry_out(self, descriptors: list[int]) -> Talked:
        ways: list[Way] = []
        sides: list[Side] = []
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
            for side in sides:
                os.close(side.handle)
            self.starter.forget()

    def begin(self, own: list[int], ways: list[Way], sides: list[Side]) -> None:
        """Starts both. Raises OSError."""
        parts, of_program = self.parts, self.parts[0].descriptors
        # the most that it may come to
        parts[1].request.allowance_s += wire.ANSWER_S * parts[0].said_bytes
        given = own[:of_program], own[of_program:]
        # The program may crash at once: who is to hear it is there.
        for place in (1, 0):
            part, descriptors = parts[place], [*given[place]]
            ends = (part.says, ways[place].says), (part.hears, ways[1 - place].hears)
            for where, end in sorted(ends):
                descriptors.insert(where, end)
            recipe = self.starter.prepare(part.request)
            counting = _socket.socketpair() if part.request.event else None
            there = counting and counting[1]
            pid = self.starter.start(part.request, descriptors, recipe, second=not place, counting=there)
            sides.append(Side(part.request, ways[place], pid, descriptors[2], counting))
        self.interactor, self.program = sides
        for side in sides:
            side.way.begin()
            self.poll.register(side.handle, select.POLLIN)
            self.hand_on(side.way)

    def go_on(self) -> None:
        """Until both have ended.

        Nearly always a side has said what the other's pipe takes whole, and thousands of times: that is the
        short way here, `pass_on`. Whatever else there is to do does `attend`.
        """
        program, interactor, poll, note = self.program, self.interactor, self.poll.poll, self.turns.note
        of_program, of_interactor = program.way, interactor.way
        now_s = monotonic()
        while program.is_alive or interactor.is_alive:
            if now_s >= self.look_s:
                self.look()
                now_s = monotonic()
            # However little is left to one who waits for what is to be handed on, it is.
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
        """Does what is to be done where this is ready."""
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
        """The harness is gone."""
        self.program.kill()
        self.interactor.kill()
        self.starter.kill_the_rest()
        _exit(0)

    def hear(self, side: Side) -> bool:
        """Takes what a side said last and hands it on; False where there was nothing."""
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
        """Hands on what there is, looks whether that was the last, and polls for what is wanted next."""
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
        """One has ended, or is stopped for what it has used; the other has not heard of it."""
        self.first = self.first or ("program" if side is self.program else "interactor")
        if side is self.interactor and self.heard_bytes < 0:
            program = self.program
            self.heard_bytes = program.way.said
            is_stopped = program.is_killed or bool(program.stopped)
            self.is_left = program.is_alive and not is_stopped and not processes.is_ending(program.pid)

    def look(self) -> None:
        """At the clocks, and whether a side sleeps that is waited for; says when to look again."""
        soon = [self.left_s(side) for side in (self.program, self.interactor) if side.is_alive]
        if self.is_waiting():
            soon.append(self.blink_s)
            self.blink_s = min(2 * self.blink_s, LONGEST_BLINK_S)
        self.look_s = monotonic() + min(soon, default=0)

    def left_s(self, side: Side) -> float:
        """The earliest moment at which it could have used what it may; stops one that has."""
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
        """Ends a side for what it has used."""
        self.note_end(side)
        if side is self.program and why == "wall":
            self.let_finish(side)
        else:
            side.kill(why)

    def let_finish(self, program: Side) -> None:
        """Gives a program that is idle the end of its input, to see what it had waited for."""
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
        # a buffer holds no more
        program.way.most = min(program.way.most, self.late_from + PIECE_BYTES)
        self.late_stderr = os.fstat(program.stderr).st_size
        self.late_until_s, self.blink_s = monotonic() + LATE_S, BLINK_S
        before_s = program.cpu_s()
        back.end()
        self.program_waited = not program.is_still(before_s)
        self.hand_on(back)

    def is_waiting(self) -> bool:
        """Whether something is to be done as soon as a side sleeps; does it where it does."""
        program, interactor = self.program, self.interactor
        if self.late_until_s and program.is_alive and not program.is_killed:
            if program.sleeps_on() or monotonic() >= self.late_until_s:
                program.kill()
            return True
        ends = [way for way in (program.way, interactor.way) if way.source < 0 <= way.sink and way.give()]
        if not ends or not interactor.is_alive:
            return False
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
        """One has ended."""
        self.poll.unregister(side.handle)
        self.note_end(side)
        wall_s = monotonic() - side.start
        queued_s, clock_s = side.in_line_s(), side.cpu_s()
        _, status, usage = os.wait4(side.pid, 0)
        side.is_alive = False
        side.clock_s = max(clock_s, usage.ru_utime + usage.ru_stime)
        while self.hear(side):
            pass
        side.way.finish()
        other = self.left_alone(side, status)
        # Nobody is there to hear it.
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
        """The other, for which now holds what does when this one has ended."""
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
