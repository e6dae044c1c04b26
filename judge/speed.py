"""What each command about speed does, from its arguments to its exit code."""

import random
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from judge import show as console
from judge.cases.project import Project
from judge.cases.tests import number_of_tests
from judge.commands import manner_of, named, project_of, selected
from judge.errors import Fault, InputErrors, UsageError, listed, unknown
from judge.files import WholeFile, read
from judge.model import Case, Solution, Verdict
from judge.results import Result, nothing_judged
from judge.running.runner import Runner
from judge.show import hyperfine, plot, speeds
from judge.show.json import parse
from judge.show.waiting import bench_progress, counting
from judge.sudoku.generate import made
from judge.timing import baselines
from judge.timing.counts import Count, count, why_no_instructions
from judge.timing.measure import Moment, Plan, measure
from judge.timing.participants import participants_of
from judge.timing.standings import Comparison
from judge.timing.time_limit import Window, window
from judge.timing.timings import Bench, Timing
from judge.work.engine import in_order, judge
from judge.work.workers import open_runners, physical_cores

# A limit belongs to a problem; up to so many cases each is shown with it.
_CASES_SHOWN = 10


def bench(arguments: Namespace) -> int:
    """Measure, show, keep, compare. 1 where something got worse than the baseline."""
    project = project_of(arguments)
    solutions, cases = selected(project, arguments)
    reference = _reference(arguments.reference, solutions, project)
    then = _baseline(project, arguments.against) if arguments.against else None
    kept = _new_baseline(project, arguments.save) if arguments.save else None
    files = {
        kind: WholeFile(path)
        for kind, path in (
            ("json", arguments.json),
            ("save", kept),
            ("hyperfine", arguments.export_hyperfine),
            ("plot", arguments.plot),
        )
        if path
    }
    now = _measured(solutions, cases, arguments)
    why = None
    if arguments.count and not now.interrupted:
        try:
            now, why = _counted(now, solutions, cases, arguments)
        except KeyboardInterrupt:
            now = replace(now, interrupted=True)
    try:
        speeds.show_bench(now, reference=reference, why_no_instructions=why)
    finally:
        _write(files, now, reference, arguments.plot)
    worse = False
    if then:
        changes = list(baselines.changes(then, now, max_slowdown=arguments.max_slowdown))
        same = then.machine == now.machine
        speeds.show_changes(changes, name=arguments.against, same_machine=same)
        worse = any(change.worse for change in changes)
    if now.interrupted:
        return 130
    return int(worse or all(timing.verdict is Verdict.SK for timing in now.timings))


def _write(files: Mapping[str, WholeFile], now: Bench, reference: str | None, plot_path: Path) -> None:
    """Every report that can be written. Raises InputErrors for the others."""
    faults: list[Fault] = []
    for kind, file in files.items():
        try:
            if kind == "plot":
                file.write(_picture(now, reference, plot_path))
            else:
                file.write(
                    hyperfine.document(now) if kind == "hyperfine" else baselines.document(now, reference)
                )
        except InputErrors as error:
            faults += error.faults
    if faults:
        raise InputErrors(tuple(faults))


def _measured(solutions: Sequence[Solution], cases: Sequence[Case], arguments: Namespace) -> Bench:
    plan = Plan(
        seed=random.SystemRandom().randrange(10**6) if arguments.seed is None else arguments.seed,
        precision=arguments.precision,
        budget_s=arguments.budget,
        warmups=arguments.warmups,
        most_rounds=arguments.rounds,
    )
    # The first processor serves most interrupts.
    core = physical_cores()[-1]
    with (
        Runner(core=core, level=arguments.sandbox, closed=project_of(arguments).closed()) as runner,
        bench_progress(plan.budget_s) as show,
    ):

        def progress(at: Moment) -> None:
            show(at.round, at.done, at.runs, at.undecided, at.spent_s)

        participants = participants_of(solutions, cases, runner)
        measured = measure(
            participants.entries,
            participants.execute,
            plan,
            machine=baselines.this_machine(manner=manner_of(runner.level(), cold=arguments.cold)),
            clock=time.monotonic,
            progress=progress,
        )
    place = {(s.name, c.id): n for n, (s, c) in enumerate((s, c) for s in solutions for c in cases)}
    timings = sorted(measured.timings + participants.absent, key=lambda t: place[t.solution, t.case])
    return replace(measured, timings=tuple(timings))


def _counted(
    bench: Bench, solutions: Sequence[Solution], cases: Sequence[Case], arguments: Namespace
) -> tuple[Bench, str | None]:
    """With the counts of what was solved, taken on all cores now that nothing is timed any more.

    And why there are no instructions among them, if there are none.
    """
    by_name = {solution.name: solution for solution in solutions}
    by_id = {case.id: case for case in cases}
    wanted = [(by_name[t.solution], by_id[t.case]) for t in bench.timings if t.times_s]
    counts: dict[tuple[str, str], Count] = {}
    closed = project_of(arguments).closed()
    with open_runners(None, arguments.sandbox, closed=closed) as runners, counting("counting") as show:
        why = why_no_instructions(runners[0])
        for done, found in enumerate(count(wanted, runners, instructions=not why), 1):
            show(done, len(wanted))
            counts[found.solution, found.case] = found

    def with_count(timing: Timing) -> Timing:
        found = counts.get((timing.solution, timing.case))
        if not found:
            return timing
        return replace(timing, calls=found.calls, lines=found.lines, instructions=found.instructions)

    return replace(bench, timings=tuple(map(with_count, bench.timings))), why


def _picture(bench: Bench, reference: str | None, path: Path) -> bytes:
    cases = tuple(dict.fromkeys(timing.case for timing in bench.timings))
    standings = Comparison(bench, cases).standings(reference)
    title = (
        f"{len(standings)} solutions, {len(cases)} cases, {bench.rounds} rounds; {bench.machine.processor}"
    )
    times = speeds.case_times(bench, standings)
    return plot.picture(standings, times, cases=len(cases), title=title, suffix=path.suffix)


def _reference(wanted: str | None, solutions: Sequence[Solution], project: Project) -> str | None:
    if wanted is None:
        return None
    names = [solution.name for solution in solutions]
    try:
        found = named(wanted, names, project.solutions)
    except UsageError as error:
        raise UsageError(f"--reference: {error}") from None
    if len(found) > 1:
        raise UsageError(f"--reference: expected one solution, got {len(found)}: {listed(found)}")
    return found[0]


def _baseline_path(project: Project, name: str) -> Path:
    return project.root / baselines.FOLDER / f"{name}.json"


def _new_baseline(project: Project, name: str) -> Path:
    path = _baseline_path(project, name)
    try:
        if path.exists() and not path.is_file():
            raise UsageError(f"--save: expected a file at {path}, got another kind")
        path.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise UsageError(f"--save: expected a file that can be written, got: {error.strerror}") from None
    return path


def _baseline(project: Project, name: str) -> Bench:
    path = _baseline_path(project, name)
    try:
        return baselines.parse(read(path)[0], path)
    except FileNotFoundError:
        known = sorted(other.stem for other in path.parent.glob("*.json"))
        message = unknown(f"one of the baselines in {path.parent}:", name, known)
        raise UsageError(f"--against: {message}") from None
    except OSError as error:
        raise UsageError(f"--against: expected a baseline at {path}, got: {error.strerror}") from None


def limits(arguments: Namespace) -> int:
    """Judge, as `run` does, or read what it wrote, and say what the limits do."""
    project = project_of(arguments)
    solutions, cases = selected(project, arguments)
    if arguments.results:
        results = _written(arguments.results, solutions, cases)
    else:
        results = _judged(solutions, cases, arguments)
    speeds.show_limits(list(_windows(in_order(results, solutions, cases), cases)))
    return int(nothing_judged(results))


def _written(path: Path, solutions: Sequence[Solution], cases: Sequence[Case]) -> list[Result]:
    """What the file knows of these solutions and cases."""
    try:
        results = parse(path.read_bytes(), path)
    except OSError as error:
        raise UsageError(f"--from: expected a file at {path}, got: {error.strerror}") from None
    names, ids = {solution.name for solution in solutions}, {case.id for case in cases}
    return [result for result in results if result.solution in names and result.case in ids]


def _judged(solutions: Sequence[Solution], cases: Sequence[Case], arguments: Namespace) -> list[Result]:
    up_to_s = arguments.up_to or 0.0
    longer = [
        replace(case, limits=replace(case.limits, cpu_s=max(case.limits.cpu_s, up_to_s))) for case in cases
    ]
    totals = {s.name: sum(number_of_tests(case, s.format) for case in cases) for s in solutions}
    results = []
    with (
        open_runners(arguments.jobs, arguments.sandbox, closed=project_of(arguments).closed()) as runners,
        console.progress(totals) as show,
    ):
        for result in judge(solutions, longer, runners):
            show(result)
            results.append(result)
    return results


def _windows(results: Sequence[Result], cases: Sequence[Case]) -> Iterator[Window]:
    """For each case, or where there are many for each problem and limit."""
    each = len(cases) <= _CASES_SHOWN
    for (name, limit_s), group in groupby(
        cases, key=lambda case: (case.id if each else case.id.partition("/")[0], case.limits.cpu_s)
    ):
        members = {case.id for case in group}
        yield window(name, limit_s, [result for result in results if result.case in members])


def generate(arguments: Namespace) -> int:
    """Write cases of sudoku, the same for the same seed."""
    file = WholeFile(arguments.output) if arguments.output else None
    with counting("generating") as progress:
        written = made(arguments.number, seed=arguments.seed, progress=progress)
    if file:
        file.write(written.encode())
    else:
        sys.stdout.write(written)
    return 0
