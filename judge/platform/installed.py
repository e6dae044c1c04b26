"""What is installed with the judge: the packages that it needs, and those of its extras."""

import re
import shlex
from collections import defaultdict
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path

PACKAGE = "byte-judge"
_REQUIREMENT = re.compile(r"(?P<package>[^;]+?)\s*(?:;.*\bextra == .(?P<extra>[\w-]+).*|;.*)?")


def required() -> Mapping[str, tuple[str, ...]]:
    """What the judge's packages are, see `by_extra`; empty where it is not installed."""
    try:
        return by_extra(metadata.requires(PACKAGE) or ())
    except metadata.PackageNotFoundError:
        return {}


def by_extra(requirements: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """The packages with their versions by the extra that needs them, "" for those that are always needed."""
    found: dict[str, list[str]] = defaultdict(list)
    for match in filter(None, map(_REQUIREMENT.fullmatch, requirements)):
        found[match["extra"] or ""].append(match["package"])
    return {extra: tuple(packages) for extra, packages in found.items()}


def name_of(requirement: str) -> str:
    """The name of the package without its extras and versions."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0]


def command_for(extra: str) -> str:
    """The command that installs the packages of an extra; it works however the judge was installed.

    The judge itself is on no index. Where it is not installed, its folder knows the packages.
    """
    folder = Path(__file__).parents[2]
    return shlex.join(["pip", "install", *required().get(extra, (f"{folder}[{extra}]",))])


def version_of(package: str) -> str:
    """Empty where it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
