"""Cells: a solution's results on a case, and the verdict on all of them."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from judge.model.patterns import problem_of
from judge.model.results import EMPTY_TEST, Result
from judge.model.verdicts import Verdict, worst


class Cell(Struct, frozen=True, kw_only=True):
    """The results of one solution on one case in the order of its tests, and the worst verdict.

    `as_expected` is None if no test failed and some are unknown.
    """

    solution: str
    case: str
    tests: tuple[Result, ...]
    verdict: Verdict
    as_expected: bool | None

    @property
    def problem(self) -> str:
        return problem_of(self.case)

    @property
    def to_blame(self) -> tuple[Result, ...]:
        """The unexpected results, or the first if the case fails as a whole."""
        return tuple(result for result in self.tests if result.as_expected is False) or self.tests[:1]


def group_cells(results: Iterable[Result]) -> tuple[Cell, ...]:
    """Group results that are in order by solution and case."""
    groups = groupby(results, key=lambda result: (result.solution, result.case))
    return tuple(make_cell(list(tests)) for _, tests in groups)


def find_drafts(cells: Iterable[Cell]) -> set[tuple[str, str]]:
    """Return the solutions and problems whose tests are all empty, since no one has written any yet.

    Next to other tests an empty one is a test like them.
    """
    found: dict[tuple[str, str], bool] = {}
    for cell in cells:
        key = cell.solution, cell.problem
        found[key] = found.get(key, True) and all(result.message == EMPTY_TEST for result in cell.tests)
    return {key for key, is_draft in found.items() if is_draft}


def make_cell(tests: Sequence[Result]) -> Cell:
    """Make the cell of the results of one solution on one case."""
    lowest = worst(result.verdict for result in tests)
    return Cell(
        solution=tests[0].solution,
        case=tests[0].case,
        tests=tuple(tests),
        verdict=lowest,
        as_expected=_are_as_expected(tests, lowest),
    )


def _are_as_expected(tests: Sequence[Result], lowest: Verdict) -> bool | None:
    if tests[0].tests == 1:
        return tests[0].as_expected
    outcomes = {result.as_expected for result in tests}
    if False in outcomes:
        return False
    if len(tests) < tests[0].tests or None in outcomes:
        return None
    return any(result.is_allowed for result in tests if result.verdict is lowest)
