"""Notices that a user sees only once per machine, remembered by marks in the cache next to the builds."""

from contextlib import suppress
from pathlib import Path

from judge import __version__
from judge.running.builds import folder


def was_shown(what: str) -> bool:
    """Return True if this version of the judge has shown a notice here. Always False without a cache."""
    try:
        return _mark(what).is_file()
    except OSError:
        return False


def mark_shown(what: str) -> None:
    """Mark a notice as shown, if possible."""
    with suppress(OSError):
        _mark(what).touch(mode=0o600, exist_ok=False)


def _mark(what: str) -> Path:
    """Return the path of a mark. Raises OSError without a usable cache folder."""
    return folder() / f"told-{what}-{__version__}"
