"""Check that verdicts on the conversations of tests/programs/talk are the same each time, under load.

    python benchmarks/fates.py [--runs N] [--jobs N] [--load N]

The first line of a program names its interactor, which exists in one or two languages, its verdict and words
of the message. All run in turn on `--jobs` keepers at once, which compete for the cores with `--load` busy
processes. The table shows each verdict that was not the expected one.
"""

import argparse
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from msgspec import Struct

from judge.checkers.brought import PROTOCOLS
from judge.checkers.checker import Judgement
from judge.checkers.conversing import judge_conversation
from judge.checkers.decision import reason
from judge.model.conversations import Conversation
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict
from judge.running.languages import LANGUAGES, toolchains
from judge.running.programs import Command, Part, Program, Script
from judge.running.runner import Runner

PROGRAMS = Path(__file__).resolve().parents[1] / "tests" / "programs" / "talk"
BUILD = Limits(cpu_s=100, memory_bytes=2 << 30, output_bytes=256 << 20)
# for programs that end by themselves, however slow the machine
PATIENT = Limits(cpu_s=10, memory_bytes=64 << 20, output_bytes=1 << 20)
ACCEPTING = (0, 7)


class Impatient(Limits, frozen=True):
    """Limits that a sleeping program reaches soon."""

    @property
    def wall_s(self) -> float:
        return 3 * self.cpu_s


IMPATIENT = Impatient(cpu_s=0.2, memory_bytes=PATIENT.memory_bytes, output_bytes=PATIENT.output_bytes)


class Fate(Struct, frozen=True, kw_only=True):
    """A program, an interactor, and the expected verdict."""

    program: Path
    interactor: Path
    verdict: Verdict
    message: str

    @property
    def name(self) -> str:
        return f"{self.program.name} with {self.interactor.name}"

    @property
    def limits(self) -> Limits:
        ends = self.verdict not in (Verdict.TLE, Verdict.ILE, Verdict.JE)
        return PATIENT if ends else IMPATIENT


def catalogue() -> Iterator[Fate]:
    for path in sorted(PROGRAMS.glob("*.*")):
        facts = re.fullmatch(
            r"(?:#|//) talk: \{with: (\w+), expect: (\w+)(?:, message: '?([^']*?)'?)?\}",
            path.read_text().split("\n")[0],
        )
        assert facts, path
        for interactor in sorted((PROGRAMS / "interactors").glob(f"{facts[1]}.*")):
            yield Fate(program=path, interactor=interactor, verdict=Verdict[facts[2]], message=facts[3] or "")


def made(path: Path, runner: Runner) -> Program:
    if path.suffix == ".py":
        program = runner.compile_python(path.read_bytes(), path.name, BUILD)
        assert isinstance(program, Script), program
        return program
    built = toolchains.build(LANGUAGES[".cpp"], ((path.name, path.read_bytes()),), runner)
    assert isinstance(built, Command), built
    return built


def word(run: Run, limits: Limits) -> Judgement:
    """Return the judgement of an interactor with testlib's protocol."""
    if run.ending is not Ending.FINISHED:
        return Judgement(verdict=Verdict.JE, message=f"the interactor: {reason(run, limits)}")
    try:
        return PROTOCOLS["testlib"].read(run, 1.0)
    except ValueError as error:
        return Judgement(verdict=Verdict.JE, message=f"the interactor: {error}")


def met(fate: Fate, programs: Mapping[Path, Program], runner: Runner) -> tuple[Judgement, Conversation]:
    limits = fate.limits
    program, interactor = (
        Part(program=programs[path], limits=limits) for path in (fate.program, fate.interactor)
    )
    conversation = runner.converse(program, interactor, accepting=ACCEPTING)
    return judge_conversation(conversation, limits, word(conversation.interactor, limits)), conversation


def main() -> None:
    parser = argparse.ArgumentParser(description="Is the verdict on a conversation the same each time?")
    parser.add_argument("--runs", type=int, default=200, metavar="N", help="of each program (200)")
    parser.add_argument("--jobs", type=int, default=4, metavar="N", help="keepers at once (4)")
    parser.add_argument("--load", type=int, default=2, metavar="N", help="processes that only work (2)")
    arguments = parser.parse_args()
    fates = list(catalogue())
    with Runner(core=None) as runner:
        paths = {path for fate in fates for path in (fate.program, fate.interactor)}
        programs = {path: made(path, runner) for path in paths}
    burners = [
        os.posix_spawn(sys.executable, [sys.executable, "-c", "while True: pass"], os.environ)
        for _ in range(arguments.load)
    ]
    try:
        outcomes = all_outcomes(fates * arguments.runs, programs, arguments.jobs)
    finally:
        for burner in burners:
            os.kill(burner, signal.SIGKILL)
            os.waitpid(burner, 0)
    for fate in fates:
        seen = outcomes[fate]
        right = sum(count for outcome, count in seen.items() if is_right(fate, *outcome))
        print(f"{right:5} of {seen.total()}  {fate.verdict.name:4} {fate.name}")
        for outcome, count in seen.items():
            if not is_right(fate, *outcome):
                print(f"      {count:5} times {outcome[0].name}: {outcome[1]}")


def is_right(fate: Fate, verdict: Verdict, message: str) -> bool:
    return verdict is fate.verdict and fate.message in message


def all_outcomes(
    fates: list[Fate], programs: Mapping[Path, Program], jobs: int
) -> dict[Fate, Counter[tuple[Verdict, str]]]:
    outcomes: dict[Fate, Counter[tuple[Verdict, str]]] = {fate: Counter() for fate in fates}
    cores = sorted(os.sched_getaffinity(0))
    runners: SimpleQueue[Runner] = SimpleQueue()
    for number in range(jobs):
        runners.put(Runner(core=cores[number % len(cores)]))

    def meet(fate: Fate) -> tuple[Fate, Judgement]:
        runner = runners.get()
        try:
            return fate, met(fate, programs, runner)[0]
        finally:
            runners.put(runner)

    with ThreadPoolExecutor(jobs) as pool:
        for fate, judgement in pool.map(meet, fates):
            outcomes[fate][judgement.verdict, judgement.message] += 1
    for _ in range(jobs):
        runners.get().close()
    return outcomes


if __name__ == "__main__":
    main()
