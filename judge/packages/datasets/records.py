"""Reads the records of a data set one by one: JSON lines, a JSON array, or a Parquet file.

The first bytes of a file say which it is. A data set may be larger than the memory; a record may not.
"""

import os
import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec

from judge.platform.decoding import from_json
from judge.platform.errors import Fault, FormatError, UsageError, cut, fault_at
from judge.platform.files import check_size, opened, size_of, stored
from judge.platform.installed import command_for

_Kind = TypeVar("_Kind")
# The most bytes of a record, and of an array, which is read completely.
RECORD_BYTES = 1 << 30
_PARQUET = b"PAR1"
# The first bytes of packed files, with the name of the format and the command that unpacks them.
_PACKED = {
    b"\x1f\x8b": ("gzip", "gunzip"),
    b"BZh": ("bzip2", "bunzip2"),
    b"\xfd7zXZ": ("xz", "unxz"),
    b"\x28\xb5\x2f\xfd": ("zstd", "unzstd"),
    b"PK\x03\x04": ("ZIP", "unzip"),
}
_START_BYTES = max(map(len, (_PARQUET, BOM_UTF8, *_PACKED)))
_ROWS_AT_ONCE = 8
_LETTERS = 160
_LACK = re.compile(r"Object missing required field `(.+?)`(.*)")
_EXCESS = re.compile(r"Object contains unknown field `(.+?)`(.*)")


class Record(msgspec.Struct, frozen=True):
    """A record and its number from 1: the line in a file of lines, else the position.

    Its content is JSON, or a mapping from the columns of a table. A faulty record has the `fault` alone.
    """

    number: int
    content: bytes | dict[str, Any] = b""
    is_line: bool = True
    fault: str = ""

    def decode(self, kind: type[_Kind]) -> _Kind:
        """Return the content as `kind`. Raises FormatError."""
        if self.fault:
            raise FormatError(0, self.fault)
        if isinstance(self.content, bytes):
            return decode_json(self.content, kind)
        return convert(self.content, kind)

    def fault_of(self, path: Path, error: FormatError) -> Fault:
        """Return the fault of this record in the file."""
        if self.is_line:
            return Fault(path, self.number, error.message)
        return Fault(path, 0, f"record {self.number:,}: {error.message}")


def decode_json(text: bytes, kind: type[_Kind]) -> _Kind:
    """Return JSON as `kind`. Raises FormatError with "expected …, got …" and without a line."""
    try:
        return from_json(text, kind)
    except FormatError as error:
        message = _reword(error.message)
        if not message.startswith("expected"):
            message = f"expected JSON, got text that is none: {message}"
        raise FormatError(0, message) from None


def convert(value: Any, kind: type[_Kind], name: str = "") -> _Kind:
    """Return a decoded value as `kind`. Raises FormatError, which begins with the name of its key."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.MsgspecError as error:
        message = _reword(cut(str(error), _LETTERS))
        raise FormatError(0, f"{name}: {message}" if name else message) from None


def read_records(path: Path) -> Iterator[Record]:
    """Yield the records in order. Raises InputErrors if the file cannot be read, and UsageError."""
    try:
        # Data sets of many GB are usual: each record has a bound.
        content = stored(path, None)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise fault_at(path, f"expected a file that can be read, got: {reason}") from None
    with opened(content, size_of(content)) as descriptor, os.fdopen(descriptor, "rb", closefd=False) as file:
        start = file.read(_START_BYTES)
        file.seek(len(BOM_UTF8) if start.startswith(BOM_UTF8) else 0)
        if packed := next((_PACKED[each] for each in _PACKED if start.startswith(each)), None):
            name, command = packed
            message = (
                f"expected JSON lines, a JSON array, or Parquet, got a {name} file: unpack it ({command})"
            )
            raise fault_at(path, message)
        if start.startswith(_PARQUET):
            yield from _read_table(path, file)
        elif _first_byte(file) == b"[":
            yield from _read_array(path, file, size_of(content))
        else:
            yield from _read_lines(file)


def _first_byte(file: IO[bytes]) -> bytes:
    """Return the first byte that is no white space, and go back to where the file was."""
    place = file.tell()
    found = file.read(1 << 12).lstrip()[:1]
    file.seek(place)
    return found


def _read_lines(file: IO[bytes]) -> Iterator[Record]:
    number = 0
    while line := file.readline(RECORD_BYTES + 1):
        number += 1
        if len(line) > RECORD_BYTES:
            while line and not line.endswith(b"\n"):
                line = file.readline(RECORD_BYTES)
            yield Record(number, fault=f"expected at most {RECORD_BYTES:,} bytes, got more")
        elif line.strip():
            yield Record(number, line)


def _read_array(path: Path, file: IO[bytes], size: int) -> Iterator[Record]:
    try:
        check_size(path, size, RECORD_BYTES)
        items = decode_json(file.read(RECORD_BYTES + 1), list[msgspec.Raw])
    except OSError as error:
        message = f"expected a JSON array, or lines, got: {error.strerror}; write one record a line"
        raise fault_at(path, message) from None
    except FormatError as error:
        raise fault_at(path, error.message) from None
    for number, item in enumerate(items, 1):
        yield Record(number, bytes(item), is_line=False)


def _read_table(path: Path, file: IO[bytes]) -> Iterator[Record]:
    """Raises UsageError without the extra."""
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        message = f"expected pyarrow, which reads {path}, got none: {command_for('parquet')}"
        raise UsageError(message) from None
    number = 0
    try:
        for batch in ParquetFile(file).iter_batches(batch_size=_ROWS_AT_ONCE):
            for row in batch.to_pylist():
                number += 1
                yield Record(number, row, is_line=False)
    except (ArrowException, OSError) as error:
        lines = str(error).splitlines() or [type(error).__name__]
        raise fault_at(path, f"expected a whole Parquet file, got: {cut(lines[0], _LETTERS)}") from None


def _reword(message: str) -> str:
    """Return a message of msgspec as one of the judge."""
    if found := _LACK.match(message):
        return f"expected a key {found[1]}, got none{found[2]}"
    if found := _EXCESS.match(message):
        return f"expected no key {found[1]}, got one{found[2]}"
    return message if message.startswith("JSON") else message[:1].lower() + message[1:]
