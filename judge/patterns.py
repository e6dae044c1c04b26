"""The patterns by which people name cases and solutions."""

from fnmatch import fnmatchcase
from pathlib import PurePath


def matches(pattern: str, name: str) -> bool:
    """Whether a shell pattern names a case or a solution, by its whole name or by its problem or folder.

    Part by part: `*`, `?` and `[...]` never stand for a `/`. A part names itself, whatever signs it has.
    """
    wanted, parts = pattern.split("/"), name.split("/")
    pairs = zip(parts, wanted, strict=False)
    return len(wanted) <= len(parts) and all(one == part or fnmatchcase(part, one) for part, one in pairs)


def matches_solution(pattern: str, name: str) -> bool:
    """See `matches`; of the name of a solution the suffix may be left out."""
    return matches(pattern, name) or matches(pattern, str(PurePath(name).with_suffix("")))
