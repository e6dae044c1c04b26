"""The work on one case, where it is carried out: make its input, answer it, run the suspects.

Functions with a `seal` are calls for an executor: their arguments and results pickle.
"""

import re
from collections.abc import Collection, Sequence
from itertools import chain, islice
from typing import NamedTuple

from judge.cases.tests import make_own_test, make_tests_for
from judge.model.cases import Case, Test
from judge.model.programs import Solution
from judge.model.runs import Ending, Run
from judge.model.verdicts import Verdict, worst
from judge.platform.errors import FormatError, InputErrors, fault_at, printable, shown_path
from judge.platform.files import whole
from judge.running.languages.base import Unready
from judge.stress.draws import Draw
from judge.stress.finds import Work
from judge.stress.inputs import Refusal, find_answer_refusal, find_refusal, make_input, run_generator
from judge.stress.trial import BY_CHANCE, CALLS, INSTRUCTIONS, Attempt, Failure, Trial
from judge.subjects.subject import format_of
from judge.timing.counts import count_instructions, count_steps
from judge.work.problem_tools import Validator, require_program
from judge.work.runs import make_run, run_on
from judge.work.slots import Seal, Slot, current_slot

_RAISED = re.compile(rb"\n([A-Za-z_.]+)(?::[^\n]*)?\n?\Z")

# Each answer is compared with every other.
MOST_ASKED = 9


def attempt_case(
    trial: Trial,
    draw: Draw,
    seal: Seal,
    *,
    hardest: bytes = b"",
    above: float = 0.0,
    but: Collection[str] = (),
) -> Attempt:
    """Make the case of a draw, and run the suspects on it.

    hardest, above: the hardest input so far and its work. If the generator reports the work of a case, no
    suspect is run on it. but: references that are not asked, since smaller inputs were too large for them.
    """
    slot = current_slot(seal)
    try:
        data, work = make_input(trial, draw, slot, hardest)
        if trial.unit and work:
            return Attempt(draw=draw, input=data if work.amount > above else b"", work=work)
        references = [each for each in trial.answering if each.name not in but]
        case, unanswered = _answer_case(trial, draw, data, references, slot)
        failures = tuple(filter(None, (find_failure_here(suspect, case, seal) for suspect in trial.suspects)))
        if trial.unit and not failures:
            work = count_work(trial, case, slot, above=above)
    except InputErrors as error:
        return Attempt(draw=draw, faults=error.faults)
    is_of_use = failures or (work and work.amount > above)
    return Attempt(
        draw=draw,
        input=data if is_of_use else b"",
        failures=failures,
        unanswered=(*but, *unanswered),
        work=work,
        reference=next((each.name for each in references if each.name not in unanswered), ""),
    )


def _answer_case(
    trial: Trial, draw: Draw, data: bytes, references: Sequence[Solution], slot: Slot
) -> tuple[Case, tuple[str, ...]]:
    """Return the case with the answer of the first reference that ends well, and the names of the others."""
    case = trial.with_input(draw, data)
    failed: list[str] = []
    for reference in references:
        answer = _find_answer(case, reference, slot)
        if answer is not None:
            return trial.with_input(draw, data, answer), tuple(failed)
        failed.append(reference.name)
    return case, tuple(failed)


def _find_answer(case: Case, reference: Solution, slot: Slot) -> bytes | None:
    """Return what a program prints, in the format of the case; None if it does not end well."""
    program = require_program(reference, slot)
    printed = []
    for test in make_tests_for(reference, case):
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


def find_failure(suspect: Solution, case: Case, slot: Slot) -> Failure | None:
    """Find how a program fails on a case, by the worst of its tests; None if it does not.

    Raises InputErrors if the judge itself fails.
    """
    program = require_program(suspect, slot)
    kinds: dict[Verdict, str] = {}
    for test in make_tests_for(suspect, case):
        judged = slot.judge(program, test)
        verdict = judged.judgement.verdict
        if verdict is Verdict.JE:
            raise _judge_error(test, suspect, judged.judgement.message)
        if not verdict.is_sound:
            kinds.setdefault(verdict, _failure_kind(verdict, judged.run))
    if not kinds:
        return None
    verdict = worst(kinds)
    return Failure(solution=suspect.name, verdict=verdict, kind=kinds[verdict])


def find_failure_here(suspect: Solution, case: Case, seal: Seal) -> Failure | None:
    """See `find_failure`. The failure has faults if the judge itself fails."""
    try:
        return find_failure(suspect, case, current_slot(seal))
    except InputErrors as error:
        je = Verdict.JE
        return Failure(solution=suspect.name, verdict=je, kind=je.name, faults=error.faults)


def _judge_error(test: Test, suspect: Solution, message: str) -> InputErrors:
    """Blame the checker or the interactor if the message begins with its path, or else the first program."""
    deciding = (one.all for one in (test.case.interactor, test.case.checker) if one)
    deciders = [each.program for each in chain.from_iterable(deciding)]
    for program in deciders:
        if message.startswith(named := f"{shown_path(program.path)}: "):
            return fault_at(program.path, message.removeprefix(named))
    return fault_at(next(iter(deciders), suspect).path, message)


def _failure_kind(verdict: Verdict, run: Run) -> str:
    """Describe what must stay the same while a case shrinks."""
    if verdict is not Verdict.RE:
        return verdict.name
    raised = _RAISED.search(b"\n" + run.stderr)
    return f"RE {run.signal or run.exit_code} {raised[1].decode() if raised else ''}"


def count_work(trial: Trial, case: Case, slot: Slot, *, above: float = 0.0) -> Work | None:
    """Count the work of the suspect on a case; None if it cannot be counted.

    above: the work of the hardest case so far.
    """
    amounts = [_count(trial.unit, each, make_tests_for(each, case), slot, above) for each in trial.counted]
    if len(amounts) == 1:
        return None if amounts[0] is None else Work(amount=amounts[0], unit=trial.unit)
    own, theirs = amounts
    if own is None or not theirs:
        return None
    return Work(amount=own / theirs, unit=f"times the {trial.unit} of {trial.references[0].name}")


def _count(unit: str, solution: Solution, tests: Sequence[Test], slot: Slot, above: float) -> float | None:
    program = slot.program(solution)
    if isinstance(program, Unready):
        return None
    if unit == CALLS:
        calls, lines = count_steps(slot, program, tests)
        return None if calls is None or lines is None else float(calls + lines)
    if unit == INSTRUCTIONS:
        counted = count_instructions(slot, program, tests)
        return None if counted is None else float(counted)

    def seconds() -> float:
        return sum(slot.judge(program, test).run.cpu_s for test in tests)

    # Noise only ever adds time, so that a case which seems harder is run again.
    return least if (least := seconds()) <= above else min(least, seconds(), seconds())


def still_fails(trial: Trial, draw: Draw, data: bytes, failure: Failure, seal: Seal) -> bool:
    """Return whether a smaller input is legal and the program fails on it in the same way.

    It does not if a tool fails: no tool failed on the larger input.
    """
    slot = current_slot(seal)
    runs = 2 if failure.verdict in BY_CHANCE else 1
    try:
        if find_refusal(trial.case.format, data, trial.validators, slot):
            return False
        suspect = next(one for one in trial.suspects if one.name == failure.solution)
        case, _ = _answer_case(trial, draw, data, trial.answering, slot)
        again = (find_failure(suspect, case, slot) for _ in range(runs))
        return all(each is not None and each.kind == failure.kind for each in again)
    except InputErrors:
        return False


def redraw(trial: Trial, draw: Draw, failure: Failure, seal: Seal) -> bytes | None:
    """Return the input of a smaller draw if the program fails on it in the same way."""
    data, _ = run_generator(trial, draw, current_slot(seal))
    return data if still_fails(trial, draw, data, failure, seal) else None


class MajorityAnswer(NamedTuple):
    """A case with its answer, the name of the reference that gave it, and the number of `asked` that agree.

    Without an answer the name is empty.
    """

    case: Case
    reference: str = ""
    agree: int = 0
    asked: int = 0


def answer_by_majority(
    trial: Trial, draw: Draw, data: bytes, seal: Seal, most: int = MOST_ASKED
) -> MajorityAnswer:
    """Return the case with the answer that most references give, or the first such answer.

    Only the first `most` references with an answer count.
    """
    slot = current_slot(seal)
    case = trial.with_input(draw, data)
    asked = ((each, _find_answer(case, each, slot)) for each in trial.answering)
    given = list(islice(((each, answer) for each, answer in asked if answer is not None), most))
    best = MajorityAnswer(case)
    for reference, answer in given:
        own = trial.with_input(draw, data, answer)
        agree = sum(find_failure(other, own, slot) is None for other, _ in given)
        if agree > best.agree:
            best = MajorityAnswer(own, reference.name, agree, len(given))
        if 2 * best.agree > len(given):
            break
    return best


def check_case(validators: Sequence[Validator], case: Case, seal: Seal) -> Refusal | None:
    """Return the first refusal of a case of the project; None if the validators accept it."""
    return find_refusal(case.format, whole(case.input), validators, current_slot(seal))


def check_validated_answer(validators: Sequence[Validator], case: Case, seal: Seal) -> Refusal | None:
    """Return the first refusal of a case's answer; None if the validators of answers accept it."""
    assert case.answer is not None
    return find_answer_refusal(whole(case.input), whole(case.answer), validators, current_slot(seal))


def check_answer(case: Case, seal: Seal) -> Refusal | None:
    """Return the refusal of a case's answer as an output; None if its checker accepts it.

    A checker that says why it gives no verdict may do so because of the answer: this is a refusal, too.
    Raises InputErrors if the checker cannot be built, or fails without a message.
    """
    test, slot = make_own_test(case), current_slot(seal)
    assert case.checker
    assert case.answer is not None
    for each in case.checker.all:
        require_program(each.program, slot)
    judgement = slot.judge_output(make_run(stdout=whole(case.answer)), test).judgement
    if judgement.verdict is Verdict.AC:
        return None
    program = case.checker.program
    failed = judgement.verdict is Verdict.JE
    said = judgement.said.decode(errors="replace").strip().splitlines()
    if failed and not said:
        raise _judge_error(test, program, judgement.message)
    words = printable(said[-1] if said else judgement.message or judgement.verdict.name)
    return Refusal(words, program, failed)
