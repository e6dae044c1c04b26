"""Puzzles from a seed: minimal, with one answer, and as many easy ones as hard ones.

Minimal means that no clue can be taken away. The grade of a puzzle is how much `grid.guesses` counts:
what a search cannot do by singles alone.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count as numbers

from msgspec import Struct

from judge.cores import on_all_cores
from judge.errors import counted
from judge.sudoku.grid import BOXES, DIGITS, Grid, completions, count_completions, guesses

# The most guesses of each grade but the last, which has no bound.
GRADES = (0, 3, 7, 15)


class GradedPuzzle(Struct, frozen=True, kw_only=True):
    """A minimal puzzle, its one answer, and its grade from 1 to 5."""

    clues: Grid
    answer: Grid
    grade: int


def candidate(seed: int, number: int) -> GradedPuzzle:
    """The puzzle of this number: the same for equal arguments, whatever was made before."""
    chance = random.Random(f"{seed}/{number}")
    answer = _full_grid(chance)
    clues = _minimal(answer, chance)
    return GradedPuzzle(clues=clues, answer=answer, grade=grade(clues))


def grade(clues: Grid) -> int:
    """From 1, where singles suffice, to 5."""
    needed = guesses(clues)
    return next((number for number, most in enumerate(GRADES, 1) if needed <= most), len(GRADES) + 1)


def graded(candidates: Iterable[GradedPuzzle], count: int) -> Iterator[GradedPuzzle]:
    """The first of the candidates that give `count` puzzles, equally many of each grade, each once.

    What does not divide evenly goes to the lower grades.
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


def made(count: int, *, seed: int, progress: Callable[[int, int], None]) -> str:
    """The file of so many puzzles, the same for the same seed."""
    puzzles: list[GradedPuzzle] = []
    for puzzle in graded(on_all_cores(partial(candidate, seed), numbers()), count):
        puzzles.append(puzzle)
        progress(len(puzzles), count)
    return text(puzzles, seed=seed)


def text(puzzles: Iterable[GradedPuzzle], *, seed: int) -> str:
    """A file of puzzles with their answers, by grade; comments say how it was made."""
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


def _full_grid(chance: random.Random) -> Grid:
    """A full grid by chance: the three boxes of the diagonal are drawn, the rest follows.

    The digits change places at the end: what the solver finds first has its low digits early, which would
    favour a search that tries them in order.
    """
    grid = bytearray(b"0" * 81)
    for box in (BOXES[0], BOXES[4], BOXES[8]):
        for cell, digit in zip(box, chance.sample(DIGITS, 9), strict=True):
            grid[cell] = digit
    names = bytes.maketrans(DIGITS, bytes(chance.sample(DIGITS, 9)))
    return next(completions(bytes(grid))).translate(names)


def _minimal(answer: Grid, chance: random.Random) -> Grid:
    """Clues that are all needed. One pass suffices: one that was needed still is when others have gone."""
    clues = bytearray(answer)
    for cell in chance.sample(range(81), 81):
        clues[cell] = 48
        if count_completions(bytes(clues), at_most=2) != 1:
            clues[cell] = answer[cell]
    return bytes(clues)
