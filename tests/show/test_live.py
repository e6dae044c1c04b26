"""While programs are judged, a terminal shows the verdicts so far, most recent results first."""

import io

from helpers import make_result
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from judge.model.verdicts import Verdict
from judge.show.live import LiveRows

NAMES = [f"p{number}" for number in range(6)]


def drawn(rows: LiveRows, height: int, width: int = 80) -> list[str]:
    console = Console(file=io.StringIO(), width=width)
    with console.capture() as capture:
        console.print(rows.draw(height))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_each_program_has_a_line_with_its_verdicts_and_what_is_unexpected() -> None:
    rows = LiveRows({"a.cpp": 3, "b.py": 2})
    for solution, verdict, expected in (
        ("b.py", Verdict.WA, Verdict.WA),
        ("a.cpp", Verdict.AC, Verdict.AC),
        ("a.cpp", Verdict.TLE, Verdict.AC),
    ):
        rows.add(make_result(solution=solution, verdict=verdict, expected=(expected,)))
    assert drawn(rows, 10) == ["a.cpp  2/3  1 AC, 1 TLE!", "b.py   1/2  1 WA"]


@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=30), st.integers(1, 8))
def test_the_last_programs_stay_in_sight_in_the_order_of_the_table(came: list[str], height: int) -> None:
    rows = LiveRows(dict.fromkeys(NAMES, 30))
    for name in came:
        rows.add(make_result(solution=name))
    last = list(dict.fromkeys(reversed(came)))[:height]
    assert [line.split()[0] for line in drawn(rows, height)] == sorted(last)


def test_a_screen_without_room_shows_no_line() -> None:
    rows = LiveRows({"a": 1})
    rows.add(make_result(solution="a"))
    assert rows.draw(0).row_count == rows.draw(-1).row_count == 0
