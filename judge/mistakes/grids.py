"""The grids of an output, however they are printed: whether they are turned, and the first wrong cell."""

import re
from collections.abc import Sequence
from contextlib import suppress

from judge.errors import FormatError
from judge.mistakes.bytewise import key
from judge.results import WrongCell
from judge.sudoku.formats import GRID_FORMATS
from judge.sudoku.grid import UNITS, Grid, repetition

_LIMIT = 1 << 20
_CELLS = b".0123456789"
# A line that ends in nine cells: what stands before them, other than a number or a label, is no cell.
_LABELLED = re.compile(rb"(.*?[^.0-9]|[0-9]{1,2}[.:=)]*)?([.0-9]{9})", re.DOTALL)
_SIDE = range(9)
# Where each cell of a grid comes from in its seven other positions.
_TURNS = (
    tuple(9 * c + r for r in _SIDE for c in _SIDE),
    tuple(9 * r + 8 - c for r in _SIDE for c in _SIDE),
    tuple(9 * (8 - r) + c for r in _SIDE for c in _SIDE),
    tuple(80 - 9 * r - c for r in _SIDE for c in _SIDE),
    tuple(9 * (8 - c) + r for r in _SIDE for c in _SIDE),
    tuple(9 * c + 8 - r for r in _SIDE for c in _SIDE),
    tuple(80 - 9 * c - r for r in _SIDE for c in _SIDE),
)


def expected_grids(answer: bytes, format: str) -> tuple[Grid, ...]:
    """The grids of the answer; none for plain text, and none where there are thousands."""
    if format in GRID_FORMATS and len(answer) <= _LIMIT:
        with suppress(FormatError):
            return GRID_FORMATS[format].decode_output(answer)
    return ()


def printed_grids(output: bytes, grids: Sequence[Grid]) -> tuple[Grid, ...]:
    """The grids that were printed for `grids`, in whatever layout and between whatever text; else none.

    `0` and `.` are blanks. They are as many as are wanted, or the same with some printed again.
    """
    if len(output) > _LIMIT:
        return ()
    said = key(output)
    if said.strip(_CELLS):
        said = b"".join(_cells(key(line)) for line in output.splitlines())
    if len(said) % 81:
        return ()
    said = said.replace(b".", b"0")
    own = tuple(said[start : start + 81] for start in range(0, len(said), 81))
    if len(own) > len(grids) and set(own) != set(grids):
        own = tuple(grid for grid in own if 48 not in grid)
    again = len(own) > len(grids) > 1 and set(own) == set(grids)
    return own if again or len(own) == len(grids) else ()


def _cells(said: bytes) -> bytes:
    """The cells of a line: all that it says, or what follows its label; none of a line of other text."""
    if not said.strip(_CELLS) and len(said) % 9 == 0:
        return said
    labelled = _LABELLED.fullmatch(said)
    return labelled[2] if labelled else b""


def misplaced(grids: Sequence[Grid], own: Sequence[Grid]) -> str:
    """The mistake of printing the right grids otherwise than they are asked for; empty for wrong grids."""
    if len(own) > len(grids):
        return "grid-twice"
    if sorted(own) == sorted(grids):
        return "grids-out-of-order"
    pairs = [(mine, theirs) for mine, theirs in zip(grids, own, strict=True) if mine != theirs]
    turned = any(all(bytes(mine[at] for at in turn) == theirs for mine, theirs in pairs) for turn in _TURNS)
    return "grid-turned" if turned else ""


def wrong_cell(grids: Sequence[Grid], own: Sequence[Grid], clues: Sequence[Grid]) -> WrongCell:
    """The first cell that differs, and why it cannot be right."""
    pairs = enumerate(zip(b"".join(grids), b"".join(own), strict=True))
    index, (expected, found) = next((index, pair) for index, pair in pairs if pair[0] != pair[1])
    grid, cell = divmod(index, 81)
    clue = clues[grid][cell] if grid < len(clues) else 48
    return WrongCell(
        grid=grid + 1,
        row=cell // 9 + 1,
        column=cell % 9 + 1,
        box=cell // 27 * 3 + cell % 9 // 3 + 1,
        found="blank" if found == 48 else chr(found),
        expected=chr(expected),
        why=_why(own[grid], cell, clue),
    )


def _why(grid: Grid, cell: int, clue: int) -> str:
    """What the cell breaks: a clue, a rule, or else what the grid does."""
    digit = grid[cell]
    if digit == 48:
        return "it is not filled"
    if clue not in (48, digit):
        return f"the clue there is {clue - 48}"
    for unit, cells in UNITS.items():
        if cell in cells and sum(grid[other] == digit for other in cells) > 1:
            return f"{unit} has two {digit - 48}s"
    return repetition(grid) or "the grid obeys the rules, but is not the answer"


def cell_in_words(cell: WrongCell) -> str:
    """A wrong cell in a sentence."""
    grid = f"grid {cell.grid}, " if cell.grid > 1 else ""
    return (
        f"{grid}row {cell.row}, column {cell.column}, box {cell.box} is {cell.found},"
        f" expected {cell.expected}: {cell.why}"
    )
