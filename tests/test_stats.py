"""Numbers: known distributions in, right intervals out."""

import math
import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.stats import (
    LEAST_ROUNDS,
    Interval,
    Sampled,
    duration,
    faster_half,
    interval,
    level_of,
    log_ticks,
    mean_of,
    noise_grade,
    sampled,
    student_t,
    summarise,
)

TIMES = st.lists(st.floats(0.001, 100), min_size=2, max_size=30)


def ratio_of(first: list[float], second: list[float], *, level: float = 0.95) -> Interval:
    log_ratio = sampled(first).of(math.log).plus(sampled(second).of(math.log), -1)
    return interval(log_ratio, rounds=len(first), level=level)


# Summaries


def test_a_summary_is_the_minimum_the_median_and_the_middle_half_over_it() -> None:
    summary = summarise([0.4, 0.1, 0.3, 0.2, 0.5])
    assert (summary.minimum_s, summary.median_s, summary.rounds) == (0.1, 0.3, 5)
    assert summary.spread == pytest.approx((0.4 - 0.2) / 0.3)


def test_one_round_has_no_spread() -> None:
    assert summarise([0.1]).spread is None


@pytest.mark.parametrize(
    ("times", "mean"),
    [
        pytest.param([3.0, 1.0, 2.0, 9.0], 1.5, id="even"),
        pytest.param([3.0, 1.0, 2.0], 1.5, id="odd: the middle one belongs to it"),
        pytest.param([7.0], 7.0, id="one"),
    ],
)
def test_the_faster_half(times: list[float], mean: float) -> None:
    assert faster_half(times) == mean


@pytest.mark.parametrize(
    ("spread", "word"),
    [(None, "unknown"), (0.0, "quiet"), (0.02, "quiet"), (0.03, "fair"), (0.1, "noisy"), (0.5, "very noisy")],
)
def test_noise_has_a_word(spread: float | None, word: str) -> None:
    assert noise_grade(spread) == word


# Student's t


@pytest.mark.parametrize(
    ("level", "df", "width"),
    [
        # https://www.itl.nist.gov/div898/handbook/eda/section3/eda3672.htm
        (0.95, 1, 12.706),
        (0.95, 2, 4.303),
        (0.95, 5, 2.571),
        (0.95, 10, 2.228),
        (0.99, 7, 3.499),
        (0.99, 30, 2.750),
        (0.998, 5, 5.893),
        (0.998, 100, 3.174),
    ],
)
def test_student_t_is_that_of_the_tables(level: float, df: int, width: float) -> None:
    assert student_t(level, df) == pytest.approx(width, abs=5e-4)


# The bootstrap


@given(times=TIMES, factor=st.floats(0.1, 10))
def test_what_disturbs_both_sides_of_a_round_cancels(times: list[float], factor: float) -> None:
    ratio = ratio_of([factor * time for time in times], times)
    assert ratio.estimate == pytest.approx(factor)
    if len(times) >= LEAST_ROUNDS:
        assert (ratio.low, ratio.high) == (pytest.approx(factor), pytest.approx(factor))


@given(times=TIMES)
def test_the_same_times_give_the_same_replicates(times: list[float]) -> None:
    assert sampled(times) == sampled(list(times))


def test_too_few_rounds_say_nothing() -> None:
    ratio = ratio_of([1.0] * (LEAST_ROUNDS - 1), [2.0] * (LEAST_ROUNDS - 1))
    assert (ratio.low, ratio.estimate, ratio.high) == (0, 0.5, math.inf)
    assert not ratio.excludes_one
    assert not ratio.within(10)


def test_a_mean_of_logarithms_is_a_geometric_mean() -> None:
    mean = mean_of([sampled([2.0] * 6).of(math.log), sampled([8.0] * 6).of(math.log)])
    assert math.exp(mean.estimate) == pytest.approx(4)


def test_unpaired_replicates_are_the_same_in_another_order() -> None:
    quantity = sampled([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    assert sorted(quantity.unpaired().replicates) == sorted(quantity.replicates)
    assert quantity.unpaired().plus(quantity, -1).replicates != (0.0,) * len(quantity.replicates)


@pytest.mark.parametrize(
    ("values", "positive"), [((1.0, 2.0), True), ((1.0, 0.0), False), ((-1.0, 2.0), False)]
)
def test_a_logarithm_exists_where_all_is_positive(values: tuple[float, float], positive: bool) -> None:
    assert Sampled(values[0], (values[1],)).positive is positive


NOISES: dict[str, Callable[[random.Random], float]] = {
    "normal": lambda chance: math.exp(chance.gauss(0, 0.03)),
    "only slower": lambda chance: 1 + chance.expovariate(1 / 0.03),
    "one in ten disturbed": lambda chance: (
        (1 + abs(chance.gauss(0, 0.01))) * (1 + (chance.random() < 0.1) * chance.uniform(0.1, 0.6))
    ),
}


@pytest.mark.parametrize("rounds", [LEAST_ROUNDS, 10, 30])
@pytest.mark.parametrize("drift", [0.0, 0.15], ids=["steady", "drifting"])
@pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES)
def test_an_interval_covers_the_truth_as_often_as_it_says(
    noise: Callable[[random.Random], float], drift: float, rounds: int
) -> None:
    """150 trials of a 95 % interval give 142.5 and vary by 2.7; 131 is four times that below."""
    chance = random.Random(f"{drift} {rounds}")
    covered = 0
    for _ in range(150):
        common = [1 + drift * (number < 0.4 * rounds) for number in range(rounds)]
        first = [1.5 * each * noise(chance) for each in common]
        second = [each * noise(chance) for each in common]
        ratio = ratio_of(first, second)
        covered += ratio.low <= 1.5 <= ratio.high
    assert covered >= 131


def test_all_looks_at_all_pairs_share_five_per_cent() -> None:
    spent = sum(3 * (1 - level_of(pairs=3, look=look)) for look in range(1, 2000))
    assert 0.0499 < spent < 0.05


# Intervals


@pytest.mark.parametrize(
    ("low", "high", "excludes", "tie"),
    [
        pytest.param(1.01, 1.05, True, False, id="slower"),
        pytest.param(0.90, 0.99, True, False, id="faster"),
        pytest.param(0.97, 1.03, False, False, id="undecided"),
        pytest.param(0.99, 1.01, False, True, id="tie"),
        pytest.param(1.001, 1.01, True, True, id="different, but by less than matters"),
    ],
)
def test_an_interval_may_leave_out_one_or_stay_near_it(
    low: float, high: float, excludes: bool, tie: bool
) -> None:
    ratio = Interval(low=low, estimate=math.sqrt(low * high), high=high)
    assert (ratio.excludes_one, ratio.within(0.02)) == (excludes, tie)


# Words and rulers


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
    ],
)
def test_a_time_for_people(time_s: float, words: str) -> None:
    assert duration(time_s) == words


@given(first=st.floats(1e-6, 10), span=st.floats(1.5, 1e5), most=st.integers(3, 12))
def test_ticks_lie_between_the_ends_and_are_not_too_many(first: float, span: float, most: int) -> None:
    ticks = log_ticks(first, first * span, most=most)
    assert all(first <= tick <= first * span for tick in ticks)
    assert ticks == sorted(ticks)
    assert len(ticks) <= max(most, math.log10(span) + 1)
