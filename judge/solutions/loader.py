"""From a folder of programs to solutions: each may state facts in one comment of its first lines."""

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from judge import yamltree
from judge.errors import Fault, InputErrors, in_order, listed, printable, quoted, unknown
from judge.files import SOURCE_BYTES, names_in, read, whole
from judge.model import Grader, Language, Solution, Stamp, Stored
from judge.running.languages import LANGUAGES
from judge.running.languages.base import digest_of, wrong_flags
from judge.solutions.belonging import Place, Problems, has_class, place_of
from judge.solutions.facts import Facts, expectations_of, facts_of, read_facts
from judge.solutions.outputs import outputs_in
from judge.solutions.parts import by_suffix, parts_of
from judge.solutions.submissions_file import NAME as SUBMISSIONS
from judge.solutions.submissions_file import SubmissionsFiles
from judge.subjects import TEXT


def load_solutions(
    folder: Path,
    problems: Problems | None = None,
    *,
    paths: Sequence[Path] = (),
    languages: Mapping[str, Language] = LANGUAGES,
) -> tuple[Solution, ...]:
    """See `read_solutions`. Raises InputErrors for a program at fault, too."""
    solutions = read_solutions(folder, problems, paths=paths, languages=languages)
    if faults := tuple(fault for solution in solutions for fault in solution.faults):
        raise InputErrors(faults)
    return solutions


def read_solutions(
    folder: Path,
    problems: Problems | None = None,
    *,
    paths: Sequence[Path] = (),
    languages: Mapping[str, Language] = LANGUAGES,
) -> tuple[Solution, ...]:
    """The programs below `folder`, in the order of their names, or these `paths`; those at fault say so.

    `languages` are by the suffixes of sources. Without `problems` each may belong to all, and its
    expectations are held against none. Raises InputErrors where there is no program at all.
    """
    printed: list[Solution] = []
    submissions = SubmissionsFiles(folder)
    if not paths:
        paths = _found(folder, languages)[0]
        printed += outputs_in(folder, paths, problems, submissions) if problems else ()
    if not paths and not printed:
        raise InputErrors((Fault(folder, 0, f"expected programs ({listed(languages)}), got none"),))
    found: dict[str, Solution] = {}
    graders = problems.grader_files if problems else set()
    for path, parts in _programs(paths, languages).items():
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


def not_solutions(folder: Path, languages: Mapping[str, Language] = LANGUAGES) -> list[Fault]:
    """What lies below the folder and is passed over, each with the reason."""
    paths, passed = _found(folder, languages)
    programs = _programs(paths, languages)
    parts = {part for own in programs.values() for part in own}
    return [fault for fault in passed if fault.path not in parts] + SubmissionsFiles(folder).find_unused(
        programs
    )


def _programs(paths: Iterable[Path], languages: Mapping[str, Language]) -> dict[Path, tuple[Path, ...]]:
    """The programs among these paths, each with the files that are its parts."""
    paths = [*paths]
    names = {folder: by_suffix(names_in(folder)) for folder in {path.parent for path in paths}}
    found = {path: parts_of(path, languages[path.suffix], names[path.parent]) for path in paths}
    parts = {part for own in found.values() for part in own}
    return {path: own for path, own in found.items() if path not in parts}


def _found(folder: Path, languages: Mapping[str, Language]) -> tuple[list[Path], list[Fault]]:
    """The programs below the folder, in the order of their names, and what is passed over."""
    paths: list[Path] = []
    faults: list[Fault] = []

    def unreadable(error: OSError) -> None:
        faults.append(Fault(Path(error.filename), 0, f"expected a readable folder, got: {error.strerror}"))

    for place, folders, files in os.walk(folder, onerror=unreadable):
        for name in [*folders, *files]:
            path = Path(place, name)
            if reason := _reason(path, languages, is_folder=name in folders):
                faults.append(Fault(path, 0, reason))
            elif name not in (*folders, SUBMISSIONS):
                paths.append(path)
        folders[:] = [name for name in folders if not name.startswith(".") and name != "__pycache__"]
    return sorted(paths, key=lambda path: path.relative_to(folder).as_posix()), sorted(faults)


def _reason(path: Path, languages: Collection[str], *, is_folder: bool) -> str:
    """Why a path is passed over; empty for a program and for a folder."""
    if path.name.startswith("."):
        return "expected a name that does not begin with a dot"
    if is_folder:
        return "expected a folder, got a link to one" if os.path.islink(path) else ""  # noqa: PTH114
    if path.suffix not in languages and path.name != SUBMISSIONS:
        return f"expected a program ({listed(languages)}), got {quoted(path.name)}"
    return "" if _is_regular(path) else "expected a regular file, got none"


def _is_regular(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # whoever reads it says why it cannot be read
        return True


class _Contents(NamedTuple):
    """The bytes of a program and of its parts, with their stamps; whole unless some could not be read."""

    data: bytes = b""
    stamp: Stamp = (0, 0, 0, 0, 0)
    parts: Sequence[tuple[Path, bytes, Stamp]] = ()
    is_whole: bool = False

    @property
    def beside(self) -> tuple[tuple[str, Stored], ...]:
        return tuple((path.name, Stored(path, stamp)) for path, _, stamp in self.parts)

    def digest(self, grader: Grader | None) -> str:
        """That of all that the program is built with."""
        beside = [(path.name, data) for path, data, _ in self.parts]
        if grader:
            beside += [(grader.module, b""), *((name, whole(each)) for name, each in grader.files)]
        return digest_of(self.data, beside)


def _contents(file: yamltree.File, parts: Sequence[Path]) -> _Contents:
    """What could be read; the file says what could not."""
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
    contents = _contents(file, parts)
    stated = read_facts(file, contents.data) if contents.is_whole else None
    line = facts_of(contents.data)[0] or 1
    place = _place(file, line, stated, name, problems)
    facts, known = stated or Facts(), _known(place, problems)
    settings = submissions.look_up(path, known)
    file.faults.extend(settings.faults)
    language = _language(settings.language, languages, file) or languages[path.suffix]
    interpreter = facts.interpreter or settings.interpreter or language.interpreter
    if interpreter and language.run:
        file.fault(line, f"expected the key 'interpreter' in a program .py, got it in one {path.suffix}")
    flags = facts.flags if facts.flags is not None or not settings.flags else settings.flags.split()
    if flags is not None and (wrong := wrong_flags(flags, language)):
        file.fault(line, wrong)
    return Solution(
        name=name,
        path=path,
        digest=contents.digest(place.grader),
        stamp=contents.stamp,
        format=place.format if facts.format or has_class(contents.data, place.format) else TEXT,
        source=facts.source,
        interpreter=interpreter,
        flags=None if flags is None else tuple(flags),
        expectations=tuple(expectations_of(file, line, facts.expect, known)),
        language=language,
        beside=contents.beside,
        problems=place.problems,
        faults=in_order(file.faults),
        rules=settings.rules,
        told_by=place.told_by,
        grader=place.grader,
    )


def _language(code: str, languages: Mapping[str, Language], file: yamltree.File) -> Language | None:
    """The language of this code in packages, None where none is stated; the file says which there is not."""
    rows = {"python3" if row.name == "python" else row.name: row for row in languages.values()}
    if code and code not in rows:
        file.fault(0, unknown("a program in one of the languages", code, rows))
    return rows.get(code)


def _is_link(part: Path, file: yamltree.File) -> bool:
    """Whether a part is a link, which the file then says: a program could name an answer as its header."""
    if is_link := part.is_symlink():
        file.faults.append(Fault(part, 0, "expected a file as a part of a program, got a link"))
    return is_link


def _place(
    file: yamltree.File, line: int, facts: Facts | None, name: str, problems: Problems | None
) -> Place:
    """Where the program belongs. Where that cannot be told, the file says so, unless its facts are wrong."""
    stated = facts or Facts()
    anywhere = Place(stated.format or TEXT, None, "")
    if problems is None:
        return anywhere
    patterns = [stated.problems] if isinstance(stated.problems, str) else stated.problems
    try:
        return place_of(name, stated.format, [*filter(None, patterns)], problems)
    except ValueError as error:
        if not problems.own:
            return anywhere._replace(problems=(), told_by=str(error))
        if facts:
            file.fault(line, str(error))
        return anywhere


def _known(place: Place, problems: Problems | None) -> list[str] | None:
    """The cases that a program may expect something of; None where some are not known."""
    if problems is None or not problems.own or place.problems is None:
        return None
    if not problems.faulty.isdisjoint(place.problems):
        return None
    return [case for problem in place.problems for case in problems.cases[problem]]
