"""What was taken over from runs before: its sign, and when it was measured."""

from collections.abc import Iterable

from judge.results import Result

_SIGN = "~"
EARLIER_NOTE = f"{_SIGN} measured by a run before: its time is compared with no other"


def mark_earlier(results: Iterable[Result]) -> str:
    """Behind what holds some result that was taken over."""
    return _SIGN if any(result.measured_at for result in results) else ""


def describe_dates(results: Iterable[Result]) -> str:
    """When what was taken over was measured, to the minute, as clocks went there; empty if nothing was."""
    moments = [result.measured_at for result in results if result.measured_at]
    if not moments:
        return ""
    first, last = (f"{moment:%Y-%m-%d %H:%M}" for moment in (min(moments), max(moments)))
    return first if first == last else f"{first} to {last}"
