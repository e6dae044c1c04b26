"""The picture files: their type matches their name, and equal figures give equal bytes."""

import sys
from xml.etree import ElementTree

import pytest
from benches import bench_of, noisy

from judge.model.verdicts import Verdict
from judge.platform.errors import UsageError
from judge.show.plot import _draw_times, draw_benchmark
from judge.show.speeds import collect_case_times
from judge.timing.standings import Comparison

CASES = [f"p/{number:02}" for number in range(12)]


def drawn(suffix: str, cases: list[str] = CASES) -> bytes:
    bench = bench_of(
        {
            "a.py": {case: noisy(0.01 * (1 + number), rounds=6) for number, case in enumerate(cases)},
            "b.py": {case: noisy(0.02) if number else Verdict.TLE for number, case in enumerate(cases)},
        }
    )
    standings = Comparison(bench, cases).standings()
    return draw_benchmark(
        standings, collect_case_times(bench, standings), cases=len(cases), title="Title", suffix=suffix
    )


def test_an_svg_holds_every_name_and_the_cactus_plot_of_a_set() -> None:
    pytest.importorskip("matplotlib")
    words = set(ElementTree.fromstring(drawn(".svg")).itertext())
    assert {"a.py", "b.py (11/12)", "a.py (12)", "b.py (11)", "Title"} <= words
    assert "cases solved within it, of 12" in words


def test_a_few_cases_have_no_cactus_plot() -> None:
    pytest.importorskip("matplotlib")
    assert b"cases solved within it" not in drawn(".svg", CASES[:3])


def test_a_time_is_a_dot_with_whiskers() -> None:
    figures = pytest.importorskip("matplotlib.figure")
    bench = bench_of({"a.py": {"p/one": noisy(0.01, noise=0.5)}, "b.py": {"p/one": noisy(0.02, rounds=1)}})
    lines = Comparison(bench, ["p/one"]).standings()
    axes = figures.Figure().subplots()
    _draw_times(axes, lines)
    assert not axes.patches, "a bar from nowhere, which a log axis makes of any length"
    known, unknown = lines[0].time_s, lines[1].time_s
    assert known is not None
    assert unknown is not None
    dots, whiskers = zip(*((each.lines[0], each.lines[2]) for each in axes.containers), strict=True)
    assert [dot.get_xdata()[0] for dot in dots] == [known.estimate, unknown.estimate]
    ((low, high),) = ((ends[0][0], ends[1][0]) for ends in whiskers[0][0].get_segments())
    assert (low, high) == (pytest.approx(known.low), pytest.approx(known.high))
    assert not whiskers[1], "too few rounds"


def test_a_png_is_one() -> None:
    pytest.importorskip("matplotlib")
    assert drawn(".png").startswith(b"\x89PNG\r\n\x1a\n")


def test_the_same_figures_give_the_same_file() -> None:
    pytest.importorskip("matplotlib")
    assert drawn(".svg") == drawn(".svg")


def test_without_matplotlib_the_way_to_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r"--plot: expected matplotlib, got none: pip install"):
        drawn(".svg")
