"""Notes on the files of a project: what is ignored, belongs to no problem, or lacks an answer."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from shlex import quote

from judge.cases import cph
from judge.cases.case_file import SUFFIXES
from judge.cases.ignored import find_ignored_files, find_unanswered
from judge.cases.loose_tests import find_problems
from judge.cases.search import CHECKER, INTERACTOR
from judge.cases.tools import find_programs
from judge.library.folders import Loaded
from judge.model.cases import Case
from judge.options.hand_ins import note_hand_ins
from judge.platform.errors import Fault, counted, listed, printable
from judge.platform.files import has_file, has_folder, names_in
from judge.running.languages import reject_suffix
from judge.solutions.fates import parse_fate
from judge.solutions.loader import find_ignored_programs

# Tests without an answer that are listed one by one.
_UNANSWERED_NAMED = 5


def list_unread(everything: Loaded) -> list[Fault]:
    """List the ignored files with the reason, or the parts of a package that were not understood."""
    project, cases, faulty = everything.project, everything.cases, everything.faulty
    if project.origins:
        return [*project.left]
    own = [] if project.programs else find_ignored_programs(project.solutions, project.languages)
    read = {file.path for solution in everything.solutions for file in solution.files}
    own = [fault for fault in own if fault.path not in read]
    own += [Fault(path, 0, "expected a solution, got the name of a helper") for path in project.helpers]
    if not project.tests:
        return [*own, *find_ignored_files(project.cases, cases, faulty)]
    idle = (program for program in project.programs if not find_problems(program, cases))
    passed = [Fault(program, 0, "expected tests next to it, got none") for program in idle]
    there = [project.root / name for name in names_in(project.root)] if project.programs else []
    reasons = ((path, reject_suffix(path, project.languages)) for path in there)
    passed += [Fault(path, 0, why) for path, why in reasons if why and has_file(path)]
    if project.programs:
        files = (project.root / f"{folder.name}{suffix}" for folder in project.tests for suffix in SUFFIXES)
        passed += [
            Fault(path, 0, "expected no case file next to programs, got one")
            for path in files
            if has_file(path)
        ]
    for folder in project.tests:
        if folder not in (project.root, project.root / cph.FOLDER):
            passed += find_ignored_files(folder, cases, faulty, is_problem=True)
    return [*own, *passed]


def note_files(
    everything: Loaded, selected: Loaded, unread: Sequence[Fault], misnamed: Sequence[Fault]
) -> Iterator[str]:
    """Yield the notes on all files, of which `unread` are ignored and `misnamed` would be programs."""
    yield from note_unread(everything, unread)
    yield from _note_strangers(everything)
    yield from _note_short_folders(everything)
    yield from note_hand_ins(everything, selected, misnamed)
    yield from _note_unanswered(selected.cases)


def note_unread(everything: Loaded, unread: Sequence[Fault]) -> Iterator[str]:
    """Note the number of `unread` files, see `list_unread`. Folders are not counted."""
    helpers = everything.project.helpers
    if helpers:
        folder, loose = everything.project.solutions, everything.project.programs
        names = printable(listed([path.relative_to(folder).as_posix() for path in helpers]))
        how = f" (`judge run {printable(quote(str(helpers[0])))}` judges one)" if loose else ""
        yield f"ignored: {names}{how}"
    if deciders := _list_idle_deciders(everything):
        yield f"{printable(listed(deciders))} decides nothing here: move it to test/, with the tests"
    if everything.project.origins:
        if unread:
            yield f"left of the package: {counted(len(unread), 'remark')}; see `judge list`"
    elif number := sum(not has_folder(fault.path) for fault in unread if fault.path not in helpers):
        yield f"ignored: {counted(number, 'file')}, no solution and no case; see `judge list`"


def _list_idle_deciders(everything: Loaded) -> list[str]:
    """List the programs next to others that are called like a checker or interactor, and are none."""
    project = everything.project
    used = {each.program.path for case in everything.cases for each in case.programs}
    paths = find_programs(project.root, project.languages) if project.programs else []
    idle = [path for path in paths if path not in (*project.programs, *used)]
    return [path.name for path in idle if path.stem in (*CHECKER.names, *INTERACTOR.names)]


def _note_strangers(everything: Loaded) -> Iterator[str]:
    """Note the number of solutions that belong to no problem."""
    if number := sum(one.problems == () and not one.faults for one in everything.solutions):
        yield f"not judged: {counted(number, 'solution')} without a problem here; `judge list` says why"


def _note_short_folders(everything: Loaded) -> Iterator[str]:
    """Note the folders of programs, such as `tl`, whose names lack only the last letter of a verdict's."""
    problems = {case.problem for case in everything.cases}
    folders = {folder for one in everything.solutions for folder in PurePath(one.name).parts[:-1]}
    for folder in sorted(folders - problems):
        if len(folder) > 1 and not parse_fate(folder) and parse_fate(f"{folder}e"):
            yield f"the folder {printable(folder)}/ states no verdict; {printable(folder)}e/ would"


def _note_unanswered(cases: Sequence[Case]) -> Iterator[str]:
    """Note the tests without an answer, if other tests of their problem have one."""
    lines = [str(fault) for fault in find_unanswered(cases)]
    yield from lines[:_UNANSWERED_NAMED]
    if more := lines[_UNANSWERED_NAMED:]:
        yield f"and {counted(len(more), 'more test')} without an answer where others of the problem have one"
