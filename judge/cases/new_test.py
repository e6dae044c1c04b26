"""Adds a test to a folder of tests: two files, named like the others, which read back to the byte."""

import posixpath
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.cases import cph
from judge.cases.case_file import reject_id
from judge.cases.loader import read_cases
from judge.cases.loose_tests import make_bounds, read_loose_tests
from judge.cases.project import Project
from judge.model.cases import Case
from judge.model.patterns import problem_of
from judge.platform.errors import InputErrors, fault_at, listed, quoted
from judge.platform.files import has_folder, same, whole
from judge.platform.writing import create, make_folder

_INPUT, _ANSWER = ".in", ".out"


class Gap(Struct, frozen=True, kw_only=True):
    """The place of a new test: its two files, and the existing `tests` of its problem."""

    project: Project
    id: str
    tests: tuple[Case, ...]
    input: Path
    answer: Path


def find_gap(project: Project, folder: Path, id: str) -> Gap:
    """Find the place of a new test in the folder of a problem. Raises InputErrors if there is none."""
    problem, _, name = id.partition("/")
    if wrong := reject_id(name, in_folders=True):
        raise fault_at(folder, wrong)
    if folder.is_symlink():
        raise fault_at(folder, "expected a folder of tests, got a link")
    tests = tuple(_read_tests(project, problem))
    input, answer = _choose_paths(tests, folder, name, is_new=bool(project.programs))
    return Gap(project=project, id=id, tests=tests, input=input, answer=answer)


def fill_gap(gap: Gap, case: Case) -> None:
    """Write the files of the test. If it does not read back, remove them and raise InputErrors."""
    case = replace(case, id=gap.id)
    created = [gap.input.parent] if make_folder(gap.input.parent) else []
    try:
        for path, content in ((gap.answer, case.answer), (gap.input, case.input)):
            if content is not None:
                create(path, content)
                created.append(path)
        _check(gap, case)
    except BaseException:
        for path in reversed(created):
            with suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        raise


def _read_tests(project: Project, problem: str) -> list[Case]:
    """Read the tests of a problem. Programs in no project may have none yet."""
    try:
        if project.tests:
            cases, faulty = read_loose_tests(replace(project, tests=tuple(filter(has_folder, project.tests))))
        else:
            bounds = make_bounds(project, project.cases)
            cases, faulty = read_cases(
                project.cases, root=project.root, compare=project.compare, bounds=bounds
            )
    except InputErrors:
        if not project.programs:
            raise
        return []
    if faults := [fault for each in faulty if each.name == problem for fault in each.faults]:
        raise InputErrors(tuple(faults))
    own = (case for case in cases if case.problem == problem)
    return [case for case in own if case.path.suffix != cph.SUFFIX]


def _choose_paths(tests: Sequence[Case], folder: Path, name: str, *, is_new: bool) -> tuple[Path, Path]:
    """Return the paths of a test and its answer, named like the first test whose names tell how."""
    above, last = posixpath.split(name)
    names = {case.id.partition("/")[2]: case for case in tests}
    if name in names:
        raise fault_at(names[name].path, f"expected an id that no test has, got {quoted(name)}")
    beside = [case for other, case in names.items() if posixpath.dirname(other) == above]
    if not tests and not is_new:
        raise fault_at(folder, "expected a case file or a folder of tests, got none")
    if not beside and (tests or above):
        folders = listed([*dict.fromkeys(posixpath.dirname(other) or "." for other in names)])
        raise fault_at(
            folder, f"expected an id in one of the folders with tests ({folders}), got {quoted(name)}"
        )
    for case in beside:
        stem = posixpath.basename(case.id)
        paths = [file.path for file in case.files[:2]]
        if case.answer is not None and all(path.name.startswith(stem) for path in paths):
            input, answer = (path.with_name(last + path.name.removeprefix(stem)) for path in paths)
            return input, answer
    place = beside[0].path.parent if beside else folder
    return place / f"{last}{_INPUT}", place / f"{last}{_ANSWER}"


def _check(gap: Gap, case: Case) -> None:
    """Check that the tests are the old ones and the case. Raises InputErrors if not."""
    try:
        after = _read_tests(gap.project, problem_of(gap.id))
    except InputErrors as error:
        message = f"expected an id that names a test here: {error.faults[0].message}"
        raise fault_at(gap.input, message) from None
    found = next((other for other in after if other.id == gap.id), None)
    if not found or {other.id for other in after} != {gap.id, *(other.id for other in gap.tests)}:
        raise fault_at(gap.input, f"expected an id that names a test here, got {quoted(gap.id)}")
    if found.format != case.format:
        raise fault_at(gap.input, f"expected a test in the format {found.format}, got one in {case.format}")
    answers = [None if one.answer is None else whole(one.answer) for one in (found, case)]
    if not same(found.input, whole(case.input)) or answers[0] != answers[1]:
        raise fault_at(gap.input, "expected the test that was found, got another")
