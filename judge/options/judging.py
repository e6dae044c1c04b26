"""Steps that judging commands share: workers, results, and exit codes."""

import shlex
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from judge.cases.project import Project
from judge.cases.tests import count_tests, limits_for, select_cases
from judge.library.folders import Loaded
from judge.model.cases import Case
from judge.model.patterns import matches, problem_of
from judge.model.programs import Solution
from judge.model.results import Result, not_judged, nothing_judged
from judge.model.verdicts import Verdict
from judge.options.declaration import to_words
from judge.options.groups import Folders, Manner, Sealing, Start
from judge.platform.errors import printable
from judge.running.keeper_client import Level
from judge.show.forecast import Pair, PlannedTests
from judge.show.outcome import Outcome
from judge.show.progress import Progress
from judge.work.engine import judge, list_deciders, list_tasks, order_final_results
from judge.work.slots import Programs, Seal
from judge.work.workers import Workers, open_workers


def open_local_workers(
    project: Project, sealing: Sealing, jobs: int | None = None, *, programs: Programs | None = None
) -> AbstractContextManager[Workers]:
    """Open workers for a project, by default one for each physical core."""
    seal = Seal(level=sealing.sandbox, closed=project.closed())
    return open_workers(jobs, seal, programs=programs)


def describe_manner(level: Level, start: Start) -> str:
    """Describe how programs are sealed, built and started."""
    python = "started" if start.cold or start.debug else "forked warm"
    return f"sandbox {level}, Python {python}{', debug builds' if start.debug else ''}"


def judge_all(
    solutions: Sequence[Solution],
    cases: Sequence[Case],
    workers: Workers,
    *,
    progress: Progress | None = None,
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


def plan_tests(solutions: Sequence[Solution], cases: Sequence[Case]) -> dict[Pair, PlannedTests]:
    """Count the tests of each solution on each case, for the display of progress."""
    formats = {solution.format for solution in solutions}
    tests = {(case.id, format): count_tests(case, format) for case in cases for format in formats}
    return {
        (solution.name, case.id): PlannedTests(
            tests=tests[case.id, solution.format],
            limit_s=limits_for(solution, case.limits).allowance_s,
            stopped=solution.expected(case.id) == (Verdict.TLE,),
        )
        for solution in solutions
        for case in select_cases(solution, cases)
    }


def group_by_solvers(found: Loaded) -> tuple[tuple[str, ...], ...]:
    """Group the problems that the same solutions solve, since they share a table."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for problem in dict.fromkeys(problem_of(case.id) for case in found.cases):
        programs = tuple(solution.name for solution in found.solutions if solution.belongs_to(problem))
        groups.setdefault(programs, []).append(problem)
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


def locate_expectations(found: Loaded) -> Callable[[Result], tuple[Path, int]]:
    """Return a function that finds where the expectation of a result is stated; line 0 if nowhere."""
    solutions = {solution.name: solution for solution in found.solutions}
    paths = {case.id: case.path for case in found.cases}

    def place(result: Result) -> tuple[Path, int]:
        solution = solutions[result.solution]
        for path, told in ((paths[result.case], solution.known), (solution.path, solution.expectations)):
            if line := next((each.line for each in told if matches(each.pattern, result.case)), 0):
                return path, line
        return solution.path, 0

    return place


def exit_code(outcome: Outcome) -> int:
    """Return 0 if all results are as expected, 1 if one is not or nothing was judged.

    Return 2 if something could not be judged, since a file of the problem or the system failed.
    """
    if outcome.faults or not_judged(outcome.results):
        return 2
    unexpected = any(cell.as_expected is False for cell in outcome.cells)
    return int(unexpected or bool(outcome.owing) or nothing_judged(outcome.results))
