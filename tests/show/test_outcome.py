"""Results of earlier runs: marked in every report, and their times never compared with this run's."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from helpers import make_limits, make_outcome, make_result
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.console import Console

from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.show import csv as csv_report
from judge.show import junit, markdown
from judge.show.html.plots import collect_solved_times, plot_run
from judge.show.html.run import render_run
from judge.show.json import render
from judge.show.json_reader import parse
from judge.show.outcome import EARLIER_NOTE, Outcome, describe_dates
from judge.show.overview import tabulate_run
from judge.show.screen import show_run, summarise
from judge.timing.time_limit import find_window

EIGHT = timezone(timedelta(hours=8))
THEN = datetime(2026, 11, 21, 14, 2, 5, tzinfo=EIGHT)
LATER = datetime(2026, 11, 21, 14, 2, 59, tzinfo=EIGHT)
NEXT = datetime(2026, 11, 22, 9, 30, tzinfo=EIGHT)


def outcome_of(*results: Result, **rest: Any) -> Outcome:
    known = sum(result.measured_at is not None for result in results)
    limits = {result.case: make_limits() for result in results}
    return make_outcome(*results, resumed=known, limits=limits, wall_s=0.5, manner="cold", **rest)


def taken(measured_at: datetime = THEN, **rest: Any) -> Result:
    return replace(make_result(**rest), measured_at=measured_at)


def table(outcome: Outcome, *, width: int = 80) -> list[str]:
    screen = Console(width=width, file=io.StringIO(), color_system=None, highlight=False, _environ={})
    for part in tabulate_run(outcome, screen):
        screen.print(part)
    return [line.rstrip() for line in screen.file.getvalue().splitlines()]


MIXED = outcome_of(taken(case="p/1"), make_result(case="p/2"), taken(NEXT, case="p/3", cpu_s=0.5))


@pytest.mark.parametrize(
    ("moments", "words"),
    [
        ([], ""),
        ([THEN], "2026-11-21 14:02"),
        ([LATER, THEN], "2026-11-21 14:02"),
        ([NEXT, THEN], "2026-11-21 14:02 to 2026-11-22 09:30"),
        ([THEN, datetime(2026, 11, 21, 6, 3, tzinfo=UTC)], "2026-11-21 14:02 to 2026-11-21 06:03"),
    ],
)
def test_it_is_told_from_when_as_the_clock_went_there(moments: Sequence[datetime], words: str) -> None:
    assert describe_dates([make_result(), *(taken(moment) for moment in moments)]) == words


@pytest.mark.parametrize("width", range(30, 100, 10))
@pytest.mark.parametrize("unmeasured", [taken(), make_result(cpu_s=None), make_result(verdict=Verdict.TLE)])
def test_without_any_time_no_table_has_a_column_for_the_slowest(unmeasured: Result, width: int) -> None:
    ids = [f"{problem}/{number}" for problem in "pqr" for number in range(4)]
    empty = [replace(unmeasured, case=case) for case in ids]
    assert not any("slowest" in line for line in table(outcome_of(*empty), width=width))


def test_the_summary_says_how_many_there_are_and_from_when() -> None:
    lines = summarise(MIXED).splitlines()
    assert lines[1].startswith("3 tests, 2 from 2026-11-21 14:02 to 2026-11-22 09:30, in 0.5 s; cold;")
    assert summarise(outcome_of(make_result())).splitlines()[1].startswith("1 test in 0.5 s; cold;")


def test_a_document_that_does_not_know_when_says_how_many() -> None:
    older = replace(outcome_of(make_result()), resumed=1)
    assert summarise(older).splitlines()[1].startswith("1 test, 1 from an earlier run, in 0.5 s;")


def test_a_cell_bears_its_sign_without_any_colour() -> None:
    row = next(line for line in table(MIXED) if line.startswith("adds.py"))
    assert row.split() == [
        "adds.py",
        "AC",
        "250",
        "ms~",
        "AC",
        "250",
        "ms",
        "AC",
        "500",
        "ms~",
        "3/3",
        "passed",
    ]


def test_of_a_cell_with_some_of_each_the_time_is_that_of_this_run() -> None:
    tests = [taken(tests=2, cpu_s=0.5), make_result(test=2, tests=2, cpu_s=0.25)]
    (row,) = [line for line in table(outcome_of(*tests)) if line.startswith("adds.py")]
    assert row.split()[:3] == ["adds.py", "AC", "250"]


def test_a_narrow_table_bears_it_too() -> None:
    results = [
        replace(each, solution=f"a-rather-long-name-{name}.py")
        for name in "abc"
        for each in (
            taken(case=f"problem/{n}") if n % 2 else make_result(case=f"problem/{n}") for n in range(9)
        )
    ]
    lines = table(outcome_of(*results))
    assert max(map(len, lines)) <= 80
    rows = [line for line in lines if line.startswith("a-rather-long-name")]
    assert [row.count("AC~") for row in rows] == [4, 4, 4]


def test_the_table_of_a_class_bears_it(capsys: pytest.CaptureFixture[str]) -> None:
    names = [f"{who}/{problem}.py" for who in map(str, range(70)) for problem in ("p", "q")]
    results = [
        (taken if name == "3/p.py" else make_result)(solution=name, case=f"{name[-4]}/1", verdict=Verdict.WA)
        for name in names
    ]
    rows = [line for line in table(outcome_of(*results)) if "WA" in line]
    assert [line.split()[0] for line in rows if "0/1 WA~" in line] == ["3"]


def test_the_legend_is_there_where_the_sign_is(capsys: pytest.CaptureFixture[str]) -> None:
    show_run(MIXED, notices=(), color="never")
    assert EARLIER_NOTE in capsys.readouterr().out
    show_run(outcome_of(make_result()), notices=(), color="never")
    assert "~" not in capsys.readouterr().out


def test_every_report_says_what_was_taken_over_and_from_when() -> None:
    tests = [entry["tests"][0] for entry in json.loads(render(MIXED))["results"]]
    assert [test["measured_at"] for test in tests] == [
        "2026-11-21T14:02:05+08:00",
        None,
        "2026-11-22T09:30:00+08:00",
    ]
    rows = list(csv.DictReader(io.StringIO(csv_report.render(MIXED).decode())))
    assert [row["measured_at"] for row in rows] == [
        "2026-11-21T14:02:05+08:00",
        "",
        "2026-11-22T09:30:00+08:00",
    ]
    told = [case.findtext("system-out") for case in ET.fromstring(junit.render(MIXED)).iter("testcase")]
    assert told == [
        "result of an earlier run, 2026-11-21 14:02",
        None,
        "result of an earlier run, 2026-11-22 09:30",
    ]
    page = markdown.render(MIXED).decode()
    assert "| AC 250 ms&#126; | AC 250 ms | AC 500 ms&#126; |" in page
    assert EARLIER_NOTE in page
    pytest.importorskip("jinja2")
    html = render_run(MIXED).decode()
    assert EARLIER_NOTE in html
    assert html.count("result of an earlier run, 2026-11-2") == 2
    assert "250 ms~" in html


def test_a_report_of_the_json_is_what_the_run_would_have_written() -> None:
    again = parse(render(MIXED), Path("results.json"))
    for made in (render, csv_report.render, junit.render, markdown.render):
        assert made(again) == made(MIXED)


@pytest.mark.parametrize("moment", ["2026-11-21T14:02:05", "yesterday", "2026-13-01T00:00:00Z"])
def test_a_moment_without_its_zone_is_none(moment: str) -> None:
    data = render(MIXED).replace(b"2026-11-21T14:02:05+08:00", moment.encode())
    with pytest.raises(Exception, match=r"results\.json: expected results of version 1, got"):
        parse(data, Path("results.json"))


# No time of an earlier run is compared


# Times with equally many digits, so that tables have the same width.
# All as wide on the screen, since the form of a table depends on the width of its cells.
_times = st.integers(100, 900).map(lambda time_ms: time_ms / 1000)
_matrices = st.lists(
    st.tuples(
        st.sampled_from(["a.py", "b.py"]),
        st.integers(0, 12),
        st.sampled_from([Verdict.AC, Verdict.WA, Verdict.TLE]),
        _times,
        st.none() | _times,
    ),
    min_size=1,
    max_size=26,
    unique_by=lambda row: row[:2],
)


def compared(outcome: Outcome) -> list[object]:
    """Every report that compares times of different results. A time alone in its cell is no comparison."""
    by_limit = find_window("p", 1.0, outcome.results)
    shown = ("\n".join(table(outcome, width=width)) for width in (40, 60, 200))
    screens = [re.sub("[ ─]+", " ", re.sub(r"[0-9.>]+ \w+~", "~", text)) for text in shown]
    return [
        outcome.slowest,
        summarise(outcome),
        screens,
        junit.render(outcome),
        plot_run(outcome),
        list(collect_solved_times(outcome)),
        (by_limit.flips, by_limit.low_s, by_limit.high_s),
    ]


@pytest.mark.slow
@given(_matrices)
def test_no_time_that_was_taken_over_is_compared(
    rows: list[tuple[str, int, Verdict, float, float | None]],
) -> None:
    rows = sorted(rows, key=lambda row: row[:2])
    plain = [
        make_result(solution=solution, case=f"p/{case}", verdict=verdict, cpu_s=cpu_s)
        for solution, case, verdict, cpu_s, _ in rows
    ]
    first, second = (
        outcome_of(
            *(
                result
                if other_s is None
                else replace(result, measured_at=THEN, cpu_s=other_s if other else result.cpu_s)
                for result, (*_, other_s) in zip(plain, rows, strict=True)
            )
        )
        for other in (False, True)
    )
    assert compared(first) == compared(second)


def test_where_all_was_taken_over_nobody_is_the_slowest() -> None:
    known = outcome_of(taken())
    assert "slowest accepted" not in summarise(known)
    assert plot_run(known) is None
    assert find_window("p", 1.0, known.results).untold


def test_on_a_case_where_not_all_were_measured_now_nobody_is_in_the_picture_of_a_set() -> None:
    results = [make_result(solution=name, case=f"p/{n}") for name in ("a.py", "b.py") for n in range(12)]
    results[3] = replace(results[3], measured_at=THEN)
    ((cases, times),) = collect_solved_times(outcome_of(*results))
    assert (cases, {name: len(found) for name, found in times.items()}) == (11, {"a.py": 11, "b.py": 11})
