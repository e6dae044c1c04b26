"""Time limits: how far each solution is from a limit, and which limits separate the solutions as expected.

A solution keeps a limit if its slowest test does. A run that ended with an output, right or wrong, tells its
time. A run that was stopped at the limit takes longer. Other runs, and results of earlier runs, tell nothing.

The proposed limit is a multiple of the time of the slowest accepted solution. Solutions that must be too slow
must take a multiple of the limit, as in packages, where `ac_to_time_limit` is 2 and `time_limit_to_tle` 1.5.
Source: https://www.kattis.com/problem-package-format/spec/2025-09.html, "Problem timing".
"""

import math
from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from judge.model.groups import group_by
from judge.model.results import Result, are_accepted
from judge.model.verdicts import Verdict
from judge.platform.units import format_time, write_time

# The precision of a written limit.
_STEP_S = 1e-6
_WRONG = (Verdict.PE, Verdict.WA, Verdict.OLE, Verdict.MLE, Verdict.RE)
_TIMED = (Verdict.AC, Verdict.NA, Verdict.PE, Verdict.WA, Verdict.TLE)


class Flip(Struct, frozen=True, kw_only=True):
    """The lowest limit for which one solution is in time: `at_s`, or if `beyond` an unknown one above it.

    `must_pass` is the expectation, None if both are allowed. `headroom` is the limit over `at_s`. `case` is
    the case of its slowest test. A solution that is or may be `wrong` on some test must be in time, but sets
    no bound. It is `accepted` if every test is, as expected.
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
        """Its time and case in words."""
        return f"{'over ' if self.beyond else ''}{format_time(self.at_s)} on {self.case}"


class Window(Struct, frozen=True, kw_only=True):
    """Cases with one limit. Limits from `low_s` to below `high_s` meet every expectation.

    `low` and `high` are the solutions that set the bounds, None if no solution does. If `high_beyond`, the
    upper bound is even higher. If `low_s` is not below `high_s`, there is no such limit. `untold` names the
    tests that tell no time, each with its solution.
    """

    cases: str
    limit_s: float
    flips: tuple[Flip, ...]
    low: str | None
    low_s: float
    high: str | None
    high_s: float | None
    high_beyond: bool
    untold: tuple[str, ...]

    @property
    def exists(self) -> bool:
        never = any(flip.must_pass and flip.beyond and not flip.wrong for flip in self.flips)
        return not never and (self.high_s is None or self.low_s < self.high_s)


class Margins(Struct, frozen=True, kw_only=True):
    """The margins of a limit. It is at least `factor` times the time of the slowest accepted solution, and
    every solution that must be too slow takes more than `margin` times the limit.
    """

    factor: float = 2.0
    margin: float = 1.5


class SafeLimit(Struct, frozen=True, kw_only=True):
    """A limit with its margins, the slowest accepted solution and the fastest that it rejects."""

    limit_s: float
    margins: Margins
    accepted: Flip
    rejected: Flip | None

    @property
    def rule(self) -> str:
        """Its lower bound in words."""
        return _rule(self.margins, self.accepted)

    @property
    def bound(self) -> str:
        """Its upper bound in words, empty if no solution must be too slow."""
        if not self.rejected:
            return ""
        margin = self.margins.margin
        beside = f", more than {margin:g} x {write_time(self.limit_s)}" if margin > 1 else ""
        return f"{self.rejected.solution} takes {self.rejected.need}{beside}"


def find_window(
    name: str,
    limit_s: float,
    results: Iterable[Result],
    *,
    must_fail: Collection[str] = (),
    free: Collection[str] = (),
) -> Window:
    """Find the window of limits for these cases from one run of each solution.

    Solutions in `must_fail` are expected to be too slow on some case; solutions in `free` set no bound.
    """
    by_solution = group_by(results, lambda result: result.solution)
    found = (_find_flip(name, limit_s, tests, name in must_fail) for name, tests in by_solution.items())
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
        untold=tuple(
            dict.fromkeys(
                f"{result.solution} on {result.case}"
                for tests in by_solution.values()
                for result in tests
                if not _tells_time(result)
            )
        ),
    )


def propose_limit(window: Window, margins: Margins) -> Window:
    """Return the window with the proposed limit: `factor` times the slowest accepted solution, rounded up.

    Raises ValueError if no solution is accepted.
    """
    return replace(window, limit_s=round_up(margins.factor * _slowest_accepted(window).at_s))


def find_stopped_early(window: Window, margins: Margins) -> set[str]:
    """Return the solutions that must be too slow, but were stopped within the margin."""
    need_s = margins.margin * window.limit_s
    return {
        flip.solution
        for flip in window.flips
        if flip.must_pass is False and flip.beyond and flip.at_s <= need_s
    }


def check_margins(window: Window, margins: Margins) -> SafeLimit:
    """Return the limit with the solutions that bound it.

    Raises ValueError if no solution is accepted, or the limit is too low for one or too high for another.
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
    return SafeLimit(
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


def round_up(time_s: float) -> float:
    """Round up as a person would: to 0.1 s for times up to 1 s, to 0.5 s up to 5 s, then to seconds."""
    step_s = 0.1 if time_s <= 1 else 0.5 if time_s <= 5 else 1.0
    return round(max(1, math.ceil(round(time_s / step_s, 6))) * step_s, 6)


def _tells_time(result: Result) -> bool:
    return result.measured_at is None and result.cpu_s is not None and result.verdict in _TIMED


def _needed_s(result: Result) -> float:
    """Return the limit that a case must have for the CPU time of a result."""
    return (result.cpu_s or 0.0) / result.time_factor


def _find_flip(solution: str, limit_s: float, results: Sequence[Result], must_fail: bool) -> Flip | None:
    """Return None if nothing is known. A solution may fail as it must on a test that tells no time."""
    timed = [result for result in results if _tells_time(result)]
    slowest = max(timed, key=_needed_s, default=None)
    if slowest is None:
        return None
    at_s, stopped = _needed_s(slowest), slowest.verdict is Verdict.TLE
    must_pass = False if must_fail else _must_pass(results)
    if must_pass is False and not stopped and len(timed) < len(results):
        return None
    return Flip(
        solution=solution,
        at_s=at_s,
        beyond=stopped,
        headroom=limit_s / at_s if at_s else float("inf"),
        must_pass=must_pass,
        case=slowest.case,
        wrong=any({*result.expected} != {Verdict.AC} or result.verdict in _WRONG for result in results),
        accepted=are_accepted(results),
    )


def _must_pass(results: Sequence[Result]) -> bool | None:
    """Return False if some case expects TLE, True if no case allows it."""
    expected = [result.expected for result in results]
    if any(Verdict.TLE in verdicts and Verdict.AC not in verdicts for verdicts in expected):
        return False
    return None if any(Verdict.TLE in verdicts for verdicts in expected) else True
