"""What passes between two programs that talk: the ways from one to the other, and who spoke when.

No byte comes into the keeper: the kernel moves what a side says from its pipe to the end of its record, a
file in memory, and from there to the pipe of the other. The record is the queue: its size is what was said,
an offset is how much of it was handed on.
"""

import os
import sys
from _collections import deque  # type: ignore[import-not-found]
from fcntl import ioctl
from os import SPLICE_F_NONBLOCK, splice
from time import monotonic

from .wire import TURNS_KEPT, Turn

FIONREAD = 0x541B
# what a pipe holds
PIECE_BYTES = 1 << 16


class Way:
    """One direction: the pipe of who says, the record, and the pipe of who hears; -1 is a closed end."""

    __slots__ = (
        *("record", "most", "is_program", "said", "sent", "polled", "due_at_most"),
        *("source", "says", "hears", "sink"),
    )

    def __init__(self, record: int, most: int, *, is_program: bool) -> None:
        self.record, self.most, self.is_program = record, most, is_program
        self.said = self.sent = 0
        # the ends that are polled
        self.polled = -1, -1
        # no more than this is handed on
        self.due_at_most = most
        self.source, self.says = os.pipe2(os.O_CLOEXEC)
        self.hears, self.sink = os.pipe2(os.O_CLOEXEC)

    def pass_on(self) -> bool:
        """Takes what was said last and hands it on in one go; False where nothing could be taken so.

        What the other pipe has no room for is left to `give`; the end, and what may be too much, to `take`.
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
        """Moves what was said last into the record; False where there is nothing."""
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
        """Hands on what the other pipe takes; whether nothing is left to be handed on."""
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
        """What was said and not read."""
        return min(self.said, self.due_at_most) - self.sent + _held(self.sink)

    @property
    def untaken_bytes(self) -> int:
        """What was said and not moved on."""
        return _held(self.source)

    def finish(self) -> None:
        """No more is said."""
        self.source = _closed(self.source)

    def end(self) -> None:
        """No more is handed on: who hears is to read the end after what is in the pipe."""
        self.sink = _closed(self.sink)

    def begin(self) -> None:
        """The ends of the two sides are theirs alone."""
        self.says, self.hears = _closed(self.says), _closed(self.hears)

    def close(self) -> None:
        for end in (self.source, self.says, self.hears, self.sink):
            _closed(end)


def _held(end: int) -> int:
    """The bytes in the pipe of this end."""
    return 0 if end < 0 else int.from_bytes(ioctl(end, FIONREAD, bytes(4)), sys.byteorder)


def _closed(end: int) -> int:
    if end >= 0:
        os.close(end)
    return -1


class Turns:
    """Who spoke when: all that one side says until the other does is one turn."""

    def __init__(self) -> None:
        self._start = monotonic()
        self._speaker: Way | None = None
        self._began_s, self._begin = 0.0, 0
        self._first: list[Turn] = []
        self._last: deque[Turn] = deque(maxlen=TURNS_KEPT)

    def note(self, way: Way, begin: int, now_s: float) -> None:
        """From `begin` on its record holds what was just said on this way."""
        if way is not self._speaker:
            self.end()
            self._speaker, self._began_s, self._begin = way, now_s - self._start, begin

    def end(self) -> None:
        """What follows is another turn, whoever speaks."""
        if self._speaker:
            turn = self._began_s, self._speaker.is_program, self._begin, self._speaker.said
            (self._first if len(self._first) < TURNS_KEPT else self._last).append(turn)
            self._speaker = None

    def kept(self) -> list[Turn]:
        """When all is said: the first and the last."""
        self.end()
        return [*self._first, *self._last]
