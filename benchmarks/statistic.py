"""Compare statistics that could summarize a program's rounds: their spread and coverage under noise.

    python benchmarks/statistic.py      # two minutes

Two programs of equal cost, 300 trials of each kind: the standard deviation of the ratio, and how often a 95 %
interval from `judge.timing.stats.interval` holds the truth. A third of the trials drift: the machine is 15 %
slower for the first 40 % of the rounds.
"""

import math
import random
from collections.abc import Callable, Sequence
from statistics import fmean, median, pstdev

from noises import NOISES

from judge.timing.stats import Estimate, average_faster_half, make_interval

TRIALS, REPLICATES = 300, 100
Statistic = Callable[[Sequence[float]], float]
STATISTICS: dict[str, Statistic] = {
    "minimum": min,
    "faster half": average_faster_half,
    "median": median,
    "mean": fmean,
}
KINDS = ("normal, 3 %", "only slower, 3 %", "one in ten disturbed")


def main() -> None:
    print(f"{'noise':<21} {'rounds':>6}" + "".join(f"{name:>17}" for name in STATISTICS))
    for name in KINDS:
        for rounds in (6, 10, 30):
            cells = trials(NOISES[name], rounds)
            print(
                f"{name:<21} {rounds:>6}"
                + "".join(f"{deviation:>8.2%} {held:>8.0%}" for deviation, held in cells)
            )


def trials(noise: Callable[[random.Random], float], rounds: int) -> list[tuple[float, float]]:
    """Return the deviation of the ratio, and the share of intervals that contain the truth, by statistic."""
    chance = random.Random(rounds)
    found: dict[str, list[tuple[float, bool]]] = {name: [] for name in STATISTICS}
    for trial in range(TRIALS):
        common = [1 + 0.15 * (trial % 3 == 0 and number < 0.4 * rounds) for number in range(rounds)]
        a, b = ([each * noise(chance) for each in common] for _ in range(2))
        draws = [chance.choices(range(rounds), k=rounds) for _ in range(REPLICATES)]
        for name, statistic in STATISTICS.items():
            ratio = make_interval(log_ratio(statistic, a, b, draws), rounds=rounds, level=0.95)
            found[name].append((math.log(ratio.estimate), ratio.low <= 1 <= ratio.high))
    return [
        (pstdev(estimate for estimate, _ in outcomes), fmean(held for _, held in outcomes))
        for outcomes in found.values()
    ]


def log_ratio(
    statistic: Statistic, a: Sequence[float], b: Sequence[float], draws: Sequence[Sequence[int]]
) -> Estimate:
    def of(rounds: Sequence[int]) -> float:
        return math.log(statistic([a[i] for i in rounds]) / statistic([b[i] for i in rounds]))

    return Estimate(of(range(len(a))), tuple(map(of, draws)))


if __name__ == "__main__":
    main()
