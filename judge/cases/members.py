"""Makes the cases of one problem: entries of its case file, lines of a set, files of a folder."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from judge.cases.case_file import (
    MEMBERS,
    CaseEntry,
    CaseFile,
    parse_limits,
    read_expectations,
    read_settings,
)
from judge.cases.folders import Pair, find_pairs, list_files, name_lone_answers
from judge.cases.guard import Text, guard, guess_format, normalize, read_guarded
from judge.checkers.rules import takes_any
from judge.model.cases import EXACT, LOOSE, Case
from judge.platform.errors import Fault, InputErrors, printable, quoted
from judge.platform.files import CASE_FILE_BYTES, Content, Stored, has_folder, read
from judge.subjects.subject import Progress, format_of, silent, subject_of
from judge.subjects.sudoku import subject as sudoku
from judge.yaml.tree import File, Mapping, checked


def parse_cases(
    file: File,
    tree: Any,
    case_file: Stored,
    root: Path | None = None,
    progress: Progress = silent,
    compare: str = LOOSE,
) -> Iterator[Case]:
    """Read the cases of a case file. `case_file` is the stored file whose content is `tree`."""
    problem = read_settings(file, tree)
    entries = tree.get("cases") if isinstance(tree, Mapping) else None
    format = tree.get("format") if isinstance(tree, Mapping) else None
    seen: dict[str, int] = {}
    for entry in entries if isinstance(entries, list) else ():
        case = checked(file, entry, CaseEntry, tree.lines["cases"][0])
        if case is None:
            continue
        line = entry.lines["id"][0]
        if case.id in seen:
            file.fault(
                line, f"expected each id once, got {quoted(case.id)} again, first on line {seen[case.id]}"
            )
        seen.setdefault(case.id, line)
        if isinstance(format, str) and (subject := subject_of(format)):
            asked = Text(case.input.encode(), file, *entry.lines["input"])
            guard(subject, format, asked, Text(case.output.encode(), file, *entry.lines["output"]))
        elif format is None and "entry" not in tree and (found := guess_format(case.input.encode())):
            file.fault(line, f"expected the key 'format', since {quoted(case.id)} reads as {found}, got none")
        if problem is not None:
            yield _make_case(file, case_file, problem, case, entry)
    if problem is not None:
        yield from _read_others(file, tree, case_file, problem, root, progress, compare)


def _read_others(
    file: File,
    tree: Any,
    case_file: Stored,
    problem: CaseFile,
    root: Path | None,
    progress: Progress,
    compare: str,
) -> Iterator[Case]:
    """Read the cases that the file does not hold itself: those of a set, or the tests in a folder."""
    stated = [key for key in MEMBERS if getattr(problem, key)]
    is_folder = problem.tests or (not stated and has_folder(file.path.with_suffix("")))
    if len(stated) > 1 or not (stated or is_folder):
        wanted = f"one of the keys {', '.join(MEMBERS)}"
        file.fault(tree.line, f"expected {wanted}, got {' and '.join(stated) or 'none'}")
    if sudoku.SET_KEY in stated:
        yield from _read_set(file, case_file, problem, tree.lines[sudoku.SET_KEY][0], root, progress)
    if is_folder:
        # Answers of a subject have an exact layout, which is checked. Other files seldom have one.
        problem.compare = problem.compare or (EXACT if subject_of(problem.format) else compare)
        yield from (
            replace(test, beside=(*test.beside, case_file)) for test in _read_folder(file, problem, tree)
        )


def _read_set(
    file: File, case_file: Stored, problem: CaseFile, line: int, root: Path | None, progress: Progress
) -> Iterator[Case]:
    """Read the cases of the file that is named on `line`. Their ids are numbers from 1."""
    key = sudoku.SET_KEY
    if problem.format not in sudoku.formats:
        file.fault(line, f"expected a format of {sudoku.part}s for {key}, got {problem.format}")
        return
    format = format_of(problem.format)
    name = getattr(problem, key)
    source = File(file.path.parent / name, file.faults)
    try:
        data, stamp = read(source.path, CASE_FILE_BYTES)
    except OSError as error:
        file.fault(line, f"expected a readable file of {key}, got {quoted(name)}: {error.strerror}")
        return
    unique = problem.answer == "unique" and not takes_any(problem.compare)
    members = list(sudoku.read_set(source, data, unique=unique, root=root, progress=progress))
    width = len(str(len(members)))
    for number, (place, asked, answer) in enumerate(members, 1):
        yield Case(
            id=f"{file.path.stem}/{number:0{width}}",
            title=problem.problem,
            format=problem.format,
            input=format.encode_input((asked,)),
            answer=format.encode_output((answer,)),
            limits=parse_limits(problem.time, problem.memory, problem.output_limit),
            any_answer=not unique,
            compare=problem.compare or EXACT,
            input_name=problem.input,
            output_name=problem.output,
            path=source.path,
            stamp=stamp,
            line=place,
            beside=(case_file,),
        )


def _read_folder(file: File, problem: CaseFile, tree: Mapping) -> Iterator[Case]:
    """Read the tests of the folder next to a case file that has its name."""
    line, folder = tree.lines.get("tests", (tree.line,))[0], file.path.with_suffix("")
    if problem.outputs and (problem.tests.count("%s"), problem.outputs.count("%s")) != (1, 1):
        got = f"{quoted(problem.tests)} and {quoted(problem.outputs)}"
        file.fault(line, f"expected `%s` once in `tests` and once in `outputs`, got {got}")
        return
    if problem.answer == "any":
        _refuse_any(file, tree.lines["answer"][0], problem)
    before = len(file.faults)
    pairs = find_pairs(folder, problem.tests, problem.outputs, file.faults)
    if len(file.faults) == before:
        if not pairs:
            matching = (
                f"that match {quoted(problem.tests)}" if problem.tests else "of tests (*.in next to *.out)"
            )
            got = "none" if problem.tests else name_lone_answers(list_files(folder, []))
            file.fault(line, f"expected files in {folder} {matching}, got {got}")
        elif problem.outputs and not any(pair.answer for pair in pairs):
            wanted = f"files in {folder} that match {quoted(problem.outputs)}"
            file.fault(tree.lines["outputs"][0], f"expected {wanted}, got none")
    yield from make_file_cases(problem, folder.name, pairs, file.faults)


def make_file_cases(
    problem: CaseFile, name: str, pairs: Iterable[Pair], faults: list[Fault]
) -> Iterator[Case]:
    """Make cases of files. Files of a subject or signature are read and checked, others stay stored."""
    limits = parse_limits(problem.time, problem.memory, problem.output_limit)
    for pair in pairs:
        asked: Content = pair.input
        answer: Content | None = pair.answer
        if subject_of(problem.format) or problem.entry:
            try:
                asked, answer = read_guarded(problem.format, pair, faults)
            except InputErrors as error:
                faults += error.faults
                continue
        yield Case(
            id=printable(f"{name}/{pair.name}"),
            title=problem.problem,
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
            beside=(pair.answer,) if pair.answer else (),
            given=pair.given,
        )


def _make_case(file: File, case_file: Stored, problem: CaseFile, case: CaseEntry, entry: Mapping) -> Case:
    any_answer = (case.answer or problem.answer) == "any"
    if any_answer:
        _refuse_any(file, entry.line, problem)
    texts = {"input": case.input, "output": case.output}
    given = (Text(text.encode(), file, *entry.lines[key]) for key, text in texts.items())
    asked, answer = normalize(problem.format, *given)
    return Case(
        id=f"{file.path.stem}/{case.id}",
        title=problem.problem,
        format=problem.format,
        input=asked,
        answer=answer,
        limits=parse_limits(
            case.time or problem.time,
            case.memory or problem.memory,
            case.output_limit or problem.output_limit,
        ),
        any_answer=any_answer or takes_any(problem.compare),
        compare=problem.compare or EXACT,
        input_name=problem.input,
        output_name=problem.output,
        path=case_file.path,
        stamp=case_file.stamp,
        line=entry.lines["id"][0],
        expectations=tuple(read_expectations(file, entry)),
    )


def _refuse_any(file: File, line: int, problem: CaseFile) -> None:
    """Report `answer: any`, unless a subject knows other answers and they are compared to the byte."""
    beside = f"in the format {problem.format}, which knows no other answers"
    if subject_of(problem.format):
        if problem.compare in ("", EXACT) or takes_any(problem.compare):
            return
        beside = f"beside `compare: {problem.compare}`"
    file.fault(line, f"expected `answer: unique` {beside}, got any")
