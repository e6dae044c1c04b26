"""The lines of journals: what they keep, and what the last run found by the names of tests."""

import pytest
from helpers import make_result
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from outcomes import WORTH, results

from judge.model.results import LastRun, Result
from judge.model.verdicts import Verdict
from judge.work.journal_lines import LastResults, format_line, parse_line

AC, WA, CE = Verdict.AC, Verdict.WA, Verdict.CE
# Names and messages of journals are text.
any_result = results("a.py", "p/1", 1, 1, WORTH).map(lambda one: replace(one, message=""))


def attach(lines: list[bytes], result: Result) -> Result:
    last = LastResults()
    for line in lines:
        found = parse_line(line)
        assert found
        last.add(found)
    return last.attach([result])[0]


@pytest.mark.slow
@given(any_result, st.booleans())
def test_every_line_tells_the_next_run_the_verdict_and_the_points(result: Result, is_reusable: bool) -> None:
    line = format_line("k", 1.0, result, is_reusable=is_reusable)
    expected = LastRun(verdict=result.verdict, points=result.points)
    assert attach([line], result) == replace(result, last_run=expected)


@pytest.mark.slow
@given(any_result)
def test_a_result_that_is_not_reused_keeps_no_bytes_of_the_program(result: Result) -> None:
    noisy = replace(result, stderr=b"x" * 10_000, output=b"y" * 10_000)
    assert len(format_line("k", 1.0, noisy, is_reusable=False)) < 500
    found = parse_line(format_line("k", 1.0, noisy, is_reusable=False))
    assert found
    assert found.key != "k"


def test_the_newest_line_counts() -> None:
    lines = [
        format_line(key, 1.0, make_result(verdict=verdict), is_reusable=True)
        for key, verdict in (("old", AC), ("new", WA))
    ]
    assert attach(lines, make_result()).last_run == LastRun(verdict=WA)
    assert attach(lines[::-1], make_result()).last_run == LastRun(verdict=AC)


def test_another_test_is_not_compared() -> None:
    line = format_line("k", 1.0, make_result(test=1, tests=2), is_reusable=True)
    assert attach([line], make_result(test=2, tests=2)).last_run is None


@pytest.mark.slow
@given(any_result, st.integers(0, 200), st.integers(1, 255))
def test_a_damaged_line_is_no_line(result: Result, at: int, flip: int) -> None:
    line = bytearray(format_line("k", 1.0, result, is_reusable=True))
    line[at % (len(line) - 1)] ^= flip
    found = parse_line(bytes(line))
    assert found is None or found == parse_line(format_line("k", 1.0, result, is_reusable=True))
