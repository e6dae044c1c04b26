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
from judge.model.patterns import stems_of
from judge.packages.folders import Folder, open_folder
from judge.platform.errors import Fault, InputErrors, listed, quoted
from judge.platform.files import SOURCE_BYTES, has_file, names_in, require

# Moodle appends the number of the participant and the kind of the hand-in to each name.
_MOODLE = re.compile(r"(.+)_\d+_assignsubmission_\w+")
# Without folders for students, the name of each file begins with that of the folder.
_MOODLE_FILE = re.compile(r"(.+_\d+_assignsubmission_file_)([^/]+)")

_CHANGED = "expected no such file, got another program: `--replace` imports this one and keeps the old one"


class HandIns(Struct, frozen=True):
    """Programs by their paths below the project's solutions, and notes on what was left out.

    `without` are the students who handed in no program. `known` programs are there already with the same
    bytes, `changed` ones with others.
    """

    programs: dict[str, Path]
    without: Sequence[str]
    known: Collection[str]
    changed: Collection[str]
    notes: Sequence[Fault]

    @property
    def students(self) -> set[str]:
        return {program.partition("/")[0] for program in self.programs}


@contextmanager
def open_hand_ins(source: Path, project: Project, *, replaces: bool = False) -> Iterator[HandIns | None]:
    """Open a folder or a ZIP with a folder for each student, or with files as Moodle names them.

    None if no program in it has a problem's name. Raises InputErrors for a program that is there with other
    bytes, unless the import `replaces` it, and for faults of the source.
    """
    faults: list[Fault] = []
    with open_folder(source, faults) as folder:
        programs, without = _find_programs(folder, project.languages)
        problems = {Path(name).stem.casefold() for name in names_in(project.cases)}
        stems = {stem.casefold() for program in programs for stem in stems_of(program)}
        if problems.isdisjoint(stems):
            yield None
            return
        there = {program for program in programs if os.path.lexists(project.solutions / program)}
        known = {program for program in there if _is_known(project, program, programs[program])}
        for program in sorted(there - known):
            place = project.solutions / program
            if not has_file(place):
                faults.append(Fault(place, 0, "expected a program or no such file, got no regular file"))
            elif not replaces:
                faults.append(Fault(place, 0, _CHANGED))
        if faults:
            raise InputErrors(tuple(faults))
        yield HandIns(programs, without, known, sorted(there - known), folder.notes)


def _is_known(project: Project, program: str, path: Path) -> bool:
    """Return whether a program is there already with the same bytes."""
    place = project.solutions / program
    return has_file(place) and require(place, SOURCE_BYTES) == require(path, SOURCE_BYTES)


def _find_programs(folder: Folder, languages: Collection[str]) -> tuple[dict[str, Path], list[str]]:
    """Find the programs by their new paths, and the students without one. Note what is left out."""
    flat = {
        name: f"{parts[1]}/{parts[2]}" for name in folder.files if (parts := _MOODLE_FILE.fullmatch(name))
    }
    empty = [name for name in folder.empty_folders() if not name.startswith(".")]
    flat_folders = [name.partition("/")[0] for name in flat.values()]
    folders = list(dict.fromkeys([*folder.folders(), *flat_folders, *empty]))
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
    without = [raw for raw in folders if students[raw] not in full]
    for raw in without:
        folder.note(raw, "expected the programs of a student, got none")
    return found, list(dict.fromkeys(students[raw] for raw in without))


def _name_students(folders: Sequence[str]) -> dict[str, str]:
    """Return the name of each student by the folder's. Students with the same name keep what differs."""
    spelled = {raw: normalize("NFC", raw) for raw in folders}
    short = {
        raw: found[1] if (found := _MOODLE.fullmatch(name.rstrip("_"))) else name
        for raw, name in spelled.items()
    }
    shared = Counter(short[raw] for raw in {name: raw for raw, name in spelled.items()}.values())
    return {raw: short[raw] if shared[short[raw]] == 1 else name for raw, name in spelled.items()}
