"""Times and sizes in words, such as `500ms` and `64MiB`: one rule for files and for the command line."""

import re

_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0}
_BYTES = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
# Above zero and below 10^6 seconds.
TIME = r"\A(?=.*[1-9])(?![0-9]{5}.*m\Z)([0-9]{0,6}(?:\.[0-9]{1,6})?)(ms|s|m)\Z"
SIZE = r"\A(?=.*[1-9])([0-9]{1,6})(KiB|MiB|GiB)\Z"
A_TIME = f"a time such as 1s or 500ms (units: {', '.join(_SECONDS)})"
A_SIZE = f"a size such as 64MiB (units: {', '.join(_BYTES)})"


def seconds(time: str) -> float:
    """Of a time. Raises ValueError."""
    number, unit = _parts(TIME, time)
    return float(number) * _SECONDS[unit]


def size_bytes(size: str) -> int:
    """Of a size. Raises ValueError."""
    number, unit = _parts(SIZE, size)
    return int(number) * _BYTES[unit]


def time_of(seconds: float) -> str:
    """The time in words, to the microsecond."""
    return f"{seconds:.6f}".rstrip("0").rstrip(".") + "s"


def size_of(size_bytes: int) -> str:
    """The size in words, of whole kibibytes."""
    unit = next((unit for unit, size in reversed(_BYTES.items()) if size_bytes % size == 0), "KiB")
    return f"{size_bytes // _BYTES[unit]}{unit}"


def _parts(pattern: str, text: str) -> tuple[str, str]:
    found = re.match(pattern, text)
    if not found:
        raise ValueError(text)
    return found[1], found[2]
