"""Makes the tests of cases for programs of any format."""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from judge.model.cases import Case, Pair, PlannedTests, Test
from judge.model.programs import Solution
from judge.model.runs import Limits
from judge.model.verdicts import Verdict
from judge.platform.files import whole
from judge.subjects.subject import format_of, read_parts, subject_of


def select_cases(solution: Solution, cases: Iterable[Case]) -> tuple[Case, ...]:
    """Return the cases of the problems that the solution belongs to."""
    return tuple(case for case in cases if solution.belongs_to(case.id))


def make_tests(case: Case, format: str) -> tuple[Test, ...]:
    """Make the tests of a case in a format: its own bytes, or its parts in another format of the subject.

    If the format holds one part, a case of many parts becomes a test for each. Empty for formats of
    different subjects.
    """
    if format == case.format:
        return (make_own_test(case),)
    subject = subject_of(format)
    if not subject or subject is not subject_of(case.format):
        return ()
    theirs, ours = format_of(case.format), format_of(format)
    asked = read_parts(case)
    answers = None if case.answer is None else theirs.decode_output(whole(case.answer))
    step = len(asked) if ours.many else 1
    own = make_own_test(case)
    return tuple(
        replace(
            own,
            number=start // step + 1,
            format=format,
            input=ours.encode_input(asked[start : start + step]),
            answer=None if answers is None else ours.encode_output(answers[start : start + step]),
        )
        for start in range(0, len(asked), step)
    )


def limits_for(solution: Solution, limits: Limits, factors: Iterable[tuple[str, float]] = ()) -> Limits:
    """Return the limits for a solution, changed as the time factors of its problem and its language state."""
    factor, more = solution.language.factor_among(factors), solution.language.extra_bytes
    if (factor, more) == (1, 0):
        return limits
    return replace(limits, cpu_s=factor * limits.cpu_s, memory_bytes=limits.memory_bytes + more)


def make_tests_for(solution: Solution, case: Case) -> tuple[Test, ...]:
    """Return the tests of a case for a solution, under the limits of its language."""
    limits = limits_for(solution, case.limits, case.time_factors)
    tests = make_tests(case, solution.format)
    return tests if limits == case.limits else tuple(replace(test, limits=limits) for test in tests)


def index_tests(
    solutions: Iterable[Solution], cases: Iterable[Case]
) -> Callable[[str, str], tuple[Test, ...]]:
    """Return a function that makes the tests of a solution on a case by their names."""
    by_name = {solution.name: solution for solution in solutions}
    by_id = {case.id: case for case in cases}
    return lambda solution, case: make_tests_for(by_name[solution], by_id[case])


def count_tests(case: Case, format: str) -> int:
    """Count the results of a program of `format` on the case, without making the tests."""
    if subject_of(format) is not subject_of(case.format):
        return 1
    if format_of(format).many or not format_of(case.format).many:
        return 1
    return len(read_parts(case))


def make_own_test(case: Case) -> Test:
    """Return the test with the case's own bytes, in its own format."""
    return Test(
        case=case, number=1, format=case.format, input=case.input, answer=case.answer, limits=case.limits
    )


def plan_tests(solutions: Sequence[Solution], cases: Sequence[Case]) -> dict[Pair, PlannedTests]:
    """Count the tests of each solution on each case, for the display of progress."""
    formats = {solution.format for solution in solutions}
    tests = {(case.id, format): count_tests(case, format) for case in cases for format in formats}
    return {
        (solution.name, case.id): PlannedTests(
            tests=tests[case.id, solution.format],
            limit_s=limits_for(solution, case.limits, case.time_factors).allowance_s,
            stopped=solution.expected(case.id) == (Verdict.TLE,),
        )
        for solution in solutions
        for case in select_cases(solution, cases)
    }
