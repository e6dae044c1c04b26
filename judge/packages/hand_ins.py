"""Hand-ins of a class, as course systems pack them: a folder for each student, with programs."""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from filecmp import cmp
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from msgspec import Struct

from judge.cases.project import Project
from judge.cases.settings import PROJECT_FILE
from judge.model.patterns import MOODLE_FOLDER, stems_of
from judge.packages.folders import Folder, open_folder
from judge.platform.errors import Fault, InputErrors, listed, quoted
from judge.platform.files import has_file, names_in
from judge.solutions.loader import find_sources

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
def open_hand_ins(source: Path, project: Project, *, replaces: bool = False) -> Iterator[HandIns | None]:
    """Open a folder or a ZIP with a folder for each student, or with files as Moodle names them.

    None if no program in it has a problem's name. Raises InputErrors for a file that is there with other
    bytes or is withdrawn, unless the import `replaces` it, and for faults of the source.
    """
    faults: list[Fault] = []
    problems = {Path(name).stem.casefold() for name in names_in(project.cases)}

    def has_name(program: str) -> bool:
        return any(stem.casefold() in problems for stem in stems_of(program))

    def is_of_student(folder: Path) -> bool:
        """Return whether a folder is one student's, rather than one that a packer put around all."""
        if MOODLE_FOLDER.fullmatch(folder.name):
            return True
        paths = [path for path in folder.rglob("*") if path.suffix.lower() in project.languages]
        return {path.parent == folder for path in paths if has_name(path.name)} == {True}

    with open_folder(source, faults, keeps=is_of_student) as folder:
        programs, others, without = _find_files(folder, project.languages)
        if not any(map(has_name, programs)):
            yield None
            return
        files = {project.solutions / name: path for name, path in (programs | others).items()}
        there = {place for place in files if os.path.lexists(place)}
        known = {place for place in there if has_file(place) and cmp(place, files[place], shallow=False)}
        changed = there - known
        homes = {*without, *(program.partition("/")[0] for program in programs)}
        withdrawn = {
            place for home in homes for place in find_sources(project.solutions / home, project.languages)[0]
        } - files.keys()
        for place in sorted(changed | withdrawn):
            if place in changed and not has_file(place):
                faults.append(Fault(place, 0, "expected a file or nothing, got no regular file"))
            elif not replaces:
                faults.append(Fault(place, 0, _CHANGED if place in changed else _WITHDRAWN))
        if faults:
            raise InputErrors(tuple(faults))

        def name_all(places: Iterable[Path]) -> list[str]:
            return sorted(place.relative_to(project.solutions).as_posix() for place in places)

        yield HandIns(
            programs, others, without, name_all(known), name_all(changed), name_all(withdrawn), folder.notes
        )


def _find_files(
    folder: Folder, languages: Collection[str]
) -> tuple[dict[str, Path], dict[str, Path], list[str]]:
    """Find the programs and the other files by their new paths, and the students without a program.

    Note what is no program.
    """
    flat = {
        name: f"{parts[1]}/{parts[2]}" for name in folder.files if (parts := _MOODLE_FILE.fullmatch(name))
    }
    empty = [name for name in folder.empty_folders() if not name.startswith(".")]
    flat_folders = [name.partition("/")[0] for name in flat.values()]
    students = _name_students([*folder.folders(), *flat_folders, *empty])
    found: dict[str, Path] = {}
    others: dict[str, Path] = {}
    for name, path in folder.files.items():
        raw, _, rest = flat.get(name, name).partition("/")
        if any(part.startswith(".") for part in name.split("/")):
            continue
        file = PurePosixPath(rest or raw)
        suffix = file.suffix.lower()
        if not rest:
            folder.note(name, "left out: expected it in the folder of a student")
        elif file.name == PROJECT_FILE:
            folder.note(name, "left out: a hand-in has no settings")
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
                folder.note(name, f"expected a program ({listed(languages)}), got {quoted(file.name)}")
    return found, others, _note_missing(folder, students, found)


def _note_missing(folder: Folder, students: Mapping[str, str], programs: Iterable[str]) -> list[str]:
    """Note the folders of students without a program, and return these students."""
    full = {program.partition("/")[0] for program in programs}
    without = {raw: student for raw, student in students.items() if student not in full}
    for raw in without:
        folder.note(raw, "expected a program, got none")
    return list(dict.fromkeys(without.values()))


def _name_students(folders: Iterable[str]) -> dict[str, str]:
    """Return the name of each student by the folder's: without the kind of the hand-in, but with the number.

    Students may share a name, also across ZIPs, and those of a blind marking do.
    """
    spelled = {raw: normalize("NFC", raw) for raw in folders}
    # A student may have two folders, one with files and one with a text.
    return {
        raw: "_".join(found.groups()) if (found := MOODLE_FOLDER.fullmatch(name)) else name
        for raw, name in spelled.items()
    }
