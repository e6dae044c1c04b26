"""What SIGINT, SIGTERM and SIGHUP do, from the first line of the process to its last.

What was ignored when the process began, as by nohup, stays ignored. Nothing is imported here that takes long.
"""

import _signal  # type: ignore[import-not-found]
import os
import time
from _signal import SIG_IGN, SIGINT, SIGTERM, getsignal, signal

# what every command returns that was interrupted
INTERRUPTED: int = 128 + SIGINT
# Not every system has the last, nor does the judge's front need it there.
_SIGNALS = (SIGINT, SIGTERM, *filter(None, [getattr(_signal, "SIGHUP", None)]))
_SAME_S = 1.0


class _Raise:
    """Raises KeyboardInterrupt. Another signal within a second is the same: `timeout` sends one two times."""

    def __init__(self) -> None:
        self.number: int = SIGINT
        self._last = -_SAME_S

    def __call__(self, number: int, frame: object) -> None:
        if time.monotonic() - self._last >= _SAME_S:
            self._last, self.number = time.monotonic(), number
            raise KeyboardInterrupt


_raise = _Raise()


def _end(number: int, frame: object) -> None:
    os._exit(128 + number)


def end_at_once() -> None:
    """While modules are loaded there is nothing to save."""
    for number in _SIGNALS:
        if getsignal(number) is not SIG_IGN:
            signal(number, _end)


def raise_interrupt() -> None:
    """Instead of that: from here on what is known can be saved and shown."""
    for number in _SIGNALS:
        if getsignal(number) is _end:
            signal(number, _raise)


def ignore() -> None:
    """All is saved: the process ends by itself."""
    for number in _SIGNALS:
        signal(number, SIG_IGN)


def exit_code() -> int:
    """Of a process that a signal ended: 130 for SIGINT."""
    return 128 + _raise.number
