"""From what the keeper tells of two programs that talked to a `Conversation`."""

import os
from collections.abc import Sequence
from typing import Any, Literal

from msgspec.structs import replace

from judge.model.conversations import Conversation, Turn, cut
from judge.model.runs import Limits, Run
from judge.running.endings import lost_run
from judge.running.orders import Order
from judge.running.sandbox import wire

_MOST_BYTES = 64 << 10

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
    first, decided, program_waited, interactor_waited, unread_bytes, late_from, heard_bytes, turns = facts
    said_bytes = [os.fstat(record).st_size for record in records]
    idle = of_program[5] == "wall"
    run = program.run(of_program)
    limits = of_one_who_answers(interactor.part.limits, heard_bytes)
    interactor = replace(interactor, part=replace(interactor.part, limits=limits))
    own_run, own_words = _parted(interactor, interactor.run(of_interactor))
    return Conversation(
        program=run,
        interactor=own_run,
        decided=decided,
        first=first or "program",
        waiting=_WAITING[program_waited, interactor_waited and not decided] if idle else "",
        late_bytes=said_bytes[0] - late_from if late_from >= 0 else 0,
        unread_bytes=unread_bytes,
        heard_bytes=heard_bytes,
        turns=turns_of(turns, sum(said_bytes), (run.stdout, own_words), late_from),
    )


def of_one_who_answers(limits: Limits, heard_bytes: int) -> Limits:
    """The limits of an interactor to which the program said so much."""
    return replace(
        limits,
        cpu_s=limits.cpu_s + wire.ANSWER_S * heard_bytes,
        output_bytes=limits.output_bytes + wire.ANSWER_BYTES * heard_bytes,
    )


def lost_conversation(reason: str) -> Conversation:
    """One of which nothing is known, and why."""
    return Conversation(program=lost_run(reason), interactor=lost_run(reason))


def _parted(order: Order, run: Run) -> tuple[Run, bytes]:
    """The run of an interactor without what it said, and that."""
    if order.part.ends:
        return replace(run, files=run.files[:-1]), run.files[-1]
    return replace(run, stdout=b""), run.stdout


def turns_of(
    turns: Sequence[wire.Turn], said_bytes: int, said: tuple[bytes, bytes], late_from: int
) -> tuple[Turn, ...]:
    """The turns that the keeper kept of all `said_bytes`, cut where they are long.

    `said` is all of the program's and of the interactor's, within their limits.
    """
    # What lies between the first and the last that the keeper keeps.
    missing = said_bytes - sum(end - begin for _, _, begin, end in turns)
    kept = [
        Turn(
            by_program,
            at_s,
            said[not by_program][begin:end],
            missing if number == wire.TURNS_KEPT else 0,
            by_program and 0 <= late_from <= begin,
        )
        for number, (at_s, by_program, begin, end) in enumerate(turns)
    ]
    return cut(kept, most_turns=2 * wire.TURNS_KEPT, most_bytes=_MOST_BYTES)
