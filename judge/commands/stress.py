"""`judge stress`: searches for inputs that break solutions, shrinks and keeps them."""

import dataclasses
import random
import shlex
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from judge.cases.project import Project
from judge.cases.tests import index_tests
from judge.library.folders import Loaded, read
from judge.options.declaration import Command, to_words
from judge.options.groups import find_project
from judge.options.judging import describe_manner, exit_code, judge_all, make_show_command, open_local_workers
from judge.options.keeping import keep_finds, list_ids
from judge.options.reports import Report, open_reports
from judge.options.stress_arguments import Arguments, Plan, plan_of
from judge.platform.errors import Fault, InputErrors, UsageError
from judge.platform.interrupts import INTERRUPTED
from judge.platform.units import write_time
from judge.show import screen
from judge.show import stress as show
from judge.show.outcome import Outcome
from judge.show.plot import draw_climb, require_matplotlib
from judge.show.progress import show_count
from judge.show.search_report import render_search
from judge.show.step_log import held, warn
from judge.stress.examiner import Examiner
from judge.stress.finds import FindFolders
from judge.stress.keep import find_place
from judge.stress.search import Search
from judge.stress.trial import choose_unit
from judge.subjects.subject import subject_of
from judge.timing.baselines import describe_machine
from judge.work.calls import run_calls_in_order


def stress(arguments: Arguments, *, clock: Callable[[], float] = time.monotonic) -> int:
    """Search, show and keep. Return 1 if a solution fails. An interrupt shows what was found."""
    if arguments.seed is None:
        arguments = dataclasses.replace(arguments, seed=random.SystemRandom().randrange(10**6))
    # A reference may lie next to the programs that are named.
    project = find_project(
        arguments.folders, arguments.solutions, level=arguments.manner.sandbox
    ).with_all_programs()
    if arguments.keep is not None and project.origins:
        raise UsageError("--keep: expected a project, got a package, into which nothing is written")
    with open_reports(*_reports(arguments)) as write, held():
        with show_count("working out answers") as progress:
            everything = read(project, progress, untested=True)
        plan = plan_of(everything, arguments)
        ids = list_ids(arguments.keep, len(plan.trial.suspects) + arguments.slow)
        for id in ids:
            # A missing place for finds is reported before the search.
            find_place(project, plan.trial.case.problem, id)
        is_reported = arguments.json or arguments.plot
        code = _judge_samples(everything, plan, arguments) if project.programs and not is_reported else 0
        done = _searched(project, plan, arguments, clock)
        try:
            show.show_search(
                done.search, done.paths, done.notices, interrupted=done.interrupted, color=arguments.color
            )
            warn(show.describe_skipped(done.search, done.paths))
            faults = [*done.faults, *keep_finds(done.search.all_finds, project, ids)]
            warn(faults)
        finally:
            write(done)
    if faults or done.search.skipped:
        return 2
    return INTERRUPTED if done.interrupted else code or int(bool(done.search.failing))


def _judge_samples(everything: Loaded, plan: Plan, arguments: Arguments) -> int:
    """Judge the suspects on the tests next to them, and show the failures, if any. Return the exit code."""
    began = time.monotonic()
    with open_local_workers(everything.project, arguments.manner, arguments.jobs) as workers:
        results = judge_all(plan.trial.suspects, plan.cases, workers)
        manner = describe_manner(workers.level(), arguments.manner, plan.trial.suspects)
    if all(result.as_expected is not False for result in results):
        return 0
    outcome = Outcome(
        results=results,
        manner=manner,
        wall_s=time.monotonic() - began,
        tests=index_tests(plan.trial.suspects, plan.cases),
    )
    screen.show_run(
        outcome,
        rows="unexpected",
        notices=(),
        color=arguments.color,
        command=make_show_command(everything, arguments.folders, arguments.manner),
    )
    return exit_code(outcome)


class _Done(NamedTuple):
    """A search, the folders of its finds, notices, and how it ended."""

    search: Search
    paths: Mapping[str, Path]
    notices: Sequence[str]
    interrupted: bool
    faults: tuple[Fault, ...]
    manner: str


def _reports(arguments: Arguments) -> Iterator[Report[_Done]]:
    """List the reports. Raises UsageError."""

    def picture(done: _Done) -> bytes:
        search, suffix = done.search, arguments.plot.suffix if arguments.plot else ""
        title = f"{search.first.name}, seed {search.seed}"
        return draw_climb(search.climb, spent_s=search.spent_s, title=title, suffix=suffix)

    if arguments.plot and not arguments.slow:
        raise UsageError("--plot: expected --slow as well, got none")
    if arguments.plot:
        require_matplotlib()
    yield Report("--json", arguments.json, _document)
    yield Report("--plot", arguments.plot, picture)


def _document(done: _Done) -> bytes:
    search = done.search
    return render_search(
        search.all_finds,
        places=done.paths,
        command=search.examiner.command,
        seed=search.seed,
        cases=search.cases,
        spent_s=search.spent_s,
        interrupted=done.interrupted,
        machine=describe_machine(manner=done.manner),
        climb=search.climb,
    )


def _searched(project: Project, plan: Plan, arguments: Arguments, clock: Callable[[], float]) -> _Done:
    """Search until the end or an interrupt."""
    with open_local_workers(project, arguments.manner, arguments.jobs) as workers:
        manner = describe_manner(workers.level(), arguments.manner)
        trial = plan.trial
        if arguments.slow:
            call = partial(choose_unit, ratio=arguments.against is not None)
            (trial,) = run_calls_in_order(workers, [(call, (trial, workers.seal))])
        examiner = Examiner(executor=workers, seal=workers.seal, command=_command(arguments))
        with show_count("making programs") as made:
            trial, left_out = examiner.prepare(trial, plan.needed, made)
        examiner.check_tools(trial, plan.cases)
        warn(plan.notes)
        places = FindFolders(project.root, {}, left_out)
        # A subject knows the parts of its inputs without a validator.
        is_known = bool(trial.validators or subject_of(trial.case.format))
        with show.show_search_progress(arguments.budget_s) as progress:
            search = Search(
                trial=trial,
                examiner=examiner,
                seed=arguments.seed or 0,
                budget_s=arguments.budget_s,
                shrinks_bytes=is_known or arguments.shrink_anyway,
                keep=places.save,
                progress=progress,
                clock=clock,
            )
            interrupted, faults = _run(search)
    return _Done(search, places.paths, places.notices, interrupted, faults, manner)


def _run(search: Search) -> tuple[bool, tuple[Fault, ...]]:
    """Return whether the user interrupted, and the faults that ended it. Raises them if nothing was found.

    Raises UsageError where the time was too short for any case.
    """
    interrupted, faults = False, tuple[Fault, ...]()
    try:
        search.run()
        if not search.cases:
            within = f"none done within {write_time(search.budget_s)}"
            raise UsageError(f"--budget: expected enough time for a case, got {within}")
    except KeyboardInterrupt:
        interrupted = True
    except InputErrors as error:
        faults = error.faults
        if not search.all_finds:
            raise
    search.run_on_hardest()
    return interrupted, faults


def _command(arguments: Arguments) -> str:
    """Return the command that finds the same again."""
    same = dataclasses.replace(arguments, color="auto", jobs=None, keep=None, json=None, plot=None)
    return shlex.join(["judge", "stress", *to_words(Arguments, same)])


_EXAMPLES = (
    ("judge stress a.cpp --against brute.py --generator gen.py", "compare with a slow program"),
    ("judge stress a.cpp --generator gen.py --slow", "search for its slowest input"),
    ("judge stress --budget 5m --keep found", "keep the input found as a case"),
)
COMMAND = Command(
    Arguments,
    stress,
    examples=_EXAMPLES,
    epilog="exit codes: 0 nothing found, 1 a solution fails, 2 bad input, 3 a bug, 130 interrupted",
)
