"""Types and their values as JSON: which value fits a type, and its plainest form.

The words of types are those of the site LeetCode, and so is how a value looks: a tree by its levels, `null`
for a child that is not there, a list of nodes as an array.
"""

import json
from collections.abc import Callable
from math import isfinite
from typing import Any, NoReturn

from msgspec import Struct

from judge.errors import shown

ARRAY, LIST = "[]", "list"
TREE, CHAIN = "TreeNode", "ListNode"


class Type(Struct, frozen=True):
    """A type by its word; `[]` and `list` are of other values. `str` is its text."""

    word: str
    inner: "Type | None" = None

    def __str__(self) -> str:
        if self.inner is None:
            return self.word
        return f"{self.inner}[]" if self.word == ARRAY else f"{self.word}<{self.inner}>"

    def words(self) -> set[str]:
        """The words of which it is made."""
        return {self.word} | (self.inner.words() if self.inner else set())

    def fitted(self, value: Any) -> Any:
        """The value in its plainest form: of numbers with a point floats, trees without nulls at their end.

        Raises ValueError where it has another type.
        """
        if self.inner is None:
            return FITTED[self.word](value)
        if not isinstance(value, list):
            raise ValueError
        return [*map(self.inner.fitted, value)]

    @property
    def least(self) -> str:
        """The text of a value that says the least."""
        return _LEAST.get(self.word, "[]")


def parsed(data: bytes) -> Any:
    """The value of a JSON text. Raises ValueError for what is none, and what only Python takes for it."""
    try:
        return json.loads(data.decode(), parse_constant=_refuse)
    except RecursionError:
        raise ValueError from None


def _refuse(text: str) -> NoReturn:
    raise ValueError(text)


def line_of(value: Any) -> bytes:
    """A value as the drivers print it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def described(value: Any) -> str:
    """A value as an error message may hold it."""
    return shown(json.dumps(value, ensure_ascii=False).encode(errors="replace"))


def _whole(bits: int) -> Callable[[Any], Any]:
    def fitted(value: Any) -> int:
        if type(value) is not int or not -(1 << bits - 1) <= value < 1 << bits - 1:
            raise ValueError
        return value

    return fitted


def _double(value: Any) -> float:
    if type(value) not in (int, float) or not isfinite(number := _float(value)):
        raise ValueError
    return number


def _float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        raise ValueError from None


def _boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _string(value: Any) -> str:
    """Raises ValueError for half of a surrogate pair, too."""
    if not isinstance(value, str):
        raise ValueError
    value.encode()
    return value


def _character(value: Any) -> str:
    if not isinstance(value, str) or len(value) != 1 or not value.isascii():
        raise ValueError
    return value


def _nodes(value: Any) -> list[int]:
    if not isinstance(value, list):
        raise ValueError
    return [*map(_whole(32), value)]


def _tree(value: Any) -> list[int | None]:
    """Its levels; every node but the first is a child of one before it."""
    if not isinstance(value, list):
        raise ValueError
    found = [None if each is None else _whole(32)(each) for each in value]
    while found and found[-1] is None:
        found.pop()
    places = 1
    for each in found:
        if not places:
            raise ValueError
        places += -1 if each is None else 1
    return found


FITTED: dict[str, Callable[[Any], Any]] = {
    "integer": _whole(32),
    "long": _whole(64),
    "double": _double,
    "boolean": _boolean,
    "string": _string,
    "character": _character,
    TREE: _tree,
    CHAIN: _nodes,
}
_LEAST = {
    "integer": "0",
    "long": "0",
    "double": "0.0",
    "boolean": "false",
    "string": '""',
    "character": '"a"',
}
