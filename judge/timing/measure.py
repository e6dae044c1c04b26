"""Measures solutions in rounds. Every test runs once in each round, in a new random order.

There is one runner, so nothing else runs meanwhile. After 6 rounds, and each time there are half as many more
(`stats.schedule_looks`), the results are compared: a solution leaves when each of its pairs is decided and
the ratio known to a tenth. The others get the remaining time.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from msgspec import Struct

from judge.model.groups import group_by
from judge.model.verdicts import Verdict, worst
from judge.timing.standings import Comparison
from judge.timing.stats import schedule_looks
from judge.timing.timings import Bench, Finding, Machine, Startup, Timing


class Entry(Struct, frozen=True, kw_only=True):
    """One run in each round: a solution on one test of a case.

    With an empty `case` it is an empty program, and `solution` is its kind.
    """

    solution: str
    case: str = ""
    test: int = 1
    limit_s: float = 1.0
    startup: str = ""

    @property
    def key(self) -> tuple[str, str]:
        return self.solution, self.case


# Both solutions stay until their ratio is known to this factor, not only which one is faster.
_KNOWN = 1.1


class RunOutcome(NamedTuple):
    """The result of an entry. `cpu_s` leaves out the interactor, whose time is None if there is none.

    `output_digest` is empty if the test has an answer.
    """

    verdict: Verdict
    cpu_s: float
    interactor_cpu_s: float | None = None
    output_digest: str = ""


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


class _Series:
    """The times of a solution on a case. It ends at the first verdict that is not sound."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entry, self.tests = entries[0], len(entries)
        self.verdict = Verdict.AC
        self.times_s: list[float] = []
        self.interactor_s: list[float] = []
        self.output_digest = ""

    def add(self, outcomes: Sequence[RunOutcome], *, timed: bool) -> None:
        self.verdict = worst((self.verdict, *(each.verdict for each in outcomes)))
        self.output_digest = " ".join(filter(None, (each.output_digest for each in outcomes)))
        if timed:
            self.times_s.append(sum(each.cpu_s for each in outcomes))
            self.interactor_s += (s for each in outcomes if (s := each.interactor_cpu_s) is not None)

    @property
    def timing(self) -> Timing:
        is_sound = self.verdict.is_sound
        return Timing(
            solution=self.entry.solution,
            case=self.entry.case,
            tests=self.tests,
            limit_s=self.entry.limit_s,
            startup=self.entry.startup,
            verdict=self.verdict,
            times_s=tuple(self.times_s) if is_sound else (),
            interactor_cpu_s=fmean(self.interactor_s) if is_sound and self.interactor_s else None,
            output_digest=self.output_digest if is_sound else "",
        )


@dataclass(slots=True, kw_only=True)
class _Measurement:
    """The rounds of a benchmark. `live` are the entries of the next one."""

    live: list[Entry]
    series: dict[tuple[str, str], _Series]
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
        while any(entry.case for entry in self.live) and self.rounds != self.plan.most_rounds:
            round_s = self._round(self.rounds + 1)
            self.rounds += 1
            if self.rounds == look:
                self._look()
                look = next(due)
            if self.clock() - warm + round_s > self.plan.budget_s:
                break

    def _round(self, number: int) -> float:
        """Run every entry once. Return the duration in seconds."""
        order = list(self.live)
        self.chance.shuffle(order)
        began = self.clock()
        outcomes: dict[tuple[str, str], list[RunOutcome]] = {}
        for done, entry in enumerate(order):
            own = outcomes.setdefault(entry.key, [])
            if own and not own[-1].verdict.is_sound:
                continue
            at = BenchProgress(
                round=number,
                done=done,
                runs=len(order),
                undecided=self.undecided,
                spent_s=self.clock() - self.began,
            )
            self.progress(at)
            own.append(self.execute(entry))
        for key, own in outcomes.items():
            self.series[key].add(own, timed=number > 0)
        self.live = [entry for entry in self.live if self.series[entry.key].verdict.is_sound]
        return self.clock() - began

    def _look(self) -> None:
        """Drop the solutions whose pairs, on all cases together, are known well enough."""
        bench = self.snapshot()
        pairs = [
            pair
            for pair in Comparison(bench, {timing.case for timing in bench.timings}).pairs()
            if pair.finding is Finding.UNDECIDED or pair.ratio.high > _KNOWN * pair.ratio.estimate
        ]
        self.undecided = sum(pair.finding is Finding.UNDECIDED for pair in pairs)
        open_solutions = {name for pair in pairs for name in (pair.first, pair.second)}
        self.live = [entry for entry in self.live if not entry.case or entry.solution in open_solutions]

    def snapshot(self, *, interrupted: bool = False) -> Bench:
        sound = [each for each in self.series.values() if not each.entry.case and each.verdict.is_sound]
        return Bench(
            timings=tuple(each.timing for each in self.series.values() if each.entry.case),
            startups=tuple(Startup(kind=each.entry.solution, times_s=tuple(each.times_s)) for each in sound),
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
    groups = group_by(entries, lambda entry: entry.key)
    measurement = _Measurement(
        live=list(entries),
        series={key: _Series(own) for key, own in groups.items()},
        execute=execute,
        plan=plan,
        machine=machine,
        clock=clock,
        progress=progress,
        chance=random.Random(plan.seed),
        began=clock(),
    )
    try:
        measurement.run()
    except KeyboardInterrupt:
        return measurement.snapshot(interrupted=True)
    return measurement.snapshot()
