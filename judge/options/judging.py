"""Steps that judging commands share: workers, results, and exit codes."""

import shlex
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from judge.cases.project import Project
from judge.library.folders import Loaded
from judge.model.cases import Case
from judge.model.groups import group_by
from judge.model.programs import Solution
from judge.model.results import Result, not_judged, nothing_judged
from judge.options.declaration import to_words
from judge.options.groups import Folders, Manner, Sealing, Start
from judge.platform.errors import printable
from judge.running.keeper_client import Level
from judge.show.outcome import Outcome
from judge.work.engine import judge, list_deciders, list_tasks, order_final_results
from judge.work.slots import Programs, Seal
from judge.work.workers import Workers, open_workers

if TYPE_CHECKING:
    from judge.show.progress import Progress


def open_local_workers(
    project: Project, sealing: Sealing, jobs: int | None = None, *, programs: Programs | None = None
) -> AbstractContextManager[Workers]:
    """Open workers for a project, by default one for each physical core."""
    seal = Seal(level=sealing.sandbox, closed=project.closed())
    return open_workers(jobs, seal, programs=programs)


def describe_manner(level: Level, start: Start, solutions: Iterable[Solution] | None = None) -> str:
    """Describe how programs are sealed, built and started.

    How Python starts is left out if none of the `solutions` is started by the judge's own interpreter.
    """
    is_cold = start.cold or start.debug
    parts = [f"sandbox {level}"]
    if solutions is None or any(is_started_here(each, is_cold=is_cold) for each in solutions):
        parts.append(f"Python {'started' if is_cold else 'forked warm'}")
    return ", ".join([*parts, *["debug builds"] * start.debug])


def is_started_here(solution: Solution, *, is_cold: bool) -> bool:
    """Return whether the judge's own interpreter runs the solution."""
    is_python = solution.language.name == "python"
    return is_python and (is_cold or not solution.interpreter or solution.is_warm)


def judge_all(
    solutions: Sequence[Solution],
    cases: Sequence[Case],
    workers: Workers,
    *,
    progress: "Progress | None" = None,
) -> tuple[Result, ...]:
    """Judge every solution on every test, and return the results in order."""
    results = []
    programs = [*solutions, *list_deciders(cases)]
    built = progress.count_built if progress else lambda made, programs: None
    for result in judge(programs, list_tasks(solutions, cases), workers, workers.seal, built=built):
        if progress:
            progress.add(result)
        results.append(result)
    return order_final_results(results, solutions, cases)


def group_by_solvers(found: Loaded) -> tuple[tuple[str, ...], ...]:
    """Group the problems that the same solutions solve, since they share a table."""
    groups = group_by(
        dict.fromkeys(case.problem for case in found.cases),
        lambda problem: tuple(solution.belongs_to(problem) for solution in found.solutions),
    )
    return tuple(map(tuple, groups.values()))


def make_show_command(found: Loaded, folders: Folders, manner: Manner) -> Callable[[Result], str]:
    """Return a function that makes, for each result, the `judge show` command that shows the same run."""
    words = ["judge", "show", *to_words(Folders, folders), *to_words(Manner, manner)]
    # A program outside of projects is named by its path, unless it is here.
    elsewhere = bool(found.project.programs) and found.project.root != Path()
    names = {one.name: str(one.path) if elsewhere else one.name for one in found.solutions}

    def command(result: Result) -> str:
        return printable(shlex.join([*words, names[result.solution], result.case]))

    return command


def exit_code(outcome: Outcome) -> int:
    """Return 0 if all results are as expected, 1 if one is not or nothing was judged.

    Return 2 if something could not be judged, since a file of the problem or the system failed.
    """
    if outcome.faults or not_judged(outcome.results):
        return 2
    unexpected = any(cell.as_expected is False for cell in outcome.cells)
    return int(unexpected or bool(outcome.owing) or nothing_judged(outcome.results))
