"""Patterns that name cases and solutions."""

import re
from fnmatch import fnmatchcase
from pathlib import PurePath

from judge.platform.errors import printable
from judge.platform.expressions import compile_later

_BRACES = compile_later(r"\{([^{}]*)\}")
_MOST_PATTERNS = 1000
_COPY = compile_later(r"(?<=\S) ?\(\d+\)\Z")
# Moodle appends the number of the participant and the kind of the hand-in to the name of a student.
MOODLE_FOLDER = compile_later(r"(.+)_(\d+)_assignsubmission_\w+")


def matches(pattern: str, name: str) -> bool:
    """Return whether a shell pattern names a case or a solution, by its whole name or by its problem or
    folder.

    It matches part by part: `*`, `?` and `[...]` never match a `/`. A part always matches itself, also with
    the bytes that names escape.
    """
    wanted, parts = printable(pattern).split("/"), name.split("/")
    pairs = zip(parts, wanted, strict=False)
    return len(wanted) <= len(parts) and all(one == part or fnmatchcase(part, one) for part, one in pairs)


def matches_solution(pattern: str, name: str) -> bool:
    """Return whether a pattern matches a solution, with or without its suffix."""
    return matches(pattern, name) or matches(pattern, drop_suffix(name))


def expanded(pattern: str) -> tuple[str, ...]:
    """Expand the braces of a pattern. Raises ValueError for characters that patterns cannot have."""
    found = [pattern]
    while any(map(_BRACES.search, found)):
        parts = [(_BRACES.search(one), one) for one in found]
        found = [
            one[: braces.start()] + word.strip() + one[braces.end() :] if braces else one
            for braces, one in parts
            for word in (braces[1].split(",") if braces else ("",))
        ]
        if len(found) > _MOST_PATTERNS:
            raise ValueError(f"expected at most {_MOST_PATTERNS} names in braces, got more: {pattern[:60]!r}")
    if re.search(r"[][{}?\\]|\*\*", "\n".join(found)):
        raise ValueError(f"expected a pattern with `*` and `{{a,b}}` alone, got {pattern[:60]!r}")
    return tuple(dict.fromkeys(found))


def problem_of(case: str) -> str:
    """Return the name of the problem of a case: the first part of its id."""
    return case.partition("/")[0]


def stems_of(name: str) -> tuple[str, ...]:
    """Return the names that a file may stand for: its own without the suffix, and that without ` (1)`.

    Browsers add the number to a second download.
    """
    stem = PurePath(name).stem
    return tuple(dict.fromkeys((stem, _COPY.sub("", stem))))


def drop_suffix(name: str) -> str:
    """Return the name of a program without its suffix. A name such as `/` has none."""
    path = PurePath(name)
    return str(path.with_suffix("") if path.name else path)
