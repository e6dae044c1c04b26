"""The checker: it accepts right outputs, rejects wrong ones, and always ends with the same verdict."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from judge.cases.checker_tests import CheckerTest, load_checker_tests
from judge.cases.tests import make_own_test, make_tests_for
from judge.model.cases import Case
from judge.model.findings import Finding, Flaw
from judge.model.groups import group_by
from judge.model.verdicts import Verdict
from judge.platform.errors import counted, printable
from judge.platform.files import Content, size_of, whole
from judge.verifying.output_changes import OutputChange, list_output_changes
from judge.verifying.problem import Problem, conclude, skip
from judge.work.runs import make_run
from judge.work.slots import Seal, current_slot
from judge.work.task_results import Task
from judge.work.tasks import examine_task

_MOST_BYTES = 64 << 10
_BASES = 5


class Ruling(NamedTuple):
    """The verdict of a checker on an output, and why."""

    verdict: Verdict
    words: str = ""


class _Base(NamedTuple):
    """A test with a right output."""

    case: Case
    output: bytes


def ask_checker(case: Case, output: Content, seal: Seal) -> Ruling:
    """Return the verdict on an output. JE means that the checker gave none."""
    judged = current_slot(seal).judge_output(make_run(stdout=whole(output)), make_own_test(case))
    judgement = judged.judgement
    said = judgement.said.decode(errors="replace").strip().splitlines()
    return Ruling(judgement.verdict, printable(judgement.message or (said[-1] if said else "")))


def check_checker_tests(problem: Problem) -> Finding:
    """Ask the checker about the outputs whose verdicts the problem states."""
    tests = load_checker_tests(problem.project.cases / problem.name)
    if not tests:
        return skip("the problem states no verdicts of its checker")
    if not (case := _find_checked(problem)):
        return skip(_why_unchecked(problem))
    asked = [(replace(case, input=each.input, answer=each.answer), each.output) for each in tests]
    flaws = [
        Flaw(
            path=test.path, line=test.line, message=_describe_surprise(test, ruling), data=whole(test.output)
        )
        for test, ruling in zip(tests, problem.call(ask_checker, asked), strict=True)
        if ruling.verdict not in test.verdicts
    ]
    numbers = Counter(test.verdicts[0] is Verdict.AC for test in tests)
    words = f"{counted(numbers[True], 'output')} to accept, {numbers[False]} to reject"
    return conclude(words, flaws)


def check_changed_outputs(problem: Problem) -> Finding:
    """Change right outputs of short tests, and ask the checker about them."""
    if not _find_checked(problem):
        return skip(_why_unchecked(problem))
    bases = _find_bases(problem)
    if not bases:
        return skip(f"no right output is known of a test with at most {_MOST_BYTES:,} bytes")
    made = [(base.case, change) for base in bases for change in list_output_changes(base.output)]
    rulings = problem.call(ask_checker, [(case, change.data) for case, change in made])
    flaws = _list_flaws(problem, made, rulings)
    again = [(base.case, base.output) for base in bases] + [(case, change.data) for case, change in made[:20]]
    known = [Ruling(Verdict.AC)] * len(bases) + rulings[:20]
    for (case, output), ruling, other in zip(again, known, problem.call(ask_checker, again), strict=True):
        if ruling.verdict is not other.verdict and not any(flaw.data == output for flaw in flaws):
            got = f"{ruling.verdict.name} and then {other.verdict.name}"
            flaws.append(_flaw(problem, f"expected one verdict on an output of {case.id}, got {got}", output))
    words = f"{counted(len(made), 'output')} made from right ones on {counted(len(bases), 'test')}"
    return conclude(words, flaws)


def _list_flaws(
    problem: Problem, made: Sequence[tuple[Case, OutputChange]], rulings: Sequence[Ruling]
) -> list[Flaw]:
    """List the changes that no test rejects, and those on which the checker gives no verdict."""
    flaws = []
    for what, own in group_by(zip(made, rulings, strict=True), lambda each: each[0][1].what).items():
        if failed := next((each for each in own if each[1].verdict is Verdict.JE), None):
            (case, change), ruling = failed
            message = f"expected a verdict on {_describe(what, case)}, got: {ruling.words}"
            flaws.append(_flaw(problem, message, change.data))
        elif all(ruling.verdict is Verdict.AC for _, ruling in own):
            (case, change), _ = own[0]
            message = f"expected a refusal of {_describe(what, case)}, got it accepted"
            flaws.append(_flaw(problem, message, change.data))
    return flaws


def _describe(what: str, case: Case) -> str:
    is_whole = what.startswith(("an ", "64 "))
    return f"{what} on {case.id}" if is_whole else f"the right output of {case.id} {what}"


def _flaw(problem: Problem, message: str, data: bytes) -> Flaw:
    case = _find_checked(problem)
    assert case
    assert case.checker
    return Flaw(path=case.checker.program.path, message=message, data=data)


def _find_bases(problem: Problem) -> list[_Base]:
    """Find right outputs of short tests: answers, or if the checker takes none, outputs of a program."""
    cases = sorted(problem.cases, key=lambda case: size_of(case.input) + size_of(case.answer or b""))
    short = [
        case
        for case in cases[: 4 * _BASES]
        if case.checker and size_of(case.input) + size_of(case.answer or b"") <= _MOST_BYTES
    ]
    answered = [_Base(case, whole(case.answer)) for case in short if case.answer is not None]
    if found := _keep_accepted(problem, answered):
        return found
    for solution in problem.accepted[:1]:
        tests = [make_tests_for(solution, case) for case in short]
        tasks = [(Task(solution=solution, test=own[0]),) for own in tests if own]
        seen = problem.call(examine_task, tasks)
        printed = [
            _Base(task.test.case, each.run.stdout)
            for (task,), each in zip(tasks, seen, strict=True)
            if each.run
        ]
        return _keep_accepted(problem, printed)
    return []


def _keep_accepted(problem: Problem, bases: Sequence[_Base]) -> list[_Base]:
    rulings = problem.call(ask_checker, [(base.case, base.output) for base in bases])
    return [base for base, ruling in zip(bases, rulings, strict=True) if ruling.verdict is Verdict.AC][
        :_BASES
    ]


def _find_checked(problem: Problem) -> Case | None:
    """Return a test whose output a checker judges alone."""
    return next(
        (case for case in problem.cases if case.checker and not case.interactor and case.passes == 1), None
    )


def _why_unchecked(problem: Problem) -> str:
    case = problem.cases[0]
    if case.interactor:
        return "an interactor decides"
    return "the checker works in several passes" if case.checker else f"compared by the rule {case.compare}"


def _describe_surprise(test: CheckerTest, ruling: Ruling) -> str:
    wanted = "AC" if Verdict.AC in test.verdicts else test.verdicts[0].name
    return f"expected {wanted}, got {ruling.verdict.name}" + (f": {ruling.words}" if ruling.words else "")
