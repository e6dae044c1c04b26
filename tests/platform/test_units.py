"""Times, sizes and numbers as people read them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.platform.units import (
    choose_ticks,
    choose_unit,
    format_estimate,
    format_number,
    format_range,
    format_size,
    format_time,
    parse_size,
    round_size,
)


@pytest.mark.parametrize(
    ("time_s", "words"),
    [
        (1.0, "1 s"),
        (12.345, "12.3 s"),
        (0.9996, "1 s"),
        (0.0123456, "12.3 ms"),
        (0.001, "1 ms"),
        (0.0009, "900 us"),
        (0.000000123, "0.123 us"),
        (123.4, "123 s"),
        (1234567.0, "1230000 s"),
    ],
)
def test_a_time_for_people(time_s: float, words: str) -> None:
    assert format_time(time_s) == words


@pytest.mark.parametrize(
    ("times_s", "words"),
    [
        ([], []),
        ([0.0005], ["500 us"]),
        ([0.0005, 0.002, 30.0], ["0.5 ms", "2 ms", "30000 ms"]),
        ([0.09, 1.5, 12.0], ["0.09 s", "1.5 s", "12 s"]),
    ],
)
def test_the_times_of_a_table_have_one_unit(times_s: list[float], words: list[str]) -> None:
    unit = choose_unit(times_s)
    assert [format_time(time_s, unit) for time_s in times_s] == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (2.0, "2"),
        (0.9311, "0.931"),
        (11.63, "11.6"),
        (1163.4, "1160"),
        (123456.0, "123000"),
        (0.0000123, "0.0000123"),
        (math.inf, "inf"),
        (0.0, "0"),
    ],
)
def test_a_number_for_people_has_no_exponent(value: float, words: str) -> None:
    assert format_number(value) == words


@pytest.mark.parametrize(
    ("estimate", "off", "words"),
    [
        pytest.param(1.4812, 0.085, "1.48 ±8.5%", id="the half width begins with 1: two of its digits"),
        pytest.param(38.94, 0.067, "38.9 ±6.7%", id="with 2"),
        pytest.param(2.3512, 0.23, "2.4 ±23%", id="with 5: one digit"),
        pytest.param(1.0123, 0.02, "1.012 ±2.0%", id="more digits where the interval supports them"),
        pytest.param(3.0, 0.0004, "3.0000 ±0.040%", id="zeros are digits too"),
        pytest.param(1163.0, 0.2, "1160 ±20%", id="fewer"),
        pytest.param(1163.0, 0.004, "1163 ±0.40%", id="in the units"),
        pytest.param(1234, 0.99, "1200 ±99%", id="fewer than half"),
        pytest.param(2.3, 1.0, "", id="nothing where it may be twice as much"),
        pytest.param(0.0123, 0.1, "0.0123 ±10%", id="small"),
    ],
)
def test_the_digits_of_a_ratio_fit_its_interval(estimate: float, off: float, words: str) -> None:
    low, high = estimate / (1 + off), estimate * (1 + off)
    assert format_estimate(low, estimate, high) == words


@given(estimate=st.floats(1e-3, 1e6), off=st.floats(1e-5, 0.999))
def test_a_ratio_is_rounded_by_less_than_a_fifth_of_its_interval(estimate: float, off: float) -> None:
    low, high = estimate / (1 + off), estimate * (1 + off)
    shown, width = format_estimate(low, estimate, high).split(" ±")
    assert abs(float(shown) - estimate) <= max(estimate * off / 5, 1e-9)
    assert float(width[:-1]) == pytest.approx(100 * off, rel=0.051)
    assert "e" not in shown + width


def test_a_ratio_of_too_few_rounds_is_not_known() -> None:
    assert format_estimate(0, 1.234, math.inf) == ""


def test_a_range_has_the_digits_of_its_estimate() -> None:
    assert format_range(2.094, 2.2312, 2.377, "times") == "2.23 times (2.09 to 2.38)"
    assert format_range(1.6, 2.2312, 3.1, "times") == "2.2 times (1.6 to 3.1)"
    assert format_range(2.0, 2.0, 2.0, "times") == "2 times"


@given(first=st.floats(1e-6, 10), span=st.floats(1.5, 1e5), most=st.integers(3, 12))
def test_ticks_lie_between_the_ends_and_are_not_too_many(first: float, span: float, most: int) -> None:
    ticks = choose_ticks(first, first * span, most=most)
    assert all(first <= tick <= first * span for tick in ticks)
    assert ticks == sorted(ticks)
    assert len(ticks) <= max(most, math.log10(span) + 1)


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (64 << 20, "64 MiB"),
        (3 << 19, "1.5 MiB"),
        (0, "0 MiB"),
        (131072000, "125 MiB"),
        (16 << 30, "16384 MiB"),
    ],
)
def test_sizes_are_shown_in_mebibytes(count: int, text: str) -> None:
    assert format_size(count) == text


@given(st.integers(1, 1 << 40))
def test_a_size_for_files_is_rounded_up_by_little(size_bytes: int) -> None:
    rounded = parse_size(round_size(size_bytes))
    assert size_bytes <= rounded < size_bytes + max(1 << 10, size_bytes / 500)
