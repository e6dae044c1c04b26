"""A find becomes a case of its project: an entry of a case file, or a pair of files in a folder of tests."""

from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from judge.cases.beside import bounds_of
from judge.cases.case_file import MEMBERS, find_case_file
from judge.cases.entries import OpenCaseFile, add_case, open_case_file
from judge.cases.pairs import Gap, fill, gap_for
from judge.cases.project import Project
from judge.cases.tests import tests_of
from judge.errors import Fault, InputErrors, listed
from judge.files import SHEET_BYTES, require
from judge.model import Case, problem_of
from judge.stress.finds import Find
from judge.verdicts import Verdict
from judge.yamltree import load

_FOLDERS = ("test", "tests")


class Kept(NamedTuple):
    """The file that holds the case, and in words what it has no place for; empty where all is stated."""

    path: Path
    unsaid: str


def kept(find: Find, project: Project, id: str) -> Kept:
    """Make the find a case of the project: `two-sums/tie`, or `tie` in the problem that it was found for.

    What is read again is the find, to the byte, else nothing is changed and InputErrors raised.
    """
    place = place_for(project, problem_of(find.case.id), id)
    case = _in_format(find.case, place)
    if isinstance(place, Gap):
        fill(place, case)
        return Kept(place.asked, _unsaid(find, place.id))
    verdicts = _verdicts(find)
    expect = {find.result.solution: verdicts} if verdicts else {}
    add_case(place, case, source=find.command, expect=expect).write()
    return Kept(place.path, "")


def place_for(project: Project, problem: str, id: str) -> OpenCaseFile | Gap:
    """Where a find of the problem would be kept under this id. Raises InputErrors where it cannot be."""
    if project.tests:
        folder = _folder(project)
        there = replace(project, tests=tuple(dict.fromkeys((folder, *project.tests))))
        return gap_for(there, folder, _whole(id, folder.resolve().name))
    case_file = find_case_file(project.cases, problem)
    members = _members(case_file) if case_file else []
    if case_file and "cases" in members:
        return open_case_file(case_file, _whole(id, problem), bounds_of(project, project.cases))
    if case_file and members not in ([], ["tests"]):
        message = f"expected the key `cases`, or tests in a folder beside it, got {listed(members)}"
        raise _fault(case_file, message)
    return gap_for(project, project.cases / problem, _whole(id, problem))


def _whole(id: str, problem: str) -> str:
    return f"{problem}/{id.removeprefix(f'{problem}/')}"


def _members(case_file: Path) -> list[str]:
    """The keys by which a case file says what its cases are."""
    tree: Any = load(require(case_file, SHEET_BYTES), case_file)
    return [key for key in MEMBERS if isinstance(tree, dict) and key in tree]


def _folder(project: Project) -> Path:
    """Where tests are added: that which the user named, or of programs the one that is made for them."""
    if not project.programs:
        return project.tests[0]
    there = (folder for folder in project.tests if folder.name in _FOLDERS)
    return next(there, project.root / _FOLDERS[0])


def _in_format(case: Case, place: OpenCaseFile | Gap) -> Case:
    """The case in the format of those beside it, where that holds all of it."""
    others = place.cases if isinstance(place, OpenCaseFile) else place.tests
    tests = tests_of(case, others[0].format) if others and case.answer is not None else ()
    if len(tests) != 1:
        return case
    return replace(case, format=tests[0].format, input=tests[0].input, answer=tests[0].answer)


def _verdicts(find: Find) -> list[str]:
    """What the program got, best first; nothing where it was not run or not compared."""
    seen = {*find.verdicts} - {Verdict.NA, Verdict.SK}
    return [verdict.name for verdict in Verdict if verdict in seen]


def _unsaid(find: Find, id: str) -> str:
    """A folder has no place for what a program gets: its facts have."""
    verdicts = _verdicts(find)
    if verdicts in ([], [Verdict.AC.name]):
        return ""
    either = verdicts[0] if len(verdicts) == 1 else f"[{', '.join(verdicts)}]"
    return f"what it gets may stand in the facts of {find.result.solution}: expect: {{{id}: {either}}}"


def _fault(path: Path, message: str) -> InputErrors:
    return InputErrors((Fault(path, 0, message),))
