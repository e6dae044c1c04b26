"""`judge run`: judges solutions on cases and compares the verdicts with the expected ones."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from judge.commands import EXIT_CODES
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
from judge.options.judging import describe_manner, exit_code
from judge.options.kinds import DEADLINE, OUTPUT
from judge.options.reports import Formats, Page, list_run_reports, open_reports
from judge.options.steps import (
    Reading,
    Request,
    judge_selected,
    make_outcome,
    read_selected,
    report_outcome,
)
from judge.platform.errors import UsageError
from judge.platform.interrupts import INTERRUPTED
from judge.platform.streams import Colour
from judge.running.one_time_notices import mark_shown, note_level
from judge.show.outcome import Outcome
from judge.show.step_log import Log, held, warn
from judge.work.slots import Seal


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
    json: Path | None = option("--json", OUTPUT, "write the results as JSON")
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
            reading, outcome = _run_once(request, arguments.elsewhere, write, log)
            if not outcome.interrupted and arguments.update_expectations:
                # Imported here, as for --watch.
                from judge.options.expectations import update_expectations

                update_expectations(reading, outcome, color=request.color, yes=arguments.yes)
    return INTERRUPTED if outcome.interrupted else exit_code(outcome)


def _run_once(
    request: Request, elsewhere: Elsewhere, write: Callable[[Outcome], None], log: Log | None
) -> tuple[Reading, Outcome]:
    began = time.monotonic()
    project = request.find_project()
    seal = Seal(level=request.selection.sandbox, closed=project.closed())
    with open_executor(seal, request.jobs, elsewhere) as workers:
        # Imported here, and then the files are read, while the keepers start.
        import judge.show.screen  # noqa: F401

        reading = read_selected(project, request)
        warn(reading.faults)
        judged, journal = judge_selected(reading.selected, request, workers)
        level = workers.level()
        manner = describe_manner(level, request.selection, reading.selected.solutions)
    outcome = make_outcome(reading, judged, request, manner=f"{workers.describe()}, {manner}", began=began)
    notices = [*workers.notices, *journal.notices, *note_level(level, seal.level), *reading.notices]
    is_shown = False
    try:
        is_shown = report_outcome(outcome, reading, request, notices, write, log)
    finally:
        journal.close(finished=judged.complete and is_shown)
    if is_shown:
        mark_shown(level)
    return reading, outcome


_EXAMPLES = (
    ("judge run", "every solution on every case of its problems"),
    ("judge run a.cpp", "one program, on the tests next to it"),
    ("judge run a.cpp b.py -t 2 -m 64M", "two programs under other limits"),
    ("judge run -c sum/sample -x", "one case; stop at the first unexpected verdict"),
    ("judge run a.cpp --watch", "again whenever a file changes"),
)
COMMAND = Command(Arguments, run, examples=_EXAMPLES, epilog=EXIT_CODES)
