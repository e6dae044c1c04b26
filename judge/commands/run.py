"""`judge run`: solutions on cases, their verdicts, and whether these are as expected."""

import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import NamedTuple

from judge import show as console
from judge.cases.tests import cases_of, number_of_tests, tests_by_name
from judge.commands import EXIT_CODES
from judge.commands.chosen import (
    Chosen,
    Folders,
    color_option,
    jobs_option,
    memory_option,
    notice_of,
    notice_of_strangers,
    notice_of_unanswered,
    passed_over,
    project_of,
    time_option,
)
from judge.commands.declared import Command, flag, option
from judge.commands.judging import (
    exit_code,
    manner_of,
    opened,
    planned,
    show_commands,
    stated_in,
    together,
    told,
)
from judge.commands.kinds import FILE
from judge.commands.reports import Formats, Page, asked_document, asked_of, reporting
from judge.commands.selection import loaded, narrowed
from judge.errors import Fault, UsageError, counted
from judge.files import WholeFile, read
from judge.frozen import dataclass
from judge.interrupts import INTERRUPTED
from judge.library import Loaded
from judge.model import Case
from judge.owing import Unmet, unmet
from judge.results import Result
from judge.running.languages import identity
from judge.running.sandbox import OPEN
from judge.running.told import is_told, tell
from judge.show.outcome import Outcome
from judge.show.screen import Colour
from judge.show.workflow import annotations
from judge.solutions.expectations import applied, denied, revision
from judge.streams import Log, held, output_failure
from judge.work.engine import checkers_of, final_results, judge, matrix
from judge.work.journal import Journal, Pairs
from judge.work.workers import Workers


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders
    chosen: Chosen
    color: Colour = color_option()
    time_s: float | None = time_option()
    memory_bytes: int | None = memory_option()
    jobs: int | None = jobs_option()
    fail_fast: bool = flag("--fail-fast", "skip the rest of a solution after its first unexpected verdict")
    resume: bool = flag("--resume", "go on with what an interrupted or killed run left")
    json: Path | None = option("--json", FILE, "write the results as JSON")
    formats: Formats
    page: Page
    all: bool = flag("--all", "show every row of the table, however many there are")
    unexpected: bool = flag("--unexpected", "show only the rows that are not as expected")
    profiles: bool = flag("--profiles", "say what other judges would say of the same outputs")
    update_expectations: bool = flag(
        "--update-expectations",
        "rewrite the facts of the solutions to what was seen, after a look at the changes",
    )
    yes: bool = flag("--yes", "write without asking")


class _Known(NamedTuple):
    """The results in order, how many of them a run before has left, and how many are missing."""

    results: tuple[Result, ...]
    resumed: int
    missing: int
    complete: bool


def run(arguments: Arguments) -> int:
    """Judge, show, and say in the exit code whether all is as expected. An interrupt shows what is known."""
    asked = asked_document("--json", arguments.json, "json", "pieces")
    with reporting(asked, *asked_of(arguments.formats, arguments.page)) as write, held() as log:
        return _run(arguments, write, log)


def _run(arguments: Arguments, write: Callable[[Outcome], None], log: Log | None) -> int:
    began = time.monotonic()
    if arguments.all and arguments.unexpected:
        raise UsageError("expected one of --all and --unexpected, got both")
    project = project_of(arguments.folders, arguments.chosen.solutions)
    # The keepers start while the files are read.
    with opened(project, arguments.chosen, arguments.jobs) as workers:
        everything = loaded(project)
        found = narrowed(
            everything,
            arguments.chosen,
            time_s=arguments.time_s,
            memory_bytes=arguments.memory_bytes,
        )
        faulty = told(found)
        level = workers.level()
        manner = manner_of(level, cold=arguments.chosen.cold)
        pairs = Pairs(
            found.solutions, found.cases, manner=manner, tool_of=identity, number_of=number_of_tests
        )
        journal = Journal(project.root, pairs)
        known = _judged(found, workers, arguments, journal, pairs)
    notices = [
        *journal.notices,
        *(f"left open: {gap}" for gap in [OPEN[level]] if gap and not is_told(level)),
        *notice_of(passed_over(everything)),
        *notice_of_strangers(everything),
        *notice_of_unanswered(found.cases),
    ]
    outcome = _outcome(everything, found, known, f"{counted(len(workers), 'worker')}, {manner}", began)
    told_whole = False
    try:
        _tell(outcome, found, arguments, notices, write, log)
        told_whole = not output_failure()
        if told_whole:
            tell(level)
    finally:
        journal.close(finished=known.complete and told_whole)
    if not known.complete:
        return INTERRUPTED
    if arguments.update_expectations:
        _update(everything.cases, found, outcome.results, outcome.owing, arguments)
    return 2 if faulty else exit_code(outcome.results, outcome.owing)


def _outcome(everything: Loaded, found: Loaded, known: _Known, manner: str, began: float) -> Outcome:
    """What the run that `began` has come to with what was `found` of `everything`."""
    return Outcome(
        results=known.results,
        faults=found.faults,
        faulty=found.faulty,
        owing=unmet(found.solutions, everything.cases, known.results),
        limits={case.id: case.limits for case in found.cases},
        together=together(found),
        manner=manner,
        wall_s=time.monotonic() - began,
        resumed=known.resumed,
        missing=known.missing,
        interrupted=not known.complete,
        tests=tests_by_name(found.solutions, found.cases),
    )


def _judged(found: Loaded, workers: Workers, arguments: Arguments, journal: Journal, pairs: Pairs) -> _Known:
    """What a run before has left, if that is asked for, and the rest, as far as nobody interrupts."""
    solutions, cases = found.solutions, found.cases
    results = list(journal.resume() if arguments.resume else ())
    resumed = len(results)
    known = {(result.solution, result.case, result.test) for result in results}
    tasks = matrix(solutions, cases, known=known)
    programs = [*solutions, *checkers_of(cases)]
    with console.progress(planned(solutions, cases)) as progress:
        coming = judge(
            programs, tasks, workers, workers.seal, fail_fast=arguments.fail_fast, built=progress.built
        )
        complete = _gather(coming, results, journal, progress)
    ordered = final_results(results, solutions, cases, fail_fast=arguments.fail_fast)
    missing = sum(pairs.total(solution.name) for solution in solutions) - len(ordered)
    return _Known(results=ordered, resumed=resumed, missing=missing, complete=complete)


def _gather(
    coming: Generator[Result, None, None],
    results: list[Result],
    journal: Journal,
    progress: console.Progress,
) -> bool:
    """Append what is final to `results` until all is, True, or until the user interrupts it, False."""
    for result in results:
        progress.known(result)
    try:
        with closing(coming):
            for result in coming:
                journal.add(result)
                # Before it is shown, which an interrupt may end: what was seen is known.
                if result.final:
                    results.append(result)
                progress.came(result)
    except KeyboardInterrupt:
        return False
    return True


def _tell(
    outcome: Outcome,
    found: Loaded,
    arguments: Arguments,
    notices: Sequence[str],
    write: Callable[[Outcome], None],
    log: Log | None,
) -> None:
    """On the screen and in the reports, which are written whatever becomes of the screen."""
    try:
        console.show_run(
            outcome,
            rows="all" if arguments.all else "unexpected" if arguments.unexpected else "needed",
            notices=notices,
            color=arguments.color,
            profiles=arguments.profiles,
            command=show_commands(found.project, arguments.folders, arguments.chosen, found.solutions),
            section=log.group if log else nullcontext,
        )
        if log:
            log.annotate(annotations(outcome, stated_in(found)))
    finally:
        write(outcome)


def _update(
    cases: Sequence[Case],
    found: Loaded,
    results: Sequence[Result],
    owing: Sequence[Unmet],
    arguments: Arguments,
) -> None:
    """Show how the expectations should read after these results, and write them if the user wants it.

    `cases` are all that there are. What these state themselves the user changes by hand.
    """
    revisions = []
    by_hand: list[Fault] = []
    for solution in found.whole().solutions:
        own = [result for result in results if result.solution == solution.name]
        all_cases = len(cases_of(solution, found.cases)) == len(cases_of(solution, cases))
        owed = [each.problem for each in owing if each.solution == solution.name]
        if not solution.output_only:
            source = read(solution.path)[0]
            revised = revision(solution, source, own, owed, all_cases=all_cases)
            revisions += [revised] if revised else []
        by_hand += denied(solution, cases, own)
    for fault in by_hand:
        print(fault)
    if not revisions:
        print("no program to write" if by_hand else "the expectations are what was seen: nothing to write")
        return
    console.show_revisions(revisions, color=arguments.color)
    if not arguments.yes:
        if not sys.stdin.isatty():
            raise UsageError("expected --yes, or a terminal to ask on: nothing is written")
        if input(f"write {counted(len(revisions), 'file')}? [y/N] ").strip().lower() not in ("y", "yes"):
            return
    for revised in revisions:
        WholeFile(revised.path).write(applied(revised, read(revised.path)[0]))


COMMAND = Command(Arguments, run, epilog=EXIT_CODES)
