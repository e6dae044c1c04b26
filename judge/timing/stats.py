"""Times to statements: what a time is, how far two are apart, and how sure that is.

Noise only ever adds to a CPU time, so the fast runs say most. A time is therefore the **mean of the faster
half** of its rounds. The minimum is steadier yet, but a bootstrap of it claims too much: 95 % intervals held
the truth in 80 to 94 of 100 trials, those of the faster half in 94 to 98 (benchmarks/statistic.py).

Intervals come from one bootstrap: whole rounds are drawn again, with replacement, and the same rounds for all
solutions, so that what disturbed a round disturbs both sides of a ratio and cancels. An interval is the
estimate, in logarithms, plus and minus Student's t times the bootstrap's standard error (Hesterberg, What
Teachers Should Know about the Bootstrap, 2015: section 4.3, and 4.4 for the factor of small samples).
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from statistics import fmean, median, quantiles

from msgspec import Struct

REPLICATES = 400
# Student's t with fewer rounds is so wide that nothing is decided.
LEAST_ROUNDS = 6
_ERROR = 0.05
_GROWTH = 1.5


class Summary(Struct, frozen=True, kw_only=True):
    """The times of equal runs. `spread` is the range of the middle half over the median; None of one run."""

    minimum_s: float
    median_s: float
    spread: float | None
    rounds: int


class Interval(Struct, frozen=True, kw_only=True):
    """A ratio of times and what it may be; infinitely wide where too few rounds were run."""

    low: float
    estimate: float
    high: float

    @property
    def inverse(self) -> "Interval":
        """The same ratio the other way round."""
        return Interval(
            low=1 / self.high, estimate=1 / self.estimate, high=1 / self.low if self.low else math.inf
        )

    @property
    def excludes_one(self) -> bool:
        return self.low > 1 or self.high < 1

    def within(self, precision: float) -> bool:
        """Whether all of it is a difference of at most `precision`, which 0.02 is for 2 %."""
        return self.high <= 1 + precision and self.low >= 1 / (1 + precision)


class Sampled(Struct, frozen=True):
    """A quantity: its estimate and what it is in each replicate of the bootstrap."""

    estimate: float
    replicates: tuple[float, ...]

    def of(self, function: Callable[[float], float]) -> "Sampled":
        return Sampled(function(self.estimate), tuple(map(function, self.replicates)))

    def plus(self, other: "Sampled", times: float = 1) -> "Sampled":
        """The sum with `times` the other, of the same replicates."""
        pairs = zip(self.replicates, other.replicates, strict=True)
        return Sampled(self.estimate + times * other.estimate, tuple(a + times * b for a, b in pairs))

    def unpaired(self) -> "Sampled":
        """The same, with replicates that have no rounds in common with those of other quantities."""
        return Sampled(self.estimate, self.replicates[1:] + self.replicates[:1])

    @property
    def positive(self) -> bool:
        """Whether its logarithm exists everywhere."""
        return self.estimate > 0 and min(self.replicates) > 0


def summarise(times_s: Sequence[float]) -> Summary:
    middle = median(times_s)
    spread = None
    if len(times_s) > 1 and middle:
        low, _, high = quantiles(times_s, n=4, method="inclusive")
        spread = (high - low) / middle
    return Summary(minimum_s=min(times_s), median_s=middle, spread=spread, rounds=len(times_s))


def faster_half(times: Sequence[float]) -> float:
    """The mean of the faster half; of an odd number the middle one belongs to it."""
    half = sorted(times)[: (len(times) + 1) // 2]
    return sum(half) / len(half)


@lru_cache(maxsize=2048)
def sampled(times: tuple[float, ...]) -> Sampled:
    """The time of these rounds. Equal numbers of rounds are drawn again in the same way."""
    replicates = (faster_half([times[i] for i in drawn]) for drawn in _draws(len(times)))
    return Sampled(faster_half(times), tuple(replicates))


def mean_of(quantities: Sequence[Sampled]) -> Sampled:
    """The mean; of logarithms it is the logarithm of the geometric mean."""
    columns = zip(*(quantity.replicates for quantity in quantities), strict=True)
    return Sampled(fmean(q.estimate for q in quantities), tuple(map(fmean, columns)))


def interval(log_ratio: Sampled, *, rounds: int, level: float) -> Interval:
    """The ratio whose logarithm this is, with an interval that holds with probability `level`."""
    estimate = math.exp(log_ratio.estimate)
    if rounds < LEAST_ROUNDS:
        return Interval(low=0, estimate=estimate, high=math.inf)
    error = _deviation(log_ratio.replicates) * math.sqrt(rounds / (rounds - 1))
    # A float holds no more than e to the power of 709.
    factor = math.exp(min(student_t(level, _degrees_of_freedom(rounds)) * error, 700))
    return Interval(low=estimate / factor, estimate=estimate, high=estimate * factor)


def scheduled_looks() -> Iterator[int]:
    """After how many rounds results are looked at, without end."""
    rounds = LEAST_ROUNDS
    while True:
        yield rounds
        rounds = int(rounds * _GROWTH)


def looks_until(rounds: int) -> tuple[int, ...]:
    """After how many rounds the results of so many were looked at, the last time at their end."""
    return (*takewhile(lambda look: look < rounds, scheduled_looks()), rounds)


def _degrees_of_freedom(rounds: int) -> int:
    """Fewer than a mean has, since the slower half says little of the spread; a trimmed mean has fewer too.

    The number is measured: with `rounds` - 1 the ratios of a table of six copies held together in 94.8 of 100
    benchmarks, with this in 96.0 (benchmarks/trials.py tables).
    """
    return 2 * rounds // 3 + 1


def level_of(*, intervals: int, look: int) -> float:
    """The level at which each of `intervals` holds at the `look`-th look, so that all hold at every look.

    Bonferroni: 5 % of error are shared out to the intervals, and of each share 1 / (j (j + 1)) is spent at
    the j-th look, which sums to the whole however many looks there are. Without this, to look until something
    shows would find differences where there are none.
    """
    return 1 - _ERROR / (intervals * look * (look + 1))


@lru_cache(maxsize=256)
def student_t(level: float, df: int) -> float:
    """The half-width that holds `level` of Student's t distribution, by bisection."""
    low, high = 0.0, 1.0
    while _within(high, df) < level:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, df) < level else (low, middle)
    return high


def _deviation(values: Sequence[float]) -> float:
    """The standard deviation. That of the standard library works in fractions and takes far longer."""
    return math.dist(values, (fmean(values),) * len(values)) / math.sqrt(len(values) - 1)


def _within(t: float, df: int) -> float:
    """The probability between -t and t, for a whole `df`: Abramowitz and Stegun 26.7.3 and 26.7.4."""
    angle = math.atan(t / math.sqrt(df))
    cosine = math.cos(angle)
    odd = df % 2
    term = cosine if odd else 1.0
    total = term if df > 1 else 0.0
    for k in range(2 + odd, df - 1 + odd, 2):
        term *= cosine * cosine * (k - 1) / k
        total += term
    series = math.sin(angle) * total
    return (angle + series) * 2 / math.pi if odd else series


@lru_cache(maxsize=256)
def _draws(rounds: int) -> tuple[tuple[int, ...], ...]:
    """The rounds of each replicate: the same for all who ask, which is what pairs them."""
    chance = random.Random(rounds)
    return tuple(tuple(chance.choices(range(rounds), k=rounds)) for _ in range(REPLICATES))
