"""`dataclass` as the standard library has it, for frozen values, of which a process pays for those it makes.

There six methods of each class are compiled when its module is loaded, a third of what it takes to load a
command. Here `__init__` is compiled when the first instance is made, and the others are the same functions
for all classes. `fields`, `replace`, `asdict`, copies and pickles know no difference.
"""

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, fields
from dataclasses import dataclass as standard
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(
        *, frozen: Literal[True], slots: Literal[True], kw_only: bool = False
    ) -> Callable[[type], type]:
        return lambda declared: _with_methods(_with_slots(declared, kw_only=kw_only))


def _with_slots(declared: Any, *, kw_only: bool) -> Any:
    """The same class with its fields known and in slots, without methods of theirs."""
    declared.__doc__ = declared.__doc__ or declared.__name__
    return standard(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(declared)


def _with_methods(made: Any) -> Any:
    """With those that a frozen dataclass has, but for those of its own."""

    def __init__(self: Any, *values: Any, **named: Any) -> None:
        made.__init__ = _compiled_init(made)
        made.__init__(self, *values, **named)

    for method in (__init__, *_METHODS):
        if method.__name__ not in vars(made):
            setattr(made, method.__name__, method)
    return made


def _compiled_init(made: Any) -> Any:
    """That of a frozen dataclass with the same fields."""
    names: dict[str, Any] = {"set_": object.__setattr__, "MISSING": MISSING}
    words, keywords, lines = ["self"], ["*"], ["pass"]
    for each in fields(made):
        word = value = each.name
        if each.default is not MISSING:
            names[f"default_{word}"] = each.default
            word = f"{word}=default_{word}"
        elif each.default_factory is not MISSING:
            names[f"new_{word}"] = each.default_factory
            word, value = f"{word}=MISSING", f"new_{word}() if {word} is MISSING else {word}"
        (keywords if each.kw_only else words).append(word)
        lines.append(f"set_(self, {each.name!r}, {value})")
    heading = ", ".join(words + keywords * (len(keywords) > 1))
    exec(f"def __init__({heading}):\n  " + "\n  ".join(lines), names)
    names["__init__"].__qualname__ = f"{made.__qualname__}.__init__"
    return names["__init__"]


@cache
def _getter_of(made: Any) -> Callable[[Any], tuple[Any, ...]]:
    names = [each.name for each in fields(made)]
    return attrgetter(*names) if len(names) > 1 else lambda one: tuple(getattr(one, name) for name in names)


def _values(one: Any) -> tuple[Any, ...]:
    return _getter_of(one.__class__)(one)


def __repr__(self: Any) -> str:
    named = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self))
    return f"{type(self).__qualname__}({', '.join(named)})"


def __eq__(self: Any, other: object) -> bool:
    return _values(self) == _values(other) if type(other) is type(self) else NotImplemented


def __hash__(self: Any) -> int:
    return hash(_values(self))


def __setattr__(self: Any, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def __delattr__(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def __setstate__(self: Any, state: tuple[None, dict[str, Any]]) -> None:
    for name, value in state[1].items():
        object.__setattr__(self, name, value)


_METHODS = (__repr__, __eq__, __hash__, __setattr__, __delattr__, __setstate__)
