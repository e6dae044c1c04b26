"""What the folders of programs say that these get, and no test has shown."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from judge.model import Case, Solution, Verdict, problem_of
from judge.results import Result, case_as_expected
from judge.scores import Score, score_of

# The results of a solution on a case; None where there are none.
_Cell = Sequence[Result] | None


class Unmet(Struct, frozen=True, kw_only=True):
    """A solution of whose tests on a problem some should have got one of these verdicts, and none has.

    Without verdicts it is a part of the points that it should have, and has this `score`.
    """

    solution: str
    problem: str
    verdicts: tuple[Verdict, ...] = ()
    score: Score | None = None


def unmet(
    solutions: Iterable[Solution], cases: Iterable[Case], results: Iterable[Result]
) -> tuple[Unmet, ...]:
    """What solutions owe of their problems and no test has shown. `cases` are all that there are.

    Nothing is said of a solution on a problem where some test was not judged, or was not as expected, or had
    no answer. The results may come in any order.
    """
    problems: dict[str, list[str]] = {}
    for case in cases:
        problems.setdefault(problem_of(case.id), []).append(case.id)
    cells: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        cells.setdefault((result.solution, result.case), []).append(result)
    found: list[Unmet] = []
    for solution in solutions:
        for problem, ids in problems.items() if solution.required else ():
            own = [cells.get((solution.name, id)) for id in ids]
            found += _of_problem(solution.name, problem, own, solution.owed(ids))
    return tuple(found)


def _of_problem(
    solution: str, problem: str, cells: Sequence[_Cell], owed: Collection[tuple[Verdict, ...]]
) -> Iterator[Unmet]:
    results = [result for cell in cells if cell for result in cell]
    seen = {result.verdict for result in results}
    if Verdict.NA in seen or not all(cell and case_as_expected(cell) for cell in cells):
        return
    # Tests that are accepted and tests that are not: where there are points, a part of them says it better.
    score = score_of(results) if len(owed) > 1 else None
    if score:
        if not 0 < score.points < score.whole:
            yield Unmet(solution=solution, problem=problem, score=score)
        return
    for verdicts in owed:
        if seen.isdisjoint(verdicts):
            yield Unmet(solution=solution, problem=problem, verdicts=verdicts)
