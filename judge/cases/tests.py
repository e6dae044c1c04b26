"""From a case to the tests that a program of some format is run on."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from judge.files import whole
from judge.model import Case, Content, Limits, Solution, Test
from judge.subjects import format_of, read_parts, subject_of


def select_cases(solution: Solution, cases: Iterable[Case]) -> tuple[Case, ...]:
    """Those of the problems that the solution belongs to: it is judged on these and on no others."""
    return tuple(case for case in cases if solution.belongs_to(case.id))


def make_tests(case: Case, format: str) -> tuple[Test, ...]:
    """The case's own bytes, or what it asks for in another format of its subject.

    A case of many parts becomes a test for each where the format holds one. Empty where the two formats are
    of different subjects.
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
    return tuple(
        _test(
            case,
            start // step + 1,
            format,
            ours.encode_input(asked[start : start + step]),
            None if answers is None else ours.encode_output(answers[start : start + step]),
        )
        for start in range(0, len(asked), step)
    )


def limits_for(solution: Solution, case: Case) -> Limits:
    """Return the limits of a case for a solution: those of the case, but for the factor of its language."""
    factor, limits = solution.language.time_factor, case.limits
    return limits if factor == 1 else replace(limits, cpu_s=factor * limits.cpu_s)


def make_tests_for(solution: Solution, case: Case) -> tuple[Test, ...]:
    """Return the tests of a case for a solution, under the limits of its language."""
    limits = limits_for(solution, case)
    tests = make_tests(case, solution.format)
    return tests if limits == case.limits else tuple(replace(test, limits=limits) for test in tests)


def index_tests(
    solutions: Iterable[Solution], cases: Iterable[Case]
) -> Callable[[str, str], tuple[Test, ...]]:
    """What makes the tests of one of the solutions on one of the cases, by their names."""
    by_name = {solution.name: solution for solution in solutions}
    by_id = {case.id: case for case in cases}
    return lambda solution, case: make_tests_for(by_name[solution], by_id[case])


def count_tests(case: Case, format: str) -> int:
    """How many results a program of `format` gets on the case, without making the tests."""
    if subject_of(format) is not subject_of(case.format):
        return 1
    if format_of(format).many or not format_of(case.format).many:
        return 1
    return len(read_parts(case))


def make_own_test(case: Case) -> Test:
    """The case's own bytes, in its own format."""
    return _test(case, 1, case.format, case.input, case.answer)


def _test(case: Case, number: int, format: str, input: Content, answer: Content | None) -> Test:
    return Test(
        case=case.id,
        number=number,
        format=format,
        input=input,
        answer=answer,
        limits=case.limits,
        any_answer=case.any_answer,
        compare=case.compare,
        checker=case.checker,
        worth=case.worth,
        input_name=case.input_name,
        output_name=case.output_name,
        interactor=case.interactor,
        passes=case.passes,
        arguments=case.arguments,
        given=case.given,
    )
