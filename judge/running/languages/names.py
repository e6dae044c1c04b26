"""Languages by the names that people and data sets give them."""

import re
from typing import NamedTuple

from judge.model.programs import Language
from judge.platform.errors import UsageError, unknown
from judge.running.languages import LANGUAGES

_ROWS = {row.name: row for row in LANGUAGES.values()}
# Other names of languages. The suffixes of their files are some, too.
ALIASES = {
    **{suffix.removeprefix("."): row.name for suffix, row in LANGUAGES.items()},
    **dict.fromkeys(("python3", "cpython"), "python"),
    **dict.fromkeys(("node", "nodejs"), "javascript"),
    "g++": "cpp",
    "gcc": "c",
    "golang": "go",
}
_PYPY = ("pypy", "pypy3")
# A version of the standard, as in `c++17` and `gnu++20`.
_STANDARD = re.compile(r"(?:c\+\+|cpp|g\+\+|gnu\+\+)(\d[\da-z])")


class Tool(NamedTuple):
    """A language, and the interpreter and the flags that its name asks for."""

    language: Language
    interpreter: str = ""
    flags: tuple[str, ...] | None = None


def find_tool(name: str) -> Tool:
    """Return the language of a name. Raises UsageError for an unknown one."""
    if found := known_tool(name):
        return found
    names = dict.fromkeys((*_ROWS, *ALIASES, *_PYPY))
    raise UsageError(unknown("one of the languages", name, [*names]))


def known_tool(name: str) -> Tool | None:
    """Return the language of a name, None for an unknown one."""
    asked = name.strip().lower()
    if asked in _PYPY:
        return Tool(_ROWS["python"], interpreter="pypy3")
    if standard := _STANDARD.fullmatch(asked):
        return Tool(_ROWS["cpp"], flags=("-O2", f"-std=c++{standard[1]}"))
    row = _ROWS.get(ALIASES.get(asked, asked))
    return Tool(row) if row else None
