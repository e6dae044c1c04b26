"""Hand-ins for one exercise: the only program of each student, whatever its name, is named after it."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path, PurePosixPath

from judge.cases.project import Project
from judge.model.groups import group_by
from judge.model.patterns import stems_of
from judge.model.programs import Language
from judge.packages.folders import Folder
from judge.platform.errors import Fault, listed
from judge.solutions.loader import find_programs_with_parts, find_sources

# Moodle's name of everybody in a blind marking.
_NOBODY = "Participant"
_NUMBERED = re.compile(r"(.+)_\d+")


def drop_numbers(students: Mapping[str, tuple[str, str]], there: Collection[str]) -> dict[str, str]:
    """Return the name of each student by the folder's, given the name and Moodle's number of each.

    The number is kept where the name is not unique: among these students, or with a number among those that
    are `there`. Moodle numbers a student anew in each assignment, so names alone join their exercises.
    """
    shared = Counter(name for name, _ in {*students.values()})
    known = {found[1] for name in there if (found := _NUMBERED.fullmatch(name))} | {_NOBODY}
    return {
        raw: f"{name}_{number}" if number and (shared[name] > 1 or name in known) else name
        for raw, (name, number) in students.items()
    }


def list_programs(student: str, project: Project, problem: str) -> list[Path]:
    """Return a student's programs in the project, only those named after the problem if it is not empty."""
    paths, _ = find_sources(project.solutions / student, project.languages)
    names = [path.relative_to(project.solutions).as_posix() for path in paths]
    return [path for path, name in zip(paths, names, strict=True) if not problem or _is_named(name, problem)]


def reject_shared_names(students: Collection[str], project: Project, problem: str) -> Iterator[Fault]:
    """Yield the faults of folders with a hand-in for the problem, one of several students of this name."""
    numbered = {student: found[1] for student in students if (found := _NUMBERED.fullmatch(student))}
    for name, own in group_by(numbered, lambda student: numbered[student]).items():
        if name not in students and list_programs(name, project, problem):
            message = (
                f"expected the name of one student, got one that several have: rename it to {listed(own)}"
            )
            yield Fault(project.solutions / name, 0, message)


def _is_named(place: str, problem: str) -> bool:
    """Return whether a part of a path below a student's folder has the name of the problem."""
    parts = PurePosixPath(place).parts[1:]
    return any(problem.casefold() == stem.casefold() for part in parts for stem in stems_of(part))


def name_programs(
    files: Mapping[str, Path], problem: str, folder: Folder, languages: Mapping[str, Language]
) -> dict[str, Path]:
    """Return the one program of each student by its new path, given all `files` by theirs.

    It is called after the problem, or is in a folder of that name with its parts. If exactly one program of
    a student is named after the problem, others are left out. A student with several has none. Both are
    noted.
    """
    found: dict[str, Path] = {}
    for student, places in group_by(files, lambda place: place.partition("/")[0]).items():
        own = {files[place]: place for place in places}
        sources = [path for path, place in own.items() if PurePosixPath(place).suffix in languages]
        # A file with a suffix in capitals has no parts.
        programs: dict[Path, tuple[Path, ...]] = {
            path: () for path in sources if path.suffix not in languages
        }
        programs |= find_programs_with_parts([path for path in sources if path not in programs], languages)
        named = [path for path in programs if _is_named(own[path], problem)]
        chosen = named if len(named) == 1 else [*programs]
        names = [own[path].partition("/")[2] for path in programs if path not in chosen or len(chosen) > 1]
        if len(chosen) > 1:
            folder.note(student, f"left out: expected one program for {problem}, got {listed(names)}")
        elif chosen:
            [path] = chosen
            if names:
                name = own[path].partition("/")[2]
                folder.note(student, f"left out: {listed(names)}, since {name} has the name {problem}")
            home = f"{student}/{problem}"
            parts = [part for part in programs[path] if part in own]
            suffix = PurePosixPath(own[path]).suffix
            found |= (
                {f"{home}/{each.name}": each for each in (path, *parts)} if parts else {home + suffix: path}
            )
    return found
