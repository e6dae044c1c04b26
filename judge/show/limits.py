"""Print the time limits that meet every expectation, and where each verdict changes."""

from collections.abc import Sequence

from judge.platform.errors import listed
from judge.platform.units import choose_unit, format_number, format_time
from judge.show.console import open_console
from judge.show.tables import new_table
from judge.timing.time_limit import Window


def show_limits(windows: Sequence[Window]) -> None:
    """Print where each solution's verdict changes, and the limits that meet every expectation."""
    console = open_console()
    for window in windows:
        console.print(f"{window.cases}, limit {window.limit_s:g} s", style="bold")
        table = new_table("solution", "expected", "passes from", "headroom", "slowest on")
        unit = choose_unit(flip.at_s for flip in window.flips)
        for flip in sorted(window.flips, key=lambda flip: flip.at_s):
            expected = {True: "in time", False: "too slow", None: "either"}[flip.must_pass]
            beyond = "> " if flip.beyond else ""
            below = "< " if flip.beyond else ""
            words = (f"{beyond}{format_time(flip.at_s, unit)}", f"{below}{format_number(flip.headroom)}x")
            table.add_row(flip.solution, expected, *words, flip.case)
        console.print(table)
        console.print(describe_window(window), style="green" if window.exists else "magenta")
        if window.untold:
            console.print(f"left out, got no answer: {listed(window.untold)}", style="dim")
        console.print()


def describe_window(window: Window) -> str:
    """Describe the limits that meet every expectation, or why there are none."""
    if not window.exists:
        needs = f"{window.low} must pass and needs {format_time(window.low_s)}"
        if window.high is None or window.high_s is None:
            return f"no limit is known to accept all that must pass: {needs} or more"
        return f"no limit does: {needs}, {window.high} must not and takes {format_time(window.high_s)}"
    if window.low is None and window.high is None:
        return "nothing is known: no solution that must be in time, or must not, came to an answer"
    if window.high is None or window.high_s is None:
        least = format_time(window.low_s)
        return f"any limit from {least} ({window.low}) on is enough for all that must be in time"
    upper = f"{'at least ' if window.high_beyond else ''}{format_time(window.high_s)} ({window.high})"
    lower = f"{format_time(window.low_s)} ({window.low})" if window.low else "0"
    return f"limits from {lower} to {upper} stop exactly the programs that are too slow"
