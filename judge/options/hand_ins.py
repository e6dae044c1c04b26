"""Notes on the hand-ins of a class: what is missing, ignored, or there twice."""

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

from judge.library.folders import Loaded
from judge.model.cases import FaultyProblem
from judge.model.groups import group_by
from judge.model.package_format import DEMANDS
from judge.model.programs import ALL_ACCEPTED, Solution
from judge.platform.errors import Fault, listed, printable, quoted
from judge.platform.files import has_folder, names_in
from judge.running.languages import reject_suffix
from judge.show.students import find_in_folders, find_students, is_named_after
from judge.solutions.placement import UNNAMED

# Lines of one kind; the others are counted.
_MOST_NAMED = 10


class _HandIn(NamedTuple):
    """A program in the folder of a student."""

    student: str
    problem: str
    program: str

    @property
    def folder(self) -> PurePath:
        """The folder as it is spelled on the disk."""
        return PurePath(*PurePath(self.program).parts[: len(PurePath(self.student).parts)])


def note_hand_ins(everything: Loaded, selected: Loaded, misnamed: Sequence[Fault]) -> Iterator[str]:
    """Note folders without programs, programs with a wrong suffix, and what is there twice.

    Nothing if fewer than two students have folders, and nothing about students who are not selected. For
    `misnamed` see `list_misnamed`.
    """
    project, found = everything.project, [*_list_hand_ins(everything)]
    if project.origins or len({each.student for each in found}) < 2:
        return
    names = {one.name for one in selected.solutions}
    own = [each for each in found if each.program in names]
    if len({each.student for each in own}) > 1:
        yield from _name_some([*map(str, misnamed)])
        yield from _name_some([*map(str, _list_rest(everything, found, misnamed))])
    own += [each for each in _list_others(everything, found) if each.program in names]
    yield from _name_some([*_list_twice(own)])
    yield from _name_some([*_list_stated(selected.solutions)])


def list_misnamed(everything: Loaded, unread: Iterable[Fault]) -> Iterator[Fault]:
    """Yield the ignored files that would be programs with another suffix.

    It is in capitals; or the file has the name of a problem for which its student has no program.
    """
    project = everything.project
    found = [] if project.origins else [*_list_hand_ins(everything)]
    problems = {each.problem.casefold(): each.problem for each in found}
    handed_in = {(each.folder, each.problem) for each in found}
    homes = {each.folder for each in found}
    homes |= {fault.path.relative_to(project.solutions) for fault in _list_empty(everything, found)}
    for fault in unread:
        if not fault.path.is_relative_to(project.solutions):
            continue
        if reject_suffix(fault.path, project.languages):
            yield fault
            continue
        problem = problems.get(fault.path.name.partition(".")[0].casefold())
        home = homes.intersection(fault.path.relative_to(project.solutions).parents)
        if problem and home and (*home, problem) not in handed_in:
            got = quoted(fault.path.name)
            yield Fault(fault.path, 0, f"expected a program for {problem}, such as {problem}.py, got {got}")


def list_strays(everything: Loaded, misnamed: Iterable[Fault]) -> Iterator[FaultyProblem]:
    """Yield the files of students without a program or a `misnamed` file.

    Of an empty folder it is the path with a slash.
    """
    found = [*_list_hand_ins(everything)]
    if everything.project.origins or len({each.student for each in found}) < 2:
        return
    for fault in _list_rest(everything, found, misnamed):
        folder = fault.path.relative_to(everything.project.solutions)
        for file in sorted(names_in(fault.path))[:_MOST_NAMED] or [""]:
            yield FaultyProblem(name=printable(f"{folder}/{file}"), format="", faults=(fault,))


def find_spares(everything: Loaded) -> Mapping[str, bool]:
    """Return the programs that name no problem, of students who have others, and whether they lack nothing.

    They lack nothing if these are for all problems, and several students have a file of this name, as from a
    template. A program with another fault is no spare. Empty if fewer than two students have folders.
    """
    found = [*_list_hand_ins(everything)]
    if everything.project.origins or len({each.student for each in found}) < 2:
        return {}
    problems = {case.problem for case in everything.cases} | {each.name for each in everything.faulty}
    solved = {
        home: {each.problem for each in own}
        for home, own in group_by(found, lambda each: each.folder).items()
    }
    homes: dict[str, PurePath] = {}
    for one in everything.solutions:
        home = next((folder for folder in PurePath(one.name).parents if folder in solved), None)
        is_unnamed = one.told_by.startswith(UNNAMED)
        if home is not None and is_unnamed and [fault.message for fault in one.faults] == [one.told_by]:
            homes[one.name] = home
    owners = Counter(name for name, _ in {(PurePath(one).name, home) for one, home in homes.items()})
    return {one: problems <= solved[home] and owners[PurePath(one).name] > 1 for one, home in homes.items()}


def describe_misplaced(solutions: Iterable[Solution], spares: Collection[str]) -> Iterator[str]:
    """Describe the programs that name no problem: those of `spares` with one file name in a line."""
    misplaced = [one for one in solutions if one.is_misplaced]
    yield from (str(fault) for one in misplaced if one.name not in spares for fault in one.faults)
    known = group_by((one for one in misplaced if one.name in spares), lambda one: PurePath(one.name).name)
    yield from _name_some(
        [f"{own[0].faults[0]}{f', and so {len(own) - 1:,} more' * (len(own) > 1)}" for own in known.values()]
    )


def find_authors(everything: Loaded) -> Mapping[str, str]:
    """Return the students of programs, by the folder of a student or else by the rest of a path.

    A program whose student is unknown is left out.
    """
    students = find_students(_find_problems(everything))
    homes = {each.folder: each.student for each in _list_hand_ins(everything)}
    for solution in everything.solutions:
        folders = PurePath(solution.name).parents
        if home := next((folder for folder in folders if folder in homes), None):
            students.setdefault(solution.name, homes[home])
    return students


def _list_hand_ins(everything: Loaded) -> Iterator[_HandIn]:
    problems = _find_problems(everything)
    for program, student in find_students(problems).items():
        if is_named_after(program, problems[program]):
            yield _HandIn(student, problems[program], program)


def _list_others(everything: Loaded, found: Sequence[_HandIn]) -> Iterator[_HandIn]:
    """Yield the programs in the students' folders that do not have the name of their problem."""
    problems = _find_problems(everything)
    students = {each.program: each.student for each in found}
    others = sorted(problems.keys() - students.keys())
    for student, own in find_in_folders(students, others).items():
        yield from (_HandIn(student, problems[program], program) for program in own)


def _find_problems(everything: Loaded) -> dict[str, str]:
    """Return the problems of the programs that are for one problem."""
    places = {one.name: one.problems or () for one in everything.solutions}
    return {program: own[0] for program, own in places.items() if len(own) == 1}


def _list_rest(everything: Loaded, found: Sequence[_HandIn], misnamed: Iterable[Fault]) -> Iterator[Fault]:
    """Yield the faults of folders without a program and without a `misnamed` file."""
    named = {folder for fault in misnamed for folder in fault.path.parents}
    yield from (fault for fault in _list_empty(everything, found) if fault.path not in named)


def _list_empty(everything: Loaded, found: Sequence[_HandIn]) -> Iterator[Fault]:
    """Yield the fault of each folder next to those of students that contains no program."""
    root = everything.project.solutions
    full = {folder for one in everything.solutions for folder in PurePath(one.name).parents}
    for home in sorted({each.folder.parent for each in found}):
        for name in sorted(names_in(root / home)):
            is_hidden = name.startswith(".") or name == "__pycache__"
            if home / printable(name) not in full and not is_hidden and has_folder(root / home / name):
                path = root / home / name
                empty = (
                    "an empty folder"
                    if os.access(path, os.R_OK | os.X_OK)
                    else "a folder that cannot be read"
                )
                files = listed(sorted(map(printable, names_in(path)))) or empty
                yield Fault(path, 0, f"expected a program, got {files}")


def _list_twice(found: Sequence[_HandIn]) -> Iterator[str]:
    """Name the folders that look alike, with the bytes in which they differ, and programs for one problem."""
    for student, own in group_by(found, lambda each: each.student).items():
        if len(folders := {str(each.folder) for each in own}) > 1:
            names = " and ".join(map(ascii, sorted(folders)))
            yield printable(f"{student}: expected one folder, got {names}; they count as one student's")
    for (student, problem), own in group_by(found, lambda each: (each.student, each.problem)).items():
        if len(own) > 1:
            names = printable(listed([each.program for each in own]))
            yield printable(f"{student}: expected one program for {problem}, got {names}; the best counts")


def _list_stated(solutions: Sequence[Solution]) -> Iterator[str]:
    """Name the programs that state verdicts. If half of them do, there is no class."""
    stated = [one for one in solutions if one.expectations or one.rules != ALL_ACCEPTED]
    if 2 * len(stated) >= len(solutions):
        return
    for one in solutions:
        folder, _, rest = one.name.partition("/")
        if rest and folder in DEMANDS:
            got = f"{quoted(folder)}, which is one of packages"
            yield f"{one.name}: expected the folder of a student, got {got}: the class has no row of it"
        elif one in stated:
            yield f"{one.name}: expected a hand-in that states no verdicts, got some: its marks ignore them"


def _name_some(lines: Sequence[str]) -> Iterator[str]:
    yield from lines[:_MOST_NAMED]
    if more := lines[_MOST_NAMED:]:
        yield f"and {len(more):,} more"
