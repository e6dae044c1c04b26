"""Handlers of SIGINT, SIGTERM and SIGHUP, from the start of the process to its end.

Signals that were ignored at the start, for example by nohup, stay ignored. All imports here are quick.
"""

import _signal  # type: ignore[import-not-found]
import os
import time
from _signal import SIG_IGN, SIGINT, SIGTERM, getsignal, signal

# the exit code of an interrupted command
INTERRUPTED: int = 128 + SIGINT
# Not every system has SIGHUP.
_SIGNALS = (SIGINT, SIGTERM, *filter(None, [getattr(_signal, "SIGHUP", None)]))
_SAME_S = 1.0


class _Raise:
    """Raise KeyboardInterrupt, at most once a second, because `timeout` sends each signal twice."""

    def __init__(self) -> None:
        self.number: int = SIGINT
        self.is_delayed = self.is_due = False
        self._last = -_SAME_S

    def __call__(self, number: int, frame: object) -> None:
        if time.monotonic() - self._last >= _SAME_S:
            self._last, self.number = time.monotonic(), number
            self.is_due = self.is_delayed
            if not self.is_delayed:
                raise KeyboardInterrupt


_raise = _Raise()


class Delayed:
    """A block that no interrupt divides: one that comes within it is raised at its end."""

    def __enter__(self) -> None:
        _raise.is_delayed = True

    def __exit__(self, kind: object, *_: object) -> None:
        _raise.is_delayed = False
        is_due, _raise.is_due = _raise.is_due, False
        if is_due and kind is None:
            raise KeyboardInterrupt


def _end(number: int, frame: object) -> None:
    os._exit(128 + number)


def end_at_once() -> None:
    """End the process on a signal. While modules are loaded there is nothing to save."""
    for number in _SIGNALS:
        if getsignal(number) is not SIG_IGN:
            signal(number, _end)


def raise_interrupt() -> None:
    """Raise KeyboardInterrupt on a signal, so that results can be saved and shown."""
    for number in _SIGNALS:
        if getsignal(number) is _end:
            signal(number, _raise)


def ignore() -> None:
    """Ignore further signals: everything is saved, and the process is about to end."""
    for number in _SIGNALS:
        signal(number, SIG_IGN)


def exit_code() -> int:
    """Return the exit code after an interrupt, such as 130 for SIGINT."""
    return 128 + _raise.number
