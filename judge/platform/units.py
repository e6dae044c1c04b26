"""Times, sizes and numbers as text: `500ms` and `64MiB` in files and options, `12.3 ms` for people."""

import math
import re
from collections.abc import Iterable

MEBIBYTE = 1 << 20
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0}
_BYTES = {"KiB": 1 << 10, "MiB": MEBIBYTE, "GiB": 1 << 30}
_PER_SECOND = {"s": 1.0, "ms": 1e3, "us": 1e6}
# Above zero and below 10^6 seconds.
TIME = r"\A(?=.*[1-9])(?![0-9]{5}.*m\Z)([0-9]{0,6}(?:\.[0-9]{1,6})?)(ms|s|m)\Z"
SIZE = r"\A(?=.*[1-9])([0-9]{1,6})(KiB|MiB|GiB)\Z"
A_TIME = f"a time such as 1s or 500ms (units: {', '.join(_SECONDS)})"
A_SIZE = f"a size such as 64MiB (units: {', '.join(_BYTES)})"


def parse_time(text: str) -> float:
    """Return the seconds of `500ms`. Raises ValueError."""
    number, unit = _split(TIME, text)
    return float(number) * _SECONDS[unit]


def parse_size(text: str) -> int:
    """Return the bytes of `64MiB`. Raises ValueError."""
    number, unit = _split(SIZE, text)
    return int(number) * _BYTES[unit]


def _split(pattern: str, text: str) -> tuple[str, str]:
    found = re.match(pattern, text)
    if not found:
        raise ValueError(text)
    return found[1], found[2]


def write_time(time_s: float) -> str:
    """Write a time as files state it, to the microsecond: `0.5s`."""
    return f"{time_s:.6f}".rstrip("0").rstrip(".") + "s"


def write_size(size_bytes: int) -> str:
    """Write a size as files state it, in whole kibibytes or more: `64MiB`."""
    unit = next((unit for unit, size in reversed(_BYTES.items()) if size_bytes % size == 0), "KiB")
    return f"{size_bytes // _BYTES[unit]}{unit}"


def round_size(size_bytes: int) -> str:
    """Write a size as files state it, rounded up to whole kibibytes, or larger units for large sizes."""
    # A file states at most six digits.
    step = next((step for step in _BYTES.values() if size_bytes < step * (900 << 10)), _BYTES["GiB"])
    return write_size(-(-size_bytes // step) * step)


def format_time(time_s: float, unit: str = "") -> str:
    """Format a time in three digits: `12.3 ms`. Without a `unit` the time chooses its own."""
    unit = unit or next((name for name, factor in _PER_SECOND.items() if time_s * factor >= 0.9995), "us")
    return f"{format_number(time_s * _PER_SECOND[unit])} {unit}"


def format_clock(time_s: float) -> str:
    """Format whole seconds, rounded up, as on a clock: `0:14`, `1:00:00`."""
    minutes, seconds = divmod(math.ceil(time_s), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def choose_unit(times_s: Iterable[float]) -> str:
    """Choose one unit for a table of times: that of their median, `s` without any."""
    ordered = sorted(times_s)
    return format_time(ordered[len(ordered) // 2]).split()[1] if ordered else "s"


def format_size(size_bytes: int) -> str:
    """Format a limit in MiB, or in bytes where four digits of MiB would round it."""
    size = size_bytes / MEBIBYTE
    text = f"{size:.4g}" if size < 1e4 else f"{size:.0f}"
    return f"{text} MiB" if float(text) * MEBIBYTE == size_bytes else f"{size_bytes:,} bytes"


def format_mebibytes(size_bytes: float) -> str:
    """Format a size in MiB, rounded to four digits."""
    return f"{size_bytes / MEBIBYTE:.4g} MiB"


def format_number(value: float) -> str:
    """Format a number in three digits, without an exponent."""
    words = _fixed(value, 2 - _power(value)) if 0 < value < math.inf else f"{value:g}"
    return words.rstrip("0").rstrip(".") if "." in words else words


def format_estimate(low: float, estimate: float, high: float) -> str:
    """Format an estimate with the factor to either side: `1.48 ±8.5%`, each to the digits that are known.

    The factor has two digits. Empty if the factor is 2 or more, since nothing is known then.
    """
    if high == estimate:
        return format_number(estimate)
    percent = 100 * (high - estimate) / estimate
    if percent >= 100:
        return ""
    return f"{_fixed(estimate, _known_places(estimate, high))} ±{_fixed(percent, 1 - _power(percent))}%"


def format_range(low: float, estimate: float, high: float, words: str) -> str:
    """Format an estimate, the words and the bounds, in known digits: `2.2 times (2.1 to 2.4)`."""
    if high == estimate:
        return f"{format_number(estimate)} {words}"
    shown, least, most = (_fixed(value, _known_places(estimate, high)) for value in (estimate, low, high))
    return f"{shown} {words} ({least} to {most})"


def _known_places(estimate: float, high: float) -> int:
    """Return the decimals of an estimate: up to the first digit of the interval's half width, or to the
    second if the first is 1 or 2. At least its own first digit is known, however wide the interval.
    """
    power = _power(high - estimate)
    return max(-power + (high - estimate < 3 * 10.0**power), -_power(estimate))


def choose_ticks(first: float, last: float, *, most: int) -> list[float]:
    """Choose round values between two others for a log scale: the densest set of at most `most`."""
    powers = range(math.floor(math.log10(first)), math.ceil(math.log10(last)) + 1)
    for steps in ((1, 1.5, 2, 3, 4, 5, 6, 8), (1, 2, 3, 5), (1, 2, 5), (1, 3), (1,)):
        ticks = [
            step * 10.0**power for power in powers for step in steps if first <= step * 10.0**power <= last
        ]
        if len(ticks) <= most:
            break
    return ticks


def _power(value: float) -> int:
    """Return the power of ten of the first digit."""
    return math.floor(math.log10(value))


def _fixed(value: float, places: int) -> str:
    return f"{round(value, places):.{max(places, 0)}f}"
