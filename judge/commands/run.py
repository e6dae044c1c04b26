"""`judge run`: judges solutions on cases and compares the verdicts with the expected ones."""

import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from judge.commands import EXIT_CODES
from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.results import Result
from judge.options.declaration import Command, flag, option
from judge.options.executors import Elsewhere, open_executor
from judge.options.groups import (
    Folders,
    Selection,
    color_option,
    enter_folder,
    jobs_option,
    memory_option,
    time_option,
)
from judge.options.judging import describe_manner, exit_code, plan_tests
from judge.options.kinds import DEADLINE, FILE
from judge.options.reports import Formats, Page, list_run_reports, open_reports
from judge.options.steps import Judged, Request, make_outcome, read_selected, show_outcome
from judge.platform.errors import UsageError
from judge.platform.interrupts import INTERRUPTED
from judge.platform.streams import Log, held, output_failure, warn
from judge.running.one_time_notices import mark_shown, note_level
from judge.show.console import Colour
from judge.show.outcome import Outcome
from judge.show.progress import Progress, show_progress
from judge.work.earlier import key_of
from judge.work.engine import judge, list_deciders, list_tasks, order_final_results
from judge.work.grading import add_grades
from judge.work.journal import Journal
from judge.work.keys import ResultKeys
from judge.work.workers import Workers

if TYPE_CHECKING:
    from judge.work.dispatch import Dispatch


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders
    selection: Selection
    color: Colour = color_option()
    time_s: float | None = time_option()
    memory_bytes: int | None = memory_option()
    jobs: int | None = jobs_option()
    elsewhere: Elsewhere
    fail_fast: bool = flag(
        "--fail-fast", "skip the rest of a solution's tests after its first unexpected verdict"
    )
    resume: bool = flag("--resume", "reuse the results of earlier runs that still hold")
    watch: bool = flag("--watch", "keep running, and judge again what a change affects (needs watchfiles)")
    json: Path | None = option("--json", FILE, "write the results as JSON")
    formats: Formats
    page: Page
    all: bool = flag("--all", "show every row of the table")
    unexpected: bool = flag("--unexpected", "show only rows with unexpected verdicts")
    deadline: datetime | None = option(
        "--deadline", DEADLINE, "mark programs as late whose files were modified after this date or time"
    )
    profiles: bool = flag("--profiles", "show what other judges would say about the same outputs")
    update_expectations: bool = flag(
        "--update-expectations",
        "write the verdicts of this run into the solutions' headers, after showing the changes",
    )
    yes: bool = flag("--yes", "do not ask before writing")

    def request(self) -> Request:
        """Raises UsageError for options that do not go together."""
        if self.all and self.unexpected:
            raise UsageError("expected one of --all and --unexpected, got both")
        if self.watch and self.elsewhere.cluster:
            raise UsageError("expected one of --watch and --cluster, got both")
        if self.watch and self.update_expectations:
            raise UsageError("expected one of --watch and --update-expectations, got both")
        folders, selection = enter_folder(self.folders, self.selection)
        return Request(
            folders=folders,
            selection=selection,
            time_s=self.time_s,
            memory_bytes=self.memory_bytes,
            jobs=self.jobs,
            fail_fast=self.fail_fast,
            resume=self.resume,
            rows="all" if self.all else "unexpected" if self.unexpected else "needed",
            color=self.color,
            profiles=self.profiles,
            deadline=self.deadline,
        )


def run(arguments: Arguments) -> int:
    """Judge, show, and return the exit code. After an interrupt show what is known."""
    request = arguments.request()
    reports = list_run_reports(arguments.formats, arguments.page, arguments.json)
    with open_reports(*reports, drawing="--watch" if arguments.watch else "") as write:
        if arguments.watch:
            # Imported here, since other runs need not wait for it.
            from judge.watch.watch import watch_project

            return watch_project(request, write)
        with held() as log:
            return _run_once(request, arguments, write, log)


def _run_once(
    request: Request, arguments: Arguments, write: Callable[[Outcome], None], log: Log | None
) -> int:
    began = time.monotonic()
    project = request.find_project()
    # The keepers start while the files are read.
    with open_executor(project, request.selection, request.jobs, arguments.elsewhere) as workers:
        reading = read_selected(project, request)
        solutions, cases = reading.selected.solutions, reading.selected.cases
        warn(reading.faults)
        workers.greet([*solutions, *list_deciders(cases)])
        level = workers.level()
        manner = describe_manner(level, request.selection)
        keys = ResultKeys(solutions, cases, manner=manner, kinds=workers.kinds)
        journal = Journal(project.root, keys)
        judged = _judge(solutions, cases, workers, request, journal)
    manner = f"{workers.describe()}, {manner}"
    outcome = make_outcome(reading, judged, request, manner=manner, began=began)
    opened = note_level(level, workers.seal.level)
    notices = [*workers.notices, *journal.notices, *opened, *reading.notices]
    is_shown = False
    try:
        # The reports are written even if the screen fails.
        try:
            show_outcome(outcome, reading, request, notices, log)
        finally:
            # Below the tables, where they are seen.
            warn(fault for each in reading.misplaced for fault in each.faults)
            write(outcome)
        is_shown = not output_failure()
        if is_shown:
            mark_shown(level)
    finally:
        journal.close(finished=judged.complete and is_shown)
    if not judged.complete:
        return INTERRUPTED
    if arguments.update_expectations:
        # Imported here, as for --watch.
        from judge.options.expectations import update_expectations

        update_expectations(reading, outcome, color=arguments.color, yes=arguments.yes)
    return exit_code(outcome)


def _judge(
    solutions: Sequence[Solution],
    cases: Sequence[Case],
    workers: "Workers | Dispatch",
    request: Request,
    journal: Journal,
) -> Judged:
    """Reuse earlier results with --resume, and judge the rest until the end or an interrupt."""
    results = list(journal.resume() if request.resume else ())
    plans = plan_tests(solutions, cases)
    done = Counter((result.solution, result.case) for result in results)
    unfinished = {name for (name, case), plan in plans.items() if done[name, case] < plan.tests}
    left = [solution for solution in solutions if solution.name in unfinished]
    with show_progress(plans) as progress:
        for result in results:
            progress.add_earlier(result)
        # The first verdict waits for no compiler if some program needs none.
        left = sorted(left, key=lambda solution: bool(solution.language.builds))
        coming = judge(
            [*left, *list_deciders(cases if left else ())],
            list_tasks(left, cases, known={key_of(result) for result in results}),
            workers,
            workers.seal,
            fail_fast=request.fail_fast,
            ahead=workers.ahead,
            builders=workers.builders,
            built=progress.count_built,
        )
        complete = _gather(coming, results, journal, progress)
    ordered = order_final_results(results, solutions, cases, fail_fast=request.fail_fast)
    if complete:
        ordered = add_grades(ordered, cases, workers.seal)
    missing = sum(plan.tests for plan in plans.values()) - len(ordered)
    return Judged(results=journal.compare(ordered), missing=missing, complete=complete)


def _gather(
    coming: Generator[Result, None, None], results: list[Result], journal: Journal, progress: Progress
) -> bool:
    """Append the final results. Return False if the user interrupts before all have come."""
    with suppress(KeyboardInterrupt), closing(coming):
        for result in coming:
            journal.add(result)
            # Kept before it is shown, since an interrupt may come in between.
            if result.final:
                results.append(result)
            progress.add(result)
        return True
    return False


_EXAMPLES = (
    ("judge run", "every solution on every case of its problems"),
    ("judge run a.cpp", "one program, on the tests next to it"),
    ("judge run a.cpp b.py -t 2 -m 64M", "two programs under other limits"),
    ("judge run -c sum/sample -x", "one case; stop at the first unexpected verdict"),
    ("judge run a.cpp --watch", "again whenever a file changes"),
)
COMMAND = Command(Arguments, run, examples=_EXAMPLES, epilog=EXIT_CODES)
