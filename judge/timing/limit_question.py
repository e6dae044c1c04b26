"""The question whether the limits of cases keep their margins, and the runs that answer it.

A program that is stopped at its limit does not tell whether it needs much more. It is judged again, with as
much time as the margin requires.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import listed
from judge.platform.units import write_time
from judge.timing.time_limit import Margins, Window, find_stopped_early, find_window, propose_limit
from judge.work.engine import order_final_results


class LimitQuestion(Struct, frozen=True, kw_only=True):
    """The cases whose limits are examined: the suggested limits if `is_set`, else the stated ones.

    `slow` solutions are too slow on some test of a problem, which may not be a test of each case. `free`
    solutions bound no limit.
    """

    cases: Sequence[Case]
    slow: Collection[str]
    free: Collection[str]
    is_set: bool

    def find_window(self, problem: str, results: Sequence[Result], margins: Margins) -> Window:
        """Return a whole problem under one limit. Raises ValueError if its cases have several."""
        own = [result for result in results if result.problem == problem]
        stated = {case.limits.cpu_s for case in self.cases if case.problem == problem}
        found = find_window(problem, max(stated), own, must_fail=self.slow, free=self.free)
        if self.is_set:
            return propose_limit(found, margins)
        if len(stated) > 1:
            raise ValueError(
                f"expected one limit for all cases, got {listed([*map(write_time, sorted(stated))])}"
            )
        return found


def ask_about(solutions: Sequence[Solution], cases: Sequence[Case], *, is_set: bool = False) -> LimitQuestion:
    free = {each.name for each in solutions if not any(rule.bounds for rule in each.rules)}
    return LimitQuestion(
        cases=cases,
        slow={each.name for each in solutions if any(rule.bounds == "upper" for rule in each.rules)},
        free=free - {each.name for each in solutions if each.expectations},
        is_set=is_set,
    )


def run_longer(
    solutions: Sequence[Solution],
    results: Sequence[Result],
    asked: LimitQuestion,
    margins: Margins,
    judge: Callable[[Sequence[Solution], Sequence[Case]], Sequence[Result]],
) -> Sequence[Result]:
    """Judge again, with more time, what was stopped before it exceeded the margin."""
    longer: dict[str, Case] = {}
    slow: set[str] = set()
    for problem in list_problems(results):
        with suppress(ValueError):
            found = asked.find_window(problem, results, margins)
            early = find_stopped_early(found, margins)
            stopped = {
                result.case
                for result in results
                if result.solution in early and result.verdict is Verdict.TLE
            }
            own = [case for case in asked.cases if case.id in stopped and case.problem == problem]
            longer |= {case.id: allow_time(case, margins.margin * found.limit_s) for case in own}
            slow |= early
    if not longer:
        return results
    programs = [solution for solution in solutions if solution.name in slow]
    again = judge(programs, [*longer.values()])
    newest = {(result.solution, result.case, result.test): result for result in (*results, *again)}
    return order_final_results(newest.values(), solutions, asked.cases)


def list_problems(results: Sequence[Result]) -> list[str]:
    return list(dict.fromkeys(result.problem for result in results))


def allow_time(case: Case, time_s: float) -> Case:
    """Return the case with a limit that lets programs run this long."""
    return replace(case, limits=replace(case.limits, cpu_s=max(case.limits.cpu_s, time_s)))
