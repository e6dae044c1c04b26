"""The program with which a problem begins: the user's template for its language, or the judge's own."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from judge.errors import UsageError, unknown
from judge.model.programs import Language
from judge.platform.files import SOURCE_BYTES, has_file, require
from judge.running.places import config_folder

_STEM = "template"
_OWN = Path(__file__).with_name("templates")
_USUAL = "cpp"


class Template(NamedTuple):
    """What a new program holds, and the suffix that tells its language."""

    suffix: str
    source: bytes


def template_of(name: str | None, languages: Mapping[str, Language]) -> Template:
    """That of a language, by its name; without one, of the only language that the user has one for, or C++.

    The user's are the files `template.SUFFIX` in the folder of templates. A language that has none begins
    with a program that does nothing. Raises UsageError for no language, InputErrors for a file that cannot be
    read.
    """
    rows = {row.name: row for row in languages.values()}
    if name is not None and name not in rows:
        raise UsageError(f"--language: {unknown('one of the languages', name, rows)}")
    # Of the suffixes of a language the first that has one.
    mine = {languages[suffix].name: suffix for suffix in reversed([*languages]) if has_file(_path(suffix))}
    language = rows[name or (next(iter(mine)) if len(mine) == 1 else _USUAL)]
    suffix = mine.get(language.name, language.suffixes[0])
    for path in (_path(suffix), _OWN / f"{_STEM}{suffix}"):
        if has_file(path):
            return Template(suffix, require(path, SOURCE_BYTES))
    return Template(suffix, (language.nothing or "").encode())


def _path(suffix: str) -> Path:
    return folder() / f"{_STEM}{suffix}"


def folder() -> Path:
    """Where the user's templates lie; it need not be there."""
    return config_folder() / "templates"
