"""Finds the tools of a problem, generators and validators, by name or by place."""

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from posixpath import splitext
from typing import Any

from judge.model.package_format import ANSWER_VALIDATORS, INPUT_VALIDATORS
from judge.model.programs import Language
from judge.platform.errors import quoted
from judge.platform.files import has_file, has_folder, names_in
from judge.running.languages.base import HEADER_SUFFIXES, wrong_flags
from judge.running.languages.rows import SCRIPTS
from judge.yaml.tree import File

Languages = Mapping[str, Language]
VALIDATOR = "validator"


def find_programs(folder: Path, languages: Languages, stem: str = "") -> list[Path]:
    """Find the programs directly in a folder, all or those with a stem. An unreadable folder has none."""
    parts = ((name, *splitext(name)) for name in names_in(folder))
    named = (name for name, own, suffix in parts if suffix in languages and stem in ("", own))
    return [folder / name for name in named if has_file(folder / name)]


def find_script(folder: Path) -> Path | None:
    """Return the script that builds the program of a folder, else the one that runs it, if there is one."""
    return next(filter(has_file, map(folder.joinpath, SCRIPTS)), None)


def list_beside(script: Path) -> dict[str, Path]:
    """Return all other files of the program of a script, by their paths in its folder."""
    paths = sorted(path for path in script.parent.rglob("*") if path != script and path.is_file())
    return {path.relative_to(script.parent).as_posix(): path for path in paths}


def find_by_name(word: str, places: Iterable[Path], languages: Languages) -> list[Path]:
    """Find the program of this name, else the programs with this stem, in the first place with any."""
    for path in (place / word for place in places if Path(word).name):
        found = [path] if path.suffix in languages and has_file(path) else []
        if found := found or find_programs(path.parent, languages, path.name):
            return found
    return []


def find_validator_sources(folder: Path, languages: Languages) -> list[list[Path]]:
    """Find the input validators of the problem in a folder, each by its sources: the program `validator`,
    else the files and folders in its folder of validators.
    """
    if called := find_programs(folder, languages, VALIDATOR):
        return [called]
    return find_validators_in(folder, languages, INPUT_VALIDATORS)


def find_validators_in(folder: Path, languages: Languages, names: Sequence[str]) -> list[list[Path]]:
    """Find the validators in the folders of these names, each by its sources."""
    found: list[list[Path]] = []
    for place in (folder / name for name in names):
        if script := find_script(place):
            found.append([script])
            continue
        found += ([path] for path in find_programs(place, languages))
        for each in filter(has_folder, map(place.joinpath, names_in(place))):
            script = find_script(each)
            found += filter(None, [[script] if script else find_programs(each, languages)])
    return found


def find_flags(path: Path, tree: Mapping[str, Any], places: Iterable[Path]) -> tuple[str, ...] | None:
    """Return the flags that a case file states for a program of its problem, None if it states none."""
    for name, words in tree.get("flags", {}).items():
        if any(place / name == path for place in places):
            return tuple(words.split())
    return None


def check_flags(file: File, tree: Mapping[str, Any], places: Sequence[Path], languages: Languages) -> None:
    """Report flags that are for no program, or for one that takes none."""
    for name, words in tree.get("flags", {}).items():
        if not any(find_by_name(name, [place], languages) == [place / name] for place in places):
            where = f"next to {file.path.name} or in {places[-1].name}/"
            wrong = f"expected a program {where}, got none by the name {quoted(name)}"
        else:
            wrong = wrong_flags(words.split(), languages[splitext(name)[1]])
        if wrong:
            file.fault(tree["flags"].lines[name][0], wrong)


def split_words(line: str) -> list[str]:
    """Split a generator and its arguments like a shell. Raises ValueError with the message."""
    try:
        words = shlex.split(line)
    except ValueError:
        words = []
    if not words:
        raise ValueError(f"expected a generator and its words, got {quoted(line)}")
    return words


def find_tools(tree: Mapping[str, Any], places: Sequence[Path], languages: Languages) -> list[Path]:
    """Find the tools that a case file names in these places.

    The last place is the folder of the problem, whose validator needs no name.
    """
    own = [] if "validator" in tree else find_validator_sources(places[-1], languages)
    own += find_validators_in(places[-1], languages, ANSWER_VALIDATORS)
    beside = (each for path in chain(*own) for each in (path, *_headers(path)))
    named = (find_by_name(word, places, languages) for word in _named(tree))
    return list(dict.fromkeys(chain(*named, beside)))


def _headers(path: Path) -> Iterator[Path]:
    """Yield the headers of a validator in its own folder, or all files of a script."""
    if path.name in SCRIPTS:
        yield from list_beside(path).values()
    elif path.parent.parent.name in (*INPUT_VALIDATORS, *ANSWER_VALIDATORS):
        yield from (path.with_name(name) for name in names_in(path.parent) if name.endswith(HEADER_SUFFIXES))


def _named(tree: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of tools. The search for the program reports faulty ones."""
    for line in tree.get("generators", ()):
        with suppress(ValueError):
            yield split_words(line)[0]
    if "validator" in tree:
        yield tree["validator"]


def is_within(path: Path, bounds: Iterable[Path]) -> bool:
    """True if a file is in one of these folders, not behind a link that leads out."""
    real = Path(os.path.realpath(path))
    return any(real.is_relative_to(os.path.realpath(one)) for one in bounds)
