"""Puzzles side by side, held against the same one after the other."""

import pytest
from helpers import CLUES, OTHER, SOLVED, TWO_CLUES, puzzles, puzzles_of
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.subjects.sudoku.batch_solver import find_two_answers, solve_batch
from judge.subjects.sudoku.grid import Grid, find_flaw, find_repetition


@st.composite
def lawful(draw: st.DrawFn) -> Grid:
    """Clues that obey the law: a puzzle, or one with another clue or two, which may have no answer."""
    clues, _ = draw(puzzles(max_blanks=60))
    changed = bytearray(clues)
    for cell, digit in draw(
        st.lists(st.tuples(st.integers(0, 80), st.sampled_from(b"123456789")), max_size=2)
    ):
        changed[cell] = digit
    return clues if find_repetition(bytes(changed)) else bytes(changed)


@settings(max_examples=30)
@given(st.lists(lawful(), min_size=1, max_size=8))
def test_side_by_side_puzzles_have_the_answers_that_they_have_alone(asked: list[Grid]) -> None:
    found = solve_batch(asked, few=0)
    for clues, answers in zip(asked, found, strict=True):
        alone = find_two_answers(clues)
        assert len({*answers}) == len(answers) == len(alone)
        assert all(find_flaw(clues, answer) is None for answer in answers)


@pytest.mark.parametrize("few", [0, 1, 3, 64])
def test_none_one_and_several_answers_are_told_however_few_are_left(few: int) -> None:
    none = b"123456780" + b"0" * 8 + b"9" + b"0" * 63
    found = solve_batch([CLUES, none, TWO_CLUES, b"0" * 81, CLUES], few=few)
    assert found[:2] == [(SOLVED,), ()]
    assert {*found[2]} == {SOLVED, OTHER}
    assert len({*found[3]}) == 2
    assert found[4] == (SOLVED,)


def test_no_puzzles_have_no_answers() -> None:
    assert solve_batch([]) == solve_batch([], few=0) == []


def test_the_real_ones_have_one_answer_each() -> None:
    asked = puzzles_of("seventeen_clue_492.txt")
    if not asked:
        pytest.skip("the real puzzles are not here")
    for clues, answers in zip(asked, solve_batch(asked, few=0), strict=True):
        assert [find_flaw(clues, answer) for answer in answers] == [None]
