"""Names that packages allow: of letters, digits, `.`, `-` and `_`, none of them twice."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

_OTHER = re.compile(r"[^A-Za-z0-9_.-]")
_LONGEST = 200
# What stands for the folder itself.
_RESERVED = {"testdata", "test_group"}


def make_plain(name: str) -> str:
    """The name with `_` for what no package allows, and cut where it is long."""
    text = _OTHER.sub("_", name)[:_LONGEST]
    return text if text[:1].isalnum() or text[:1] == "_" else f"_{text}"


def make_distinct(names: Iterable[str]) -> dict[str, str]:
    """Of each path a plain one that no other has, and that is the path of no folder of them."""
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
