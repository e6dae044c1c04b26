"""Reads the cases in a folder. All faults of all files are collected before any is reported."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from pathlib import Path

from msgspec.structs import replace

from judge.cases import cph
from judge.cases.case_file import NAME, NAME_IN_WORDS, SUFFIXES, CaseFile, is_foreign, read_time_factors
from judge.cases.checkers import grader_in, with_checker
from judge.cases.folders import find_problems, list_files, name_lone_answers
from judge.cases.graders import attach_grader
from judge.cases.group_config import apply_flags, read_group_configs
from judge.cases.guard import separate_faulty
from judge.cases.members import make_file_cases, parse_cases
from judge.cases.points import with_points
from judge.cases.search import Bounds
from judge.cases.tools import check_flags, find_tools
from judge.model.cases import LOOSE, Case, FaultyProblem
from judge.platform.errors import Fault, InputErrors, fault_at, printable, quoted
from judge.platform.files import CASE_FILE_BYTES, Stored, has_folder, names_in, stamp_of
from judge.subjects.subject import Progress, silent
from judge.yaml.document import load_file
from judge.yaml.tree import File, Mapping


def load_cases(folder: Path, *, compare: str = LOOSE, bounds: Bounds | None = None) -> tuple[Case, ...]:
    """Read cases as `read_cases` does. Raises InputErrors for a faulty problem, too."""
    cases, faulty = read_cases(folder, compare=compare, bounds=bounds)
    if faulty:
        raise InputErrors(tuple(fault for problem in faulty for fault in problem.faults))
    return cases


def read_cases(
    folder: Path,
    *,
    root: Path | None = None,
    progress: Progress = silent,
    compare: str = LOOSE,
    bounds: Bounds | None = None,
) -> tuple[tuple[Case, ...], tuple[FaultyProblem, ...]]:
    """Read the cases of all case files in `folder`, sorted by name, then of folders of tests.

    Faulty problems have no cases. root: the project that caches computed answers. compare: the default rule
    for tests in folders. bounds: the bounds of checkers, by default the folder. Raises InputErrors if there
    is no problem.
    """
    bounds = bounds or Bounds(within=(folder,))
    cases: list[Case] = []
    faults: dict[str, list[Fault]] = defaultdict(list)
    stated: dict[str, Path] = {}
    for path in filter(may_be_case_file, map(folder.joinpath, names_in(folder))):
        file = File(path)
        loaded = load_file(file, CASE_FILE_BYTES)
        if loaded and not is_foreign(path, loaded[0]):
            if not re.fullmatch(NAME, path.stem):
                file.fault(0, f"expected a file with {NAME_IN_WORDS} as its name, got {quoted(path.stem)}")
            if path.stem in stated:
                file.fault(0, f"expected each problem once, got it again, first in {stated[path.stem].name}")
            stated.setdefault(path.stem, path)
            own = list(parse_cases(file, *loaded, root, progress, compare))
            cases += complete_cases(own, file, loaded[0], path.with_suffix(""), bounds)
        faults[path.stem] += file.faults
    cases += _read_tests(folder, stated, faults, compare, bounds)
    if not cases and not any(faults.values()):
        got = name_lone_answers(list_files(folder, []))
        wanted = "case files (*.yaml) or folders of tests (*.in next to *.out)"
        raise fault_at(folder, f"expected {wanted}, got {got}")
    return separate_faulty(cases, faults)


def _read_tests(
    folder: Path, stated: Collection[str], faults: dict[str, list[Fault]], compare: str, bounds: Bounds
) -> Iterator[Case]:
    """Read the cases of CPH and of folders of tests, except for problems that are `stated`."""
    found: list[Fault] = []
    below = list(list_files(folder, found))
    for fault in found:
        if fault.path == folder:
            raise InputErrors((fault,))
        faults[printable(fault.path.relative_to(folder).parts[0])].append(fault)
    found.clear()
    for name in sorted(name for name in below if name.endswith(cph.SUFFIX)):
        source, kept = cph.read_problem(folder / name, found, compare=compare)
        yield from kept
        faults[printable(Path(source).stem)] += found
        found.clear()
    for name, pairs in find_problems(folder, below, found, stated=stated):
        own = list(make_file_cases(CaseFile(problem=printable(name), compare=compare), name, pairs, found))
        place = folder / name if has_folder(folder / name) else folder
        yield from complete_cases(own, File(place, found), Mapping(0), place, bounds)
        faults[printable(name)] += found
        found.clear()


def complete_cases(own: list[Case], file: File, tree: Mapping, folder: Path, bounds: Bounds) -> list[Case]:
    """Add to the cases of a problem its grader, checker, points and tools."""
    if not own:
        return []
    places = (file.path.parent, folder)
    check_flags(file, tree, places, bounds.languages)
    paths = find_tools(tree, places, bounds.languages)
    tools = [Stored(path, stamp_of(path)) for path in paths]
    if tree.get("output_only"):
        own = [replace(case, output_only=True) for case in own]
    if factors := read_time_factors(file, tree, bounds.languages):
        own = [replace(case, time_factors=factors) for case in own]
    own = attach_grader(own, file, tree, folder, bounds)
    configs = read_group_configs(own, folder, file.faults)
    own = apply_flags(with_checker(own, file, tree, folder, bounds), tree, configs, file.faults)
    own = with_points(own, file, tree, configs, grader_in(folder, file, tree, bounds))
    for key in ("entry", "output_only") if own[0].interactor else ():
        if tree.get(key):
            file.fault(tree.lines[key][0], f"expected `{key}` without an interactor, got both")
    return [replace(case, beside=(*case.beside, *tools)) for case in own] if tools else own


def may_be_case_file(path: Path) -> bool:
    """True if a file in a folder of cases may be a case file."""
    return path.suffix in SUFFIXES and not path.name.startswith(".")
