"""Notes on the hand-ins of a class: what is missing, ignored, or there twice."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

from judge.errors import Fault, listed, printable
from judge.library import Loaded
from judge.platform.files import has_folder, names_in
from judge.running.languages import reject_suffix
from judge.show.classes import find_student

# Lines of one kind; the others are counted.
_MOST_NAMED = 10


class _HandIn(NamedTuple):
    """A program in the folder of a student."""

    student: str
    problem: str
    program: str


def note_hand_ins(everything: Loaded, unread: Sequence[Fault]) -> Iterator[str]:
    """Note folders without programs, programs with a suffix in capitals, and what is there twice.

    Nothing if fewer than two students have folders. `unread` are the ignored files, see `list_unread`.
    """
    project, found = everything.project, [*_list_hand_ins(everything)]
    if project.origins or len({each.student for each in found}) < 2:
        return
    wrong = [fault for fault in unread if reject_suffix(fault.path, project.languages)]
    yield from _name_some([*map(str, wrong)])
    yield from _name_some([*_list_empty(everything, found)])
    yield from _name_some([*_list_twice(found)])


def find_authors(everything: Loaded) -> Mapping[str, str]:
    """Return the students of programs, by the folder of a student or else by the rest of a path.

    A program whose student is unknown is left out.
    """
    homes = {PurePath(each.program).parent: each.student for each in _list_hand_ins(everything)}
    authors: dict[str, str] = {}
    for solution in everything.solutions:
        problem = solution.problems[0] if solution.problems and len(solution.problems) == 1 else ""
        home = next((folder for folder in PurePath(solution.name).parents if folder in homes), None)
        if student := homes[home] if home else find_student(solution.name, problem):
            authors[solution.name] = student
    return authors


def _list_hand_ins(everything: Loaded) -> Iterator[_HandIn]:
    for solution in everything.solutions:
        problem = solution.problems[0] if solution.problems and len(solution.problems) == 1 else ""
        is_named = PurePath(solution.name).stem.casefold() == problem.casefold()
        if is_named and (student := find_student(solution.name, problem)):
            yield _HandIn(student, problem, solution.name)


def _list_empty(everything: Loaded, found: Sequence[_HandIn]) -> Iterator[str]:
    """Name the folders next to those of students that contain no program."""
    root = everything.project.solutions
    full = {folder for one in everything.solutions for folder in PurePath(one.name).parents}
    for home in sorted({PurePath(each.program).parent.parent for each in found}):
        for name in sorted(names_in(root / home)):
            is_hidden = name.startswith(".") or name == "__pycache__"
            if home / printable(name) not in full and not is_hidden and has_folder(root / home / name):
                yield str(Fault(root / home / name, 0, "expected the programs of a student, got none"))


def _list_twice(found: Sequence[_HandIn]) -> Iterator[str]:
    programs: dict[tuple[str, str], list[str]] = {}
    folders: dict[str, set[str]] = {}
    for each in found:
        programs.setdefault((each.student, each.problem), []).append(each.program)
        folders.setdefault(each.student, set()).add(str(PurePath(each.program).parent))
    yield from _describe_spellings(folders)
    for (student, problem), own in programs.items():
        if len(own) > 1:
            names = printable(listed(own))
            yield printable(f"{student}: expected one program for {problem}, got {names}; the best counts")


def _describe_spellings(folders: Mapping[str, set[str]]) -> Iterator[str]:
    """Name the folders that look alike, with the bytes in which they differ."""
    for student, own in folders.items():
        if len(own) > 1:
            names = " and ".join(map(ascii, sorted(own)))
            yield printable(f"{student}: expected one folder, got {names}; they count as one student's")


def _name_some(lines: Sequence[str]) -> Iterator[str]:
    yield from lines[:_MOST_NAMED]
    if more := lines[_MOST_NAMED:]:
        yield f"and {len(more):,} more"
