"""The progress of a run, on a terminal and elsewhere, by a clock that moves only when a test moves it."""

import io
from itertools import accumulate, pairwise

import pytest
from helpers import make_result
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len
from rich.console import Console

from judge.model.cases import PlannedTests
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.show.progress import Progress, ProgressLines, draw_bar, show_count, show_progress, write_counts

WA, TLE = Verdict.WA, Verdict.TLE


class Clock:
    """A clock that a test moves by hand, in seconds."""

    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def of_tests(number: int, *, limit_s: float = 1.1) -> dict[tuple[str, str], PlannedTests]:
    return {(f"s{place}.py", "p/one"): PlannedTests(1, limit_s) for place in range(number)}


def nth(number: int, verdict: Verdict = Verdict.AC, *, wall_s: float | None = 0.5) -> Result:
    return make_result(solution=f"s{number}.py", case="p/one", verdict=verdict, wall_s=wall_s)


def test_it_says_how_much_is_done_what_is_left_and_who_surprised() -> None:
    clock = Clock()
    shown = Progress(of_tests(414), clock=clock)
    assert shown.words == "0/414  0:00"
    for number in range(110):
        clock.now_s += 0.125
        shown.add(nth(number, WA if number in (7, 8) else Verdict.AC))
    assert shown.words == "110/414  0:14, about 0:38 left  2 unexpected (s8.py and 1 more)"


def test_builds_have_their_own_word_and_their_time_is_no_pace() -> None:
    clock = Clock()
    shown = Progress(of_tests(20), clock=clock)
    clock.now_s += 60
    shown.count_built(3, 24)
    assert shown.words == "building 3/24  1:00"
    clock.now_s += 30
    shown.count_built(24, 24)
    assert shown.words == "0/20  1:30"
    for number in range(4):
        clock.now_s += 1
        shown.add(nth(number))
    assert shown.words == "4/20  1:34, about 0:16 left"


def test_verdicts_that_come_before_the_last_build_are_counted_next_to_the_builds() -> None:
    clock = Clock()
    shown = Progress(of_tests(20), clock=clock)
    shown.count_built(1, 24)
    clock.now_s += 1
    shown.add(nth(0, WA))
    assert shown.share == (1, 20)
    assert shown.words == "1/20  0:01  building 1/24  1 unexpected (s0.py)"
    shown.count_built(24, 24)
    clock.now_s += 1
    shown.add(nth(1))
    assert shown.words == "2/20  0:02, about 0:18 left  1 unexpected (s0.py)"


def test_what_comes_again_is_counted_once() -> None:
    shown = Progress(of_tests(2), clock=Clock())
    shown.add(replace(nth(0, TLE), final=False))
    assert shown.words == "0/2  0:00"
    shown.add(nth(0))
    assert shown.words == "1/2  0:00"


def test_what_a_run_before_left_is_done() -> None:
    shown = Progress(of_tests(3), clock=Clock())
    shown.add_earlier(nth(0, WA))
    assert shown.words == "1/3  0:00  1 unexpected (s0.py)"


@pytest.mark.parametrize(("seconds", "words"), [(59.1, "1:00"), (3599.0, "59:59"), (3600.0, "1:00:00")])
def test_a_time_is_minutes_and_hours(seconds: float, words: str) -> None:
    clock = Clock()
    shown = Progress(of_tests(1), clock=clock)
    clock.now_s += seconds
    assert shown.words == f"0/1  {words}"


@given(st.lists(st.integers(0, 240).map(lambda eighths: eighths / 8), min_size=1, max_size=200))
def test_elsewhere_a_line_is_written_each_second_at_most(gaps_s: list[float]) -> None:
    clock, written = Clock(), list[float]()
    shown = ProgressLines(of_tests(len(gaps_s)), lambda words: written.append(clock.now_s), clock=clock)
    began_s = clock.now_s
    for number, gap_s in enumerate(gaps_s):
        clock.now_s += gap_s
        shown.add(nth(number))
    assert all(later >= earlier + 1 for earlier, later in pairwise(written))
    late_s = [began_s + time_s for time_s in accumulate(gaps_s[:-1]) if time_s >= 10]
    assert written[:1] == late_s[:1]


def test_when_all_is_done_no_line_is_written_since_the_summary_follows() -> None:
    clock, written = Clock(), list[str]()
    shown = ProgressLines(of_tests(2), written.append, clock=clock)
    clock.now_s += 20
    shown.add(nth(0, wall_s=20))
    clock.now_s += 9
    shown.add(nth(1))
    assert written == ["1/2  0:20, about 0:20 left"]


@pytest.mark.parametrize("width", [20, 40, 60, 80, 160])
def test_a_bar_is_one_line_of_any_terminal(width: int) -> None:
    clock = Clock()
    shown = Progress(of_tests(414), clock=clock)
    for number in range(207):
        clock.now_s += 1
        shown.add(nth(number, WA))
    console = Console(width=width, file=io.StringIO(), color_system=None, _environ={})
    console.print(draw_bar(shown, width))
    (line,) = console.file.getvalue().splitlines()
    assert cell_len(line) <= width
    assert "207/414" in line
    assert ("━" in line) == (width >= 80)


def test_who_runs_quickly_without_a_terminal_hears_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with show_progress(of_tests(1)) as shown:
        shown.count_built(1, 1)
        shown.add(nth(0))
    assert capsys.readouterr() == ("", "")


@given(st.lists(st.integers(0, 240).map(lambda eighths: eighths / 8), min_size=1, max_size=200))
def test_a_count_is_written_elsewhere_as_seldom_as_the_tests_of_a_run(gaps_s: list[float]) -> None:
    clock, written = Clock(), list[float]()
    update = write_counts("judging mutants", lambda words: written.append(clock.now_s), clock=clock)
    began_s = clock.now_s
    for done, gap_s in enumerate(gaps_s, 1):
        clock.now_s += gap_s
        update(done, len(gaps_s))
    assert all(later >= earlier + 1 for earlier, later in pairwise(written))
    late_s = [began_s + time_s for time_s in accumulate(gaps_s[:-1]) if time_s >= 10]
    assert written[:1] == late_s[:1]


def test_a_count_says_what_is_done() -> None:
    clock, written = Clock(), list[str]()
    update = write_counts("judging mutants", written.append, clock=clock)
    clock.now_s += 20
    update(12, 1340)
    assert written == ["judging mutants: 12 of 1,340"]


def test_a_count_says_what_is_done_at_the_moment() -> None:
    clock, written = Clock(), list[str]()
    update = write_counts("judging", written.append, has_rate=True, clock=clock)
    clock.now_s += 20
    update(10, 1340, "making the tests of a: generator 3 of 40")
    clock.now_s += 20
    update(40, 1340)
    assert written == [
        "judging: 10 of 1,340, 0.5/s, making the tests of a: generator 3 of 40",
        "judging: 40 of 1,340, 1.0/s",
    ]


def test_a_count_on_a_terminal_takes_no_name_for_markup(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"TTY_COMPATIBLE": "1", "TERM": "xterm", "COLUMNS": "80"}.items():
        monkeypatch.setenv(name, value)
    with show_count("verifying a[/b]") as show:
        show(3, 40, "of [red]c")
    assert "verifying a[/b], of [red]c" in capsys.readouterr().err


def test_a_terminal_takes_no_name_for_markup_and_is_left_clean(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in {"TTY_COMPATIBLE": "1", "TERM": "xterm", "COLUMNS": "80"}.items():
        monkeypatch.setenv(name, value)
    with show_progress({("a[/b].py", "p/one"): PlannedTests(1, 1.0)}) as shown:
        shown.add(make_result(solution="a[/b].py", case="p/one", verdict=WA))
    out, err = capsys.readouterr()
    assert out == ""
    assert "1 unexpected (a[/b].py)" in err
    # The line is erased, and the cursor is visible again.
    assert err.endswith("\x1b[2K")
    assert "\x1b[?25h" in err
