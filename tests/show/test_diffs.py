"""Diffs on screens of any width: what stands next to what, and what is shortened."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mistakes.diagnosis import diagnose
from judge.show.diffs import render_diff


def diff(answer: bytes, output: bytes, width: int) -> list[str]:
    return render_diff(diagnose(answer, output).rows, width=width).plain.split("\n")


def test_a_long_line_is_shortened_to_stand_side_by_side_from_120_columns() -> None:
    answer, output = (b"x" * 150 + digit + b"y" * 90 + b"\n" for digit in (b"1", b"2"))
    for width in (120, 121, 200):
        head, line, marks, *_ = diff(answer, output, width)
        left, right = line.split(" | ")
        assert (head.split()[0], head.split()[-1]) == ("answer", "output")
        assert max(map(len, (left, right))) <= width // 2
        assert left.startswith("  1  …")
        assert right.startswith("1  …")
        assert [line[at] for at, mark in enumerate(marks) if mark == "^"] == ["1", "2"]


@pytest.mark.parametrize("width", [80, 119])
def test_a_long_line_on_a_narrower_screen_is_stacked(width: int) -> None:
    lines = diff(b"x" * 150 + b"1\n", b"x" * 150 + b"2\n", width)
    assert [line.split()[0] for line in lines[0::2] if line] == ["answer", "output"]


def test_short_lines_are_side_by_side_on_any_screen() -> None:
    for width in (40, 80, 120):
        assert " | " in diff(b"1 2\n", b"1 3\n", width)[0]


@given(
    st.text("ab 1", max_size=300).map(str.encode),
    st.text("ab 1", max_size=300).map(str.encode),
    st.sampled_from((60, 80, 120, 160)),
)
def test_no_line_is_wider_than_the_screen_and_the_bars_are_in_one_column(
    answer: bytes, output: bytes, width: int
) -> None:
    lines = diff(answer, output, width)
    assert max(map(len, lines)) <= width
    bars = {line.index(" | ") for line in lines if " | " in line}
    assert len(bars) <= 1
