"""What two programs said to each other, and how each ended. Frozen values, no I/O; every value pickles."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from judge.frozen import dataclass
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


def cut(turns: Sequence[Turn], *, most_turns: int, most_bytes: int) -> tuple[Turn, ...]:
    """Half of so many from the start and half from the end; what is left out is counted.

    Of what was said at once in more than an eighth of the bytes there are the two ends.
    """
    turns = [piece for turn in turns for piece in _ends(turn, max(1, most_bytes // 16))]
    head = _first(turns, most_turns - most_turns // 2, most_bytes - most_bytes // 2)
    tail = _first(turns[: head - 1 if head else None : -1], most_turns // 2, most_bytes // 2)
    if head + tail == len(turns):
        return tuple(turns)
    gone = turns[head : len(turns) - tail]
    left_out = sum(len(turn.said) + turn.left_out for turn in gone)
    if not tail:
        last = gone[-1]
        return *turns[:head], replace(last, said=b"", left_out=left_out)
    first = turns[-tail]
    return *turns[:head], replace(first, left_out=first.left_out + left_out), *turns[len(turns) - tail + 1 :]


def _ends(turn: Turn, most_bytes: int) -> tuple[Turn, ...]:
    """The turn, or its first and last so many bytes."""
    more = len(turn.said) - 2 * most_bytes
    if more <= 0:
        return (turn,)
    last = replace(turn, said=turn.said[-most_bytes:], left_out=more)
    return replace(turn, said=turn.said[:most_bytes]), last


def _first(turns: Sequence[Turn], most_turns: int, most_bytes: int) -> int:
    """How many of the first are within these bounds."""
    bytes_ = 0
    for number, turn in enumerate(turns[:most_turns]):
        bytes_ += len(turn.said)
        if bytes_ > most_bytes:
            return number
    return min(len(turns), most_turns)
