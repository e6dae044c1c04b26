"""A find becomes a case of its project: an entry of a case file, or a pair of files in a folder of tests."""

import os
import posixpath
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from judge.cases import cph
from judge.cases.beside import bounds_of, read_beside
from judge.cases.entries import with_case
from judge.cases.loader import read_cases
from judge.cases.project import Project
from judge.cases.stated import MEMBERS, NAME, NAME_IN_WORDS
from judge.cases.tests import tests_of
from judge.errors import Fault, InputErrors, listed, quoted
from judge.files import has_folder, made_folder, pieces, read, same, whole
from judge.model import Case, Content, Verdict, problem_of
from judge.stress.finds import Find
from judge.subjects import BY_FORMAT, TEXT
from judge.yamltree import load

_SUFFIXES = (".yaml", ".yml")
_INPUT, _ANSWER = ".in", ".out"
_FOLDERS = ("test", "tests")


class Kept(NamedTuple):
    """The file that holds the case, and in words what it has no place for; empty where all is stated."""

    path: Path
    unsaid: str


def kept(find: Find, project: Project, id: str) -> Kept:
    """Make the find a case of the project: `two-sums/tie`, or `tie` in the problem that it was found for.

    What is read again is the find, to the byte, else nothing is changed and InputErrors raised.
    """
    if project.tests:
        folder = _folder(project)
        tests = tuple(dict.fromkeys((folder, *project.tests)))
        return _in_folder(find, replace(project, tests=tests), folder, folder.resolve().name, id)
    problem = problem_of(find.case.id)
    sheet = _sheet(project.cases, problem)
    stated = _stated(sheet) if sheet else {}
    members = [key for key in MEMBERS if key in stated]
    if sheet and "cases" in members:
        named = replace(find.case, id=f"{problem}/{id.removeprefix(f'{problem}/')}")
        case = _in_format(named, stated.get("format", TEXT))
        verdicts = _verdicts(find)
        expect = {find.result.solution: verdicts} if verdicts else {}
        bounds = bounds_of(project, project.cases)
        with_case(sheet, case, source=find.command, expect=expect, bounds=bounds).write()
        return Kept(sheet, "")
    if sheet and members not in ([], ["tests"]):
        message = f"expected the key `cases`, or tests in a folder beside it, got {listed(members)}"
        raise _fault(sheet, message)
    return _in_folder(find, project, project.cases / problem, problem, id)


def _sheet(folder: Path, problem: str) -> Path | None:
    """The case file of a problem."""
    paths = (folder / f"{problem}{suffix}" for suffix in _SUFFIXES)
    return next(filter(os.path.lexists, paths), None)


def _stated(sheet: Path) -> dict[str, Any]:
    """The keys of a case file and what they say."""
    try:
        tree = load(read(sheet)[0], sheet)
    except OSError as error:
        raise _fault(sheet, f"expected a readable file, got: {error.strerror}") from None
    return tree if isinstance(tree, dict) else {}


def _in_format(case: Case, format: str) -> Case:
    """The case in another format of its subject, where that holds all of it."""
    if case.answer is None or format not in BY_FORMAT:
        return case
    tests = tests_of(case, format)
    if len(tests) != 1:
        return case
    return replace(case, format=format, input=tests[0].input, answer=tests[0].answer)


def _verdicts(find: Find) -> list[str]:
    """What the program got, best first; nothing where it was not run or not compared."""
    seen = {*find.verdicts} - {Verdict.NA, Verdict.SK}
    return [verdict.name for verdict in Verdict if verdict in seen]


def _folder(project: Project) -> Path:
    """Where tests are added: that which the user named, or of programs the one that is made for them."""
    if not project.programs:
        return project.tests[0]
    there = (folder for folder in project.tests if folder.name in _FOLDERS)
    return next(there, project.root / _FOLDERS[0])


def _in_folder(find: Find, project: Project, folder: Path, problem: str, id: str) -> Kept:
    """The input and its answer as files of their own, called as those of the tests beside them."""
    name = id.removeprefix(f"{problem}/")
    if not all(re.fullmatch(NAME, part) for part in name.split("/")):
        raise _fault(folder, f"expected {NAME_IN_WORDS} as an id, got {quoted(name)}")
    if folder.is_symlink():
        raise _fault(folder, "expected a folder of tests, got a link")
    before = _tests(project, problem)
    case = replace(find.case, id=f"{problem}/{name}")
    case = _in_format(case, before[0].format) if before else case
    asked, told = _places(before, folder, name, is_new=bool(project.programs))
    made = [] if asked.parent.exists() else [made_folder(asked.parent)]
    try:
        for path, content in ((told, case.answer), (asked, case.input)):
            if content is not None:
                _create(path, content)
                made.append(path)
        _compare(before, _reread(project, problem, asked), case, asked)
    except BaseException:
        _remove(made)
        raise
    return Kept(asked, _unsaid(find, case.id))


def _unsaid(find: Find, id: str) -> str:
    """A folder has no place for what a program gets: its facts have."""
    verdicts = _verdicts(find)
    if verdicts in ([], [Verdict.AC.name]):
        return ""
    either = verdicts[0] if len(verdicts) == 1 else f"[{', '.join(verdicts)}]"
    return f"what it gets may stand in the facts of {find.result.solution}: expect: {{{id}: {either}}}"


def _tests(project: Project, problem: str) -> list[Case]:
    """The tests of a problem as the judge reads them; none of programs that have none yet."""
    try:
        if project.tests:
            cases, faulty = read_beside(replace(project, tests=tuple(filter(has_folder, project.tests))))
        else:
            bounds = bounds_of(project, project.cases)
            cases, faulty = read_cases(
                project.cases, root=project.root, compare=project.compare, bounds=bounds
            )
    except InputErrors:
        if not project.programs:
            raise
        return []
    if faults := [fault for each in faulty if each.name == problem for fault in each.faults]:
        raise InputErrors(tuple(faults))
    own = (case for case in cases if problem_of(case.id) == problem)
    return [case for case in own if case.path.suffix != cph.SUFFIX]


def _places(tests: Sequence[Case], folder: Path, name: str, *, is_new: bool) -> tuple[Path, Path]:
    """The paths of a test called `name` and its answer, by the first test there whose own tell how."""
    above, last = posixpath.split(name)
    names = {case.id.partition("/")[2]: case for case in tests}
    if name in names:
        raise _fault(names[name].path, f"expected an id that no test has, got {name!r}")
    beside = [case for other, case in names.items() if posixpath.dirname(other) == above]
    if not tests and not is_new:
        raise _fault(folder, "expected a case file or a folder of tests, got none")
    if not beside and (tests or above):
        folders = listed([*dict.fromkeys(posixpath.dirname(other) or "." for other in names)])
        raise _fault(folder, f"expected an id in one of the folders with tests ({folders}), got {name!r}")
    for case in beside:
        stem = posixpath.basename(case.id)
        paths = [file.path for file in case.files[:2]]
        if case.answer is not None and all(path.name.startswith(stem) for path in paths):
            asked, told = (path.with_name(last + path.name.removeprefix(stem)) for path in paths)
            return asked, told
    place = beside[0].path.parent if beside else folder
    return place / f"{last}{_INPUT}", place / f"{last}{_ANSWER}"


def _create(path: Path, content: Content) -> None:
    """A file that was not there, through no link."""
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        descriptor = os.open(path, flags, 0o666)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.writelines(pieces(content))
        except BaseException:
            _remove([path])
            raise
    except OSError as error:
        raise _fault(path, f"expected a new file, got: {error.strerror}") from None


def _remove(made: Sequence[Path]) -> None:
    for path in reversed(made):
        with suppress(OSError):
            path.rmdir() if path.is_dir() else path.unlink()


def _reread(project: Project, problem: str, asked: Path) -> list[Case]:
    """The tests with the new one, which has broken no rule of names. Raises InputErrors where it has."""
    try:
        return _tests(project, problem)
    except InputErrors as error:
        raise _fault(asked, f"expected an id that names a test here: {error.faults[0].message}") from None


def _compare(before: Sequence[Case], after: Sequence[Case], case: Case, asked: Path) -> None:
    """Whether the tests are those that were there and the case. Raises InputErrors where they are not."""
    ids = {other.id for other in before}
    found = next((other for other in after if other.id == case.id), None)
    if not found or {other.id for other in after} != {*ids, case.id}:
        raise _fault(asked, f"expected an id that names a test here, got {case.id!r}")
    if found.format != case.format:
        raise _fault(asked, f"expected a test in the format {found.format}, got one in {case.format}")
    answers = [None if one.answer is None else whole(one.answer) for one in (found, case)]
    if not same(found.input, whole(case.input)) or answers[0] != answers[1]:
        raise _fault(asked, "expected the test that was found, got another")


def _fault(path: Path, message: str) -> InputErrors:
    return InputErrors((Fault(path, 0, message),))
