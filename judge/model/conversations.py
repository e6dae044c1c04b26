"""What two programs said to each other, and how each ended. Frozen values, no I/O; every value pickles."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from msgspec import Struct

from judge.model.runs import Run


class Turn(NamedTuple):
    """What one side said at once, `at_s` after the start; `left_out` bytes before it were said and are not
    kept.

    What was `late` came out only when the program's input had been closed; it was never handed on.
    """

    by_program: bool
    at_s: float
    said: bytes
    left_out: int = 0
    late: bool = False


class Conversation(Struct, frozen=True, kw_only=True):
    """A program and an interactor that talked.

    `program.stdout` is all that it said; `interactor.stdout` is empty, but for one whose ends have names:
    what it printed. The interactor has `decided` where it ended without having been given the end of what the
    program said, or while that went on, which had closed its stdout. `first` is who ended first, or was
    stopped. At the wall limit of the program `waiting` tells who waited for the other to say something,
    `late_bytes` how much the program had kept in its buffer, and `unread_bytes` how much of what the
    interactor said it had not read. `turns` are the first and the last, 64 KiB together at most.
    `heard_bytes` had the program said when the interactor ended or was stopped.
    """

    program: Run
    interactor: Run
    decided: bool = True
    first: Literal["program", "interactor"] = "program"
    waiting: Literal["", "program", "interactor", "both"] = ""
    late_bytes: int = 0
    unread_bytes: int = 0
    turns: tuple[Turn, ...] = ()
    heard_bytes: int = 0


def cut(turns: Sequence[Turn], *, most_turns: int, most_bytes: int) -> tuple[Turn, ...]:
    """Half of so many from the start and half from the end; what is left out is counted.

    Of what was said at once in more than an eighth of the bytes there are the two ends.
    """
    longest = 2 * max(1, most_bytes // 16)
    turns = [
        piece for turn in turns for piece in ((turn,) if len(turn.said) <= longest else _ends(turn, longest))
    ]
    head = _first(turns, most_turns - most_turns // 2, most_bytes - most_bytes // 2)
    tail = _first(turns[: head - 1 if head else None : -1], most_turns // 2, most_bytes // 2)
    if head + tail == len(turns):
        return tuple(turns)
    gone = turns[head : len(turns) - tail]
    left_out = sum(len(turn.said) + turn.left_out for turn in gone)
    if not tail:
        last = gone[-1]
        return *turns[:head], last._replace(said=b"", left_out=left_out)
    first = turns[-tail]
    first = first._replace(left_out=first.left_out + left_out)
    return *turns[:head], first, *turns[len(turns) - tail + 1 :]


def _ends(turn: Turn, most_bytes: int) -> tuple[Turn, Turn]:
    """The two ends of a turn of more than so many bytes."""
    half = most_bytes // 2
    last = turn._replace(said=turn.said[-half:], left_out=len(turn.said) - most_bytes)
    return turn._replace(said=turn.said[:half]), last


def _first(turns: Sequence[Turn], most_turns: int, most_bytes: int) -> int:
    """How many of the first are within these bounds."""
    return bisect_right([*accumulate([len(turn.said) for turn in turns[:most_turns]])], most_bytes)
