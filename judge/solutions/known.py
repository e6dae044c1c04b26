"""What single cases state of solutions."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from judge.errors import Fault, unknown
from judge.model import Case, Solution
from judge.patterns import matches_solution
from judge.verdicts import Expectation


def with_known(solutions: Sequence[Solution], cases: Sequence[Case]) -> tuple[Solution, ...]:
    """The solutions with what the cases of their problems state of them."""
    telling = [case for case in cases if case.expectations]
    return tuple(replace(one, known=tuple(_known(one, telling))) for one in solutions)


def _known(solution: Solution, cases: Sequence[Case]) -> Iterator[Expectation]:
    for case in cases:
        for stated in case.expectations if solution.belongs_to(case.id) else ():
            if matches_solution(stated.pattern, solution.name):
                yield replace(stated, pattern=case.id)
                break


def of_nobody(cases: Sequence[Case], solutions: Sequence[Solution]) -> Iterator[tuple[Case, Fault]]:
    """What cases state of patterns that match no solution of their problem."""
    for case in cases:
        for stated in case.expectations:
            names = [one.name for one in solutions if one.faults or one.belongs_to(case.id)]
            if not any(matches_solution(stated.pattern, name) for name in names):
                wrong = unknown("a pattern that matches one of the solutions", stated.pattern, names)
                yield case, Fault(case.path, stated.line, wrong)
