"""While programs are judged, a terminal shows the verdicts so far, most recent results first."""

import io

from helpers import make_result
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from judge.model.verdicts import SEEN, Verdict
from judge.show.live import LiveRows

NAMES = [f"p{number}" for number in range(6)]


def drawn(rows: LiveRows, height: int, width: int = 80) -> list[str]:
    console = Console(file=io.StringIO(), width=width)
    with console.capture() as capture:
        console.print(rows.draw(height, width))
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
    assert rows.draw(0, 80).row_count == rows.draw(-1, 80).row_count == 0


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a", "日本語" * 9, "with blanks " * 4, "sum/long_" * 5]), st.sampled_from(SEEN)
        ),
        min_size=1,
    ),
    st.integers(20, 160),
)
def test_each_program_has_one_line_in_any_width(came: list[tuple[str, Verdict]], width: int) -> None:
    rows = LiveRows(dict.fromkeys(sorted({name for name, _ in came}), 1_000))
    for name, verdict in came:
        rows.add(make_result(solution=name, verdict=verdict))
    lines = drawn(rows, 10, width)
    assert len(lines) == len({name for name, _ in came})
    assert all(cell_len(line) <= width for line in lines)


def test_a_name_gives_way_to_verdicts() -> None:
    rows = LiveRows({"sum/a_long_name_of_a_program.py": 1_000})
    for verdict in SEEN:
        rows.add(make_result(solution="sum/a_long_name_of_a_program.py", verdict=verdict))
    verdicts = "1 AC, 1 PE!, 1 WA!, 1 OLE!, 1 MLE!, 1 TLE!, 1 ILE!, 1 RE!"
    assert drawn(rows, 10, 100) == [f"sum/a_long_name…f_a_program.py  8/1,000  {verdicts}"]
    assert drawn(rows, 10, 86) == [f"sum/a_lon…ogram.py  8/1,000  {verdicts}"]
    assert drawn(rows, 10, 60) == [f"sum/a_…am.py  8/1,000  {verdicts[:36]}…"]
