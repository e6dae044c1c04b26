"""The first program of a new problem: the user's template for its language, or the judge's."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from judge.model.programs import Language
from judge.platform.errors import UsageError, unknown
from judge.platform.files import SOURCE_BYTES, has_file, require
from judge.running.places import config_folder

_STEM = "template"
_OWN = Path(__file__).with_name("templates")
_USUAL = "cpp"


class Template(NamedTuple):
    """The source of a new program and its suffix."""

    suffix: str
    source: bytes


def find_template(name: str | None, languages: Mapping[str, Language]) -> Template:
    """Find the template of a language by its name. Without a name, use the user's only template, or C++.

    The user's templates are the files `template.SUFFIX` in the folder of templates. A language without one
    gets a program that does nothing. Raises UsageError for an unknown language, and InputErrors for a file
    that cannot be read.
    """
    rows = {row.name: row for row in languages.values()}
    if name is not None and name not in rows:
        raise UsageError(f"--language: {unknown('one of the languages', name, rows)}")
    # Reversed, so that a language's first suffix with a template wins.
    mine = {languages[suffix].name: suffix for suffix in reversed([*languages]) if has_file(_path(suffix))}
    language = rows[name or (next(iter(mine)) if len(mine) == 1 else _USUAL)]
    suffix = mine.get(language.name, language.suffixes[0])
    for path in (_path(suffix), _OWN / f"{_STEM}{suffix}"):
        if has_file(path):
            return Template(suffix, require(path, SOURCE_BYTES))
    return Template(suffix, (language.nothing or "").encode())


def _path(suffix: str) -> Path:
    return config_folder() / "templates" / f"{_STEM}{suffix}"
