"""The law of sudoku, and a solver held against a plain one that is too slow for anything else."""

from collections.abc import Iterator
from itertools import islice

import pytest
from helpers import CLUES, OTHER, PUZZLES, SOLVED, TWO_CLUES, puzzles, puzzles_of, solved_grids
from hypothesis import given
from hypothesis import strategies as st

from judge.subjects.sudoku import grid as sudoku

BLANK = b"0" * 81


def changed(grid: bytes, row: int, column: int, digit: int) -> bytes:
    cell = 9 * (row - 1) + column - 1
    return grid[:cell] + b"%d" % digit + grid[cell + 1 :]


def plain_completions(clues: bytes) -> Iterator[bytes]:
    """Every completion, by trying every digit in the first blank that is left."""
    if 48 not in clues:
        yield clues
        return
    cell = clues.index(48)
    row, column = divmod(cell, 9)
    seen = {
        clues[9 * r + c]
        for r in range(9)
        for c in range(9)
        if r == row or c == column or (r // 3, c // 3) == (row // 3, column // 3)
    }
    for digit in b"123456789":
        if digit not in seen:
            yield from plain_completions(clues[:cell] + bytes([digit]) + clues[cell + 1 :])


def test_there_are_27_units_of_nine_cells_and_every_cell_is_in_three() -> None:
    assert len(sudoku.UNITS) == 27
    assert all(len(set(cells)) == 9 for cells in sudoku.UNITS.values())
    for cell in range(81):
        kinds = [name.split()[0] for name, cells in sudoku.UNITS.items() if cell in cells]
        assert kinds == ["row", "column", "box"]


def test_boxes_are_numbered_like_the_words_on_a_page() -> None:
    assert sudoku.UNITS["box 1"] == (0, 1, 2, 9, 10, 11, 18, 19, 20)
    assert sudoku.UNITS["box 3"] == (6, 7, 8, 15, 16, 17, 24, 25, 26)
    assert sudoku.UNITS["box 9"] == (60, 61, 62, 69, 70, 71, 78, 79, 80)


@pytest.mark.slow
@given(puzzles())
def test_a_completion_has_no_flaw(puzzle: tuple[bytes, bytes]) -> None:
    clues, solved = puzzle
    assert sudoku.find_flaw(clues, solved) is None


@given(solved_grids(), st.integers(0, 80), st.integers(0, 9))
def test_a_completion_with_any_cell_changed_has_a_flaw(solved: bytes, cell: int, digit: int) -> None:
    answer = solved[:cell] + b"%d" % digit + solved[cell + 1 :]
    assert (sudoku.find_flaw(BLANK, answer) is None) == (answer == solved)


@pytest.mark.parametrize(
    ("clues", "answer", "words"),
    [
        pytest.param(CLUES, changed(SOLVED, 2, 3, 0), "cell row 2, column 3 is blank", id="incomplete"),
        pytest.param(
            CLUES,
            changed(SOLVED, 1, 2, 4),
            "cell row 1, column 2 is 4, but the clue there is 3",
            id="contradicts a clue",
        ),
        pytest.param(CLUES, changed(SOLVED, 1, 3, 5), "row 1 has two 5s", id="twice in a row"),
        pytest.param(
            BLANK,
            SOLVED[9:18] + SOLVED[:9] + SOLVED[18:27] + SOLVED[27:36] * 6,
            "column 1 has two 8s",
            id="twice in a column",
        ),
        pytest.param(
            BLANK,
            b"".join((b"123456789" * 2)[i : i + 9] for i in range(9)),
            "box 1 has two 2s",
            id="twice in a box",
        ),
    ],
)
def test_a_flaw_is_named(clues: bytes, answer: bytes, words: str) -> None:
    assert sudoku.find_flaw(clues, answer) == words


@given(changes=st.lists(st.tuples(st.integers(0, 80), st.sampled_from(b"0123456789")), max_size=4))
@pytest.mark.parametrize("grid", [BLANK, CLUES, SOLVED], ids=["blank", "clues", "solved"])
def test_a_digit_that_stands_twice_in_a_unit_is_seen_wherever_it_stands(
    grid: bytes, changes: list[tuple[int, int]]
) -> None:
    changed = bytearray(grid)
    for cell, digit in changes:
        changed[cell] = digit
    twice = [
        f"{name} has two {digit}s"
        for name, cells in sudoku.UNITS.items()
        for digit in range(1, 10)
        if bytes(changed[cell] for cell in cells).count(48 + digit) > 1
    ]
    assert sudoku.find_repetition(bytes(changed)) == next(iter(twice), None)


def test_blanks_do_not_repeat_each_other() -> None:
    assert sudoku.find_repetition(BLANK) is None
    assert sudoku.find_repetition(CLUES) is None


@pytest.mark.parametrize(
    ("clues", "found"),
    [
        pytest.param(CLUES, [SOLVED], id="one"),
        pytest.param(SOLVED, [SOLVED], id="nothing left to do"),
        pytest.param(TWO_CLUES, sorted([SOLVED, OTHER]), id="two"),
        pytest.param(changed(CLUES, 1, 3, 5), [], id="clues break the law"),
        pytest.param(changed(CLUES, 1, 3, 1), [], id="clues contradict each other further on"),
        pytest.param(changed(SOLVED, 9, 9, 1), [], id="full and wrong"),
    ],
)
def test_the_solver_finds_every_completion(clues: bytes, found: list[bytes]) -> None:
    assert sorted(sudoku.find_completions(clues)) == found


@pytest.mark.slow
@given(puzzles(max_blanks=45))
def test_the_solver_agrees_with_a_plain_one(puzzle: tuple[bytes, bytes]) -> None:
    clues, solved = puzzle
    expected = set(islice(plain_completions(clues), 20))
    found = list(islice(sudoku.find_completions(clues), 20))
    assert len(found) == len(expected)
    if len(expected) < 20:
        assert len(found) == len(set(found))
        assert solved in found
        assert set(found) == expected


@pytest.mark.slow
@given(puzzles(max_blanks=30), st.integers(0, 80), st.integers(1, 9))
def test_the_solver_agrees_with_a_plain_one_on_grids_that_may_have_no_completion(
    puzzle: tuple[bytes, bytes], cell: int, digit: int
) -> None:
    clues = puzzle[0][:cell] + b"%d" % digit + puzzle[0][cell + 1 :]
    expected = [] if sudoku.find_repetition(clues) else sorted(islice(plain_completions(clues), 20))
    assert sorted(islice(sudoku.find_completions(clues), 20)) == expected or len(expected) == 20


def test_the_blank_grid_is_counted_without_counting_all() -> None:
    assert len({*islice(sudoku.find_completions(BLANK), 50)}) == 50


@pytest.mark.skipif(not PUZZLES.is_dir(), reason="the folder of real puzzles is not there")
@pytest.mark.parametrize(
    ("name", "step"),
    [
        pytest.param("easy50.txt", 1, id="50 easy"),
        pytest.param("top95.txt", 1, id="95 hard"),
        pytest.param("hardest11.txt", 1, id="11 hardest"),
        pytest.param("seventeen_clue_492.txt", 4, id="every 4th of 492 with 17 clues"),
        pytest.param("hard375.txt", 25, id="every 25th of 375 hard"),
    ],
)
def test_every_real_puzzle_has_one_completion(name: str, step: int) -> None:
    for clues in puzzles_of(name)[::step]:
        (only,) = sudoku.find_completions(clues)
        assert sudoku.find_flaw(clues, only) is None
