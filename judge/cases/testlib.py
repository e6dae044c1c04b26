"""Finds testlib.h, which checkers and generators include."""

import os
import re
from itertools import chain
from pathlib import Path

from judge.running.sandbox.seal import HEADERS

TESTLIB = "testlib.h"
_INCLUDES_TESTLIB = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]testlib\.h[">]', re.MULTILINE)
_NO_TESTLIB = (
    "expected testlib.h, which the program includes, next to it or on the include path, got none: put it"
    " there, from https://github.com/MikeMirzayanov/testlib, or name it by `testlib: PATH` in the case file,"
    ' or by `testlib = "PATH"` in [tool.judge]'
)


def includes_testlib(source: bytes) -> bool:
    return bool(_INCLUDES_TESTLIB.search(source))


def find_testlib(stated: Path | None) -> Path:
    """Find testlib.h at the stated path, else on the include path. Raises ValueError if it is not there."""
    named = (os.environ.get(name, "").split(":") for name in ("CPATH", "CPLUS_INCLUDE_PATH"))
    likely = [Path(place, TESTLIB) for place in (*filter(None, chain(*named)), *HEADERS)]
    found = next((each for each in ([stated] if stated else likely) if each.is_file()), None)
    if not found:
        raise ValueError(f"expected the file {TESTLIB}, got none at {stated}" if stated else _NO_TESTLIB)
    return found
