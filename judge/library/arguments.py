"""Checks of arguments. Each raises UsageError with one line that names the argument."""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from judge.platform.errors import UsageError, describe
from judge.platform.files import SOURCE_BYTES

_MOST_S = 1e6
_MOST_JOBS = 999
# Linux takes a word of up to 128 KiB.
_WORDS_BYTES = 1 << 16


def require(name: str, value: object, kind: type) -> Any:
    if not isinstance(value, kind):
        raise UsageError(f"{name}: expected {kind.__name__}, got {describe(value)}")
    return value


def require_list(name: str, value: object, kind: type) -> tuple[Any, ...]:
    """Return the elements of a list of this kind. Text is none."""
    if not isinstance(value, Sequence) or isinstance(value, str | bytes | bytearray):
        raise UsageError(f"{name}: expected a list of {kind.__name__}, got {describe(value)}")
    return tuple(require(name, each, kind) for each in value)


def require_iterable(name: str, values: object, kind: type) -> Iterable[Any]:
    """Return an iterable, whose values may be of any kind."""
    if not isinstance(values, Iterable):
        raise UsageError(f"{name}: expected an iterable of {kind.__name__}, got {describe(values)}")
    return values


def require_each(name: str, values: object, kind: type) -> Iterator[Any]:
    """Return an iterator that checks the kind of each value."""
    return (require(name, each, kind) for each in require_iterable(name, values, kind))


def require_path(name: str, path: object) -> Path | None:
    """Return a path that the system can look up, None without one."""
    if path is None:
        return None
    try:
        found = Path(os.fsdecode(path))  # type: ignore[arg-type]
        is_usable = not isinstance(path, bytes) and b"\0" not in os.fsencode(found)
    except (TypeError, UnicodeError):
        is_usable = False
    if not is_usable:
        raise UsageError(f"{name}: expected a path, got {describe(path)}")
    return found


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
