"""The tables of a whole run: rows that need reading, and a line about the others."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from rich.console import Console, Group, RenderableType
from rich.text import Text

from judge.model.results import Slowest
from judge.platform.errors import counted, listed, printable
from judge.show.class_table import tabulate_class
from judge.show.classes import find_class
from judge.show.fitting import wrap
from judge.show.folding import MOST_SHOWN, Rows, RowState, choose_rows
from judge.show.outcome import Outcome
from judge.show.rows import Matrix, classify_row, group_by_solution, number_problems, split_tables
from judge.show.tables import tabulate_verdicts

# The number of a table, and the name of a solution in it.
_Row = tuple[int, str]


def tabulate_run(outcome: Outcome, console: Console, rows: Rows = "needed") -> Iterator[RenderableType]:
    """Yield a table for each group of problems that are together, under their names if there are several.

    A class has a table of its students before these, or instead of them if there are too many rows. The
    programs of one student share one table. Of too many rows, those as expected fold.
    """
    cells, together, stated = outcome.cells, outcome.together, outcome.has_expectations
    number_of = number_problems(together)
    tables = split_tables(cells, together) or {0: {}}
    owed = {(number_of.get(unmet.problem, 0), unmet.solution) for unmet in outcome.owing}
    states = _classify_rows(tables, owed)
    of_class = find_class(outcome)
    if of_class and of_class.is_one_student and len(of_class.problems) > 1:
        yield tabulate_verdicts(group_by_solution(cells), console, stated=stated, in_one=True)
        return
    is_class = of_class and not of_class.is_one_student and len(of_class.problems) <= MOST_SHOWN
    has_table = is_class and rows != "unexpected"
    if of_class and has_table:
        is_crowded = rows == "needed" and len(states) > MOST_SHOWN
        yield tabulate_class(of_class, console, rows, replaces_programs=is_crowded)
        if is_crowded:
            # The table of the class has the others.
            states = {row: state for row, state in states.items() if row[1] in of_class.others}
    shown = choose_rows(states, rows)
    if folded := {row: state for row, state in states.items() if row not in shown}:
        words = _describe_folded(tables, folded, outcome.slowest, stated=stated)
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
    tables: Mapping[int, Matrix],
    states: Mapping[_Row, RowState],
    slowest: Iterable[Slowest],
    *,
    stated: bool,
) -> str:
    """Count the solutions that need no reading, and name the slowest of them."""
    words = []
    sound = "as expected" if stated else "passed"
    for standing, what in ((RowState.AS_EXPECTED, sound), (RowState.SKIPPED, "skipped")):
        if names := {name for row, name in states if states[row, name] is standing}:
            words.append(f"{counted(len(names), 'solution')} {what}")
    own = {(name, case) for number, name in states for case in tables[number][name]}
    for result, share in slowest:
        if (result.solution, result.case) in own:
            words.append(f"slowest {printable(result.solution)} {share:.2g} of its limit")
            break
    return ", ".join(words)
