"""The addresses of clusters, as an option and as an argument."""

import re

from judge.platform.expressions import compile_later

WANTED = "tls://HOST:PORT, tcp://HOST:PORT, or local:N for N workers here"
_ADDRESS = compile_later(r"local:([1-9]\d{0,2})|(tcp|tls)://[^\s/]+:(\d{1,5})", re.ASCII)


def is_cluster(word: str) -> bool:
    """Return whether a word is the address of a cluster."""
    found = _ADDRESS.fullmatch(word)
    return found is not None and int(found[3] or 0) < 1 << 16
