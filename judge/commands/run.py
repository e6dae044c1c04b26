"""`judge run`: solutions on cases, their verdicts, and whether these are as expected."""

import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing

from judge.cases.tests import cases_of
from judge.commands import EXIT_CODES
from judge.commands.chosen import project_of
from judge.commands.declared import Command
from judge.commands.executors import in_words, kinds_of, meet, opened_where, unfit_of
from judge.commands.judging import exit_code, manner_of, planned, told
from judge.commands.reports import Asked, asked_document, asked_of, reporting
from judge.commands.rounds import Arguments, Known, looked, notices_of, outcome_of, pairs_of, shown
from judge.errors import Fault, UsageError, counted
from judge.files import SOURCE_BYTES, require
from judge.interrupts import INTERRUPTED
from judge.library import Loaded
from judge.model import Case, Solution
from judge.owing import Unmet
from judge.results import Result
from judge.running.told import tell
from judge.show import screen
from judge.show.outcome import Outcome
from judge.show.progress import Progress, show_progress
from judge.streams import Log, held, output_failure
from judge.work.dispatch import Dispatch
from judge.work.engine import checkers_of, final_results, judge, matrix
from judge.work.journal import Journal
from judge.work.keys import Pairs
from judge.work.workers import Workers
from judge.writing import WholeFile


def run(arguments: Arguments) -> int:
    """Judge, show, and say in the exit code whether all is as expected. An interrupt shows what is known."""
    if arguments.all and arguments.unexpected:
        raise UsageError("expected one of --all and --unexpected, got both")
    json = asked_document("--json", arguments.json, "json", "pieces")
    asked = json, *asked_of(arguments.formats, arguments.page)
    if arguments.watch:
        _check_watch(arguments, asked)
    with reporting(*asked) as write:
        if arguments.watch:
            # Imported here, so that nobody waits for it who does not watch.
            from judge.commands.watching import watched

            return watched(arguments, write)
        with held() as log:
            return _run(arguments, write, log)


def _check_watch(arguments: Arguments, asked: Iterable[Asked[Outcome]]) -> None:
    """Raises UsageError where something does not go with --watch."""
    if arguments.elsewhere.cluster:
        raise UsageError("expected one of --watch and --cluster, got both")
    if arguments.update_expectations:
        raise UsageError("expected one of --watch and --update-expectations, got both")
    if name := next((each.option for each in asked if each.is_on_stdout), ""):
        raise UsageError(f"{name}: expected a file beside --watch, which draws on standard output, got '-'")


def _run(arguments: Arguments, write: Callable[[Outcome], None], log: Log | None) -> int:
    began = time.monotonic()
    project = project_of(arguments.folders, arguments.chosen.solutions, level=arguments.chosen.sandbox)
    # The keepers start while the files are read.
    with opened_where(project, arguments.chosen, arguments.jobs, arguments.elsewhere) as workers:
        look = looked(project, arguments)
        faulty = told(look.found)
        meet(workers, [*look.found.solutions, *checkers_of(look.found.cases)])
        level = workers.level()
        manner = manner_of(level, cold=arguments.chosen.cold)
        pairs = pairs_of(look.found, manner + kinds_of(workers))
        journal = Journal(project.root, pairs)
        known = _judged(look.found, workers, arguments, journal, pairs)
    outcome = outcome_of(look, known, f"{in_words(workers)}, {manner}", began)
    notices = [*unfit_of(workers), *journal.notices, *notices_of(look, level, arguments.chosen.sandbox)]
    told_whole = False
    try:
        # The reports are written whatever becomes of the screen.
        try:
            shown(outcome, look.found, arguments, notices, log)
        finally:
            write(outcome)
        told_whole = not output_failure()
        if told_whole:
            tell(level)
    finally:
        journal.close(finished=known.complete and told_whole)
    if not known.complete:
        return INTERRUPTED
    if arguments.update_expectations:
        _update(look.everything.cases, look.found, outcome.results, outcome.owing, arguments)
    return 2 if faulty else exit_code(outcome.results, outcome.owing)


def _judged(
    found: Loaded, workers: Workers | Dispatch, arguments: Arguments, journal: Journal, pairs: Pairs
) -> Known:
    """What runs before have found, if that is asked for, and the rest, as far as nobody interrupts."""
    solutions, cases = found.solutions, found.cases
    results = list(journal.resume() if arguments.resume else ())
    number = Counter(result.solution for result in results)
    totals = {solution: pairs.total(solution.name) for solution in solutions}
    left = [solution for solution in solutions if number[solution.name] < totals[solution]]
    complete = not left or _rest(found, left, results, workers, arguments, journal)
    ordered = final_results(results, solutions, cases, fail_fast=arguments.fail_fast)
    return Known(results=ordered, missing=sum(totals.values()) - len(ordered), complete=complete)


def _rest(
    found: Loaded,
    left: Sequence[Solution],
    results: list[Result],
    workers: Workers | Dispatch,
    arguments: Arguments,
    journal: Journal,
) -> bool:
    """Judge of the solutions that are `left` what is not among the results; see `_gather`."""
    known = {(result.solution, result.case, result.test) for result in results}
    tasks = matrix(left, found.cases, known=known)
    programs = [*left, *checkers_of(found.cases)]
    with show_progress(planned(found.solutions, found.cases)) as progress:
        coming = judge(
            programs,
            tasks,
            workers,
            workers.seal,
            fail_fast=arguments.fail_fast,
            ahead=workers.ahead,
            built=progress.built,
        )
        return _gather(coming, results, journal, progress)


def _gather(
    coming: Generator[Result, None, None],
    results: list[Result],
    journal: Journal,
    progress: Progress,
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
    # Imported here, as for --watch.
    from judge.solutions.expectations import applied, denied, revision

    revisions = []
    by_hand: list[Fault] = []
    for solution in found.whole().solutions:
        own = [result for result in results if result.solution == solution.name]
        all_cases = len(cases_of(solution, found.cases)) == len(cases_of(solution, cases))
        owed = [each.problem for each in owing if each.solution == solution.name]
        if not solution.output_only:
            source = require(solution.path, SOURCE_BYTES)
            revised = revision(solution, source, own, owed, all_cases=all_cases)
            revisions += [revised] if revised else []
        by_hand += denied(solution, cases, own)
    for fault in by_hand:
        print(fault)
    if not revisions:
        print("no program to write" if by_hand else "the expectations are what was seen: nothing to write")
        return
    screen.show_revisions(revisions, color=arguments.color)
    if not arguments.yes:
        if not sys.stdin.isatty():
            raise UsageError("expected --yes, or a terminal to ask on: nothing is written")
        if input(f"write {counted(len(revisions), 'file')}? [y/N] ").strip().lower() not in ("y", "yes"):
            return
    for revised in revisions:
        WholeFile(revised.path).write(applied(revised, require(revised.path, SOURCE_BYTES)))


COMMAND = Command(Arguments, run, epilog=EXIT_CODES)
