"""Makes tests of the inputs and outputs of a record: texts, lists of lines, or arguments of a function."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from judge.packages.datasets.problem import Pair
from judge.platform.errors import FormatError, quoted
from judge.subjects.signatures.values import encode_line, parse_value


class InputOutput(Struct):
    """One input and its output, as several formats write them."""

    input: str
    output: str


class Streams(Struct):
    """The lists of inputs and outputs, as APPS and its successors write them."""

    inputs: list[Any]
    outputs: list[Any]
    fn_name: str | None = None


def make_pairs(tests: Iterable[InputOutput]) -> tuple[Pair, ...]:
    """Return the tests as bytes. Raises FormatError."""
    return tuple((encode(test.input), encode(test.output)) for test in tests)


def make_streams(streams: Streams) -> tuple[Pair, ...]:
    """Return the tests of lists of inputs and outputs. Raises FormatError."""
    inputs, outputs = streams.inputs, streams.outputs
    if len(inputs) != len(outputs):
        raise FormatError(0, f"expected as many outputs as inputs, got {len(outputs)} and {len(inputs)}")
    if streams.fn_name:
        return _make_calls(inputs, outputs)
    return tuple((_lines(one), _lines(other)) for one, other in zip(inputs, outputs, strict=True))


def make_calls(tests: Iterable[InputOutput]) -> tuple[Pair, ...]:
    """Return the tests of a function: each input has one argument a line, as JSON. Raises FormatError."""
    tests = list(tests)
    return _make_calls([test.input for test in tests], [test.output for test in tests])


def encode(text: str) -> bytes:
    """Raises FormatError for half of a surrogate pair."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise FormatError(0, "expected text in tests, got half of a surrogate pair") from None


def encode_value(value: Any) -> bytes:
    """Return a value as a line of JSON. Raises FormatError."""
    try:
        return encode_line(value)
    except (ValueError, TypeError, RecursionError):
        raise FormatError(0, "expected values of JSON, got others") from None


def has_integer_keys(tests: Iterable[Pair]) -> bool:
    """Return whether an argument is an object whose keys were integers before they became JSON."""
    for arguments, _ in tests:
        for line in arguments.splitlines():
            if line.startswith(b"{"):
                keys = json.loads(line, parse_int=str)
                if keys and all(key.lstrip("-").isdecimal() for key in keys):
                    return True
    return False


def _make_calls(inputs: Sequence[Any], outputs: Sequence[Any]) -> tuple[Pair, ...]:
    """Return calls whose arguments are lists of values, or texts with JSON in each line.

    Where inputs are lists, an output may be in a list with one item, as in APPS. Items are taken out if
    all outputs are such lists.
    """
    is_wrapped = all(
        isinstance(one, list) and isinstance(other, list) and len(other) == 1
        for one, other in zip(inputs, outputs, strict=True)
    )
    found = []
    for one, other in zip(inputs, outputs, strict=True):
        if isinstance(one, list):
            arguments, answer = one, other[0] if is_wrapped else other
        elif isinstance(one, str):
            arguments = [_value(line) for line in one.split("\n") if line.strip()]
            answer = _value(other) if isinstance(other, str) else other
        else:
            got = type(one).__name__
            raise FormatError(0, f"expected arguments in a list, or as lines of JSON, got {got}")
        found.append((b"".join(map(encode_value, arguments)), encode_value(answer)))
    return tuple(found)


def _lines(value: Any) -> bytes:
    """Return a text, or lines with their ends."""
    if isinstance(value, str):
        return encode(value)
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return encode("".join(line if line.endswith("\n") else f"{line}\n" for line in value))
    raise FormatError(0, f"expected a text or a list of lines as a test, got {type(value).__name__}")


def _value(text: str) -> Any:
    """Return the value of a line. Raises FormatError."""
    try:
        return parse_value(text.encode())
    except ValueError:
        raise FormatError(0, f"expected JSON as an argument or an answer, got {quoted(text)}") from None
