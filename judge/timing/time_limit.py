"""What a time limit does: how far each solution is from it, and which limits accept whom they should.

A solution keeps a limit if the slowest of its tests does. A run that ended by itself with an output, right or
wrong, says how long it takes, one that was stopped at the limit that it takes longer, and any other nothing,
nor does one that was taken over from another run.
"""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from judge.model import Verdict
from judge.results import Result

_TELLING = (Verdict.AC, Verdict.NA, Verdict.PE, Verdict.WA, Verdict.TLE)


class Flip(Struct, frozen=True, kw_only=True):
    """From which limit on one solution is in time: `at_s`, or an unknown one above it where `beyond`.

    `must_pass` is what is expected of it, None where both are allowed. `headroom` is the limit over `at_s`.
    """

    solution: str
    at_s: float
    beyond: bool
    headroom: float
    must_pass: bool | None


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
        never = any(flip.must_pass and flip.beyond for flip in self.flips)
        return not never and (self.high_s is None or self.low_s < self.high_s)


def window(
    name: str, limit_s: float, results: Iterable[Result], *, must_fail: Collection[str] = ()
) -> Window:
    """What follows for the limit of these cases from one run of each solution.

    Those that `must_fail` are expected to be too slow on some of them.
    """
    by_solution: dict[str, list[Result]] = {}
    for result in results:
        by_solution.setdefault(result.solution, []).append(result)
    flips = tuple(
        filter(None, (_flip(name, limit_s, tests, name in must_fail) for name, tests in by_solution.items()))
    )
    passing = [flip for flip in flips if flip.must_pass]
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
    )


def _must_pass(results: Sequence[Result]) -> bool | None:
    """Must fail if some case expects TLE; must pass if no case allows it."""
    expected = [result.expected for result in results]
    if any(Verdict.TLE in verdicts and Verdict.AC not in verdicts for verdicts in expected):
        return False
    return None if any(Verdict.TLE in verdicts for verdicts in expected) else True
