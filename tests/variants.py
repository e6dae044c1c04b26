"""Change every part of a value, one at a time. New fields are found automatically."""

from collections.abc import Collection, Iterator
from enum import Enum
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import fields, replace

from judge.platform.files import Stored, stored

ANOTHER_FILE = stored(Path(__file__))


def variants(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield copies of `value` that differ from it in one place, each with the path of that place.

    A dict, or a tuple of one type, differs in its length and in its first item. An empty
    tuple gets a word. Raises AssertionError for None, since its type is unknown.
    """
    if isinstance(value, Stored):
        yield place, ANOTHER_FILE
    elif isinstance(value, Struct) or hasattr(value, "_replace"):
        names = [field.name for field in fields(value)] if isinstance(value, Struct) else value._fields
        for name in names:
            below = f"{place}.{name}" if place else name
            for found, changed in variants(getattr(value, name), below):
                yield found, copy_of(value, **{name: changed})
    elif value == ():
        yield place, ("x",)
    elif isinstance(value, list):
        yield place, []
    elif isinstance(value, tuple) and value:
        is_list = len({type(item) for item in value}) == 1
        if is_list:
            yield place, (*value, value[0])
        for index, item in enumerate(value[:1] if is_list else value):
            for found, changed in variants(item, place):
                yield found, (*value[:index], changed, *value[index + 1 :])
    elif isinstance(value, dict) and value:
        (name, item), *rest = value.items()
        yield place, dict(rest)
        yield place, {f"{name}x": item, **dict(rest)}
        for found, changed in variants(item, place):
            yield found, {**value, name: changed}
    else:
        yield place, _another(value, place)


def copy_of(value: Any, **changes: Any) -> Any:
    return replace(value, **changes) if isinstance(value, Struct) else value._replace(**changes)


def _another(value: Any, place: str) -> Any:
    match value:
        case bool():
            return not value
        case Enum():
            return next(each for each in type(value) if each is not value)
        case int() | float():
            return value + 1
        case str():
            return f"{value}x"
        case bytes():
            return value + b"x"
        case Path():
            return value.with_name(f"another-{value.name}")
    raise AssertionError(f"{place or 'the value'} is {value!r}: state a value that can be changed")


def unnoticed(value: Any, key: Any, but: Collection[str] = ()) -> set[str]:
    """Name the places of `value` that can change without a change of what `key` makes of it.

    A place below one of the places in `but` counts as that one.
    """
    before = key(value)
    places = {place for place, changed in variants(value) if key(changed) == before}
    return {next((each for each in but if f"{place}.".startswith(f"{each}.")), place) for place in places}
