"""A compiled `bits/stdc++.h`: reading this header takes most of the time of building a short program.

g++ reads the compiled header if only comments and blank lines come before it in a source, and if both have
the same flags. Otherwise it reads the header itself. The program is the same to the byte.
"""

import os
import re
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from judge.platform.expressions import compile_later
from judge.running import builds
from judge.running.keeper_client import Level

# g++ looks for the compiled header under this name, next to where the header would be.
_HEADER = Path("bits/stdc++.h")
COMPILED = Path(f"{_HEADER}.gch")
# The source that is compiled. It is named in errors that lead into the header.
_SOURCE = "all.hpp"
_PREFIX = "headers-"
# There is a compiled header of 120 MiB for each set of flags.
_KEPT_BYTES = 512 << 20
# Compiling the header takes as long as it saves in the builds of three programs.
_WORTHWHILE = 4
_INCLUDES = compile_later(rb"#[ \t]*include[ \t]*<bits/stdc\+\+\.h>", re.ASCII)
_asked: Counter[str] = Counter()
_turn = threading.Lock()


def is_included(source: bytes) -> bool:
    return bool(_INCLUDES.search(source))


def write_sources(folder: Path) -> str:
    """Write the source of the compiled header and return its name. Raises OSError."""
    (folder / _HEADER).parent.mkdir()
    # A source may include it twice, but g++ reads a compiled header only once.
    (folder / _HEADER).write_text(f"#include_next <{_HEADER}>\n")
    (folder / _SOURCE).write_text(f"#include <{_HEADER}>\n")
    return _SOURCE


def are_named(message: bytes, folder: Path) -> bool:
    """Return True if a compiler's message names a file of the compiled header, which no user knows."""
    return any(os.fsencode(name) in message for name in (folder, _SOURCE))


def find_headers(what: str, level: Level, compile_into: Callable[[Path], bool]) -> Path | None:
    """Return the folder in which g++ finds the compiled header; None if there is none.

    It is made for the fourth program of this process that asks for it, and held until the process ends.
    `what` names the compiler and its flags. `compile_into` compiles the header into a folder and returns
    whether it succeeded. Raises OSError without a usable cache.
    """
    key, is_held = builds.find_key(f"{_PREFIX}{what}", level, builds.hold)
    if is_held:
        return builds.folder() / key
    with _turn:
        _asked[key] += 1
        is_turn = _asked[key] == _WORTHWHILE
    if not is_turn:
        return None
    # Programs are built without it if the disk is full.
    with suppress(OSError):
        with builds.workplace() as workplace:
            if compile_into(workplace):
                builds.keep(workplace, key)
        is_held = builds.hold(key)
        builds.trim(_PREFIX, _KEPT_BYTES)
    return builds.folder() / key if is_held else None
