"""Standard streams that never fail: the work is finished even if the reader leaves or the disk is full.

They never command a runner either. On GitHub they go to the log of a step, whose runner obeys `::name ...::`
at the start of a line and `##[name ...]` anywhere. Programs may print such lines. So the runner is told to
stop obeying until it reads a word that no program can know. Source:
https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions, and `ActionCommand.cs` of
https://github.com/actions/runner.
"""

import io
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import IO, Any, Self, TextIO, cast

from judge.platform.errors import harmless, printable


class _Output(io.TextIOWrapper):
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


class _Styled:
    """An `_Output` whose `write` escapes nothing."""

    def __init__(self, stream: _Output) -> None:
        self._stream = stream

    def write(self, text: str, /) -> int:
        self._stream.write_styled(text)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def styled(stream: IO[str]) -> IO[str]:
    """Return the stream for a console that escapes all text itself; see `_Output.write`."""
    return cast(IO[str], _Styled(stream)) if isinstance(stream, _Output) else stream


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
    return _Output(
        open(descriptor, "wb", closefd=False),
        encoding=old.encoding if old else "utf-8",
        errors="backslashreplace",
        line_buffering=old is not None and (old.line_buffering or old.write_through),
    )


def write_bytes(data: bytes) -> None:
    """Write bytes to stdout unchanged. They are dropped like text after a failure."""
    if isinstance(sys.stdout, _Output):
        sys.stdout.write_bytes(data)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def output_failure() -> OSError | None:
    """Flush stdout. Return the error that made it drop output; None if there is none or the reader left."""
    sys.stdout.flush()
    failure = sys.stdout.failure if isinstance(sys.stdout, _Output) else None
    return None if isinstance(failure, BrokenPipeError) else failure


def is_log() -> bool:
    """Return True if stdout is the log of a step."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


class Log:
    """The log of a step, on a stream. While it is `held`, the runner obeys nothing that is printed there."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._token = f"judge-{os.urandom(16).hex()}"

    @contextmanager
    def held(self) -> Iterator[Self]:
        self.hold()
        try:
            yield self
        finally:
            self.let_go()

    @contextmanager
    def group(self, title: str) -> Iterator[None]:
        """Fold the output printed meanwhile under a title. The log must be held."""
        self.annotate([command("group", title)])
        try:
            yield
        finally:
            self.annotate([command("endgroup")])

    def annotate(self, commands: Iterable[str]) -> None:
        """Print commands that the runner obeys."""
        self.let_go()
        for line in commands:
            print(line, file=self._stream)
        self.hold()

    def hold(self) -> None:
        print(command("stop-commands", self._token), file=self._stream)

    def let_go(self) -> None:
        print(command(self._token), file=self._stream)


@contextmanager
def held() -> Iterator[Log | None]:
    """Hold the log of a step and yield it. Yield None if stdout is no such log."""
    if not is_log():
        yield None
        return
    with Log(sys.stdout).held() as log:
        yield log


@contextmanager
def held_beside_bytes() -> Iterator[None]:
    """Hold the log of a step through stderr, because stdout gets nothing except bytes unchanged.

    The log is let go only if stdout is a file. Otherwise stderr could overtake the last bytes, so that they
    would command; the rest of the step cannot command then either.
    """
    if not is_log():
        yield
        return
    log = Log(sys.stderr)
    log.hold()
    try:
        yield
    finally:
        if stat.S_ISREG(os.fstat(1).st_mode):
            log.let_go()


def warn(lines: Iterable[object]) -> None:
    """Print lines on stderr, which command nothing."""
    if text := "\n".join(map(str, lines)):
        with Log(sys.stderr).held() if is_log() else nullcontext():
            print(text, file=sys.stderr)


def command(name: str, message: str = "", **properties: str) -> str:
    """Return the line of a command, with its values escaped."""
    values = {key: _data(value).replace(":", "%3A").replace(",", "%2C") for key, value in properties.items()}
    words = ",".join(f"{key}={value}" for key, value in values.items())
    return f"::{name}{' ' if words else ''}{words}::{_data(message)}"


def _data(text: str) -> str:
    return printable(text).replace("%", "%25")
