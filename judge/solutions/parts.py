"""The parts of a program: the other files in its folder that it names.

A header file belongs to every program that names it. A program called `main` also takes the sources of its
language that it imports, or that it names and that have no `main`. A file with a `judge:` header is a
program itself. The parts of a part count, too.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from judge.model.groups import group_by
from judge.model.programs import Language
from judge.platform.files import SOURCE_BYTES, bytes_in
from judge.running.languages.base import HEADER_SUFFIXES, MAIN
from judge.solutions.facts import find_header

_IMPORTS = rb"(?:import|from|include|include_once|require\w*|use|uses|mod|open|dofile)"


BySuffix = Mapping[str, Collection[str]]


def group_by_suffix(names: Iterable[str]) -> BySuffix:
    """Group names by suffix, so that each program looks only at its possible parts."""
    return group_by(names, lambda name: name[name.rfind(".") :])


def find_parts(path: Path, language: Language, names: BySuffix, *, is_main: bool = False) -> tuple[Path, ...]:
    """Find the parts of a program among the files of its folder, sorted by name.

    With `is_main` the program takes sources under any name. Unreadable files name nothing; their reader
    reports them.
    """
    takes_sources = is_main or path.stem.lower() == "main"
    suffixes = (*HEADER_SUFFIXES, *(language.suffixes if takes_sources else ()))
    left = {name for suffix in suffixes for name in names.get(suffix, ()) if name != path.name}
    found: set[str] = set()
    unread = [path.name] if left else []
    while unread:
        text = bytes_in(path.with_name(unread.pop()), SOURCE_BYTES)
        named = {name for name in left if _is_part(path.with_name(name), text)}
        left -= named
        found |= named
        unread += named
    return tuple(path.with_name(name) for name in sorted(found))


def _is_part(path: Path, text: bytes) -> bool:
    """True if a header or a source is a part of a program with this text."""
    if path.name.endswith(HEADER_SUFFIXES):
        return path.name.encode(errors="surrogateescape") in text
    stem = re.escape(path.stem.encode(errors="surrogateescape"))
    if not re.search(rb"\b%b\b" % stem, text):
        return False
    source = bytes_in(path, SOURCE_BYTES)
    # Only the first importing word of a line counts: trying each would take quadratic time.
    is_imported = re.search(rb"(?m)^(?>.*?\b%b\b).*\b%b\b" % (_IMPORTS, stem), text)
    return not find_header(source)[0] and bool(is_imported or not MAIN.search(source))
