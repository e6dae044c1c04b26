"""Plots for the browser, as places in percent of their width and height; the template draws them."""

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from judge.model.groups import group_by
from judge.model.results import Result, measured_now
from judge.model.verdicts import Verdict
from judge.platform.errors import counted
from judge.platform.units import choose_ticks, format_number, format_time
from judge.show.charts import CACTUS_CASES, LogScale, fit_scale, label_standing
from judge.show.outcome import Outcome
from judge.timing.timings import Standing

# Dots that fall on the same one of these places become one dot.
_PLACES = 400
_LEAST_S = 1e-5
# Free space around the values of a plot, as a factor.
_MARGIN = 1.25
_NO_NAMES: Mapping[str, str] = MappingProxyType({})


class Tick(Struct, frozen=True, kw_only=True):
    at: float
    word: str


class Dot(Struct, frozen=True, kw_only=True):
    """A dot; `kind` is the verdict of its results."""

    at: float
    kind: str
    title: str


class Strip(Struct, frozen=True, kw_only=True):
    """A line of dots after a name, with the same in words. A whisker goes from `low` to `high`."""

    name: str
    words: str
    dots: tuple[Dot, ...]
    low: float | None = None
    high: float | None = None


class Strips(Struct, frozen=True, kw_only=True):
    """Strips on a common logarithmic scale; `line` marks the limit, or a ratio of 1."""

    title: str
    axis: str
    ticks: tuple[Tick, ...]
    strips: tuple[Strip, ...]
    line: float | None = None


class Stair(Struct, frozen=True, kw_only=True):
    """A line of a cactus plot; `path` is in thousandths of the picture, `style` its number."""

    name: str
    words: str
    path: str
    style: int


class Cactus(Struct, frozen=True, kw_only=True):
    title: str
    axis: str
    ticks: tuple[Tick, ...]
    levels: tuple[Tick, ...]
    stairs: tuple[Stair, ...]


def _place(scale: LogScale, value: float) -> float:
    """Return the place of a value in percent."""
    return round(100 * scale.share(value), 2)


def _ticks(scale: LogScale, word: Callable[[float], str]) -> tuple[Tick, ...]:
    values = choose_ticks(scale.first, scale.last, most=7)
    return tuple(Tick(at=_place(scale, value), word=word(value)) for value in values)


def plot_run(outcome: Outcome, names: Mapping[str, str] = _NO_NAMES) -> Strips | None:
    """Plot the times of each program against the limit, as shares of it if the limits of cases differ.

    names: those of programs that share a strip, such as a student's. Results of earlier runs are left out.
    """
    timed = [result for result in measured_now(outcome.results) if result.cpu_s is not None]
    if not timed:
        return None
    limits = outcome.limits
    limit_s = {result.limit_s(limits[result.case]) if result.case in limits else None for result in timed}
    alone = next(iter(limit_s)) if len(limit_s) == 1 else None
    is_share = alone is None and None not in limit_s

    def value(result: Result) -> float:
        assert result.cpu_s is not None
        return max(result.cpu_s, _LEAST_S) / ((result.limit_s(limits[result.case]) or 1) if is_share else 1)

    line = 1.0 if is_share else alone
    scale = fit_scale([*map(value, timed), *([line] if line else [])], _MARGIN)
    groups = group_by(timed, lambda result: names.get(result.solution, result.solution))
    share = "CPU time as a share of the limit"
    return Strips(
        title=f"each test of each {'student' if names else 'program'}: its CPU time against its limit",
        axis=share if is_share else "CPU time" + (f", limit {format_time(alone)}" if alone else ""),
        ticks=_ticks(scale, (lambda v: f"{format_number(100 * v)}%") if is_share else format_time),
        strips=tuple(_plot_program(name, own, value, scale) for name, own in groups.items()),
        line=_place(scale, line) if line else None,
    )


def _plot_program(
    name: str, results: Sequence[Result], value: Callable[[Result], float], scale: LogScale
) -> Strip:
    def dot(result: Result) -> tuple[int, Verdict]:
        return round(_place(scale, value(result)) / 100 * _PLACES), result.verdict

    slowest = max(results, key=value)
    return Strip(
        name=name,
        words=f"{counted(len(results), 'test')}, the slowest {_describe(slowest)}",
        dots=tuple(
            Dot(at=round(100 * place / _PLACES, 2), kind=verdict.name, title=_title(own))
            for (place, verdict), own in sorted(group_by(results, dot).items(), key=lambda each: each[0][0])
        ),
    )


def _title(results: Sequence[Result]) -> str:
    more = f", and {len(results) - 1:,} more" if len(results) > 1 else ""
    return _describe(results[0]) + more


def _describe(result: Result) -> str:
    return f"{result.case}: {result.verdict.name} {format_time(result.cpu_s or 0.0)}"


def collect_solved_times(
    outcome: Outcome, names: Mapping[str, str] = _NO_NAMES
) -> Iterator[tuple[int, dict[str, list[float]]]]:
    """Yield, for each table of many cases, their number and the times of accepted ones by solution.

    names: those of programs that count together on all tables, such as a student's. Cases with results of
    earlier runs are left out, since not all of their times can be compared.
    """
    taken_over = {result.case for result in outcome.results if result.measured_at}
    groups = ((),) if names or not outcome.together else outcome.together
    for group in groups:
        own = [r for r in outcome.results if not group or r.case.partition("/")[0] in group]
        own = [r for r in own if r.case not in taken_over]
        cases = {result.case for result in own}
        times: dict[str, dict[str, float]] = {names.get(r.solution, r.solution): {} for r in own}
        lost = {(r.solution, r.case) for r in own if r.verdict is not Verdict.AC or r.cpu_s is None}
        for result in own:
            if (result.solution, result.case) not in lost:
                found = times[names.get(result.solution, result.solution)]
                found[result.case] = found.get(result.case, 0.0) + (result.cpu_s or 0.0)
        if len(cases) >= CACTUS_CASES:
            yield len(cases), {name: [*found.values()] for name, found in times.items() if found}


def plot_cactus(times: Mapping[str, Sequence[float]], *, cases: int, who: str = "program") -> Cactus | None:
    """Plot the number of cases that each program, or who else, solves within a time, the best first."""
    if not times:
        return None
    scale = fit_scale((max(time_s, _LEAST_S) for found in times.values() for time_s in found), _MARGIN)
    ranked = sorted(times.items(), key=lambda each: (-len(each[1]), sum(each[1])))
    return Cactus(
        title=f"how many of {counted(cases, 'case')} each {who} solves within a time",
        axis="CPU time of a case",
        ticks=_ticks(scale, format_time),
        levels=tuple(choose_levels(cases)),
        stairs=tuple(
            Stair(
                name=name,
                words=f"{len(found):,} of {cases:,}, the slowest in {format_time(max(found))}",
                path=_draw_stairs(sorted(found), scale, cases),
                style=number,
            )
            for number, (name, found) in enumerate(ranked)
        ),
    )


def choose_levels(cases: int) -> Iterator[Tick]:
    """Choose a few round numbers of cases, and all; skip those too close to all to be read."""
    step = next(
        step for power in itertools.count() for n in (1, 2, 5) if cases <= 5 * (step := n * 10**power)
    )
    for number in (*range(0, cases, step), cases):
        if number == cases or cases - number > cases / 16:
            yield Tick(at=round(100 - 100 * number / cases, 2), word=f"{number:,}")


def _draw_stairs(times: Sequence[float], scale: LogScale, cases: int) -> str:
    """Draw a staircase that rises where cases are solved, at most one step for each place."""
    heights: dict[int, int] = {}
    for solved, time_s in enumerate(times, 1):
        heights[round(10 * _place(scale, max(time_s, _LEAST_S)))] = round(1000 - 1000 * solved / cases)
    first = next(iter(heights))
    steps = "".join(f"H{place}V{height}" for place, height in heights.items())
    return f"M{first} 1000{steps}H1000"


def plot_ratios(standings: Sequence[Standing], *, reference: str) -> Strips | None:
    """Plot the time of each program over that of the reference, with its interval."""
    known = [(standing, standing.ratio) for standing in standings if standing.ratio]
    if not known:
        return None
    ends = [end for _, ratio in known for end in (ratio.low, ratio.estimate, ratio.high)]
    scale = fit_scale((end for end in ends if 0 < end < math.inf), _MARGIN)
    return Strips(
        title=f"time over that of {reference}, with its interval",
        axis=f"times as long as {reference}",
        ticks=_ticks(scale, format_number),
        line=_place(scale, 1.0),
        strips=tuple(
            Strip(
                name=label_standing(standing),
                words=format_number(ratio.estimate),
                dots=(Dot(at=_place(scale, ratio.estimate), kind="AC", title=format_number(ratio.estimate)),),
                low=_place(scale, ratio.low) if ratio.low > 0 else None,
                high=_place(scale, ratio.high) if ratio.low > 0 else None,
            )
            for standing, ratio in known
        ),
    )
