"""Strict YAML. Raises InputErrors, with their lines, for what it rejects.

Rejected: anchors, aliases, tags, merge keys, repeated keys, keys other than strings, more than one
document, deep nesting, bytes that are not UTF-8. Read from PyYAML's C events: its own loaders keep the
last of two equal keys and expand aliases without bound.
"""

from pathlib import Path
from typing import Any, NoReturn

import yaml

from judge.platform.errors import Fault, fault_at, quoted
from judge.yaml.tree import Mapping, plain

MAX_DEPTH = 32
_TOO_DEEP = f"expected at most {MAX_DEPTH} levels, got more"

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# The parser of LOADER: PyYAML's own parser rejects tabs that this one accepts.
_WRITTEN = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def parse(data: bytes, path: Path, first_line: int, repeats: list[Fault] | None) -> Any:
    """Parse one document (see `judge.yaml.document.load`)."""
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


def parse_as_written(data: bytes) -> Any:
    """Parse data that `parse` accepts into plain mappings, with each scalar as it is written."""
    return yaml.load(data, Loader=_WRITTEN)


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
            self.fail(line, f"expected a key that is a string, got {quoted(event.value)} without quotes")
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
