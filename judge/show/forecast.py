"""Predictions of how long the rest of a run will take, from limits and the times of tests so far."""

from collections.abc import Mapping

from judge.model.cases import Pair, PlannedTests

# The share of its limit that a test takes before any time is known; it weighs as much as one test.
_SHARE = 0.1
# With fewer results there is no prediction.
_TELLING_S = 1.0


class Forecast:
    """Predict what the remaining tests will take, one after the other.

    A test that should exceed its limit takes the limit. Any other takes the average of its case's tests, or,
    if it is the first, the share of its limit that first tests of other cases took. A test's time changes
    only the prediction for itself, so the sum never grows by a test that took what was predicted.
    """

    def __init__(self, plans: Mapping[Pair, PlannedTests]) -> None:
        self._plans = plans
        self._limits = {case: plan.limit_s for (_, case), plan in plans.items()}
        self._left = dict.fromkeys(self._limits, 0)
        self._stopped_s = 0.0
        for (_, case), plan in plans.items():
            if plan.stopped:
                self._stopped_s += plan.tests * plan.limit_s
            else:
                self._left[case] += plan.tests
        self._took: dict[str, tuple[float, int]] = {}
        self._known_s = 0.0
        self._unknown_s = sum(self._left[case] * limit_s for case, limit_s in self._limits.items())
        weight_s = sum(self._limits.values()) / max(1, len(self._limits))
        self._share = _SHARE * weight_s, weight_s

    @property
    def left_s(self) -> float:
        first_s, limits_s = self._share
        return max(0.0, self._stopped_s + self._known_s + self._unknown_s * first_s / (limits_s or 1.0))

    def predict_s(self, pair: Pair) -> float:
        """Predict the time of the next test of a pair."""
        plan, (_, case) = self._plans[pair], pair
        if plan.stopped:
            return plan.limit_s
        if case in self._took:
            took_s, tests = self._took[case]
            return took_s / tests
        first_s, limits_s = self._share
        return plan.limit_s * first_s / limits_s

    def record(self, pair: Pair, cost_s: float | None) -> None:
        """Record the time of one test of a pair; None if it was not run."""
        plan, (_, case) = self._plans[pair], pair
        if plan.stopped:
            self._stopped_s -= plan.limit_s
            return
        self._account(case, -1)
        self._left[case] -= 1
        if cost_s is not None:
            if case not in self._took:
                first_s, limits_s = self._share
                self._share = first_s + cost_s, limits_s + plan.limit_s
            took_s, tests = self._took.get(case, (0.0, 0))
            self._took[case] = took_s + cost_s, tests + 1
        self._account(case, +1)

    def _account(self, case: str, sign: int) -> None:
        """Remove the rest of a case from the sums, or add it."""
        if case in self._took:
            took_s, tests = self._took[case]
            self._known_s += sign * self._left[case] * took_s / tests
        else:
            self._unknown_s += sign * self._left[case] * self._limits[case]


class Remaining:
    """Predict the remaining time on the clock, from how fast the tests so far went in parallel.

    The prediction grows only by tests that took longer than predicted.
    """

    def __init__(self, plans: Mapping[Pair, PlannedTests]) -> None:
        self._forecast = Forecast(plans)
        self._done_s = 0.0
        self.left_s: float | None = None

    def record_earlier(self, pair: Pair, cost_s: float | None) -> None:
        """Record a test of an earlier run."""
        self._forecast.record(pair, cost_s)

    def record(self, pair: Pair, cost_s: float | None, *, elapsed_s: float, final: bool = True) -> None:
        """Record a test that ended `elapsed_s` after the start; a test that is not final comes again."""
        kept = (cost_s or 0.0) <= self._forecast.predict_s(pair)
        self._done_s += cost_s or 0.0
        if final:
            self._forecast.record(pair, cost_s)
        if elapsed_s < _TELLING_S or not self._done_s:
            return
        left_s = self._forecast.left_s * elapsed_s / self._done_s
        if self.left_s is None or left_s < self.left_s or not kept:
            self.left_s = left_s
