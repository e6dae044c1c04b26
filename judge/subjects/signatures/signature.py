"""Signatures of classes, and the lines of JSON with their arguments and answers."""

from typing import Any

from msgspec import Struct

from judge.platform.errors import FormatError, counted, shown, unknown
from judge.subjects.signatures.values import ANY, Type, encode_line, format_value, parse_value

# The mark in an output file until the driver replaces it by the answer. No value of JSON begins so.
UNANSWERED = b"?"
CLASS, VOID, CHANGED, OPEN = "class", "void", "->", "..."


class Method(Struct, frozen=True):
    """A method. For void `returns` is None. `changed` is the index of the argument that is the answer.

    One that `is_open` takes any arguments, and has no parameters.
    """

    name: str
    parameters: tuple[tuple[Type, str], ...]
    returns: Type | None
    changed: int | None = None
    is_open: bool = False

    def __str__(self) -> str:
        row = OPEN if self.is_open else ", ".join(f"{type} {name}" for type, name in self.parameters)
        is_default = self.changed is None or (self.returns is None and self.changed == 0)
        after = "" if is_default else f" {CHANGED} {self.parameters[self.changed or 0][1]}"
        return f"{self.returns or VOID} {self.name}({row}){after}"

    @property
    def result(self) -> Type | None:
        """The type of the answer, None if there is no answer."""
        return self.returns if self.changed is None else self.parameters[self.changed][0]


class Signature(Struct, frozen=True):
    """The one method of a class, or with a `constructor` all methods. `str` is its text."""

    name: str
    methods: tuple[Method, ...]
    constructor: Method | None = None

    def __str__(self) -> str:
        rows = [*map(str, self.methods)]
        if self.constructor:
            rows.insert(0, str(self.constructor).replace(VOID, CLASS, 1))
        return "; ".join(rows)

    @property
    def result(self) -> Type | None:
        """The type of the answer, None if each call has its own."""
        return None if self.constructor else self.methods[0].result

    @property
    def is_typed(self) -> bool:
        """Return whether all types are known."""
        return ANY not in self.words() and not any(method.is_open for method in self.methods)

    def words(self) -> set[str]:
        every = [*self.methods, *filter(None, (self.constructor,))]
        types = [type for method in every for type, _ in method.parameters]
        types += [method.returns for method in every if method.returns]
        return {word for type in types for word in type.words()}

    def least(self) -> bytes:
        """Return the smallest input."""
        if not self.constructor:
            return "".join(f"{type.least}\n" for type, _ in self.methods[0].parameters).encode()
        given = ",".join(type.least for type, _ in self.constructor.parameters)
        return f'["{self.name}"]\n[[{given}]]\n'.encode()

    def normalize_input(self, data: bytes) -> bytes:
        """Normalize an input: each argument on its line. Raises FormatError."""
        lines = _split_lines(data)
        if self.constructor:
            return b"".join(map(encode_line, self._parse_calls(self.constructor, lines)))
        if self.methods[0].is_open:
            return b"".join(encode_line(_parse(line, number)) for number, line in enumerate(lines, 1))
        parameters = self.methods[0].parameters
        if len(lines) != len(parameters):
            wanted = counted(len(parameters), "argument")
            message = f"expected {wanted}, each on a line, got {counted(len(lines), 'line')}"
            raise FormatError(min(len(lines), len(parameters)) + 1, message)
        found = zip(range(1, len(lines) + 1), lines, parameters, strict=True)
        return b"".join(
            encode_line(_normalize(type, _parse(line, number), number, f" as {name}"))
            for number, line, (type, name) in found
        )

    def normalize_answer(self, asked: bytes, data: bytes) -> bytes:
        """Normalize the answer to an input, on one line. Raises FormatError."""
        value = _parse(data.strip(), 1)
        if not self.constructor:
            return encode_line(_normalize(self.result, value, 1, " as the answer"))
        names, _ = self._parse_calls(self.constructor, _split_lines(asked))
        values = _check_length(value, len(names), 1, "value", "one for each call, ")
        kinds = {method.name: method.returns for method in self.methods} | {self.name: None}
        pairs = zip(names, values, strict=True)
        return encode_line([_normalize(kinds[name], each, 1, f" of {name}") for name, each in pairs])

    def _parse_calls(self, constructor: Method, lines: list[bytes]) -> tuple[list[str], list[Any]]:
        """Return the names of the calls, the constructor first, and the arguments of each."""
        if len(lines) != 2:
            got = counted(len(lines), "line")
            message = f"expected the names of the calls, and on a second line their arguments, got {got}"
            raise FormatError(min(len(lines), 2) + 1, message)
        names, given = (_parse(line, number) for number, line in enumerate(lines, 1))
        if not isinstance(names, list) or names[:1] != [self.name]:
            raise FormatError(1, f"expected an array of names, first {self.name}, got {shown(lines[0])}")
        known = [method.name for method in self.methods]
        for name in names[1:]:
            if name not in known:
                raise FormatError(1, unknown("one of the methods", str(name), known))
        methods = [constructor, *(self.methods[known.index(name)] for name in names[1:])]
        rows = _check_length(given, len(methods), 2, "list", "one for each call, ")
        return names, [_normalize_arguments(method, each) for method, each in zip(methods, rows, strict=True)]


def _normalize_arguments(method: Method, values: Any) -> list[Any]:
    if method.is_open and isinstance(values, list):
        return values
    given = _check_length(values, len(method.parameters), 2, "argument", f"those of {method.name}, ")
    pairs = zip(method.parameters, given, strict=True)
    return [_normalize(type, value, 2, f" as {name} of {method.name}") for (type, name), value in pairs]


def _check_length(value: Any, number: int, line: int, noun: str, what: str) -> list[Any]:
    """Check that the value is an array of this length. Raises FormatError."""
    if not isinstance(value, list) or len(value) != number:
        got = counted(len(value), noun) if isinstance(value, list) else format_value(value)
        raise FormatError(line, f"expected {counted(number, noun)}, {what}got {got}")
    return value


def _split_lines(data: bytes) -> list[bytes]:
    return [line.strip() for line in data.strip().split(b"\n")] if data.strip() else []


def _parse(data: bytes, line: int) -> Any:
    try:
        return parse_value(data)
    except ValueError:
        raise FormatError(line, f"expected a value as JSON, got {shown(data)}") from None


def _normalize(type: Type | None, value: Any, line: int, place: str) -> Any:
    """Normalize the value of a type, or null without a type. Raises FormatError."""
    try:
        if type:
            return type.normalize(value)
        if value is None:
            return None
    except ValueError:
        pass
    raise FormatError(line, f"expected {type or 'null'}{place}, got {format_value(value)}") from None
