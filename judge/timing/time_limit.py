"""What a time limit does: how far each solution is from it, and which limits accept whom they should.

A solution keeps a limit if the slowest of its tests does. A run that ended by itself with an output, right or
wrong, says how long it takes, one that was stopped at the limit that it takes longer, and any other nothing,
nor does one that was taken over from another run.

The limit that follows is a multiple of what the slowest accepted solution takes, and what must be too slow
takes a multiple of the limit, as in packages, where `ac_to_time_limit` is 2 and `time_limit_to_tle` 1.5.
Source: https://www.kattis.com/problem-package-format/spec/2025-09.html, "Problem timing".
"""

import math
from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from judge.results import Result, are_accepted
from judge.units import format_time, write_time
from judge.verdicts import Verdict

# To which a limit is written.
_STEP_S = 1e-6
_TELLING = (Verdict.AC, Verdict.NA, Verdict.PE, Verdict.WA, Verdict.TLE)


class Flip(Struct, frozen=True, kw_only=True):
    """From which limit on one solution is in time: `at_s`, or an unknown one above it where `beyond`.

    `must_pass` is what is expected of it, None where both are allowed. `headroom` is the limit over `at_s`.
    `case` is that of its slowest test. One that is expected to be `wrong` on some test is never to be
    accepted, but to be wrong in time. It is `accepted` if each of its tests is, and was expected to be.
    """

    solution: str
    at_s: float
    beyond: bool
    headroom: float
    must_pass: bool | None
    case: str = ""
    wrong: bool = False
    accepted: bool = False

    @property
    def need(self) -> str:
        """What it takes, and where, in words."""
        return f"{'over ' if self.beyond else ''}{format_time(self.at_s)} on {self.case}"


class Window(Struct, frozen=True, kw_only=True):
    """Some cases under one limit. The limits from `low_s` to below `high_s` accept exactly whom they should.

    `low` and `high` are the solutions that set the bounds, None where no solution does; `high_beyond` says
    that the upper bound is higher still. With `low_s` at `high_s` or above there is no such limit. `untold`
    is how many results say nothing of time.
    """

    cases: str
    limit_s: float
    flips: tuple[Flip, ...]
    low: str | None
    low_s: float
    high: str | None
    high_s: float | None
    high_beyond: bool
    untold: int

    @property
    def exists(self) -> bool:
        never = any(flip.must_pass and flip.beyond and not flip.wrong for flip in self.flips)
        return not never and (self.high_s is None or self.low_s < self.high_s)


class Margins(Struct, frozen=True, kw_only=True):
    """How safe a limit is to be: at least `factor` times what the slowest accepted solution takes, and with
    every solution that must be too slow taking more than `margin` times the limit.
    """

    factor: float = 2.0
    margin: float = 1.5


class Safe(Struct, frozen=True, kw_only=True):
    """A limit that keeps its margins, with the slowest accepted solution and the fastest that it rejects."""

    limit_s: float
    margins: Margins
    accepted: Flip
    rejected: Flip | None

    @property
    def rule(self) -> str:
        """What it is at least, in words."""
        return _rule(self.margins, self.accepted)

    @property
    def bound(self) -> str:
        """What it is below, in words; empty where nothing must be too slow."""
        if not self.rejected:
            return ""
        margin = self.margins.margin
        beside = f", more than {margin:g} x {write_time(self.limit_s)}" if margin > 1 else ""
        return f"{self.rejected.solution} takes {self.rejected.need}{beside}"


def window(
    name: str,
    limit_s: float,
    results: Iterable[Result],
    *,
    must_fail: Collection[str] = (),
    free: Collection[str] = (),
) -> Window:
    """What follows for the limit of these cases from one run of each solution.

    Those that `must_fail` are expected to be too slow on some of them; those that are `free` bound nothing.
    """
    by_solution: dict[str, list[Result]] = {}
    for result in results:
        by_solution.setdefault(result.solution, []).append(result)
    found = (_flip(name, limit_s, tests, name in must_fail) for name, tests in by_solution.items())
    flips = tuple(replace(flip, must_pass=None) if flip.solution in free else flip for flip in found if flip)
    passing = [flip for flip in flips if flip.must_pass and not flip.wrong]
    failing = [flip for flip in flips if flip.must_pass is False]
    low = max(passing, key=lambda flip: flip.at_s, default=None)
    high = min(failing, key=lambda flip: flip.at_s, default=None)
    return Window(
        cases=name,
        limit_s=limit_s,
        flips=flips,
        low=low.solution if low else None,
        low_s=low.at_s if low else 0.0,
        high=high.solution if high else None,
        high_s=high.at_s if high else None,
        high_beyond=high is not None and high.beyond,
        untold=sum(not _tells(result) for tests in by_solution.values() for result in tests),
    )


def following(window: Window, margins: Margins) -> Window:
    """These cases under the limit that follows: the factor times the slowest accepted solution, rounded up.

    Raises ValueError where no solution is accepted.
    """
    return replace(window, limit_s=rounded_up(margins.factor * _slowest_accepted(window).at_s))


def stopped_early(window: Window, margins: Margins) -> set[str]:
    """The solutions that must be too slow and were stopped before they were seen to be, by the margin."""
    need_s = margins.margin * window.limit_s
    return {
        flip.solution
        for flip in window.flips
        if flip.must_pass is False and flip.beyond and flip.at_s <= need_s
    }


def safe(window: Window, margins: Margins) -> Safe:
    """The limit of these cases with what it is safe by.

    Raises ValueError where no solution is accepted, or it is too low for one, or too high for another.
    """
    slowest, limit = _slowest_accepted(window), write_time(window.limit_s)
    rule = _rule(margins, slowest)
    if margins.factor * slowest.at_s > window.limit_s + _STEP_S:
        raise ValueError(f"expected at least {rule}, got {limit}")
    for flip in sorted(window.flips, key=lambda flip: flip.at_s):
        wanted = ""
        if flip.must_pass is False and flip.at_s <= margins.margin * window.limit_s:
            times = f"times {margins.margin:g} " if margins.margin > 1 else ""
            wanted = f"{times}to be too little"
        elif flip.must_pass and (flip.beyond or flip.at_s > window.limit_s + _STEP_S):
            wanted = "to be enough"
        if wanted:
            remedy = " (--up-to lets it run on)" if flip.beyond else ""
            named = f"{limit}, at least {rule}, {wanted} for {flip.solution}"
            raise ValueError(f"expected {named}, got {flip.need}{remedy}")
    rejected = [flip for flip in window.flips if flip.must_pass is False]
    return Safe(
        limit_s=window.limit_s,
        margins=margins,
        accepted=slowest,
        rejected=min(rejected, key=lambda flip: flip.at_s, default=None),
    )


def _slowest_accepted(window: Window) -> Flip:
    accepted = [flip for flip in window.flips if flip.must_pass and flip.accepted]
    if not accepted:
        raise ValueError("expected a solution that is accepted on all tests, got none")
    return max(accepted, key=lambda flip: flip.at_s)


def _rule(margins: Margins, accepted: Flip) -> str:
    return f"{margins.factor:g} x {accepted.need} ({accepted.solution})"


def rounded_up(time_s: float) -> float:
    """To what a person would write: tenths of a second up to one, halves up to five, then whole seconds."""
    step_s = 0.1 if time_s <= 1 else 0.5 if time_s <= 5 else 1.0
    return round(max(1, math.ceil(round(time_s / step_s, 6))) * step_s, 6)


def _tells(result: Result) -> bool:
    return result.measured_at is None and result.cpu_s is not None and result.verdict in _TELLING


def _flip(solution: str, limit_s: float, results: Sequence[Result], must_fail: bool) -> Flip | None:
    """None where nothing is known. One that must fail may do so on a test that says nothing of time."""
    told = [result for result in results if _tells(result)]
    slowest = max(told, key=lambda result: result.cpu_s or 0.0, default=None)
    if slowest is None:
        return None
    at_s, stopped = slowest.cpu_s or 0.0, slowest.verdict is Verdict.TLE
    must_pass = False if must_fail else _must_pass(results)
    if must_pass is False and not stopped and len(told) < len(results):
        return None
    return Flip(
        solution=solution,
        at_s=at_s,
        beyond=stopped,
        headroom=limit_s / at_s if at_s else float("inf"),
        must_pass=must_pass,
        case=slowest.case,
        wrong=any(Verdict.AC not in result.expected for result in results),
        accepted=are_accepted(results),
    )


def _must_pass(results: Sequence[Result]) -> bool | None:
    """Must fail if some case expects TLE; must pass if no case allows it."""
    expected = [result.expected for result in results]
    if any(Verdict.TLE in verdicts and Verdict.AC not in verdicts for verdicts in expected):
        return False
    return None if any(Verdict.TLE in verdicts for verdicts in expected) else True
