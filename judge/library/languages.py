"""Languages by the names that people and data sets give them."""

import re
from typing import NamedTuple

from judge.model.programs import Language
from judge.platform.errors import UsageError, unknown
from judge.running.languages import LANGUAGES

ALIASES = {
    **dict.fromkeys(("py", "py3", "python3", "cpython"), "python"),
    **dict.fromkeys(("c++", "cc", "cxx", "g++"), "cpp"),
    **dict.fromkeys(("js", "node", "nodejs"), "javascript"),
    "gcc": "c",
    "ts": "typescript",
    "golang": "go",
    "rs": "rust",
    "kt": "kotlin",
    "hs": "haskell",
    "rb": "ruby",
}
_PYPY = ("pypy", "pypy3")
# A version of the standard, as in `c++17` and `gnu++20`.
_STANDARD = re.compile(r"(?:c\+\+|cpp|gnu\+\+)(\d[\da-z])")


class Tool(NamedTuple):
    """A language, and the interpreter and the flags that its name asks for."""

    language: Language
    interpreter: str = ""
    flags: tuple[str, ...] | None = None


def find_tool(name: str) -> Tool:
    """Return the language of a name. Raises UsageError for an unknown one."""
    rows = {row.name: row for row in LANGUAGES.values()}
    asked = name.strip().lower()
    if asked in _PYPY:
        return Tool(rows["python"], interpreter="pypy3")
    if standard := _STANDARD.fullmatch(asked):
        return Tool(rows["cpp"], flags=("-O2", f"-std=c++{standard[1]}"))
    asked = ALIASES.get(asked, asked)
    if asked not in rows:
        raise UsageError(unknown("one of the languages", name, [*rows, *ALIASES, *_PYPY]))
    return Tool(rows[asked])
