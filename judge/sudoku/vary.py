"""Grids near a grid: digits and lines that change places under the law, clues that move or are added."""

from collections.abc import Callable
from random import Random

from judge.sudoku.grid import COLUMNS, DIGITS, ROWS, Grid, completions


def varied(clues: Grid, chance: Random) -> Grid:
    """One step from `clues`. What could be completed can be."""
    return chance.choice(_STEPS)(clues, chance)


def given(clues: Grid, answer: Grid, first: int, stop: int) -> Grid:
    """With the blanks from `first` to before `stop` filled from the answer, counted as they are read."""
    blanks = [cell for cell, clue in enumerate(clues) if clue == 48]
    grid = bytearray(clues)
    for cell in blanks[first:stop]:
        grid[cell] = answer[cell]
    return bytes(grid)


def renamed(clues: Grid, answer: Grid) -> tuple[Grid, Grid]:
    """With the digits named in the order in which they are read: first the clues, then the answer."""
    order = [digit for digit in dict.fromkeys(clues + answer + DIGITS) if digit != 48]
    names = bytes.maketrans(bytes(order), DIGITS)
    return clues.translate(names), answer.translate(names)


def _digits_exchanged(clues: Grid, chance: Random) -> Grid:
    a, b = chance.sample(DIGITS, 2)
    return clues.translate(bytes.maketrans(bytes((a, b)), bytes((b, a))))


def _lines_exchanged(clues: Grid, chance: Random) -> Grid:
    """Two rows, or two columns, that go through the same boxes."""
    lines, first = chance.choice((ROWS, COLUMNS)), chance.choice((0, 3, 6))
    a, b = (lines[first + n] for n in chance.sample(range(3), 2))
    grid = bytearray(clues)
    for mine, theirs in zip(a, b, strict=True):
        grid[mine], grid[theirs] = clues[theirs], clues[mine]
    return bytes(grid)


def _transposed(clues: Grid, chance: Random) -> Grid:
    return bytes(clues[cell] for column in COLUMNS for cell in column)


def _clue_dropped(clues: Grid, chance: Random) -> Grid:
    return _clues_changed(clues, chance, drops=True)


def _clue_added(clues: Grid, chance: Random) -> Grid:
    return _clues_changed(clues, chance, adds=True)


def _clue_moved(clues: Grid, chance: Random) -> Grid:
    return _clues_changed(clues, chance, drops=True, adds=True)


def _clues_changed(clues: Grid, chance: Random, *, drops: bool = False, adds: bool = False) -> Grid:
    """One clue goes, another cell of a completion is given; transposed where there is none for it."""
    answer = next(completions(clues), None)
    given = [cell for cell, clue in enumerate(clues) if clue != 48]
    blank = [cell for cell, clue in enumerate(clues) if clue == 48]
    if answer is None or (drops and not given) or (adds and not blank):
        return _transposed(clues, chance)
    grid = bytearray(clues)
    if drops:
        grid[chance.choice(given)] = 48
    if adds:
        cell = chance.choice(blank)
        grid[cell] = answer[cell]
    return bytes(grid)


_STEPS: tuple[Callable[[Grid, Random], Grid], ...] = (
    _digits_exchanged,
    _lines_exchanged,
    _transposed,
    _clue_dropped,
    _clue_added,
    _clue_moved,
)
