"""The rest of a run: judges the tests without an earlier result, and writes each result to the journal."""

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, suppress
from typing import TYPE_CHECKING, NamedTuple, Protocol

from judge.model.cases import Case, Pair, PlannedTests
from judge.model.programs import Solution
from judge.model.results import Result
from judge.platform.interrupts import Delayed
from judge.work.earlier import key_of
from judge.work.engine import judge, list_deciders, list_tasks, order_final_results
from judge.work.grading import add_grades
from judge.work.journal import Journal
from judge.work.workers import Workers

if TYPE_CHECKING:
    from judge.work.dispatch import Dispatch


class Judged(NamedTuple):
    """The results in order, and the number of missing ones."""

    results: tuple[Result, ...]
    missing: int
    complete: bool


class Listener(Protocol):
    """Hears what has been done."""

    def count_built(self, built: int, programs: int) -> None: ...

    def add_earlier(self, result: Result) -> None: ...

    def add(self, result: Result) -> None: ...


def judge_rest(
    solutions: Sequence[Solution],
    cases: Sequence[Case],
    plans: Mapping[Pair, PlannedTests],
    workers: "Workers | Dispatch",
    journal: Journal,
    listener: Listener,
    *,
    resume: bool,
    fail_fast: bool,
) -> Judged:
    """Reuse earlier results to `resume`, and judge the rest until the end or an interrupt."""
    results = list(journal.resume() if resume else ())
    for result in results:
        listener.add_earlier(result)
    left = _list_unfinished(solutions, plans, results)
    coming = judge(
        [*left, *list_deciders(cases if left else ())],
        list_tasks(left, cases, known={key_of(result) for result in results}),
        workers,
        workers.seal,
        fail_fast=fail_fast,
        ahead=workers.ahead,
        builders=workers.builders,
        built=listener.count_built,
    )
    complete = _gather(coming, results, journal, listener)
    ordered = order_final_results(results, solutions, cases, fail_fast=fail_fast)
    if complete:
        ordered = add_grades(ordered, cases, workers.seal)
    missing = sum(plan.tests for plan in plans.values()) - len(ordered)
    return Judged(results=journal.compare(ordered), missing=missing, complete=complete)


def _list_unfinished(
    solutions: Sequence[Solution], plans: Mapping[Pair, PlannedTests], results: Sequence[Result]
) -> list[Solution]:
    """List the solutions with tests left. The first verdict waits for no compiler if some needs none."""
    done = Counter((result.solution, result.case) for result in results)
    unfinished = {name for (name, case), plan in plans.items() if done[name, case] < plan.tests}
    left = (solution for solution in solutions if solution.name in unfinished)
    return sorted(left, key=lambda solution: bool(solution.language.builds))


def _gather(
    coming: Generator[Result, None, None], results: list[Result], journal: Journal, listener: Listener
) -> bool:
    """Append the final results. Return False if the user interrupts before all have come."""
    with suppress(KeyboardInterrupt), closing(coming):
        for result in coming:
            # After an interrupt the journal and the report have the same results.
            with Delayed():
                journal.add(result)
                if result.final:
                    results.append(result)
            listener.add(result)
        return True
    return False
