"""The heading of a problem, as `problem.yaml` states it in every version of the format."""

import re
from typing import Any
from urllib.parse import urlsplit

from judge.cases.case_file import UUID
from judge.yaml.tree import Mapping


def title_of(stated: str | dict[str, str]) -> str:
    """Return the English one of several names, else the first."""
    return stated if isinstance(stated, str) else stated.get("en") or next(iter(stated.values()), "")


def uuid_of(tree: Mapping) -> str:
    """What tracks the problem whatever it is called; empty where it is none."""
    value = tree.get("uuid")
    return value if isinstance(value, str) and re.match(UUID, value) else ""


def source_of(stated: Any, url: Any) -> str:
    """The words for where a problem comes from, with the address behind them."""
    if isinstance(stated, list):
        return "; ".join(filter(None, (source_of(each, None) for each in stated)))
    if isinstance(stated, dict):
        stated, url = stated.get("name"), stated.get("url")
    if url and stated == urlsplit(str(url)).hostname:
        return str(url)
    return ", ".join(str(word) for word in (stated, url) if word)
