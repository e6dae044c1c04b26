"""The CSV report (RFC 4180, in UTF-8): a row for each test of each solution."""

import csv
import io

from judge.errors import harmless, printable
from judge.show.outcome import Outcome
from judge.show.tables import join_verdicts

COLUMNS = (
    "solution",
    "case",
    "test",
    "verdict",
    "expected",
    "as_expected",
    "cpu_s",
    "cpu_limit_s",
    "wall_s",
    "peak_bytes",
    "memory_limit_bytes",
    "runs",
    "points",
    "mistakes",
    "message",
    "measured_at",
    "host",
)
# Spreadsheets begin formulas with these: https://owasp.org/www-community/attacks/CSV_Injection
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def render(outcome: Outcome) -> bytes:
    """Return the table: times in seconds, sizes in bytes, empty for unknown. A `'` disarms formulas."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for result in outcome.results:
        limits = outcome.limits.get(result.case)
        table.writerow(
            (
                _cell(result.solution),
                _cell(result.case),
                result.test,
                result.verdict.name,
                join_verdicts(result.expected),
                "" if result.as_expected is None else str(result.as_expected).lower(),
                _number(result.cpu_s),
                _number(result.limit_s(limits) if limits else None),
                _number(result.wall_s),
                result.peak_bytes,
                limits and limits.memory_bytes,
                result.runs,
                _number(result.points),
                " ".join(mistake.name for mistake in result.diagnosis.mistakes) if result.diagnosis else "",
                _cell(result.message),
                result.measured_at and result.measured_at.isoformat(),
                _cell(result.host),
            )
        )
    return harmless(text.getvalue()).encode()


def _number(value: float | None) -> str:
    """Format fifteen digits; spreadsheets keep no more."""
    return "" if value is None else f"{value:.15g}"


def _cell(text: str) -> str:
    """Make a text one line, and no formula."""
    line = printable(text)
    return f"'{line}" if line.startswith(_FORMULA) else line
