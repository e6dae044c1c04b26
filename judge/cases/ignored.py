"""Reports files among the cases that are not cases, and tests that lack an answer."""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from pathlib import Path

from judge.cases.folders import list_files, name_lone_answers
from judge.cases.loader import may_be_case_file
from judge.cases.naming import CHECKER_TESTS, OF_VALIDATORS
from judge.model.cases import Case, FaultyProblem
from judge.model.package_format import GENERATORS, PLAN
from judge.platform.errors import Fault, printable, quoted
from judge.platform.files import has_file, has_folder


def find_ignored_files(
    folder: Path, cases: Sequence[Case], faulty: Sequence[FaultyProblem] = (), *, is_problem: bool = False
) -> list[Fault]:
    """Report the files in the folder of `cases` that belong to no case, each with the reason.

    Faulty problems are left out: their faults are enough. is_problem: the folder holds the tests of one
    problem, and no case files.
    """
    top = None if is_problem else folder
    made_of = {(file.path, case.problem, not case.line) for case in cases for file in case.files}
    used = {path for path, _, _ in made_of}
    problems = {above for place in _places(folder, made_of) for above in (place, *place.parents)}
    # Case files may have any name.
    named = {path.resolve() for path in {case.path for case in cases if case.line}}
    at_fault = {problem.name for problem in faulty}
    used |= {fault.path for problem in faulty for fault in problem.faults}
    faults: list[Fault] = []

    def is_stated(path: Path) -> bool:
        return path.resolve() in named or printable(_problem(path)) in at_fault

    def look(place: Path) -> None:
        for path in sorted(place.iterdir(), key=attrgetter("name")):
            if path in problems:
                look(path)
            elif path in used or (is_stated(path) if place == top else _is_of_plan(path)):
                continue
            elif path.name not in (*OF_VALIDATORS, CHECKER_TESTS) or place == folder:
                faults.append(Fault(path, 0, _explain_ignored(path, is_at_top=place == top)))

    look(folder)
    return faults


def _explain_ignored(path: Path, *, is_at_top: bool) -> str:
    if path.name.startswith("."):
        return "expected a name that does not begin with a dot"
    if has_folder(path):
        asked_for = f" (--cases {path} asks for it)" if is_at_top else ""
        if path.is_symlink():
            return f"expected a folder, got a link to one{asked_for}"
        got = name_lone_answers(list_files(path, []), "a folder")
        return f"expected tests (*.in next to *.out), got {got}{asked_for}"
    if may_be_case_file(path) and is_at_top:
        return "expected a case file, got YAML with none of its keys"
    return f"expected {'a case file *.yaml' if is_at_top else 'a test'}, got {quoted(path.name)}"


def _is_of_plan(path: Path) -> bool:
    """True for the plan of a problem's tests, and for the folder of its generators."""
    plans = (path.with_name(PLAN), path.with_name(GENERATORS) / PLAN)
    return path.name in (PLAN, GENERATORS) and any(map(has_file, plans))


def _places(folder: Path, made_of: Iterable[tuple[Path, str, bool]]) -> set[Path]:
    """Return the folders of tests, and of programs in the folders of problems with case files.

    made_of: each file of a case with its problem, and whether the case is a test in files.
    """
    places = {(path.parent, problem, is_test) for path, problem, is_test in made_of}
    return {place for place, name, is_test in places if is_test or place.is_relative_to(folder / name)}


def _problem(path: Path) -> str:
    """Return the name of the problem of a case file or a folder of tests."""
    return path.stem if may_be_case_file(path) else path.name


def find_unanswered(cases: Sequence[Case]) -> Iterator[Fault]:
    """Report the tests without an answer in problems whose other tests have one."""
    answered = {case.problem for case in cases if case.answer is not None}
    for case in cases:
        if case.answer is None and case.problem in answered:
            wanted = f"an answer, as other tests of {case.problem} have"
            yield Fault(case.path, case.line, f"expected {wanted}, got none")
