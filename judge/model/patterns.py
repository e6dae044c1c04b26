"""The patterns by which people name cases and solutions."""

import re
from fnmatch import fnmatchcase
from pathlib import PurePath

_BRACES = re.compile(r"\{([^{}]*)\}")
_MOST_PATTERNS = 1000


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


def expanded(pattern: str) -> tuple[str, ...]:
    """The patterns without braces that it stands for. Raises ValueError for signs that no pattern has."""
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
    """The name of the problem that a case belongs to: the first part of its id."""
    return case.partition("/")[0]
