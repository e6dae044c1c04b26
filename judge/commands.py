"""What each command does, from its arguments to its exit code."""

import time
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import PurePath

from judge import console
from judge.cases import load_cases
from judge.engine import in_order, judge, number_of_tests
from judge.errors import Fault, InputErrors, UsageError
from judge.files import WholeFile
from judge.formats import GRID_FORMATS
from judge.model import Case, Result, Solution, by_case, case_as_expected, matches
from judge.project import find_project
from judge.reports.json import document
from judge.solutions import load_solutions
from judge.sudoku import count_solutions
from judge.workers import open_runners


def run(arguments: Namespace) -> int:
    """Judge, show, and say in the exit code whether all is as expected. An interrupt shows what is known."""
    solutions, cases = _selected(arguments)
    report = WholeFile(arguments.json) if arguments.json else None
    totals = {
        solution.name: sum(number_of_tests(case, solution.format) for case in cases) for solution in solutions
    }
    results: list[Result] = []
    interrupted = False
    began = time.monotonic()
    with open_runners(arguments.jobs) as runners:
        try:
            with console.progress(totals) as show_progress:
                for result in judge(solutions, cases, runners, fail_fast=arguments.fail_fast):
                    results.append(result)
                    show_progress(result)
        except KeyboardInterrupt:
            interrupted = True
    wall_s = time.monotonic() - began
    ordered = in_order(results, solutions, cases, fail_fast=arguments.fail_fast)
    console.show_run(ordered, wall_s=wall_s, workers=len(runners), expected_tests=sum(totals.values()))
    if report:
        report.write(document(ordered))
    if interrupted:
        return 130
    return int(any(case_as_expected(cell) is False for cell in by_case(ordered)))


def list_all(arguments: Namespace) -> int:
    """Show what there is to judge."""
    console.show_catalogue(*_loaded(arguments))
    return 0


def check(arguments: Namespace) -> int:
    """Read every file and count the completions of every grid, up to the second."""
    solutions, cases = _loaded(arguments)
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


def _loaded(arguments: Namespace) -> tuple[tuple[Solution, ...], tuple[Case, ...]]:
    """Solutions and cases; the faults of both are raised together."""
    project = find_project(arguments.root)
    faults: list[Fault] = []
    solutions: tuple[Solution, ...] = ()
    cases: tuple[Case, ...] = ()
    try:
        solutions = load_solutions(project.solutions)
    except InputErrors as error:
        faults += error.faults
    try:
        cases = load_cases(project.cases)
    except InputErrors as error:
        faults += error.faults
    if faults:
        raise InputErrors(tuple(faults))
    return solutions, cases


def _selected(arguments: Namespace) -> tuple[tuple[Solution, ...], tuple[Case, ...]]:
    """What the words of the command line leave of all solutions and cases."""
    solutions, cases = _loaded(arguments)
    if arguments.solutions:
        names = [solution.name for solution in solutions]
        wanted = {name for pattern in arguments.solutions for name in _named(pattern, names)}
        solutions = tuple(solution for solution in solutions if solution.name in wanted)
    for pattern in arguments.case or ():
        if not any(matches(pattern, case.id) for case in cases):
            known = ", ".join(case.id for case in cases[:20])
            raise UsageError(f"--case: expected a pattern that matches one of {known}, got {pattern!r}")
    if arguments.case:
        cases = tuple(case for case in cases if any(matches(p, case.id) for p in arguments.case))
    if arguments.time:
        cases = tuple(replace(case, limits=replace(case.limits, cpu_s=arguments.time)) for case in cases)
    return solutions, cases


def _named(pattern: str, names: Sequence[str]) -> list[str]:
    found = [
        name
        for name in names
        if fnmatchcase(name, pattern)
        or fnmatchcase(str(PurePath(name).with_suffix("")), pattern)
        or PurePath(pattern).parts[-len(PurePath(name).parts) :] == PurePath(name).parts
    ]
    if not found:
        raise UsageError(f"expected the name of a solution, got {pattern!r}; there are {', '.join(names)}")
    return found
