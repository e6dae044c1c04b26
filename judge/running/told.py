"""What a user is told once on a machine and not in every run: marks in the cache, beside the builds."""

from contextlib import suppress

from judge import __version__
from judge.running.builds import folder

_MARK = "told-"


def is_told(what: str) -> bool:
    """Whether this version of the judge has told it here; never where there is no cache to keep a mark."""
    try:
        return (folder() / _mark(what)).is_file()
    except OSError:
        return False


def tell(what: str) -> None:
    """It was told: leave the mark, if that can be."""
    with suppress(OSError):
        (folder() / _mark(what)).touch(mode=0o600, exist_ok=False)


def _mark(what: str) -> str:
    return f"{_MARK}{what}-{__version__}"
