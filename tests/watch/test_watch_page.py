"""A page fits its terminal, counts the lines that it leaves out, and keeps its last lines."""

import re

import pytest
from helpers import make_outcome, make_result
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.watch.page import Sheet, draw_page

STATUS, KEYS = "2 of 2 judged", "q quit"
RESULTS = [make_result(case=f"sum/{number}", verdict=Verdict.WA, message="a word") for number in range(4)]


def drawn(columns: int, lines: int, *results: Result, faults: tuple[str, ...] = ()) -> list[str]:
    sheet = Sheet(outcome=make_outcome(*results), faults=faults, status=STATUS, keys=KEYS)
    made = draw_page(sheet, (columns, lines), rows="needed", color="never")
    return [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in made]


@pytest.mark.slow
@given(st.integers(1, 120), st.integers(1, 60), st.booleans())
def test_a_page_is_never_longer_than_its_terminal(columns: int, lines: int, some: bool) -> None:
    made = drawn(columns, lines, *(RESULTS if some else ()), faults=("a fault " * 30,))
    assert len(made) <= lines
    assert all("\n" not in line for line in made)
    assert [cell_len(line) <= columns for line in made[-2:]] == [True] * min(2, lines)


def test_the_last_lines_say_how_it_stands_and_what_can_be_pressed() -> None:
    assert drawn(80, 24, *RESULTS)[-2:] == [STATUS, KEYS]
    assert drawn(80, 24)[-2:] == [STATUS, KEYS]


def test_what_does_not_fit_is_counted() -> None:
    whole = drawn(80, 60, *RESULTS)
    cut = drawn(80, 8, *RESULTS)
    assert cut[:5] == whole[:5]
    assert cut[5] == f"... {len(whole) - 2 - 5} more lines than this terminal holds"
    assert cut[6:] == whole[-2:]


def test_rows_as_expected_go_where_not_all_fit() -> None:
    results = [make_result(solution=f"{number}.py") for number in range(30)]
    results.append(make_result(solution="wrong.py", verdict=Verdict.WA))
    assert "29.py" in "\n".join(drawn(80, 60, *results))
    small = "\n".join(drawn(80, 24, *results))
    assert "29.py" not in small
    assert "30 solutions passed" in small
    assert "wrong.py" in small


def test_faults_stand_above_what_is_known() -> None:
    made = drawn(80, 60, *RESULTS, faults=("a.yaml:1: expected this, got \x1b[2J",))
    assert made[0] == "a.yaml:1: expected this, got \\x1b[2J"
    assert any("WA" in line for line in made)
