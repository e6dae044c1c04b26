"""One round of `--watch`, judged in the background, and the workers that all rounds share."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property
from typing import Self

from judge.cases.project import Project
from judge.cases.tests import plan_tests
from judge.model.results import Result
from judge.options.judging import describe_manner
from judge.options.steps import Reading, Request, make_outcome
from judge.running.keeper_client import Level
from judge.running.one_time_notices import note_level
from judge.show.outcome import Outcome
from judge.show.progress import Progress
from judge.watch.background import Background
from judge.work.earlier import Key, key_of
from judge.work.engine import judge, list_deciders, list_tasks, order_final_results
from judge.work.grading import add_grades
from judge.work.keys import ResultKeys
from judge.work.rest import Judged
from judge.work.slots import Seal
from judge.work.task_results import Task, skip_task
from judge.work.workers import Workers, open_workers

# Workers keep old versions of programs that have changed. New workers every hundred rounds bound that.
_ROUNDS = 100


class WatchWorkers:
    """Workers that are replaced when the places that programs may not read change."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._stack = ExitStack()
        self._workers: Workers | None = None
        self._identity: tuple[object, ...] = ()
        self._rounds = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def for_round(self, project: Project) -> Workers:
        """Return the workers for the next round. Nothing may be running."""
        seal = Seal(level=self._request.selection.sandbox, closed=project.closed())
        identity = seal.identify()
        if not self._workers or identity != self._identity or self._rounds >= _ROUNDS:
            self._stack.close()
            self._workers = self._stack.enter_context(open_workers(self._request.jobs, seal))
            self._identity, self._rounds = identity, 0
        self._rounds += 1
        return self._workers


class Round:
    """The tests of one reading for which no earlier result holds.

    `results` has the earlier and the new results, `judged` the tests of this round alone.
    """

    def __init__(
        self,
        reading: Reading,
        pairs: ResultKeys,
        earlier: Mapping[Key, Result],
        level: Level,
        request: Request,
    ) -> None:
        self.reading, self.pairs, self.level = reading, pairs, level
        self.results = dict(earlier)
        self.judged: set[Key] = set()
        self.began = time.monotonic()
        self.ended_at = ""
        self._request = request
        self._manner = ""
        self._wall_s = 0.0
        self._background: Background | None = None
        selected = reading.selected
        plans = plan_tests(selected.solutions, selected.cases)
        self.total = sum(plan.tests for plan in plans.values())
        self.progress = Progress(plans)
        for result in earlier.values():
            self.progress.add_earlier(result)

    @cached_property
    def notices(self) -> tuple[str, ...]:
        """Kept, since a redraw need not look at the mark of a notice again."""
        return (*note_level(self.level, self._request.selection.sandbox), *self.reading.notices)

    def continue_from(self, stopped: "Round") -> None:
        """Count what a stopped round has judged as part of this one."""
        self.judged, self.began = stopped.judged, stopped.began

    def begin(self, workers: Workers, rank: Callable[[Key], int], notify: Callable[[], None]) -> None:
        """Judge in the background, lower ranks first. `notify` is called from there, see `Background`."""
        solutions = self.reading.selected.solutions
        manner = describe_manner(self.level, self._request.selection, solutions)
        self._manner = f"{workers.describe()}, {manner}"
        tasks = self._tasks()
        if not self._request.fail_fast:
            tasks.sort(key=lambda task: rank(_key_of(task)))
        programs = list(dict.fromkeys(task.solution for task in tasks))
        cases = {task.test.case.id for task in tasks}
        checkers = list_deciders(case for case in self.reading.selected.cases if case.id in cases)
        coming = judge(
            [*programs, *checkers],
            tasks,
            workers,
            workers.seal,
            fail_fast=self._request.fail_fast,
            builders=workers.builders,
            built=self.progress.count_built,
        )
        self._background = Background(coming, workers, notify)

    def _tasks(self) -> list[Task]:
        """With --fail-fast, the tests after an earlier unexpected result are skipped at once."""
        tasks: list[Task] = []
        failed: set[str] = set()
        for task in list_tasks(self.reading.selected.solutions, self.reading.selected.cases):
            key = _key_of(task)
            if earlier := self.results.get(key):
                if self._request.fail_fast and earlier.as_expected is False:
                    failed.add(task.solution.name)
            elif task.solution.name in failed:
                self.results[key] = skip_task(task)
            else:
                tasks.append(task)
        return tasks

    def take_results(self) -> Sequence[Result]:
        """Return the results that have come since the last call, and keep the final ones."""
        new = [*self._background.take_results()] if self._background else []
        for result in new:
            self.progress.add(result)
            if result.final:
                self.results[key_of(result)] = result
                self.judged.add(key_of(result))
        return new

    @property
    def is_complete(self) -> bool:
        """Return whether all results have come, taken or not. Raises the exception of the thread."""
        return self._background is not None and self._background.is_complete

    def stop(self) -> None:
        if self._background:
            self._background.stop()

    def end(self) -> None:
        self._wall_s = time.monotonic() - self.began
        self.ended_at = time.strftime("%H:%M:%S")

    def make_outcome(self) -> Outcome:
        """Make the outcome of the results so far."""
        selected = self.reading.selected
        results = order_final_results(
            self.results.values(), selected.solutions, selected.cases, fail_fast=self._request.fail_fast
        )
        if self.ended_at:
            seal = Seal(level=self._request.selection.sandbox, closed=selected.project.closed())
            results = add_grades(results, selected.cases, seal)
        missing = self.total - len(results)
        judged = Judged(results=results, missing=missing, complete=bool(self.ended_at))
        began = time.monotonic() - self._wall_s if self.ended_at else self.began
        return make_outcome(self.reading, judged, self._request, manner=self._manner, began=began)


def _key_of(task: Task) -> Key:
    return task.solution.name, task.test.case.id, task.test.number
