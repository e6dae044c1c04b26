"""What is done with one case, where it is carried out: draw it, answer it, try it.

The functions here are handed to an executor: all that they get and give pickles.
"""

import re
from collections.abc import Collection, Sequence
from itertools import chain, islice
from typing import NamedTuple

from judge.cases.tests import tests_of
from judge.errors import FormatError, InputErrors
from judge.files import whole
from judge.model import Case, Ending, Run, Solution, Test
from judge.running.languages.base import Unready, unready_fault
from judge.stress.drawing import Refusal, drawn, legal, refusal_of, refused, wrong
from judge.stress.draws import Validator
from judge.stress.finds import Draw, Work
from judge.stress.trial import BY_CHANCE, Attempt, Failure, Trial
from judge.subjects import format_of
from judge.timing.counts import instructions_of, steps
from judge.verdicts import Verdict, worst
from judge.work.runs import run_on
from judge.work.slots import Seal, Slot, here

_RAISED = re.compile(rb"\n([A-Za-z_.]+)(?::[^\n]*)?\n?\Z")

# Each answer is held against each.
MOST_ASKED = 9

CALLS, INSTRUCTIONS, SECONDS = "calls and lines", "instructions", "CPU seconds"


def attempted(
    trial: Trial,
    draw: Draw,
    seal: Seal,
    *,
    hardest: bytes = b"",
    above: float = 0.0,
    but: Collection[str] = (),
) -> Attempt:
    """The case of a draw and what becomes of it.

    hardest, above: the hardest case so far and its work. Where the generator says what work its case makes,
    nobody is tried on it. but: references that are not asked.
    """
    slot = here(seal)
    try:
        data, work = legal(trial, draw, slot, hardest)
        if trial.unit and work:
            return Attempt(draw=draw, input=data if work.amount > above else b"", work=work)
        references = [each for each in trial.answering if each.name not in but]
        case, unanswered = answered(trial, draw, data, references, slot)
        answering = [each.name for each in references if each.name not in unanswered]
        failures = tried(trial, case, slot)
        if trial.unit and not failures:
            work = worked(trial, case, slot, above=above)
    except InputErrors as error:
        return Attempt(draw=draw, faults=error.faults)
    is_of_use = failures or (work and work.amount > above)
    return Attempt(
        draw=draw,
        input=data if is_of_use else b"",
        failures=failures,
        unanswered=unanswered,
        work=work,
        reference=next(iter(answering), ""),
    )


def answered(
    trial: Trial, draw: Draw, data: bytes, references: Sequence[Solution], slot: Slot
) -> tuple[Case, tuple[str, ...]]:
    """The case with the answer of the first reference that ends well, and those that did not."""
    case = trial.with_input(draw, data)
    failed: list[str] = []
    for reference in references:
        answer = answer_of(case, reference, slot)
        if answer is not None:
            return trial.with_input(draw, data, answer), tuple(failed)
        failed.append(reference.name)
    return case, tuple(failed)


def answer_of(case: Case, reference: Solution, slot: Slot) -> bytes | None:
    """What a program prints, in the format of the case; None where it does not end well."""
    program = slot.program(reference)
    if isinstance(program, Unready):
        raise InputErrors((unready_fault(reference, program),))
    printed = []
    for test in tests_of(case, reference.format):
        run = run_on(test, program, slot.runner)
        if run.ending is not Ending.FINISHED or run.exit_code:
            return None
        printed.append(run.stdout)
    if case.format == reference.format:
        return printed[0] if printed else None
    try:
        decoded = [format_of(reference.format).decode_output(each) for each in printed]
    except FormatError:
        return None
    return format_of(case.format).encode_output([part for parts in decoded for part in parts])


def tried(trial: Trial, case: Case, slot: Slot) -> tuple[Failure, ...]:
    """The suspects that fail on a case. Raises InputErrors where the judge itself does."""
    found = (failure_of(suspect, case, slot) for suspect in trial.suspects)
    return tuple(failure for failure in found if failure)


def failure_of(suspect: Solution, case: Case, slot: Slot) -> Failure | None:
    """How a program fails on a case, by the worst of its tests."""
    program = slot.program(suspect)
    if isinstance(program, Unready):
        raise InputErrors((unready_fault(suspect, program),))
    kinds: dict[Verdict, str] = {}
    for test in tests_of(case, suspect.format):
        judged = slot.judged(program, test)
        verdict = judged.judgement.verdict
        if verdict is Verdict.JE:
            raise _to_blame(test, suspect, judged.judgement.message)
        if not verdict.is_sound:
            kinds.setdefault(verdict, kind_of(verdict, judged.run))
    if not kinds:
        return None
    verdict = worst(kinds)
    return Failure(solution=suspect.name, verdict=verdict, kind=kinds[verdict])


def _to_blame(test: Test, suspect: Solution, message: str) -> InputErrors:
    """What is raised where the judge fails: a program that decides has its path before its message."""
    deciding = (one.all for one in (test.interactor, test.checker) if one)
    deciders = [each.program for each in chain.from_iterable(deciding)]
    for program in deciders:
        if message.startswith(named := f"{program.path}: "):
            return wrong(program, message.removeprefix(named))
    return wrong(next(iter(deciders), suspect), message)


def kind_of(verdict: Verdict, run: Run) -> str:
    """What must stay the same while a case is made smaller."""
    if verdict is not Verdict.RE:
        return verdict.name
    raised = _RAISED.search(b"\n" + run.stderr)
    return f"RE {run.signal or run.exit_code} {raised[1].decode() if raised else ''}"


def worked(trial: Trial, case: Case, slot: Slot, *, above: float = 0.0) -> Work | None:
    """The work of the suspect on a case; None where it cannot be counted."""
    tests = [tests_of(case, program.format) for program in trial.counted]
    amounts = [_amount(trial, *pair, slot, above) for pair in zip(trial.counted, tests, strict=True)]
    if not trial.ratio:
        (amount,) = amounts
        return None if amount is None else Work(amount=amount, unit=trial.unit)
    own, theirs = amounts
    if own is None or not theirs:
        return None
    return Work(amount=own / theirs, unit=f"times the {trial.unit} of {trial.references[0].name}")


def _amount(trial: Trial, program: Solution, tests: Sequence[Test], slot: Slot, above: float) -> float | None:
    made = slot.program(program)
    if isinstance(made, Unready):
        return None
    if trial.unit == CALLS:
        calls, lines = steps(slot, made, tests)
        return None if calls is None or lines is None else float(calls + lines)
    if trial.unit == INSTRUCTIONS:
        counted = instructions_of(slot, made, tests)
        return None if counted is None else float(counted)

    def seconds() -> float:
        return sum(slot.judged(made, test).run.cpu_s for test in tests)

    # Noise only ever adds: what seems harder is looked at again.
    return least if (least := seconds()) <= above else min(least, seconds(), seconds())


def still(trial: Trial, draw: Draw, data: bytes, failure: Failure, seal: Seal) -> bool:
    """Whether a smaller input is legal and the program fails on it in the same way.

    It is not where a tool fails at it: of the larger one nothing was wrong with it.
    """
    slot = here(seal)
    try:
        return not refused(trial, data, slot) and _fails_alike(trial, draw, data, failure, slot)
    except InputErrors:
        return False


def still_drawn(trial: Trial, draw: Draw, failure: Failure, seal: Seal) -> bytes | None:
    """The input of a smaller draw if the program fails on it in the same way."""
    data, _ = drawn(trial, draw, here(seal))
    return data if still(trial, draw, data, failure, seal) else None


def _fails_alike(trial: Trial, draw: Draw, data: bytes, failure: Failure, slot: Slot) -> bool:
    suspect = next(one for one in trial.suspects if one.name == failure.solution)
    case, _ = answered(trial, draw, data, trial.answering, slot)
    runs = 2 if failure.verdict in BY_CHANCE else 1
    found = (failure_of(suspect, case, slot) for _ in range(runs))
    return all(each is not None and each.kind == failure.kind for each in found)


class Answered(NamedTuple):
    """A case with its answer, who gave it by name, and how many references `agree` of those that answered.

    Without an answer the name is empty.
    """

    case: Case
    reference: str = ""
    agree: int = 0
    asked: int = 0


def with_answer(trial: Trial, draw: Draw, data: bytes, seal: Seal, most: int = MOST_ASKED) -> Answered:
    """The answer that most references give; of several with as many the first counts.

    Of many references those are asked who answer first, in their order, and so many at `most`.
    """
    slot = here(seal)
    case = trial.with_input(draw, data)
    asked = ((each, answer_of(case, each, slot)) for each in trial.answering)
    given = list(islice(((each, answer) for each, answer in asked if answer is not None), most))
    best = Answered(case)
    for reference, answer in given:
        own = trial.with_input(draw, data, answer)
        agree = sum(failure_of(other, own, slot) is None for other, _ in given)
        if agree > best.agree:
            best = Answered(own, reference.name, agree, len(given))
        if 2 * best.agree > len(given):
            break
    return best


def refused_at(validators: Sequence[Validator], case: Case, seal: Seal) -> Refusal | None:
    """What the validators say against a case of the project; None where they take it."""
    return refusal_of(case.format, whole(case.input), validators, here(seal))
