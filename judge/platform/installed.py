"""The packages that the judge and its extras need."""

import re
import shlex
from collections import defaultdict
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path

PACKAGE = "byte-judge"
_REQUIREMENT = re.compile(r"(?P<package>[^;]+?)\s*(?:;.*\bextra == .(?P<extra>[\w-]+).*|;.*)?")


def required() -> Mapping[str, tuple[str, ...]]:
    """Return the packages of the judge, see `by_extra`; empty if it is not installed."""
    try:
        return by_extra(metadata.requires(PACKAGE) or ())
    except metadata.PackageNotFoundError:
        return {}


def by_extra(requirements: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Group packages and their versions by the extra that needs them, "" for those always needed."""
    found: dict[str, list[str]] = defaultdict(list)
    for match in filter(None, map(_REQUIREMENT.fullmatch, requirements)):
        found[match["extra"] or ""].append(match["package"])
    return {extra: tuple(packages) for extra, packages in found.items()}


def name_of(requirement: str) -> str:
    """Return the name of a package without extras and versions."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0]


def command_for(extra: str) -> str:
    """Return the command that installs an extra, however the judge was installed.

    The judge is on no index. If it is not installed, the command names its folder.
    """
    folder = Path(__file__).parents[2]
    return shlex.join(["pip", "install", *required().get(extra, (f"{folder}[{extra}]",))])


def version_of(package: str) -> str:
    """Return the installed version of a package, or an empty text."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
