"""Ask the validators of problems about stored inputs, and the checkers about answers."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from judge.cases.group_config import list_own_arguments
from judge.cases.project import Project
from judge.model.cases import Case
from judge.platform.errors import Fault, counted, printable
from judge.platform.files import Stored, size_of
from judge.stress.attempts import check_answer, check_case, check_validated_answer
from judge.stress.inputs import Refusal
from judge.subjects.subject import Progress
from judge.work.calls import run_calls
from judge.work.problem_tools import ProblemTools, Validator
from judge.work.slots import Seal


class Question(NamedTuple):
    """A case to ask its validators about, of inputs or of answers, or without validators its checker."""

    case: Case
    validators: tuple[Validator, ...] = ()
    of_answer: bool = False


class Opinion(NamedTuple):
    """The refused inputs and answers, lines that count the accepted ones, and lines about checkers."""

    inputs: Sequence[Fault] = ()
    answers: Sequence[Fault] = ()
    accepted: Sequence[str] = ()
    doubted: Sequence[str] = ()

    @property
    def faults(self) -> tuple[Fault, ...]:
        return *self.inputs, *self.answers


def list_questions(project: Project, cases: Sequence[Case]) -> list[Question]:
    """List every input that a validator checks, and every answer that a program checks."""
    found: list[Question] = []
    answers: list[Question] = []
    for problem, group in groupby(cases, key=lambda case: case.problem):
        own, tools = list(group), ProblemTools(project, problem)
        if validators := tools.validators(own):
            found += list_input_questions(own, validators, project.cases / problem)
        answers += list_answer_questions(own, tools.answer_validators(own))
    return [*found, *answers]


def list_input_questions(
    cases: Sequence[Case], validators: Sequence[Validator], folder: Path
) -> Iterator[Question]:
    """Yield the input of each case, for validators that are called as in its own group.

    `folder` is that of the problem.
    """
    ways = [list_own_arguments(cases, folder, each.program.path) for each in validators]
    for case, *own in zip(cases, *ways, strict=True):
        pairs = zip(validators, own, strict=True)
        yield Question(case, tuple(replace(each, ways=(way,)) for each, way in pairs))


def list_answer_questions(cases: Sequence[Case], validators: tuple[Validator, ...]) -> Iterator[Question]:
    """Yield each answer that is an output for a checker, and each that the validators of answers check."""
    for case in cases:
        if has_checked_answer(case):
            yield Question(case)
        if validators and case.answer is not None:
            yield Question(case, validators, of_answer=True)


def ask_tools(asked: Sequence[Question], executor: Executor, seal: Seal, progress: Progress) -> Opinion:
    """Ask the validators and checkers.

    If a checker refuses every answer of a problem, the answers are taken for data of the checker, for example
    the least cost: a line says so instead of faults. Raises InputErrors if a program fails.
    """
    refusals: dict[int, Refusal | None] = {}
    calls = ((number, *_call(question, seal)) for number, question in enumerate(asked))
    with closing(run_calls(executor, calls)) as coming:
        for number, refusal in coming:
            refusals[number] = refusal
            progress(len(refusals), len(asked))
    inputs: list[Fault] = []
    failed: list[Fault] = []
    accepted: Counter[tuple[str, str]] = Counter()
    refused: dict[str, list[Fault]] = {}
    answers = Counter(question.case.problem for question in asked if not question.validators)
    for number, question in enumerate(asked):
        refusal = refusals[number]
        if refusal and question.validators and not question.of_answer:
            inputs.append(_describe(question, refusal))
        elif refusal and (refusal.failed or question.of_answer):
            failed.append(_describe(question, refusal))
        elif refusal:
            refused.setdefault(question.case.problem, []).append(_describe(question, refusal))
        else:
            accepted.update(_list_asked(question))
    lines = [f"{counted(number, noun)} accepted by {name}" for (noun, name), number in accepted.items()]
    doubted: list[str] = []
    for problem, own in refused.items():
        if len(own) < answers[problem]:
            failed += own
        else:
            doubted.append(f"{printable(problem)}: the checker takes none of the answers for an output")
    return Opinion(inputs, failed, lines, doubted)


def has_checked_answer(case: Case) -> bool:
    """Return whether its answer is an output for the checker. With several passes it belongs to none."""
    is_output = case.checker and not case.interactor and case.passes == 1
    return bool(is_output and case.answer is not None and size_of(case.answer))


def _list_asked(question: Question) -> Iterator[tuple[str, str]]:
    """List what a program was asked about, an input or an answer, with the name of the program."""
    if question.validators:
        noun = "answer" if question.of_answer else "input"
        yield from ((noun, each.program.path.name) for each in question.validators)
    elif question.case.checker:
        yield from (("answer", each.program.path.name) for each in question.case.checker.all)


def _call(question: Question, seal: Seal) -> tuple[Callable[..., Refusal | None], tuple[object, ...]]:
    case, validators, of_answer = question
    if validators:
        return check_validated_answer if of_answer else check_case, (validators, case, seal)
    return check_answer, (case, seal)


def _describe(question: Question, refusal: Refusal) -> Fault:
    case = question.case
    name = refusal.by.path.name if refusal.by else "the signature"
    if question.validators and not question.of_answer:
        wanted = f"an input that {name} takes"
        return Fault(case.path, case.line, f"expected {wanted}, got a refusal: {refusal.words}")
    path = case.answer.path if isinstance(case.answer, Stored) else case.path
    if refusal.failed:
        message = f"expected an answer that {name} judges, got its failure: {refusal.words}"
    else:
        message = f"expected an answer that {name} accepts, got a refusal: {refusal.words}"
    return Fault(path, case.line, message)
