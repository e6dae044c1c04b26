"""The test programs that exist in every language, for the tests that run all languages."""

from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import need

from judge.model.programs import Language
from judge.running.languages import LANGUAGES

PROGRAMS = Path(__file__).parent / "programs" / "languages"
ROWS = {row.name: row for row in LANGUAGES.values()}
# The others are slow tests.
QUICK = ("python", "c", "cpp")
NO_SOURCE = "this is (no source\n"


def program(name: str, row: Language, expect: str = "AC") -> str:
    """Return a program in this language, with its expected verdict."""
    source = NO_SOURCE if name == "none" else (PROGRAMS / f"{name}{row.suffixes[0]}").read_text()
    facts = f'judge: {{format: text, expect: {{"*": {expect}}}}}'
    if row.name == "php":
        return f"<?php\n# {facts}\n{source.removeprefix('<?php')}"
    marks = {"python": "#", "ruby": "#", "perl": "#", "lua": "--", "haskell": "--", "ocaml": "(*"}
    return f"{marks.get(row.name, '//')} {facts}{' *)' if row.name == 'ocaml' else ''}\n{source}"


def tools_of(row: Language) -> set[str]:
    """Return the tools of a language by the names in its row."""
    return {words[0] for words in (*row.builds, row.run) if words and not words[0].startswith("{folder}")}


def require(row: Language) -> None:
    need(*tools_of(row))


def every_language(test: Callable[..., None]) -> Callable[..., None]:
    rows = [
        pytest.param(row, id=name, marks=() if name in QUICK else pytest.mark.slow)
        for name, row in ROWS.items()
    ]
    return pytest.mark.parametrize("row", rows)(test)
