"""What was measured in a benchmark, and what follows from it: times, ratios, places.

A pair is told apart when the interval of its ratio leaves out 1, and is a tie when the interval lies within
the wanted precision of 1; else it is undecided. A solution's place is a range: behind all that are surely
faster, before all that are surely slower.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from statistics import fmean

from judge.model import Verdict
from judge.stats import (
    Interval,
    Sampled,
    Summary,
    interval,
    level_of,
    mean_of,
    noise_grade,
    sampled,
    summarise,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """One solution on one case: the CPU time of each round, all tests of the case together.

    Without AC in every run there are no times. `limit_s` is the limit of each test. `calls` and `lines` are
    the function calls and executed lines of the solution's own file, `instructions` those of the processor.
    """

    solution: str
    case: str
    tests: int
    limit_s: float
    startup: str
    verdict: Verdict = Verdict.AC
    times_s: tuple[float, ...] = ()
    calls: int | None = None
    lines: int | None = None
    instructions: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Startup:
    """What one run costs of a program that does nothing, in each round. `kind` is what runs it."""

    kind: str
    times_s: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What must be equal for seconds to be comparable; `manner` is how programs are started and sealed."""

    processor: str
    processors: int
    architecture: str
    python: str
    manner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """All that was measured, and how. `looks`: how often the results were looked at to decide on more."""

    timings: tuple[Timing, ...]
    startups: tuple[Startup, ...]
    machine: Machine
    seed: int
    rounds: int
    looks: int
    precision: float
    wall_s: float
    interrupted: bool = False


class Finding(Enum):
    """What is known of a pair."""

    DIFFERENT = "different"
    TIE = "tie"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two solutions on the cases that both solved; `ratio` is the time of `first` over that of `second`."""

    first: str
    second: str
    cases: int
    ratio: Interval
    finding: Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A line of a table: one solution on one case, or on several by their geometric mean.

    `solved` counts the cases in time; `limit_s` is the least limit that was hit, None where none was. `place`
    is None where not all are solved. `alone` is the time without the start-up, None where it drowns in it.
    The ratios are to the table's reference.
    """

    solution: str
    verdict: Verdict
    solved: int
    cases: int
    limit_s: float | None
    summary: Summary | None
    time_s: Interval | None
    alone_s: Interval | None
    ratio: Interval | None
    alone_ratio: Interval | None
    place: tuple[int, int] | None
    calls: int | None
    lines: int | None
    instructions: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What is different from the baseline; `ratio` is now over then, of times. `worse` if it went wrong."""

    solution: str
    case: str
    what: str
    then: str
    now: str
    worse: bool
    ratio: Interval | None = None


class Comparison:
    """The statements about some cases of a benchmark, all of which hold together with 95 %."""

    def __init__(self, bench: Bench, cases: Iterable[str]) -> None:
        self._bench = bench
        self._cases = frozenset(cases)
        self._timings = {(t.solution, t.case): t for t in bench.timings if t.case in self._cases}
        self.solutions = tuple(dict.fromkeys(solution for solution, _ in self._timings))
        self._solved: dict[str, set[str]] = {solution: set() for solution in self.solutions}
        for timing in self._timings.values():
            if timing.times_s:
                self._solved[timing.solution].add(timing.case)
        pairs = max(1, math.comb(len(self.solutions), 2))
        self._level = level_of(pairs=pairs, look=max(1, bench.looks))
        self._logs: dict[tuple[str, frozenset[str], int, bool], Sampled | None] = {}

    def pairs(self) -> Iterator[Pair]:
        """All pairs of solutions that both solved a case."""
        for first, second in combinations(self.solutions, 2):
            ratio = self.ratio(first, second)
            if ratio is not None:
                common = len(self.solved(first) & self.solved(second))
                finding = _finding(ratio, self._bench.precision)
                yield Pair(first=first, second=second, cases=common, ratio=ratio, finding=finding)

    def ratio(self, first: str, second: str, *, alone: bool = False) -> Interval | None:
        """The time of one over that of another on the cases that both solved, in the rounds of both."""
        common = self.solved(first) & self.solved(second)
        if not common:
            return None
        rounds = min(self._rounds(first, common), self._rounds(second, common))
        a = self._log_time(first, common, rounds, alone)
        b = self._log_time(second, common, rounds, alone)
        return None if a is None or b is None else interval(a.plus(b, -1), rounds=rounds, level=self._level)

    def solved(self, solution: str) -> frozenset[str]:
        """The cases with times."""
        return frozenset(self._solved[solution])

    def standings(self, reference: str | None = None) -> tuple[Standing, ...]:
        """A line for each solution, those that solved most first, and of these the fastest."""
        reference = reference or self.reference()
        lines = [self._standing(solution, reference) for solution in self.solutions]
        return tuple(sorted(lines, key=lambda s: (-s.solved, s.time_s.estimate if s.time_s else math.inf)))

    def reference(self) -> str:
        """The fastest of those that solved most."""
        return min(self.solutions, key=lambda s: (-len(self.solved(s)), self._seconds(s)))

    def _seconds(self, solution: str) -> float:
        time = self._time(solution, alone=False)
        return time.estimate if time else math.inf

    def _standing(self, solution: str, reference: str) -> Standing:
        timings = [timing for (name, _), timing in self._timings.items() if name == solution]
        solved = self.solved(solution)
        return Standing(
            solution=solution,
            verdict=max((t.verdict for t in timings), key=list(Verdict).index),
            solved=len(solved),
            cases=len(self._cases),
            limit_s=min((t.limit_s for t in timings if t.verdict is Verdict.TLE), default=None),
            summary=_together([summarise(t.times_s) for t in timings if t.times_s]),
            time_s=self._time(solution, alone=False),
            alone_s=self._time(solution, alone=True),
            ratio=self.ratio(solution, reference),
            alone_ratio=self.ratio(solution, reference, alone=True),
            place=self._place(solution) if len(solved) == len(self._cases) else None,
            calls=_sum([t.calls for t in timings]),
            lines=_sum([t.lines for t in timings]),
            instructions=_sum([t.instructions for t in timings]),
        )

    def _place(self, solution: str) -> tuple[int, int]:
        """Among those that solved all."""
        faster = slower = rivals = 0
        for other in self.solutions:
            if other == solution or len(self.solved(other)) < len(self._cases):
                continue
            rivals += 1
            ratio = self.ratio(solution, other)
            if ratio and _finding(ratio, self._bench.precision) is Finding.DIFFERENT:
                faster += ratio.low > 1
                slower += ratio.high < 1
        return 1 + faster, 1 + rivals - slower

    def _time(self, solution: str, *, alone: bool) -> Interval | None:
        solved = self.solved(solution)
        if not solved:
            return None
        rounds = self._rounds(solution, solved)
        log = self._log_time(solution, solved, rounds, alone)
        return interval(log, rounds=rounds, level=self._level) if log else None

    def _rounds(self, solution: str, cases: Iterable[str]) -> int:
        return min(len(self._timings[solution, case].times_s) for case in cases)

    def _log_time(self, solution: str, cases: frozenset[str], rounds: int, alone: bool) -> Sampled | None:
        key = (solution, cases, rounds, alone)
        if key not in self._logs:
            times = [self._sampled(self._timings[solution, case], rounds, alone) for case in sorted(cases)]
            usable = all(time is not None and time.positive for time in times)
            self._logs[key] = mean_of([time.of(math.log) for time in times if time]) if usable else None
        return self._logs[key]

    def _sampled(self, timing: Timing, rounds: int, alone: bool) -> Sampled | None:
        time = sampled(timing.times_s[:rounds])
        if not alone:
            return time
        startups = [s for s in self._bench.startups if s.kind == timing.startup]
        return time.plus(sampled(startups[0].times_s[:rounds]), -timing.tests) if startups else None


def noise(bench: Bench) -> tuple[float | None, str]:
    """The spread of the runs that do nothing, and a word for it."""
    spreads = [summarise(startup.times_s).spread for startup in bench.startups if startup.times_s]
    spread = max((spread for spread in spreads if spread is not None), default=None)
    return spread, noise_grade(spread)


def _finding(ratio: Interval, precision: float) -> Finding:
    if ratio.within(precision):
        return Finding.TIE
    return Finding.DIFFERENT if ratio.excludes_one else Finding.UNDECIDED


def _sum(counts: Sequence[int | None]) -> int | None:
    """None unless all are known."""
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def _together(summaries: Sequence[Summary]) -> Summary | None:
    """Several cases: geometric means of the times, the mean of the spreads."""
    if not summaries:
        return None
    spreads = [s.spread for s in summaries if s.spread is not None]
    return Summary(
        minimum_s=math.exp(fmean(math.log(s.minimum_s) for s in summaries)),
        median_s=math.exp(fmean(math.log(s.median_s) for s in summaries)),
        spread=fmean(spreads) if spreads else None,
        rounds=min(s.rounds for s in summaries),
    )
