"""Notices that a user sees only once per machine, remembered by marks in the cache next to the builds."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from judge import __version__
from judge.running.builds import folder
from judge.running.keeper_client import Level
from judge.running.sandbox import OPEN


def note_level(level: Level, asked: Level) -> Iterator[str]:
    """Note what the sandbox leaves open at its level, which may be lower than `asked`.

    Only `basic` is mentioned on every run.
    """
    if OPEN[level] and (level == "basic" or not was_shown(level)):
        cause = "" if level == asked else "this kernel lacks Landlock, so "
        yield f"left open: {cause}{OPEN[level]}"


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
