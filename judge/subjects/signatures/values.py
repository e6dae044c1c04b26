"""Types and their values as JSON: checks that a value fits a type, and normalizes it.

The names of types and the form of values follow the site LeetCode: a tree by its levels, with `null` for a
missing child, a list of nodes as an array.
"""

import json
from collections.abc import Callable
from decimal import Decimal
from math import inf, isfinite, nan
from typing import Any, NoReturn

from msgspec import Struct

from judge.platform.errors import shown

ARRAY, LIST = "[]", "list"
# The type of a value that is not known.
ANY = "any"
TREE, CHAIN = "TreeNode", "ListNode"


class Type(Struct, frozen=True):
    """A type by its word. `[]` and `list` have the type `inner`. `str` is its text."""

    word: str
    inner: "Type | None" = None

    def __str__(self) -> str:
        if self.inner is None:
            return self.word
        return f"{self.inner}[]" if self.word == ARRAY else f"{self.word}<{self.inner}>"

    def words(self) -> set[str]:
        return {self.word} | (self.inner.words() if self.inner else set())

    def normalize(self, value: Any) -> Any:
        """Normalize a value: doubles to floats, trees without nulls at their end.

        Raises ValueError if the value has another type.
        """
        if self.inner is None:
            return FITTED[self.word](value)
        if not isinstance(value, list):
            raise ValueError
        return [*map(self.inner.normalize, value)]

    @property
    def least(self) -> str:
        """The text of the smallest value."""
        return _LEAST.get(self.word, "[]")


class LongInteger(Decimal):
    """An integer with more digits than Python converts."""


def parse_value(data: bytes) -> Any:
    """Parse JSON. An integer may be a LongInteger.

    Raises ValueError for other text, and for constants that only Python accepts.
    """
    text = data.decode()
    try:
        try:
            return json.loads(text, parse_constant=_refuse)
        except json.JSONDecodeError:
            raise
        except ValueError:  # perhaps a long integer
            return json.loads(text, parse_constant=_refuse, parse_int=_parse_integer)
    except RecursionError:
        raise ValueError from None


def _refuse(text: str) -> NoReturn:
    raise ValueError(text)


def _parse_integer(text: str) -> int | LongInteger:
    try:
        return int(text)
    except ValueError:
        return LongInteger(text)


def encode_line(value: Any) -> bytes:
    """Encode a value as the drivers print it."""
    return _encode(value, ",", ":").encode() + b"\n"


def format_value(value: Any) -> str:
    """Format a value for an error message."""
    return shown(_encode(value, ", ", ": ").encode(errors="replace"))


def _encode(value: Any, comma: str, colon: str) -> str:
    """Raises TypeError and ValueError for a value that JSON cannot write."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(comma, colon))
    except (TypeError, ValueError):  # perhaps a long integer
        if isinstance(value, LongInteger | int):
            return f"{Decimal(value):f}"
        if isinstance(value, list | tuple):
            return f"[{comma.join(_encode(each, comma, colon) for each in value)}]"
        if isinstance(value, dict):
            pairs = ((json.dumps({key: 0}, ensure_ascii=False)[1:-4], each) for key, each in value.items())
            return f"{{{comma.join(f'{key}{colon}{_encode(each, comma, colon)}' for key, each in pairs)}}}"
        raise


def _accept(is_valid: Callable[[Any], bool]) -> Callable[[Any], Any]:
    """Return a function that returns valid values and raises ValueError for others."""

    def fit(value: Any) -> Any:
        if not is_valid(value):
            raise ValueError
        return value

    return fit


def _integer(bits: int) -> Callable[[Any], Any]:
    return _accept(lambda value: type(value) is int and -(1 << bits - 1) <= value < 1 << bits - 1)


def _double(value: Any) -> float:
    try:
        number = float(value) if type(value) in (int, float) else nan
    except OverflowError:
        number = inf
    if not isfinite(number):
        raise ValueError
    return number


def _string(value: Any) -> str:
    """Raises ValueError for half of a surrogate pair, too."""
    if not isinstance(value, str):
        raise ValueError
    value.encode()
    return value


def _tree(value: Any) -> list[int | None]:
    """Check the levels of a tree: every node but the first is a child of an earlier one."""
    if not isinstance(value, list):
        raise ValueError
    found = [None if each is None else _integer(32)(each) for each in value]
    while found and found[-1] is None:
        found.pop()
    places = 1
    for each in found:
        if not places:
            raise ValueError
        places += -1 if each is None else 1
    return found


FITTED: dict[str, Callable[[Any], Any]] = {
    "integer": _integer(32),
    "long": _integer(64),
    "double": _double,
    "boolean": _accept(lambda value: isinstance(value, bool)),
    "string": _string,
    "character": _accept(lambda value: isinstance(value, str) and len(value) == 1 and value.isascii()),
    ANY: _accept(lambda value: True),
    TREE: _tree,
    CHAIN: Type(ARRAY, Type("integer")).normalize,
}
_LEAST = {
    ANY: "null",
    "integer": "0",
    "long": "0",
    "double": "0.0",
    "boolean": "false",
    "string": '""',
    "character": '"a"',
}
