"""The students whose programs are judged, found by the paths of these programs."""

from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import PurePath
from unicodedata import normalize

from judge.model.package_format import DEMANDS
from judge.model.patterns import drop_suffix, stems_of


def find_students(problems: Mapping[str, str]) -> dict[str, str]:
    """Return the students by their programs, given the problem of each. Programs of nobody are left out.

    The first folder is the student with everything in it, unless it is named after the problem or most of
    these folders hold several students, as groups of a class do. Then the rest of the path, without the
    problem, is the student. Names are in NFC.
    """
    found = {
        program: student
        for program, problem in problems.items()
        if (student := find_student(program, problem))
    }
    homes = {program: home for program in found if (home := _find_home(program, problems[program]))}
    if not homes or _are_groups(homes, problems):
        return found
    known = {*homes.values()}
    rest = {program: _find_home(program, problem) for program, problem in problems.items()}
    return {
        program: rest[program] if rest[program] in known else found[program]
        for program in problems
        if program in found or rest[program] in known
    }


def find_in_folders(students: Mapping[str, str], programs: Collection[str]) -> dict[str, list[str]]:
    """Return these other programs by the students in whose folders they are, if most `students` have one.

    A student may be new, unless the program is in a folder of packages. Programs in no folder of a student
    are left out. `students` are by program.
    """
    parts = {program: normalize("NFC", program).split("/") for program in (*students, *programs)}
    named = {program: student.split("/") for program, student in students.items()}
    in_folders = Counter(len(own) for program, own in named.items() if parts[program][: len(own)] == own)
    depth, count = max(in_folders.items(), key=lambda each: each[1], default=(0, 0))
    if 2 * count <= len(students):
        return {}
    known = {*students.values()}
    found: dict[str, list[str]] = {}
    for program in programs:
        own = parts[program]
        student = "/".join(own[:depth])
        if len(own) > depth and (student in known or DEMANDS.keys().isdisjoint(own)):
            found.setdefault(student, []).append(program)
    return found


def find_student(program: str, problem: str) -> str:
    """Return the path without its suffix and the innermost part that names the problem; empty for nobody.

    Outer folders of packages, such as `accepted`, are no students, nor are such ones in a problem's folder.
    """
    parts = PurePath(drop_suffix(program)).parts
    named = [at for at, part in enumerate(_fold_parts(program)) if problem.casefold() in part]
    outer = next((part for at, part in enumerate(parts[:-1]) if at not in named), "")
    if not named or outer in DEMANDS:
        return ""
    return normalize("NFC", "/".join(parts[: named[-1]] + parts[named[-1] + 1 :]))


def is_named_after(program: str, problem: str) -> bool:
    """Return whether the file, not only a folder, has the name of the problem."""
    return problem.casefold() in _fold_parts(program)[-1]


def _fold_parts(program: str) -> list[Collection[str]]:
    """Return the names that each part of a path stands for, without upper and lower case."""
    path = PurePath(program)
    return [
        *([folder.casefold()] for folder in path.parts[:-1]),
        [stem.casefold() for stem in stems_of(path.name)],
    ]


def _find_home(program: str, problem: str) -> str:
    """Return the first folder; empty if there is none, or if it is named after the problem."""
    first, _, rest = normalize("NFC", program).partition("/")
    return first if rest and first.casefold() != problem.casefold() else ""


def _are_groups(homes: Mapping[str, str], problems: Mapping[str, str]) -> bool:
    """Return whether the first folders, the `homes` of programs, are groups of students.

    Then most programs are for a problem that several in the group have handed in, under names that no other
    group has.
    """
    names = {program: _find_inner_name(program, problems[program]) for program in homes}
    seen = Counter(name for _, name in {(home, names[program]) for program, home in homes.items()})
    own = [
        (home, problems[program], names[program])
        for program, home in homes.items()
        if names[program] and seen[names[program]] == 1
    ]
    authors = Counter((home, problem) for home, problem, _ in set(own))
    return 2 * sum(authors[home, problem] > 1 for home, problem, _ in own) > len(homes)


def _find_inner_name(program: str, problem: str) -> str:
    """Return the parts of the path below the first folder that do not name the problem."""
    parts = normalize("NFC", drop_suffix(program)).split("/")
    folded = _fold_parts(program)
    return "/".join(parts[at] for at in range(1, len(parts)) if problem.casefold() not in folded[at])
