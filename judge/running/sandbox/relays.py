"""The relays between the two programs of a conversation, and the order of their turns.

No byte enters the keeper. The kernel moves output from a side's pipe to the end of its record, a file in
memory, and from there to the other side's pipe. The record is the queue: its size is the output so far, and
an offset marks how much has been delivered.
"""

import os
import select
import sys
from _collections import deque  # type: ignore[import-not-found]
from fcntl import ioctl
from os import SPLICE_F_NONBLOCK, splice
from time import monotonic

from .wire import TURNS_KEPT, Turn

FIONREAD = 0x541B
# the capacity of a pipe
PIECE_BYTES = 1 << 16


class Relay:
    """One direction: the sender's pipe, the record and the receiver's pipe; -1 is a closed end."""

    __slots__ = (
        *("record", "most", "is_program", "said", "sent", "polled", "due_at_most"),
        *("source", "says", "hears", "sink"),
    )

    def __init__(self, record: int, most: int, *, is_program: bool) -> None:
        """Raises OSError."""
        self.record, self.most, self.is_program = record, most, is_program
        self.said = self.sent = 0
        # the ends that are polled
        self.polled = -1, -1
        # deliver at most this many bytes of the record
        self.due_at_most = most
        (self.source, self.says), (self.hears, self.sink) = open_pipes(2)

    def pass_on(self) -> bool:
        """Move new output to the record and deliver it in one step. Return False if none was moved.

        `give` delivers the rest if the receiver's pipe is full. `take` handles the end and the output limit.
        """
        begin = self.said
        if begin != self.sent or begin + PIECE_BYTES > self.due_at_most or self.sink < 0:
            return False
        try:
            self.said += splice(self.source, self.record, PIECE_BYTES, None, begin, SPLICE_F_NONBLOCK)
            if self.said == begin:
                return False
            self.sent += splice(self.record, self.sink, PIECE_BYTES, begin, None, SPLICE_F_NONBLOCK)
        except (BlockingIOError, BrokenPipeError):
            pass
        return self.said > begin

    def take(self) -> bool:
        """Move new output into the record. Return False if there is none."""
        left = self.most + 1 - self.said
        if self.source < 0 or not left:
            return False
        size = left if left < PIECE_BYTES else PIECE_BYTES
        try:
            size = splice(self.source, self.record, size, None, self.said, SPLICE_F_NONBLOCK)
        except BlockingIOError:
            return False
        self.said += size
        if not size:
            self.finish()
        return size > 0

    def give(self) -> bool:
        """Deliver as much as the receiver's pipe takes. Return True if nothing is left to deliver."""
        due = self.said if self.said < self.due_at_most else self.due_at_most
        while self.sent < due and self.sink >= 0:
            try:
                self.sent += splice(
                    self.record, self.sink, due - self.sent, self.sent, None, SPLICE_F_NONBLOCK
                )
            except BlockingIOError:
                return False
            except BrokenPipeError:
                self.end()
        return True

    @property
    def unread_bytes(self) -> int:
        """The output that the receiver has not read."""
        return min(self.said, self.due_at_most) - self.sent + held_bytes(self.sink)

    @property
    def untaken_bytes(self) -> int:
        """The output that is still in the sender's pipe."""
        return held_bytes(self.source)

    def finish(self) -> None:
        """Accept no more output."""
        self.source = _close(self.source)

    def end(self) -> None:
        """Deliver no more: the receiver reads the end of its input after the contents of the pipe."""
        self.sink = _close(self.sink)

    def register(self, poll: select.poll, source: int, sink: int) -> None:
        """Have these ends polled, and no others; -1 for none."""
        if (source, sink) == self.polled:
            return
        for end in self.polled:
            if end >= 0:
                poll.unregister(end)
        for end, event in ((source, select.POLLIN), (sink, select.POLLOUT)):
            if end >= 0:
                poll.register(end, event)
        self.polled = source, sink

    def begin(self, *, says: bool, hears: bool) -> None:
        """Close the ends that the two sides hold."""
        if says:
            self.says = _close(self.says)
        if hears:
            self.hears = _close(self.hears)

    def move_source(self, source: int) -> None:
        """Take output from another pipe."""
        self.finish()
        self.source, self.says = source, _close(self.says)

    def move_sink(self, sink: int) -> None:
        """Deliver all output again, through another pipe."""
        self.end()
        self.sink, self.hears, self.sent = sink, _close(self.hears), 0

    def close(self) -> None:
        for end in (self.source, self.says, self.hears, self.sink):
            _close(end)


def open_pipes(count: int) -> list[tuple[int, int]]:
    """Open so many pipes or none. Raises OSError."""
    pipes: list[tuple[int, int]] = []
    try:
        while len(pipes) < count:
            pipes.append(os.pipe2(os.O_CLOEXEC))
    except OSError:
        for end in (end for pipe in pipes for end in pipe):
            os.close(end)
        raise
    return pipes


def held_bytes(end: int) -> int:
    """Return the number of bytes in the pipe of this end."""
    return 0 if end < 0 else int.from_bytes(ioctl(end, FIONREAD, bytes(4)), sys.byteorder)


def _close(end: int) -> int:
    if end >= 0:
        os.close(end)
    return -1


class Turns:
    """The turns of a conversation. All output of one side until the other side prints is one turn."""

    def __init__(self) -> None:
        self._start = monotonic()
        self._speaker: Relay | None = None
        self._began_s, self._begin = 0.0, 0
        self._first: list[Turn] = []
        self._last: deque[Turn] = deque(maxlen=TURNS_KEPT)

    def note(self, relay: Relay, begin: int, now_s: float) -> None:
        """Note new output on this relay, which starts at `begin` in its record."""
        if relay is not self._speaker:
            self.end()
            self._speaker, self._began_s, self._begin = relay, now_s - self._start, begin

    def end(self) -> None:
        """End the current turn. Later output starts a new one, even from the same side."""
        if self._speaker:
            turn = self._began_s, self._speaker.is_program, self._begin, self._speaker.said
            (self._first if len(self._first) < TURNS_KEPT else self._last).append(turn)
            self._speaker = None

    def kept(self) -> list[Turn]:
        """Return the first and the last turns, once the conversation is over."""
        self.end()
        return [*self._first, *self._last]
