"""Reads folders of tests as one problem each: next to programs in no project, or named by the user."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from shlex import quote

from msgspec.structs import replace

from judge.cases import cph
from judge.cases.case_file import CaseFile
from judge.cases.folders import (
    find_likely_tests,
    find_loose_pairs,
    find_pairs,
    list_files,
    name_lone_answers,
)
from judge.cases.guard import separate_faulty
from judge.cases.loader import complete_cases
from judge.cases.members import make_file_cases
from judge.cases.project import Project
from judge.cases.search import Bounds
from judge.model.cases import Case, FaultyProblem
from judge.platform.errors import Fault, InputErrors, printable
from judge.platform.files import names_in
from judge.yaml.tree import File, Mapping

# The folders that may have the tests of programs without tests, of which a message names so many.
_LIKELY_NAMED = 3


def read_loose_tests(project: Project) -> tuple[tuple[Case, ...], tuple[FaultyProblem, ...]]:
    """Read the tests of each of the project's `tests` folders as a problem.

    Faulty problems have no cases. Tests of CPH belong to the programs that it keeps them for. Raises
    InputErrors if there is no problem.
    """
    cases: list[Case] = []
    faults: dict[str, list[Fault]] = defaultdict(list)
    for folder in project.tests:
        if folder.name == cph.FOLDER:
            cases += _read_cph(project, folder, faults)
            continue
        name = folder.resolve().name or "tests"
        own = _read(project, folder, name, faults[printable(name)])
        # Many folders without tests contain files with that suffix.
        if not _is_of_programs(project, folder) or not cases or any(case.answer is not None for case in own):
            cases += own
    if not cases and not any(faults.values()):
        raise InputErrors((_no_tests(project),))
    return separate_faulty(cases, faults)


def make_bounds(project: Project, folder: Path) -> Bounds:
    """Return the bounds of the checkers of tests in the folder."""
    return Bounds(within=(project.root, folder), testlib=project.testlib, languages=project.languages)


def find_problems(program: Path, cases: Sequence[Case]) -> tuple[str, ...]:
    """Find the problems of a program: all that are folders, and its own one of CPH."""
    problems = {case.problem: case.path.suffix == cph.SUFFIX for case in cases}
    own = next((name for name in (program.name, program.stem) if problems.get(name)), None)
    return tuple(name for name, is_of_cph in problems.items() if not is_of_cph or name == own)


def _is_of_programs(project: Project, folder: Path) -> bool:
    """True for the folder of programs in no project, whose subfolders are not theirs."""
    return bool(project.programs) and folder == project.root


def _read(project: Project, folder: Path, name: str, faults: list[Fault]) -> list[Case]:
    """Read one folder, with its checker and points. Next to programs a checker is only a program."""
    problem = CaseFile(problem=printable(name), compare=project.compare)
    if _is_of_programs(project, folder):
        return list(make_file_cases(problem, name, find_loose_pairs(folder, faults), faults))
    own = list(make_file_cases(problem, name, find_pairs(folder, "", "", faults), faults))
    bounds = replace(make_bounds(project, folder), protocol=project.protocol)
    own = complete_cases(own, File(folder, faults), Mapping(0), folder, bounds)
    if project.protocol and own and not faults and not (own[0].checker or own[0].interactor):
        File(folder, faults).fault(0, "expected a checker or an interactor for --protocol, got none")
    return own


def _read_cph(project: Project, folder: Path, faults: dict[str, list[Fault]]) -> Iterator[Case]:
    """Read the tests of CPH for each program, or for one with the same stem.

    For a project all tests are read. The second of two problems with one name gets the full name of
    its program.
    """
    kept: dict[str, tuple[list[Case], list[Fault]]] = {}
    for path in sorted(folder.glob(f"*{cph.SUFFIX}")):
        wrong: list[Fault] = []
        source, cases = cph.read_problem(path, wrong, compare=project.compare)
        kept[source] = cases, wrong
    names = {Path(source).stem: source for source in reversed(kept)}
    sources: Iterable[str | None] = kept
    if project.programs:
        sources = (one.name if one.name in kept else names.get(one.stem) for one in project.programs)
    taken: set[str] = set()
    for source in filter(None, dict.fromkeys(sources)):
        cases, wrong = kept[source]
        name = source if Path(source).stem in taken else Path(source).stem
        faults[printable(name)] += wrong
        yield from (replace(case, id=printable(f"{name}/{number}")) for number, case in enumerate(cases, 1))
        taken.add(name)


def _no_tests(project: Project) -> Fault:
    """Return the fault of folders without tests, which says what tests look like, and where some may be."""
    if not any(_is_of_programs(project, folder) for folder in project.tests):
        folder = project.tests[0]
        got = name_lone_answers(list_files(folder, []))
        return Fault(folder, 0, f"expected tests (*.in next to *.out), got {got}")
    program, root = project.programs[0], project.root
    wanted = "tests next to it: NAME.in with NAME.out, here or in test/ or tests/, or tests of CPH"
    below = (f"{each.name}/{name}" for each in project.tests if each != root for name in list_files(each, []))
    got = name_lone_answers([*names_in(root), *below])
    likely = " or ".join(quote(str(path)) for path in islice(find_likely_tests(root), _LIKELY_NAMED))
    others = f"--tests DIR names others{likely and f', such as {likely}'}"
    remedy = f"{others}, `judge try {quote(str(program))}` runs it on what you type"
    return Fault(program, 0, f"expected {wanted}; got {got} ({remedy})")
