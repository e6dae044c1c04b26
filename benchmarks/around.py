"""Measure the cost of a command around the judgements: its start, and many cases, results and programs.

    python benchmarks/around.py [--rounds N] [--quick] [--scale FILE]

- the front: `judge --help`, and the first verdict of one program on one test, from the shell, compared with
  an interpreter that does nothing; CPU time of all processes, in turn, round after round
- a set of 49,151 puzzles: `judge list` without known answers, with cached answers, with stated answers
- the same set judged for two programs with `--json`: peak memory and CPU time of the judge's own process,
  without the programs

With --quick sets have a tenth of the puzzles. --scale measures 10 to 100,000 tests of one program and 1 to
1,000 programs on ten tests instead, which takes minutes, and draws the picture of docs/costs.md.

CPU is user and system time, which a busy machine hardly disturbs.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import overhead
from easy_grids import exchange

REPOSITORY = Path(__file__).resolve().parent.parent
BARE = [os.path.realpath(sys.executable), "-I", "-S", "-c", "pass"]
JUDGE = [sys.executable, "-m", "judge"]
PUZZLES = 49_151
ECHO = "print(input())\n"

# From https://en.wikipedia.org/wiki/Mathematics_of_Sudoku, with 17 clues, and its only answer.
ASKED = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
ANSWER = "693784512487512936125963874932651487568247391741398625319475268856129743274836159"

# Runs the judge as from the shell, and writes its cost at its end.
OWN = """
import atexit, json, re, resource, sys
path, sys.argv[:] = sys.argv[1], ["judge", *sys.argv[2:]]
def tell():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    peak_bytes = int(re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1]) << 10
    json.dump([*(each.ru_utime + each.ru_stime for each in used), peak_bytes], open(path, "w"))
atexit.register(tell)
from judge.__main__ import entry
entry()
"""


class Cost(NamedTuple):
    """The cost of the judge's own process, and the CPU time of all its children."""

    own_cpu_s: float
    others_cpu_s: float
    peak_bytes: int


def main() -> None:
    parser = argparse.ArgumentParser(description="What a command costs around the judgements.")
    parser.add_argument("--rounds", type=int, default=15, metavar="N", help="rounds of the front (15)")
    parser.add_argument("--quick", action="store_true", help="a tenth of the puzzles")
    parser.add_argument("--scale", type=Path, metavar="FILE", help="draw what many tests and programs cost")
    arguments = parser.parse_args()
    # With it each process would compile all modules that it loads.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory(prefix="around-") as name:
        folder = Path(name)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        if arguments.scale:
            draw(arguments.scale, *measured(folder))
            return
        print("| | | at most |\n|---|---:|---:|")
        count = PUZZLES // 10 if arguments.quick else PUZZLES
        for words, found, most in chain(front(folder, arguments.rounds), sets(folder, count)):
            print(f"| {words} | {found} | {most} |", flush=True)


def cpu_s(argv: Sequence[str | Path]) -> float:
    """Return the CPU time of a command that must succeed and of all that it started."""
    return overhead.cost_of([argv]).cpu_s


def cost_of(*words: str | Path) -> Cost:
    """Return the cost of a command of the judge, which must succeed."""
    with tempfile.NamedTemporaryFile() as told:
        argv = [sys.executable, "-c", OWN, told.name, *words]
        subprocess.run(argv, check=True, stdin=subprocess.DEVNULL, capture_output=True)
        return Cost(*json.load(told))


def front(folder: Path, rounds: int) -> Iterator[tuple[str, str, str]]:
    """Yield the costs of starting, as ratios to an interpreter that does nothing."""
    project = project_of_echoes(folder / "front", tests=1, programs=1)
    commands: dict[str, list[str | Path]] = {
        "judge --help": ["--help"],
        "first verdict": ["run", "--root", project, "--jobs", "1"],
    }
    for words in commands.values():
        cpu_s([*JUDGE, *words])
    ratios: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        bare_s = cpu_s(BARE)
        for name, words in commands.items():
            ratios[name].append(cpu_s([*JUDGE, *words]) / bare_s)
    for (name, found), most in zip(ratios.items(), ("3.5", "14"), strict=True):
        yield f"{name}, CPU, to python -I -S -c pass", f"{median(found):.1f}", most


def sets(folder: Path, count: int) -> Iterator[tuple[str, str, str]]:
    """Yield the costs of listing and judging a set of puzzles."""
    asked, stated = (set_of(folder / name, count, answers=name == "stated") for name in ("asked", "stated"))
    for words, project in (("no answer known", asked), ("all kept", asked), ("all stated", stated)):
        cost = cost_of("list", "--root", project)
        whole_s = cost.own_cpu_s + cost.others_cpu_s
        yield f"{count:,} puzzles, {words}: judge list, CPU s", f"{whole_s:.1f}", "2"
    cost = cost_of("run", "--root", stated, "--json", folder / "results.json")
    judged = f"{count:,} x 2 judgements, --json: of the judge's own process"
    yield f"{judged} the peak, MiB", f"{cost.peak_bytes / (1 << 20):.0f}", "200"
    yield f"{judged} CPU ms each", f"{cost.own_cpu_s * 1e3 / (2 * count):.2f}", ""


def set_of(root: Path, count: int, *, answers: bool) -> Path:
    """Write a project of two programs and a set of puzzles. Return its root."""
    source = REPOSITORY / "solutions" / f"luogu_fewest_candidates.{'cpp' if shutil.which('g++') else 'py'}"
    (root / "solutions").mkdir(parents=True)
    (root / "cases").mkdir()
    for name in "ab":
        shutil.copy(source, root / "solutions" / f"{name}{source.suffix}")
    lines = (asked + answer * answers for asked, answer in puzzles(count))
    (root / "cases" / "set.txt").write_text("".join(f"{line}\n" for line in lines))
    (root / "cases" / "set.yaml").write_text("problem: Set\nformat: luogu\ntime: 10s\npuzzles: set.txt\n")
    return root


def puzzles(count: int) -> Iterator[tuple[str, str]]:
    chance = random.Random(1)
    for _ in range(count):
        asked, answer = exchange(chance, ASKED, ANSWER)
        yield asked, answer


def project_of_echoes(root: Path, *, tests: int, programs: int) -> Path:
    """Write a project of programs that print their input. Return its root."""
    (root / "solutions").mkdir(parents=True)
    (root / "cases").mkdir()
    for number in range(programs):
        (root / "solutions" / f"echo{number}.py").write_text(ECHO)
    cases = (
        f'  - {{id: n{number}, input: "{number}\\n", output: "{number}\\n"}}\n' for number in range(tests)
    )
    (root / "cases" / "echo.yaml").write_text("problem: Echo\ntime: 10s\ncases:\n" + "".join(cases))
    return root


def measured(folder: Path) -> tuple[dict[int, Cost], dict[int, Cost]]:
    """Return the costs by number of tests of one program, and by number of programs on ten tests."""
    found: list[dict[int, Cost]] = []
    for most, kind in ((100_000, "tests"), (1_000, "programs")):
        costs = {}
        count = 10 if kind == "tests" else 1
        while count <= most:
            sizes = {"tests": 10, "programs": 1, kind: count}
            project = project_of_echoes(folder / f"{kind}{count}", **sizes)
            costs[count] = cost_of("run", "--root", project, "--json", folder / "results.json")
            print(kind, count, *costs[count], flush=True)
            count *= 10
        found.append(costs)
    return found[0], found[1]


def draw(path: Path, tests: dict[int, Cost], programs: dict[int, Cost]) -> None:
    """Draw CPU time and memory of many tests and of many programs on logarithmic scales."""
    from matplotlib import rcParams
    from matplotlib.figure import Figure

    rcParams["svg.hashsalt"], rcParams["svg.fonttype"] = "judge", "none"
    figure = Figure(figsize=(9, 3.6), layout="constrained")
    columns = (("tests of one program", tests), ("programs, ten tests each", programs))
    for axes, (label, costs) in zip(figure.subplots(1, 2), columns, strict=True):
        _draw_costs(axes, label, costs)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else {})


def _draw_costs(axes: Any, label: str, costs: dict[int, Cost]) -> None:
    counts = list(costs)
    whole_s = [cost.own_cpu_s + cost.others_cpu_s for cost in costs.values()]
    axes.plot(counts, whole_s, "o-", color="#4c72b0", label="CPU s, all processes")
    own_s = [cost.own_cpu_s for cost in costs.values()]
    axes.plot(counts, own_s, "s-", color="#55a868", label="CPU s, the judge's own")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylim(0.1, 1000)
    axes.set_xlabel(label)
    axes.set_ylabel("CPU s")
    axes.grid(color="0.9")
    memory = axes.twinx()
    peaks = [cost.peak_bytes / (1 << 20) for cost in costs.values()]
    memory.plot(counts, peaks, "^--", color="#c44e52", label="MiB, the judge's own")
    memory.set_yscale("log")
    memory.set_ylim(10, 1000)
    memory.set_ylabel("MiB")
    lines = [*axes.get_lines(), *memory.get_lines()]
    axes.legend(lines, [line.get_label() for line in lines], fontsize=7, frameon=False)


if __name__ == "__main__":
    main()
