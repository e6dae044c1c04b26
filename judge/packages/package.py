"""A problem as a project holds it, read from another tool's files."""

from pathlib import Path
from typing import Any

from msgspec import Struct, field

from judge.platform.errors import Fault

# The path of a file, or its bytes.
Source = Path | bytes


class Recipe(Struct, frozen=True, kw_only=True):
    """A recipe for a missing file of the tests.

    Its `program` is a generator among `tools` or a model solution among `programs`. A generator gets these
    `words` and this `input`, and prints the file or writes it as `written`. A model solution prints the
    answer to the input `answers`.
    """

    program: str
    words: tuple[str, ...] = ()
    input: bytes = b""
    written: str = ""
    may_be_empty: bool = False
    may_be_missing: bool = False
    retries: tuple[tuple[str, ...], ...] = ()
    stem: str = ""
    answers: str = ""


class Package(Struct, kw_only=True):
    """A problem: the keys of its case file (`stated`), and its files by their paths in the project's folders.

    `tests` and `tools` (checkers, validators, generators, graders) go to its folder in `cases/`, `programs`
    to its folder in `solutions/`. `recipes` describe missing tests, by their paths among `tests`.

    With `around` generators run in a folder of these files, and a recipe's `program` is a path there.
    `missing` lists the tests that cannot be generated, and why; None means that all are needed. `changed`
    maps tools and programs that are changed copies to their originals. `calls` are the calls of generators by
    the tests that they make, without suffix, also of tests that exist. `reference` is the program that makes
    the answers to these.
    """

    name: str
    origin: str
    stated: dict[str, Any] = field(default_factory=dict)
    tests: dict[str, Source] = field(default_factory=dict)
    tools: dict[str, Source] = field(default_factory=dict)
    programs: dict[str, Source] = field(default_factory=dict)
    recipes: dict[str, Recipe] = field(default_factory=dict)
    around: dict[str, Source] = field(default_factory=dict)
    missing: list[Fault] | None = None
    changed: dict[str, Path] = field(default_factory=dict)
    calls: dict[str, Recipe] = field(default_factory=dict)
    reference: str = ""
