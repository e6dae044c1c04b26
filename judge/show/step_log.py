"""The log of a step on GitHub, whose runner must obey nothing that is printed there.

The runner obeys `::name ...::` at the start of a line and `##[name ...]` anywhere. Programs may print such
lines. So the runner is told to stop obeying until it reads a word that no program can know. Source:
https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions, and `ActionCommand.cs` of
https://github.com/actions/runner.
"""

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Self, TextIO

from judge.platform.errors import printable


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
