"""Hand-ins of a class, as course systems pack them: a folder for each student, with programs."""

import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from filecmp import cmp
from functools import partial
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from msgspec import Struct

from judge.cases.project import Project
from judge.cases.settings import PROJECT_FILE
from judge.model.patterns import MOODLE_FOLDER, stems_of
from judge.packages.folders import Folder
from judge.packages.one_exercise import drop_numbers, list_programs, name_programs, reject_shared_names
from judge.packages.opening import open_folder
from judge.platform.errors import Fault, InputErrors, counted, listed, quoted
from judge.platform.files import has_file, names_in
from judge.solutions.loader import ENVIRONMENT_FILE, is_foreign, name_foreign

# Without folders for students, the name of each file begins with that of the folder.
_MOODLE_FILE = re.compile(r"(.+_\d+_assignsubmission_file_)([^/]+)")

_KEPT = "nothing is imported unless `--replace` moves it to replaced/"
_CHANGED = f"expected no such file, got another: {_KEPT}"
_WITHDRAWN = f"expected it among the hand-ins of its student, got none: {_KEPT}"


class HandIns(Struct, frozen=True):
    """Programs and other files by their paths below the project's solutions, and notes on what is no program.

    `without` are the students who handed in no program. `known` files are there already with the same bytes,
    `changed` ones with others. `withdrawn` programs of these students are there, but no longer handed in.
    """

    programs: dict[str, Path]
    others: dict[str, Path]
    without: Sequence[str]
    known: Collection[str]
    changed: Collection[str]
    withdrawn: Collection[str]
    notes: Sequence[Fault]

    @property
    def files(self) -> dict[str, Path]:
        return self.programs | self.others

    @property
    def students(self) -> set[str]:
        return {program.partition("/")[0] for program in self.programs}


@contextmanager
def open_hand_ins(
    source: Path, project: Project, problem: str = "", *, replaces: bool = False
) -> Iterator[HandIns | None]:
    """Open a folder or a ZIP with a folder for each student, or with files as Moodle names them.

    If all are for one `problem`, see `name_programs`. None if no program in it has a problem's name, or there
    is no such problem. Raises InputErrors for a file that is there with other bytes or is withdrawn, unless
    the import `replaces` it, and for faults of the source.
    """
    faults: list[Fault] = []
    problems = {Path(name).stem.casefold() for name in names_in(project.cases)}

    has_name = partial(_has_name, problems)
    keeps = partial(_is_of_student, has_name, project.languages)
    with open_folder(source, faults, keeps=keeps, leaves=_name_left) as folder:
        names = _spell_names(folder)
        students = {raw: f"{name}_{number}" if number else name for raw, (name, number) in names.items()}
        if problem:
            students = drop_numbers(names, names_in(project.solutions))
        programs, others = _find_files(folder, students, project.languages)
        are_named = problem.casefold() in problems and programs if problem else any(map(has_name, programs))
        if not are_named:
            yield None
            return
        _note_left(folder)
        _note_missing(folder, students, programs)
        if problem:
            faults += reject_shared_names(students.values(), project, problem)
            programs = name_programs(programs | others, problem, folder, project.languages)
            others = {}
        full = {program.partition("/")[0] for program in programs}
        without = [student for student in dict.fromkeys(students.values()) if student not in full]
        there = {place for student in students.values() for place in list_programs(student, project, problem)}
        files = {project.solutions / name: path for name, path in (programs | others).items()}
        known, changed = _compare(files)
        withdrawn = there - files.keys()
        faults += _reject_changes(changed, withdrawn, replaces=replaces)
        if faults:
            raise InputErrors(tuple(faults))
        same, other, gone = (
            sorted(place.relative_to(project.solutions).as_posix() for place in each)
            for each in (known, changed, withdrawn)
        )
        yield HandIns(programs, others, without, same, other, gone, folder.notes)


def _has_name(problems: Collection[str], program: str) -> bool:
    return any(stem.casefold() in problems for stem in stems_of(program))


def _is_of_student(has_name: Callable[[str], bool], languages: Collection[str], folder: Path) -> bool:
    """Return whether a folder is one student's, rather than one that a packer put around all."""
    if MOODLE_FOLDER.fullmatch(folder.name):
        return True
    paths = (path for path in folder.rglob("*") if path.suffix.lower() in languages)
    named = [path for path in paths if has_name(path.name)]
    return {path.parent == folder for path in named if not is_foreign(path, folder)} == {True}


def _reject_changes(changed: set[Path], withdrawn: set[Path], *, replaces: bool) -> Iterator[Fault]:
    """Yield the faults of places that the import may not change."""
    for place in sorted(changed | withdrawn):
        if place in changed and not has_file(place):
            yield Fault(place, 0, "expected a file or nothing, got no regular file")
        elif not replaces:
            yield Fault(place, 0, _CHANGED if place in changed else _WITHDRAWN)


def _compare(files: Mapping[Path, Path]) -> tuple[set[Path], set[Path]]:
    """Return the places of files that are there with the same bytes, and with others."""
    there = {place for place in files if os.path.lexists(place)}
    known = {place for place in there if has_file(place) and cmp(place, files[place], shallow=False)}
    return known, there - known


def _name_left(entry: os.DirEntry[str]) -> str:
    """Return the kind of an entry of a hand-in that is left out, empty for any other.

    A link might lead to the program of another student.
    """
    if entry.is_symlink():
        return "link"
    return name_foreign(Path(entry.path)) if entry.is_dir() else ""


def _note_left(folder: Folder) -> None:
    """Note the numbers of links and foreign folders that are left out of students' folders."""
    kinds = Counter(kind for name, kind in folder.left.items() if "/" in name or kind == "link")
    for kind, number in kinds.items():
        folder.note("", f"left out: {counted(number, kind)}")


def _unfold(folder: Folder) -> dict[str, str]:
    """Return the files that Moodle packed without folders by their names, each with its folder."""
    parts = {name: _MOODLE_FILE.fullmatch(name) for name in folder.files if not name.startswith(".")}
    return {name: f"{found[1]}/{found[2]}" for name, found in parts.items() if found}


def _spell_names(folder: Folder) -> dict[str, tuple[str, str]]:
    """Return the name and Moodle's number, or nothing, of each student by the folder's.

    A student may have two folders, one with files and one with a text.
    """
    empty = [name for name in folder.empty_folders() if not name.startswith(".")]
    flat = [name.partition("/")[0] for name in _unfold(folder).values()]
    spelled = {raw: normalize("NFC", raw) for raw in [*folder.folders(), *flat, *empty]}
    parts = {raw: MOODLE_FOLDER.fullmatch(name) for raw, name in spelled.items()}
    return {raw: (found[1], found[2]) if (found := parts[raw]) else (spelled[raw], "") for raw in spelled}


def _find_files(
    folder: Folder, students: Mapping[str, str], languages: Collection[str]
) -> tuple[dict[str, Path], dict[str, Path]]:
    """Find the programs and the other files by their new paths. Note what is no program."""
    flat = _unfold(folder)
    found: dict[str, Path] = {}
    others: dict[str, Path] = {}
    unread: dict[str, list[str]] = {}
    for name, path in folder.files.items():
        raw, _, rest = flat.get(name, name).partition("/")
        file = PurePosixPath(rest or raw)
        suffix = file.suffix.lower()
        if any(part.startswith(".") for part in name.split("/")) or file.name == ENVIRONMENT_FILE:
            continue
        if not rest:
            folder.note(name, "left out: expected it in the folder of a student")
        elif file.name == PROJECT_FILE:
            unread.setdefault("left out: a hand-in has no settings", []).append(name)
        else:
            is_program = suffix in languages
            place = f"{students[raw]}/{file.with_suffix(suffix) if is_program else file}"
            kept = found if is_program else others
            if place in kept:
                folder.note(name, f"left out: expected each file once, got {quoted(place)} again")
                continue
            kept[place] = path
            if not is_program:
                # It is copied: tables name it if its student has no program, or none for this problem.
                message = f"expected a program ({listed(languages)}), got {quoted(file.name)}"
                unread.setdefault(message, []).append(name)
    for message, names in unread.items():
        folder.note(names[0], message + f", and so {len(names) - 1:,} more" * (len(names) > 1))
    return found, others


def _note_missing(folder: Folder, students: Mapping[str, str], programs: Iterable[str]) -> None:
    """Note the folders of students without a program."""
    full = {program.partition("/")[0] for program in programs}
    for raw in (raw for raw, student in students.items() if student not in full):
        folder.note(raw, "expected a program, got none")
