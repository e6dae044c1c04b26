"""Measures solutions in rounds. In each round every test runs once, in a new random order.

There is one runner, so nothing else runs meanwhile. After 6 rounds, and each time there are half as many more
(`stats.schedule_looks`), the results are compared: a solution leaves when each of its pairs is decided and
the ratio known to a tenth. The others get the remaining time.
"""

import random
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from msgspec import Struct

from judge.timing.standings import Comparison
from judge.timing.stats import schedule_looks
from judge.timing.timings import Bench, Finding, Machine, Pair, Startup, Timing
from judge.verdicts import Verdict, worst


class Entry(Struct, frozen=True, kw_only=True):
    """One run in each round: a solution on one test of a case.

    With an empty `case` it is an empty program, and `solution` is its kind.
    """

    solution: str
    case: str = ""
    test: int = 1
    limit_s: float = 1.0
    startup: str = ""


# Both solutions stay until their ratio is known to this factor, not only which one is faster.
_KNOWN = 1.1


class RunOutcome(NamedTuple):
    """The result of an entry. `cpu_s` leaves out the interactor, whose time is None if there is none."""

    verdict: Verdict
    cpu_s: float
    interactor_cpu_s: float | None = None


Execute = Callable[[Entry], RunOutcome]


class BenchProgress(Struct, frozen=True, kw_only=True):
    """The progress of a benchmark. `round` 0 is a warm-up."""

    round: int
    done: int
    runs: int
    undecided: int | None
    spent_s: float


class Plan(Struct, frozen=True, kw_only=True):
    """The length of a benchmark. If `most_rounds` is None, precision and budget decide."""

    seed: int
    precision: float
    budget_s: float
    warmups: int = 1
    most_rounds: int | None = None


class _Measurement:
    """The times so far. A solution leaves a case at its first verdict there that is not sound."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.live = list(entries)
        self._keys = tuple(dict.fromkeys((entry.solution, entry.case) for entry in entries))
        self._entries = {(entry.solution, entry.case): entry for entry in entries}
        self._tests = Counter((entry.solution, entry.case) for entry in entries)
        self._times_s: dict[tuple[str, str], list[float]] = {key: [] for key in self._keys}
        self._interactors_s: dict[tuple[str, str], list[float]] = {}
        self._verdicts: dict[tuple[str, str], Verdict] = {}

    def add(self, outcomes: Sequence[tuple[Entry, RunOutcome]], *, timed: bool) -> None:
        """Add the outcomes of one whole round."""
        sums: dict[tuple[str, str], float] = {}
        for entry, executed in outcomes:
            key = (entry.solution, entry.case)
            sums[key] = sums.get(key, 0.0) + executed.cpu_s
            self._verdicts[key] = worst((executed.verdict, self._verdict(key)))
            if timed and executed.interactor_cpu_s is not None:
                self._interactors_s.setdefault(key, []).append(executed.interactor_cpu_s)
        if timed:
            for key, time_s in sums.items():
                self._times_s[key].append(time_s)
        self.live = [e for e in self.live if self._verdict((e.solution, e.case)).is_sound]

    def _verdict(self, key: tuple[str, str]) -> Verdict:
        return self._verdicts.get(key, Verdict.AC)

    def keep(self, solutions: Container[str]) -> None:
        """Continue with these solutions and the empty programs only."""
        self.live = [entry for entry in self.live if not entry.case or entry.solution in solutions]

    def timings(self) -> Iterator[Timing]:
        for key in self._keys:
            entry = self._entries[key]
            if entry.case:
                verdict = self._verdict(key)
                interactor_s = self._interactors_s.get(key, ()) if verdict.is_sound else ()
                yield Timing(
                    solution=entry.solution,
                    case=entry.case,
                    tests=self._tests[key],
                    limit_s=entry.limit_s,
                    startup=entry.startup,
                    verdict=verdict,
                    times_s=tuple(self._times_s[key]) if verdict.is_sound else (),
                    interactor_cpu_s=fmean(interactor_s) if interactor_s else None,
                )

    def startups(self) -> Iterator[Startup]:
        for solution, case in self._keys:
            if not case and self._verdict((solution, case)).is_sound:
                yield Startup(kind=solution, times_s=tuple(self._times_s[solution, case]))


@dataclass(slots=True, kw_only=True)
class _Rounds:
    """The rounds of a benchmark."""

    measurement: _Measurement
    execute: Execute
    plan: Plan
    machine: Machine
    clock: Callable[[], float]
    progress: Callable[[BenchProgress], None]
    chance: random.Random
    began: float
    rounds: int = 0
    undecided: int | None = None

    def run(self) -> None:
        """Run the warm-ups, then rounds until everything is decided or the time is over."""
        for _ in range(self.plan.warmups):
            self._round(0)
        warm = self.clock()
        due = schedule_looks()
        look = next(due)
        while any(entry.case for entry in self.measurement.live) and self.rounds != self.plan.most_rounds:
            round_s = self._round(self.rounds + 1)
            self.rounds += 1
            if self.rounds == look:
                self._look()
                look = next(due)
            if self.clock() - warm + round_s > self.plan.budget_s:
                break

    def _round(self, number: int) -> float:
        """Run every entry once. Return the duration in seconds."""
        order = list(self.measurement.live)
        self.chance.shuffle(order)
        began = self.clock()
        outcomes: list[tuple[Entry, RunOutcome]] = []
        failed: set[tuple[str, str]] = set()
        for done, entry in enumerate(order):
            if (entry.solution, entry.case) in failed:
                continue
            at = BenchProgress(
                round=number,
                done=done,
                runs=len(order),
                undecided=self.undecided,
                spent_s=self.clock() - self.began,
            )
            self.progress(at)
            executed = self.execute(entry)
            outcomes.append((entry, executed))
            if not executed.verdict.is_sound:
                failed.add((entry.solution, entry.case))
        self.measurement.add(outcomes, timed=number > 0)
        return self.clock() - began

    def _look(self) -> None:
        """Drop the solutions whose pairs are known well enough."""
        pairs = _find_open_pairs(self.snapshot())
        self.undecided = sum(pair.finding is Finding.UNDECIDED for pair in pairs)
        self.measurement.keep({name for pair in pairs for name in (pair.first, pair.second)})

    def snapshot(self, *, interrupted: bool = False) -> Bench:
        return Bench(
            timings=tuple(self.measurement.timings()),
            startups=tuple(self.measurement.startups()),
            machine=self.machine,
            seed=self.plan.seed,
            rounds=self.rounds,
            precision=self.plan.precision,
            wall_s=self.clock() - self.began,
            interrupted=interrupted,
        )


def measure(
    entries: Sequence[Entry],
    execute: Execute,
    plan: Plan,
    *,
    machine: Machine,
    clock: Callable[[], float],
    progress: Callable[[BenchProgress], None],
) -> Bench:
    """Run warm-ups, then rounds until every pair is known or another round would exceed the budget.

    The budget begins after the warm-ups. Entries that fail in these are not measured. There is at least one
    round. After an interrupt the whole rounds count.
    """
    course = _Rounds(
        measurement=_Measurement(entries),
        execute=execute,
        plan=plan,
        machine=machine,
        clock=clock,
        progress=progress,
        chance=random.Random(plan.seed),
        began=clock(),
    )
    try:
        course.run()
    except KeyboardInterrupt:
        return course.snapshot(interrupted=True)
    return course.snapshot()


def _find_open_pairs(bench: Bench) -> tuple[Pair, ...]:
    """Return the pairs, on all cases together, that are undecided or whose ratio is not known to `_KNOWN`."""
    cases = {timing.case for timing in bench.timings}
    return tuple(pair for pair in Comparison(bench, cases).pairs() if _is_open(pair))


def _is_open(pair: Pair) -> bool:
    return pair.finding is Finding.UNDECIDED or pair.ratio.high > _KNOWN * pair.ratio.estimate
