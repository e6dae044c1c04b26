"""Turn the keeper's report on two programs that talked into a `Conversation`."""

import os
from collections.abc import Sequence
from typing import Any, Literal

from msgspec.structs import replace

from judge.model.conversations import Conversation, Turn, cut
from judge.model.runs import Limits, Run
from judge.running.endings import lost_run
from judge.running.orders import RunOrder
from judge.running.sandbox import wire

_MOST_BYTES = 64 << 10

_WAITING: dict[tuple[bool, bool], Literal["", "program", "interactor", "both"]] = {
    (False, False): "",
    (True, False): "program",
    (False, True): "interactor",
    (True, True): "both",
}


def conversation_of(
    answer: tuple[Any, ...], program: RunOrder, interactor: RunOrder, records: tuple[int, int]
) -> Conversation:
    """Return a keeper's answer as a conversation; `records` hold the output of program and interactor."""
    of_program, of_interactor, facts = answer
    first, decided, program_waited, interactor_waited, unread_bytes, late_from, heard_bytes, turns = facts
    said_bytes = [os.fstat(record).st_size for record in records]
    idle = of_program[5] == "wall"
    run = program.run(of_program)
    limits = of_one_who_answers(interactor.part.limits, heard_bytes)
    interactor = replace(interactor, part=replace(interactor.part, limits=limits))
    own_run, own_words = _split_run(interactor, interactor.run(of_interactor))
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
    """Return the limits of an interactor that has received so many bytes from the program."""
    return replace(
        limits,
        cpu_s=limits.cpu_s + wire.ANSWER_S * heard_bytes,
        output_bytes=limits.output_bytes + wire.ANSWER_BYTES * heard_bytes,
    )


def lost_conversation(reason: str) -> Conversation:
    """Return a conversation without measurements, which was lost for this reason."""
    return Conversation(program=lost_run(reason), interactor=lost_run(reason))


def _split_run(order: RunOrder, run: Run) -> tuple[Run, bytes]:
    """Return the run of an interactor without its messages, and its messages."""
    if order.part.ends:
        return replace(run, files=run.files[:-1]), run.files[-1]
    return replace(run, stdout=b""), run.stdout


def turns_of(
    turns: Sequence[wire.Turn], said_bytes: int, said: tuple[bytes, bytes], late_from: int
) -> tuple[Turn, ...]:
    """Return the turns that the keeper kept, shortened where they are long.

    `said_bytes` is the size of both records. `said` is the output of the program and of the interactor,
    within their limits.
    """
    # The bytes of the turns that the keeper dropped in the middle.
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
