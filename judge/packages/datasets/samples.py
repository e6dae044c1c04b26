"""Reads the samples of a model: the programs that it wrote for the problems of a data set.

A record has the id of its problem under the first of `IDS` that it has, and a program under the first of
`PROGRAMS`, or several in a list. `completion` and its likes may be prose around a fenced block, `code` may
not.
"""

import json
import os
import pickle
import re
import tempfile
from array import array
from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from msgspec import Struct

from judge.packages.datasets.extraction import extract_code
from judge.packages.datasets.records import Record, read_records
from judge.platform.errors import Fault, FormatError, UsageError, listed

IDS = ("task_id", "question_id", "problem_id", "id", "name")
CODE = ("code", "solution", "code_list")
PROSE = ("completion", "generation", "response", "output", "completions", "output_list")
PROGRAMS = CODE + PROSE
LANGUAGE = "language"
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


class Sample(Struct, frozen=True, kw_only=True):
    """A program for a problem. `number` counts the samples of the problem from 1; `line` is its record's."""

    problem: str
    number: int
    line: int
    source: str
    language: str


class Samples:
    """Samples by their problems, in a temporary file. In memory is only where they are."""

    def __init__(self) -> None:
        self._places: dict[str, array[int]] = {}
        self._lines: dict[str, array[int]] = {}

    def __enter__(self) -> Self:
        """Raises UsageError without a folder for temporary files."""
        try:
            self._file = tempfile.TemporaryFile(prefix="judge-samples-")
        except OSError as error:
            raise _no_room(error) from None
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # there was no room for the last ones
            self._file.close()

    def __len__(self) -> int:
        return sum(map(len, self._places.values()))

    @property
    def problems(self) -> Set[str]:
        """The ids of the problems that have samples."""
        return self._places.keys()

    def lines(self, problem: str) -> Sequence[int]:
        """Return the lines of the samples of a problem in order."""
        return self._lines.get(problem, ())

    def add(self, problem: str, line: int, source: str, language: str) -> None:
        """Add the next sample of a problem. Raises UsageError without room for it."""
        places = self._places.setdefault(problem, array("Q"))
        sample = Sample(problem=problem, number=len(places) + 1, line=line, source=source, language=language)
        try:
            places.append(self._file.seek(0, os.SEEK_END))
            pickle.dump(sample, self._file)
        except OSError as error:
            raise _no_room(error) from None
        self._lines.setdefault(problem, array("Q")).append(line)

    def read(self, problem: str) -> Iterator[Sample]:
        """Yield the samples of a problem in order. Raises UsageError without room for those added last."""
        for place in self._places.get(problem, ()):
            try:
                self._file.seek(place)
            except OSError as error:
                raise _no_room(error) from None
            yield pickle.load(self._file)


def _no_room(error: OSError) -> UsageError:
    return UsageError(f"expected room for temporary files, got: {error.strerror} (see TMPDIR)")


def read_samples(path: Path, language: str, samples: Samples, faults: list[Fault]) -> None:
    """Add the samples of a file. Each record at fault is added to `faults`.

    `language` is that of samples that state none. Raises InputErrors and UsageError if the file cannot be
    read.
    """
    for record in read_records(path):
        try:
            problem, own, sources = _read(record, language)
        except FormatError as error:
            faults.append(record.fault_of(path, error))
            continue
        for source in sources:
            samples.add(problem, record.number, source, own)


def _read(record: Record, language: str) -> tuple[str, str, list[str]]:
    """Return the id of the problem, the language and the programs. Raises FormatError."""
    found = _decode(record)
    id = next((found[key] for key in IDS if found.get(key) is not None), None)
    if not isinstance(id, str | int) or isinstance(id, bool) or not _is_writable(str(id)):
        raise FormatError(0, f"expected the id of a problem in one of {listed(IDS)}, got none")
    language = found.get(LANGUAGE) or language
    if not isinstance(language, str) or not _is_writable(language):
        raise FormatError(0, "expected the name of a language in `language`, got no text")
    key = next((key for key in PROGRAMS if found.get(key) is not None), "")
    if not key:
        raise FormatError(0, f"expected a program in one of {listed(PROGRAMS, 9)}, got none")
    return str(id), language, list(_list_sources(key, found[key], language))


def _decode(record: Record) -> dict[str, Any]:
    """Return the record. A program with a lone surrogate is a wrong program in a right record."""
    try:
        return record.decode(dict[str, Any])
    except FormatError:
        if isinstance(record.content, bytes) and _SURROGATE.search(record.content):
            with suppress(ValueError, RecursionError):
                found = json.loads(record.content)
                if isinstance(found, dict):
                    return found
        raise


def _is_writable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _list_sources(key: str, value: Any, language: str) -> Iterator[str]:
    """Yield the programs of a key. Raises FormatError."""
    for text in value if isinstance(value, list) else [value]:
        if not isinstance(text, str):
            raise FormatError(0, f"expected a text, or a list of texts, in {key}, got another value")
        yield text if key in CODE else extract_code(text, language)
