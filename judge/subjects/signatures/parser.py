"""Parses signatures.

    integer[] twoSum(integer[] nums, integer target)
    void merge(integer[] nums1, integer m, integer[] nums2, integer n)
    integer removeDuplicates(integer[] nums) -> nums
    class LRUCache(integer capacity); integer get(integer key); void put(integer key, integer value)
    any twoSum(...)

The first three are methods of a class `Solution`. The answer is the returned value. For `void` it is the
first argument after the call, with `->` the named one. Semicolons or line ends separate the methods of a
class. Where no types are known, `any` is the type of any value, and `...` are any arguments.
"""

import re
from functools import cache
from typing import NoReturn

from judge.platform.errors import listed, quoted, unknown
from judge.platform.expressions import compile_later
from judge.subjects.signatures.signature import CHANGED, CLASS, OPEN, VOID, Method, Signature
from judge.subjects.signatures.values import ARRAY, FITTED, LIST, Type

_TOKEN = compile_later(r"\s*(?:(->|\[\]|\.\.\.|[<>(),;]|[A-Za-z_]\w*)|(\S))", re.ASCII)
_NAME = compile_later(r"[A-Za-z_]\w*", re.ASCII)
SOLUTION = "Solution"
_DEEPEST = 8
_EXAMPLE = "such as `integer[] twoSum(integer[] nums, integer target)`"


@cache
def parse_signature(text: str) -> Signature:
    """Parse a signature. Raises ValueError with a message of one line."""
    first, *others = [part for part in re.split(r"[;\n]", text) if part.strip()] or [""]
    if re.match(rf"\s*{CLASS}\b", first):
        constructor = _Parser(first.replace(CLASS, VOID, 1)).method()
        methods = tuple(_Parser(each).method() for each in others)
        names = [method.name for method in methods]
        if not names or len({*names, constructor.name}) <= len(names):
            _fail("methods of the class with different names", listed(names))
        return Signature(constructor.name, methods, constructor)
    if others:
        _fail("one method, or `class NAME(...)` before several", others[0].strip())
    return Signature(SOLUTION, (_Parser(first).method(is_answer=True),))


class _Parser:
    """One line of a signature, from left to right."""

    def __init__(self, text: str) -> None:
        self._tokens = [token[1] or token[2] for token in _TOKEN.finditer(text)]

    def _next(self) -> str:
        return self._tokens[0] if self._tokens else ""

    def _take(self, wanted: str = "") -> str:
        token = self._next()
        if token != wanted if wanted else not _NAME.fullmatch(token):
            _fail(f"`{wanted}`" if wanted else f"a name in a signature, {_EXAMPLE}", token)
        return self._tokens.pop(0)

    def method(self, *, is_answer: bool = False) -> Method:
        """Parse a method. With `is_answer` it must return or change a value."""
        returns = None
        if self._next() == VOID:
            self._take()
        else:
            returns = self._type(0)
        name = self._take()
        self._take("(")
        if is_open := self._next() == OPEN:
            self._take(OPEN)
        parameters = self._parameters() if self._next() != ")" else []
        self._take(")")
        changed = 0 if is_answer and returns is None else None
        if is_answer and self._next() == CHANGED:
            self._take(CHANGED)
            names = [each for _, each in parameters]
            if (named := self._take()) not in names:
                raise ValueError(unknown("one of the parameters", named, names))
            changed = names.index(named)
        if self._tokens:
            _fail("the end of the signature", self._next())
        if changed is not None and not parameters:
            _fail(f"a type that {name} returns, or a parameter that it changes", VOID)
        return Method(name, tuple(parameters), returns, changed, is_open)

    def _parameters(self) -> list[tuple[Type, str]]:
        found = [(self._type(0), self._take())]
        while self._next() == ",":
            self._take(",")
            found.append((self._type(0), self._take()))
        names = [name for _, name in found]
        if len({*names}) < len(names):
            _fail("parameters with different names", listed(names))
        return found

    def _type(self, depth: int) -> Type:
        if depth > _DEEPEST:
            _fail(f"a type of at most {_DEEPEST} levels", "more")
        word = self._take()
        if word == LIST:
            self._take("<")
            type = Type(LIST, self._type(depth + 1))
            self._take(">")
        elif word in FITTED:
            type = Type(word)
        else:
            raise ValueError(unknown("one of the types", word, [*FITTED, f"{LIST}<...>"]))
        while self._next() == ARRAY:
            self._take(ARRAY)
            type, depth = Type(ARRAY, type), depth + 1
        return type if depth <= _DEEPEST else _fail(f"a type of at most {_DEEPEST} levels", "more")


def _fail(wanted: str, got: str) -> NoReturn:
    raise ValueError(f"expected {wanted}, got {quoted(got) if got else 'the end of it'}")
