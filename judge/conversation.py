"""What two programs said to each other, and how each ended. Frozen values, no I/O; every value pickles."""

from dataclasses import dataclass
from typing import Literal

from judge.model import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What one side said at once, `at_s` after the start; `left_out` bytes before it were said and are not
    kept.

    What was `late` came out only when the program's input had been closed; it was never handed on.
    """

    by_program: bool
    at_s: float
    said: bytes
    left_out: int = 0
    late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A program and an interactor that talked.

    `program.stdout` is all that it said; `interactor.stdout` is empty, but for one whose ends have names:
    what it printed. The interactor has `decided` where it ended without having been given the end of what the
    program said. `first` is who ended first, or was stopped. At the wall limit of the program `waiting` tells
    who waited for the other to say something, `late_bytes` how much the program had kept in its buffer, and
    `unread_bytes` how much of what the interactor said it had not read. `turns` are the first and the last,
    64 KiB together at most.
    """

    program: Run
    interactor: Run
    decided: bool = True
    first: Literal["program", "interactor"] = "program"
    waiting: Literal["", "program", "interactor", "both"] = ""
    late_bytes: int = 0
    unread_bytes: int = 0
    turns: tuple[Turn, ...] = ()
