"""Checks of arguments. Each raises UsageError with one line that names the argument."""

from collections.abc import Sequence
from typing import Any

from judge.platform.errors import UsageError, quoted
from judge.platform.files import SOURCE_BYTES

_MOST_S = 1e6
_MOST_JOBS = 999
# Linux takes a word of up to 128 KiB.
_WORDS_BYTES = 1 << 16


def describe(value: object) -> str:
    """Return a value for a message; the name of its type if it cannot be printed."""
    try:
        return quoted(repr(value))
    except Exception:
        return type(value).__name__


def require(name: str, value: object, kind: type) -> Any:
    if not isinstance(value, kind):
        raise UsageError(f"{name}: expected {kind.__name__}, got {describe(value)}")
    return value


def require_list(name: str, value: object, kind: type) -> tuple[Any, ...]:
    """Return the elements of a list of this kind. Text is none."""
    if not isinstance(value, Sequence) or isinstance(value, str | bytes | bytearray):
        raise UsageError(f"{name}: expected a list of {kind.__name__}, got {describe(value)}")
    return tuple(require(name, each, kind) for each in value)


def require_number(name: str, value: object) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 < value <= _MOST_S:  # type: ignore[operator]
        raise UsageError(f"{name}: expected a number above 0, at most {_MOST_S:,.0f}, got {describe(value)}")
    return float(value)  # type: ignore[arg-type]


def require_bytes(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
        raise UsageError(f"{name}: expected a number of bytes above 0, got {describe(value)}")
    return value


def require_jobs(jobs: object) -> None:
    if jobs is not None and (type(jobs) is not int or not 1 <= jobs <= _MOST_JOBS):
        raise UsageError(f"jobs: expected a whole number from 1 to {_MOST_JOBS}, got {describe(jobs)}")


def require_words(name: str, words: object) -> tuple[str, ...]:
    """Return the words of a command line, which a program can get."""
    found = require_list(name, words, str)
    size = len(encode_text(name, "".join(found)))
    if size > _WORDS_BYTES:
        raise UsageError(f"{name}: expected at most {_WORDS_BYTES:,} bytes, got {size:,}")
    if any("\0" in each for each in found):
        raise UsageError(f"{name}: expected words without a zero byte, got one")
    return found


def encode_text(name: str, text: object) -> bytes:
    """Return the bytes of a source, which is not too long."""
    if not isinstance(text, str | bytes):
        raise UsageError(f"{name}: expected text or bytes, got {describe(text)}")
    try:
        data = text.encode() if isinstance(text, str) else text
    except UnicodeEncodeError as error:
        raise UsageError(f"{name}: expected text that UTF-8 can write, got: {error.reason}") from None
    if len(data) > SOURCE_BYTES:
        raise UsageError(f"{name}: expected at most {SOURCE_BYTES:,} bytes, got {len(data):,}")
    return data
