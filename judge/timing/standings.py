"""Ratios, findings and places from times.

A pair is different if the interval of its ratio leaves out 1, a tie if the interval is within the wanted
precision of 1, else undecided. The place of a solution is a range: after all that are surely faster, before
all that are surely slower.

Results are evaluated at several looks, each at a higher level. The intervals of all looks hold together, so a
decided pair stays decided: its finding is that of the first look with one, its interval that of the last look
that confirms it.
"""

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations
from statistics import fmean

from judge.model.groups import group_by
from judge.model.verdicts import Verdict
from judge.timing.stats import (
    Estimate,
    Interval,
    Summary,
    average,
    choose_level,
    list_looks,
    make_interval,
    sample,
    summarize,
)
from judge.timing.timings import Bench, Finding, Pair, Standing, Timing

# Up to this many cases have a table each.
_CASES_SHOWN = 10
_ITSELF = Interval(low=1, estimate=1, high=1)


def group_cases(bench: Bench) -> tuple[tuple[str, ...], ...]:
    """Group the cases by the solutions that are judged on them."""
    timings = group_by(bench.timings, lambda timing: timing.case)
    groups = group_by(timings, lambda case: tuple(timing.solution for timing in timings[case]))
    return tuple(map(tuple, groups.values()))


def list_tables(bench: Bench) -> tuple[tuple[str, ...], ...]:
    """Return the cases of each table: each case if they are few, then the groups."""
    cases = tuple(dict.fromkeys(timing.case for timing in bench.timings))
    alone = tuple((case,) for case in cases) if 1 < len(cases) <= _CASES_SHOWN else ()
    return (*alone, *(group for group in group_cases(bench) if group not in alone))


class Comparison:
    """Ratios, findings and places on some cases of a benchmark.

    There are three families of intervals: ratios of pairs, ratios without the start-up, times. The
    intervals of a family hold together with 95 % at every look. A look counts for a pair
    while both are measured.
    """

    def __init__(self, bench: Bench, cases: Iterable[str]) -> None:
        self._bench = bench
        self._cases = frozenset(cases)
        self._timings = {(t.solution, t.case): t for t in bench.timings if t.case in self._cases}
        self.solutions = tuple(dict.fromkeys(solution for solution, _ in self._timings))
        self._solved: dict[str, set[str]] = {solution: set() for solution in self.solutions}
        for timing in self._timings.values():
            if timing.times_s:
                self._solved[timing.solution].add(timing.case)
        self._compared = [
            pair for pair in combinations(self.solutions, 2) if self.solved(pair[0]) & self.solved(pair[1])
        ]
        self._logs: dict[tuple[str, frozenset[str], int, bool], Estimate | None] = {}

    def pairs(self) -> tuple[Pair, ...]:
        """Return all pairs of solutions that both solved a case."""
        return tuple(self._pairs.values())

    def pair(self, first: str, second: str) -> Pair | None:
        """Return the pair of these two, in this order."""
        found = self._pairs.get((second, first))
        return found.inverse if found else self._pairs.get((first, second))

    def solved(self, solution: str) -> frozenset[str]:
        """Return the cases on which the solution has times."""
        return frozenset(self._solved[solution])

    def standings(self, reference: str | None = None) -> tuple[Standing, ...]:
        """Return a line for each solution, by solved cases, place and time.

        Ratios are to `reference`, or to the first if that is not among the solutions.
        """
        ranked = self._rank()
        to = reference if reference in self.solutions else ranked[0]
        return tuple(self._standing(solution, to) for solution in ranked)

    def reference(self) -> str:
        """Return the solution that solved most cases, by place and time if there are several."""
        return self._rank()[0]

    def _rank(self) -> list[str]:
        """Sort the solutions, best first. Times alone mislead: solutions leave in different rounds."""

        def rank(solution: str) -> tuple[int, int, float]:
            time, place = self._time(solution, alone=False), self._place(solution)
            return (
                -len(self.solved(solution)),
                sum(place) if place else 0,
                time.estimate if time else math.inf,
            )

        return sorted(self.solutions, key=rank)

    @cached_property
    def _pairs(self) -> dict[tuple[str, str], Pair]:
        pairs = {}
        for first, second in self._compared:
            looks = self._looks(first, second)
            ratios = [self._ratio(first, second, rounds, alone=False) for rounds in looks]
            known = [ratio for ratio in ratios if ratio]
            if known:
                cases = len(self.solved(first) & self.solved(second))
                finding, ratio = _decide(known, self._bench.precision)
                pairs[first, second] = Pair(
                    first=first, second=second, cases=cases, ratio=ratio, finding=finding
                )
        return pairs

    def _looks(self, first: str, second: str) -> tuple[int, ...]:
        """Return the numbers of rounds at which the two were compared."""
        common = self.solved(first) & self.solved(second)
        return list_looks(min(self._rounds(first, common), self._rounds(second, common)))

    def _ratio(self, first: str, second: str, rounds: int, *, alone: bool) -> Interval | None:
        """Return the ratio of two times on the cases that both solved, at the look after `rounds`."""
        common = self.solved(first) & self.solved(second)
        a = self._log_time(first, common, rounds, alone)
        b = self._log_time(second, common, rounds, alone)
        if a is None or b is None:
            return None
        level = choose_level(intervals=len(self._compared), look=len(list_looks(rounds)))
        return make_interval(a.plus(b, -1), rounds=rounds, level=level)

    def _standing(self, solution: str, reference: str) -> Standing:
        timings = [timing for (name, _), timing in self._timings.items() if name == solution]
        solved = self.solved(solution)
        return Standing(
            solution=solution,
            verdict=max((t.verdict for t in timings), key=list(Verdict).index),
            solved=len(solved),
            cases=len(self._cases),
            limit_s=min((t.limit_s for t in timings if t.verdict is Verdict.TLE), default=None),
            summary=_combine([summarize(t.times_s) for t in timings if t.times_s]),
            time_s=self._time(solution, alone=False),
            alone_s=self._time(solution, alone=True),
            ratio=self._to_reference(solution, reference, alone=False),
            alone_ratio=self._to_reference(solution, reference, alone=True),
            place=self._place(solution),
            calls=_add_up([t.calls for t in timings]),
            lines=_add_up([t.lines for t in timings]),
            instructions=_add_up([t.instructions for t in timings]),
        )

    def _to_reference(self, solution: str, reference: str, *, alone: bool) -> Interval | None:
        if solution == reference:
            return _ITSELF if self._time(solution, alone=alone) else None
        pair = self.pair(solution, reference)
        if pair and alone:
            return self._ratio(solution, reference, self._looks(solution, reference)[-1], alone=True)
        return pair.ratio if pair else None

    def _place(self, solution: str) -> tuple[int, int] | None:
        """Return the best and worst place among the solutions that solved all cases, None for others."""
        rivals = [name for name in self.solutions if len(self.solved(name)) == len(self._cases)]
        if solution not in rivals:
            return None
        pairs = [self.pair(solution, other) for other in rivals if other != solution]
        sure = [pair.ratio for pair in pairs if pair and pair.finding is Finding.DIFFERENT]
        faster, slower = sum(ratio.low > 1 for ratio in sure), sum(ratio.high < 1 for ratio in sure)
        return 1 + faster, len(rivals) - slower

    def _time(self, solution: str, *, alone: bool) -> Interval | None:
        solved = self.solved(solution)
        if not solved:
            return None
        rounds = self._rounds(solution, solved)
        log = self._log_time(solution, solved, rounds, alone)
        level = choose_level(intervals=sum(map(bool, self._solved.values())), look=len(list_looks(rounds)))
        return make_interval(log, rounds=rounds, level=level) if log else None

    def _rounds(self, solution: str, cases: Iterable[str]) -> int:
        return min(len(self._timings[solution, case].times_s) for case in cases)

    def _log_time(self, solution: str, cases: frozenset[str], rounds: int, alone: bool) -> Estimate | None:
        key = (solution, cases, rounds, alone)
        if key not in self._logs:
            times = [self._sample(self._timings[solution, case], rounds, alone) for case in sorted(cases)]
            usable = all(time is not None and time.is_positive for time in times)
            self._logs[key] = average([time.apply(math.log) for time in times if time]) if usable else None
        return self._logs[key]

    def _sample(self, timing: Timing, rounds: int, alone: bool) -> Estimate | None:
        time = sample(timing.times_s[:rounds])
        if not alone:
            return time
        startups = [s for s in self._bench.startups if s.kind == timing.startup]
        return time.plus(sample(startups[0].times_s[:rounds]), -timing.tests) if startups else None


def _decide(ratios: Sequence[Interval], precision: float) -> tuple[Finding, Interval]:
    """Return the finding of the first look with one, and the interval of the last look that confirms it."""
    for ratio in ratios:
        if ratio.within(precision):
            return Finding.TIE, [later for later in ratios if later.within(precision)][-1]
        if ratio.low > 1:
            return Finding.DIFFERENT, [later for later in ratios if later.low > 1][-1]
        if ratio.high < 1:
            return Finding.DIFFERENT, [later for later in ratios if later.high < 1][-1]
    return Finding.UNDECIDED, ratios[-1]


def _add_up(counts: Sequence[int | None]) -> int | None:
    """Return the sum, None unless all are known."""
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def _combine(summaries: Sequence[Summary]) -> Summary | None:
    """Combine the summaries of cases: geometric means of the times, the mean of the spreads."""
    if not summaries:
        return None
    spreads = [s.spread for s in summaries if s.spread is not None]
    return Summary(
        minimum_s=math.exp(fmean(math.log(s.minimum_s) for s in summaries)),
        median_s=math.exp(fmean(math.log(s.median_s) for s in summaries)),
        spread=fmean(spreads) if spreads else None,
        rounds=min(s.rounds for s in summaries),
    )
