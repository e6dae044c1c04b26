"""What is installed with the judge: the packages that it needs, and those of its extras."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from importlib import metadata

PACKAGE = "byte-judge"
_REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)[^;]*(?:;.*\bextra == .(?P<extra>[\w-]+))?")


def required() -> Mapping[str, tuple[str, ...]]:
    """What the judge's packages are, see `by_extra`; empty where it is not installed."""
    try:
        return by_extra(metadata.requires(PACKAGE) or ())
    except metadata.PackageNotFoundError:
        return {}


def by_extra(requirements: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """The names of packages by the extra that needs them, "" for those that are always needed."""
    found: dict[str, list[str]] = defaultdict(list)
    for match in filter(None, map(_REQUIREMENT.match, requirements)):
        found[match["extra"] or ""].append(match["name"])
    return {extra: tuple(names) for extra, names in found.items()}


def version_of(package: str) -> str:
    """Empty where it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
