"""Results that stand: each as long as all that it hangs on is what it was, see `Pairs.key`."""

from collections.abc import Collection

from judge.errors import InputErrors
from judge.results import Result
from judge.verdicts import Verdict
from judge.work.keys import Pairs

# A solution, a case and the number of a test.
Key = tuple[str, str, int]
_UNJUDGED = (Verdict.JE, Verdict.SK)


def key_of(result: Result) -> Key:
    return result.solution, result.case, result.test


class Standing:
    """The newest final result of each test, whether it stands or not: what was taken away may come back."""

    def __init__(self) -> None:
        self._kept: dict[Key, tuple[str, Result]] = {}

    def add(self, result: Result, pairs: Pairs) -> None:
        """One of these pairs. What the judge or a checker failed at, and what was skipped, stands never."""
        if result.final and result.verdict not in _UNJUDGED and (ground := _ground(result, pairs)):
            self._kept[key_of(result)] = ground, result

    def among(self, pairs: Pairs) -> dict[Key, Result]:
        """Those of these pairs that stand."""
        return {
            key: pairs.expecting(result)
            for key, (ground, result) in self._kept.items()
            if result.test <= pairs.tests(result.solution, result.case) and ground == _ground(result, pairs)
        }

    def __contains__(self, key: Key) -> bool:
        """Whether there is one, which may not stand."""
        return key in self._kept

    def forget(self, keys: Collection[Key] | None = None) -> None:
        """These, or all."""
        for key in [*self._kept] if keys is None else keys:
            self._kept.pop(key, None)


def _ground(result: Result, pairs: Pairs) -> str:
    """What it stands on, its key and its time limit; empty where a file has changed since it was read."""
    try:
        key = pairs.key(result.solution, result.case, result.test)
        return f"{key} {pairs.limits(result.case).cpu_s}"
    except InputErrors:
        return ""
