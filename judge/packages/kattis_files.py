"""The files of a package of Kattis or the ICPC: its tests, its submissions, its validators.

Source: https://www.kattis.com/problem-package-format/spec/legacy.html, "Test data", "Example submissions",
"Programs".
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from judge.cases.naming import OF_VALIDATORS
from judge.model.package_format import OUTPUT_VALIDATORS, TEST_FOLDERS, TESTDATA
from judge.model.programs import Language
from judge.packages.folders import Folder
from judge.packages.package import Source
from judge.packages.sources import reject_forks, reject_language
from judge.platform.errors import listed
from judge.platform.files import SOURCE_BYTES, require
from judge.running import builds
from judge.running.languages import LANGUAGES
from judge.running.languages.base import ENTRIES, HEADER_SUFFIXES, MAIN, entry_among
from judge.running.languages.rows import SCRIPTS
from judge.solutions.fates import parse_fate
from judge.solutions.parts import find_parts, group_by_suffix

_OF_VALIDATORS = re.compile(r"data/(in)?valid_[^/]*/")
_OF_VALIDATOR_TESTS = (".in", ".ans", ".out")
# Suffixes of files for readers, next to tests.
_NOTES = (".desc", ".hint", ".interaction", ".jpeg", ".jpg", ".png", ".svg")
# Source: https://www.domjudge.org/docs/manual/main/problem-format.html, "Expected results".
_EXPECTED = re.compile(rb"(?i)@EXPECTED_(?:RESULTS|SCORE)@:[ \t]*([-A-Z_, \t]+)")
_DOMJUDGE = {
    **dict.fromkeys(("CORRECT", "ACCEPTED"), "accepted"),
    **dict.fromkeys(("WRONGANSWER", "NOOUTPUT"), "wrong_answer"),
    **dict.fromkeys(("TIMELIMIT", "TIMELIMITEXCEEDED"), "time_limit_exceeded"),
    **dict.fromkeys(("RUNERROR", "RUNTIMEERROR"), "run_time_error"),
    **dict.fromkeys(("OUTPUTLIMIT", "OUTPUTLIMITEXCEEDED"), "output_limit_exceeded"),
    **dict.fromkeys(("MEMORYLIMIT", "MEMORYLIMITEXCEEDED"), "memory_limit_exceeded"),
    **dict.fromkeys(("COMPILERERROR", "COMPILEERROR"), "compiler_error"),
}


def collect_tests(folder: Folder, planned: Collection[str] = (), *, is_scoring: bool) -> dict[str, Source]:
    """Return the tests by their paths in `data/`, and the testdata.yaml files of their groups.

    Notes for readers are left out. The files of `planned` tests may be missing. Faults are reported to the
    folder.
    """
    names = [name for name in folder.files if name.startswith("data/") and not _OF_VALIDATORS.match(name)]
    found: dict[str, Source] = {}
    for name in names:
        path = PurePosixPath(name)
        if path.suffix in _NOTES or path.name == TESTDATA:
            folder.take(name)
        if path.suffix not in (".in", ".ans"):
            continue
        source = folder.take(name)
        other = str(path.with_suffix(".ans" if path.suffix == ".in" else ".in"))
        if len(path.parts) < 3 or path.parts[1] not in TEST_FOLDERS:
            wanted = " or ".join(f"data/{group}/" for group in TEST_FOLDERS)
            folder.fault(name, f"expected tests in {wanted}, got one elsewhere")
        elif str(path.with_suffix("")).removeprefix("data/") in planned:
            continue
        elif other not in folder:
            wanted = "the answer" if path.suffix == ".in" else "the input that it answers"
            folder.fault(name, f"expected {wanted}, {PurePosixPath(other).name}, next to it, got none")
        else:
            found[name.removeprefix("data/")] = source
    report_missing_secret(folder, [*found, *planned], is_scoring=is_scoring)
    used = {str(above) for name in (*found, *planned) for above in PurePosixPath("data", name).parents}
    sheets = (name for name in names if PurePosixPath(name).name == TESTDATA)
    return found | {
        name.removeprefix("data/"): folder.files[name]
        for name in sheets
        if str(PurePosixPath(name).parent) in used
    }


def collect_validator_tests(folder: Folder) -> dict[str, Source]:
    """Return the inputs and outputs for validators, which no solution is judged on, below their folders."""
    found: dict[str, Source] = {}
    for place in OF_VALIDATORS:
        # BAPCtools also accepts the plural.
        for own in (place, f"{place}s"):
            for name in folder.below(f"data/{own}"):
                if PurePosixPath(name).suffix in _OF_VALIDATOR_TESTS:
                    found[f"{place}/{name}"] = folder.files[f"data/{own}/{name}"]
    return found


def report_missing_secret(folder: Folder, tests: Collection[str], *, is_scoring: bool) -> None:
    """Report missing secret tests. A package without them is judged on samples unless it counts points."""
    if any(name.startswith("secret/") for name in tests):
        return
    if is_scoring or not any(name.startswith("sample/") for name in tests):
        folder.fault("data/secret", "expected tests (*.in with *.ans), got none")
    else:
        folder.note("data/secret", "no tests: only the samples are judged")


def collect_programs(folder: Folder) -> dict[str, Source]:
    """Return the submissions, each a file or a folder in a folder named for its verdict.

    The files to include for their language are added to them. A submission's own file of the same name wins.
    """
    included = {code: folder.below(f"include/{code}") for code in folder.folders("include")}
    found: dict[str, Source] = {}
    for place, files in list_submissions(folder):
        more: dict[str, Path] = {}
        for code in _list_include_folders(files or [place]):
            more |= included.get(code, {})
        to = _choose_folder(folder, place.split("/")[1], [f"{place}/{file}" for file in files] or [place])
        for path, source in _read_submission(folder, place, files, more):
            found[f"{to}/{path}"] = source
    return found


def list_submissions(folder: Folder) -> Iterator[tuple[str, list[str]]]:
    """Yield the paths of submissions, each with its files if it is a folder. Note a package without any."""
    fates = folder.folders("submissions")
    if not fates:
        folder.note("submissions", "expected submissions in folders such as accepted/, got none")
    for fate in fates:
        for name, files in list_entries(folder, f"submissions/{fate}").items():
            yield f"submissions/{fate}/{name}", files


def _choose_folder(folder: Folder, fate: str, files: Sequence[str]) -> str:
    """Return the folder of solutions that states what a submission from the folder `fate` gets.

    As in DOMjudge, an `@EXPECTED_RESULTS@` in the source counts if the folder's name states no verdict, as
    `mixed`, or if the two contradict each other. Without either the folder is `unknown`.
    """
    found = [
        (file, _EXPECTED.findall(folder.data(file) or b"")) for file in files if _suffix(file) in LANGUAGES
    ]
    # As in DOMjudge, several in one file are ignored.
    file, words = next(((file, own[0].decode()) for file, own in found if len(own) == 1), ("", ""))
    fates = [_DOMJUDGE.get(re.sub("[-_ \t]", "", word.upper()), "") for word in words.split(",")]
    named = "_or_".join(dict.fromkeys(fates)) if all(fates) else ""
    if not parse_fate(fate):
        return f"{named or 'unknown'}/{fate}"
    if not named or fate in fates or fate not in _DOMJUDGE.values():
        return fate
    got = f"@EXPECTED_RESULTS@: {words.strip()}, which counts"
    folder.note(file, f"expected what the folder {fate}/ says, got {got}")
    return f"{named}/in_{fate}"


def _list_include_folders(files: Collection[str]) -> Iterator[str]:
    """Yield the folders in `include/` for the language of a program, the default one first."""
    languages = [LANGUAGES[suffix].name for suffix in map(_suffix, files) if suffix in LANGUAGES]
    if languages:
        yield from ("default", "python3" if languages[0] == "python" else languages[0])


def _read_submission(
    folder: Folder, place: str, files: Collection[str], more: Mapping[str, Path]
) -> Iterator[tuple[str, Source]]:
    """Yield the files of one submission, analysed together with the included files."""
    if not more:
        yield from read_program(folder, place, files)
        return
    if wrong := reject_forks(more):
        folder.leave(place, wrong)
        return
    included = {file: require(path, SOURCE_BYTES) for file, path in more.items()}
    own = {file: require(folder.take(f"{place}/{file}"), SOURCE_BYTES) for file in files}
    if not files:
        data = require(folder.take(place), SOURCE_BYTES)
        called = PurePosixPath(place).name if has_driver(included, data) else f"main{_suffix(place)}"
        own = {called: data}
    yield from read_staged_program(folder, place, {**included, **own})


def has_driver(included: Mapping[str, bytes], own: bytes) -> bool:
    """Return whether a program begins in an included source rather than in the submission's bytes `own`."""
    sources = [name for name in included if _suffix(name) in LANGUAGES]
    if any(PurePosixPath(name).stem in ENTRIES for name in sources):
        return True
    return not MAIN.search(own) and any(MAIN.search(included[name]) for name in sources)


def read_staged_program(
    folder: Folder, place: str, files: Mapping[str, bytes]
) -> Iterator[tuple[str, Source]]:
    """Yield the files of a program as `read_program` does, after writing them into one folder."""
    with builds.workplace() as root:
        for file, data in files.items():
            (root / place / file).parent.mkdir(parents=True, exist_ok=True)
            (root / place / file).write_bytes(data)
        staged = Folder(root, folder.faults, shown=folder.shown)
        staged.notes = folder.notes
        for called, source in read_program(staged, place, [*files]):
            yield called, source if isinstance(source, bytes) else require(source, SOURCE_BYTES)


def collect_validators(folder: Folder, place: str, *, is_one: bool) -> dict[str, Source]:
    """Return the files of the output validators in a folder. Report it if there are none.

    In `output_validators` each file and each folder is a program. Report several if only one is allowed.
    """
    programs = [
        name
        for name, files in list_entries(folder, place).items()
        if any(_suffix(file) in LANGUAGES or file in SCRIPTS for file in files or [name])
    ]
    is_whole = place == OUTPUT_VALIDATORS[1] or any(f"{place}/{script}" in folder for script in SCRIPTS)
    if not programs or (is_one and not is_whole and len(programs) > 1):
        kind = " of a problem that talks" if programs else ""
        folder.fault(place, f"expected one output validator{kind}, got {listed(programs) or 'none'}")
    return {f"{place}/{name}": source for name, source in folder.below(place).items()}


def list_entries(folder: Folder, place: str) -> dict[str, list[str]]:
    """Return the entries of a folder by their names, each with its files if it is a folder."""
    found: dict[str, list[str]] = {}
    for name in folder.files:
        if name.startswith(f"{place}/"):
            first, slash, rest = name.removeprefix(f"{place}/").partition("/")
            if not first.startswith("."):
                found.setdefault(first, []).extend([rest] if slash else [])
    return found


def read_program(folder: Folder, place: str, files: Collection[str]) -> Iterator[tuple[str, Source]]:
    """Yield the files of one submission with their paths in the folder of its verdict.

    If there are several sources, the one where the program begins is renamed to `main` and names the others.
    """
    name = PurePosixPath(place).name
    paths = {file: folder.files[f"{place}/{file}"] for file in files} if files else {"": folder.files[place]}
    sources = [file for file in paths if _suffix(file or name) in LANGUAGES and "/" not in file]
    if not sources:
        return
    try:
        entry, parts, joined = _find_parts(paths, sources)
    except ValueError as error:
        folder.leave(place, f"not judged: {error}")
        return
    except OSError as error:
        folder.fault(place, f"expected files that can be read, got: {error.strerror}")
        return
    if apart := [file for file in sources if file not in (entry, *parts, *joined)]:
        for file in apart:
            folder.take(f"{place}/{file}")
        folder.note(place, f"not taken along: {listed(apart)}, which {entry} does not name")
    for file in (entry, *parts, *joined):
        source: Source = folder.take(f"{place}/{file}" if files else place)
        if file == entry and joined:
            # The loader of solutions takes the files that a source names.
            source = require(paths[entry], SOURCE_BYTES) + f"\n// {' '.join(joined)}\n".encode()
        called = f"main{_suffix(file)}" if file == entry and len(sources) > 1 else file
        yield (f"{name}/{called}" if files else name), source


def _find_parts(paths: Mapping[str, Path], sources: Sequence[str]) -> tuple[str, list[str], list[str]]:
    """Return the source where a program begins, the files that it names, and more sources to compile.

    Raises ValueError if the program cannot be judged, and OSError.
    """
    for path in (paths[file] for file in sources):
        if wrong := reject_language(path, require(path, SOURCE_BYTES)):
            raise ValueError(wrong)
    found = entry_among([paths[file] for file in sources])
    if not found:
        raise ValueError(f"expected a file main, at which it begins, among {listed(sources)}, got none")
    entry = next(file for file in sources if paths[file] == found)
    if not entry:
        return entry, [], []
    flat = [file for file in paths if "/" not in file]
    language = LANGUAGES[_suffix(entry)]
    named = {path.name for path in find_parts(paths[entry], language, group_by_suffix(flat), is_main=True)}
    parts = [file for file in flat if file in named or file.endswith(HEADER_SUFFIXES)]
    left = [file for file in sources if file not in (entry, *parts)]
    return entry, parts, [file for file in left if _is_joined(paths[file], language)]


def _is_joined(path: Path, language: Language) -> bool:
    """Return whether a source is compiled with another that does not name it, and has no `main` itself."""
    together = any("{sources}" in words for words in language.builds)
    return together and path.name.endswith(language.suffixes) and not MAIN.search(require(path, SOURCE_BYTES))


def _suffix(name: str) -> str:
    return PurePosixPath(name).suffix
