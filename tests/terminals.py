"""The judge on a pseudo-terminal, as its users run it: keys in, pages out."""

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helpers import JUDGE, environment

_PAGE = re.compile(rb"\x1b\[\?2026h\x1b\[H(.*?)\x1b\[\?2026l", re.DOTALL)
_SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
HANG_S = 60


class Session:
    """A process on its own terminal. `written` is everything that it has written there."""

    def __init__(self, words: Sequence[str], *, cwd: Path, columns: int, lines: int, **changes: str) -> None:
        self._ours, theirs = os.openpty()
        self.resize(columns, lines)
        self.attributes = termios.tcgetattr(theirs)
        self.written = b""
        around = environment(**{"TERM": "xterm-256color", **changes})
        del around["COLUMNS"]
        self.process = subprocess.Popen(
            words,
            cwd=cwd,
            env=around,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=_belong_to_it,
        )
        self.theirs = theirs

    @property
    def pages(self) -> list[str]:
        """Each page that was drawn completely, without colours."""
        return [_text(page) for page in _PAGE.findall(self.written)]

    @property
    def page(self) -> str:
        """The last page."""
        return next(reversed(self.pages), "")

    @property
    def rounds(self) -> list[str]:
        """The last line of each round, without times."""
        lines = (line for page in self.pages for line in page.splitlines() if " judged at " in line)
        return [re.sub(r" at [\d:]+, [\d.]+ s", "", line) for line in lines]

    def resize(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def press(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def see(self, condition: Callable[[], object]) -> None:
        """Read until the condition holds."""
        end = time.monotonic() + HANG_S
        while not condition():
            assert time.monotonic() < end, _text(self.written)
            self._read(0.05)

    def see_page(self, *words: str) -> str:
        """Read until the last page contains all these words."""
        self.see(lambda: all(word in self.page for word in words))
        return self.page

    def rest(self, seconds: float) -> None:
        """Read for this long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._read(0.02)

    def end(self) -> int:
        """Wait for the process to end, read the rest, and return the exit code."""
        self.see(lambda: self.process.poll() is not None)
        self._read(0.05)
        return self.process.returncode

    @property
    def after(self) -> str:
        """The text that was written after the terminal was restored."""
        return _text(self.written.rpartition(b"\x1b[?1049l")[2])

    @property
    def is_restored(self) -> bool:
        """True if the terminal is as before, with its own screen, its cursor and its long lines."""
        ends = (b"\x1b[?1049", b"\x1b[?25", b"\x1b[?7")
        last = [re.findall(re.escape(end) + b"([hl])", self.written)[-1] for end in ends]
        now: list[Any] = termios.tcgetattr(self.theirs)
        return last == [b"l", b"h", b"h"] and now == self.attributes

    def hang_up(self) -> None:
        """Close the terminal, as when its window is closed."""
        os.close(self._ours)
        self._ours = -1

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for end in (self._ours, self.theirs):
            if end >= 0:
                os.close(end)

    def _read(self, seconds: float) -> None:
        while select.select([self._ours], [], [], seconds)[0]:
            self.written += os.read(self._ours, 1 << 16)
            seconds = 0


def _belong_to_it() -> None:
    """Give this process the terminal and its signals, even if nohup started the tests."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@contextmanager
def watching(
    project: Path, *words: str, columns: int = 100, lines: int = 40, **changes: str
) -> Iterator[Session]:
    """Start `judge run --watch` in a project."""
    with session(
        [*JUDGE, "run", "--watch", *words], cwd=project, columns=columns, lines=lines, **changes
    ) as it:
        yield it


@contextmanager
def session(
    words: Sequence[str], *, cwd: Path, columns: int = 100, lines: int = 40, **changes: str
) -> Iterator[Session]:
    opened = Session(words, cwd=cwd, columns=columns, lines=lines, **changes)
    try:
        yield opened
    finally:
        opened.close()


def _text(written: bytes) -> str:
    return _SEQUENCE.sub("", written.decode(errors="replace")).replace("\r\n", "\n")
