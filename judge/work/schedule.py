"""The order of builds and tests: a test follows the builds that it needs, and other builds run next to it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from judge.model.programs import Solution
from judge.running.languages.base import Unready
from judge.work.slots import Seal
from judge.work.task_results import Task, refuse_task
from judge.work.tasks import carry_out, carry_out_alone, prepare

# The place of a task in the order of tasks, and the task.
Ranked = tuple[int, Task]
# A call on an executor. A task returns its `Result`. The build of a program returns why the program cannot
# run, or None.
ScheduledCall = tuple[Ranked | Solution, Callable[..., Any], tuple[Any, ...]]


class Schedule:
    """Calls that build `programs` and carry out `tasks`, which may be endless, in their order.

    At most `builders` builds are open at a time. If it is None, all builds come first. `alone` means that no
    task runs along with an earlier one.
    """

    def __init__(
        self,
        programs: Iterable[Solution],
        tasks: Iterable[Task],
        seal: Seal,
        *,
        builders: int | None,
        alone: bool = False,
    ) -> None:
        self._tasks, self._seal, self._is_overlapping = tasks, seal, builders is not None
        self._carry_out = carry_out_alone if alone else carry_out
        self._left = dict.fromkeys(programs)
        self._open: set[Solution] = set()
        self._refusals: dict[Solution, Unready] = {}
        self.programs = len(self._left)
        self._most = self.programs if builders is None else builders

    @property
    def built(self) -> int:
        """The number of builds that have ended."""
        return self.programs - len(self._left) - len(self._open)

    def end_build(self, program: Solution, why: Unready | None) -> None:
        """Note that a build has ended; `why` is the reason if the program cannot run."""
        self._open.remove(program)
        if why:
            self._refusals[program] = why

    def list_calls(self) -> Iterator[ScheduledCall | None]:
        """Yield the calls. None means that another call follows once a build has ended."""
        for rank, task in enumerate(self._tasks):
            if self._left or self._open:
                yield from self._list_needed(task)
            if why := self._refusals.get(task.solution):
                yield (rank, task), refuse_task, (task, why)
            else:
                yield (rank, task), self._carry_out, (task, self._seal)
            # Builds go on next to tests: if they came last, workers would be idle meanwhile.
            while self._left and len(self._open) < self._most:
                yield self._build(next(iter(self._left)))
        while self._left:
            yield self._build(next(iter(self._left))) if len(self._open) < self._most else None

    def _list_needed(self, task: Task) -> Iterator[ScheduledCall | None]:
        """Yield builds until the programs of a task are built."""
        needed = {task.solution, *(each.program for each in task.test.case.programs)}
        if not self._is_overlapping:
            needed.update(self._left, self._open)
        while not needed.isdisjoint(self._open) or not needed.isdisjoint(self._left):
            first = next(filter(needed.__contains__, self._left), next(iter(self._left), None))
            yield self._build(first) if first and len(self._open) < self._most else None

    def _build(self, program: Solution) -> ScheduledCall:
        del self._left[program]
        self._open.add(program)
        return program, prepare, (program, self._seal)
