"""Decode JSON and TOML, and report an error in one line with its place. Write JSON for readers."""

import re
from typing import Any, TypeVar

import msgspec

from judge.platform.errors import FormatError, cut

_Kind = TypeVar("_Kind")
_TOML_PLACE = re.compile(r" \(at line ([0-9]+), column [0-9]+\)$")
_JSON_PLACE = re.compile(r" \(byte ([0-9]+)\)$")
_LETTERS = 160
# Integers up to here are valid TOML by its specification.
_LARGEST = 1 << 63


def from_json(data: bytes, kind: type[_Kind]) -> _Kind:
    """Return the document as `kind`. Raises FormatError, on line 0 if no line is at fault."""
    try:
        return msgspec.json.decode(data, type=kind)
    except RecursionError:
        raise FormatError(0, "more levels than can be read") from None
    except (msgspec.MsgspecError, ValueError) as error:
        message, line = str(error), 0
        if place := _JSON_PLACE.search(message):
            message, line = message[: place.start()], data.count(b"\n", 0, int(place[1])) + 1
        raise FormatError(line, cut(message, _LETTERS)) from None


def to_json(document: object) -> bytes:
    """Return the document as indented lines."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


def from_toml(data: bytes) -> dict[str, Any]:
    """Return the document. Raises FormatError, on line 0 if no line is at fault."""
    # Imported here, since many projects have no TOML.
    import tomllib

    try:
        document = tomllib.loads(data.decode())
        _check_numbers(document)
    except RecursionError:
        raise FormatError(0, "more levels than can be read") from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(line, f"the byte 0x{data[error.start]:02x}, which is no UTF-8") from None
    except ValueError as error:
        message, line = str(error), 0
        if place := _TOML_PLACE.search(message):
            message, line = message[: place.start()], int(place[1])
        raise FormatError(line, cut(message, _LETTERS)) from None
    return document


def _check_numbers(document: dict[str, Any]) -> None:
    """Raise ValueError for an integer with more than 64 bits."""
    left: list[Any] = [document]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left += value.values()
        elif isinstance(value, list):
            left += value
        elif isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
            raise ValueError("a whole number of more than 64 bits")
