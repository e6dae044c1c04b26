"""The predicted rest of a run: exact at the end, and steady on the way."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model.cases import Pair, PlannedTests
from judge.show.forecast import Forecast, Remaining

_PAIRS = [(f"s{solution}", f"c{case}") for solution in range(4) for case in range(4)]
_PLANS = st.fixed_dictionaries(
    {
        pair: st.builds(PlannedTests, st.integers(1, 3), st.sampled_from([0.1, 1.0, 5.0]), st.booleans())
        for pair in _PAIRS
    }
)
# The order of tests, with the factor by which each misses its prediction; None for one that is not run.
_FATES = st.lists(st.tuples(st.sampled_from(_PAIRS), st.none() | st.floats(0, 3)), max_size=60)

Plans = dict[Pair, PlannedTests]
Fates = Sequence[tuple[Pair, float | None]]


def whole(plans: Plans, fates: Fates) -> list[tuple[Pair, float | None]]:
    """Drop the surplus tests of each pair from the fates, and add the missing ones."""
    left = {pair: plan.tests for pair, plan in plans.items()}
    found = []
    for pair, part in (*fates, *((pair, 1.0) for pair in plans for _ in range(3))):
        if left[pair]:
            left[pair] -= 1
            found.append((pair, part))
    return found


def same_limits(plans: Plans) -> Plans:
    """Give a case the same limit for all solutions."""
    limits = {case: plans["s0", case].limit_s for _, case in plans}
    return {pair: plan._replace(limit_s=limits[pair[1]]) for pair, plan in plans.items()}


@pytest.mark.slow
@given(_PLANS.map(same_limits), _FATES)
def test_a_test_that_keeps_to_its_forecast_leaves_less(plans: Plans, fates: Fates) -> None:
    forecast = Forecast(plans)
    for pair, part in whole(plans, fates):
        before_s, predict_s = forecast.left_s, forecast.predict_s(pair)
        forecast.record(pair, None if part is None else part * predict_s)
        if part is None or part <= 1:
            assert forecast.left_s <= before_s - predict_s + 1e-9
    assert forecast.left_s == pytest.approx(0, abs=1e-9)


@pytest.mark.slow
@given(_PLANS.map(same_limits), _FATES, st.floats(0.1, 10))
def test_what_is_shown_grows_by_nothing_but_a_test_beyond_its_forecast(
    plans: Plans, fates: Fates, pace: float
) -> None:
    forecast, remaining, elapsed_s = Forecast(plans), Remaining(plans), 0.0
    for pair, part in whole(plans, fates):
        predict_s, before_s = forecast.predict_s(pair), remaining.left_s
        cost_s = None if part is None else part * predict_s
        elapsed_s += pace * (cost_s or 0.0) + 0.01
        forecast.record(pair, cost_s)
        remaining.record(pair, cost_s, elapsed_s=elapsed_s)
        if before_s is not None and (part is None or part <= 0.999):
            assert remaining.left_s is not None
            assert remaining.left_s <= before_s
    assert not remaining.left_s or remaining.left_s == pytest.approx(0, abs=1e-6)


def test_who_is_meant_to_be_stopped_is_reckoned_with_the_limit() -> None:
    plans = {("slow", "c"): PlannedTests(2, 1.1, stopped=True), ("fast", "c"): PlannedTests(1, 1.1)}
    forecast = Forecast(plans)
    forecast.record(("fast", "c"), 0.001)
    assert forecast.left_s == pytest.approx(2.2)


def test_what_a_run_before_measured_serves_and_is_no_time_of_this_one() -> None:
    plans = {(name, "c"): PlannedTests(1, 10.0) for name in ("a", "b", "d")}
    remaining = Remaining(plans)
    remaining.record_earlier(("a", "c"), 4.0)
    remaining.record(("b", "c"), 4.0, elapsed_s=4.0)
    assert remaining.left_s == pytest.approx(4.0)


def test_a_simulated_run_is_foretold_within_a_third_from_its_second_fifth_on() -> None:
    """Simulate 37 programs on 7 cases. Cases differ in weight, programs in speed, every sixth is stopped."""
    random = Random(7)
    weights = {f"c{case}": 10 ** random.uniform(-3, -0.5) for case in range(7)}
    speeds = {f"s{program:02}": random.lognormvariate(0, 0.4) for program in range(37)}
    plans = {
        (name, case): PlannedTests(1, 1.1, stopped=number % 6 == 5)
        for number, name in enumerate(speeds)
        for case in weights
    }
    costs = {
        pair: plan.limit_s
        if plan.stopped
        else weights[pair[1]] * speeds[pair[0]] * random.lognormvariate(0, 0.1)
        for pair, plan in plans.items()
    }
    # Two workers, and an overhead of 3 ms for each test.
    ends = dict.fromkeys(plans, 0.0)
    workers = [0.0, 0.0]
    for pair, cost_s in costs.items():
        free = workers.index(min(workers))
        workers[free] += cost_s + 0.003
        ends[pair] = workers[free]
    remaining, end_s = Remaining(plans), max(workers)
    for number, pair in enumerate(sorted(plans, key=lambda pair: ends[pair])):
        remaining.record(pair, costs[pair], elapsed_s=ends[pair])
        left_s = end_s - ends[pair]
        if len(plans) / 5 < number and left_s > 2:
            assert remaining.left_s == pytest.approx(left_s, rel=1 / 3), (number, left_s)
