"""What each command does, from its arguments to its exit code."""

import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import PurePath

from judge import console
from judge.cases import load_cases
from judge.console.waiting import counting
from judge.engine import in_order, judge, number_of_tests, tests_of
from judge.errors import Fault, InputErrors, UsageError
from judge.expectations import applied, revision
from judge.files import WholeFile, read
from judge.formats import GRID_FORMATS
from judge.journal import Journal, fingerprints
from judge.keepers import Level
from judge.model import Case, Solution, Verdict, matches
from judge.mutants import mutants
from judge.project import Project, find_project
from judge.reports.json import document
from judge.results import Result, by_case, case_as_expected
from judge.sandbox import OPEN
from judge.solutions import load_solutions
from judge.sudoku import count_solutions
from judge.workers import open_runners


def run(arguments: Namespace) -> int:
    """Judge, show, and say in the exit code whether all is as expected. An interrupt shows what is known."""
    began = time.monotonic()
    project = project_of(arguments)
    # The keepers start while the files are read.
    with open_runners(arguments.jobs, arguments.sandbox, closed=project.closed()) as runners:
        solutions, cases = selected(project, arguments)
        report = WholeFile(arguments.json) if arguments.json else None
        totals = {
            solution.name: sum(number_of_tests(case, solution.format) for case in cases)
            for solution in solutions
        }
        level = runners[0].level()
        manner = manner_of(level, cold=arguments.cold)
        journal = Journal(project.root, fingerprints(solutions, cases, manner=manner))
        results = list(journal.resume() if arguments.resume else ())
        resumed = len(results)
        known = {(result.solution, result.case, result.test) for result in results}
        coming = judge(solutions, cases, runners, fail_fast=arguments.fail_fast, known=known)
        complete = _gather(coming, results, journal, totals)
    ordered = in_order(results, solutions, cases, fail_fast=arguments.fail_fast)
    try:
        console.show_run(
            ordered,
            missing=sum(totals.values()) - len(ordered),
            resumed=resumed,
            manner=f"{len(runners)} workers, {manner}",
            wall_s=time.monotonic() - began,
            notices=[*filter(None, [journal.notice]), *(f"left open: {gap}" for gap in [OPEN[level]] if gap)],
            color=arguments.color,
            profiles=arguments.profiles,
        )
    except BrokenPipeError:
        console.discard_output()
    finally:
        if report:
            report.write(document(ordered))
        journal.close(finished=complete)
    if not complete:
        return 130
    if arguments.update_expectations:
        _update(solutions, ordered, arguments)
    return int(any(case_as_expected(cell) is False for cell in by_case(ordered)))


def manner_of(level: Level, *, cold: bool) -> str:
    """How programs are sealed and started, in words."""
    return f"sandbox {level}, Python {'started' if cold else 'forked warm'}"


def _gather(
    coming: Iterator[Result], results: list[Result], journal: Journal, totals: Mapping[str, int]
) -> bool:
    """Append what comes to `results` until it ends, True, or until the user interrupts it, False."""
    with console.progress(totals) as show_progress:
        for result in results:
            show_progress(result)
        try:
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
            raise UsageError(f"expected one {kind}, got {len(found)}: {', '.join(found)}")
    with open_runners(1, arguments.sandbox, closed=project.closed()) as runners:
        results = in_order(judge(solutions, cases, runners), solutions, cases)
    shown = next((result for result in results if result.verdict is not Verdict.AC), results[0])
    console.show_whole(shown, hexadecimals=arguments.hex, color=arguments.color)
    return int(case_as_expected(results) is False)


def list_mistakes(arguments: Namespace) -> int:
    """Show every mistake that has a name."""
    console.show_mistakes()
    return 0


def mutate(arguments: Namespace) -> int:
    """Make every mistake of right outputs and show who catches it; 1 if one goes by another's name."""
    cases = _cases(_loaded(project_of(arguments))[1], arguments.cases, "CASE")
    made = [mutant for case in cases for mutant in mutants(tests_of(case, case.format)[0])]
    console.show_mutants(made, color=arguments.color)
    return int(any(mutant.found != (mutant.name,) for mutant in made))


def list_all(arguments: Namespace) -> int:
    """Show what there is to judge."""
    console.show_catalogue(*_loaded(project_of(arguments)))
    return 0


def check(arguments: Namespace) -> int:
    """Read every file and count the completions of every grid, up to the second."""
    solutions, cases = _loaded(project_of(arguments))
    faults = []
    grids = 0
    for case in cases:
        if case.format not in GRID_FORMATS:
            continue
        for number, clues in enumerate(GRID_FORMATS[case.format].decode_input(case.input), 1):
            grids += 1
            found = count_solutions(clues, at_most=2)
            if found != 1 and not (found == 2 and case.any_answer):
                words = "several" if found else "none"
                wanted = "a solution" if case.any_answer else "one solution"
                faults.append(
                    Fault(case.path, case.line, f"expected {wanted}, got {words}: grid {number} of {case.id}")
                )
    if faults:
        raise InputErrors(tuple(faults))
    print(f"{len(solutions)} solutions, {len(cases)} cases, {grids} grids: all in order")
    return 0


def project_of(arguments: Namespace) -> Project:
    """The project, with the folder of cases that the command line names."""
    project = find_project(arguments.root)
    return project.with_cases(arguments.cases) if arguments.cases else project


def _loaded(project: Project) -> tuple[tuple[Solution, ...], tuple[Case, ...]]:
    """Solutions and cases; the faults of both are raised together."""
    faults: list[Fault] = []
    solutions: tuple[Solution, ...] = ()
    cases: tuple[Case, ...] = ()
    try:
        solutions = load_solutions(project.solutions)
    except InputErrors as error:
        faults += error.faults
    try:
        with counting("solving puzzles") as progress:
            cases = load_cases(
                project.cases,
                store=project.root / ".judge" / "answers.txt",
                progress=progress,
            )
    except InputErrors as error:
        faults += error.faults
    if faults:
        raise InputErrors(tuple(faults))
    return solutions, cases


def selected(project: Project, arguments: Namespace) -> tuple[tuple[Solution, ...], tuple[Case, ...]]:
    """What the words of the command line leave of all solutions and cases, and make of them."""
    solutions, cases = _loaded(project)
    if arguments.solutions:
        names = [solution.name for solution in solutions]
        wanted = {name for pattern in arguments.solutions for name in _named(pattern, names)}
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
            known = ", ".join(case.id for case in cases[:20])
            raise UsageError(f"{word}: expected a pattern that matches one of {known}, got {pattern!r}")
    return tuple(case for case in cases if not patterns or any(matches(p, case.id) for p in patterns))


def _named(pattern: str, names: Sequence[str]) -> list[str]:
    found = [
        name
        for name in names
        if fnmatchcase(name, pattern)
        or fnmatchcase(str(PurePath(name).with_suffix("")), pattern)
        or PurePath(pattern).parts[-len(PurePath(name).parts) :] == PurePath(name).parts
    ]
    # What stands in a folder may go by its last name, unless that is the whole name of another.
    found = found or [
        name
        for name in names
        if fnmatchcase(PurePath(name).name, pattern) or fnmatchcase(PurePath(name).stem, pattern)
    ]
    if not found:
        raise UsageError(f"expected the name of a solution, got {pattern!r}; there are {', '.join(names)}")
    return found
