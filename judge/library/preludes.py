"""Imports that generated code relies on, by name."""

import re
import tokenize
from io import BytesIO

from judge.model.programs import Language
from judge.platform.errors import UsageError, unknown
from judge.running.languages.entry.python import PRELUDE

# LiveCodeBench puts these lines before every source, see `import_string` in its testing_util.py.
_PRELUDES = {"livecodebench": f"{PRELUDE}sys.setrecursionlimit(50000)\n".encode()}
# Such an import must be the first statement.
_FUTURE = re.compile(
    rb"^from[ \t]+__future__[ \t]+import[ \t]+(?:\([^)]*\)|[^\n(]*)[^\n]*(?:\n|\Z)", re.MULTILINE
)


def add_prelude(name: str, source: bytes, language: Language) -> bytes:
    """Return the source after the lines of a prelude. Raises UsageError for an unknown one.

    Line numbers in error messages count these lines, too.
    """
    if not name:
        return source
    if name not in _PRELUDES:
        raise UsageError(f"prelude: {unknown('one of the preludes', str(name), _PRELUDES)}")
    if language.name != "python":
        raise UsageError(f"prelude: expected a program in python with {name}, got one in {language.name}")
    source = _write_in_utf_8(source)
    first = [found.end() for found in _FUTURE.finditer(source)]
    at = first[-1] if first else 0
    before = source[:at] if source[:at].endswith(b"\n") or not at else source[:at] + b"\n"
    return before + _PRELUDES[name] + source[at:]


def _write_in_utf_8(source: bytes) -> bytes:
    """Return the source in UTF-8 without a byte order mark: both that and `coding:` must be at its start."""
    try:
        encoding, _ = tokenize.detect_encoding(BytesIO(source).readline)
        return source.decode(encoding).encode()
    except (SyntaxError, ValueError):  # left to the compiler
        return source
