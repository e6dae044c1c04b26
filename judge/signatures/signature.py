"""What of a class is called, and the lines of JSON that are its arguments and its answer."""

from typing import Any

from msgspec import Struct

from judge.errors import FormatError, counted, shown, unknown
from judge.signatures.values import Type, described, line_of, parsed

CLASS, VOID, CHANGED = "class", "void", "->"


class Method(Struct, frozen=True):
    """What is called. Of void `returns` is None; `changed` is the place of an argument that is the answer."""

    name: str
    parameters: tuple[tuple[Type, str], ...]
    returns: Type | None
    changed: int | None = None

    def __str__(self) -> str:
        row = ", ".join(f"{type} {name}" for type, name in self.parameters)
        told = self.changed is None or (self.returns is None and self.changed == 0)
        after = "" if told else f" {CHANGED} {self.parameters[self.changed or 0][1]}"
        return f"{self.returns or VOID} {self.name}({row}){after}"

    @property
    def result(self) -> Type | None:
        """The type of its answer; None where it has none."""
        return self.returns if self.changed is None else self.parameters[self.changed][0]


class Signature(Struct, frozen=True):
    """One method of a class called `name`; with a `constructor` all that may be called. `str` is its text."""

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
        """The type of the answer; None where each call has its own."""
        return None if self.constructor else self.methods[0].result

    def words(self) -> set[str]:
        """The words of all its types."""
        every = [*self.methods, *filter(None, (self.constructor,))]
        types = [type for method in every for type, _ in method.parameters]
        types += [method.returns for method in every if method.returns]
        return {word for type in types for word in type.words()}

    def least(self) -> bytes:
        """An input that asks for the least."""
        if not self.constructor:
            return "".join(f"{type.least}\n" for type, _ in self.methods[0].parameters).encode()
        given = ",".join(type.least for type, _ in self.constructor.parameters)
        return f'["{self.name}"]\n[[{given}]]\n'.encode()

    def input(self, data: bytes) -> bytes:
        """The arguments, each on its line, in their plainest form. Raises FormatError."""
        lines = _lines(data)
        if self.constructor:
            return b"".join(map(line_of, self._calls(self.constructor, lines)))
        parameters = self.methods[0].parameters
        if len(lines) != len(parameters):
            wanted = counted(len(parameters), "argument")
            message = f"expected {wanted}, each on a line, got {counted(len(lines), 'line')}"
            raise FormatError(min(len(lines), len(parameters)) + 1, message)
        found = zip(range(1, len(lines) + 1), lines, parameters, strict=True)
        return b"".join(
            line_of(_fitted(type, _parsed(line, number), number, f" as {name}"))
            for number, line, (type, name) in found
        )

    def answer(self, asked: bytes, data: bytes) -> bytes:
        """The answer to an input, on a line, in its plainest form. Raises FormatError."""
        value = _parsed(data.strip(), 1)
        if not self.constructor:
            return line_of(_fitted(self.result, value, 1, " as the answer"))
        names, _ = self._calls(self.constructor, _lines(asked))
        values = _several(value, len(names), 1, "value", "one for each call, ")
        kinds = {method.name: method.returns for method in self.methods} | {self.name: None}
        pairs = zip(names, values, strict=True)
        return line_of([_fitted(kinds[name], each, 1, f" of {name}") for name, each in pairs])

    def _calls(self, constructor: Method, lines: list[bytes]) -> tuple[list[str], list[Any]]:
        """The names of what is called, the constructor first, and the arguments of each."""
        if len(lines) != 2:
            got = counted(len(lines), "line")
            message = f"expected the names of the calls, and on a second line their arguments, got {got}"
            raise FormatError(min(len(lines), 2) + 1, message)
        names, given = (_parsed(line, number) for number, line in enumerate(lines, 1))
        if not isinstance(names, list) or names[:1] != [self.name]:
            raise FormatError(1, f"expected an array of names, first {self.name}, got {shown(lines[0])}")
        known = [method.name for method in self.methods]
        for name in names[1:]:
            if name not in known:
                raise FormatError(1, unknown("one of the methods", str(name), known))
        methods = [constructor, *(self.methods[known.index(name)] for name in names[1:])]
        rows = _several(given, len(methods), 2, "list", "one for each call, ")
        return names, [_arguments(method, each) for method, each in zip(methods, rows, strict=True)]


def _arguments(method: Method, values: Any) -> list[Any]:
    given = _several(values, len(method.parameters), 2, "argument", f"those of {method.name}, ")
    pairs = zip(method.parameters, given, strict=True)
    return [_fitted(type, value, 2, f" as {name} of {method.name}") for (type, name), value in pairs]


def _several(value: Any, number: int, line: int, noun: str, what: str) -> list[Any]:
    """An array of so many. Raises FormatError."""
    if not isinstance(value, list) or len(value) != number:
        got = counted(len(value), noun) if isinstance(value, list) else described(value)
        raise FormatError(line, f"expected {counted(number, noun)}, {what}got {got}")
    return value


def _lines(data: bytes) -> list[bytes]:
    return [line.strip() for line in data.strip().split(b"\n")] if data.strip() else []


def _parsed(data: bytes, line: int) -> Any:
    try:
        return parsed(data)
    except ValueError:
        raise FormatError(line, f"expected a value as JSON, got {shown(data)}") from None


def _fitted(type: Type | None, value: Any, line: int, place: str) -> Any:
    """The value of a type, of none null. Raises FormatError."""
    try:
        if type:
            return type.fitted(value)
        if value is None:
            return None
    except ValueError:
        pass
    raise FormatError(line, f"expected {type or 'null'}{place}, got {described(value)}") from None
