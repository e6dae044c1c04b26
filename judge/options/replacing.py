"""Tells the files that no output of a command replaces: programs, tests and settings."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from judge.cases import cph
from judge.cases.case_file import SUFFIXES
from judge.cases.naming import ANSWERS, Names
from judge.cases.project import languages_in
from judge.cases.settings import PROJECT_FILE
from judge.packages.place import MARKS
from judge.platform.errors import JudgeError
from judge.platform.files import has_file, names_in
from judge.running.languages import LANGUAGES
from judge.running.languages.base import HEADER_SUFFIXES

_SUFFIXES = {*LANGUAGES, *HEADER_SUFFIXES, *ANSWERS, *SUFFIXES, ".in", ".toml", cph.SUFFIX}


def is_source(path: Path) -> bool:
    """Return whether there is a file, or behind a link, that looks like a program, a test or settings."""
    return has_file(path) and any(map(_looks_like_a_source, {path, Path(os.path.realpath(path))}))


def _looks_like_a_source(file: Path) -> bool:
    suffix = file.suffix.lower()
    return (
        suffix in _SUFFIXES
        or file.name in MARKS
        or suffix in _list_languages(file)
        or file.name in _list_tests(file.absolute().parent)
    )


def _list_languages(file: Path) -> Iterator[str]:
    """Yield the suffixes of the project's languages around a file. A faulty table is reported elsewhere."""
    stated = (folder for folder in file.absolute().parents if has_file(folder / PROJECT_FILE))
    with suppress(JudgeError):
        yield from languages_in(*stated, file.parent)


def _list_tests(folder: Path) -> Iterator[str]:
    """Yield the inputs directly in a folder that have answers there, and these."""
    for name, answers in Names(names_in(folder)).tests:
        if answers:
            yield from (name, *answers)
