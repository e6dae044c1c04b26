"""Show which tests of the sudoku problems reject which mutants of the programs that come with the judge.

    python benchmarks/sudoku_mutants.py [--most 10]

`judge weak --matrix` runs on each problem, with the programs that are accepted there. A mutant of one program
is the same on all problems. The first table has a row for each program: its mutants, how many of them are
rejected, and how many each test rejects. A `-` marks a test on which the program itself fails. The second
table has a row for each test: how many mutants ran on it, how many it rejects, and how many it alone rejects.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROBLEMS = sorted(path.stem for path in (ROOT / "cases").glob("*.yaml"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--most", type=int, default=10, help="mutants of each program (default: 10)")
    most = parser.parse_args().most
    # The programs with the tests they ran on, and the mutants with the tests that reject them.
    ran: dict[str, list[str]] = {}
    killers: dict[tuple[str, str], set[str]] = {}
    for problem in PROBLEMS:
        tests, found = run_mutants(problem, most)
        for mutant, rejected_by in found.items():
            killers.setdefault(mutant, set()).update(rejected_by)
        for program in {program for program, _ in found}:
            ran.setdefault(program, []).extend(tests)
    show_programs(ran, killers)
    show_tests(ran, killers)


def run_mutants(problem: str, most: int) -> tuple[list[str], dict[tuple[str, str], list[str]]]:
    """Return the problem's tests, and the tests that reject each mutant, by its program and its change."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "weak.json")
        words = ["weak", problem, "--root", str(ROOT), "--matrix", "--seed", "1", "--budget", "1s"]
        words += ["--most", str(most), "--json", str(path)]
        done = subprocess.run([sys.executable, "-m", "judge", *words], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{problem}: {done.stderr}")
        document = json.loads(path.read_text())
    found = {
        (each["name"].partition("~")[0], f"{each['line']}: {each['new']}"): each["killers"]
        for each in document["mutants"]
    }
    return document["tests"], found


def show_programs(ran: dict[str, list[str]], killers: dict[tuple[str, str], set[str]]) -> None:
    tests = list(dict.fromkeys(test for some in ran.values() for test in some))
    for number, test in enumerate(tests, 1):
        print(f"{number:2} {test}")
    print(
        f"\n{'program':36} mutants rejected {' '.join(f'{number:3}' for number in range(1, len(tests) + 1))}"
    )
    for program, own in sorted(ran.items()):
        theirs = [some for (name, _), some in killers.items() if name == program]
        counts = Counter(test for some in theirs for test in some)
        cells = " ".join(f"{counts[test] if test in own else '-':>3}" for test in tests)
        print(f"{program:36} {len(theirs):7} {sum(map(bool, theirs)):8} {cells}")


def show_tests(ran: dict[str, list[str]], killers: dict[tuple[str, str], set[str]]) -> None:
    judged = Counter(test for program, _ in killers for test in ran[program])
    rejects = Counter(test for some in killers.values() for test in some)
    alone = Counter(test for some in killers.values() if len(some) == 1 for test in some)
    print(f"\n{'test':24} mutants rejected alone")
    for test, mutants in judged.items():
        print(f"{test:24} {mutants:7} {rejects[test]:8} {alone[test]:5}")
    print(f"{sum(map(bool, killers.values()))} of {len(killers)} mutants of {len(ran)} programs rejected")


if __name__ == "__main__":
    main()
