"""The wall clocks of two programs that talk: a side in line for a processor uses no wall time, nor does one
that has to wait for others."""

import os
from time import monotonic, process_time

from . import processes
from .sides import Side

# how soon it is looked again whether a side sleeps, at first
BLINK_S = 0.001
# at the latest the clocks are looked at again
FOREVER_S = 3600.0


class Clocks:
    """Both, and how long the keeper has worked for the two."""

    def __init__(self) -> None:
        # what the keeper had used before: CPU time, and time in line for a processor
        self._own_s, self._own_in_line_s = process_time(), processes.queued_s(os.getpid())
        # when the interactor was left alone
        self._alone_s = self._alone_in_line_s = 0.0

    def worked_s(self) -> float:
        """How long the keeper has worked for the two."""
        return process_time() - self._own_s

    def in_line_s(self) -> float:
        """How long it stood in line for a processor meanwhile."""
        return processes.queued_s(os.getpid()) - self._own_in_line_s

    def leave_alone(self, interactor: Side) -> None:
        """From here on its clock goes."""
        self._alone_s, self._alone_in_line_s = monotonic(), interactor.in_line_s()

    def left_s(self, side: Side, program: Side, interactor: Side) -> float:
        """What is left of the wall time of one of the two; a blink where it may have stood in line."""
        if side is program:
            own_s = monotonic() - side.start - interactor.cpu_s() - self.worked_s()
            left_s = side.request.wall_s - own_s
            if left_s <= 0:
                left_s += side.in_line_s() + interactor.in_line_s() + self.in_line_s()
        elif program.is_alive:
            return FOREVER_S
        else:
            left_s = side.request.wall_s - (monotonic() - self._alone_s)
            if left_s <= 0:
                left_s += side.in_line_s() - self._alone_in_line_s
        if left_s <= 0 and any(each.is_ready() for each in (program, interactor)):
            return BLINK_S
        return left_s
