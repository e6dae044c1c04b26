"""The end of a program that has hit its wall limit: its input is closed before it is killed.

Output that appears then was stuck in a buffer. The receiver never gets it, and it does not count as CPU time.
"""

import os
from time import monotonic

from .relays import PIECE_BYTES, Relay
from .sides import Side

# CPU time for a program to print its buffers after the end of its input. A busy machine gives it out slowly.
LATE_CPU_S = 0.2
# Time for a program that neither sleeps nor is ready, because it waits for a disk or as in vfork(2).
LATE_WALL_S = 2.0


class LateOutput:
    """The late output of a program, if there is any."""

    def __init__(self) -> None:
        # where it begins in the program's record; -1 unless it is expected
        self.begins_at = -1
        self.program_waited = False
        # the output of the interactor that the program had not read
        self.unread_bytes = 0
        self._stderr_bytes = -1
        self._cpu_s = self._spent_s = self._until_s = 0.0

    @property
    def is_expected(self) -> bool:
        return self.begins_at >= 0

    def is_over(self, program: Side) -> bool:
        """Return True if the program sleeps, has had its CPU time, or is stuck."""
        if program.sleeps_on() or program.cpu_s() - self._spent_s >= LATE_CPU_S:
            return True
        return monotonic() >= self._until_s and not program.is_ready()

    def begin(self, program: Side, back: Relay, cpu_s: float) -> bool:
        """Close the input of a program, which comes through `back`. Return False if nothing can follow.

        `cpu_s` is the program's CPU time at its wall limit. All of its output has been taken.
        """
        self._cpu_s, self.unread_bytes = cpu_s, back.unread_bytes
        relay = program.relay
        if program.is_killed or not relay.give() or back.sink < 0:
            return False
        self.begins_at = relay.due_at_most = relay.said
        # late output comes from a buffer, which holds no more
        relay.most = min(relay.most, self.begins_at + PIECE_BYTES)
        self._stderr_bytes = os.fstat(program.stderr).st_size
        self._spent_s, self._until_s = program.cpu_s(), monotonic() + LATE_WALL_S
        back.end()
        self.program_waited = not program.is_still(self._spent_s)
        return True

    def remove(self, program: Side) -> None:
        """Remove late CPU time and late stderr from a program that has ended."""
        if program.stopped == "wall":
            program.clock_s = self._cpu_s
        if self._stderr_bytes >= 0:
            os.ftruncate(program.stderr, self._stderr_bytes)
