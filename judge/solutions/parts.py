"""What a program is made of beside its own file: the files of its folder that it names.

A header belongs to every program that names it. A program that is called `main` takes along the sources of
its language that it imports, and those that it names and that have no `main` of their own. What states facts
is a program by itself. What a part names is a part, too.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from judge.files import SOURCE_BYTES, read
from judge.model import Language
from judge.running.languages.base import HEADER_SUFFIXES, MAIN
from judge.solutions.facts import facts_of

_IMPORTS = rb"(?:import|from|include|include_once|require\w*|use|uses|mod|open|dofile)"


BySuffix = Mapping[str, Collection[str]]


def by_suffix(names: Iterable[str]) -> BySuffix:
    """Names by their suffixes, so that each program looks at those only that may be its parts."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(name[name.rfind(".") :], []).append(name)
    return found


def parts_of(path: Path, language: Language, names: BySuffix, *, is_main: bool = False) -> tuple[Path, ...]:
    """The parts of a program among the files of its folder, by the order of their names.

    With `is_main` it takes sources along whatever it is called. A file that cannot be read names nothing.
    Whoever reads it says why it cannot be read.
    """
    takes_sources = is_main or path.stem.lower() == "main"
    suffixes = (*HEADER_SUFFIXES, *(language.suffixes if takes_sources else ()))
    left = {name for suffix in suffixes for name in names.get(suffix, ()) if name != path.name}
    found: set[str] = set()
    unread = [path.name] if left else []
    while unread:
        text = _bytes_of(path.with_name(unread.pop()))
        named = {name for name in left if _is_part(path.with_name(name), text)}
        left -= named
        found |= named
        unread += named
    return tuple(path.with_name(name) for name in sorted(found))


def _is_part(path: Path, text: bytes) -> bool:
    """Whether a header or a source is a part of what has this text."""
    if path.name.endswith(HEADER_SUFFIXES):
        return path.name.encode(errors="surrogateescape") in text
    stem = re.escape(path.stem.encode(errors="surrogateescape"))
    if not re.search(rb"\b%b\b" % stem, text):
        return False
    source = _bytes_of(path)
    # Of a line the first word that imports will do: with each of many the time would grow by the square.
    is_imported = re.search(rb"(?m)^(?>.*?\b%b\b).*\b%b\b" % (_IMPORTS, stem), text)
    return not facts_of(source)[0] and bool(is_imported or not MAIN.search(source))


def _bytes_of(path: Path) -> bytes:
    try:
        return read(path, SOURCE_BYTES)[0]
    except OSError:
        return b""
