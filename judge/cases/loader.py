"""From the files of a folder to cases. Every fault of every file is found before any is reported."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from judge.cases import cph
from judge.cases.checkers import Bounds, with_checker
from judge.cases.folders import Pair, names_below, pairs_in, problems_in
from judge.cases.graders import with_grader
from judge.cases.guard import Text, format_forgotten, guard, guarded, plainest, sifted
from judge.cases.points import with_points
from judge.cases.sheets import read_sheets, with_flags
from judge.cases.stated import (
    MEMBERS,
    NAME,
    NAME_IN_WORDS,
    SETS,
    SUFFIXES,
    Stated,
    StatedCase,
    is_of_others,
    limits_of,
    stated_expectations,
    stated_problem,
)
from judge.cases.tools import tools_among
from judge.checkers.rules import takes_any
from judge.errors import Fault, InputErrors, printable
from judge.files import has_folder, read, stored
from judge.model import EXACT, LOOSE, Case, Content, FaultyProblem, Stored
from judge.subjects import BY_FORMAT, Progress, format_of, silent
from judge.yamltree import File, Mapping, checked, load


def load_cases(folder: Path) -> tuple[Case, ...]:
    """See `read_cases`. Raises InputErrors for a problem at fault, too."""
    cases, faulty = read_cases(folder)
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
    """The cases of all case files of `folder`, in the order of their names, then those of folders of tests.

    Of a problem at fault there are none. root: the project that keeps answers which cost much to work out.
    compare: the rule that decides of tests in folders where their problem names none. bounds: those of
    checkers, by default the folder. Raises InputErrors where there is no problem at all.
    """
    bounds = bounds or Bounds(within=(folder,))
    cases: list[Case] = []
    faults: dict[str, list[Fault]] = defaultdict(list)
    stated: dict[str, Path] = {}
    for path in filter(may_state_cases, _listed(folder)):
        file = File(path)
        loaded = _loaded(file)
        if loaded and not is_of_others(path, loaded[0]):
            if not re.fullmatch(NAME, path.stem):
                file.fault(0, f"expected a file with {NAME_IN_WORDS} as its name, got {path.stem!r}")
            if path.stem in stated:
                file.fault(0, f"expected each problem once, got it again, first in {stated[path.stem].name}")
            stated.setdefault(path.stem, path)
            own = list(stated_cases(file, *loaded, root, progress, compare))
            cases += decided(own, file, loaded[0], path.with_suffix(""), bounds)
        faults[path.stem] += file.faults
    cases += _of_files(folder, stated, faults, compare, bounds)
    if not cases and not any(faults.values()):
        message = "expected case files (*.yaml) or folders of tests (*.in beside *.out), got none"
        raise InputErrors((Fault(folder, 0, message),))
    return sifted(cases, faults)


def _listed(folder: Path) -> list[Path]:
    """What lies in a folder, in order. Why one cannot be read says who walks through it."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _of_files(
    folder: Path, stated: Collection[str], faults: dict[str, list[Fault]], compare: str, bounds: Bounds
) -> Iterator[Case]:
    """The cases of what CPH keeps and of folders of tests, but for problems that are `stated`."""
    found: list[Fault] = []
    below = list(names_below(folder, found))
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
    for name, pairs in problems_in(folder, below, found, stated=stated):
        own = list(cases_of_files(Stated(problem=name, compare=compare), name, pairs, found))
        place = folder / name if has_folder(folder / name) else folder
        yield from decided(own, File(place, found), Mapping(0), place, bounds)
        faults[printable(name)] += found
        found.clear()


def decided(own: list[Case], file: File, tree: Mapping, folder: Path, bounds: Bounds) -> list[Case]:
    """The cases of a problem with all that it brings: grader, checker, points and the tools among them."""
    if not own:
        return []
    tools = [stored(path) for path in tools_among(tree, (file.path.parent, folder), bounds.languages)]
    if tree.get("output_only"):
        own = [replace(case, output_only=True) for case in own]
    own = with_grader(own, file, tree, folder, bounds)
    sheets = read_sheets(own, folder, file.faults)
    own = with_flags(with_checker(own, file, tree, folder, bounds), tree, sheets, file.faults)
    own = with_points(own, file, tree, sheets)
    for key in ("entry", "output_only") if own[0].interactor else ():
        if tree.get(key):
            file.fault(tree.lines[key][0], f"expected `{key}` without an interactor, got both")
    return [replace(case, beside=(*case.beside, *tools)) for case in own] if tools else own


def may_state_cases(path: Path) -> bool:
    """Whether a file in a folder of cases is read to see what it says."""
    return path.suffix in SUFFIXES and not path.name.startswith(".")


def _loaded(file: File) -> tuple[Any, Stored] | None:
    """What a file says, and the file as it was; None where it cannot be told."""
    try:
        data, stamp = read(file.path)
        return load(data, file.path), Stored(file.path, stamp)
    except OSError as error:
        file.fault(0, f"expected a readable file, got: {error.strerror}")
    except InputErrors as error:
        file.faults.extend(error.faults)
    return None


def stated_cases(
    file: File,
    tree: Any,
    sheet: Stored,
    root: Path | None = None,
    progress: Progress = silent,
    compare: str = LOOSE,
) -> Iterator[Case]:
    """The cases of a case file: `sheet` is the file as it was when it said `tree`."""
    problem = stated_problem(file, tree)
    entries = tree.get("cases") if isinstance(tree, Mapping) else None
    format = tree.get("format") if isinstance(tree, Mapping) else None
    seen: dict[str, int] = {}
    for entry in entries if isinstance(entries, list) else ():
        case = checked(file, entry, StatedCase, tree.lines["cases"][0])
        if case is None:
            continue
        line = entry.lines["id"][0]
        if case.id in seen:
            file.fault(line, f"expected each id once, got {case.id!r} again, first on line {seen[case.id]}")
        seen.setdefault(case.id, line)
        if isinstance(format, str) and format in BY_FORMAT:
            asked = Text(case.input.encode(), file, *entry.lines["input"])
            guard(format, asked, Text(case.output.encode(), file, *entry.lines["output"]))
        elif format is None and "entry" not in tree and (found := format_forgotten(case.input.encode())):
            file.fault(line, f"expected the key 'format', since {case.id!r} reads as {found}, got none")
        if problem is not None:
            yield _case(file, sheet, problem, case, entry)
    if problem is None:
        return
    stated = [key for key in MEMBERS if getattr(problem, key)]
    is_folder = problem.tests or (not stated and has_folder(file.path.with_suffix("")))
    if len(stated) > 1 or not (stated or is_folder):
        wanted = f"one of the keys {', '.join(MEMBERS)}"
        file.fault(tree.line, f"expected {wanted}, got {' and '.join(stated) or 'none'}")
    for key in stated:
        if key in SETS:
            yield from _set(file, sheet, problem, key, tree.lines[key][0], root, progress)
    if is_folder:
        # The layout of a subject's answers is guarded; other files were seldom made to the byte.
        problem.compare = problem.compare or (EXACT if BY_FORMAT[problem.format].part else compare)
        yield from (replace(test, beside=(*test.beside, sheet)) for test in _folder(file, problem, tree))


def _set(
    file: File,
    sheet: Stored,
    problem: Stated,
    key: str,
    line: int,
    root: Path | None,
    progress: Progress,
) -> Iterator[Case]:
    """The cases of the file that `key` names on `line`. The id of each is its number, from 1."""
    subject = SETS[key]
    if problem.format not in subject.formats:
        file.fault(line, f"expected a format of {subject.part}s for {key}, got {problem.format}")
        return
    format = format_of(problem.format)
    name = getattr(problem, key)
    source = File(file.path.parent / name, file.faults)
    try:
        data, stamp = read(source.path)
    except OSError as error:
        file.fault(line, f"expected a readable file of {key}, got {name!r}: {error.strerror}")
        return
    unique = problem.answer == "unique" and not takes_any(problem.compare)
    members = list(subject.read_set(source, data, unique=unique, root=root, progress=progress))
    width = len(str(len(members)))
    for number, (place, asked, answer) in enumerate(members, 1):
        yield Case(
            id=f"{file.path.stem}/{number:0{width}}",
            problem=problem.problem,
            format=problem.format,
            input=format.encode_input((asked,)),
            answer=format.encode_output((answer,)),
            limits=limits_of(problem.time, problem.memory, problem.output_limit),
            any_answer=not unique,
            compare=problem.compare or EXACT,
            input_name=problem.input,
            output_name=problem.output,
            path=source.path,
            stamp=stamp,
            line=place,
            beside=(sheet,),
        )


def _folder(file: File, problem: Stated, tree: Mapping) -> Iterator[Case]:
    """The tests of the folder that lies beside a case file and bears its name."""
    line, folder = tree.lines.get("tests", (tree.line,))[0], file.path.with_suffix("")
    if problem.outputs and (problem.tests.count("%s"), problem.outputs.count("%s")) != (1, 1):
        got = f"{problem.tests!r} and {problem.outputs!r}"
        file.fault(line, f"expected `%s` once in `tests` and once in `outputs`, got {got}")
        return
    if problem.answer == "any":
        _refuse_any(file, tree.lines["answer"][0], problem)
    before = len(file.faults)
    pairs = pairs_in(folder, problem.tests, problem.outputs, file.faults)
    if len(file.faults) == before:
        if not pairs:
            matching = f"that match {problem.tests!r}" if problem.tests else "of tests (*.in beside *.out)"
            file.fault(line, f"expected files in {folder} {matching}, got none")
        elif problem.outputs and not any(pair.answer for pair in pairs):
            wanted = f"files in {folder} that match {problem.outputs!r}"
            file.fault(tree.lines["outputs"][0], f"expected {wanted}, got none")
    yield from cases_of_files(problem, folder.name, pairs, file.faults)


def cases_of_files(problem: Stated, name: str, pairs: Iterable[Pair], faults: list[Fault]) -> Iterator[Case]:
    """Cases that are files. What has parts or types is read and guarded, else left where it lies."""
    limits = limits_of(problem.time, problem.memory, problem.output_limit)
    for pair in pairs:
        asked: Content = pair.input
        answer: Content | None = pair.answer
        if BY_FORMAT[problem.format].part or problem.entry:
            try:
                asked, answer = guarded(problem.format, pair, faults)
            except InputErrors as error:
                faults += error.faults
                continue
        yield Case(
            id=printable(f"{name}/{pair.name}"),
            problem=problem.problem,
            format=problem.format,
            input=asked,
            answer=answer,
            limits=limits,
            any_answer=problem.answer == "any" or takes_any(problem.compare),
            compare=problem.compare,
            input_name=problem.input,
            output_name=problem.output,
            path=pair.input.path,
            stamp=pair.input.stamp,
            line=0,
            beside=(pair.answer,) if pair.answer else (),
            given=pair.given,
        )


def _case(file: File, sheet: Stored, problem: Stated, case: StatedCase, entry: Mapping) -> Case:
    any_answer = (case.answer or problem.answer) == "any"
    if any_answer:
        _refuse_any(file, entry.line, problem)
    texts = {"input": case.input, "output": case.output}
    given = (Text(text.encode(), file, *entry.lines[key]) for key, text in texts.items())
    asked, answer = plainest(problem.format, *given)
    return Case(
        id=f"{file.path.stem}/{case.id}",
        problem=problem.problem,
        format=problem.format,
        input=asked,
        answer=answer,
        limits=limits_of(
            case.time or problem.time,
            case.memory or problem.memory,
            case.output_limit or problem.output_limit,
        ),
        any_answer=any_answer or takes_any(problem.compare),
        compare=problem.compare or EXACT,
        input_name=problem.input,
        output_name=problem.output,
        path=sheet.path,
        stamp=sheet.stamp,
        line=entry.lines["id"][0],
        expectations=tuple(stated_expectations(file, entry)),
    )


def _refuse_any(file: File, line: int, problem: Stated) -> None:
    """Other answers are known to subjects with parts, and compared to the byte."""
    beside = f"in the format {problem.format}, which knows no other answers"
    if BY_FORMAT[problem.format].part:
        if problem.compare in ("", EXACT) or takes_any(problem.compare):
            return
        beside = f"beside `compare: {problem.compare}`"
    file.fault(line, f"expected `answer: unique` {beside}, got any")
