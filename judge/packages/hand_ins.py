"""Hand-ins of a class, as course systems pack them: a folder for each student, with programs."""

import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from msgspec import Struct

from judge.cases.project import Project
from judge.errors import Fault, InputErrors, listed, quoted
from judge.packages.folders import Folder, open_folder
from judge.platform.files import SOURCE_BYTES, has_file, names_in, require

# Moodle appends the number of the participant and the kind of the hand-in to each name.
_MOODLE = re.compile(r"(.+)_\d+_assignsubmission_\w+")
# Without folders for students, the name of each file begins with that of the folder.
_MOODLE_FILE = re.compile(r"(.+_\d+_assignsubmission_file_)([^/]+)")


class HandIns(Struct, frozen=True):
    """Programs by their paths below the project's solutions, and notes on what was left out.

    `known` programs are there already, with the same bytes.
    """

    programs: dict[str, Path]
    known: Collection[str]
    notes: Sequence[Fault]

    @property
    def students(self) -> set[str]:
        return {program.partition("/")[0] for program in self.programs}


@contextmanager
def open_hand_ins(source: Path, project: Project) -> Iterator[HandIns | None]:
    """Open a folder or a ZIP with a folder for each student, or with files as Moodle names them.

    None if no program in it has a problem's name. Raises InputErrors for a program that is there with
    other bytes, and for faults of the source.
    """
    faults: list[Fault] = []
    with open_folder(source, faults) as folder:
        programs = _find_programs(folder, project.languages)
        problems = {Path(name).stem.casefold() for name in names_in(project.cases)}
        if not any(PurePosixPath(program).stem.casefold() in problems for program in programs):
            yield None
            return
        known = {program for program, path in programs.items() if _is_known(project, program, path, faults)}
        if faults:
            raise InputErrors(tuple(faults))
        yield HandIns(programs, known, folder.notes)


def _is_known(project: Project, program: str, path: Path, faults: list[Fault]) -> bool:
    """Return whether a program is there already. Reports another one in its place."""
    place = project.solutions / program
    if not os.path.lexists(place):
        return False
    if has_file(place) and require(place, SOURCE_BYTES) == require(path, SOURCE_BYTES):
        return True
    faults.append(
        Fault(place, 0, "expected no such file, got another program: move it away to import this one")
    )
    return False


def _find_programs(folder: Folder, languages: Collection[str]) -> dict[str, Path]:
    """Find the programs by their new paths, and note what is left out."""
    flat = {
        name: f"{parts[1]}/{parts[2]}" for name in folder.files if (parts := _MOODLE_FILE.fullmatch(name))
    }
    folders = list(dict.fromkeys([*folder.folders(), *(name.partition("/")[0] for name in flat.values())]))
    students = _name_students(folders)
    found: dict[str, Path] = {}
    for name, path in folder.files.items():
        raw, _, rest = flat.get(name, name).partition("/")
        if any(part.startswith(".") for part in name.split("/")):
            continue
        file = PurePosixPath(rest or raw)
        suffix = file.suffix.lower()
        if not rest:
            folder.note(name, "left out: expected it in the folder of a student")
        elif suffix not in languages:
            folder.note(name, f"left out: expected a program ({listed(languages)}), got {quoted(file.name)}")
        elif (program := f"{students[raw]}/{file.with_suffix(suffix)}") in found:
            folder.note(name, f"left out: expected each program once, got {quoted(program)} again")
        else:
            found[program] = path
    full = {program.partition("/")[0] for program in found}
    for raw in folders:
        if students[raw] not in full:
            folder.note(raw, "expected the programs of a student, got none")
    return found


def _name_students(folders: Sequence[str]) -> dict[str, str]:
    """Return the name of each student by the folder's. Students with the same name keep what differs."""
    spelled = {raw: normalize("NFC", raw) for raw in folders}
    short = {
        raw: found[1] if (found := _MOODLE.fullmatch(name.rstrip("_"))) else name
        for raw, name in spelled.items()
    }
    shared = Counter(short[raw] for raw in {name: raw for raw, name in spelled.items()}.values())
    return {raw: short[raw] if shared[short[raw]] == 1 else name for raw, name in spelled.items()}
