"""Standard streams that never fail: the work is finished even if the reader leaves or the disk is full."""

import io
import os
import sys
from typing import Literal, TextIO

from judge.platform.errors import harmless

# When to colour what is printed.
Colour = Literal["auto", "always", "never"]


class GuardedStream(io.TextIOWrapper):
    """A stream that drops its text after a failed write. `failure` is the error."""

    failure: OSError | None = None

    def write(self, text: str, /) -> int:
        """Write text from any source. Characters that could command a terminal are escaped."""
        self.write_styled(harmless(text))
        return len(text)

    def write_styled(self, text: str) -> None:
        """Write text that the judge has styled and escaped."""
        try:
            super().write(text)
        except OSError as error:
            self._drop(error)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            self._drop(error)

    def write_bytes(self, data: bytes) -> None:
        """Write bytes unchanged, after all earlier text."""
        self.flush()
        try:
            self.buffer.write(data)
            self.buffer.flush()
        except OSError as error:
            self._drop(error)

    def _drop(self, error: OSError) -> None:
        self.failure = self.failure or error
        # Flushing the rest of the buffer must not fail again.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)


def guard_streams() -> None:
    """Replace stdout and stderr by such streams. A closed descriptor is opened on the null device.

    Characters that the encoding lacks are written as escapes.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free number
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115
    sys.stdout = _guarded(sys.stdout, 1)
    sys.stderr = _guarded(sys.stderr, 2)


def _guarded(stream: TextIO | None, descriptor: int) -> TextIO:
    old = stream if isinstance(stream, io.TextIOWrapper) else None
    return GuardedStream(
        open(descriptor, "wb", closefd=False),
        encoding=old.encoding if old else "utf-8",
        errors="backslashreplace",
        line_buffering=old is not None and (old.line_buffering or old.write_through),
    )


def write_bytes(data: bytes) -> None:
    """Write bytes to stdout unchanged. They are dropped like text after a failure."""
    if isinstance(sys.stdout, GuardedStream):
        sys.stdout.write_bytes(data)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def output_failure() -> OSError | None:
    """Flush stdout. Return the error that made it drop output; None if there is none or the reader left."""
    sys.stdout.flush()
    failure = sys.stdout.failure if isinstance(sys.stdout, GuardedStream) else None
    return None if isinstance(failure, BrokenPipeError) else failure
