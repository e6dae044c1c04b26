"""From what the keeper tells of two programs that talked to a `Conversation`."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from judge.conversation import Conversation, Turn
from judge.model import Run
from judge.running.endings import lost_run
from judge.running.orders import Order
from judge.running.sandbox import wire

# Of a turn the head and the tail are kept; of all of them together the first and the last.
_END_BYTES = 4 << 10
_HALF_BYTES, _HALF_TURNS = 32 << 10, 1000

_WAITING: dict[tuple[bool, bool], Literal["", "program", "interactor", "both"]] = {
    (False, False): "",
    (True, False): "program",
    (False, True): "interactor",
    (True, True): "both",
}


def conversation_of(
    answer: tuple[Any, ...], program: Order, interactor: Order, records: tuple[int, int]
) -> Conversation:
    """Of an answer of the keeper; `records` are those of what the program and the interactor said."""
    of_program, of_interactor, facts = answer
    first, decided, program_waited, interactor_waited, unread_bytes, late_from, turns = facts
    said = tuple(os.fstat(record).st_size for record in records)
    idle = of_program[5] == "wall"
    return Conversation(
        program=program.run(of_program),
        interactor=_without_what_it_said(interactor, interactor.run(of_interactor)),
        decided=decided,
        first=first or "program",
        waiting=_WAITING[program_waited, interactor_waited and not decided] if idle else "",
        late_bytes=said[0] - late_from if late_from >= 0 else 0,
        unread_bytes=unread_bytes,
        turns=tuple(turns_of(turns, sum(said), records, late_from)),
    )


def lost_conversation(reason: str) -> Conversation:
    """One of which nothing is known, and why."""
    return Conversation(program=lost_run(reason), interactor=lost_run(reason))


def _without_what_it_said(order: Order, run: Run) -> Run:
    return replace(run, files=run.files[:-1]) if order.part.ends else replace(run, stdout=b"")


@dataclass(slots=True)
class _Piece:
    at_s: float
    by_program: bool
    begin: int
    end: int
    left_out: int = 0


def turns_of(
    turns: Sequence[wire.Turn], said_bytes: int, records: tuple[int, int], late_from: int
) -> Iterator[Turn]:
    """The turns that the keeper kept of all `said_bytes`, cut where they are long."""
    pieces = list(_pieces(turns, said_bytes))
    head = _fitting(pieces)
    tail = _fitting(pieces[: head - 1 if head else None : -1])
    between = pieces[head : len(pieces) - tail]
    last = pieces[len(pieces) - tail :]
    if last:
        last[0].left_out += sum(piece.left_out + piece.end - piece.begin for piece in between)
    for piece in (*pieces[:head], *last):
        yield Turn(
            by_program=piece.by_program,
            at_s=piece.at_s,
            said=os.pread(records[not piece.by_program], piece.end - piece.begin, piece.begin),
            left_out=piece.left_out,
            late=piece.by_program and 0 <= late_from <= piece.begin,
        )


def _pieces(turns: Sequence[wire.Turn], said_bytes: int) -> Iterator[_Piece]:
    """Of long turns the head and the tail; what lies between the first and the last turns was left out."""
    missing = said_bytes - sum(end - begin for _, _, begin, end in turns)
    for number, (at_s, by_program, begin, end) in enumerate(turns):
        left_out = missing if number == wire.TURNS_KEPT else 0
        if end - begin <= 2 * _END_BYTES:
            yield _Piece(at_s, by_program, begin, end, left_out)
        else:
            yield _Piece(at_s, by_program, begin, begin + _END_BYTES, left_out)
            between = end - begin - 2 * _END_BYTES
            yield _Piece(at_s, by_program, end - _END_BYTES, end, between)


def _fitting(pieces: Sequence[_Piece]) -> int:
    """How many of the first may be kept."""
    left = _HALF_BYTES
    for number, piece in enumerate(pieces[:_HALF_TURNS]):
        left -= piece.end - piece.begin
        if left < 0:
            return number
    return min(len(pieces), _HALF_TURNS)
