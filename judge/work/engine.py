"""Judge tasks on an executor: builds and tests, then runs near a limit again."""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from typing import Any

from msgspec.structs import replace

from judge.cases.tests import make_own_test, make_tests_for, select_cases
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.results import Result
from judge.running.languages.base import name_own_file
from judge.work.calls import AHEAD, run_calls
from judge.work.schedule import Ranked, Schedule
from judge.work.slots import Seal
from judge.work.task_results import Task, skip_result, skip_task
from judge.work.tasks import measure_again


def list_tasks(
    solutions: Iterable[Solution],
    cases: Collection[Case],
    *,
    known: Collection[tuple[str, str, int]] = (),
) -> Iterator[Task]:
    """Yield a task for every test of every solution on the cases of its problems, except `known` ones."""
    for solution in solutions:
        for case in select_cases(solution, cases):
            tests = make_tests_for(solution, case) or (make_own_test(case),)
            for test in tests:
                if (solution.name, case.id, test.number) not in known:
                    yield Task(solution=solution, test=test, tests=len(tests), files=case.files)


def list_deciders(cases: Iterable[Case]) -> list[Solution]:
    """Return each checker, interactor and grader program of the cases once. They are built like solutions."""
    return list(dict.fromkeys(each.program for case in cases for each in case.programs))


def judge(
    programs: Iterable[Solution],
    tasks: Iterable[Task],
    executor: Executor,
    seal: Seal,
    *,
    fail_fast: bool = False,
    ahead: int = AHEAD,
    builders: int | None = None,
    built: Callable[[int, int], None] = lambda made, programs: None,
) -> Generator[Result, None, None]:
    """Yield the results of the tasks as they come. A provisional result is followed by a final one.

    The `programs`, solutions and checkers, are built first, so that no build runs while a program is timed.
    With `builders`, tests run as soon as their own programs are built, see `Schedule`. `built` receives the
    numbers of finished and of all builds. `tasks` may be endless: at most `ahead` are open at a time. If one
    is just above its limit, its result is provisional. It is measured again at the end, alone.

    With `fail_fast`, tests after a solution's first unexpected result are skipped unless they have run; see
    `order_final_results`. You can stop iterating at any time: local runs end without delay, and the workers
    stay usable.
    """
    schedule = Schedule(programs, tasks, seal, builders=builders, alone=fail_fast)
    failures = _Failures()
    note = failures.note if fail_fast else None
    near: list[tuple[Ranked, Result]] = []
    calls = schedule.list_calls()
    built(schedule.built, schedule.programs)
    with closing(run_calls(executor, calls, ahead=ahead, note=note, unwanted=failures.come_before)) as coming:
        for item, outcome in coming:
            if isinstance(item, Solution):
                schedule.end_build(item, outcome)
                built(schedule.built, schedule.programs)
            else:
                if outcome and not outcome.final:
                    near.append((item, outcome))
                yield _conclude(item, outcome)
    again = ((item, measure_again, (item[1], seal, first)) for item, first in sorted(near, key=_rank_of))
    with closing(run_calls(executor, again, ahead=1, note=note, unwanted=failures.come_before)) as last:
        yield from (_conclude(item, outcome) for item, outcome in last)


def _rank_of(near: tuple[Ranked, Result]) -> int:
    return near[0][0]


def _conclude(item: Ranked, result: Result | None) -> Result:
    """Return the result to show for a task, that of a skipped one if it was unwanted."""
    _, task = item
    return restore_own_path(result, task.solution) if result else skip_task(task)


def restore_own_path(result: Result, solution: Solution) -> Result:
    """Name the solution's source in what it printed by the user's own path."""
    stderr = name_own_file(result.stderr, solution)
    return result if stderr == result.stderr else replace(result, stderr=stderr)


class _Failures:
    """The first unexpected result of each solution."""

    def __init__(self) -> None:
        self._first: dict[str, int] = {}

    def note(self, item: Ranked | Solution, result: Any) -> bool:
        if isinstance(item, Solution) or not result.final or result.as_expected is not False:
            return False
        rank, task = item
        name = task.solution.name
        self._first[name] = min(rank, self._first.get(name, rank))
        return True

    def come_before(self, item: Ranked | Solution) -> bool:
        """Return True after a failure. Skipping earlier tasks would depend on which worker is faster."""
        if isinstance(item, Solution):
            return False
        rank, task = item
        return rank > self._first.get(task.solution.name, rank)


def order_final_results(
    results: Iterable[Result],
    solutions: Sequence[Solution],
    cases: Sequence[Case],
    *,
    fail_fast: bool = False,
) -> tuple[Result, ...]:
    """Return the final results in the order of solutions, cases and tests.

    With `fail_fast` every result after a solution's first unexpected one is marked as skipped, even if it was
    judged, so that the outcome does not depend on the number of workers.
    """
    solution_rank = {solution.name: rank for rank, solution in enumerate(solutions)}
    case_rank = {case.id: rank for rank, case in enumerate(cases)}
    ordered = sorted(
        (result for result in results if result.final),
        key=lambda result: (solution_rank[result.solution], case_rank[result.case], result.test),
    )
    if not fail_fast:
        return tuple(ordered)
    failed: set[str] = set()
    kept = []
    for result in ordered:
        kept.append(skip_result(result) if result.solution in failed else result)
        if result.as_expected is False:
            failed.add(result.solution)
    return tuple(kept)
