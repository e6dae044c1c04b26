"""Generates puzzles from a seed: minimal, with one answer, and as many easy ones as hard ones.

Minimal means that every clue is needed. The grade of a puzzle depends on `grid.count_guesses`: the work that
singles alone cannot do.
"""

import random
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count as numbers

from msgspec import Struct

from judge.platform.cores import on_all_cores
from judge.platform.errors import counted
from judge.subjects.sudoku.grid import BOXES, DIGITS, Grid, count_guesses, find_completions, find_two_answers
from judge.subjects.sudoku.puzzles import Progress

MADE = "minimal puzzles of graded difficulty"
# The most guesses of each grade; the last grade has no bound.
GRADES = (0, 3, 7, 15)


class GradedPuzzle(Struct, frozen=True, kw_only=True):
    """A minimal puzzle, its one answer, and its grade from 1 to 5."""

    clues: Grid
    answer: Grid
    grade: int


def make_candidate(seed: int, number: int) -> GradedPuzzle:
    """Make the puzzle of this number, which depends on the arguments alone."""
    chance = random.Random(f"{seed}/{number}")
    answer = _make_full_grid(chance)
    clues = _minimize(answer, chance)
    return GradedPuzzle(clues=clues, answer=answer, grade=grade(clues))


def grade(clues: Grid) -> int:
    """Grade a puzzle from 1, where singles suffice, to 5."""
    needed = count_guesses(clues)
    return next((number for number, most in enumerate(GRADES, 1) if needed <= most), len(GRADES) + 1)


def select_by_grade(candidates: Iterable[GradedPuzzle], count: int) -> Iterator[GradedPuzzle]:
    """Take candidates in order until there are `count` different ones, equally many of each grade.

    If `count` does not divide evenly, lower grades get one more.
    """
    grades = len(GRADES) + 1
    wanted = {number: count // grades + (number <= count % grades) for number in range(1, grades + 1)}
    seen: set[Grid] = set()
    for puzzle in candidates:
        if wanted[puzzle.grade] and puzzle.clues not in seen:
            wanted[puzzle.grade] -= 1
            seen.add(puzzle.clues)
            yield puzzle
        if not any(wanted.values()):
            return


def generate_puzzles(count: int, *, seed: int, progress: Progress) -> str:
    """Return the text of a file of puzzles, the same for the same seed."""
    puzzles: list[GradedPuzzle] = []
    for puzzle in select_by_grade(on_all_cores(partial(make_candidate, seed), numbers()), count):
        puzzles.append(puzzle)
        progress(len(puzzles), count)
    return write_puzzles(puzzles, seed=seed)


def write_puzzles(puzzles: Iterable[GradedPuzzle], *, seed: int) -> str:
    """Write puzzles with their answers by grade. Comments repeat the command."""
    by_grade = sorted(puzzles, key=lambda puzzle: puzzle.grade)
    made = counted(len(by_grade), "minimal puzzle")
    lines = [f"# {made} with answers: judge generate {len(by_grade)} --seed {seed}"]
    for number in range(1, len(GRADES) + 2):
        members = [puzzle for puzzle in by_grade if puzzle.grade == number]
        least = 0 if number == 1 else GRADES[number - 2] + 1
        reach = f"{least} or more" if number > len(GRADES) else f"{least} to {GRADES[number - 1]}"
        guesses = "0" if number == 1 else reach
        lines.append(f"# grade {number}, {guesses} guesses: {counted(len(members), 'puzzle')}")
        lines += [(puzzle.clues + puzzle.answer).decode() for puzzle in members]
    return "\n".join(lines) + "\n"


def _make_full_grid(chance: random.Random) -> Grid:
    """Make a random full grid: fill the three boxes on the diagonal and solve the rest.

    The digits are renamed at the end: the solver finds grids with low digits early first, which would favour
    a search that tries digits in order.
    """
    grid = bytearray(b"0" * 81)
    for box in (BOXES[0], BOXES[4], BOXES[8]):
        for cell, digit in zip(box, chance.sample(DIGITS, 9), strict=True):
            grid[cell] = digit
    names = bytes.maketrans(DIGITS, bytes(chance.sample(DIGITS, 9)))
    return next(find_completions(bytes(grid))).translate(names)


def _minimize(answer: Grid, chance: random.Random) -> Grid:
    """Remove clues until all are needed. One pass suffices: a needed clue stays needed when others go."""
    clues = bytearray(answer)
    for cell in chance.sample(range(81), 81):
        clues[cell] = 48
        if len(find_two_answers(bytes(clues))) != 1:
            clues[cell] = answer[cell]
    return bytes(clues)
