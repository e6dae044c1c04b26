"""Moments in options and settings, in ISO 8601."""

from datetime import date, datetime

A_MOMENT = "a date, or a date and a time, such as 2026-11-30 or 2026-11-30T18:00"
# A date alone is the whole day.
LAST_SECOND = "23:59:59"


def parse_deadline(text: str) -> datetime:
    """Return the moment, in the local zone unless another is stated; of a date its last second.

    Raises ValueError.
    """
    try:
        stated = datetime.fromisoformat(f"{text} {LAST_SECOND}" if _is_date(text) else text)
        deadline = stated.astimezone()
        if deadline.timestamp() > 0:  # zones of earlier times have odd seconds
            return deadline
    except (ValueError, OverflowError, OSError):
        pass
    raise ValueError(text)


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
