"""Retry to start programs while the machine is short of processes or memory."""

import time
from collections.abc import Callable
from typing import TypeVar

# Pauses in seconds after each attempt except the last.
_PAUSES_S = (0.05, 0.2, 0.5, 1.0, 2.0)
_GLANCE_S = 0.05
_Found = TypeVar("_Found")


class ShortageError(Exception):
    """The machine lacked a process or memory to start something."""


def try_again(attempt: Callable[[], _Found], is_over: Callable[[], bool]) -> _Found:
    """Return the result of the first attempt without a shortage.

    Raises ShortageError if the last attempt does, or once `is_over` returns True.
    """
    for pause_s in _PAUSES_S:
        try:
            return attempt()
        except ShortageError:
            end = time.monotonic() + pause_s
            while time.monotonic() < end and not is_over():
                time.sleep(min(_GLANCE_S, pause_s))
            if is_over():
                raise
    return attempt()
