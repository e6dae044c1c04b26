"""Trees of YAML: plain mappings, sequences and scalars. Each mapping knows the lines of its keys."""

from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct, field

from judge.platform.errors import (
    Fault,
    Message,
    add_fault,
    suggestion,
    unknown,
)
from judge.platform.expressions import compile_later

_INTEGER = compile_later(r"[-+]?(0|[1-9][0-9]{0,17})\Z")
_FLOAT = compile_later(r"[-+]?[0-9]+(\.[0-9]+([eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)\Z")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
# More words for booleans, from YAML 1.1: for the files of tools that use it, which declare them by `Flag`.
BOOLEANS = {
    spelling: value
    for value, words in ((True, ("yes", "on", "true")), (False, ("no", "off", "false")))
    for word in words
    for spelling in (word, word.title(), word.upper())
}
Flag = Annotated[bool, msgspec.Meta(description="true or false", extra={"words": BOOLEANS})]


_Kind = TypeVar("_Kind", bound=msgspec.Struct)


class File(Struct, frozen=True):
    """One file while it is read, with the faults found so far."""

    path: Path
    faults: list[Fault] = field(default_factory=list)

    def fault(self, line: int, message: Message) -> None:
        """Add a fault. A message that is slow to make may be a function (see `add_fault`)."""
        add_fault(self.faults, self.path, line, message)


class Mapping(dict[str, Any]):
    """A YAML mapping. `lines` has for each key the line of the key and the line where its text begins."""

    __slots__ = ("line", "lines")

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, tuple[int, int]] = {}


def checked(file: File, value: Any, kind: type[_Kind], line: int) -> _Kind | None:
    """Convert a value to `kind`. Returns None after reporting all faulty keys.

    The fields of `kind` are Annotated with a msgspec.Meta whose description says what is expected.
    """
    if not isinstance(value, Mapping):
        file.fault(line, f"expected a mapping, got {described(value)}")
        return None
    before = len(file.faults)
    fields = _fields(kind)
    for key in (key for key in value if key not in fields):
        file.fault(value.lines[key][0], partial(unknown, "one of the keys", key, fields))
    found = {}
    for name, info in fields.items():
        if name not in value:
            if info.required:
                file.fault(value.line, f"expected the key {name!r}, got none")
            continue
        try:
            found[name] = msgspec.convert(_word(value[name], info.type), info.type)
        except msgspec.ValidationError:
            file.fault(value.lines[name][0], partial(_misfit, value[name], info.type))
    return kind(**found) if len(file.faults) == before else None


def _misfit(value: Any, kind: Any) -> str:
    kind_of_value, meta = get_args(kind)
    choices = get_args(kind_of_value) if get_origin(kind_of_value) is Literal else ()
    hint = ""
    if isinstance(value, list) and get_origin(kind_of_value) is list:
        (item,) = get_args(kind_of_value)
        wrong = [each for each in value if not _fits(each, item)]
        if wrong:
            return f"expected {meta.description}, got one with {described(wrong[0])}"
    if choices:
        hint = suggestion(str(value), choices)
    elif type(value) in (int, float) and _fits(str(value), kind):
        hint = "; put it in quotes"
    return f"expected {meta.description}, got {described(value)}{hint}"


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _word(value: Any, kind: Any) -> Any:
    """Return the value that a word means in fields of this type."""
    extra = get_args(kind)[1].extra or {}
    return extra.get("words", {}).get(value, value) if isinstance(value, str) else value


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.name: field for field in msgspec.structs.fields(kind)}


def described(value: Any) -> str:
    """Describe a value for an error message."""
    match value:
        case None:
            return "nothing"
        case dict():
            return "a mapping"
        case list():
            return "a list" if value else "an empty list"
        case str():
            return repr(value if len(value) <= 40 else value[:40] + "...")
        case bool():
            return str(value).lower()
        case _:
            return f"the number {value}"


def plain(value: str) -> Any:
    """Return the value of a scalar without quotes."""
    if value in _WORDS:
        return _WORDS[value]
    if _INTEGER.match(value):
        return int(value)
    return float(value) if _FLOAT.match(value) else value
