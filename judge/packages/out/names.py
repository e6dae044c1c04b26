"""Unique names that packages allow: letters, digits, `.`, `-` and `_`."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from judge.model.package_format import TEST_GROUP, TESTDATA

_OTHER = re.compile(r"[^A-Za-z0-9_.-]")
_LONGEST = 200
# Names of the files that configure a folder.
_RESERVED = {name.removesuffix(".yaml") for name in (TESTDATA, TEST_GROUP)}


def make_plain(name: str) -> str:
    """Replace characters that no package allows by `_`, and shorten a long name."""
    text = _OTHER.sub("_", name)[:_LONGEST]
    return text if text[:1].isalnum() or text[:1] == "_" else f"_{text}"


def make_distinct(names: Iterable[str]) -> dict[str, str]:
    """Map each path to a unique plain one that is no folder of another."""
    wanted = {name: "/".join(map(make_plain, name.split("/"))) for name in names}
    folders = {str(above) for path in wanted.values() for above in PurePosixPath(path).parents}
    taken: set[str] = set()
    found = {}
    for name, path in wanted.items():
        number, own = 1, path
        while own in taken or own in folders or PurePosixPath(own).name in _RESERVED:
            number += 1
            own = f"{path}-{number}"
        taken.add(own)
        found[name] = own
    return found
