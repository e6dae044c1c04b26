"""`judge limits`: how close solutions come to their limits, and which limits are safe."""

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from judge.cases.new_limit import set_time
from judge.cases.project import Project
from judge.cases.tests import plan_tests
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.results import Result, not_judged, nothing_judged
from judge.options.declaration import Command, flag, option
from judge.options.groups import Folders, Selection, enter_folder, find_project, jobs_option
from judge.options.judging import is_started_here, judge_all, open_local_workers
from judge.options.kinds import FACTOR, FILE, TIME
from judge.options.selection import load_selected
from judge.platform.errors import Fault, InputErrors, UsageError, printable
from judge.platform.files import RESULTS_BYTES, read
from judge.platform.machine import processor
from judge.platform.units import write_time
from judge.show.json_reader import parse
from judge.show.limits import show_limits
from judge.show.progress import show_progress
from judge.show.step_log import held, warn
from judge.timing.limit_question import LimitQuestion, allow_time, ask_about, list_problems, run_longer
from judge.timing.time_limit import Margins, Window, check_margins, find_window
from judge.work.engine import order_final_results

_USUAL = Margins()


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders
    selection: Selection
    up_to_s: float | None = option("--up-to", TIME, "let slow solutions run this long, to see what they need")
    results: Path | None = option(
        "--from", FILE, "read the results that `judge run --json FILE` wrote instead of running"
    )
    set: bool = flag("--set", "write the suggested limit into the case file of each problem")
    factor: float | None = option(
        "--factor",
        FACTOR,
        f"suggest this many times the time of the slowest accepted solution (default: {_USUAL.factor:g})",
    )
    margin: float | None = option(
        "--margin",
        FACTOR,
        f"solutions expected to be too slow must need this many times the limit (default: {_USUAL.margin:g})",
    )
    jobs: int | None = jobs_option()


@held()
def limits(arguments: Arguments) -> int:
    """Judge, or read results of `run`, and show whether the limits are safe."""
    folders, selection = enter_folder(arguments.folders, arguments.selection)
    if selection.debug:
        raise UsageError("--debug: expected programs that are built for their times, got debug builds")
    arguments = dataclasses.replace(arguments, folders=folders, selection=selection)
    project = find_project(folders, selection.solutions, level=selection.sandbox)
    margins = _margins(project, arguments)
    found = load_selected(project, arguments.selection)
    warn(found.faults)
    solutions, cases = found.whole().solutions, found.cases
    asked = ask_about(solutions, cases, is_set=arguments.set)
    results: Sequence[Result]
    if arguments.results:
        results = _written(arguments.results, solutions, cases)
    else:
        results = _judged(project, solutions, cases, arguments)
    if margins:
        results = run_longer(
            solutions, results, asked, margins, lambda slow, longer: _judged(project, slow, longer, arguments)
        )
    show_limits(list(_windows(results, asked)))
    are_safe = not margins or _told_safe(project.cases, results, asked, margins)
    if margins and not selection.cold and any(is_started_here(each, is_cold=False) for each in solutions):
        print("these times leave out the start of Python, which sites count: `--cold` includes it")
    lost = dict.fromkeys(f"{one.solution}: JE: {one.message}" for one in not_judged(results))
    warn(lost)
    return 2 if found.faults or lost else int(nothing_judged(results) or not are_safe)


def _margins(project: Project, arguments: Arguments) -> Margins | None:
    """Return the margins that limits must keep, None unless asked for.

    Raises UsageError if these arguments cannot set a limit or show that it is safe.
    """
    if arguments.set and (project.tests or project.origins):
        got = "a folder of tests" if project.tests else "a package (`judge import` makes a project of it)"
        raise UsageError(f"--set: expected a project, whose case files state limits, got {got}")
    named = {"--set": arguments.set, "--factor": arguments.factor, "--margin": arguments.margin}
    asking = [name for name, value in named.items() if value]
    if not asking:
        return None
    for name, value in (("--from", arguments.results), ("--case", arguments.selection.cases)):
        if value:
            raise UsageError(f"{asking[0]}: expected all tests of a problem, run here, got {name}")
    return Margins(factor=arguments.factor or _USUAL.factor, margin=arguments.margin or _USUAL.margin)


def _told_safe(folder: Path, results: Sequence[Result], asked: LimitQuestion, margins: Margins) -> bool:
    """Show whether the limit of each problem is safe, and write it with --set. Return whether all are.

    Raises InputErrors at the end if a file could not be written.
    """
    are_safe = True
    unwritten: list[Fault] = []
    for problem in list_problems(results):
        try:
            found = check_margins(asked.find_window(problem, results, margins), margins)
            time = write_time(found.limit_s)
            if asked.is_set:
                reasons = (
                    f"{found.rule}, rounded up",
                    found.bound,
                    f"{date.today()}, {printable(processor())}",
                )
                why = "; ".join(filter(None, reasons))
                rewriting = set_time(folder, problem, time, why)
                try:
                    rewriting.write()
                    print(f"{rewriting.path}: {time}: {why}")
                except InputErrors as error:
                    unwritten += error.faults
            else:
                why = "; ".join(filter(None, [found.rule, found.bound]))
                print(f"{problem}: {time} is safe, at least {why}")
        except (ValueError, InputErrors) as error:
            warn([error if isinstance(error, InputErrors) else UsageError(f"{problem}: {error}")])
            are_safe = False
    if unwritten:
        raise InputErrors(tuple(unwritten))
    return are_safe


def _written(path: Path, solutions: Sequence[Solution], cases: Sequence[Case]) -> tuple[Result, ...]:
    """Return the results of a file for these solutions and cases."""
    try:
        results = parse(read(path, RESULTS_BYTES)[0], path).results
    except OSError as error:
        raise UsageError(f"--from: expected a file at {path}, got: {error.strerror}") from None
    names, ids = {solution.name for solution in solutions}, {case.id for case in cases}
    known = [result for result in results if result.solution in names and result.case in ids]
    return order_final_results(known, solutions, cases)


def _judged(
    project: Project, solutions: Sequence[Solution], cases: Sequence[Case], arguments: Arguments
) -> tuple[Result, ...]:
    longer = [allow_time(case, arguments.up_to_s or 0.0) for case in cases]
    shown = show_progress(plan_tests(solutions, longer))
    with open_local_workers(project, arguments.selection, arguments.jobs) as workers, shown as progress:
        return judge_all(solutions, longer, workers, progress=progress)


def _windows(results: Sequence[Result], asked: LimitQuestion) -> Iterator[Window]:
    """Yield each problem, once for each limit of its cases."""
    of_problems = Counter(case.problem for case in asked.cases)
    groups: dict[tuple[str, float], set[str]] = {}
    for case in asked.cases:
        groups.setdefault((case.problem, case.limits.cpu_s), set()).add(case.id)
    for (problem, limit_s), members in groups.items():
        is_whole = len(members) == of_problems[problem]
        own = [result for result in results if result.case in members]
        yield find_window(problem, limit_s, own, must_fail=asked.slow if is_whole else (), free=asked.free)


_EXAMPLES = (
    ("judge limits", "how close each solution comes to its limits"),
    ("judge limits --set", "write suggested limits into the case files"),
)
COMMAND = Command(Arguments, limits, examples=_EXAMPLES)
