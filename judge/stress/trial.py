"""A trial: the programs to break and all that makes and checks their cases, chosen from a project.

Frozen values that pickle.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.case_file import CaseFile, parse_limits
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.verdicts import Verdict
from judge.platform.errors import Fault, UsageError, listed
from judge.stress.draws import Draw
from judge.stress.finds import Work
from judge.subjects.subject import TEXT, Part, read_parts, signature_for, subject_of
from judge.timing.counts import SUFFIX, explain_no_instructions, make_traced_copy
from judge.work.problem_tools import Generator, Tools, Validator
from judge.work.slots import Seal

CALLS, INSTRUCTIONS, SECONDS = "calls and lines", "instructions", "CPU seconds"
# The cases of a project that a subject may vary.
_CASES_VARIED = 200
# Verdicts that a busy machine can cause near a limit.
BY_CHANCE = {Verdict.TLE, Verdict.ILE, Verdict.MLE}


class Trial(Struct, frozen=True, kw_only=True):
    """The programs to break, and all that makes and checks their cases.

    `case` is a case of the problem; its input and answer are replaced. The first of the `references` that
    can gives the answer. Without `generators` the subject varies the `parts`. An input is legal if all
    `validators` accept it. A search for the slowest case counts the work of the one suspect in `unit`, and
    divides it by that of the first reference if this is among the `counted`: the programs in the form that is
    counted.
    """

    case: Case
    suspects: tuple[Solution, ...]
    references: tuple[Solution, ...] = ()
    generators: tuple[Generator, ...] = ()
    parts: tuple[Part, ...] = ()
    validators: tuple[Validator, ...] = ()
    unit: str = ""
    counted: tuple[Solution, ...] = ()

    @property
    def has_answers(self) -> bool:
        """Return whether an output can be an answer: not with an interactor, nor with several passes."""
        return not self.case.interactor and self.case.passes == 1

    @property
    def answering(self) -> tuple[Solution, ...]:
        """The references, or none if there are no answers."""
        return self.references if self.has_answers else ()

    def generator_of(self, draw: Draw) -> Generator:
        return next(one for one in self.generators if one.name == draw.generator)

    def with_input(self, draw: Draw, data: bytes, answer: bytes | None = None) -> Case:
        """Return the case with this input and answer. Without an answer it has no checker."""
        name = f"{self.case.problem}/seed-{draw.seed}-size-{draw.size}"
        checker = None if answer is None and self.has_answers else self.case.checker
        return replace(self.case, id=name, input=data, answer=answer, beside=(), checker=checker)


class Failure(Struct, frozen=True, kw_only=True):
    """The failure of a suspect. Failures are alike if their `kind` is: the verdict, and how it crashed.

    With `faults` the judge could not tell, since a tool of the problem failed on its output: a JE.
    """

    solution: str
    verdict: Verdict
    kind: str
    faults: tuple[Fault, ...] = ()


class Attempt(Struct, frozen=True, kw_only=True):
    """The outcome of one case. `faults` of a tool of the problem end the search.

    `input` is empty if it is not needed. `reference` is the name of the one that answered. `unanswered` are
    the names of those that could not, and of those that were not asked because they cannot.
    """

    draw: Draw
    faults: tuple[Fault, ...] = ()
    input: bytes = b""
    failures: tuple[Failure, ...] = ()
    unanswered: tuple[str, ...] = ()
    work: Work | None = None
    reference: str = ""


def make_empty_case(root: Path, *, compare: str) -> Case:
    """Return a case for programs in a folder without tests."""
    name = root.resolve().name or "problem"
    stated = CaseFile()
    return Case(
        id=f"{name}/0",
        title=name,
        format=stated.format,
        input=b"",
        answer=None,
        limits=parse_limits(stated.time, stated.memory, stated.output_limit),
        path=root,
        compare=compare,
    )


def choose_problem(suspects: Sequence[Solution], cases: Sequence[Case]) -> str:
    """Return the problem that all suspects solve. Raises UsageError if there is not exactly one.

    All programs of a subject solve all of its problems: then it is the first one in the format of the first
    suspect.
    """
    if printed := [one.name for one in suspects if one.output_only]:
        raise UsageError(f"expected programs, got outputs: {listed(printed)}")
    formats: dict[str, str] = {}
    for case in cases:
        formats.setdefault(case.problem, case.format)
    common = [name for name in formats if all(one.belongs_to(name) for one in suspects)]
    subjects = {subject_of(formats[name]) for name in common}
    if len(common) == 1:
        return common[0]
    if len(subjects) == 1 and None not in subjects:
        own = [name for name in common if formats[name] == suspects[0].format]
        return (own or common)[0]
    got = f"{listed(common)}: name one of them" if common else "solutions of several"
    raise UsageError(f"expected solutions of one problem, got {got}")


def choose_references(
    solutions: Sequence[Solution], cases: Sequence[Case], *, but: Collection[str]
) -> tuple[Solution, ...]:
    """Return the solutions of a problem that should be right on all of its cases, compiled ones first.

    but: the names of solutions to leave out.
    """
    problem, ids = cases[0].problem, [case.id for case in cases]
    right = (
        one
        for one in solutions
        if one.name not in but and not one.faults and one.belongs_to(problem) and is_right(one, ids)
    )
    return tuple(sorted(right, key=lambda one: (not one.language.builds, one.name)))


def is_right(solution: Solution, ids: Iterable[str]) -> bool:
    """Return whether this is a program that is expected to get only AC on the cases with these ids."""
    if solution.output_only:
        return False
    allowed = {verdict for each in ids for verdict in solution.expected(each)}
    return allowed == {Verdict.AC} and not any(rule.owes for rule in solution.rules)


def make_trial(
    case: Case,
    suspects: Sequence[Solution],
    references: Sequence[Solution],
    tools: Tools,
    cases: Sequence[Case],
) -> Trial:
    """Make the trial on cases like `case`, in the format that the generators print. Raises UsageError.

    A generator may print plain text for a problem whose solutions are called: the lines of the arguments.
    """
    formats = {generator.program.format for generator in tools.generators} or {case.format}
    if formats == {TEXT} and signature_for(case.format):
        formats = {case.format}
    subject = subject_of(case.format)
    allowed = subject.formats if subject else {case.format}
    if len(formats) > 1 or any(one not in allowed for one in formats):
        raise UsageError(f"expected generators that print {case.format}, got {listed(sorted(formats))}")
    (format,) = formats
    varied = () if tools.generators else islice(cases, _CASES_VARIED)
    return Trial(
        case=replace(case, format=format, worth=None),
        suspects=tuple(suspects),
        references=tuple(references),
        generators=tools.generators,
        parts=tuple(part for case in varied for part in read_parts(case)),
        validators=tools.validators,
    )


def choose_unit(trial: Trial, seal: Seal, *, ratio: bool) -> Trial:
    """Return the trial with the unit for the work of its suspect, alone or as a ratio to the first reference.

    The unit is calls and lines for Python programs, instructions if the kernel counts them, or CPU seconds.
    Raises UsageError if there are several suspects.
    """
    if len(trial.suspects) != 1:
        names = listed([suspect.name for suspect in trial.suspects])
        raise UsageError(f"--slow: expected one solution, got {len(trial.suspects)}: {names}")
    counted = (*trial.suspects, *(trial.references[:1] if ratio else ()))
    unit = SECONDS
    if all(one.path.suffix == SUFFIX and not one.interpreter for one in counted):
        unit = CALLS
        counted = tuple(map(make_traced_copy, counted))
    elif not explain_no_instructions(seal):
        unit = INSTRUCTIONS
    return replace(trial, unit=unit, counted=counted)
