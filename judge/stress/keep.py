"""Turn a find into a case of the project: an entry of a case file, or two files in a folder of tests."""

from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from judge.cases.case_file import MEMBERS, find_case_file
from judge.cases.loose_tests import make_bounds
from judge.cases.new_case import OpenCaseFile, add_case, open_case_file
from judge.cases.new_test import Gap, fill_gap, find_gap
from judge.cases.project import Project
from judge.cases.tests import make_tests
from judge.model.cases import Case
from judge.model.verdicts import Verdict
from judge.platform.errors import fault_at, listed
from judge.platform.files import CASE_FILE_BYTES, require
from judge.solutions.facts import make_header
from judge.stress.finds import Find
from judge.yaml.document import load

_FOLDERS = ("test", "tests")


class KeptCase(NamedTuple):
    """The file of a new case, and a sentence on what it has no place for; empty if it states everything."""

    path: Path
    unsaid: str


def keep_find(find: Find, project: Project, id: str) -> KeptCase:
    """Make the find a case of the project: `two-sums/tie`, or `tie` in the problem that it was found for.

    Raises InputErrors, and changes nothing, if the case would not be the find to the byte.
    """
    place = find_place(project, find.case.problem, id)
    case, verdicts = _in_format(find.case, place), _verdicts(find)
    if isinstance(place, Gap):
        fill_gap(place, case)
        unsaid = ""
        if verdicts not in ([], [Verdict.AC.name]):
            either = verdicts[0] if len(verdicts) == 1 else f"[{', '.join(verdicts)}]"
            name = find.result.solution
            header = make_header(f"expect: {{{place.id}: {either}}}", Path(name).suffix)
            unsaid = f"if {name} is wrong on purpose, make this its first line: {header}"
        return KeptCase(place.input, unsaid)
    expect = {find.result.solution: verdicts} if verdicts else {}
    add_case(place, case, source=find.command, expect=expect).write()
    return KeptCase(place.path, "")


def find_place(project: Project, problem: str, id: str) -> OpenCaseFile | Gap:
    """Find the place for a case of the problem with this id. Raises InputErrors if there is none."""
    if project.tests:
        folder = _tests_folder(project)
        there = replace(project, tests=tuple(dict.fromkeys((folder, *project.tests))))
        return find_gap(there, folder, _whole_id(id, folder.resolve().name))
    case_file = find_case_file(project.cases, problem)
    members = _members(case_file) if case_file else []
    if case_file and "cases" in members:
        return open_case_file(case_file, _whole_id(id, problem), make_bounds(project, project.cases))
    if case_file and members not in ([], ["tests"]):
        message = f"expected the key `cases`, or tests in a folder beside it, got {listed(members)}"
        raise fault_at(case_file, message)
    return find_gap(project, project.cases / problem, _whole_id(id, problem))


def _whole_id(id: str, problem: str) -> str:
    return f"{problem}/{id.removeprefix(f'{problem}/')}"


def _members(case_file: Path) -> list[str]:
    """The keys by which a case file states its cases."""
    tree: Any = load(require(case_file, CASE_FILE_BYTES), case_file)
    return [key for key in MEMBERS if isinstance(tree, dict) and key in tree]


def _tests_folder(project: Project) -> Path:
    """The folder for a new test: the one that the user named, or for loose programs `test` or `tests`."""
    if not project.programs:
        return project.tests[0]
    there = (folder for folder in project.tests if folder.name in _FOLDERS)
    return next(there, project.root / _FOLDERS[0])


def _in_format(case: Case, place: OpenCaseFile | Gap) -> Case:
    """The case in the format of its new neighbours, if it is one test in that format."""
    others = place.cases if isinstance(place, OpenCaseFile) else place.tests
    tests = make_tests(case, others[0].format) if others and case.answer is not None else ()
    if len(tests) != 1:
        return case
    return replace(case, format=tests[0].format, input=tests[0].input, answer=tests[0].answer)


def _verdicts(find: Find) -> list[str]:
    """The verdicts of the program, best first; empty if it was not run or not compared."""
    seen = {*find.verdicts} - {Verdict.NA, Verdict.SK}
    return [verdict.name for verdict in Verdict if verdict in seen]
