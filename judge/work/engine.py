"""A matrix of solutions and cases to results: what is done in which order. It measures nothing itself."""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from operator import itemgetter
from typing import Any

from msgspec.structs import replace

from judge.cases.tests import make_own_test, make_tests_for, select_cases
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.results import Result
from judge.running.languages.base import Unready, name_own_file
from judge.work.calls import AHEAD, run_calls
from judge.work.slots import Seal
from judge.work.tasks import Task, carry_out, measure_again, prepare, refuse_task, skip_result, skip_task

_Ranked = tuple[int, Task]


def list_tasks(
    solutions: Iterable[Solution],
    cases: Collection[Case],
    *,
    known: Collection[tuple[str, str, int]] = (),
) -> Iterator[Task]:
    """Every test of every solution on every case of its problems, but the `known` ones."""
    for solution in solutions:
        for case in select_cases(solution, cases):
            tests = make_tests_for(solution, case) or (make_own_test(case),)
            for test in tests:
                if (solution.name, case.id, test.number) not in known:
                    yield Task(solution=solution, test=test, tests=len(tests), files=case.files)


def list_deciders(cases: Iterable[Case]) -> list[Solution]:
    """The programs that decide of the cases, each once: to be made as the solutions are."""
    return list(dict.fromkeys(each.program for case in cases for each in case.programs))


def judge(
    programs: Iterable[Solution],
    tasks: Iterable[Task],
    executor: Executor,
    seal: Seal,
    *,
    fail_fast: bool = False,
    ahead: int = AHEAD,
    built: Callable[[int, int], None] = lambda made, programs: None,
) -> Generator[Result, None, None]:
    """The results of the tasks, as they come, with one more and final one for each that was provisional.

    The `programs`, solutions and checkers, are made first, so that no build runs beside what is timed;
    `built` hears how many are, and how many there are.
    `tasks` may be endless: they are taken as results are, so many `ahead`. A result just above its limit
    comes twice: provisional, and at the end, when it is measured again and nothing else runs, final.

    With `fail_fast` what follows a solution's first unexpected result is skipped as far as it was not run;
    see `final_results`. Whoever stops listening need not wait for the runs in flight of local workers, and
    they serve again.
    """
    programs = list(programs)
    refusals: dict[Solution, Unready] = {}
    builds = ((program, prepare, (program, seal)) for program in programs)
    for made, (program, why) in enumerate(run_calls(executor, builds), 1):
        if why:
            refusals[program] = why
        built(made, len(programs))
    failures = _Failures()
    note = failures.note if fail_fast else None
    results = partial(run_calls, executor, note=note, unwanted=failures.precede)
    near: list[tuple[int, Task, Result]] = []
    with closing(results(_calls(tasks, refusals, seal), ahead=ahead)) as coming:
        for (rank, task), result in coming:
            if result and not result.final:
                near.append((rank, task, result))
            yield _with_own_path(result, task) if result else skip_task(task)
    near.sort(key=itemgetter(0))
    again = (((rank, task), measure_again, (task, seal, first)) for rank, task, first in near)
    with closing(results(again, ahead=1)) as coming:
        for (_, task), result in coming:
            yield _with_own_path(result, task) if result else skip_task(task)


def _with_own_path(result: Result, task: Task) -> Result:
    stderr = name_own_file(result.stderr, task.solution)
    return result if stderr == result.stderr else replace(result, stderr=stderr)


def _calls(
    tasks: Iterable[Task], refusals: Mapping[Solution, Unready], seal: Seal
) -> Iterator[tuple[_Ranked, Callable[..., Result], tuple[Any, ...]]]:
    for rank, task in enumerate(tasks):
        if why := refusals.get(task.solution):
            yield (rank, task), refuse_task, (task, why)
        else:
            yield (rank, task), carry_out, (task, seal)


class _Failures:
    """The first unexpected result of each solution that was noted."""

    def __init__(self) -> None:
        self._first: dict[str, int] = {}

    def note(self, ranked: _Ranked, result: Result) -> bool:
        if not result.final or result.as_expected is not False:
            return False
        rank, task = ranked
        name = task.solution.name
        self._first[name] = min(rank, self._first.get(name, rank))
        return True

    def precede(self, ranked: _Ranked) -> bool:
        """Only what comes later is skipped, or the outcome would hang on who is quicker."""
        rank, task = ranked
        return rank > self._first.get(task.solution.name, rank)


def order_final_results(
    results: Iterable[Result],
    solutions: Sequence[Solution],
    cases: Sequence[Case],
    *,
    fail_fast: bool = False,
) -> tuple[Result, ...]:
    """The final ones in the order of solutions, cases and tests, whoever ended first.

    With `fail_fast` all that follows a solution's first unexpected result is skipped, had it run or not, so
    that the outcome does not hang on the number of workers.
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
