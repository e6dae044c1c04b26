"""The CSV reports (RFC 4180, in UTF-8): a row for each test of each solution, and one for each student."""

import csv
import io
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Mapping

from judge.model.results import Result
from judge.model.runs import Limits
from judge.platform.errors import harmless, listed, printable
from judge.show.classes import Class, find_class, list_programs
from judge.show.outcome import LATE_MARK, Outcome
from judge.show.rows import join_verdicts

# Spreadsheets begin formulas with these: https://owasp.org/www-community/attacks/CSV_Injection
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")

STUDENT = "student"
_NAMED = 10


def render(outcome: Outcome) -> bytes:
    """Return the table: times in seconds, sizes in bytes, empty for unknown. A `'` disarms formulas."""
    found = find_class(outcome)
    students = found.authors if found else {}
    rows = (
        [
            *(cell(result, outcome.limits.get(result.case)) for cell in COLUMNS.values()),
            _format_text(students.get(result.solution, "")),
        ]
        for result in outcome.results
    )
    return _format_rows([[*COLUMNS, STUDENT], *rows])


def render_class(outcome: Outcome) -> bytes:
    """Return a row for each student, by name: the points in each problem, empty for none, and the total.

    Points are also empty if they are unknown, and so is a total of them. In problems without points the tests
    that passed count. With a deadline a column lists the problems that were handed in late, and if something
    was not run, another one what that was. If there is no class, each row is a program.
    """
    found = _find_rows(outcome)
    student, total, late, left = (
        f"{word} of the class" if word in found.problems else word
        for word in (STUDENT, "total", LATE_MARK, "not run")
    )
    more = [*[late] * bool(outcome.deadline), *[left] * bool(found.unrecognised)]
    heads = [student, *map(_format_text, found.problems), total, *more]
    rows = (
        [
            _format_text(student),
            *(_format_number(own[problem].reached if problem in own else None) for problem in found.problems),
            _format_number(found.total(student)),
            *[_format_text(" ".join(found.list_late(student)))] * bool(outcome.deadline),
            *[_format_text(" ".join(found.unrecognised.get(student, ())))] * bool(found.unrecognised),
        ]
        for student, own in sorted(found.marks.items())
    )
    return _format_rows([heads, *rows])


def describe_unknown(outcome: Outcome) -> str:
    """Name the cells that unknown points leave empty, and why; nothing if there are none."""
    words = [
        printable(f"{each.student}, {each.problem} ({each.unknown})") for each in _find_rows(outcome).unknown
    ]
    cells = "cell is" if len(words) == 1 else "cells are"
    return f"{len(words):,} {cells} empty, for unknown points: {listed(words, _NAMED)}" if words else ""


def _find_rows(outcome: Outcome) -> Class:
    return find_class(outcome) or list_programs(outcome)


def _format_rows(rows: Iterable[Iterable[object]]) -> bytes:
    """Format the rows, after the mark without which Excel takes UTF-8 for another encoding."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    data = harmless(text.getvalue()).encode()
    return data if data.isascii() else BOM_UTF8 + data


def _format_number(value: float | None) -> str:
    """Format fifteen digits; spreadsheets keep no more."""
    return "" if value is None else f"{value:.15g}"


def _format_text(text: str) -> str:
    """Make a text one line, and no formula."""
    line = printable(text)
    return f"'{line}" if line.startswith(_FORMULA) else line


COLUMNS: Mapping[str, Callable[[Result, Limits | None], object]] = {
    "solution": lambda result, limits: _format_text(result.solution),
    "case": lambda result, limits: _format_text(result.case),
    "test": lambda result, limits: result.test,
    "verdict": lambda result, limits: result.verdict.name,
    "expected": lambda result, limits: join_verdicts(result.expected),
    "as_expected": lambda result, limits: (
        "" if result.as_expected is None else str(result.as_expected).lower()
    ),
    "cpu_s": lambda result, limits: _format_number(result.cpu_s),
    "cpu_limit_s": lambda result, limits: _format_number(result.limit_s(limits) if limits else None),
    "wall_s": lambda result, limits: _format_number(result.wall_s),
    "peak_bytes": lambda result, limits: result.peak_bytes,
    "memory_limit_bytes": lambda result, limits: limits and limits.memory_bytes,
    "runs": lambda result, limits: result.runs,
    "points": lambda result, limits: _format_number(result.points),
    "mistakes": lambda result, limits: (
        " ".join(mistake.name for mistake in result.diagnosis.mistakes) if result.diagnosis else ""
    ),
    "message": lambda result, limits: _format_text(result.message),
    "measured_at": lambda result, limits: result.measured_at and result.measured_at.isoformat(),
    "host": lambda result, limits: _format_text(result.host),
    "problem": lambda result, limits: _format_text(result.problem),
}
