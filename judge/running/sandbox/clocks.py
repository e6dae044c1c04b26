"""The wall clocks of a conversation, which pause while a side waits for a processor or for the other side."""

import os
from time import monotonic, process_time

from . import processes, wire
from .sides import Side

# first interval between two looks whether a side sleeps
BLINK_S = 0.001
# longest interval between two looks at the clocks
FOREVER_S = 3600.0


class Clocks:
    """The wall clocks of both sides, and the time that the keeper has worked for them."""

    def __init__(self) -> None:
        # the keeper's CPU time, and its time waiting for a processor, before this conversation
        self._own_s, self._own_in_line_s = process_time(), processes.queued_s(os.getpid())
        # the moment when the program ended
        self._alone_s = self._alone_in_line_s = 0.0

    def worked_s(self) -> float:
        """Return the keeper's CPU time in this conversation."""
        return process_time() - self._own_s

    def waited_s(self) -> float:
        """Return the keeper's time waiting for a processor in this conversation."""
        return processes.queued_s(os.getpid()) - self._own_in_line_s

    def leave_alone(self, interactor: Side) -> None:
        """Start the interactor's clock."""
        self._alone_s, self._alone_in_line_s = monotonic(), interactor.waited_s()

    def left_s(self, side: Side, program: Side, interactor: Side) -> float:
        """Return the wall time that a side has left; `BLINK_S` if it may be waiting for a processor."""
        if side is program:
            own_s = monotonic() - side.begun_s - interactor.cpu_s() - self.worked_s()
            left_s = side.request.wall_s - own_s
            if left_s <= 0:
                left_s += side.waited_s() + interactor.waited_s() + self.waited_s()
        elif monotonic() - side.begun_s >= self._busy_s(program, side):
            return 0.0
        elif program.is_alive:
            return FOREVER_S
        else:
            left_s = side.request.wall_s - (monotonic() - self._alone_s)
            if left_s <= 0:
                left_s += side.waited_s() - self._alone_in_line_s
        if left_s <= 0 and any(each.is_ready() for each in (program, interactor)):
            return BLINK_S
        return left_s

    def _busy_s(self, program: Side, interactor: Side) -> float:
        """Return the wall time after which the interactor is stopped even if it is busy."""
        return interactor.request.busy_s(program.request.wall_s + wire.ANSWER_S * program.relay.said)
