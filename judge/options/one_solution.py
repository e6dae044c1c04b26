"""The tests of one solution that words name, and the first that fails."""

from collections.abc import Sequence
from contextlib import closing

from judge.cases.project import Project
from judge.model.results import Result
from judge.options.groups import Manner
from judge.options.selection import load_selected
from judge.platform.errors import UsageError, as_word, listed
from judge.work.calls import run_calls_in_order
from judge.work.engine import list_tasks
from judge.work.task_results import Task
from judge.work.tasks import ObservedResult, examine_task
from judge.work.workers import Workers


def list_tests(
    project: Project, solution: str, cases: Sequence[str], manner: Manner, number: int | None
) -> list[Task]:
    """Return the tests of the solution on the cases that these words name, or the one with the number.

    Raises UsageError.
    """
    found = load_selected(project, manner.select((solution,), cases))
    if len(found.solutions) != 1:
        names = listed([as_word(solution.name) for solution in found.solutions])
        raise UsageError(f"expected one solution, got {len(found.solutions)}: name one of {names}")
    # An id that is also the start of others names its own case only.
    named = tuple(case for case in found.cases if case.id in cases) or found.cases
    tasks = list(list_tasks(found.solutions, named))
    if number is None:
        return tasks
    if len(named) != 1:
        raise UsageError(
            f"--test: expected one case, got {len(named)}: {listed([case.id for case in named])}"
        )
    if number > len(tasks):
        raise UsageError(f"--test: expected a number from 1 to {len(tasks)}, got {number}")
    return [tasks[number - 1]]


def find_failure(tasks: Sequence[Task], workers: Workers) -> tuple[Task, ObservedResult, list[Result]]:
    """Return the first test that fails, or else the first one, and the results until the end of its case."""
    results: list[Result] = []
    shown: tuple[Task, ObservedResult] | None = None
    calls = ((examine_task, (task, workers.seal)) for task in tasks)
    # One at a time, since each holds its output.
    with closing(run_calls_in_order(workers, calls, ahead=1)) as outcomes:
        for task in tasks:
            if shown and not is_sound(shown[1]) and task.test.case.id != shown[0].test.case.id:
                break
            seen = next(outcomes)
            results.append(seen.result)
            if shown is None or (is_sound(shown[1]) and not is_sound(seen)):
                shown = task, seen
    assert shown
    return *shown, results


def is_sound(seen: ObservedResult) -> bool:
    return seen.result.verdict.is_sound
