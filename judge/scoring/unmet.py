"""Expectations about whole problems that no test has met."""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from judge.model.cases import Case
from judge.model.cells import Cell, make_cell
from judge.model.groups import group_by
from judge.model.patterns import problem_of
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.verdicts import Rule, Verdict
from judge.platform.errors import listed, printable, quoted
from judge.scoring.scores import Score, score_of, scores_of


class Unmet(Struct, frozen=True, kw_only=True):
    """A solution that got none of its required verdicts on the tests of a problem, but the `seen` ones.

    With `tests`, only tests that a pattern matches count. Without verdicts, the points of these tests should
    have been in a range, or a part of the whole if there is no range; `score` is their points, if known. Or
    the checker should have printed `message` on one of them.
    """

    solution: str
    problem: str
    verdicts: tuple[Verdict, ...] = ()
    seen: tuple[Verdict, ...] = ()
    score: Score | None = None
    tests: tuple[str, ...] = ()
    points: tuple[float, float] | None = None
    message: str = ""

    @property
    def words(self) -> str:
        """What the tests of the problem should have shown, and what they did."""
        of_tests = printable(f" of {listed(self.tests)}") if self.tests else ""
        if self.points or self.score:
            wanted = describe_points(self.points) if self.points else "a part of the points"
            return f"expected {wanted}{of_tests}, got {self.score or 'none'}"
        names = " or ".join(verdict.name for verdict in self.verdicts)
        wanted = f"the words {quoted(self.message)}" if self.message else names
        got = " and ".join(verdict.name for verdict in self.seen) or "none"
        return f"expected {wanted} on some test{of_tests}, got {got}"


def describe_points(points: tuple[float, float]) -> str:
    """Return an expected range of points in words."""
    least, most = points
    return f"{least:.6g} points" if least == most else f"{least:.6g} to {most:.6g} points"


def unmet(
    solutions: Iterable[Solution], cases: Collection[Case], results: Iterable[Result]
) -> tuple[Unmet, ...]:
    """Return the expectations about problems that no result meets. `cases` are all cases of the project.

    A solution is left out if one of the tests was not judged, was unexpected or had no answer. So is a
    message if the problem has no checker. The results may come in any order.
    """
    problems = group_by((case.id for case in cases), problem_of)
    speaking = {case.problem for case in cases if case.checker or case.interactor}
    tests = group_by(results, lambda result: (result.solution, result.case))
    cells = {key: make_cell(own) for key, own in tests.items()}
    found: list[Unmet] = []
    for solution in solutions:
        for problem, ids in problems.items():
            if owed := solution.owed(ids):
                own = {id: cells.get((solution.name, id)) for id in ids}
                asked = owed if problem in speaking else [replace(rule, message="") for rule in owed]
                found += _of_problem(solution.name, problem, own, asked)
    return tuple(found)


def _of_problem(
    solution: str, problem: str, cells: Mapping[str, Cell | None], owed: Iterable[Rule]
) -> Iterator[Unmet]:
    is_part_told = False
    every = [cell for cell in cells.values() if cell]
    for rule in owed:
        wanted = [cell for id, cell in cells.items() if rule.names(id.partition("/")[2])]
        own = [cell for cell in wanted if cell and cell.as_expected]
        results = [result for cell in own for result in cell.tests]
        seen = {result.verdict for result in results}
        if Verdict.NA in seen or len(own) < len(wanted):
            continue
        said = Unmet(solution=solution, problem=problem, tests=rule.tests)
        # Some accepted and some not: where there are points, a part of them says it better.
        score = score_of(own) if rule.partly else None
        if score:
            if not 0 < score.points < score.whole and not is_part_told:
                yield replace(said, score=score)
            is_part_told = True
        elif rule.required and seen.isdisjoint(rule.required):
            yield replace(said, verdicts=rule.required, seen=list_verdicts(results, said))
        if rule.message and not any(rule.message.encode() in result.said for result in results):
            yield replace(said, message=rule.message)
        for found in scores_of(every, rule.tests) if rule.points else ():
            if rule.points and not (found and _is_within(found.points, rule.points)):
                yield replace(said, points=rule.points, score=found)


def list_verdicts(results: Iterable[Result], unmet: Unmet) -> tuple[Verdict, ...]:
    """Return the verdicts, best first, that the solution got instead of the required ones."""
    rule = Rule(tests=unmet.tests)
    seen = {
        result.verdict
        for result in results
        if result.solution == unmet.solution
        and result.problem == unmet.problem
        and rule.names(result.case.partition("/")[2])
    }
    return tuple(verdict for verdict in Verdict if verdict in seen)


def _is_within(points: float, ends: tuple[float, float]) -> bool:
    """Compare with a tolerance, since sums of shares are seldom whole."""
    least, most = ends
    return least <= points <= most or any(math.isclose(points, end, abs_tol=1e-9) for end in ends)
