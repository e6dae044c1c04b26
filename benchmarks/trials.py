"""Does `judge bench` decide rightly? Trials with known answers, simulated and real.

    python benchmarks/trials.py simulated           # 100 of each kind of noise, some 30 s
    python benchmarks/trials.py tables [TRIALS]     # 4 to 8 programs, 200 of each kind, some ten minutes
    python benchmarks/trials.py real [TRIALS]       # 3 % apart, and copies: 10 of each, a minute each at most
    python benchmarks/trials.py neighbour           # a ratio, alone and with a busy neighbour

The real programs count in a loop for some 25 ms; one of a pair counts 3 % further.
"""

import math
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from statistics import fmean

from judge.timing.baselines import parse, this_machine
from judge.timing.measure import Entry, Executed, Moment, Plan, measure
from judge.timing.standings import Comparison
from judge.timing.stats import Interval, faster_half
from judge.timing.timings import Bench, Finding, Pair
from judge.verdicts import Verdict
from judge.work.workers import physical_cores

STEPS = 1_500_000
PROGRAM = (
    "# judge: {{format: text}}\nn = int(input())\nfor i in range(n * {share} // 100):\n    pass\nprint(n)\n"
)
COMPILED = """\
// judge: {{format: text}}
#include <cstdio>
int main() {{
    long n;
    volatile long sum = 0;
    if (scanf("%ld", &n) == 1)
        for (long i = 0; i < n * 20 * {share} / 100; i++) sum = sum + i;
    printf("%ld\\n", n);
}}
"""
CASES = f"""\
problem: Counting
format: text
time: 10s
memory: 256MiB
cases:
  - id: far
    input: |
      {STEPS}
    output: |
      {STEPS}
"""
NOISES: dict[str, Callable[[random.Random], float]] = {
    "normal, 1 %": lambda chance: math.exp(chance.gauss(0, 0.01)),
    "normal, 3 %": lambda chance: math.exp(chance.gauss(0, 0.03)),
    "normal, 6 %": lambda chance: math.exp(chance.gauss(0, 0.06)),
    "only slower, 3 %": lambda chance: 1 + chance.expovariate(1 / 0.03),
    "one in ten disturbed": lambda chance: (
        (1 + abs(chance.gauss(0, 0.01))) * (1 + (chance.random() < 0.1) * chance.uniform(0.1, 0.6))
    ),
}

MORE_NOISES: dict[str, Callable[[random.Random], float]] = {
    **NOISES,
    "normal, 2 %": lambda chance: math.exp(chance.gauss(0, 0.02)),
    "heavy tail": lambda chance: 1 + 0.01 * (chance.paretovariate(1.5) - 1),
}


def simulated() -> None:
    print(f"{'noise':<22} {'truth':<8} {'right':>5} {'wrong':>5} {'undecided':>9} rounds (middle, most)")
    for name, noise in NOISES.items():
        for ratio in (1.03, 1.0):
            outcomes: Counter[str] = Counter()
            rounds = []
            for seed in range(100):
                bench = _simulation(seed, ratio, noise)
                outcomes[_outcome(_pair(bench), copies=ratio == 1.0)] += 1
                rounds.append(bench.rounds)
            counts = [outcomes[word] for word in ("right", "wrong", "undecided")]
            truth = "copies" if ratio == 1.0 else "3 %"
            print(
                f"{name:<22} {truth:<8} {counts[0]:>5} {counts[1]:>5} {counts[2]:>9}"
                f" {sorted(rounds)[50]}, {max(rounds)}"
            )


def _simulation(seed: int, ratio: float, noise: Callable[[random.Random], float]) -> Bench:
    """Two programs of 50 ms under a clock that their runs move on; a minute at most."""
    chance = random.Random(seed)
    cost_s = {"a": 0.05, "b": 0.05 * ratio, "nothing": 0.01}
    now_s = 0.0

    def execute(entry: Entry) -> Executed:
        nonlocal now_s
        cpu_s = cost_s[entry.solution] * noise(chance)
        now_s += cpu_s * 1.05 + 0.001
        return Executed(Verdict.AC, cpu_s)

    entries = [Entry(solution=name, case="c", startup="nothing") for name in ("a", "b")]
    return measure(
        [*entries, Entry(solution="nothing")],
        execute,
        Plan(seed=seed, precision=0.02, budget_s=60),
        machine=this_machine(manner="simulated"),
        clock=lambda: now_s,
        progress=lambda _: None,
    )


@dataclass(frozen=True)
class Table:
    """Programs of known cost and noise, and whether the machine drifts, for all of them alike."""

    costs: tuple[float, ...]
    noises: tuple[str, ...]
    precision: float = 0.02
    drifts: bool = False

    def truth(self, program: int) -> float:
        """The time that infinitely many rounds would show; `START` is that of doing nothing."""
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
    """The mean of the faster half of a noise."""
    chance = random.Random(noise)
    return faster_half([MORE_NOISES[noise](chance) for _ in range(400_000)])


def tables(trials: int) -> None:
    """Whether all that a table says at once is true."""
    print("in % of tables: all ratios hold, all ratios alone, all times; some finding is wrong;")
    print("a pair that ended is undecided; some pair is undecided after 150 rounds; rounds (middle, most)")
    for name, table in TABLES.items():
        with ProcessPoolExecutor() as pool:
            found = list(pool.map(partial(_tried, table), range(trials), chunksize=5))
        shares = [f"{fmean(column):>7.1%}" for column in list(zip(*found, strict=True))[:-1]]
        rounds = sorted(each[-1] for each in found)
        print(f"{name:<24}{''.join(shares)}  {rounds[trials // 2]}, {rounds[-1]}", flush=True)


def _tried(table: Table, seed: int) -> tuple[bool, bool, bool, bool, bool, bool, int]:
    """One benchmark held against the truth: see `tables`."""
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
    """Whether a tie is beyond the precision, or a difference none or the other way round."""
    if pair.finding is Finding.TIE:
        return not 1 / (1 + precision) <= truth <= 1 + precision
    return pair.finding is Finding.DIFFERENT and not (truth > 1 if pair.ratio.low > 1 else truth < 1)


def _table(table: Table, seed: int) -> Bench:
    """Under a clock that the runs move on. A drift is a random walk of 1 % a round and steps of 15 %."""
    chance = random.Random(seed)
    walk, slow = 0.0, 1.0

    def drift(at: Moment) -> None:
        nonlocal walk, slow
        if table.drifts and not at.done:
            walk = 0.95 * walk + chance.gauss(0, 0.01)
            slow = 1.15 if chance.random() < 0.4 else 1.0

    def execute(entry: Entry) -> Executed:
        if not entry.case:
            cost_s, noise = START_S, table.noises[0]
        else:
            number = int(entry.solution)
            cost_s, noise = 0.01 * table.costs[number], table.noises[number % len(table.noises)]
        return Executed(Verdict.AC, cost_s * MORE_NOISES[noise](chance) * slow * math.exp(walk))

    entries = [Entry(solution=f"{n}", case="c", startup="nothing") for n in range(len(table.costs))]
    return measure(
        [*entries, Entry(solution="nothing")],
        execute,
        Plan(seed=seed, precision=table.precision, budget_s=60, most_rounds=150),
        machine=this_machine(manner="simulated"),
        clock=lambda: 0.0,
        progress=drift,
    )


def real(trials: int) -> None:
    for copies in (False, True):
        outcomes: Counter[str] = Counter()
        for trial in range(trials):
            with tempfile.TemporaryDirectory() as folder:
                bench = _bench(Path(folder), shares={"a.py": 100, "b.py": 100 if copies else 103})
            pair = _pair(bench)
            outcome = _outcome(pair, copies=copies)
            outcomes[outcome] += 1
            ratio = pair.ratio
            print(
                f"{'copies' if copies else '3 %'} {trial + 1}: {outcome}, a/b"
                f" {ratio.estimate:.4f} [{ratio.low:.4f}, {ratio.high:.4f}],"
                f" {bench.rounds} rounds, {bench.wall_s:.1f} s",
                flush=True,
            )
        print(dict(outcomes), flush=True)


def neighbour() -> None:
    """A ratio of a half, measured thrice in turn without and with a program that spins on the same core.

    The programs are compiled: their ratio varies less from one benchmark to the next than that of Python's.
    """
    shares = {"a.cpp": 100, "b.cpp": 200}
    ratios: dict[str, list[float]] = {"alone": [], "with a neighbour": []}
    spin = [sys.executable, "-c", "while True: pass"]
    for _ in range(3):
        for manner, found in ratios.items():
            busy = None
            if manner != "alone":
                busy = subprocess.Popen(
                    spin, preexec_fn=lambda: os.sched_setaffinity(0, {physical_cores()[-1]})
                )
            try:
                with tempfile.TemporaryDirectory() as folder:
                    pair = _pair(_bench(Path(folder), shares, "--rounds", "150", "--precision", "0.01%"))
            finally:
                if busy:
                    busy.kill()
                    busy.wait()
            found.append(pair.ratio.estimate)
            print(f"{manner}: a/b {pair.ratio.estimate:.4f}", flush=True)
    means = [sum(found) / len(found) for found in ratios.values()]
    print(f"moved by {abs(means[1] / means[0] - 1):.2%}; most of any two {_range(ratios):.2%}")


def _range(ratios: dict[str, list[float]]) -> float:
    every = [ratio for found in ratios.values() for ratio in found]
    return max(every) / min(every) - 1


def _bench(folder: Path, shares: dict[str, int], *words: str) -> Bench:
    programs = {
        f"solutions/{name}": (PROGRAM if name.endswith(".py") else COMPILED).format(share=share)
        for name, share in shares.items()
    }
    for name, text in {"cases/count.yaml": CASES, **programs}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    result = folder / "bench.json"
    subprocess.run(
        [sys.executable, "-m", "judge", "bench", "--root", folder, "--json", result, *words],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return parse(result.read_bytes(), result)


def _pair(bench: Bench) -> Pair:
    (pair,) = Comparison(bench, {timing.case for timing in bench.timings}).pairs()
    return pair


def _outcome(pair: Pair, *, copies: bool) -> str:
    if pair.finding is Finding.UNDECIDED:
        return "undecided"
    if copies:
        return "right" if pair.finding is Finding.TIE else "wrong"
    return "right" if pair.finding is Finding.DIFFERENT and pair.ratio.high < 1 else "wrong"


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["simulated"]:
            simulated()
        case ["tables", *rest]:
            tables(int(rest[0]) if rest else 200)
        case ["real", *rest]:
            real(int(rest[0]) if rest else 10)
        case ["neighbour"]:
            neighbour()
        case _:
            sys.exit(__doc__)
