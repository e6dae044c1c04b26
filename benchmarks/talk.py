"""Measure the cost of a conversation: two programs in C exchange lines, with and without the judge.

    python benchmarks/talk.py [--rounds N] [--exchanges N]

In turn, round after round, in one run:

- judge         `Runner.converse`, sandbox default, on one core: sealed, limited, and recorded
- two pipes     posix_spawn of the same two programs over two pipes, on any core
- on one core   the same on the judge's core, where no line has to wake up another core

Ratios are taken within a round. The table shows the median of all rounds, the least and the most.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median

from judge.model.runs import Ending, Limits
from judge.running.languages import LANGUAGES, toolchains
from judge.running.programs import Command, Part
from judge.running.runner import Runner

ASKS = """
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
    int exchanges = atoi(words[1]), answer;
    for (int i = 0; i < exchanges; i++) {
        printf("%d\\n", i);
        fflush(stdout);
        if (scanf("%d", &answer) != 1 || answer != i + 1) return 1;
    }
    return 0;
}
"""
ANSWERS = """
#include <stdio.h>
int main(void) {
    int number;
    while (scanf("%d", &number) == 1) {
        printf("%d\\n", number + 1);
        fflush(stdout);
    }
    return 0;
}
"""
LIMITS = Limits(cpu_s=10, memory_bytes=256 << 20, output_bytes=16 << 20)
CORES = os.sched_getaffinity(0)


def main() -> None:
    parser = argparse.ArgumentParser(description="What a conversation costs.")
    parser.add_argument("--rounds", type=int, default=31, metavar="N", help="rounds (31)")
    parser.add_argument("--exchanges", type=int, default=1000, metavar="N", help="lines each way (1000)")
    arguments = parser.parse_args()
    core = max(CORES)
    with Runner(core=core) as runner:
        asks, answers = built(ASKS, runner), built(ANSWERS, runner)
        words = (str(arguments.exchanges),)
        contenders: dict[str, Callable[[], None]] = {
            "judge": lambda: judged(runner, asks, answers, words),
            "two pipes": lambda: piped(asks, answers, words, CORES),
            "on one core": lambda: piped(asks, answers, words, {core}),
        }
        rounds = [[cost_s(run) for run in contenders.values()] for _ in range(arguments.rounds + 1)][1:]
    for place, contender in enumerate(contenders):
        times = [each[place] * 1000 for each in rounds]
        ratios = [each[0] / each[place] for each in rounds]
        print(f"{contender:12} {shown(times)} ms" + (f"   judge: {shown(ratios)} times" if place else ""))


def built(source: str, runner: Runner) -> Command:
    made = toolchains.build(LANGUAGES[".c"], ((LANGUAGES[".c"].file, source.encode()),), runner)
    if not isinstance(made, Command):
        sys.exit(f"expected a C compiler, got: {made.message}")
    return made


def judged(runner: Runner, asks: Command, answers: Command, words: tuple[str, ...]) -> None:
    interactor = Part(program=asks, limits=LIMITS, arguments=words)
    conversation = runner.converse(Part(program=answers, limits=LIMITS), interactor, accepting=(0,))
    for run in (conversation.program, conversation.interactor):
        assert (run.ending, run.exit_code) == (Ending.FINISHED, 0), conversation


def piped(asks: Command, answers: Command, words: tuple[str, ...], cores: set[int]) -> None:
    os.sched_setaffinity(0, cores)
    (asked, asker), (answered, answerer) = os.pipe2(os.O_CLOEXEC), os.pipe2(os.O_CLOEXEC)
    started = [
        os.posix_spawn(
            program.argv[0],
            (*program.argv, *more),
            {},
            file_actions=[(os.POSIX_SPAWN_DUP2, hears, 0), (os.POSIX_SPAWN_DUP2, says, 1)],
        )
        for program, more, hears, says in ((asks, words, answered, asker), (answers, (), asked, answerer))
    ]
    for end in (asked, asker, answered, answerer):
        os.close(end)
    assert [os.waitpid(pid, 0)[1] for pid in started] == [0, 0]
    os.sched_setaffinity(0, CORES)


def cost_s(run: Callable[[], None]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def shown(values: Sequence[float]) -> str:
    return f"{median(values):6.2f} ({min(values):.2f} to {max(values):.2f})"


if __name__ == "__main__":
    main()
