"""A problem as a project would hold it, taken from another tool's files or to be made such."""

from pathlib import Path
from typing import Any

from msgspec import Struct, field

from judge.errors import Fault

# A file as it lies somewhere, or its bytes.
Source = Path | bytes


class Recipe(Struct, frozen=True, kw_only=True):
    """How a file of the tests that is not there is made.

    By a generator, one of `tools`, which gets these `words` and this `input` and prints it, or writes it into
    the file `written`. Or by a model solution, one of `programs`, as the answer to the input `answers`.
    """

    program: str
    words: tuple[str, ...] = ()
    input: bytes = b""
    written: str = ""
    may_be_empty: bool = False
    answers: str = ""


class Package(Struct, kw_only=True):
    """What a problem's case file states, by its keys, and the files of its folders by their paths in these.

    `tests` and `tools` are those of its folder in `cases/`: what is read where it lies, and the programs that
    decide, check and make. `programs` are those of its folder in `solutions/`. `left` is what of the package
    was not understood, and bears on no verdict or is to be stated by hand. `recipes` are for tests that are
    not there, by their paths among `tests`.

    With `around` generators run in a folder of these files, `program` being the path of one there. `missing`
    tells which tests cannot be made and why, None where all are needed. `changed` has the files of which
    tools and programs are changed copies, by the paths of the copies.
    """

    name: str
    origin: str
    stated: dict[str, Any] = field(default_factory=dict)
    tests: dict[str, Source] = field(default_factory=dict)
    tools: dict[str, Source] = field(default_factory=dict)
    programs: dict[str, Source] = field(default_factory=dict)
    left: list[Fault] = field(default_factory=list)
    recipes: dict[str, Recipe] = field(default_factory=dict)
    around: dict[str, Source] = field(default_factory=dict)
    missing: list[Fault] | None = None
    changed: dict[str, Path] = field(default_factory=dict)
