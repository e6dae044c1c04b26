"""Standard streams that never fail: whatever becomes of reader or disk, the work is finished first."""

import io
import os
import sys
from typing import TextIO


class _Output(io.TextIOWrapper):
    """What cannot be written is dropped, with all that follows, and `failure` tells why."""

    failure: OSError | None = None

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except OSError as error:
            self._drop(error)
        return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            self._drop(error)

    def write_bytes(self, data: bytes) -> None:
        """As they are, after the text that was written before."""
        self.flush()
        try:
            self.buffer.write(data)
            self.buffer.flush()
        except OSError as error:
            self._drop(error)

    def _drop(self, error: OSError) -> None:
        self.failure = self.failure or error
        # What is still buffered must not fail once more.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)


def guard_streams() -> None:
    """Put such streams in the place of output and error; whichever stream is closed leads to nowhere.

    A screen that lacks a character shows its number.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115
    sys.stdout = _guarded(sys.stdout, 1)
    sys.stderr = _guarded(sys.stderr, 2)


def _guarded(stream: TextIO | None, descriptor: int) -> TextIO:
    old = stream if isinstance(stream, io.TextIOWrapper) else None
    return _Output(
        open(descriptor, "wb", closefd=False),
        encoding=old.encoding if old else "utf-8",
        errors="backslashreplace",
        line_buffering=old is not None and (old.line_buffering or old.write_through),
    )


def write_bytes(data: bytes) -> None:
    """To standard output as they are, and dropped as text is where it takes no more."""
    if isinstance(sys.stdout, _Output):
        sys.stdout.write_bytes(data)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def output_failure() -> OSError | None:
    """Why standard output, written to its end, took no more; None if it did, or if its reader has left."""
    sys.stdout.flush()
    failure = sys.stdout.failure if isinstance(sys.stdout, _Output) else None
    return None if isinstance(failure, BrokenPipeError) else failure
