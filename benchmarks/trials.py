"""Check the findings of `judge bench` in trials with known answers, simulated and real.

    python benchmarks/trials.py simulated           # 100 of each kind of noise, some 30 s
    python benchmarks/trials.py real [TRIALS]       # 3 % apart, and copies: 10 of each, a minute each at most
    python benchmarks/trials.py neighbour           # a ratio, alone and with a busy neighbour

The real programs count in a loop for some 25 ms; one of a pair counts 3 % further.
"""

import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from noises import NOISES

from judge.model.verdicts import Verdict
from judge.timing.baselines import describe_machine, parse
from judge.timing.measure import Entry, Plan, RunOutcome, measure
from judge.timing.standings import Comparison
from judge.timing.timings import Bench, Finding, Pair
from judge.work.workers import list_physical_cores

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
SIMULATED = ("normal, 1 %", "normal, 3 %", "normal, 6 %", "only slower, 3 %", "one in ten disturbed")


def simulated() -> None:
    print(f"{'noise':<22} {'truth':<8} {'right':>5} {'wrong':>5} {'undecided':>9} rounds (middle, most)")
    for name in SIMULATED:
        for ratio in (1.03, 1.0):
            outcomes: Counter[str] = Counter()
            rounds = []
            for seed in range(100):
                bench = _simulation(seed, ratio, NOISES[name])
                outcomes[_outcome(_pair(bench), copies=ratio == 1.0)] += 1
                rounds.append(bench.rounds)
            counts = [outcomes[word] for word in ("right", "wrong", "undecided")]
            truth = "copies" if ratio == 1.0 else "3 %"
            print(
                f"{name:<22} {truth:<8} {counts[0]:>5} {counts[1]:>5} {counts[2]:>9}"
                f" {sorted(rounds)[50]}, {max(rounds)}"
            )


def _simulation(seed: int, ratio: float, noise: Callable[[random.Random], float]) -> Bench:
    """Benchmark two simulated programs of 50 ms for at most a minute of simulated time."""
    chance = random.Random(seed)
    cost_s = {"a": 0.05, "b": 0.05 * ratio, "nothing": 0.01}
    now_s = 0.0

    def execute(entry: Entry) -> RunOutcome:
        nonlocal now_s
        cpu_s = cost_s[entry.solution] * noise(chance)
        now_s += cpu_s * 1.05 + 0.001
        return RunOutcome(Verdict.AC, cpu_s)

    entries = [Entry(solution=name, case="c", startup="nothing") for name in ("a", "b")]
    return measure(
        [*entries, Entry(solution="nothing")],
        execute,
        Plan(seed=seed, precision=0.02, budget_s=60),
        machine=describe_machine(manner="simulated"),
        clock=lambda: now_s,
        progress=lambda _: None,
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
    """Measure a ratio of a half three times, in turn without and with a busy program on the same core.

    The programs are compiled: in Python their ratio would vary more between benchmarks.
    """
    shares = {"a.cpp": 100, "b.cpp": 200}
    ratios: dict[str, list[float]] = {"alone": [], "with a neighbour": []}
    spin = [sys.executable, "-c", "while True: pass"]
    for _ in range(3):
        for manner, found in ratios.items():
            busy = None
            if manner != "alone":
                busy = subprocess.Popen(
                    spin, preexec_fn=lambda: os.sched_setaffinity(0, {list_physical_cores()[-1] or 0})
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
    every = [ratio for found in ratios.values() for ratio in found]
    apart = max(every) / min(every) - 1
    print(f"moved by {abs(means[1] / means[0] - 1):.2%}; most of any two {apart:.2%}")


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
        case ["real", *rest]:
            real(int(rest[0]) if rest else 10)
        case ["neighbour"]:
            neighbour()
        case _:
            sys.exit(__doc__)
