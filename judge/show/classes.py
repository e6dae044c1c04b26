"""The table of a class: a row for each author of programs for several problems, a column for each problem."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import PurePath
from typing import NamedTuple

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from judge.errors import counted, printable
from judge.model.patterns import problem_of
from judge.model.results import case_as_expected
from judge.model.verdicts import Verdict, worst
from judge.scoring.scores import format_points, score_of
from judge.show.fitting import fit_names, wrap
from judge.show.folding import MOST_SHOWN, RowState, choose_rows
from judge.show.outcome import mark_earlier
from judge.show.rows import Cell, Matrix, classify_row
from judge.show.tables import new_table

_SHORTEST_NAME = 8


class _Marks(NamedTuple):
    """The part of a problem that a program passed: `points` if it counts any, else `cases`."""

    passed: float
    whole: float
    of: str
    worst: Verdict
    standing: RowState
    sign: str


# The marks by author and problem.
_Class = Mapping[str, Mapping[str, _Marks]]


def tabulate_class(tables: Iterable[Matrix], console: Console) -> RenderableType | None:
    """Return a table of the problems that each author passed, the best first; None if there is no class.

    In a class each program is for one problem, which a part of its path names. The rest of the path names the
    author. The best of an author's programs for a problem counts.
    """
    marks = _mark_authors(tables)
    problems = list(dict.fromkeys(problem for own in marks.values() for problem in own))
    if not 1 < len(problems) <= MOST_SHOWN or len(marks) == sum(map(len, marks.values())):
        return None
    ranked = sorted(marks, key=lambda author: -sum(one.passed for one in marks[author].values()))
    shown = choose_rows({author: max(one.standing for one in own.values()) for author, own in marks.items()})
    wholes = {
        problem: max(own[problem].whole for own in marks.values() if problem in own) for problem in problems
    }
    table, notes = _fit_table(
        {author: marks[author] for author in ranked if author in shown}, wholes, console
    )
    if folded := len(marks) - len(shown):
        notes.insert(0, f"{counted(folded, 'more row')}, with nothing unexpected")
    return Group(table, *(wrap(Text(note, style="dim"), console.width) for note in notes))


def _fit_table(marks: _Class, wholes: Mapping[str, float], console: Console) -> tuple[Table, list[str]]:
    """Head the table with the problems' names, else with numbers, else also leave out the possible marks."""
    numbers = enumerate(wholes, 1)
    legend = "  ".join(f"{number}={printable(name)} of {wholes[name]:.6g}" for number, name in numbers)
    counts = sorted({one.of for own in marks.values() for one in own.values()})
    note = f"a cell counts {' or '.join(counts)} passed, next to the worst verdict; --all shows each program"
    for numbered, of_whole in ((False, True), (True, True), (True, False)):
        headings = [str(n + 1) if numbered else printable(name) for n, name in enumerate(wholes)]
        made = partial(_build_table, marks, wholes, headings, of_whole)
        if found := fit_names(marks, made, console, least=_SHORTEST_NAME if of_whole else 0):
            table, left_out = found
            break
    notes = [legend, note] if numbered else [note]
    return table, [*notes, f"left out: {', '.join(left_out)}"] if left_out else notes


def _mark_authors(tables: Iterable[Matrix]) -> _Class:
    """Return nothing if a program is for several problems, or its path names no problem."""
    found: dict[str, dict[str, _Marks]] = {}
    for table in tables:
        for solution, row in table.items():
            problems = {problem_of(case) for case in row}
            author = _find_author(solution, *problems) if len(problems) == 1 else None
            if author is None:
                return {}
            own, (problem,) = found.setdefault(author, {}), problems
            marks = _mark_program(row)
            own[problem] = max(own.get(problem, marks), marks, key=lambda one: one.passed)
    return found


def _find_author(solution: str, problem: str) -> str | None:
    """Return the path without its suffix and the innermost part that names the problem; None without one."""
    parts = [*PurePath(solution).parts[:-1], PurePath(solution).stem]
    folded = [*map(str.casefold, parts)]
    if problem.casefold() not in folded:
        return None
    at = len(parts) - 1 - folded[::-1].index(problem.casefold())
    return "/".join(parts[:at] + parts[at + 1 :]) or "."


def _mark_program(row: Mapping[str, Cell]) -> _Marks:
    results = [result for cell in row.values() for result in cell]
    score = score_of(results)
    return _Marks(
        passed=score.points if score else sum(case_as_expected(cell) is True for cell in row.values()),
        whole=score.whole if score else len(row),
        of="points" if score else "cases",
        worst=worst(result.verdict for result in results),
        standing=classify_row(row, owes=False),
        sign=mark_earlier(results),
    )


def _build_table(
    marks: _Class,
    wholes: Mapping[str, float],
    headings: Sequence[str],
    of_whole: bool,
    names: Mapping[str, str],
) -> Table:
    table = new_table("solution", *headings, "passed", longest=None)
    for author, own in marks.items():
        cells = (_cell(own.get(problem), of_whole=of_whole) for problem in wholes)
        passed = sum(one.passed for one in own.values())
        total = format_points(passed, sum(wholes.values()), "/") if of_whole else f"{passed:.6g}"
        table.add_row(Text(names[author]), *cells, total)
    return table


def _cell(marks: _Marks | None, *, of_whole: bool) -> Text:
    if not marks:
        return Text("-", style="dim")
    text = format_points(marks.passed, marks.whole, "/") if of_whole else f"{marks.passed:.6g}"
    expected = marks.standing is RowState.AS_EXPECTED
    shown = Text(text, style="green") if expected else Text(f"{text} {marks.worst.name}", style="bold red")
    return shown.append(marks.sign, style="dim")
