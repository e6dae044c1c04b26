"""Is the verdict on a program that talks the same each time? Those of tests/programs/talks, under load.

    python benchmarks/verdicts.py [WORDS] [--runs N] [--jobs N] [--load N]

WORDS are names of solutions or problems. All programs are judged in turns on `--jobs` keepers at once, which
stand in line for the same cores with `--load` processes that do nothing but work. A row says how many of the
runs, on all cases together, had the verdict that the program states, and which others there were.
"""

import argparse
import os
import signal
import sys
from collections import Counter
from itertools import chain, repeat
from pathlib import Path

from judge.library import load
from judge.model.patterns import problem_of
from judge.work.engine import judge, list_deciders, list_tasks
from judge.work.slots import Seal
from judge.work.tasks import carry_out
from judge.work.workers import open_workers

PROJECT = Path(__file__).resolve().parents[1] / "tests" / "programs" / "talks"


def main() -> None:
    parser = argparse.ArgumentParser(description="Is the verdict on a program that talks the same each time?")
    parser.add_argument("words", nargs="*", metavar="WORDS", help="solutions or problems (all)")
    parser.add_argument("--runs", type=int, default=200, metavar="N", help="on each case (200)")
    parser.add_argument("--jobs", type=int, default=24, metavar="N", help="keepers at once (24)")
    parser.add_argument("--load", type=int, default=2, metavar="N", help="processes that only work (2)")
    arguments = parser.parse_args()
    loaded = load(PROJECT)
    solutions = [
        each
        for each in loaded.solutions
        if not arguments.words or {each.name, each.name.partition("/")[0]} & {*arguments.words}
    ]
    cases = [
        case
        for case in loaded.cases
        if any(solution.belongs_to(problem_of(case.id)) for solution in solutions)
    ]
    seal = Seal(closed=loaded.project.closed())
    with open_workers(arguments.jobs, seal) as workers:
        # Nothing is built beside what is judged.
        programs = [*solutions, *list_deciders(cases)]
        for _ in judge(programs, (), workers, seal):
            pass
        burners = [
            os.posix_spawn(sys.executable, [sys.executable, "-c", "while True: pass"], os.environ)
            for _ in range(arguments.load)
        ]
        try:
            tasks = [*list_tasks(solutions, cases)]
            every = chain.from_iterable(repeat(tasks, arguments.runs))
            results = [workers.submit(carry_out, task, seal) for task in every]
            seen: dict[str, Counter[str]] = {solution.name: Counter() for solution in solutions}
            for future in results:
                result = future.result()
                right = result.verdict in result.expected
                seen[result.solution]["right" if right else f"{result.case}: {result.verdict.name}"] += 1
        finally:
            for burner in burners:
                os.kill(burner, signal.SIGKILL)
                os.waitpid(burner, 0)
    for name, counts in seen.items():
        others = ", ".join(f"{count} times {what}" for what, count in counts.items() if what != "right")
        print(f"{counts['right']:5} of {counts.total()}  {name}  {others}".rstrip())


if __name__ == "__main__":
    main()
