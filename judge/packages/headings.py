"""The heading of a problem, as `problem.yaml` states it in every version of the format."""

import re
from typing import Any
from urllib.parse import urlsplit

from judge.cases.case_file import UUID
from judge.yaml.tree import Mapping


def pick_title(stated: str | dict[str, str]) -> str:
    """Return the English one of several names, else the first."""
    return stated if isinstance(stated, str) else stated.get("en") or next(iter(stated.values()), "")


def read_uuid(tree: Mapping) -> str:
    """Return the UUID of the problem, empty if there is no valid one."""
    value = tree.get("uuid")
    return value if isinstance(value, str) and re.match(UUID, value) else ""


def describe_source(stated: Any, url: Any) -> str:
    """Return the source of a problem in words, followed by its address."""
    if isinstance(stated, list):
        return "; ".join(filter(None, (describe_source(each, None) for each in stated)))
    if isinstance(stated, dict):
        stated, url = stated.get("name"), stated.get("url")
    if url and stated == urlsplit(str(url)).hostname:
        return str(url)
    return ", ".join(str(word) for word in (stated, url) if word)
