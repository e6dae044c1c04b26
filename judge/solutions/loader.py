"""Reads the solutions in a folder of programs, each with an optional header."""

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from judge.model.programs import Grader, Language, Solution
from judge.platform.errors import Fault, InputErrors, fault_at, in_order, listed, printable, quoted, unknown
from judge.platform.files import SOURCE_BYTES, Stamp, Stored, has_file, names_in, read, whole
from judge.running.languages import ADD_LANGUAGE, LANGUAGES, reject_suffix
from judge.running.languages.base import digest_of, wrong_flags
from judge.running.languages.python import can_start_warm, choose_interpreter
from judge.solutions.facts import Facts, find_header, parse_expectations, read_header
from judge.solutions.outputs import find_outputs
from judge.solutions.parts import find_parts, group_by_suffix
from judge.solutions.placement import Place, Problems, find_place, has_class
from judge.solutions.submissions_file import NAME as SUBMISSIONS
from judge.solutions.submissions_file import SubmissionsFiles
from judge.subjects.subject import TEXT
from judge.yaml import tree as yamltree

# What a virtual environment consists of, next to its settings. Its author may have other files there.
ENVIRONMENT_FILE = "pyvenv.cfg"
_ENVIRONMENT = {"bin", "include", "lib", "lib64", "share", "Include", "Lib", "Scripts"}


def load_solutions(
    folder: Path,
    problems: Problems | None = None,
    *,
    paths: Sequence[Path] = (),
    languages: Mapping[str, Language] = LANGUAGES,
) -> tuple[Solution, ...]:
    """Read solutions as `read_solutions` does. Raises InputErrors for a faulty program, too."""
    solutions = read_solutions(folder, problems, paths=paths, languages=languages)
    if faults := tuple(fault for solution in solutions for fault in solution.faults):
        raise InputErrors(faults)
    return solutions


def read_solutions(
    folder: Path,
    problems: Problems | None = None,
    *,
    paths: Sequence[Path] = (),
    but: Collection[Path] = (),
    languages: Mapping[str, Language] = LANGUAGES,
    may_lack: bool = False,
) -> tuple[Solution, ...]:
    """Read the programs below `folder` `but` some, sorted by name, or these `paths`.

    Faulty ones have `faults`.
    `languages` are by the suffixes of sources. Without `problems` each program belongs to all, and its
    patterns of cases are not checked. Raises InputErrors if there is no program, unless the folder
    `may_lack` them.
    """
    printed: list[Solution] = []
    submissions = SubmissionsFiles(folder)
    ignored: list[Fault] = []
    if not paths:
        sources, ignored = find_sources(folder, languages)
        paths = [path for path in sources if path not in but]
        printed += find_outputs(folder, paths, problems, submissions) if problems else ()
    if not paths and not printed and not may_lack:
        others = [str(path.relative_to(folder)) for path, _, _ in ignored if has_file(path)]
        got = f"only {listed(others)}; {ADD_LANGUAGE}" if others else "none"
        raise fault_at(folder, f"expected programs ({listed(languages)}), got {got}")
    found: dict[str, Solution] = {}
    graders = problems.grader_files if problems else set()
    for path, parts in find_programs_with_parts(paths, languages).items():
        if graders and path.resolve() in graders:
            continue
        name = printable(path.relative_to(folder).as_posix())
        if name in found:
            twin = Fault(path, 0, f"expected each name once, got {quoted(name)} again")
            found[name] = replace(found[name], faults=(*found[name].faults, twin))
        else:
            found[name] = _read(path, name, problems, languages, parts, submissions)
    found |= {solution.name: solution for solution in printed}
    return tuple(found[name] for name in sorted(found)) if printed else tuple(found.values())


def find_ignored_programs(folder: Path, languages: Mapping[str, Language] = LANGUAGES) -> list[Fault]:
    """Report the files below the folder that are ignored, each with the reason."""
    paths, passed = find_sources(folder, languages)
    programs = find_programs_with_parts(paths, languages)
    parts = {part for own in programs.values() for part in own}
    return [fault for fault in passed if fault.path not in parts] + SubmissionsFiles(folder).find_unused(
        programs
    )


def find_programs_with_parts(
    paths: Iterable[Path], languages: Mapping[str, Language]
) -> dict[Path, tuple[Path, ...]]:
    """Find the programs among these paths, each with the files that are its parts."""
    paths = [*paths]
    names = {folder: group_by_suffix(names_in(folder)) for folder in {path.parent for path in paths}}
    found = {path: find_parts(path, languages[path.suffix], names[path.parent]) for path in paths}
    parts = {part for own in found.values() for part in own}
    return {path: own for path, own in found.items() if path not in parts}


def find_sources(folder: Path, languages: Mapping[str, Language]) -> tuple[list[Path], list[Fault]]:
    """Find the source files below the folder, sorted by name, and report what is ignored."""
    paths: list[Path] = []
    faults: list[Fault] = []

    def unreadable(error: OSError) -> None:
        faults.append(Fault(Path(error.filename), 0, f"expected a readable folder, got: {error.strerror}"))

    for place, folders, files in os.walk(folder, onerror=unreadable):
        for name in [*folders, *files]:
            path = Path(place, name)
            if reason := _explain_ignored(path, languages, is_folder=name in folders):
                faults.append(Fault(path, 0, reason))
            elif name not in (*folders, SUBMISSIONS):
                paths.append(path)
        folders[:] = [name for name in folders if not name_foreign(Path(place, name))]
    return sorted(paths, key=lambda path: path.relative_to(folder).as_posix()), sorted(faults)


def _explain_ignored(path: Path, languages: Mapping[str, Language], *, is_folder: bool) -> str:
    """Say why a path is ignored. Empty for a program or a folder."""
    if path.name.startswith("."):
        return "expected a name that does not begin with a dot"
    if is_folder and path.name != "__pycache__" and (kind := name_foreign(path)):
        return f"expected a folder of programs, got a {kind}"
    if is_folder:
        return "expected a folder, got a link to one" if os.path.islink(path) else ""  # noqa: PTH114
    if why := reject_suffix(path, languages):
        return why
    if path.suffix not in languages and path.name != SUBMISSIONS:
        return f"expected a program ({listed(languages)}), got {quoted(path.name)}"
    return "" if _is_regular(path) else "expected a regular file, got none"


def _is_regular(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # the reader reports the error
        return True


class _Contents(NamedTuple):
    """The bytes of a program and of its parts, with their stamps; whole if all could be read."""

    data: bytes = b""
    stamp: Stamp = (0, 0, 0, 0, 0)
    parts: Sequence[tuple[Path, bytes, Stamp]] = ()
    is_whole: bool = False

    @property
    def beside(self) -> tuple[tuple[str, Stored], ...]:
        return tuple((path.name, Stored(path, stamp)) for path, _, stamp in self.parts)

    def digest(self, grader: Grader | None) -> str:
        """Return the digest of all files that the program is built with."""
        beside = [(path.name, data) for path, data, _ in self.parts]
        if grader:
            beside += [(grader.module, b""), *((name, whole(each)) for name, each in grader.files)]
        return digest_of(self.data, beside)


def _read_contents(file: yamltree.File, parts: Sequence[Path]) -> _Contents:
    """Read a program and its parts. Unreadable files are reported."""
    found = _Contents()
    try:
        found = _Contents(*read(file.path, SOURCE_BYTES))
        beside = [(part, *read(part, SOURCE_BYTES)) for part in parts if not _is_link(part, file)]
        return found._replace(parts=beside, is_whole=True)
    except OSError as error:
        path = Path(error.filename)
        file.faults.append(Fault(path, 0, f"expected a readable file, got: {error.strerror}"))
        return found


def _read(
    path: Path,
    name: str,
    problems: Problems | None,
    languages: Mapping[str, Language],
    parts: Sequence[Path],
    submissions: SubmissionsFiles,
) -> Solution:
    file = yamltree.File(path)
    contents = _read_contents(file, parts)
    stated = read_header(file, contents.data) if contents.is_whole else None
    line, _ = find_header(contents.data)
    place = _find_place(file, line, stated, name, problems)
    facts, known = stated or Facts(), _list_cases(place, problems)
    settings = submissions.look_up(path, known)
    file.faults.extend(settings.faults)
    language = _find_language(settings.language, languages, file) or languages[path.suffix]
    sources = ((path.name, contents.data), *((part.name, data) for part, data, _ in contents.parts))
    named = facts.interpreter or settings.interpreter
    interpreter = named or choose_interpreter(language, sources)
    _check_interpreter(interpreter, language, file, line)
    return Solution(
        name=name,
        path=path,
        digest=contents.digest(place.grader),
        stamp=contents.stamp,
        format=place.format if facts.format or has_class(contents.data, place.format) else TEXT,
        source=facts.source,
        interpreter=interpreter,
        is_warm=not named and can_start_warm(language, sources),
        flags=_read_flags(facts.flags, settings.flags, language, file, line),
        expectations=tuple(parse_expectations(file, line, facts.expect, known)),
        language=language,
        beside=contents.beside,
        problems=place.problems,
        faults=in_order(file.faults),
        rules=settings.rules,
        told_by=place.told_by,
        grader=place.grader,
    )


def _read_flags(
    stated: Sequence[str] | None, of_folder: str, language: Language, file: yamltree.File, line: int
) -> tuple[str, ...] | None:
    """Return the flags of the header, else those that its folder states. None for the language's own."""
    flags = stated if stated is not None or not of_folder else of_folder.split()
    if flags is not None and (wrong := wrong_flags(flags, language)):
        file.fault(line, wrong)
    return None if flags is None else tuple(flags)


def _check_interpreter(interpreter: str, language: Language, file: yamltree.File, line: int) -> None:
    """Report what is wrong with the interpreter of a program."""
    if interpreter and language.run:
        suffix = file.path.suffix
        file.fault(line, f"expected the key 'interpreter' in a program .py, got it in one {suffix}")
    elif "\0" in interpreter:
        file.fault(line, f"expected the name or the path of an interpreter, got {quoted(interpreter)}")


def _find_language(code: str, languages: Mapping[str, Language], file: yamltree.File) -> Language | None:
    """Return the language of this code in packages, None if none is stated. Reports an unknown code."""
    rows = {"python3" if row.name == "python" else row.name: row for row in languages.values()}
    if code and code not in rows:
        file.fault(0, unknown("a program in one of the languages", code, rows))
    return rows.get(code)


def _is_link(part: Path, file: yamltree.File) -> bool:
    """Report a part that is a link: a program could name an answer as its header."""
    if is_link := part.is_symlink():
        file.faults.append(Fault(part, 0, "expected a file as a part of a program, got a link"))
    return is_link


def _find_place(
    file: yamltree.File, line: int, facts: Facts | None, name: str, problems: Problems | None
) -> Place:
    """Find the place of a program. Reports a fault if it is unclear, unless its header has one."""
    stated = facts or Facts()
    anywhere = Place(stated.format or TEXT, None, "")
    if problems is None:
        return anywhere
    patterns = [stated.problems] if isinstance(stated.problems, str) else stated.problems
    try:
        return find_place(name, stated.format, [*filter(None, patterns)], problems)
    except ValueError as error:
        if problems.own and facts:
            file.fault(line, str(error))
        return anywhere._replace(problems=(), told_by=str(error))


def _list_cases(place: Place, problems: Problems | None) -> list[str] | None:
    """Return the cases that a program may name, None if some are unknown."""
    if problems is None or not problems.own or not place.problems:
        return None
    if not problems.faulty.isdisjoint(place.problems):
        return None
    return [case for problem in place.problems for case in problems.cases[problem]]


def name_foreign(folder: Path) -> str:
    """Return what kind of foreign folder this is, as a noun; empty if it may contain programs."""
    if folder.name.startswith("."):
        return "hidden folder"
    if folder.name in ("__pycache__", "node_modules", "site-packages"):
        return f"{folder.name} folder"
    is_environment = folder.name in _ENVIRONMENT and os.path.lexists(folder.with_name(ENVIRONMENT_FILE))
    return "virtual environment folder" if is_environment else ""


def is_foreign(path: Path, root: Path) -> bool:
    """Return whether a path below `root` is in a foreign folder there."""
    folders = (root / above for above in path.relative_to(root).parents)
    return any(name_foreign(folder) for folder in folders if folder != root)
