"""What `judge run --watch` holds from look to look: workers, and a round that is judged in the background."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import cached_property
from typing import Self

from judge.cases.project import Project
from judge.commands.judging import exit_code, manner_of, opened, planned
from judge.commands.rounds import Arguments, Known, Look, notices_of, outcome_of
from judge.errors import counted
from judge.results import Result
from judge.running.keeper_client import Level
from judge.running.places import Closed
from judge.show.outcome import Outcome
from judge.show.progress import Progress
from judge.work.background import Background
from judge.work.engine import checkers_of, final_results, judge, matrix
from judge.work.keys import Pairs
from judge.work.standing import Key, key_of
from judge.work.tasks import Task, skipped
from judge.work.workers import Workers

# So many rounds share workers: what these keep of programs that have changed since is bounded by that.
_ROUNDS = 100


class Hands:
    """The workers for a project as it is: others where other places are closed to programs than before."""

    def __init__(self, arguments: Arguments) -> None:
        self._arguments = arguments
        self._stack = ExitStack()
        self._workers: Workers | None = None
        self._closed: tuple[Closed, tuple[object, ...]] | None = None
        self._rounds = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def of(self, project: Project) -> Workers:
        """For one more round, while nothing runs."""
        closed = _as_it_is(project.closed())
        if not self._workers or closed != self._closed or self._rounds >= _ROUNDS:
            self._stack.close()
            chosen, jobs = self._arguments.chosen, self._arguments.jobs
            self._workers = self._stack.enter_context(opened(project, chosen, jobs))
            self._closed, self._rounds = closed, 0
        self._rounds += 1
        return self._workers


def _as_it_is(closed: Closed) -> tuple[Closed, tuple[object, ...]]:
    """With what lies in its places: they may be made anew under their names."""
    there: list[object] = []
    for place in (*closed.whole, *closed.sealed):
        with suppress(OSError):
            status = place.stat()
            there.append((place, status.st_dev, status.st_ino))
    return closed, tuple(there)


class Round:
    """The tests of a look that no result stands for. One that was stopped is gone on with by the next.

    `results` are those that stand and those that have come, `judged` the tests that are this round's own.
    """

    def __init__(
        self, look: Look, pairs: Pairs, standing: Mapping[Key, Result], level: Level, arguments: Arguments
    ) -> None:
        self.look, self.pairs, self.level = look, pairs, level
        self.results = dict(standing)
        self.judged: set[Key] = set()
        self.began = time.monotonic()
        self.ended_at = ""
        self._arguments = arguments
        self._manner = ""
        self._wall_s = 0.0
        self._background: Background | None = None
        found = look.found
        self.total = sum(pairs.total(solution.name) for solution in found.solutions)
        self.progress = Progress(planned(found.solutions, found.cases))
        for result in standing.values():
            self.progress.known(result)

    @cached_property
    def notices(self) -> tuple[str, ...]:
        """For which folders are listed: not at each drawing."""
        return tuple(notices_of(self.look, self.level, self._arguments.chosen.sandbox))

    def go_on_with(self, stopped: "Round") -> None:
        self.judged, self.began = stopped.judged, stopped.began

    def begin(self, workers: Workers, rank: Callable[[Key], int], came: Callable[[], None]) -> None:
        """Judge in the background, what ranks lower first; `came` is called there, see `Background`."""
        self._manner = (
            f"{counted(len(workers), 'worker')}, {manner_of(self.level, cold=self._arguments.chosen.cold)}"
        )
        tasks = self._tasks()
        if not self._arguments.fail_fast:
            tasks.sort(key=lambda task: rank(_key_of(task)))
        programs = list(dict.fromkeys(task.solution for task in tasks))
        asked = {task.test.case for task in tasks}
        checkers = checkers_of(case for case in self.look.found.cases if case.id in asked)
        coming = judge(
            [*programs, *checkers],
            tasks,
            workers,
            workers.seal,
            fail_fast=self._arguments.fail_fast,
            built=self.progress.built,
        )
        self._background = Background(coming, workers, came)

    def _tasks(self) -> list[Task]:
        """With --fail-fast what follows an unexpected result that stands is skipped at once."""
        tasks: list[Task] = []
        failed: set[str] = set()
        for task in matrix(self.look.found.solutions, self.look.found.cases):
            key = _key_of(task)
            if stands := self.results.get(key):
                if self._arguments.fail_fast and stands.as_expected is False:
                    failed.add(task.solution.name)
            elif task.solution.name in failed:
                self.results[key] = skipped(task)
            else:
                tasks.append(task)
        return tasks

    def taken(self) -> Sequence[Result]:
        """What has come since; the final ones are among the results then."""
        taken = [*self._background.taken()] if self._background else []
        for result in taken:
            self.progress.came(result)
            if result.final:
                self.results[key_of(result)] = result
                self.judged.add(key_of(result))
        return taken

    @property
    def is_complete(self) -> bool:
        """Whether all results have come, and were not all taken yet. Raises what judging has raised."""
        return self._background is not None and self._background.is_complete

    def stop(self) -> None:
        if self._background:
            self._background.stop()

    def end(self) -> None:
        """All is known."""
        self._wall_s = time.monotonic() - self.began
        self.ended_at = time.strftime("%H:%M:%S")

    def outcome(self) -> Outcome:
        """As far as it is known."""
        found = self.look.found
        results = final_results(
            self.results.values(), found.solutions, found.cases, fail_fast=self._arguments.fail_fast
        )
        missing = self.total - len(results)
        known = Known(results=results, missing=missing, complete=bool(self.ended_at))
        began = time.monotonic() - self._wall_s if self.ended_at else self.began
        return outcome_of(self.look, known, self._manner, began)

    def code(self, outcome: Outcome) -> int:
        return 2 if self.look.found.faults else exit_code(outcome.results, outcome.owing)


def _key_of(task: Task) -> Key:
    return task.solution.name, task.test.case, task.test.number
