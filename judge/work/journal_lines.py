"""The lines of journals: results with their keys, and what the last run found by the names of tests."""

from collections.abc import Iterable
from zlib import crc32

import msgspec
from msgspec.structs import replace

from judge.model.results import LastRun, Result
from judge.model.verdicts import Verdict
from judge.platform.decoding import from_json
from judge.platform.errors import FormatError
from judge.work.earlier import Key, key_of

# Keys with this mark belong to results that are compared with the next run, but never reused.
_ONLY_COMPARED = "compared "


class Line(msgspec.Struct):
    """A result with its key and the time limit in force.

    `check` is the CRC-32 of these fields: damaged bytes may still be valid JSON.
    """

    check: int
    key: str
    limit_s: float
    result: msgspec.Raw

    def is_whole(self) -> bool:
        return self.check == _check(self.key, self.limit_s, self.result)


class _Found(msgspec.Struct):
    """The part of a result that is compared with the next run."""

    solution: str
    case: str
    test: int
    verdict: Verdict
    points: float | None = None


class LastResults:
    """What the last run found in each test, even if the program or the case has changed since."""

    def __init__(self) -> None:
        self._found: dict[Key, LastRun] = {}

    def add(self, line: Line) -> None:
        """Add a line that is newer than all before."""
        try:
            found = from_json(bytes(line.result), _Found)
        except FormatError:
            return
        key = found.solution, found.case, found.test
        self._found[key] = LastRun(verdict=found.verdict, points=found.points)

    def attach(self, results: Iterable[Result]) -> tuple[Result, ...]:
        """Return the results, each with what the last run found in the test."""
        return tuple(replace(result, last_run=self._found.get(key_of(result))) for result in results)


def format_line(key: str, limit_s: float, result: Result, *, is_reusable: bool) -> bytes:
    """Return a line with its end. Of a result that cannot be reused it has only what is compared."""
    if not is_reusable:
        key = f"{_ONLY_COMPARED}{key}"
        result = Result(
            solution=result.solution,
            case=result.case,
            test=result.test,
            tests=result.tests,
            verdict=result.verdict,
            expected=result.expected,
            points=result.points,
            measured_at=result.measured_at,
        )
    encoded = msgspec.json.encode(result)
    line = Line(_check(key, limit_s, encoded), key, limit_s, msgspec.Raw(encoded))
    return msgspec.json.encode(line) + b"\n"


def parse_line(text: bytes) -> Line | None:
    """Return the line, or None if it is damaged: the last one may be incomplete."""
    try:
        line = from_json(text, Line)
    except FormatError:
        return None
    return line if line.is_whole() else None


def _check(key: str, limit_s: float, result: bytes | msgspec.Raw) -> int:
    return crc32(result, crc32(f"{key} {limit_s!r}".encode()))
