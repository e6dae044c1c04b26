"""Puzzles from a seed, and the set that is made of them."""

from collections import Counter
from functools import cache

import pytest
from helpers import REPOSITORY

from judge.subjects.sudoku.generate import (
    GRADES,
    GradedPuzzle,
    grade,
    make_candidate,
    select_by_grade,
    write_puzzles,
)
from judge.subjects.sudoku.grid import count_guesses, find_flaw, find_two_answers

SET = REPOSITORY / "cases" / "sets" / "graded.txt"


@cache
def made(number: int) -> GradedPuzzle:
    return make_candidate(7, number)


@pytest.mark.parametrize("number", range(4))
def test_a_puzzle_has_one_answer_and_no_clue_too_many(number: int) -> None:
    puzzle = made(number)
    assert find_flaw(puzzle.clues, puzzle.answer) is None
    assert len(find_two_answers(puzzle.clues)) == 1
    for cell, clue in enumerate(puzzle.clues):
        if clue != 48:
            without = puzzle.clues[:cell] + b"0" + puzzle.clues[cell + 1 :]
            assert len(find_two_answers(without)) == 2


def test_seed_and_number_make_the_puzzle() -> None:
    assert make_candidate(7, 3) == made(3)
    assert len({made(number).clues for number in range(12)} | {make_candidate(8, 3).clues}) == 13


def test_the_grade_is_what_singles_leave_to_guess() -> None:
    for puzzle in map(made, range(12)):
        needed = count_guesses(puzzle.clues)
        least = -1 if puzzle.grade == 1 else GRADES[puzzle.grade - 2]
        assert needed > least
        assert puzzle.grade > len(GRADES) or needed <= GRADES[puzzle.grade - 1]


def fake(grade: int, name: int) -> GradedPuzzle:
    return GradedPuzzle(clues=b"%081d" % name, answer=b"1" * 81, grade=grade)


def test_the_grades_get_equally_many_and_the_lower_what_is_left() -> None:
    coming = (fake(1 + number % 5, number) for number in range(10**9))
    assert Counter(puzzle.grade for puzzle in select_by_grade(coming, 12)) == {1: 3, 2: 3, 3: 2, 4: 2, 5: 2}


def test_a_puzzle_is_taken_once() -> None:
    coming = [fake(1, 1), fake(1, 1), fake(1, 2), *(fake(number, 10 + number) for number in (2, 3, 4, 5))]
    assert len({puzzle.clues for puzzle in select_by_grade(coming, 6)}) == 6


def test_the_file_says_how_it_was_made() -> None:
    lines = write_puzzles([fake(2, 1), fake(1, 2)], seed=9).splitlines()
    assert lines[0] == "# 2 minimal puzzles with answers: judge generate 2 --seed 9"
    assert lines[1:3] == ["# grade 1, 0 guesses: 1 puzzle", f"{2:081d}" + "1" * 81]
    assert lines[3:5] == ["# grade 2, 1 to 3 guesses: 1 puzzle", f"{1:081d}" + "1" * 81]
    assert lines[-1] == "# grade 5, 16 or more guesses: 0 puzzles"


def test_the_set_holds_two_hundred_puzzles_of_five_grades() -> None:
    lines = [line.encode() for line in SET.read_text().splitlines() if not line.startswith("#")]
    assert len(set(lines)) == 200
    assert [grade(line[:81]) for line in lines] == [1 + number // 40 for number in range(200)]
    assert all(
        len(find_two_answers(line[:81])) == 1 and not find_flaw(line[:81], line[81:]) for line in lines
    )
