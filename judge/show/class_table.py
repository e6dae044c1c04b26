"""The table of a class: a row for each student, a column for each problem."""

from collections.abc import Mapping, Sequence
from functools import partial

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from judge.platform.errors import counted, printable
from judge.scoring.scores import format_points
from judge.show.classes import UNRECOGNISED_NOTE, Class, Mark, total
from judge.show.fitting import fit_names, wrap
from judge.show.folding import Rows, RowState, choose_rows
from judge.show.outcome import LATE_MARK
from judge.show.tables import new_table

_SHORTEST_NAME = 8
# Marks by student and problem.
_Marks = Mapping[str, Mapping[str, Mark]]


def tabulate_class(
    found: Class, console: Console, rows: Rows = "needed", *, replaces_programs: bool = False
) -> RenderableType:
    """Return a table of what the students have reached, the best first.

    If there are too many students, those with nothing unexpected fold. A note says how to see the
    programs that it replaces.
    """
    states = {
        student: max((mark.state for mark in own.values()), default=RowState.UNEXPECTED)
        for student, own in found.marks.items()
    }
    chosen = {*choose_rows(states, rows)}
    shown = {student: own for student, own in found.marks.items() if student in chosen}
    table, notes = _fit_table(shown, found, console)
    if replaces_programs:
        notes[-1] += "; --all shows each program"
    if found.unrecognised.keys() & shown:
        notes.append(UNRECOGNISED_NOTE)
    if folded := len(found.marks) - len(shown):
        notes.insert(0, f"{counted(folded, 'more student')}, with nothing unexpected")
    return Group(table, *(wrap(Text(note, style="dim"), console.width) for note in notes))


def _fit_table(marks: _Marks, found: Class, console: Console) -> tuple[Table, list[str]]:
    """Head the table with the problems' names, else with numbers, else also leave out the possible marks."""
    possible = found.possible
    numbers = enumerate(possible, 1)
    legend = "  ".join(
        f"{number}={printable(name)} of {format_points(possible[name], None, '')}" for number, name in numbers
    )
    counts = sorted({mark.unit.removesuffix(" passed") for own in marks.values() for mark in own.values()})
    note = f"a cell counts {' or '.join(counts)} passed, next to the worst verdict"
    for numbered, of_possible in ((False, True), (True, True), (True, False)):
        headings = [str(n + 1) if numbered else printable(name) for n, name in enumerate(possible)]
        made = partial(_build_table, marks, found.signs, possible, headings, of_possible)
        if fitting := fit_names(marks, made, console, least=_SHORTEST_NAME if of_possible else 0):
            table, left_out = fitting
            break
    notes = [legend] if numbered else []
    return table, [*notes, *([f"left out: {', '.join(left_out)}"] if left_out else ()), note]


def _build_table(
    marks: _Marks,
    signs: Mapping[str, str],
    possible: Mapping[str, float | None],
    headings: Sequence[str],
    of_possible: bool,
    names: Mapping[str, str],
) -> Table:
    table = new_table("student", *headings, "passed", longest=None)
    for student, own in marks.items():
        cells = (_cell(own.get(problem), of_possible=of_possible) for problem in possible)
        whole = total(possible.values()) if of_possible else None
        reached = format_points(total(mark.reached for mark in own.values()), whole, "/")
        table.add_row(Text(names[student]), *cells, reached + signs.get(student, ""))
    return table


def _cell(mark: Mark | None, *, of_possible: bool) -> Text:
    if not mark:
        return Text("-", style="dim")
    text = format_points(mark.reached, mark.possible if of_possible else None, "/")
    expected = mark.state is RowState.AS_EXPECTED
    shown = Text(text, style="green") if expected else Text(f"{text} {mark.worst.name}", style="bold red")
    shown.append(mark.sign, style="dim")
    shown.append(f" {LATE_MARK}" * bool(mark.late), style="yellow")
    return shown.append(f" {mark.change}") if mark.change else shown
