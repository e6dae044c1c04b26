"""The rule for functions: compare values, not their notation.

A number with a decimal point is accepted within 1e-5, or within a billionth of its value if that is more.
LeetCode states this rule for doubles ("Answers within 10^-5 of the actual answer will be accepted"), for
example in https://leetcode.com/problems/powx-n/. Everything else must be equal: 1 is neither 1.0 nor true.
Where no types are known, values are compared as Python does, and 1, 1.0 and true are equal. There, too, only
a number of the answer with a decimal point has these bounds: a float near an integer is wrong.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from judge.checkers.checker import Judgement
from judge.model.cases import Test
from judge.model.verdicts import Verdict
from judge.platform.errors import cut, printable
from judge.platform.files import same, size_of, whole
from judge.subjects.signatures.values import LongInteger, encode_line, format_value, parse_value

_ABSOLUTE, _RELATIVE = 1e-5, 1e-9
# No notation of a value is so much longer than another: longer outputs are not parsed.
_LONGER, _AT_LEAST = 16, 1 << 10
# So begins the sentence of a driver about an answer that is no value of JSON.
_SENTENCE, _LETTERS = b"the answer ", 120


def _is_alike(wanted: Any, found: Any) -> bool:
    """Return whether two values of a known type are equal."""
    if type(wanted) is float:
        return _is_near(wanted, found)
    return type(wanted) is type(found) and wanted == found


def _is_equal(wanted: Any, found: Any) -> bool:
    """Return whether two values are equal as in Python, or near a float of the answer."""
    return bool(wanted == found) or (type(wanted) is float and _is_near(wanted, found))


def _is_near(wanted: float, found: Any) -> bool:
    within = max(_ABSOLUTE, _RELATIVE * abs(wanted))
    return type(found) in (int, float) and wanted - within <= found <= wanted + within


class Values(Struct, frozen=True):
    """A checker that ignores the order of array items on the outermost `levels`.

    It returns None if the answer is not JSON. `is_alike` compares a value of the answer, neither an array nor
    an object, with the output's value, and `explain` ends the message where they differ.
    """

    levels: int = 0
    is_alike: Callable[[Any, Any], bool] = _is_alike
    explain: Callable[[Any, Any], str] = lambda wanted, found: ""

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
            place = ("sorted, " if self.levels else "") + "the answer"
            wrong = self._difference(wanted, found, place)
        except (ValueError, RecursionError):
            return Judgement(verdict=Verdict.WA, message=_find_sentence(output))
        return Judgement(verdict=Verdict.WA if wrong else Verdict.AC, message=wrong)

    def _sorted(self, value: Any, levels: int) -> Any:
        if not levels or not isinstance(value, list):
            return value
        return sorted((self._sorted(each, levels - 1) for each in value), key=_place)

    def _difference(self, wanted: Any, found: Any, place: str) -> str:
        """Describe the first difference between a value and the answer; "" if there is none."""
        if isinstance(wanted, list) and isinstance(found, list):
            if len(wanted) != len(found):
                return f"{place} has {len(found):,} items, expected {len(wanted):,}"
            pairs = enumerate(zip(wanted, found, strict=True))
            return next(filter(None, (self._difference(*pair, f"{place}[{at}]") for at, pair in pairs)), "")
        if isinstance(wanted, dict) and isinstance(found, dict) and wanted.keys() == found.keys():
            named = ((wanted[key], found[key], f"{place}[{format_value(key)}]") for key in wanted)
            return next(filter(None, (self._difference(*each) for each in named)), "")
        if self.is_alike(wanted, found):
            return ""
        why = self.explain(wanted, found)
        return f"{place} is {format_value(found)}, expected {format_value(wanted)}{why}"


def _find_sentence(output: bytes) -> str:
    """Return what a driver printed instead of a value, "" for other text."""
    return (
        printable(cut(output.decode(errors="replace").strip(), _LETTERS))
        if output.startswith(_SENTENCE)
        else ""
    )


def _place(value: Any) -> tuple[bool, float | LongInteger, bytes]:
    """Return a sort key: numbers by value, everything else by its text."""
    if isinstance(value, int | float | LongInteger):
        return False, value, b""
    return True, 0, encode_line(value)


VALUE, UNTYPED = "value", "untyped"
_LEVELS = {VALUE: 0, "unordered": 1, "unordered nested": 2}
RULES: Mapping[str, Values] = {
    **{name: Values(levels) for name, levels in _LEVELS.items()},
    **{f"{name} {UNTYPED}": Values(levels, _is_equal) for name, levels in _LEVELS.items()},
}
