"""Included files that start a process, which the sandbox forbids: their submissions are not judged.

An encoder and a decoder in two processes of one program would have to be measured together. Only a control
group measures the memory of several processes at once, and an ordinary user cannot create one.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from judge.platform.files import SOURCE_BYTES, require

_COMMENT = re.compile(rb"/\*.*?\*/|(?://|#)[^\n]*", re.DOTALL)
_START = re.compile(
    rb"\b(?:v?fork|popen|posix_spawnp?)\s*\(|\bsubprocess\s*\.|\bmultiprocessing\b|\bProcessBuilder\b"
)


def reject_forks(included: Mapping[str, Path]) -> str:
    """Return why submissions with these included files are not judged, an empty string if they are."""
    for name, path in included.items():
        if _START.search(_COMMENT.sub(b"", require(path, SOURCE_BYTES))):
            why = f"the included {name} starts a process, which no program may"
            return f"not judged: {why}; a problem of several passes runs a solution twice"
    return ""
