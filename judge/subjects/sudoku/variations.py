"""Puzzles near a puzzle: other digits, other order of lines, clues that move, come or go."""

from collections.abc import Callable
from functools import partial
from random import Random

from judge.subjects.sudoku.grid import COLUMNS, DIGITS, ROWS, Grid, find_completions


def vary(clues: Grid, chance: Random) -> Grid:
    """Return a puzzle one step from `clues`. If `clues` has a completion, so does the result."""
    return chance.choice(_STEPS)(clues, chance)


def reveal(clues: Grid, answer: Grid, first: int, stop: int) -> Grid:
    """Fill the blanks from `first` to before `stop`, in reading order, from the answer."""
    blanks = [cell for cell, clue in enumerate(clues) if clue == 48]
    grid = bytearray(clues)
    for cell in blanks[first:stop]:
        grid[cell] = answer[cell]
    return bytes(grid)


def rename(clues: Grid, answer: Grid) -> tuple[Grid, Grid]:
    """Rename the digits by the order in which they first appear in the clues, then in the answer."""
    order = [digit for digit in dict.fromkeys(clues + answer + DIGITS) if digit != 48]
    names = bytes.maketrans(bytes(order), DIGITS)
    return clues.translate(names), answer.translate(names)


def _exchange_digits(clues: Grid, chance: Random) -> Grid:
    a, b = chance.sample(DIGITS, 2)
    return clues.translate(bytes.maketrans(bytes((a, b)), bytes((b, a))))


def _exchange_lines(clues: Grid, chance: Random) -> Grid:
    """Exchange two rows, or two columns, that cross the same boxes."""
    lines, first = chance.choice((ROWS, COLUMNS)), chance.choice((0, 3, 6))
    a, b = (lines[first + n] for n in chance.sample(range(3), 2))
    grid = bytearray(clues)
    for mine, theirs in zip(a, b, strict=True):
        grid[mine], grid[theirs] = clues[theirs], clues[mine]
    return bytes(grid)


def _transpose(clues: Grid, chance: Random) -> Grid:
    return bytes(clues[cell] for column in COLUMNS for cell in column)


def _change_clues(clues: Grid, chance: Random, *, drops: bool = False, adds: bool = False) -> Grid:
    """Drop a clue, and fill another cell from a completion. Transpose where that is not possible."""
    answer = next(find_completions(clues), None)
    given = [cell for cell, clue in enumerate(clues) if clue != 48]
    blank = [cell for cell, clue in enumerate(clues) if clue == 48]
    if answer is None or (drops and not given) or (adds and not blank):
        return _transpose(clues, chance)
    grid = bytearray(clues)
    if drops:
        grid[chance.choice(given)] = 48
    if adds:
        cell = chance.choice(blank)
        grid[cell] = answer[cell]
    return bytes(grid)


_STEPS: tuple[Callable[[Grid, Random], Grid], ...] = (
    _exchange_digits,
    _exchange_lines,
    _transpose,
    partial(_change_clues, drops=True),
    partial(_change_clues, adds=True),
    partial(_change_clues, drops=True, adds=True),
)
