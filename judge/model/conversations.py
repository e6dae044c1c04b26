"""The conversation of two programs, and how each ended."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from msgspec import Struct

from judge.model.runs import Run


class Turn(NamedTuple):
    """The bytes that one side wrote at once, `at_s` after the start. `left_out` bytes before it are not kept.

    A `late` turn was written only after the program's input was closed, and was never passed on.
    """

    by_program: bool
    at_s: float
    said: bytes
    left_out: int = 0
    late: bool = False


class Conversation(Struct, frozen=True, kw_only=True):
    """A program and an interactor that talked.

    `program.stdout` is everything that the program wrote. `interactor.stdout` is empty, except for an
    interactor that talks through named files: then it is what it printed. The interactor has `decided` if
    it ended before it was given the end of the program's output. `first` is the side that ended or was
    stopped first. If the wall limit of the program ended it, `waiting` is the side that waited for the
    other, `late_bytes` the number of bytes in the program's buffer, and `unread_bytes` the number of the
    interactor's bytes that it had not read. `turns` are the first and the last ones, at most 64 KiB
    together. `heard_bytes` is the number of bytes that the program had written when the interactor ended or
    was stopped.
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
    """Keep half of the turns from the start and half from the end, and count what is left out.

    Of a turn with more than an eighth of the bytes, keep both ends.
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
    """Return both ends of a turn that is too long."""
    half = most_bytes // 2
    last = turn._replace(said=turn.said[-half:], left_out=len(turn.said) - most_bytes)
    return turn._replace(said=turn.said[:half]), last


def _first(turns: Sequence[Turn], most_turns: int, most_bytes: int) -> int:
    """Count the first turns that fit within these bounds."""
    return bisect_right([*accumulate([len(turn.said) for turn in turns[:most_turns]])], most_bytes)
