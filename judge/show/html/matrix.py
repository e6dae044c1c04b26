"""The matrix of a run: solutions and cases, whichever are fewer across, with a cell for each pair."""

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from judge.model.cells import Cell
from judge.model.groups import group_by
from judge.model.patterns import problem_of
from judge.model.verdicts import worst
from judge.platform.errors import printable
from judge.show.outcome import Outcome, mark_earlier
from judge.show.rows import Matrix as Rows
from judge.show.rows import describe_row, format_slowest, format_slowest_in_time, split_tables

# Wider tables are hard to read: cases become rows.
_MOST_COLUMNS = 60
# In larger tables a cell is a whole problem.
_MOST_CELLS = 150_000


class CellView(Struct, frozen=True, kw_only=True):
    """One solution on one case or one problem; `kind` lists the classes for style and script.

    `anchor` is the address of the section that it opens, empty if there is none.
    """

    kind: str
    verdict: str
    time: str
    anchor: str


class Line(Struct, frozen=True, kw_only=True):
    """A row. Sorting by result orders rows by `badness`."""

    name: str
    cells: tuple[CellView | None, ...]
    conclusion: str
    unexpected: bool
    badness: int
    slowest: str


class Matrix(Struct, frozen=True, kw_only=True):
    """A table of problems with the same solutions. If `folded`, a cell is a whole problem."""

    problems: tuple[str, ...]
    corner: str
    heads: tuple[str, ...]
    lines: tuple[Line, ...]
    folded: bool

    @property
    def is_timed(self) -> bool:
        """Return whether any line has a time. Results of earlier runs have none."""
        return any(line.slowest for line in self.lines)

    @property
    def rows(self) -> list[list[tuple[str | int, ...]]]:
        """The cells of rows for the script: class, words, quiet words, anchor, a number to sort by.

        A solution that was not run on a case has an empty cell.
        """
        return [
            [
                ("x" * line.unexpected, line.name),
                ("x" * line.unexpected, line.conclusion, "", "", line.badness),
                ("", line.slowest),
                *((cell.kind, cell.verdict, cell.time, cell.anchor) if cell else () for cell in line.cells),
            ]
            for line in self.lines
        ]


def find_anchor(cell: Cell) -> str:
    """Return the address in the page. It is unique, since no program's path begins another's."""
    return printable(f"{cell.solution}/{cell.case}")


def build_matrices(
    outcome: Outcome, opened: Collection[str], *, most_cells: int = _MOST_CELLS
) -> Iterator[Matrix]:
    """Build a matrix for each group of problems that share a table. `opened` anchors have a section."""
    for rows in split_tables(outcome.cells, outcome.together).values():
        yield _build_matrix(rows, outcome, opened, most_cells)


def _build_matrix(rows: Rows, outcome: Outcome, opened: Collection[str], most_cells: int) -> Matrix:
    cases = list(dict.fromkeys(case for row in rows.values() for case in row))
    problems = group_by(cases, problem_of)
    folded = len(rows) * len(cases) > most_cells
    columns = problems if folded else {case: [case] for case in cases}
    groups = {
        solution: [[row[case] for case in own if case in row] for own in columns.values()]
        for solution, row in rows.items()
    }
    if turned := len(columns) > max(_MOST_COLUMNS, len(rows)):
        groups = dict(zip(columns, map(list, zip(*groups.values(), strict=True)), strict=True))
    owing = {unmet.solution for unmet in outcome.owing if unmet.problem in problems}
    words = {
        name: describe_row(row, owes=name in owing, stated=outcome.has_expectations).plain
        for name, row in rows.items()
        if not turned
    }
    return Matrix(
        problems=tuple(problems),
        corner="case" if turned else "solution",
        heads=tuple(rows if turned else columns),
        lines=tuple(_build_line(name, own, words.get(name, ""), opened) for name, own in groups.items()),
        folded=folded,
    )


def _build_line(name: str, groups: Sequence[Sequence[Cell]], words: str, opened: Collection[str]) -> Line:
    """words: the conclusion about a solution. The row of a case counts its cells instead."""
    cells = [cell for group in groups for cell in group]
    unexpected = sum(cell.as_expected is False for cell in cells)
    sound = sum(cell.verdict.is_sound for cell in cells)
    results = [result for cell in cells for result in cell.tests]
    accepted = f"{sound:,}/{len(cells):,} AC"
    return Line(
        name=name,
        cells=tuple(_build_cell(group, opened) for group in groups),
        conclusion=words or (f"{accepted}, {unexpected:,} unexpected" if unexpected else accepted),
        unexpected=bool(unexpected) or words.startswith("not "),
        badness=unexpected * 1_000_000 + len(cells) - sound,
        slowest=format_slowest_in_time(results),
    )


def _build_cell(cells: Sequence[Cell], opened: Collection[str]) -> CellView | None:
    """Show a case, or count the verdicts of several and link to the first unexpected or worst one."""
    if not cells:
        return None
    lowest = cells[0].verdict if len(cells) == 1 else worst(cell.verdict for cell in cells)
    unexpected = [cell for cell in cells if cell.as_expected is False]
    first = (unexpected or [cell for cell in cells if cell.verdict is lowest])[0]
    results = [result for cell in cells for result in cell.tests]
    sound = sum(cell.verdict.is_sound for cell in cells)
    again = "*" if any(result.runs > 1 for result in results) else ""
    return CellView(
        kind=f"{lowest.name} x" if unexpected else lowest.name,
        verdict=(f"{sound:,}/{len(cells):,} " if len(cells) > 1 else "")
        + f"{lowest.name}{'!' if unexpected else ''}",
        time=format_slowest(results) + again + mark_earlier(cells),
        anchor=anchor if (anchor := find_anchor(first)) in opened else "",
    )
