"""The files of a package of Kattis or the ICPC: its tests, its submissions, its validators.

Source: https://www.kattis.com/problem-package-format/spec/legacy.html, "Test data", "Example submissions",
"Programs".
"""

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path, PurePosixPath

from judge.errors import Fault, listed
from judge.files import read
from judge.packages.folders import Folder
from judge.packages.package import Source
from judge.running.languages import LANGUAGES
from judge.running.languages.base import HEADER_SUFFIXES, entry_among
from judge.solutions.fates import stated_by
from judge.solutions.parts import parts_of

SHEET = "testdata.yaml"
_GROUPS = ("sample", "secret")
# Beside tests, for who reads them.
_NOTES = (".desc", ".hint", ".interaction", ".jpeg", ".jpg", ".png", ".svg")
# What suffixes mean there, which are those of other languages here.
_OTHERS = {".pl": "Prolog"}
_PYTHON_2 = re.compile(rb"#!.*python2")
_SCRIPTS = ("build", "run")


def tests_of(folder: Folder) -> dict[str, Source]:
    """The tests, by their paths in `data/`, and the sheets of their groups.

    Notes beside tests are known and not taken along. What is at fault the folder says.
    """
    names = [name for name in folder.files if name.startswith("data/")]
    found: dict[str, Source] = {}
    for name in names:
        path = PurePosixPath(name)
        if path.suffix in _NOTES or path.name == SHEET:
            folder.take(name)
        if path.suffix not in (".in", ".ans"):
            continue
        source = folder.take(name)
        other = str(path.with_suffix(".ans" if path.suffix == ".in" else ".in"))
        if len(path.parts) < 3 or path.parts[1] not in _GROUPS:
            wanted = " or ".join(f"data/{group}/" for group in _GROUPS)
            folder.fault(name, f"expected tests in {wanted}, got one elsewhere")
        elif other not in folder:
            wanted = "the answer" if path.suffix == ".in" else "the input that it answers"
            folder.fault(name, f"expected {wanted}, {PurePosixPath(other).name}, beside it, got none")
        else:
            found[name.removeprefix("data/")] = source
    if not any(name.startswith("secret/") for name in found):
        folder.fault("data/secret", "expected tests (*.in beside *.ans), got none")
    used = {str(above) for name in found for above in PurePosixPath("data", name).parents}
    sheets = (name for name in names if PurePosixPath(name).name == SHEET)
    return found | {
        name.removeprefix("data/"): folder.files[name]
        for name in sheets
        if str(PurePosixPath(name).parent) in used
    }


def programs_of(folder: Folder, left: list[Fault]) -> dict[str, Source]:
    """The submissions in folders that say what they get, each a file or a folder of its own."""
    found: dict[str, Source] = {}
    for fate in filter(stated_by, folder.folders("submissions")):
        place = f"submissions/{fate}"
        for name, files in entries_in(folder, place).items():
            for path, source in program_of(folder, f"{place}/{name}", files, left):
                found[f"{fate}/{path}"] = source
    return found


def validator_in(folder: Folder, place: str) -> dict[str, Source]:
    """The files of the one output validator in a folder of such; none where the folder says what is wrong."""
    programs = {
        name: files
        for name, files in entries_in(folder, place).items()
        if not files or any(PurePosixPath(file).suffix in LANGUAGES or file in _SCRIPTS for file in files)
    }
    programs = {name: files for name, files in programs.items() if files or _suffix(name) in LANGUAGES}
    if len(programs) != 1:
        folder.fault(place, f"expected one output validator, got {listed(list(programs)) or 'none'}")
    for name, files in programs.items():
        if scripts := [script for script in _SCRIPTS if script in files]:
            wanted = f"expected a program in one of {listed(LANGUAGES)}"
            folder.fault(f"{place}/{name}", f"{wanted}, got one that a script makes: {listed(scripts)}")
    return {f"{place}/{name}": source for name, source in folder.below(place).items()}


def entries_in(folder: Folder, place: str) -> dict[str, list[str]]:
    """What lies in a folder by its name, with the files in it where it is one."""
    found: dict[str, list[str]] = {}
    for name in folder.files:
        if name.startswith(f"{place}/"):
            first, slash, rest = name.removeprefix(f"{place}/").partition("/")
            if not first.startswith("."):
                found.setdefault(first, []).extend([rest] if slash else [])
    return found


def program_of(
    folder: Folder, place: str, files: Collection[str], left: list[Fault]
) -> Iterator[tuple[str, Source]]:
    """The files of one submission, by the paths that it has in the folder of its fate.

    One of several files begins at `main`, which then takes the others along.
    """
    name = PurePosixPath(place).name
    paths = {file: folder.files[f"{place}/{file}"] for file in files} if files else {"": folder.files[place]}
    sources = [file for file in paths if _suffix(file or name) in LANGUAGES and "/" not in file]
    if not sources:
        return
    try:
        if wrong := _other_language([paths[file] for file in sources]):
            tell(folder, place, files, wrong, left)
            return
        entry = sources[0] if len(sources) == 1 else _entry(paths, sources)
        parts = _parts(paths, entry) if files and entry else []
    except OSError as error:
        folder.fault(place, f"expected files that can be read, got: {error.strerror}")
        return
    if not entry and files:
        wanted = f"a file main, at which it begins, among {listed(sources)}"
        tell(folder, place, files, f"not understood: expected {wanted}, got none", left)
        return
    for file in (entry or "", *parts):
        source = folder.take(f"{place}/{file}" if files else place)
        called = f"main{_suffix(file)}" if file == entry and len(sources) > 1 else file
        yield (f"{name}/{called}" if files else name), source


def tell(folder: Folder, place: str, files: Collection[str], why: str, left: list[Fault]) -> None:
    """Why a program is not judged, once for all of its files."""
    left.append(Fault(folder.shown / place, 0, why))
    for name in [f"{place}/{file}" for file in files] or [place]:
        folder.take(name)


def _other_language(paths: Collection[Path]) -> str:
    """Why what has the suffix of a language here is in another; empty for what is not."""
    other = next((_OTHERS[path.suffix] for path in paths if path.suffix in _OTHERS), "")
    if not other and any(path.suffix == ".py" and _PYTHON_2.match(read(path)[0]) for path in paths):
        other = "Python 2"
    return f"not understood: in {other}, which is none of the languages here" if other else ""


def _entry(paths: Mapping[str, Path], sources: Collection[str]) -> str | None:
    found = entry_among([paths[file] for file in sources])
    return next((file for file in sources if paths[file] == found), None)


def _parts(paths: Mapping[str, Path], entry: str) -> list[str]:
    """The files beside an entry that it takes along."""
    flat = [file for file in paths if "/" not in file]
    language = LANGUAGES[_suffix(entry)]
    found = {path.name for path in parts_of(paths[entry], language, flat, is_main=True)}
    return [file for file in flat if file in found or file.endswith(HEADER_SUFFIXES)]


def _suffix(name: str) -> str:
    return PurePosixPath(name).suffix
