"""The question of `--update-expectations`: whether to write what was seen into the solutions' headers."""

import sys

from judge.cases.tests import select_cases
from judge.options.steps import Reading
from judge.platform.errors import Fault, UsageError, counted
from judge.platform.streams import Colour
from judge.platform.writing import replace_line
from judge.show import screen
from judge.show.outcome import Outcome
from judge.solutions.expectations import find_contradicted, revise_header


def update_expectations(reading: Reading, outcome: Outcome, *, color: Colour, yes: bool) -> None:
    """Show how the expectations should read after this outcome, and write them if the user wants that.

    The user changes expectations in case files by hand.
    """
    revisions = []
    by_hand: list[Fault] = []
    every_case = reading.everything.cases
    for solution in reading.selected.whole().solutions:
        own = [cell for cell in outcome.cells if cell.solution == solution.name]
        all_cases = all(case.id in outcome.limits for case in select_cases(solution, every_case))
        owed = [each.problem for each in outcome.owing if each.solution == solution.name]
        if revised := revise_header(solution, own, owed, all_cases=all_cases):
            revisions.append(revised)
        by_hand += find_contradicted(solution, every_case, own)
    for fault in by_hand:
        print(fault)
    if not revisions:
        print("no program to write" if by_hand else "the expectations are what was seen: nothing to write")
        return
    screen.show_revisions(revisions, color=color)
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError("expected --yes, or a terminal to ask on: nothing is written")
        if input(f"write {counted(len(revisions), 'file')}? [y/N] ").strip().lower() not in ("y", "yes"):
            return
    for revised in revisions:
        replace_line(revised.path, revised.line, revised.old, revised.new)
