"""`judge limits`: how far each solution is from its limits, and whom a limit accepts."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from msgspec.structs import replace

from judge import show as console
from judge.cases.project import Project
from judge.commands.chosen import Chosen, Folders, jobs_option, project_of
from judge.commands.declared import Command, option
from judge.commands.judging import judged, opened, planned, told
from judge.commands.kinds import FILE, TIME
from judge.commands.selection import selected
from judge.errors import UsageError
from judge.model import Case, Solution, Verdict, problem_of
from judge.results import Result, nothing_judged
from judge.show import speeds
from judge.show.read_json import parse
from judge.streams import held
from judge.timing.time_limit import Window, window
from judge.work.engine import final_results

# A limit belongs to a problem; up to so many cases each is shown with it.
_CASES_SHOWN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders
    chosen: Chosen
    up_to_s: float | None = option("--up-to", TIME, "let slow solutions run this long to see what they need")
    results: Path | None = option(
        "--from", FILE, "take the results that `run --json` wrote instead of running"
    )
    jobs: int | None = jobs_option()


@held()
def limits(arguments: Arguments) -> int:
    """Judge, as `run` does, or read what it wrote, and say what the limits do."""
    project = project_of(arguments.folders, arguments.chosen.solutions)
    found = selected(project, arguments.chosen)
    faulty = told(found)
    solutions, cases = found.whole().solutions, found.cases
    if arguments.results:
        results = _written(arguments.results, solutions, cases)
    else:
        results = _judged(project, solutions, cases, arguments)
    slow = {each.name for each in solutions if any(Verdict.TLE in some for some in each.required)}
    speeds.show_limits(list(_windows(results, cases, slow)))
    return 2 if faulty else int(nothing_judged(results))


def _written(path: Path, solutions: Sequence[Solution], cases: Sequence[Case]) -> tuple[Result, ...]:
    """What the file knows of these solutions and cases."""
    try:
        results = parse(path.read_bytes(), path).results
    except OSError as error:
        raise UsageError(f"--from: expected a file at {path}, got: {error.strerror}") from None
    names, ids = {solution.name for solution in solutions}, {case.id for case in cases}
    known = [result for result in results if result.solution in names and result.case in ids]
    return final_results(known, solutions, cases)


def _judged(
    project: Project, solutions: Sequence[Solution], cases: Sequence[Case], arguments: Arguments
) -> tuple[Result, ...]:
    up_to_s = arguments.up_to_s or 0.0
    longer = [
        replace(case, limits=replace(case.limits, cpu_s=max(case.limits.cpu_s, up_to_s))) for case in cases
    ]
    shown = console.progress(planned(solutions, longer))
    with opened(project, arguments.chosen, arguments.jobs) as workers, shown as progress:
        return judged(solutions, longer, workers, progress=progress)


def _windows(results: Sequence[Result], cases: Sequence[Case], slow: Collection[str]) -> Iterator[Window]:
    """For each case, or where there are many for each problem and limit.

    Those that are `slow` are too slow on some test of a problem: of one case alone that says nothing.
    """
    each = len(cases) <= _CASES_SHOWN
    of_problems = Counter(problem_of(case.id) for case in cases)
    for (name, limit_s), group in groupby(
        cases, key=lambda case: (case.id if each else problem_of(case.id), case.limits.cpu_s)
    ):
        members = {case.id for case in group}
        is_whole = len(members) == of_problems[problem_of(name)]
        own = [result for result in results if result.case in members]
        yield window(name, limit_s, own, must_fail=slow if is_whole else ())


COMMAND = Command(Arguments, limits)
