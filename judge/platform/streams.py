"""Standard streams that never fail: whatever becomes of reader or disk, the work is finished first.

And that never command: on GitHub they are the log of a step, whose runner looks for `::name ...::` where a
line begins, and for `##[name ...]` anywhere. What programs print may hold some. So it is told to obey nobody
until a word that no program can know. Source:
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

from judge.errors import harmless, printable


class _Output(io.TextIOWrapper):
    """What cannot be written is dropped, with all that follows, and `failure` tells why."""

    failure: OSError | None = None

    def write(self, text: str, /) -> int:
        """Write words, whoever said them. What could command a terminal is escaped."""
        self.write_styled(harmless(text))
        return len(text)

    def write_styled(self, text: str) -> None:
        """Write what the judge has styled, whose words are harmless already."""
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


class _Styled:
    """Such a stream, which takes styles."""

    def __init__(self, stream: _Output) -> None:
        self._stream = stream

    def write(self, text: str, /) -> int:
        self._stream.write_styled(text)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def styled(stream: IO[str]) -> IO[str]:
    """The stream for a console that makes all words harmless itself; see `_Output.write`."""
    return cast(IO[str], _Styled(stream)) if isinstance(stream, _Output) else stream


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


def is_log() -> bool:
    """Whether standard output is the log of a step."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


class Log:
    """The log of a step, on a stream. Nothing else that is printed there is a command while it is `held`."""

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
        """What is printed meanwhile can be unfolded under the title; of a log that is held."""
        self.annotate([command("group", title)])
        try:
            yield
        finally:
            self.annotate([command("endgroup")])

    def annotate(self, commands: Iterable[str]) -> None:
        """Have the runner obey these, and nothing else."""
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
    """Where standard output is the log of a step: that, held. None elsewhere."""
    if not is_log():
        yield None
        return
    with Log(sys.stdout).held() as log:
        yield log


@contextmanager
def held_beside_bytes() -> Iterator[None]:
    """The same where standard output gets bytes as they are, and no other word: standard error holds the log.

    It lets go where these go into a file. Else it would be heard before the last of them, of which it knows
    nothing, and the rest of the step commands nothing either.
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
    """Lines on standard error, of which none is a command."""
    if text := "\n".join(map(str, lines)):
        with Log(sys.stderr).held() if is_log() else nullcontext():
            print(text, file=sys.stderr)


def command(name: str, message: str = "", **properties: str) -> str:
    """A command in a line, of which no word is another's part."""
    words = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name}{' ' if words else ''}{words}::{_data(message)}"


def _data(text: str) -> str:
    return printable(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
