"""What commands share that judge: workers as the command line wants them, results, what these mean."""

import shlex
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from judge.cases.project import Project
from judge.cases.tests import count_tests, limits_for, select_cases
from judge.errors import printable
from judge.library import Loaded
from judge.model import Case, Solution, problem_of
from judge.options.declaration import to_words
from judge.options.groups import Folders, Manner
from judge.owing import Unmet
from judge.patterns import matches
from judge.results import Result, by_case, case_as_expected, not_judged, nothing_judged
from judge.running.keeper_client import Level
from judge.show.forecast import Pair, PlannedTests
from judge.show.progress import Progress
from judge.streams import warn
from judge.verdicts import Verdict
from judge.work.engine import checkers_of, final_results, judge, matrix
from judge.work.slots import Programs, Seal
from judge.work.workers import Workers, open_workers


def open_local_workers(
    project: Project, manner: Manner, jobs: int | None = None, *, programs: Programs | None = None
) -> AbstractContextManager[Workers]:
    """Workers for this project, by default one for each physical core."""
    seal = Seal(level=manner.sandbox, closed=project.closed())
    return open_workers(jobs, seal, programs=programs)


def describe_manner(level: Level, *, cold: bool) -> str:
    """How programs are sealed and started, in words."""
    return f"sandbox {level}, Python {'started' if cold else 'forked warm'}"


def judge_all(
    solutions: Sequence[Solution],
    cases: Sequence[Case],
    workers: Workers,
    *,
    progress: Progress | None = None,
) -> tuple[Result, ...]:
    """Every test of every solution, in their order; `progress` hears of each as it comes."""
    results = []
    programs = [*solutions, *checkers_of(cases)]
    built = progress.count_built if progress else lambda made, programs: None
    for result in judge(programs, matrix(solutions, cases), workers, workers.seal, built=built):
        if progress:
            progress.add(result)
        results.append(result)
    return final_results(results, solutions, cases)


def plan_tests(solutions: Sequence[Solution], cases: Sequence[Case]) -> dict[Pair, PlannedTests]:
    """What there is to do, for who shows how far it is."""
    formats = {solution.format for solution in solutions}
    tests = {(case.id, format): count_tests(case, format) for case in cases for format in formats}
    return {
        (solution.name, case.id): PlannedTests(
            tests=tests[case.id, solution.format],
            limit_s=limits_for(solution, case).allowance_s,
            stopped=solution.expected(case.id) == (Verdict.TLE,),
        )
        for solution in solutions
        for case in select_cases(solution, cases)
    }


def report_faults(found: Loaded) -> bool:
    """Whether files are at fault; a line for each of their faults is on standard error."""
    warn(found.faults)
    return bool(found.faults)


def group_by_solvers(found: Loaded) -> tuple[tuple[str, ...], ...]:
    """The problems that are judged by the same solutions, beside each other."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for problem in dict.fromkeys(problem_of(case.id) for case in found.cases):
        programs = tuple(solution.name for solution in found.solutions if solution.belongs_to(problem))
        groups.setdefault(programs, []).append(problem)
    return tuple(map(tuple, groups.values()))


def make_show_command(found: Loaded, folders: Folders, manner: Manner) -> Callable[[Result], str]:
    """Return a function that makes, for each result, the `judge show` command that shows the same run."""
    words = ["judge", "show", *to_words(Folders, folders), *to_words(Manner, manner)]
    # What lies in no project goes by its path, unless it is here.
    elsewhere = bool(found.project.programs) and found.project.root != Path()
    names = {one.name: str(one.path) if elsewhere else one.name for one in found.solutions}

    def command(result: Result) -> str:
        return printable(shlex.join([*words, names[result.solution], result.case]))

    return command


def locate_expectations(found: Loaded) -> Callable[[Result], tuple[Path, int]]:
    """Where it is stated what a result should be, by its case or its solution; line 0 where by nobody."""
    solutions = {solution.name: solution for solution in found.solutions}
    paths = {case.id: case.path for case in found.cases}

    def place(result: Result) -> tuple[Path, int]:
        solution = solutions[result.solution]
        for path, told in ((paths[result.case], solution.known), (solution.path, solution.expectations)):
            if line := next((each.line for each in told if matches(each.pattern, result.case)), 0):
                return path, line
        return solution.path, 0

    return place


def exit_code(results: Sequence[Result], owing: Sequence[Unmet] = ()) -> int:
    """0 where all that was judged is as expected, 1 where something is not or nothing was judged.

    2 where something could not be judged: a file of the problem or the system has failed.
    """
    if not_judged(results):
        return 2
    unexpected = any(case_as_expected(cell) is False for cell in by_case(results))
    return int(unexpected or bool(owing) or nothing_judged(results))
