"""Measure the judging of generated programs in memory, beside graders that evaluations of models use.

    python benchmarks/generated.py cost [--livecodebench FOLDER] [--rounds N] [--python N] [--cpp N]
    python benchmarks/generated.py steady [--submissions N]
    python benchmarks/generated.py alike [--programs N] [--tests N] [--load N]
    python benchmarks/generated.py cluster [--submissions N] [--workers N ...]

`cost` judges 200 Python and 50 C++ programs of ten problems, with 30 tests each, by these contenders, in
turn, round after round, in one run:

- judge           `Judge(jobs=1).map`, sandbox default, a process for each test
- LiveCodeBench   its `run_test`: a process for each program, which executes all tests of the program itself
- with manager    its `check_correctness`, which also starts a manager for each program, as its evaluations do
- interpreter     a server whose `POST /run_code` starts an interpreter for each test

FOLDER holds LiveCodeBench's testing_util.py, compute_code_generation_metrics.py and pass_k_utils.py. CPU is
user and system time of all processes. It is marginal: the time for all programs minus the time for one of
each problem, so starts drop out, and builds do not. Ratios are taken within a round.

`steady` judges submissions of one test each with all workers. A row for each tenth has the rate, the CPU time
of all processes, and what the judge holds: memory, processes, open descriptors, and files. `alike` judges
programs that are near no limit, right and wrong ones, and again while `--load` busy processes compete for the
cores, and counts the verdicts that differ.

`cluster` sends submissions of 30 tests each to the simulated workers of cluster.py, which sleep 20 ms for a
test. Its last column is the number of workers that keep the driver or the scheduler busy all the time.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from statistics import median
from unittest.mock import patch

from cluster import JUDGEMENT_S, cpu_s_of, simulated
from contenders import CONTENDERS
from overhead import cost_of
from ten_problems import PROBLEMS, TESTS, list_submissions, make_tests, write_python

from judge import Judge, Submission, Test

HERE = Path(__file__).resolve().parent


def main() -> None:
    arguments = _arguments()
    # With it each process would compile all modules that it loads.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if arguments.command == "cost":
        compare_costs(arguments)
    elif arguments.command == "steady":
        watch_steadiness(arguments.submissions)
    elif arguments.command == "alike":
        print(compare_verdicts(arguments.programs, arguments.tests, arguments.load))
    else:
        find_limit(arguments.submissions, arguments.workers)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What judging generated programs costs.")
    commands = parser.add_subparsers(dest="command", required=True)
    cost = commands.add_parser("cost")
    cost.add_argument("--livecodebench", type=Path, metavar="FOLDER", help="files of its evaluation")
    cost.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (5)")
    cost.add_argument(
        "--python", type=int, default=200, metavar="N", help="programs in Python, none or over 10 (200)"
    )
    cost.add_argument(
        "--cpp", type=int, default=50, metavar="N", help="programs in C++, none or over 10 (50)"
    )
    steady = commands.add_parser("steady")
    steady.add_argument("--submissions", type=int, default=100_000, metavar="N", help="in all (100,000)")
    alike = commands.add_parser("alike")
    alike.add_argument("--programs", type=int, default=2000, metavar="N", help="programs (2,000)")
    alike.add_argument("--tests", type=int, default=TESTS, metavar="N", help="tests of each (30)")
    alike.add_argument("--load", type=int, default=24, metavar="N", help="busy processes (24)")
    cluster = commands.add_parser("cluster")
    cluster.add_argument("--submissions", type=int, default=500, metavar="N", help="in all (500)")
    cluster.add_argument(
        "--workers", type=int, nargs="*", default=[10, 100, 1000], metavar="N", help="numbers"
    )
    return parser.parse_args()


def compare_costs(arguments: argparse.Namespace) -> None:
    """Print the CPU time of a test for each contender, and the ratios of the judge to the others."""
    for language, count in (("python", arguments.python), ("cpp", arguments.cpp)):
        if count <= len(PROBLEMS):
            continue
        names = [name for name, takes in CONTENDERS.items() if language in takes.languages]
        if not arguments.livecodebench:
            names = [name for name in names if not CONTENDERS[name].needs_files]
        rounds = [
            {name: measure(name, language, count, arguments.livecodebench, number) for name in names}
            for number in range(arguments.rounds)
        ]
        tests = TESTS * (count - len(PROBLEMS))
        print(f"\n| {language} | CPU ms a test | programs a second | CPU: judge to it | rate: judge to it |")
        print("|---|---:|---:|---:|---:|")
        for name in names:
            cpu, wall = zip(*(each[name] for each in rounds), strict=True)
            by_cpu = [each["judge"][0] / each[name][0] for each in rounds]
            by_rate = [each[name][1] / each["judge"][1] for each in rounds]
            rate = (count - len(PROBLEMS)) / median(wall)
            print(
                f"| {name} | {median(cpu) / tests * 1000:.3g} | {rate:.3g} | {spread(by_cpu)} | "
                f"{spread(by_rate)} |",
                flush=True,
            )


def spread(ratios: list[float]) -> str:
    return f"{median(ratios):.2f} [{min(ratios):.2f}, {max(ratios):.2f}]"


def measure(name: str, language: str, count: int, files: Path | None, number: int) -> tuple[float, float]:
    """Return the CPU and wall seconds of a contender on all programs, less those on one of each problem."""
    costs = []
    for programs in (len(PROBLEMS), count):
        with tempfile.TemporaryDirectory(prefix="generated-") as cache:
            # Nothing built is found again in the next round.
            os.environ["XDG_CACHE_HOME"] = cache
            words = [name, language, str(programs), str(files or ""), str(number)]
            costs.append(cost_of([[sys.executable, HERE / "contenders.py", *words]]))
    few, all_of_them = costs
    difference = all_of_them - few
    return difference.cpu_s, difference.wall_s


def watch_steadiness(count: int) -> None:
    """Print the rate, the CPU time, and what the judge holds after each tenth of the submissions."""
    before = set(list_children(os.getpid()))
    print("| submissions | a second | CPU ms each | MiB | with children | processes | descriptors | files |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    with _private_folder() as place:
        with Judge() as judge:
            reports = judge.map(_endless())
            for tenth in range(1, 11):
                start, spent_s = time.monotonic(), cpu_s(os.getpid())
                for report in islice(reports, count // 10):
                    if not report.passed:
                        sys.exit(f"expected AC, got {report.verdict.name}: {report.message}")
                rate = count // 10 / (time.monotonic() - start)
                spent_ms = (cpu_s(os.getpid()) - spent_s) / (count // 10) * 1000
                print(
                    f"| {tenth * (count // 10)} | {rate:.0f} | {spent_ms:.2f} | {holdings(place)} |",
                    flush=True,
                )
            reports.close()
        left, files = set(list_children(os.getpid())) - before, count_files(place)
        print(f"\nAfter the end: {len(left)} processes, {files} files.")


def holdings(place: str) -> str:
    """Return the cells of what this process and those below it hold."""
    own, children = memory_mib(os.getpid()), list_children(os.getpid())
    below = own + sum(map(memory_mib, children))
    descriptors = sum(1 for _ in Path("/proc/self/fd").iterdir())
    return f"{own:.1f} | {below:.1f} | {len(children)} | {descriptors} | {count_files(place)}"


@contextmanager
def _private_folder() -> Iterator[str]:
    """Yield a folder for all files that the judge makes."""
    with (
        tempfile.TemporaryDirectory(prefix="generated-") as place,
        patch.dict(os.environ, TMPDIR=place, XDG_CACHE_HOME=place),
        patch.object(tempfile, "tempdir", place),
    ):
        yield place


def _endless() -> Iterator[Submission]:
    """Yield programs without end, no two alike, with one test each."""
    tests = {each.name: [Test(*make_tests(each, 1)[0])] for each in PROBLEMS}
    number = 0
    while True:
        for problem in PROBLEMS:
            number += 1
            yield Submission(write_python(problem, number), tests[problem.name], key=number, time_s=10)


def memory_mib(pid: int) -> float:
    """Return the memory of a process and its share of what it has in common with others; 0 if gone."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


def list_children(pid: int) -> list[int]:
    """Return the processes below a process, at any depth; none if it has ended."""
    children: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                children += map(int, (task / "children").read_text().split())
    return [below for child in children for below in (child, *list_children(child))]


def cpu_s(pid: int) -> float:
    """Return the CPU time of a process, those below it, and those that they have waited for."""
    total = 0.0
    for each in (pid, *list_children(pid)):
        with suppress(OSError):
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return total


def count_files(place: str) -> int:
    return sum(len(files) for _, _, files in os.walk(place))


def compare_verdicts(count: int, tests: int, load: int) -> str:
    """Judge the same programs twice, alone and next to busy processes, and say how many differ."""
    calm, calm_s = judge_all(count, tests)
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(load)]
    try:
        loaded, loaded_s = judge_all(count, tests)
    finally:
        for process in busy:
            process.kill()
            process.wait()
    differ = [key for key in calm if calm[key] != loaded[key]]
    lines = [f"{count} programs in {calm_s:.0f} s, with {load} busy processes in {loaded_s:.0f} s"]
    lines += [f"{key}: {calm[key]}, under load {loaded[key]}" for key in differ]
    return "\n".join([*lines, f"{len(differ)} programs with other verdicts"])


def judge_all(count: int, tests: int) -> tuple[dict[int, tuple[str, ...]], float]:
    """Return the verdicts of programs on their tests; half of the programs are wrong on some or crash."""
    start = time.monotonic()
    with Judge() as judge:
        reports = judge.map(_spoil(each, tests) for each in list_submissions("python", count))
        found = {each.key: tuple(result.verdict.name for result in each.results) for each in reports}
    return found, time.monotonic() - start


def _spoil(submission: Submission, tests: int) -> Submission:
    """Return every second program with a fault: a wrong answer for some inputs, or a crash."""
    fault = {1: "a[:n - n % 2] or [0]", 3: "a[:n] if n % 3 else None"}.get(submission.key % 4, "a[:n]")
    source = str(submission.source).replace("solve(a[:n])", f"solve({fault})")
    return Submission(source, submission.tests[:tests], key=submission.key, time_s=submission.time_s)


def find_limit(count: int, workers: list[int]) -> None:
    """Print what a submission costs the driver and the scheduler of a cluster."""
    print("| workers | submissions a second | driver ms each | scheduler ms each | workers at the limit |")
    print("|---:|---:|---:|---:|---:|")
    submissions = list_submissions("python", count)
    for number in workers:
        with simulated(number) as (address, scheduler), Judge(cluster=address, insecure=True) as judge:
            while len(judge) < number:
                time.sleep(0.1)
            began, spent_s, other_s = time.monotonic(), time.process_time(), cpu_s_of(scheduler)
            if not all(report.passed for report in judge.map(submissions)):
                sys.exit("expected AC for each submission")
            rate = count / (time.monotonic() - began)
            driver_s = (time.process_time() - spent_s) / count
            scheduler_s = (cpu_s_of(scheduler) - other_s) / count
        most = TESTS * JUDGEMENT_S / max(driver_s, scheduler_s)
        costs = f"{driver_s * 1e3:.2f} | {scheduler_s * 1e3:.2f}"
        print(f"| {number} | {rate:.0f} | {costs} | {most:.0f} |", flush=True)


if __name__ == "__main__":
    main()
