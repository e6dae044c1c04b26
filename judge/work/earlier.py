"""The rule for earlier results: which ones still hold, for `--resume` and for each round of `--watch`.

A result holds while everything that it depends on is unchanged (`ResultKeys.key`) and its verdict would be
the same under today's time limit; docs/known.md has the rule for limits as a table.
"""

from collections.abc import Collection

from msgspec.structs import replace

from judge.model.results import Result
from judge.model.runs import Limits
from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors
from judge.work.keys import ResultKeys
from judge.work.task_results import is_near_limit

# A solution, a case, and the number of a test.
Key = tuple[str, str, int]
# The judge's own failure says nothing about a program. A missing tool may be installed by now.
UNKNOWN = (Verdict.JE, Verdict.SK, Verdict.CE)
# While you watch, a program that did not compile fails to compile again until a file changes.
NEVER_HELD = (Verdict.JE, Verdict.SK)


def key_of(result: Result) -> Key:
    return result.solution, result.case, result.test


def is_known(result: Result, limits: Limits) -> bool:
    """Return whether a result under these limits can be reused.

    A result near its time limit cannot: the next run may end differently.
    """
    is_sure = result.final and result.verdict not in UNKNOWN
    return is_sure and result.runs == 1 and not is_near_limit(result, limits)


def still_holds(result: Result, limit_s: float, now: Limits) -> bool:
    """Return whether a result under a CPU limit of `limit_s` would be the same under the limits of `now`.

    An accepted one holds under a looser limit. A TLE holds under a tighter one, unless the program slept so
    long that it would be idle there first, which is unknown for several passes.
    """
    if now.cpu_s == limit_s:
        return is_known(result, now)
    if not is_known(result, replace(now, cpu_s=limit_s)):
        return False
    if result.verdict is Verdict.AC:
        return now.cpu_s > limit_s
    if result.verdict is not Verdict.TLE or result.passes > 1 or result.cpu_s is None:
        return False
    slept_s = (result.wall_s or 0.0) - result.cpu_s
    return now.cpu_s < limit_s and now.allowance_s + slept_s <= now.wall_s


class EarlierResults:
    """The newest final result of each test. It is kept if it does not hold now: a change may be undone."""

    def __init__(self) -> None:
        self._kept: dict[Key, tuple[str, Result]] = {}

    def add(self, result: Result, pairs: ResultKeys) -> None:
        if result.final and result.verdict not in NEVER_HELD and (basis := _basis(result, pairs)):
            self._kept[key_of(result)] = basis, result

    def that_hold(self, pairs: ResultKeys) -> dict[Key, Result]:
        """Return the results of these pairs that hold."""
        return {
            key: pairs.update_expectation(result)
            for key, (basis, result) in self._kept.items()
            if result.test <= pairs.count_tests(result.solution, result.case)
            and basis == _basis(result, pairs)
        }

    def __contains__(self, key: Key) -> bool:
        """Return whether there is a result, which need not hold."""
        return key in self._kept

    def forget(self, keys: Collection[Key] | None = None) -> None:
        """Forget these, or all."""
        for key in [*self._kept] if keys is None else keys:
            self._kept.pop(key, None)


def _basis(result: Result, pairs: ResultKeys) -> str:
    """The key and the time limit of a result; empty if a file has changed since it was read."""
    try:
        key = pairs.key(result.solution, result.case, result.test)
    except InputErrors:
        return ""
    return f"{key} {pairs.limits(result.solution, result.case).cpu_s}"
