"""Statistics: known distributions in, right intervals out."""

import math
import random
from collections.abc import Callable
from itertools import islice, product
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.scoring.student import student_t
from judge.timing.stats import (
    LEAST_ROUNDS,
    Estimate,
    Interval,
    average,
    average_faster_half,
    choose_level,
    list_looks,
    make_interval,
    sample,
    schedule_looks,
    summarize,
)
from judge.timing.timings import grade_noise

TIMES = st.lists(st.floats(0.001, 100), min_size=2, max_size=30)


def ratio_of(first: list[float], second: list[float], *, level: float = 0.95) -> Interval:
    log_ratio = sample(tuple(first)).apply(math.log).plus(sample(tuple(second)).apply(math.log), -1)
    return make_interval(log_ratio, rounds=len(first), level=level)


# Summaries


def test_a_summary_is_the_minimum_the_median_and_the_middle_half_over_it() -> None:
    summary = summarize([0.4, 0.1, 0.3, 0.2, 0.5])
    assert (summary.minimum_s, summary.median_s, summary.rounds) == (0.1, 0.3, 5)
    assert summary.spread == pytest.approx((0.4 - 0.2) / 0.3)


def test_one_round_has_no_spread() -> None:
    assert summarize([0.1]).spread is None


@pytest.mark.parametrize(
    ("times", "mean"),
    [
        pytest.param([3.0, 1.0, 2.0, 9.0], 1.5, id="even"),
        pytest.param([3.0, 1.0, 2.0], 1.5, id="odd: the middle one belongs to it"),
        pytest.param([7.0], 7.0, id="one"),
    ],
)
def test_the_faster_half(times: list[float], mean: float) -> None:
    assert average_faster_half(times) == mean


@pytest.mark.parametrize(
    ("spread", "word"),
    [(None, "unknown"), (0.0, "quiet"), (0.02, "quiet"), (0.03, "fair"), (0.1, "noisy"), (0.5, "very noisy")],
)
def test_noise_has_a_word(spread: float | None, word: str) -> None:
    assert grade_noise(spread) == word


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


@given(times=TIMES, factor=st.sampled_from([0.25, 2.0]))
def test_equal_numbers_of_rounds_are_drawn_in_the_same_way(times: list[float], factor: float) -> None:
    other = sample(tuple(factor * time for time in times))
    assert other == sample(tuple(times)).apply(lambda time: factor * time)


def test_of_a_mean_the_interval_is_that_of_student() -> None:
    """Use all draws of six rounds, so the standard error of a mean is known exactly."""
    logs = (0.1, 0.4, 0.2, 0.9, 0.3, 0.5)
    every = Estimate(fmean(logs), tuple(sum(draw) / 6 for draw in product(logs, repeat=6)))
    found = make_interval(every, rounds=6, level=0.95)
    half_width = student_t(0.95, 5) * stdev(logs) / math.sqrt(6)
    assert math.log(found.estimate) == pytest.approx(fmean(logs))
    assert math.log(found.high / found.estimate) == pytest.approx(half_width, rel=1e-4)
    assert math.log(found.estimate / found.low) == pytest.approx(half_width, rel=1e-4)


def test_too_few_rounds_say_nothing() -> None:
    ratio = ratio_of([1.0] * (LEAST_ROUNDS - 1), [2.0] * (LEAST_ROUNDS - 1))
    assert (ratio.low, ratio.estimate, ratio.high) == (0, 0.5, math.inf)
    assert not ratio.excludes_one
    assert not ratio.within(10)


def test_a_mean_of_logarithms_is_a_geometric_mean() -> None:
    mean = average([sample((2.0,) * 6).apply(math.log), sample((8.0,) * 6).apply(math.log)])
    assert math.exp(mean.estimate) == pytest.approx(4)


def test_unpaired_replicates_are_the_same_in_another_order() -> None:
    quantity = sample((1.0, 2.0, 3.0, 4.0, 5.0, 6.0))
    assert sorted(quantity.unpair().replicates) == sorted(quantity.replicates)
    assert quantity.unpair().plus(quantity, -1).replicates != (0.0,) * len(quantity.replicates)


@pytest.mark.parametrize(
    ("values", "positive"), [((1.0, 2.0), True), ((1.0, 0.0), False), ((-1.0, 2.0), False)]
)
def test_a_logarithm_exists_where_all_is_positive(values: tuple[float, float], positive: bool) -> None:
    assert Estimate(values[0], (values[1],)).is_positive is positive


NOISES: dict[str, Callable[[random.Random], float]] = {
    "normal": lambda chance: math.exp(chance.gauss(0, 0.03)),
    "only slower": lambda chance: 1 + chance.expovariate(1 / 0.03),
    "one in ten disturbed": lambda chance: (
        (1 + abs(chance.gauss(0, 0.01))) * (1 + (chance.random() < 0.1) * chance.uniform(0.1, 0.6))
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [LEAST_ROUNDS, 10, 30])
@pytest.mark.parametrize("drift", [0.0, 0.15], ids=["steady", "drifting"])
@pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES)
def test_an_interval_covers_the_truth_as_often_as_it_says(
    noise: Callable[[random.Random], float], drift: float, rounds: int
) -> None:
    """150 trials of a 95 % interval give 142.5 ± 2.7, and 131 is four deviations below."""
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
    spent = sum(3 * (1 - choose_level(intervals=3, look=look)) for look in range(1, 2000))
    assert 0.0499 < spent < 0.05


def test_results_are_looked_at_ever_less_often_and_at_the_end() -> None:
    assert list(islice(schedule_looks(), 6)) == [6, 9, 13, 19, 28, 42]
    assert [list_looks(rounds) for rounds in (1, 6, 7, 30)] == [(1,), (6,), (6, 7), (6, 9, 13, 19, 28, 30)]


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
