"""Every number that a file may state has its range, and both ends belong to it."""

import math
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

import judge

LARGEST = math.nextafter(math.inf, 0)
BELOW_A_MILLION = math.nextafter(1e6, 0)
# By the words that describe them, else by type and key: the least and the most.
RANGES: dict[str, tuple[float, float]] = {
    "a number of points from 0 on": (0.0, 1e9),
    "a number of passes from 1 to 1000": (1, 1000),
    "a number of passes from 2 to 1000": (2, 1000),
    "a whole number from 1 to 999999": (1, 999_999),
    "a number from 1 on": (1.0, LARGEST),
    "a number of seconds above 0": (1e-6, BELOW_A_MILLION),
    "a whole number from 0 on, or unbounded": (0, 10**9),
    "a whole number from 0 on, or pass-fail": (0, 10**18),
    "_Batch.size": (1, 10**6),
    "_Problem.time_limit": (1.0, math.nextafter(1e9, 0)),
    "_Problem.memory_limit": (math.nextafter(0, 1), BELOW_A_MILLION),
}
# Lists and words that may not be empty.
NOT_EMPTY = {
    *("a mapping from groups of tests to their points", "a list of generators with their words"),
    *("a signature", "a list of cases", "a list of some of AC, WA, TLE, RTE"),
}


def metas(hint: Any) -> Iterator[msgspec.Meta]:
    """Yield the metadata of a type and of the types in it, the outermost first."""
    if get_origin(hint) is Annotated:
        yield from (each for each in get_args(hint)[1:] if isinstance(each, msgspec.Meta))
    for inner in get_args(hint):
        yield from metas(inner)


def kinds() -> Iterator[type[msgspec.Struct]]:
    """Yield the types of what files hold."""
    for room in ("cases", "packages", "solutions"):
        for module in pkgutil.iter_modules([f"{judge.__path__[0]}/{room}"], f"judge.{room}."):
            for kind in vars(import_module(module.name)).values():
                if (
                    isinstance(kind, type)
                    and kind.__module__ == module.name
                    and issubclass(kind, msgspec.Struct)
                ):
                    yield kind


def stated() -> Iterator[tuple[str, Any, list[msgspec.Meta]]]:
    """Yield every field that files fill: a name for it, its type and its metadata."""
    for kind in kinds():
        for name, hint in get_type_hints(kind, include_extras=True).items():
            found = list(metas(hint))
            words = next((each.description for each in found if each.description), None)
            yield words or f"{kind.__name__}.{name}", hint, found


FOUND = {name: (hint, found) for name, hint, found in stated()}
BOUNDED = [
    name
    for name, (_, found) in FOUND.items()
    if any(bound is not None for each in found for bound in (each.ge, each.gt, each.le, each.lt))
]


def is_taken(value: Any, hint: Any) -> bool:
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return False
    return True


def test_every_number_with_bounds_has_a_range_here() -> None:
    assert {*BOUNDED} == {*RANGES}


@pytest.mark.parametrize("name", RANGES)
def test_the_ends_of_a_range_belong_to_it(name: str) -> None:
    hint, (least, most) = FOUND[name][0], RANGES[name]
    assert is_taken(least, hint)
    assert is_taken(most, hint)
    if isinstance(least, int):
        assert not is_taken(least - 1, hint)
        assert not is_taken(most + 1, hint) or most == 10**18
    else:
        assert not is_taken(math.nextafter(least, -1), hint)
        assert not is_taken(math.nextafter(most, math.inf), hint) or most == LARGEST


@pytest.mark.parametrize("words", sorted(NOT_EMPTY))
def test_what_may_not_be_empty_is_refused_so(words: str) -> None:
    empty: tuple[Any, ...] = ({}, [], "")
    assert not any(is_taken(each, FOUND[words][0]) for each in empty)


def test_every_key_says_what_it_may_hold() -> None:
    """A kind of file describes all of its keys, or none."""
    for kind in kinds():
        hints = get_type_hints(kind, include_extras=True)
        worded = [name for name, hint in hints.items() if any(each.description for each in metas(hint))]
        assert worded in ([], [*hints]), kind
