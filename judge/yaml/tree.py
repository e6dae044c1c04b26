"""Strict YAML: plain mappings, sequences and scalars. Each mapping knows the lines of its keys.

Rejected with their line: anchors, aliases, tags, merge keys, repeated keys, keys other than strings,
more than one document, deep nesting, bytes that are not UTF-8. Read from PyYAML's C events: its
own loaders keep the last of two equal keys and expand aliases without bound.
"""

import re
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, TypeVar, get_args, get_origin

import msgspec
import yaml
from msgspec import Struct, field

from judge.platform.errors import (
    Fault,
    InputErrors,
    Message,
    add_fault,
    fault_at,
    quoted,
    suggestion,
    unknown,
)
from judge.platform.files import Stored, read

MAX_DEPTH = 32
_TOO_DEEP = f"expected at most {MAX_DEPTH} levels, got more"

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# The parser of LOADER: PyYAML's own parser rejects tabs that this one accepts.
_WRITTEN = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})\Z")
_FLOAT = re.compile(r"[-+]?[0-9]+(\.[0-9]+([eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)\Z")
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


def load(data: bytes, path: Path, *, first_line: int = 1, repeats: list[Fault] | None = None) -> Any:
    """Parse the one document in `data`, which begins at `first_line` of `path`. Raises InputErrors.

    With `repeats` the last of several equal keys counts, and the list gets a warning for it.
    """
    builder = _Builder(path, first_line, repeats)
    text = builder.text(data)
    try:
        for event in yaml.parse(text, Loader=LOADER):
            builder.add(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        # PyYAML 6.0.4 has a limit of its own, and its parser reads ahead of the events.
        too_deep = "nesting depth" in str(error.problem)
        fault = _TOO_DEEP if too_deep else f"expected YAML, got a fault: {error.problem}"
        builder.fail(mark.line if mark else 0, fault)
    except yaml.reader.ReaderError as error:
        # The C parser counts the bytes of UTF-8.
        line = text.encode().count(b"\n", 0, error.position)
        builder.fail(line, f"expected YAML, got the character U+{error.character:04X}")
    return builder.root


def load_file(file: File, most_bytes: int) -> tuple[Any, Stored] | None:
    """Load a file. Returns its content and the stored file, or None after reporting a fault."""
    try:
        data, stamp = read(file.path, most_bytes)
        return load(data, file.path), Stored(file.path, stamp)
    except OSError as error:
        file.fault(0, f"expected a readable file, got: {error.strerror}")
    except InputErrors as error:
        file.faults.extend(error.faults)
    return None


def as_written(data: bytes) -> Any:
    """Parse data that `load` accepts into plain mappings, with each scalar as it is written."""
    return yaml.load(data, Loader=_WRITTEN)


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
    hint = suggestion(str(value), choices) if choices else ""
    return f"expected {meta.description}, got {described(value)}{hint}"


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


class _Builder:
    """Builds values from events. Sequences and mappings are on a stack until they end."""

    def __init__(self, path: Path, first_line: int, repeats: list[Fault] | None) -> None:
        self.root: Any = None
        self._repeats = repeats
        self._path = path
        self._first_line = first_line
        self._stack: list[Mapping | list[Any]] = []
        self._keys: list[tuple[str, int] | None] = []
        self._documents = 0

    def fail(self, line: int, message: str) -> NoReturn:
        """Raise InputErrors. The line counts from 0 within the document."""
        raise fault_at(self._path, message, line + self._first_line)

    def text(self, data: bytes) -> str:
        try:
            return data.removeprefix(b"\xef\xbb\xbf").decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start)
            self.fail(line, f"expected UTF-8, got the byte 0x{data[error.start]:02x}")

    def add(self, event: yaml.Event) -> None:
        match event:
            case yaml.DocumentStartEvent():
                self._documents += 1
                if self._documents > 1:
                    self.fail(_line(event), "expected one document, got another")
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                self._stack.pop()
                self._keys.pop()
            case yaml.AliasEvent():
                self.fail(_line(event), "expected a value, got an alias")
            case yaml.NodeEvent():
                self._refuse_extras(event)
                self._add_node(event)

    def _refuse_extras(self, event: yaml.NodeEvent) -> None:
        if event.anchor is not None:
            self.fail(_line(event), "expected a value, got an anchor")
        tag = getattr(event, "tag", None)
        if tag is not None:
            self.fail(_line(event), f"expected a value, got the tag {quoted(tag)}")

    def _add_node(self, event: yaml.NodeEvent) -> None:
        line = _line(event)
        if isinstance(event, yaml.ScalarEvent):
            if self._stack and isinstance(self._stack[-1], Mapping) and self._keys[-1] is None:
                self._keys[-1] = self._key(event)
            else:
                self._put(_scalar(event), line + (event.style in ("|", ">")))
            return
        if len(self._stack) >= MAX_DEPTH:
            self.fail(line, _TOO_DEEP)
        container: Mapping | list[Any]
        container = Mapping(line + self._first_line) if isinstance(event, yaml.MappingStartEvent) else []
        self._put(container, line)
        self._stack.append(container)
        self._keys.append(None)

    def _key(self, event: yaml.ScalarEvent) -> tuple[str, int]:
        line = _line(event)
        mapping = self._stack[-1]
        assert isinstance(mapping, Mapping)
        if event.value in mapping:
            first = mapping.lines[event.value][0]
            again = f"expected each key once, got {quoted(event.value)} again, first on line {first}"
            if self._repeats is None:
                self.fail(line, again)
            self._repeats.append(Fault(self._path, line + self._first_line, f"{again}: the last counts"))
        if not isinstance(_scalar(event), str) or event.value == "<<":
            self.fail(line, f"expected a key that is a string, got {quoted(event.value)}")
        return event.value, line + self._first_line

    def _put(self, value: Any, line: int) -> None:
        if not self._stack:
            self.root = value
            return
        container = self._stack[-1]
        if isinstance(container, list):
            container.append(value)
            return
        key = self._keys[-1]
        if key is None:
            self.fail(line, "expected a key that is a string, got a collection")
        container[key[0]] = value
        container.lines[key[0]] = (key[1], line + self._first_line)
        self._keys[-1] = None


def _line(event: yaml.Event) -> int:
    """Return the line of an event, from 0."""
    return event.start_mark.line if event.start_mark else 0


def _scalar(event: yaml.ScalarEvent) -> Any:
    """Return the value of a scalar: a string, unless it is plain and one of JSON's words or numbers."""
    return plain(event.value) if event.implicit[0] else event.value


def plain(value: str) -> Any:
    """Return the value of a scalar without quotes."""
    if value in _WORDS:
        return _WORDS[value]
    if _INTEGER.match(value):
        return int(value)
    return float(value) if _FLOAT.match(value) else value
