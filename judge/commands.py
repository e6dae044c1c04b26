"""What each command does, from its arguments to its exit code."""

import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from os.path import relpath
from pathlib import Path, PurePath

from judge import show as console
from judge.cases.loader import load_cases, not_cases
from judge.cases.project import Project, find_project
from judge.cases.tests import number_of_tests, tests_of
from judge.checkers.mutants import mutants
from judge.errors import Fault, InputErrors, UsageError, listed, unknown
from judge.files import WholeFile, read
from judge.model import Case, Solution, Verdict, matches
from judge.results import Result, by_case, case_as_expected, nothing_judged
from judge.running.keeper_client import Level
from judge.running.languages import LANGUAGES
from judge.running.sandbox import OPEN
from judge.show.json import document
from judge.show.waiting import counting
from judge.solutions.expectations import applied, revision
from judge.solutions.loader import load_solutions, not_solutions
from judge.streams import output_failure
from judge.subjects import BY_FORMAT, format_of
from judge.work.engine import in_order, judge
from judge.work.journal import Journal, Pairs
from judge.work.workers import open_runners


def run(arguments: Namespace) -> int:
    """Judge, show, and say in the exit code whether all is as expected. An interrupt shows what is known."""
    began = time.monotonic()
    project = project_of(arguments)
    # The keepers start while the files are read.
    with open_runners(arguments.jobs, arguments.sandbox, closed=project.closed()) as runners:
        everything = _loaded(project, arguments)
        solutions, cases = _narrowed(project, *everything, arguments)
        report = WholeFile(arguments.json) if arguments.json else None
        level = runners[0].level()
        manner = manner_of(level, cold=arguments.cold)
        pairs = Pairs(solutions, cases, manner=manner, tool_of=_tool_of, number_of=number_of_tests)
        totals = {solution.name: pairs.total(solution.name) for solution in solutions}
        journal = Journal(project.root, pairs)
        results = list(journal.resume() if arguments.resume else ())
        resumed = len(results)
        known = {(result.solution, result.case, result.test) for result in results}
        coming = judge(solutions, cases, runners, fail_fast=arguments.fail_fast, known=known)
        complete = _gather(coming, results, journal, totals)
    ordered = in_order(results, solutions, cases, fail_fast=arguments.fail_fast)
    shown = False
    try:
        console.show_run(
            ordered,
            missing=sum(totals.values()) - len(ordered),
            resumed=resumed,
            manner=f"{len(runners)} workers, {manner}",
            wall_s=time.monotonic() - began,
            notices=[
                *journal.notices,
                *(f"left open: {gap}" for gap in [OPEN[level]] if gap),
                *_notice(_passed_over(project, everything[1])),
            ],
            color=arguments.color,
            profiles=arguments.profiles,
        )
        shown = not output_failure()
    finally:
        if report:
            report.write(document(ordered))
        journal.close(finished=complete and shown)
    if not complete:
        return 130
    if arguments.update_expectations:
        _update(solutions, ordered, arguments)
    if nothing_judged(ordered):
        return 1
    return int(any(case_as_expected(cell) is False for cell in by_case(ordered)))


def _tool_of(solution: Solution) -> str:
    return LANGUAGES[solution.path.suffix].identity(solution)


def manner_of(level: Level, *, cold: bool) -> str:
    """How programs are sealed and started, in words."""
    return f"sandbox {level}, Python {'started' if cold else 'forked warm'}"


def _gather(
    coming: Generator[Result, None, None], results: list[Result], journal: Journal, totals: Mapping[str, int]
) -> bool:
    """Append what comes to `results` until it ends, True, or until the user interrupts it, False."""
    with console.progress(totals) as show_progress:
        for result in results:
            show_progress(result)
        try:
            with closing(coming):
                for result in coming:
                    journal.add(result)
                    results.append(result)
                    show_progress(result)
        except KeyboardInterrupt:
            return False
    return True


def _update(solutions: Sequence[Solution], results: Sequence[Result], arguments: Namespace) -> None:
    """Show how the expectations should read after these results, and write them if the user wants it."""
    revisions = []
    for solution in solutions:
        own = [result for result in results if result.solution == solution.name]
        revised = revision(solution, read(solution.path)[0], own, all_cases=not arguments.case)
        revisions += [revised] if revised else []
    if not revisions:
        print("the expectations are what was seen: nothing to write")
        return
    console.show_revisions(revisions, color=arguments.color)
    if not arguments.yes:
        if not sys.stdin.isatty():
            raise UsageError("expected --yes, or a terminal to ask on: nothing is written")
        if input(f"write {len(revisions)} files? [y/N] ").strip().lower() not in ("y", "yes"):
            return
    for revised in revisions:
        WholeFile(revised.path).write(applied(revised, read(revised.path)[0]))


def show(arguments: Namespace) -> int:
    """Run one solution on one case and show all there is to say of it, first of what is wrong."""
    project = project_of(arguments)
    solutions, cases = selected(project, arguments)
    for kind, found in (("solution", [s.name for s in solutions]), ("case", [case.id for case in cases])):
        if len(found) != 1:
            raise UsageError(f"expected one {kind}, got {len(found)}: {listed(found)}")
    with open_runners(1, arguments.sandbox, closed=project.closed()) as runners:
        results = in_order(judge(solutions, cases, runners), solutions, cases)
    shown = next((result for result in results if result.verdict is not Verdict.AC), results[0])
    console.show_whole(shown, hexadecimals=arguments.hex, color=arguments.color)
    return int(nothing_judged(results) or case_as_expected(results) is False)


def list_mistakes(arguments: Namespace) -> int:
    """Show every mistake that has a name."""
    console.show_mistakes()
    return 0


def mutate(arguments: Namespace) -> int:
    """Make every mistake of right outputs and show who catches it; 1 if one goes by another's name."""
    cases = _cases(_loaded(project_of(arguments), arguments)[1], arguments.case, "CASE")
    made = [mutant for case in cases for mutant in mutants(tests_of(case, case.format)[0])]
    console.show_mutants(made, color=arguments.color)
    return int(any(mutant.found != (mutant.name,) for mutant in made))


def list_all(arguments: Namespace) -> int:
    """Show what there is to judge, and what is passed over."""
    project = project_of(arguments)
    solutions, cases = _loaded(project, arguments)
    console.show_catalogue(solutions, cases, _passed_over(project, cases))
    return 0


def check(arguments: Namespace) -> int:
    """Read every file and see whether every case has as many answers as it says."""
    project = project_of(arguments)
    solutions, cases = _loaded(project, arguments)
    faults = []
    parts: Counter[str] = Counter()
    for case in cases:
        subject = BY_FORMAT[case.format]
        for number, asked in enumerate(format_of(case.format).decode_input(case.input), 1):
            parts[subject.part] += 1
            if wrong := subject.doubt(asked, unique=not case.any_answer):
                faults.append(Fault(case.path, case.line, f"{wrong}: {subject.part} {number} of {case.id}"))
    if faults:
        raise InputErrors(tuple(faults))
    counted = "".join(f", {count} {part}s" for part, count in parts.items())
    print(f"{len(solutions)} solutions, {len(cases)} cases{counted}: all in order")
    for notice in _notice(_passed_over(project, cases)):
        print(notice)
    return 0


def _passed_over(project: Project, cases: Sequence[Case]) -> list[Fault]:
    """What lies in the folders and is not judged, each with the reason. `cases` are all that were read."""
    return [*not_solutions(project.solutions), *not_cases(project.cases, cases)]


def _notice(passed: Sequence[Fault]) -> Iterator[str]:
    """How many files are passed over, if any are. A folder of cases is meant to be."""
    if number := sum(not fault.path.is_dir() for fault in passed):
        yield f"passed over: {number} files that are no solution and no case; `judge list` names them"


def project_of(arguments: Namespace) -> Project:
    """The project, with the folder of cases that the command line names."""
    return find_project(arguments.root, cases=arguments.cases_folder)


def _loaded(project: Project, arguments: Namespace) -> tuple[tuple[Solution, ...], tuple[Case, ...]]:
    """Solutions and cases; the faults of both are raised together."""
    faults: list[Fault] = []
    solutions: tuple[Solution, ...] = ()
    cases: tuple[Case, ...] = ()
    try:
        with counting("working out answers") as progress:
            cases = load_cases(
                project.cases,
                root=project.root,
                progress=progress,
            )
    except InputErrors as error:
        faults += error.faults
    # What is expected is expected of the project's own cases.
    expected = None if faults or arguments.cases_folder else [case.id for case in cases]
    try:
        solutions = load_solutions(project.solutions, cases=expected)
    except InputErrors as error:
        faults += error.faults
    if faults:
        raise InputErrors(tuple(faults))
    return solutions, cases


def selected(project: Project, arguments: Namespace) -> tuple[tuple[Solution, ...], tuple[Case, ...]]:
    """What the words of the command line leave of all solutions and cases, and make of them."""
    return _narrowed(project, *_loaded(project, arguments), arguments)


def _narrowed(
    project: Project, solutions: tuple[Solution, ...], cases: tuple[Case, ...], arguments: Namespace
) -> tuple[tuple[Solution, ...], tuple[Case, ...]]:
    if arguments.solutions:
        names = [solution.name for solution in solutions]
        wanted = {name for word in arguments.solutions for name in named(word, names, project.solutions)}
        solutions = tuple(solution for solution in solutions if solution.name in wanted)
    cases = _cases(cases, arguments.case, "--case")
    if arguments.cold:
        solutions = tuple(
            replace(solution, interpreter=solution.interpreter or sys.executable)
            if solution.path.suffix == ".py"
            else solution
            for solution in solutions
        )
    if arguments.time:
        cases = tuple(replace(case, limits=replace(case.limits, cpu_s=arguments.time)) for case in cases)
    return solutions, cases


def _cases(cases: tuple[Case, ...], patterns: Sequence[str] | None, word: str) -> tuple[Case, ...]:
    """The cases that some pattern names; all without patterns."""
    for pattern in patterns or ():
        if not any(matches(pattern, case.id) for case in cases):
            ids = [case.id for case in cases]
            raise UsageError(f"{word}: {unknown('a pattern that matches one of', pattern, ids)}")
    return tuple(case for case in cases if not patterns or any(matches(p, case.id) for p in patterns))


def named(word: str, names: Sequence[str], folder: Path) -> list[str]:
    """The solutions in `folder` that a word means, as a pattern or as a path that the shell completes.

    The suffix may be left out, and the folder of a whole name. Raises UsageError where there is none.
    """
    below = ""
    with suppress(FileNotFoundError):  # a current directory that is gone
        below = relpath(word, folder) if word else ""
    for pattern in (word.rstrip("/"), "*" if below == "." else below):
        found = [
            name
            for name in names
            if matches(pattern, name) or matches(pattern, str(PurePath(name).with_suffix("")))
        ]
        if found:
            return found
    found = [name for name in names if word in (PurePath(name).name, PurePath(name).stem)]
    if not found:
        raise UsageError(unknown("one of the solutions", word, names))
    return found
