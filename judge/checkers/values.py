"""The rule of functions: values are compared, not how they are written.

A number of the answer that has a point is met within 1e-5, or a billionth of it where that is more; LeetCode
says so of its doubles ("Answers within 10^-5 of the actual answer will be accepted"), as in
https://leetcode.com/problems/powx-n/. All else is equal or is not: 1 is neither 1.0 nor true.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from judge.checkers.checker import Judgement
from judge.model.cases import Test
from judge.model.verdicts import Verdict
from judge.platform.files import same, size_of, whole
from judge.subjects.signatures.values import encode_line, format_value, parse_value

_ABSOLUTE, _RELATIVE = 1e-5, 1e-9
# No value is written so much longer than it is by another: what is longer is not read.
_LONGER, _AT_LEAST = 16, 1 << 10


class Values(Struct, frozen=True):
    """A checker. On so many levels, from the outermost, the order of the items of an array does not count.

    None where the answer is no JSON.
    """

    levels: int = 0

    def __call__(self, test: Test, output: bytes) -> Judgement | None:
        try:
            if same(test.right_answer, output):
                return Judgement(verdict=Verdict.AC)
            wanted = self._sorted(parse_value(whole(test.right_answer)), self.levels)
        except (ValueError, RecursionError):
            return None
        if len(output) > _LONGER * size_of(test.right_answer) + _AT_LEAST:
            return Judgement(verdict=Verdict.WA)
        try:
            found = self._sorted(parse_value(output), self.levels)
            wrong = _difference(wanted, found, ("sorted, " if self.levels else "") + "the answer")
        except (ValueError, RecursionError):
            return Judgement(verdict=Verdict.WA)
        return Judgement(verdict=Verdict.WA if wrong else Verdict.AC, message=wrong)

    def _sorted(self, value: Any, levels: int) -> Any:
        if not levels or not isinstance(value, list):
            return value
        return sorted((self._sorted(each, levels - 1) for each in value), key=_place)


def _place(value: Any) -> tuple[bool, float, bytes]:
    """Where a value stands among others: numbers by what they are, all else by its text."""
    if isinstance(value, int | float):
        return False, value, b""
    return True, 0, encode_line(value)


def _difference(wanted: Any, found: Any, place: str) -> str:
    """Where a value leaves the answer, in words; empty where it does not."""
    if isinstance(wanted, list) and isinstance(found, list):
        if len(wanted) != len(found):
            return f"{place} has {len(found):,} items, expected {len(wanted):,}"
        pairs = enumerate(zip(wanted, found, strict=True))
        return next(filter(None, (_difference(*pair, f"{place}[{at}]") for at, pair in pairs)), "")
    alike = _near(wanted, found) if type(wanted) is float else type(wanted) is type(found) and wanted == found
    return "" if alike else f"{place} is {format_value(found)}, expected {format_value(wanted)}"


def _near(wanted: float, found: Any) -> bool:
    within = max(_ABSOLUTE, _RELATIVE * abs(wanted))
    return type(found) in (int, float) and wanted - within <= found <= wanted + within


VALUE = "value"
RULES: Mapping[str, Values] = {VALUE: Values(), "unordered": Values(1), "unordered nested": Values(2)}
