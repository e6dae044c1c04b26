"""Check that everything in a table of `judge bench` is true at once, with simulated times of 4 to 8 programs.

python benchmarks/tables.py [TRIALS]     # 200 of each kind, some ten minutes
"""

import math
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from statistics import fmean

from noises import NOISES

from judge.model.verdicts import Verdict
from judge.timing.baselines import describe_machine
from judge.timing.measure import BenchProgress, Entry, Plan, RunOutcome, measure
from judge.timing.standings import Comparison
from judge.timing.stats import Interval, average_faster_half
from judge.timing.timings import Bench, Finding, Pair


@dataclass(frozen=True)
class Table:
    """Programs of known cost and noise, and whether the machine drifts, which affects all equally."""

    costs: tuple[float, ...]
    noises: tuple[str, ...]
    precision: float = 0.02
    drifts: bool = False

    def truth(self, program: int) -> float:
        """Return the time that infinitely many rounds would show."""
        return 0.01 * self.costs[program] * floor_of(self.noises[program % len(self.noises)])


START_S = 0.001
TABLES = {
    "a copy, 10 %, 100 %": Table((1, 1, 1.1, 2), ("normal, 2 %",), precision=0.004),
    "near ties": Table((1, 1, 1.005, 1.01, 1.02, 1.03, 1.1, 1.5), ("normal, 2 %",)),
    "near ties, only slower": Table((1, 1, 1.005, 1.01, 1.03, 2), ("only slower, 3 %",), precision=0.01),
    "all alike": Table((1,) * 6, ("normal, 3 %",)),
    "each its own noise": Table(
        (1, 1, 1, 1.03, 1.03, 1.2, 3), ("normal, 1 %", "normal, 3 %", "only slower, 3 %", "normal, 6 %")
    ),
    "one in ten disturbed": Table((1, 1, 1.01, 1.03, 1.1, 2), ("one in ten disturbed",)),
    "heavy tails": Table((1, 1, 1.01, 1.03, 1.1, 2), ("heavy tail",)),
    "drifting": Table((1, 1, 1.01, 1.03, 1.1, 2), ("normal, 2 %",), drifts=True),
    "drifting, heavy tails": Table((1, 1, 1.03, 1.3), ("heavy tail",), precision=0.01, drifts=True),
}


@cache
def floor_of(noise: str) -> float:
    """Return the mean of the faster half of a noise."""
    chance = random.Random(noise)
    return average_faster_half([NOISES[noise](chance) for _ in range(400_000)])


def main(trials: int) -> None:
    """Print the share of tables of each kind in which everything is true."""
    print("in % of tables: all ratios hold, all ratios alone, all times; some finding is wrong;")
    print("a pair that ended is undecided; some pair is undecided after 150 rounds; rounds (middle, most)")
    for name, table in TABLES.items():
        with ProcessPoolExecutor() as pool:
            found = list(pool.map(partial(_tried, table), range(trials), chunksize=5))
        shares = [f"{fmean(column):>7.1%}" for column in list(zip(*found, strict=True))[:-1]]
        rounds = sorted(each[-1] for each in found)
        print(f"{name:<24}{''.join(shares)}  {rounds[trials // 2]}, {rounds[-1]}", flush=True)


def _tried(table: Table, seed: int) -> tuple[bool, bool, bool, bool, bool, bool, int]:
    """Compare one benchmark with the truth. Return the columns that `main` prints."""
    bench = _table(table, seed)
    comparison = Comparison(bench, ["c"])
    truths = {f"{number}": table.truth(number) for number in range(len(table.costs))}
    start_s = START_S * floor_of(table.noises[0])
    pairs, standings = comparison.pairs(), comparison.standings()
    reference = comparison.reference()
    rounds = {timing.solution: len(timing.times_s) for timing in bench.timings}
    undecided = [pair for pair in pairs if pair.finding is Finding.UNDECIDED]
    return (
        all(_holds(pair.ratio, truths[pair.first] / truths[pair.second]) for pair in pairs),
        all(
            _holds(line.alone_ratio, (truths[line.solution] - start_s) / (truths[reference] - start_s))
            for line in standings
        ),
        table.drifts or all(_holds(line.time_s, truths[line.solution]) for line in standings),
        any(_wrong(pair, truths[pair.first] / truths[pair.second], table.precision) for pair in pairs),
        any(min(rounds[pair.first], rounds[pair.second]) < bench.rounds for pair in undecided),
        bool(undecided),
        bench.rounds,
    )


def _holds(found: Interval | None, truth: float) -> bool:
    return found is None or found.low <= truth * (1 + 1e-9) <= found.high * (1 + 2e-9)


def _wrong(pair: Pair, truth: float, precision: float) -> bool:
    """Return True for a tie beyond the precision, and for a difference that is not there or reversed."""
    if pair.finding is Finding.TIE:
        return not 1 / (1 + precision) <= truth <= 1 + precision
    return pair.finding is Finding.DIFFERENT and not (truth > 1 if pair.ratio.low > 1 else truth < 1)


def _table(table: Table, seed: int) -> Bench:
    """Return a benchmark with simulated times. A drift is a random walk of 1 % a round and steps of 15 %."""
    chance = random.Random(seed)
    walk, slow = 0.0, 1.0

    def drift(at: BenchProgress) -> None:
        nonlocal walk, slow
        if table.drifts and not at.done:
            walk = 0.95 * walk + chance.gauss(0, 0.01)
            slow = 1.15 if chance.random() < 0.4 else 1.0

    def execute(entry: Entry) -> RunOutcome:
        if not entry.case:
            cost_s, noise = START_S, table.noises[0]
        else:
            number = int(entry.solution)
            cost_s, noise = 0.01 * table.costs[number], table.noises[number % len(table.noises)]
        return RunOutcome(Verdict.AC, cost_s * NOISES[noise](chance) * slow * math.exp(walk))

    entries = [Entry(solution=f"{n}", case="c", startup="nothing") for n in range(len(table.costs))]
    return measure(
        [*entries, Entry(solution="nothing")],
        execute,
        Plan(seed=seed, precision=table.precision, budget_s=60, most_rounds=150),
        machine=describe_machine(manner="simulated"),
        clock=lambda: 0.0,
        progress=drift,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 200)
