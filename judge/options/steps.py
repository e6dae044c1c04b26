"""The steps of a run: read, judge, conclude, show. Rounds of `--watch` share all but the second."""

import math
import shlex
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from judge.cases.project import Project
from judge.cases.tests import index_tests, plan_tests
from judge.library.folders import Loaded
from judge.model.cases import FaultyProblem, locate_expectations
from judge.model.programs import Solution
from judge.options.groups import Folders, Selection, find_project
from judge.options.hand_ins import describe_misplaced, find_spares, list_misnamed, list_strays
from judge.options.judging import describe_manner, group_by_solvers, make_show_command
from judge.options.notices import list_unread, note_files
from judge.options.selection import load_project, select
from judge.platform import machine
from judge.platform.errors import Fault, printable
from judge.platform.streams import Colour, output_failure
from judge.scoring.unmet import unmet
from judge.show.folding import Rows
from judge.show.outcome import Outcome
from judge.show.step_log import Log, warn
from judge.work.journal import Journal
from judge.work.keys import ResultKeys
from judge.work.rest import Judged, judge_rest
from judge.work.workers import Workers

if TYPE_CHECKING:
    from judge.work.dispatch import Dispatch


class Request(Struct, frozen=True, kw_only=True):
    """The options of a run: what to judge, how, and what to show."""

    folders: Folders
    selection: Selection
    time_s: float | None
    memory_bytes: int | None
    jobs: int | None
    fail_fast: bool
    resume: bool
    rows: Rows
    color: Colour
    profiles: bool
    deadline: datetime | None = None

    def find_project(self) -> Project:
        """Raises JudgeError."""
        return find_project(self.folders, self.selection.solutions, level=self.selection.sandbox)


class Reading(Struct, frozen=True, dict=True):
    """A project as it was read, and the selected part of it.

    What is said about its files is found once, when it is first asked for: that searches folders.
    """

    everything: Loaded
    selected: Loaded

    @property
    def faults(self) -> list[Fault]:
        """The faults of the selected files, apart from those of misplaced programs."""
        misplaced = {fault for one in self._unclear for fault in one.faults}
        return [fault for fault in self.selected.faults if fault not in misplaced]

    @property
    def deciding_faults(self) -> tuple[Fault, ...]:
        """The faults that a run cannot succeed with: all but those of spare programs."""
        spare = {fault for one in self._unclear if one.name in self._spares for fault in one.faults}
        return tuple(fault for fault in self.selected.faults if fault not in spare)

    @cached_property
    def notices(self) -> tuple[str, ...]:
        """The notes on ignored and missing files."""
        return tuple(note_files(self.everything, self.selected, self._unread, self._misnamed))

    @property
    def _unclear(self) -> list[Solution]:
        return [one for one in self.selected.solutions if one.is_misplaced]

    @property
    def misplaced(self) -> tuple[FaultyProblem, ...]:
        """The programs whose problems are unclear, unless their students lack nothing."""
        return tuple(
            FaultyProblem(name=one.name, format="", faults=one.faults)
            for one in self._unclear
            if not self._spares.get(one.name)
        )

    def describe_misplaced(self) -> list[str]:
        """Describe the programs whose problems are unclear. No result reports their faults."""
        return [*describe_misplaced(self._unclear, self._spares)]

    @cached_property
    def _spares(self) -> Mapping[str, bool]:
        return find_spares(self.everything)

    @cached_property
    def misnamed(self) -> tuple[FaultyProblem, ...]:
        """The files that would be programs, if they had another suffix."""
        below = self.everything.project.solutions
        return tuple(
            FaultyProblem(name=printable(f"{fault.path.relative_to(below)}"), format="", faults=(fault,))
            for fault in self._misnamed
        )

    @cached_property
    def strays(self) -> tuple[FaultyProblem, ...]:
        """The folders next to the students' that contain no program, not even one with a wrong suffix."""
        return tuple(list_strays(self.everything, self._misnamed))

    @cached_property
    def _misnamed(self) -> list[Fault]:
        return [*list_misnamed(self.everything, self._unread)]

    @cached_property
    def _unread(self) -> list[Fault]:
        return list_unread(self.everything)


def read_selected(
    project: Project, request: Request, read: Callable[[Project], Loaded] = load_project
) -> Reading:
    """Raises InputErrors and UsageError if nothing is to be judged."""
    everything = read(project)
    selected = select(everything, request.selection, time_s=request.time_s, memory_bytes=request.memory_bytes)
    return Reading(everything, selected)


def judge_selected(
    selected: Loaded, request: Request, workers: "Workers | Dispatch"
) -> tuple[Judged, Journal]:
    """Judge what no earlier result decides, and return the journal, which is still open, too."""
    workers.greet(selected.programs)
    manner = describe_manner(workers.level(), request.selection)
    keys = ResultKeys(selected.solutions, selected.cases, manner=manner, kinds=workers.kinds)
    journal = Journal(selected.project.root, keys)
    plans = plan_tests(selected.solutions, selected.cases)
    # Imported here, so that the keepers start first.
    from judge.show.progress import show_progress

    with show_progress(plans) as progress:
        judged = judge_rest(
            selected.solutions,
            selected.cases,
            plans,
            workers,
            journal,
            progress,
            resume=request.resume,
            fail_fast=request.fail_fast,
        )
    return judged, journal


def make_outcome(reading: Reading, judged: Judged, request: Request, *, manner: str, began: float) -> Outcome:
    """Make the outcome of a run that `began` at this time of the monotonic clock."""
    everything, selected = reading.everything, reading.selected
    deadline = request.deadline or everything.project.deadline
    end_s = deadline.timestamp() if deadline else math.inf
    wall_s = time.monotonic() - began
    began_at = datetime.now().astimezone() - timedelta(seconds=wall_s)
    return Outcome(
        results=judged.results,
        faults=reading.deciding_faults,
        faulty=(*selected.faulty, *reading.misplaced),
        owing=unmet(selected.solutions, everything.cases, judged.results),
        limits={case.id: case.limits for case in selected.cases},
        together=group_by_solvers(selected),
        deadline=deadline,
        late=tuple(one.name for one in selected.solutions if one.modified_s > end_s),
        # Files cannot be selected by these names.
        misnamed=() if request.selection.solutions else reading.misnamed,
        strays=() if request.selection.solutions else reading.strays,
        manner=manner,
        wall_s=wall_s,
        resumed=sum(result.measured_at is not None for result in judged.results),
        missing=judged.missing,
        interrupted=not judged.complete,
        began_at=began_at.replace(microsecond=0),
        machine=machine.describe(),
        command=printable(shlex.join(["judge", *sys.argv[1:]])),
        tests=index_tests(selected.solutions, selected.cases),
    )


def report_outcome(
    outcome: Outcome,
    reading: Reading,
    request: Request,
    notices: Sequence[str],
    write: Callable[[Outcome], None],
    log: Log | None,
) -> bool:
    """Show the outcome and write the reports, even if the screen fails. Return whether it was shown."""
    try:
        show_outcome(outcome, reading, request, notices, log)
    finally:
        # Below the tables, where they are seen.
        warn(reading.describe_misplaced())
        write(outcome)
    return not output_failure()


def show_outcome(
    outcome: Outcome, reading: Reading, request: Request, notices: Sequence[str], log: Log | None = None
) -> None:
    """Show the outcome on the screen, and in the log of a step on GitHub.

    The caller reports the programs whose problems are unclear.
    """
    # Imported here, so that the keepers start first.
    from judge.show.screen import show_run

    command = make_show_command(reading.selected, request.folders, request.selection)
    stated = locate_expectations(reading.selected.solutions, reading.selected.cases)
    show_run(
        outcome,
        rows=request.rows,
        notices=notices,
        color=request.color,
        profiles=request.profiles,
        reported=reading.misplaced,
        command=command,
        section=log.group if log else nullcontext,
    )
    if log:
        # Imported here, since only steps on GitHub need it.
        from judge.show.workflow import list_annotations

        log.annotate(list_annotations(outcome, stated))
