"""A conversation between a program and an interactor, from the start of both to their reports.

Theory of operation. Each side has an input pipe and an output pipe, and the keeper holds the other ends of
all four (relays.py). The keeper always takes the interactor's output, so an interactor never waits for a
program that does not read. It takes output from the program only after delivering all earlier output, so the
program has printed little more than the interactor has read. A side that exits does not disturb the other.

The keeper withholds the end of a side's output until the interactor has ended, or has read everything and
sleeps. So an interactor that ends earlier has decided by the output alone, regardless of which side was
faster. If it ends earlier without accepting, the keeper kills the program and does not blame it. In all other
cases the program must end by itself, even if it has closed its stdout and was rejected for that.

A side may get two more pipes, which it opens by path (fifos.py). Once it has, the keeper uses these instead
of its stdin and stdout.

The program's wall clock pauses while the interactor works. It also pauses for the keeper, which many small
messages keep as busy as both sides. The interactor's clock starts when the program has ended (clocks.py). A
program that hits its wall limit gets the end of its input before it is killed (late_output.py). A side that
wakes up when its input ends had been waiting for the other.

The interactor's limits grow with the program's output. So a program that asks without end hits its own limits
before an interactor that only answers hits its limits.
"""

import os
import select
from os import _exit
from time import monotonic

from . import polled_limits, wire
from .clocks import BLINK_S, FOREVER_S, Clocks
from .late_output import LateOutput
from .relays import Relay, Turns
from .sides import Side
from .starting import Starter, read_count
from .wire import Facts, Part, TalkAnswer

# longest interval between two looks whether a side sleeps
LONGEST_BLINK_S = 0.03


class Talk:
    """One conversation."""

    def __init__(
        self, starter: Starter, cores: int, accepting: tuple[int, ...], parts: tuple[Part, Part]
    ) -> None:
        """`parts` holds the program and the interactor, in this order."""
        self.starter, self.cores, self.accepting, self.parts = starter, cores, accepting, parts
        self.poll = select.poll()
        self.poll.register(wire.DESCRIPTOR, select.POLLIN)
        self.turns, self.clocks, self.late = Turns(), Clocks(), LateOutput()
        # the next look at the clocks, and the current interval between looks at a sleeping side
        self.look_s, self.blink_s = 0.0, BLINK_S
        self.first = ""
        self.is_given_end = self.interactor_waited = False
        self.heard_bytes = -1

    def run(self, descriptors: list[int]) -> TalkAnswer:
        sides: list[Side] = []
        try:
            try:
                self.begin(descriptors, sides)
            except OSError as error:
                report = wire.not_started(error)
                return report, report, ("", True, False, False, 0, -1, 0, [])
            self.relay_all()
            return self.program.report, self.interactor.report, self.facts()
        finally:
            self.starter.kill_the_rest()
            for side in sides:
                side.close()
            self.starter.forget()

    def begin(self, descriptors: list[int], sides: list[Side]) -> None:
        """Start both sides and add them to `sides`. Raises OSError."""
        for place, part in enumerate(self.parts):
            sides.append(Side(part, descriptors[place], is_program=not place))
        program, interactor = self.program, self.interactor = sides
        # the highest value, for the most output of the program
        interactor.request.allowance_s += wire.ANSWER_S * program.part.said_bytes
        middle = 2 + program.part.descriptors
        # The interactor starts first, because the program may crash at once.
        interactor.start(self.starter, descriptors[middle:], program.relay)
        program.start(self.starter, descriptors[2:middle], interactor.relay)
        for side, other in ((interactor, program), (program, interactor)):
            side.relay.begin(says=side.part.streams, hears=not other.part.fifos)
            self.poll.register(side.handle, select.POLLIN)
            self.deliver(side.relay)

    def relay_all(self) -> None:
        """Relay until both sides have ended.

        Thousands of times a side's output fits into the other's pipe: `pass_on` is the fast path for that.
        `attend` handles everything else.
        """
        program, interactor, poll, note = self.program, self.interactor, self.poll.poll, self.turns.note
        of_program, of_interactor = program.relay, interactor.relay
        now_s = monotonic()
        while program.is_alive or interactor.is_alive:
            if now_s >= self.look_s:
                self.look()
                now_s = monotonic()
            # Rounded up, so that pending output is delivered however little time a side has left.
            events = poll(max(0, int((self.look_s - now_s) * 1000)) + 1)
            now_s = monotonic()
            for descriptor, _ in events:
                relay = of_program if descriptor == of_program.source else of_interactor
                said = relay.said
                if descriptor != relay.source or not relay.pass_on():
                    self.attend(descriptor)
                    continue
                note(relay, said, now_s)
                if relay.sent != relay.said:
                    self.deliver(relay)

    def attend(self, descriptor: int) -> None:
        """Handle a descriptor that is ready."""
        for side in (self.program, self.interactor):
            if descriptor == side.relay.source:
                self.hear(side)
            elif descriptor == side.relay.sink:
                self.deliver(side.relay)
            elif descriptor == side.handle:
                self.reap(side)
            else:
                continue
            return
        if descriptor == wire.DESCRIPTOR:  # the harness is gone
            self.starter.kill_the_rest()
            _exit(0)

    def hear(self, side: Side) -> bool:
        """Take a side's new output and deliver it. Return False if there was none."""
        relay = side.relay
        before = relay.said
        if not relay.is_program:
            heard = self.program.relay.said
            relay.most = relay.due_at_most = side.part.said_bytes + wire.ANSWER_BYTES * heard
        if has_more := relay.take():
            self.turns.note(relay, before, monotonic())
            if relay.said > relay.most:
                self.stop(side)
            elif relay.give():
                return True
        self.deliver(relay)
        return has_more

    def deliver(self, relay: Relay) -> None:
        """Deliver pending output, handle its end, and update the polled descriptors."""
        is_heard = relay.give()
        if is_heard and relay.source < 0:
            if not self.interactor.is_alive:
                relay.end()
            else:
                self.look_s, self.blink_s = 0.0, BLINK_S
        takes = is_heard or not relay.is_program
        relay.register(self.poll, relay.source if takes else -1, -1 if is_heard else relay.sink)

    def note_end(self, side: Side) -> None:
        """Note that a side has ended or hit a limit, before the other side can react."""
        self.first = self.first or ("program" if side is self.program else "interactor")
        if side is self.interactor and self.heard_bytes < 0:
            self.heard_bytes = self.program.relay.said

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
        for side, other in ((self.program, self.interactor), (self.interactor, self.program)):
            fifos = side.fifos
            if not fifos or fifos.is_settled or not side.is_alive or side.is_killed:
                continue
            if fifos.settle(side.pid, hears=other.relay, says=side.relay):
                self.deliver(side.relay)
                self.deliver(other.relay)
            else:
                soon.append(fifos.due_s())
        return soon

    def left_s(self, side: Side) -> float:
        """Return the shortest time until a side can reach a limit. Stop a side that has reached one."""
        if side.is_killed or side.stopped:
            return FOREVER_S
        if why := polled_limits.exceeded(side.pid, side.request, side.before):
            self.stop(side, why)
            return FOREVER_S
        cpu_s = side.request.allowance_s - side.cpu_s()
        if side is self.interactor:
            cpu_s -= wire.ANSWER_S * (self.program.part.said_bytes - self.program.relay.said)
        wall_s = self.clocks.left_s(side, self.program, self.interactor)
        if cpu_s <= 0:
            self.stop(side, "cpu")
        elif wall_s <= 0:
            self.stop(side, "wall")
        return min(cpu_s / self.cores, wall_s, polled_limits.glance_s(side.request))

    def stop(self, side: Side, why: str = "") -> None:
        """Stop a side that has hit a limit."""
        self.note_end(side)
        if side is self.program and why == "wall":
            self.let_finish(side)
        else:
            side.kill(why)

    def let_finish(self, program: Side) -> None:
        """Give an idle program the end of its input, to see whether it was waiting for input."""
        program.stopped, cpu_s = "wall", program.cpu_s()
        while program.relay.give() and self.hear(program):
            pass
        back = self.interactor.relay
        if self.late.begin(program, back, cpu_s):
            self.turns.end()
            self.blink_s = BLINK_S
            self.deliver(back)
        else:
            program.kill()

    def is_waiting(self) -> bool:
        """Act on a side that has fallen asleep. Return True if one is still awaited."""
        program, interactor = self.program, self.interactor
        if self.late.is_expected and program.is_alive and not program.is_killed:
            if self.late.is_over(program):
                program.kill()
            return True
        relays = program.relay, interactor.relay
        ends = [relay for relay in relays if relay.source < 0 <= relay.sink and relay.give()]
        if not ends or not interactor.is_alive:
            return False
        if interactor.fifos and not interactor.fifos.is_settled:
            return True
        if not interactor.sleeps_on() or program.relay.unread_bytes or interactor.relay.untaken_bytes:
            return True
        for relay in ends:
            before_s = interactor.cpu_s()
            relay.end()
            if relay.is_program:
                self.is_given_end, self.interactor_waited = True, not interactor.is_still(before_s)
            self.deliver(relay)
        return False

    def reap(self, side: Side) -> None:
        """Reap a side that has ended and write its report."""
        self.poll.unregister(side.handle)
        self.note_end(side)
        wall_s = monotonic() - side.begun_s
        self.settle()
        status, peak_bytes = side.reap()
        while self.hear(side):
            pass
        side.relay.finish()
        other = self.left_alone(side, status)
        # This side no longer reads.
        other.relay.end()
        for relay in (side.relay, other.relay):
            self.deliver(relay)
        why_not = self.starter.why_not(status, side.request, second=side is self.program)
        stopped, complaint = why_not or (side.stopped, "")
        others_s = other.cpu_s() + other.waited_s() + self.clocks.worked_s() + self.clocks.waited_s()
        own_s = max(0.0, wall_s - others_s)
        count = read_count(*side.counting) if side.counting else None
        side.report = status, side.clock_s, own_s, side.queued_s, peak_bytes, stopped, complaint, count
        self.look_s = 0.0

    def left_alone(self, side: Side, status: int) -> Side:
        """Return the other side, after applying the rules for when this side has ended."""
        program, interactor = self.program, self.interactor
        if side is interactor:
            is_rejected = side.stopped or os.waitstatus_to_exitcode(status) not in self.accepting
            if is_rejected and not self.is_given_end:
                program.kill()
                program.relay.finish()
            return program
        self.late.remove(program)
        self.clocks.leave_alone(interactor)
        return interactor

    def facts(self) -> Facts:
        return (
            self.first,
            not self.is_given_end,
            self.late.program_waited,
            self.interactor_waited,
            self.late.unread_bytes,
            self.late.begins_at,
            self.heard_bytes,
            self.turns.kept(),
        )
