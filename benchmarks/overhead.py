"""Measure the cost of a judgement here and elsewhere: all contenders in turn, round after round, in one run.

    python benchmarks/overhead.py [--rounds N] [--oj PATH] [--quick] [--parts]

300 judgements, three programs on 100 easy grids, once in Python and once in C++, by

- judge            `python -m judge run`, sandbox default, on one core
- judge, 2 cores   the same with `--jobs 2`
- subprocess.run   a loop with comparison, without limits; Python started as fast as it honestly can be, as
                   the interpreter's own binary with `-I -S`
- C floor          posix_spawn and wait4 (floor.c), without comparison; if there is a C compiler
- oj test          online-judge-tools, with `python` plainly as its users give it; if it is installed

1,000 judgements of one program that prints its input, in Python and in C++, by `judge run` without and with
a checker in C++ from the problem: the cost of the checker is the ratio of the whole runs.

The judge builds C++ statically; all others run programs built by `g++ -O2`. "static" is the C floor on static
programs.

Marginal is the time of 300 judgements minus the time of 3, one for each program: starts and builds drop out.
CPU is user and system time of all processes together, which a busy machine hardly disturbs. Ratios are taken
within a round. The tables show medians of all rounds, and for ratios also the least and the most.

At the end each part of one judgement is counted, see parts.py; with --parts nothing else is measured.
"""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from easy_grids import write_tests
from parts import print_parts

REPOSITORY = Path(__file__).resolve().parent.parent
PYTHON = os.path.realpath(sys.executable)
PROGRAMS = {
    "Python": ("luogu_fewest_candidates.py", "luogu_blank_scan.py", "luogu_propagation.py"),
    "C++": ("luogu_fewest_candidates.cpp", "luogu_cell_walk.cpp", "luogu_blank_scan.cpp"),
}
GRIDS = 100

TESTS_CHECKED = 1000
ECHOES = {
    "Python": ("echo.py", "print(input())\n"),
    "C++": (
        "echo.cpp",
        '#include <cstdio>\nint main() { int n; if (scanf("%d", &n) == 1) printf("%d\\n", n); }\n',
    ),
}
# Follows the protocol of testlib.
CHECKER = """
#include <cstdio>
int number(const char *path) {
    int n = -1;
    std::FILE *file = std::fopen(path, "r");
    return file && std::fscanf(file, "%d", &n) == 1 ? n : -1;
}
int main(int, char **words) { return number(words[2]) != number(words[3]); }
"""

LOOP = """
import json, subprocess, sys
from pathlib import Path
for argv in json.loads(sys.argv[2]):
    for test in sorted(Path(sys.argv[1]).glob("*.in")):
        with test.open("rb") as file:
            run = subprocess.run(argv, stdin=file, stdout=subprocess.PIPE)
        if run.returncode or run.stdout != test.with_suffix(".out").read_bytes():
            sys.exit(f"{argv} fails on {test}")
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The time that commands and their children used."""

    cpu_s: float
    wall_s: float

    def __sub__(self, other: "Cost") -> "Cost":
        return Cost(cpu_s=self.cpu_s - other.cpu_s, wall_s=self.wall_s - other.wall_s)


Argv = Sequence[str | Path]
# contender, language, number of grids
Key = tuple[str, str, int]
Round = Mapping[Key, Cost]

FASTEST_START = ("-I", "-S")
PLAIN, CHECKED = "judge, no checker", "judge, a checker"
CLOCKS: Sequence[Callable[[Cost], float]] = (lambda cost: cost.cpu_s, lambda cost: cost.wall_s)


def main() -> None:
    arguments = _arguments()
    os.chdir(REPOSITORY)
    # With it each process would compile all modules that it loads.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory(prefix="overhead-") as name:
        folder = Path(name)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        commands = dict(_commands(folder, arguments.oj))
        if not arguments.parts:
            for argvs in commands.values():
                # warms caches and builds, so it is no round
                cost_of(argvs)
            rounds = [
                {key: cost_of(argvs) for key, argvs in commands.items()} for _ in range(arguments.rounds)
            ]
            print_costs(rounds)
            print_ratios(rounds)
        measured = [language for name, language, _ in commands if name == "judge"]
        print_parts({language: folder / language / str(GRIDS) / "project" for language in measured})


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What a judgement costs, here and elsewhere.")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="rounds (7)")
    parser.add_argument("--quick", action="store_true", help="two rounds, without oj")
    parser.add_argument("--parts", action="store_true", help="only count the parts of a judgement")
    parser.add_argument("--oj", type=shutil.which, default="oj", metavar="PATH", help="online-judge-tools")
    arguments = parser.parse_args()
    if arguments.quick or arguments.parts:
        arguments.rounds, arguments.oj = 2, None
    return arguments


def cost_of(argvs: Sequence[Argv]) -> Cost:
    """Run commands one after the other, without their output, and return their cost. They must succeed."""
    silence = [(os.POSIX_SPAWN_OPEN, place, os.devnull, os.O_RDWR, 0) for place in (0, 1, 2)]
    cpu_s, start = 0.0, time.monotonic()
    for argv in argvs:
        words = [os.fspath(word) for word in argv]
        pid = os.posix_spawn(words[0], words, os.environ, file_actions=silence)
        _, status, usage = os.wait4(pid, 0)
        if status:
            code = os.waitstatus_to_exitcode(status)
            sys.exit(f"expected success, got exit code {code}: {' '.join(words)[:1000]}")
        cpu_s += usage.ru_utime + usage.ru_stime
    return Cost(cpu_s=cpu_s, wall_s=time.monotonic() - start)


def _commands(folder: Path, oj: str | None) -> Iterator[tuple[Key, Sequence[Argv]]]:
    """Yield the commands of a round. Their files are written to `folder`."""
    for language, names in PROGRAMS.items():
        if language == "C++" and not shutil.which("g++"):
            continue
        programs = [_program(name, folder) for name in names]
        for count in (GRIDS, 1):
            tests = folder / language / str(count)
            project = write_tests(tests, [REPOSITORY / "solutions" / name for name in names], count)
            # With `--cases` the headers of the programs, which name other cases, are ignored.
            run = _judge("run", "--root", project, "--cases", project / "cases", "--jobs")
            yield ("judge", language, count), [[*run, "1"]]
            yield ("judge, 2 cores", language, count), [[*run, "2"]]
            for contender, argvs in _others(tests, programs, folder, oj):
                yield (contender, language, count), argvs
    if shutil.which("g++"):
        yield from _checked(folder)


def _checked(folder: Path) -> Iterator[tuple[Key, Sequence[Argv]]]:
    """Yield the commands for many small tests, without and with a checker."""
    for language, (name, source) in ECHOES.items():
        for contender, checker in ((PLAIN, ""), (CHECKED, "checker: check.cpp\nprotocol: testlib\n")):
            root = folder / f"{contender} {language}"
            for place in ("solutions", "cases"):
                (root / place).mkdir(parents=True)
            (root / "solutions" / name).write_text(source)
            (root / "cases" / "check.cpp").write_text(CHECKER)
            cases = "".join(
                f'  - {{id: n{number}, input: "{number}\\n", output: "{number}\\n"}}\n'
                for number in range(TESTS_CHECKED)
            )
            (root / "cases" / "many.yaml").write_text(
                f"problem: echo\nformat: text\ntime: 10s\nmemory: 256MiB\n{checker}cases:\n{cases}"
            )
            yield (contender, language, TESTS_CHECKED), [_judge("run", "--root", root, "--jobs", "1")]


def _judge(*words: str | Path) -> Argv:
    return [sys.executable, "-m", "judge", *words]


def _others(
    tests: Path, programs: Sequence[Argv], folder: Path, oj: str | None
) -> Iterator[tuple[str, Sequence[Argv]]]:
    """Yield the commands of the other contenders, which run each program on each test."""
    yield "subprocess.run", [[PYTHON, "-I", "-S", "-c", LOOP, tests, json.dumps(programs, default=str)]]
    if shutil.which("gcc"):
        floor, source = folder / "floor", REPOSITORY / "benchmarks" / "floor.c"
        if not floor.exists():
            subprocess.run(["gcc", "-O2", "-o", floor, source], check=True)
        inputs = sorted(tests.glob("*.in"))
        yield "C floor", [[floor, *argv, "--", *inputs] for argv in programs]
        if len(programs[0]) == 1:
            statics: Sequence[Argv] = [[f"{argv[0]}-static"] for argv in programs]
            yield "C floor, static", [[floor, *argv, "--", *inputs] for argv in statics]
    if oj:
        plain = [shlex.join(str(word) for word in argv if word not in FASTEST_START) for argv in programs]
        yield "oj test", [[oj, "test", "-d", tests, "-c", command] for command in plain]


def _program(name: str, folder: Path) -> Argv:
    """Return the command that starts a solution. C++ is built twice, the second time as `...-static`."""
    source = REPOSITORY / "solutions" / name
    if source.suffix == ".py":
        return [PYTHON, *FASTEST_START, source]
    binary = folder / source.stem
    build = ["g++", "-O2", "-std=c++20", str(source), "-o"]
    subprocess.run([*build, binary], check=True)
    subprocess.run([*build, f"{binary}-static", "-static"], check=True)
    return [binary]


# the cost in a round that a row or one side of a ratio shows
Of = Callable[[Round], Cost]


def whole(contender: str, language: str) -> Of:
    return lambda costs: costs[contender, language, GRIDS]


def checked(contender: str, language: str) -> Of:
    return lambda costs: costs[contender, language, TESTS_CHECKED]


def marginal(contender: str, language: str) -> Of:
    return lambda costs: costs[contender, language, GRIDS] - costs[contender, language, 1]


WORDS: Mapping[Callable[[str, str], Of], str] = {
    whole: "whole run",
    checked: "1,000 tests",
    marginal: "marginal",
}
# kind of cost, language, the two contenders of the ratio, and the goal
GOALS: Sequence[tuple[Callable[[str, str], Of], str, str, str, float]] = (
    (marginal, "Python", "judge", "subprocess.run", 0.17),
    (marginal, "Python", "judge", "oj test", 0.12),
    (whole, "Python", "judge", "subprocess.run", 0.22),
    (whole, "Python", "judge", "oj test", 0.16),
    (marginal, "Python", "judge, 2 cores", "judge", 0.58),
    (whole, "Python", "judge, 2 cores", "judge", 0.58),
    (marginal, "C++", "judge", "C floor", 1.3),
    (marginal, "C++", "judge", "C floor, static", 1.4),
    (marginal, "C++", "judge", "oj test", 0.25),
    (checked, "Python", CHECKED, PLAIN, 1.7),
    (checked, "C++", CHECKED, PLAIN, 2.1),
)


def print_costs(rounds: Sequence[Round]) -> None:
    print(f"CPU (wall) in ms per judgement, median of {len(rounds)} rounds\n")
    print("| | | whole run | marginal |\n|---|---|---:|---:|")
    for contender, language, count in rounds[0]:
        if count == GRIDS:
            columns = ((whole, 3 * GRIDS), (marginal, 3 * GRIDS - 3))
            cells = [_ms(rounds, of(contender, language), runs) for of, runs in columns]
            print(f"| {language} | {contender} | {' | '.join(cells)} |")
        elif count == TESTS_CHECKED:
            print(f"| {language} | {contender} | {_ms(rounds, checked(contender, language), count)} | |")


def _ms(rounds: Sequence[Round], of: Of, runs: int) -> str:
    cpu, wall = (median(clock(of(costs)) for costs in rounds) * 1e3 / runs for clock in CLOCKS)
    return f"{cpu:.2f} ({wall:.2f})"


def print_ratios(rounds: Sequence[Round]) -> None:
    print("\n| ratio: median [least, most] | CPU | wall | goal |\n|---|---:|---:|---:|")
    for of, language, contender, other, goal in GOALS:
        mine, theirs = of(contender, language), of(other, language)
        try:
            cells = [
                _spread([clock(mine(costs)) / clock(theirs(costs)) for costs in rounds]) for clock in CLOCKS
            ]
        except KeyError:
            cells = ["not installed", ""]
        print(f"| {language}, {WORDS[of]}: {contender} to {other} | {' | '.join(cells)} | {goal:g} |")


def _spread(ratios: Sequence[float]) -> str:
    return f"{median(ratios):.3g} [{min(ratios):.3g}, {max(ratios):.3g}]"


if __name__ == "__main__":
    main()
