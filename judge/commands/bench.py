"""`judge bench`: measures and compares the speeds of solutions."""

import dataclasses
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import starmap
from pathlib import Path

from msgspec.structs import replace

from judge.cases.project import Project
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.verdicts import Verdict
from judge.options.declaration import Command, flag, option
from judge.options.groups import Folders, Selection, enter_folder, find_project, memory_option, time_option
from judge.options.judging import describe_manner, open_local_workers
from judge.options.kinds import BASELINE, COUNT, FEW, OUTPUT, PICTURE, SEED, SHARE, SOLUTION, TIME
from judge.options.reports import Page, Report, make_page_report, open_reports
from judge.options.selection import find_solutions, load_selected
from judge.platform.errors import InputErrors, UsageError, counted, listed, unknown
from judge.platform.files import RESULTS_BYTES, read
from judge.platform.interrupts import INTERRUPTED
from judge.running.runner import Runner
from judge.show import hyperfine, plot, speeds
from judge.show.html.bench import render_bench
from judge.show.progress import show_count, show_rounds
from judge.show.step_log import held, warn
from judge.timing import baselines
from judge.timing.counts import Count, count, explain_no_instructions
from judge.timing.measure import Plan, measure
from judge.timing.participants import gather_participants
from judge.timing.standings import Comparison
from judge.timing.timings import Bench, Timing
from judge.work.calls import run_calls
from judge.work.slots import Programs, Seal, Slot
from judge.work.workers import list_physical_cores


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders
    selection: Selection
    time_s: float | None = time_option()
    memory_bytes: int | None = memory_option()
    precision: float = option(
        "--precision", SHARE, "differences below this are ties (default: 2%)", default=0.02
    )
    budget_s: float = option("--budget", TIME, "stop after this time (default: 60s)", default=60.0)
    rounds: int | None = option("--rounds", COUNT, "stop after this many rounds")
    warmups: int = option("--warmups", FEW, "rounds before the first that counts (default: 1)", default=1)
    seed: int | None = option("--seed", SEED, "seed of the order in each round (default: random)")
    reference: str | None = option(
        "--reference", SOLUTION, "show ratios to this solution (default: the fastest)"
    )
    count: bool = flag("--count", "also count instructions, and the calls and lines of Python solutions")
    save: str | None = option("--save", BASELINE, "save the result as the baseline NAME")
    against: str | None = option(
        "--against", BASELINE, "compare with the baseline NAME; exit code 1 if anything got slower"
    )
    max_slowdown: float = option(
        "--max-slowdown", SHARE, "slowdown that --against tolerates (default: 5%)", default=0.05
    )
    json: Path | None = option("--json", OUTPUT, "write the result as JSON")
    hyperfine: Path | None = option(
        "--export-hyperfine", OUTPUT, "write the result in the JSON format of hyperfine"
    )
    page: Page
    plot: Path | None = option("--plot", PICTURE, "draw a plot as .svg or .png (needs matplotlib)")


def bench(arguments: Arguments) -> int:
    """Measure, show, save and compare. Return 1 if something got slower than the baseline."""
    folders, selection = enter_folder(arguments.folders, arguments.selection)
    arguments = dataclasses.replace(arguments, folders=folders, selection=selection)
    project = find_project(folders, selection.solutions, level=selection.sandbox)
    found = load_selected(
        project, arguments.selection, time_s=arguments.time_s, memory_bytes=arguments.memory_bytes
    )
    if found.faults and (arguments.selection.solutions or arguments.selection.cases):
        raise InputErrors(found.faults)
    warn(found.faults)
    solutions, cases = found.whole().solutions, found.cases
    reference = _reference(arguments.reference, solutions, project)
    then = _baseline(project, arguments.against) if arguments.against else None
    with open_reports(*_reports(project, arguments, reference)) as write, held():
        programs = Programs()
        now = _measured(project, solutions, cases, programs, arguments)
        why = None
        if arguments.count and not now.interrupted:
            try:
                now, why = _counted(project, now, solutions, cases, programs, arguments)
            except KeyboardInterrupt:
                now = replace(now, interrupted=True)
        try:
            speeds.show_bench(now, reference=reference, why_no_instructions=why)
        finally:
            write(now)
        worse = then is not None and _got_worse(then, now, arguments)
    if now.interrupted:
        return INTERRUPTED
    verdicts = {timing.verdict for timing in now.timings}
    return 2 if found.faults or Verdict.JE in verdicts else int(worse or verdicts <= {Verdict.SK})


def _reports(project: Project, arguments: Arguments, reference: str | None) -> Iterator[Report[Bench]]:
    """List the reports. Raises UsageError."""

    document = partial(baselines.write_document, reference=reference)
    if arguments.plot:
        plot.require_matplotlib()
    suffix = arguments.plot.suffix if arguments.plot else ""
    yield Report("--json", arguments.json, document)
    yield Report("--save", _new_baseline(project, arguments.save) if arguments.save else None, document)
    yield Report("--export-hyperfine", arguments.hyperfine, hyperfine.render)
    yield Report("--plot", arguments.plot, partial(_picture, reference=reference, suffix=suffix))
    yield make_page_report(arguments.page.html, partial(render_bench, reference=reference))


def _got_worse(then: Bench, now: Bench, arguments: Arguments) -> bool:
    """Show what has changed since the baseline. Return whether anything got slower."""
    assert arguments.against
    changes = list(baselines.compare(then, now, max_slowdown=arguments.max_slowdown))
    speeds.show_changes(changes, name=arguments.against, same_machine=then.machine == now.machine)
    return any(change.worse for change in changes)


def _measured(
    project: Project,
    solutions: Sequence[Solution],
    cases: Sequence[Case],
    programs: Programs,
    arguments: Arguments,
) -> Bench:
    plan = Plan(
        seed=random.SystemRandom().randrange(10**6) if arguments.seed is None else arguments.seed,
        precision=arguments.precision,
        budget_s=arguments.budget_s,
        warmups=arguments.warmups,
        most_rounds=arguments.rounds,
    )
    # The first core serves most interrupts, so the last is quieter.
    core = list_physical_cores()[-1]
    seal = Seal(level=arguments.selection.sandbox, closed=project.closed())
    with (
        Runner(core=core, level=seal.level, closed=seal.closed) as runner,
        show_rounds(plan.budget_s) as progress,
    ):
        slot = Slot(runner=runner, seal=seal, programs=programs)
        participants = gather_participants(solutions, cases, slot)
        measured = measure(
            participants.entries,
            participants.execute,
            plan,
            machine=baselines.describe_machine(manner=describe_manner(runner.level(), arguments.selection)),
            clock=time.monotonic,
            progress=progress,
        )
    place = {(s.name, c.id): n for n, (s, c) in enumerate((s, c) for s in solutions for c in cases)}
    timings = sorted(measured.timings + participants.absent, key=lambda t: place[t.solution, t.case])
    return replace(measured, timings=tuple(timings))


def _counted(
    project: Project,
    bench: Bench,
    solutions: Sequence[Solution],
    cases: Sequence[Case],
    programs: Programs,
    arguments: Arguments,
) -> tuple[Bench, str | None]:
    """Add counts of instructions, calls and lines, taken on all cores after the timing.

    And why there are no instructions among them, if there are none.
    """
    by_name = {solution.name: solution for solution in solutions}
    by_id = {case.id: case for case in cases}
    wanted = [(by_name[t.solution], by_id[t.case]) for t in bench.timings if t.times_s]
    counts: dict[tuple[str, str], Count] = {}
    with (
        open_local_workers(project, arguments.selection, programs=programs) as workers,
        show_count("counting") as show,
    ):
        ((_, why),) = run_calls(workers, [(None, explain_no_instructions, (workers.seal,))])
        for done, found in enumerate(count(wanted, workers, workers.seal, instructions=not why), 1):
            show(done, len(wanted))
            counts[found.solution, found.case] = found

    def with_count(timing: Timing) -> Timing:
        found = counts.get((timing.solution, timing.case))
        if not found:
            return timing
        return replace(timing, calls=found.calls, lines=found.lines, instructions=found.instructions)

    return replace(bench, timings=tuple(map(with_count, bench.timings))), why


def _picture(bench: Bench, reference: str | None, *, suffix: str) -> bytes:
    cases = tuple(dict.fromkeys(timing.case for timing in bench.timings))
    standings = Comparison(bench, cases).standings(reference)
    numbers = ((len(standings), "solution"), (len(cases), "case"), (bench.rounds, "round"))
    title = f"{', '.join(starmap(counted, numbers))}; {bench.machine.processor}"
    times = speeds.collect_case_times(bench, standings)
    return plot.draw_benchmark(standings, times, cases=len(cases), title=title, suffix=suffix)


def _reference(wanted: str | None, solutions: Sequence[Solution], project: Project) -> str | None:
    if wanted is None:
        return None
    names = [solution.name for solution in solutions]
    try:
        found = find_solutions(wanted, names, project)
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
        return baselines.parse(read(path, RESULTS_BYTES)[0], path)
    except FileNotFoundError:
        known = sorted(other.stem for other in path.parent.glob("*.json"))
        message = unknown(f"one of the baselines in {path.parent}:", name, known)
        raise UsageError(f"--against: {message}") from None
    except OSError as error:
        raise UsageError(f"--against: expected a baseline at {path}, got: {error.strerror}") from None


_EXAMPLES = (
    ("judge bench a.cpp b.cpp", "which one is faster, and by how much"),
    ("judge bench --save before", "measure, change the code, and then:"),
    ("judge bench --against before", "say what got slower"),
)
COMMAND = Command(Arguments, bench, examples=_EXAMPLES)
