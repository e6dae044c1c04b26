"""The CSV report (RFC 4180, in UTF-8): a row for each test of each solution."""

import csv
import io
from collections.abc import Callable, Mapping

from judge.errors import harmless, printable
from judge.model.results import Result
from judge.model.runs import Limits
from judge.show.outcome import Outcome
from judge.show.rows import join_verdicts

# Spreadsheets begin formulas with these: https://owasp.org/www-community/attacks/CSV_Injection
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def render(outcome: Outcome) -> bytes:
    """Return the table: times in seconds, sizes in bytes, empty for unknown. A `'` disarms formulas."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for result in outcome.results:
        limits = outcome.limits.get(result.case)
        table.writerow([cell(result, limits) for cell in COLUMNS.values()])
    return harmless(text.getvalue()).encode()


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
}
