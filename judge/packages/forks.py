"""Included files that start a process, which no program may do here: their submissions are not judged.

An encoder and a decoder in two processes of one program would have to be measured together. Without a control
group, which an ordinary user has not, no kernel tells how much memory several processes hold at once.
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
    """Return why the submissions that these files are included with are not judged, nothing if they are."""
    for name, path in included.items():
        if _START.search(_COMMENT.sub(b"", require(path, SOURCE_BYTES))):
            why = f"the included {name} starts a process, which no program may"
            return f"not judged: {why}; a problem of several passes runs a solution twice"
    return ""
