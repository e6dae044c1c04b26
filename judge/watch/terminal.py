"""A terminal in raw mode: keys as they are pressed, and pages drawn over each other."""

import os
import select
import signal
import sys
import termios
import tty
from collections.abc import Sequence
from contextlib import suppress
from types import FrameType
from typing import Any, Self

from judge.platform.errors import UsageError

# The other screen, without a cursor and without lines that go on below.
_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l\x1b[?7l", "\x1b[?7h\x1b[?25h\x1b[?1049l"
# A page is shown when it is whole, where the terminal knows of that.
_BEGIN, _HOME, _REST_OF_LINE, _BELOW, _END = "\x1b[?2026h", "\x1b[H", "\x1b[K", "\x1b[J", "\x1b[?2026l"
_KEYS_BYTES = 1 << 10


class Terminal:
    """Standard input and output in raw mode. They are restored however the process stops or ends.

    Only `wake` may be called from other threads. `is_stale` says that the page on the screen is damaged.
    """

    def __init__(self, what: str) -> None:
        """`what` is the option that needs a terminal. Raises UsageError if input or output is none."""
        for stream, name in ((sys.stdin, "input"), (sys.stdout, "output")):
            if not stream.isatty():
                raise UsageError(f"{what}: expected a terminal as standard {name}, got none")
        if os.environ.get("TERM", "") in ("", "dumb", "unknown"):
            raise UsageError(f"{what}: expected a terminal that can be drawn on, see TERM, got none")
        self._input, self._output = sys.stdin.fileno(), sys.stdout.fileno()
        self._is_taken = self._is_gone = False
        self.is_stale = True
        self._woken, self._wakes = os.pipe()
        for end in (self._woken, self._wakes):
            os.set_blocking(end, False)

    def __enter__(self) -> Self:
        sys.stdout.flush()
        self._attributes = termios.tcgetattr(self._input)
        handlers = {signal.SIGTSTP: self._stop, signal.SIGCONT: self._take, signal.SIGWINCH: self._glance}
        self._handlers = {number: signal.signal(number, handler) for number, handler in handlers.items()}
        self._wakeup = signal.set_wakeup_fd(self._wakes, warn_on_full_buffer=False)
        try:
            self._take()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._give_back()
        finally:  # once more, where a signal has come between
            self._give_back()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup)
        # The pipe stays open: another thread may be about to wake.

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        with suppress(OSError):
            found = os.get_terminal_size(self._output)
            if found.columns and found.lines:
                return found.columns, found.lines
        return 80, 24

    def wake(self) -> None:
        """End a wait. From any thread."""
        with suppress(BlockingIOError):  # full, so that it wakes anyhow
            os.write(self._wakes, b"\0")

    def wait(self, seconds: float | None) -> str:
        """Return the keys that were pressed, empty if the time is over, someone wakes it, or a signal comes.

        A terminal that is gone presses `q`.
        """
        inputs = [self._woken] if self._is_gone else [self._woken, self._input]
        ready, _, _ = select.select(inputs, [], [], seconds)
        if self._woken in ready:
            with suppress(BlockingIOError):
                while len(os.read(self._woken, _KEYS_BYTES)) == _KEYS_BYTES:
                    continue
        if self._input not in ready:
            return ""
        try:
            pressed = os.read(self._input, _KEYS_BYTES)
        except OSError:
            pressed = b""
        self._is_gone = not pressed
        # Keys that send several bytes, as arrows do, begin so.
        return "" if pressed[:1] == b"\x1b" else pressed.decode(errors="replace") or "q"

    def draw(self, lines: Sequence[str]) -> None:
        """Draw a page that fits the lines of the terminal. Lines that are too wide are cut."""
        self.is_stale = False
        page = f"{_REST_OF_LINE}\n".join(lines)
        self._write(f"{_BEGIN}{_HOME}{page}{_REST_OF_LINE}{_BELOW}{_END}")

    def _take(self, number: int = 0, frame: FrameType | None = None) -> None:
        if self._is_taken:
            return
        attributes, keys = [*self._attributes], [*self._attributes[tty.CC]]
        attributes[tty.LFLAG] &= ~(termios.ICANON | termios.ECHO)
        keys[termios.VMIN], keys[termios.VTIME] = 1, 0
        # It would end the process at once.
        keys[termios.VQUIT] = b"\0"
        attributes[tty.CC] = keys
        self._set(attributes)
        self._is_taken = self.is_stale = True
        self._write(_ENTER)

    def _give_back(self) -> None:
        if self._is_taken:
            self._write(_LEAVE)
            self._set(self._attributes)
            self._is_taken = False

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Stop on Ctrl-Z, and go on when the process is continued."""
        self._give_back()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._stop)
        self._take()

    def _glance(self, number: int, frame: FrameType | None) -> None:
        self.is_stale = True

    def _set(self, attributes: list[Any]) -> None:
        with suppress(termios.error):  # gone
            termios.tcsetattr(self._input, termios.TCSADRAIN, attributes)

    def _write(self, text: str) -> None:
        """Write past the stream, since a signal may come in the middle of a write."""
        data = text.encode(sys.stdout.encoding, errors="backslashreplace")
        with suppress(OSError):  # gone
            while data:
                data = data[os.write(self._output, data) :]
