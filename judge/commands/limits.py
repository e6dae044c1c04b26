"""`judge limits`: how far each solution is from its limits, and whom a limit accepts."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from pathlib import Path

from msgspec.structs import replace

from judge import show as console
from judge.cases.project import Project
from judge.cases.restated import with_time
from judge.commands.chosen import Chosen, Folders, jobs_option, project_of
from judge.commands.declared import Command, flag, option
from judge.commands.judging import judged, opened, planned, told
from judge.commands.kinds import FACTOR, FILE, TIME
from judge.commands.selection import selected
from judge.errors import InputErrors, UsageError, printable
from judge.machine import processor
from judge.model import Case, Solution, problem_of
from judge.results import Result, nothing_judged
from judge.show import speeds
from judge.show.read_json import parse
from judge.streams import held, warn
from judge.timing.time_limit import USUAL_FACTOR, Window, derived, window
from judge.units import time_of
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
    set: bool = flag("--set", "write the limit that follows into the case file of each problem")
    factor: float | None = option(
        "--factor",
        FACTOR,
        f"with --set: how many times the slowest accepted program's time ({USUAL_FACTOR:g})",
    )
    jobs: int | None = jobs_option()


@held()
def limits(arguments: Arguments) -> int:
    """Judge, as `run` does, or read what it wrote, and say what the limits do, or set what follows."""
    project = project_of(arguments.folders, arguments.chosen.solutions)
    _check(project, arguments)
    found = selected(project, arguments.chosen)
    faulty = told(found)
    solutions, cases = found.whole().solutions, found.cases
    if arguments.results:
        results = _written(arguments.results, solutions, cases)
    else:
        results = _judged(project, solutions, cases, arguments)
    slow = {each.name for each in solutions if any(rule.bounds == "upper" for rule in each.rules)}
    free = {each.name for each in solutions if not any(rule.bounds for rule in each.rules)}
    free -= {each.name for each in solutions if each.expectations}
    speeds.show_limits(list(_windows(results, cases, slow, free)))
    are_set = not arguments.set or _set(project.cases, results, slow, free, arguments.factor or USUAL_FACTOR)
    return 2 if faulty else int(nothing_judged(results) or not are_set)


def _check(project: Project, arguments: Arguments) -> None:
    """Raises UsageError where no limit can be set by these arguments."""
    if arguments.factor and not arguments.set:
        raise UsageError("--factor: expected --set beside it, got none")
    if not arguments.set:
        return
    if project.tests or project.origins:
        got = "a folder of tests" if project.tests else "a package"
        raise UsageError(f"--set: expected a project, whose case files state limits, got {got}")
    for name, value in (("--from", arguments.results), ("--case", arguments.chosen.cases)):
        if value:
            raise UsageError(f"--set: expected all tests of a problem, run here, got {name}")


def _set(
    folder: Path, results: Sequence[Result], slow: Collection[str], free: Collection[str], factor: float
) -> bool:
    """Write the limit that follows for each problem, and say why it is this one; whether all have one."""
    are_set = True
    for problem in dict.fromkeys(problem_of(result.case) for result in results):
        own = [result for result in results if problem_of(result.case) == problem]
        try:
            found = derived(window(problem, 0.0, own, must_fail=slow, free=free), factor)
            time = time_of(found.limit_s)
            by = f"{date.today()}, {printable(processor())}"
            why = "; ".join(filter(None, [found.rule, found.bound, by]))
            rewriting = with_time(folder, problem, time, why)
            rewriting.write()
            print(f"{rewriting.path}: time: {time}, {why}")
        except (ValueError, InputErrors) as error:
            warn([error if isinstance(error, InputErrors) else UsageError(f"{problem}: {error}")])
            are_set = False
    return are_set


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


def _windows(
    results: Sequence[Result], cases: Sequence[Case], slow: Collection[str], free: Collection[str]
) -> Iterator[Window]:
    """For each case, or where there are many for each problem and limit.

    Those that are `slow` are too slow on some test of a problem: of one case alone that says nothing.
    Those that are `free` bound no limit.
    """
    each = len(cases) <= _CASES_SHOWN
    of_problems = Counter(problem_of(case.id) for case in cases)
    for (name, limit_s), group in groupby(
        cases, key=lambda case: (case.id if each else problem_of(case.id), case.limits.cpu_s)
    ):
        members = {case.id for case in group}
        is_whole = len(members) == of_problems[problem_of(name)]
        own = [result for result in results if result.case in members]
        yield window(name, limit_s, own, must_fail=slow if is_whole else (), free=free)


COMMAND = Command(Arguments, limits)
