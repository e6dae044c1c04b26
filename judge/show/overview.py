"""The tables of a whole run: rows that need reading, and a line about the others."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.console import Console, Group, RenderableType
from rich.text import Text

from judge.model.cells import Cell
from judge.model.groups import group_by
from judge.model.patterns import problem_of
from judge.model.results import Result, are_accepted, measured_now
from judge.model.runs import Limits
from judge.platform.errors import counted, listed, printable
from judge.show.class_table import tabulate_class
from judge.show.classes import find_class
from judge.show.fitting import wrap
from judge.show.folding import MOST_SHOWN, Rows, RowState, choose_rows
from judge.show.outcome import Outcome
from judge.show.rows import Matrix, classify_row, group_by_solution
from judge.show.tables import tabulate_verdicts

# The number of a table, and the name of a solution in it.
_Row = tuple[int, str]


class Slowest(NamedTuple):
    """A result, and its CPU time as a share of the limit."""

    result: Result
    share: float


def find_slowest_accepted(results: Iterable[Result], limits: Mapping[str, Limits]) -> Slowest | None:
    """Find the run nearest to its CPU limit, among solutions that are accepted on all tests of a problem."""
    of_problems = group_by(results, lambda result: (result.solution, problem_of(result.case)))
    timed = (
        Slowest(result, result.cpu_s / result.limit_s(limits[result.case]))
        for tests in of_problems.values()
        if are_accepted(tests)
        for result in measured_now(tests)
        if result.cpu_s is not None and result.case in limits
    )
    return max(timed, key=lambda slowest: slowest.share, default=None)


def tabulate_run(outcome: Outcome, console: Console, rows: Rows = "needed") -> Iterator[RenderableType]:
    """Yield a table for each group of problems that are together, under their names if there are several.

    A class has a table of its students before these, or instead of them if there are too many rows. The
    programs of one student share one table. Of too many rows, those as expected fold.
    """
    cells, together, stated = outcome.cells, outcome.together, outcome.has_expectations
    group_of = {problem: number for number, group in enumerate(together) for problem in group}
    groups = group_by(cells, lambda cell: group_of.get(problem_of(cell.case), 0))
    tables = {number: group_by_solution(own) for number, own in sorted(groups.items())} or {0: {}}
    owed = {(group_of.get(unmet.problem, 0), unmet.solution) for unmet in outcome.owing}
    states = _classify_rows(tables, owed)
    of_class = find_class(outcome)
    if of_class and of_class.is_one_student and len(of_class.problems) > 1:
        yield tabulate_verdicts(group_by_solution(cells), console, stated=stated, in_one=True)
        return
    has_table = of_class and rows != "unexpected" and 1 < len(of_class.problems) <= MOST_SHOWN
    if of_class and has_table:
        is_crowded = rows == "needed" and len(states) > MOST_SHOWN
        yield tabulate_class(of_class, console, rows, replaces_programs=is_crowded)
        if is_crowded:
            # The table of the class has the others.
            states = {row: state for row, state in states.items() if row[1] in of_class.others}
    shown = choose_rows(states, rows)
    if folded := states.keys() - shown:
        words = _describe_folded(groups, {row: states[row] for row in folded}, outcome.limits, stated=stated)
        yield wrap(Text(words, style="green"), console.width)
    for number, table in tables.items():
        left = {name: table[name] for own_number, name in shown if own_number == number}
        if left or not (folded or of_class):
            names = Text(printable(listed(together[number])), style="bold") if len(together) > 1 else None
            named = {name for own_number, name in owed if own_number == number}
            # The table of a class has the changes.
            found = tabulate_verdicts(left, console, stated=stated, owing=named, changes=not has_table)
            yield Group(names, found) if names else found


def _classify_rows(tables: Mapping[int, Matrix], owed: Collection[_Row]) -> dict[_Row, RowState]:
    return {
        (number, name): classify_row(row, owes=(number, name) in owed)
        for number, table in tables.items()
        for name, row in table.items()
    }


def _describe_folded(
    groups: Mapping[int, Sequence[Cell]],
    states: Mapping[_Row, RowState],
    limits: Mapping[str, Limits],
    *,
    stated: bool,
) -> str:
    """Count the solutions that need no reading, and name the slowest of them."""
    words = []
    sound = "as expected" if stated else "passed"
    for standing, what in ((RowState.AS_EXPECTED, sound), (RowState.SKIPPED, "skipped")):
        if names := {name for row, name in states if states[row, name] is standing}:
            words.append(f"{counted(len(names), 'solution')} {what}")
    own = (cell for number in groups for cell in groups[number] if (number, cell.solution) in states)
    if slowest := find_slowest_accepted((result for cell in own for result in cell.tests), limits):
        words.append(f"slowest {printable(slowest.result.solution)} {slowest.share:.2g} of its limit")
    return ", ".join(words)
