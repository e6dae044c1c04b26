"""From the YAML files of a folder to cases. Every fault of every file is found before any is reported."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from judge import units
from judge.errors import Fault, FormatError, InputErrors, quoted
from judge.files import read
from judge.mistakes.diagnosis import diagnose
from judge.model import Case, Limits, Stamp
from judge.sudoku.formats import FORMATS, GRID_FORMATS, Format, shown
from judge.sudoku.grid import Grid, flaw, repetition
from judge.sudoku.puzzles import Progress, answered, read_puzzles, silent
from judge.yamltree import File, Mapping, checked, load

_NAME = r"\A[A-Za-z0-9][A-Za-z0-9._-]*\Z"
_NAME_IN_WORDS = "a name of letters, digits, `.`, `-`, `_`"
_Name = Annotated[str, msgspec.Meta(pattern=_NAME, description=_NAME_IN_WORDS)]
_Time = Annotated[str, msgspec.Meta(pattern=units.TIME, description=units.A_TIME)]
_Size = Annotated[str, msgspec.Meta(pattern=units.SIZE, description=units.A_SIZE)]
_Format = Annotated[Literal[FORMATS], msgspec.Meta(description="a format: " + ", ".join(FORMATS))]  # type: ignore[valid-type]
_Answer = Annotated[Literal["unique", "any"], msgspec.Meta(description="unique or any")]
_Text = Annotated[str, msgspec.Meta(description="a string")]
_List = Annotated[list[Any], msgspec.Meta(min_length=1, description="a list of cases")]


class _Problem(msgspec.Struct):
    """The keys of a case file."""

    problem: _Text
    format: _Format
    time: _Time
    memory: _Size
    cases: _List = msgspec.field(default_factory=list)
    puzzles: _Text = ""
    source: _Text = ""
    output_limit: _Size = "16MiB"
    answer: _Answer = "unique"


class _Case(msgspec.Struct):
    """The keys of a case; a limit that it does not set is its problem's."""

    id: _Name
    input: _Text
    output: _Text
    time: _Time = ""
    memory: _Size = ""
    output_limit: _Size = ""
    answer: _Answer = ""  # type: ignore[assignment]


def load_cases(folder: Path, *, root: Path | None = None, progress: Progress = silent) -> tuple[Case, ...]:
    """The cases of all `*.yaml` files of `folder`, not of folders in it, in the order of their names.

    root: the project that keeps the answers which puzzle files leave out. Raises InputErrors.
    """
    paths = [path for path in sorted(folder.glob("*.yaml")) if not path.name.startswith(".")]
    if not paths:
        raise InputErrors((Fault(folder, 0, "expected case files (*.yaml), got none"),))
    cases: list[Case] = []
    faults: list[Fault] = []
    for path in paths:
        file = File(path)
        if not re.fullmatch(_NAME, path.stem):
            file.fault(0, f"expected a file with {_NAME_IN_WORDS} as its name, got {path.stem!r}")
        cases += _read(file, root, progress)
        faults += file.faults
    if faults:
        raise InputErrors(tuple(faults))
    return tuple(cases)


def not_cases(folder: Path, cases: Iterable[Case]) -> list[Fault]:
    """What lies in the folder of `cases` and was not read for them, each with the reason."""
    read_too = {path.resolve() for path in {case.path for case in cases}}
    faults = []
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            faults.append(Fault(path, 0, "expected a name that does not begin with a dot"))
        elif path.suffix != ".yaml" and path.resolve() not in read_too:
            got = f"a folder (--cases {path} asks for it)" if path.is_dir() else quoted(path.name)
            faults.append(Fault(path, 0, f"expected a case file *.yaml, got {got}"))
    return faults


def _read(file: File, root: Path | None, progress: Progress) -> Iterator[Case]:
    try:
        data, stamp = read(file.path)
        tree = load(data, file.path)
    except OSError as error:
        file.fault(0, f"expected a readable file, got: {error.strerror}")
        return
    except InputErrors as error:
        file.faults.extend(error.faults)
        return
    problem = checked(file, tree, _Problem, 1)
    entries = tree.get("cases") if isinstance(tree, Mapping) else None
    seen: dict[str, int] = {}
    for entry in entries if isinstance(entries, list) else ():
        case = checked(file, entry, _Case, tree.lines["cases"][0])
        if case is None:
            continue
        line = entry.lines["id"][0]
        if case.id in seen:
            file.fault(line, f"expected each id once, got {case.id!r} again, first on line {seen[case.id]}")
        seen.setdefault(case.id, line)
        format = tree.get("format")
        if isinstance(format, str) and format in GRID_FORMATS:
            _check_grids(file, GRID_FORMATS[format], case, entry)
        if problem is not None:
            yield _case(file, stamp, problem, case, entry)
    if problem is None:
        return
    if bool(problem.cases) == bool(problem.puzzles):
        got = "both" if problem.cases else "none"
        file.fault(tree.line, f"expected the key 'cases' or the key 'puzzles', got {got}")
    elif problem.puzzles:
        yield from _puzzle_cases(file, problem, tree.lines["puzzles"][0], root, progress)


def _puzzle_cases(
    file: File, problem: _Problem, line: int, root: Path | None, progress: Progress
) -> Iterator[Case]:
    """A case for each puzzle of the text file that `line` names. Its id is the puzzle's number, from 1."""
    if problem.format not in GRID_FORMATS:
        file.fault(line, f"expected a format of grids for puzzles, got {problem.format}")
        return
    format = GRID_FORMATS[problem.format]
    source = File(file.path.parent / problem.puzzles, file.faults)
    try:
        data, stamp = read(source.path)
    except OSError as error:
        file.fault(line, f"expected a readable file of puzzles, got {problem.puzzles!r}: {error.strerror}")
        return
    unique = problem.answer == "unique"
    stated = read_puzzles(source, data)
    width = len(str(len(stated)))
    complete = answered(source, stated, unique=unique, root=root, progress=progress)
    for number, puzzle in enumerate(complete, 1):
        yield Case(
            id=f"{file.path.stem}/{number:0{width}}",
            problem=problem.problem,
            format=problem.format,
            input=format.encode_input((puzzle.clues,)),
            answer=format.encode_output((puzzle.answer,)),
            limits=_limits(problem.time, problem.memory, problem.output_limit),
            any_answer=not unique,
            path=source.path,
            stamp=stamp,
            line=puzzle.line,
        )


def _case(file: File, stamp: Stamp, problem: _Problem, case: _Case, entry: Mapping) -> Case:
    any_answer = (case.answer or problem.answer) == "any"
    if any_answer and problem.format not in GRID_FORMATS:
        file.fault(entry.line, "expected `answer: unique` in the format text, which knows no grids, got any")
    return Case(
        id=f"{file.path.stem}/{case.id}",
        problem=problem.problem,
        format=problem.format,
        input=case.input.encode(),
        answer=case.output.encode(),
        limits=_limits(
            case.time or problem.time,
            case.memory or problem.memory,
            case.output_limit or problem.output_limit,
        ),
        any_answer=any_answer,
        path=file.path,
        stamp=stamp,
        line=entry.lines["id"][0],
    )


def _check_grids(file: File, format: Format, case: _Case, entry: Mapping) -> None:
    """The guard: grids that obey the law, an answer that completes them, and its layout to the byte."""
    answer = case.output.encode()
    clues = _decoded(file, format.decode_input, case.input.encode(), entry.lines["input"][1])
    grids = _decoded(file, format.decode_output, answer, entry.lines["output"][1])
    for number, grid in enumerate(clues, 1):
        if wrong := repetition(grid):
            file.fault(
                entry.lines["input"][0], f"expected clues that obey the law, got grid {number}: {wrong}"
            )
    if not clues or not grids:
        return
    if len(clues) != len(grids):
        file.fault(entry.lines["output"][0], f"expected {len(clues)} grids, got {len(grids)}")
        return
    for number, (clue, grid) in enumerate(zip(clues, grids, strict=True), 1):
        wrong = flaw(clue, grid)
        if wrong and not repetition(clue):
            file.fault(entry.lines["output"][0], f"expected a completion, got grid {number}: {wrong}")
    layout = format.encode_output(grids)
    if layout != answer:
        first_line = entry.lines["output"][1]
        file.fault(*_layout_fault(layout, answer, first_line))


def _layout_fault(layout: bytes, answer: bytes, first_line: int) -> tuple[int, str]:
    """The first line that is not in the judge's layout, and the mistake by its name."""
    diagnosis = diagnose(layout, answer)
    row = next(row for row in diagnosis.rows if any(side and side.marks for side in (row.answer, row.output)))
    expected = shown(row.answer.data if row.answer else b"")
    got = shown(row.output.data if row.output else b"")
    number = row.output.number if row.output else diagnosis.mistakes[0].places[0].output.line
    return first_line + number - 1, f"expected {expected}, got {got}: {diagnosis.mistakes[0].name}"


def _decoded(
    file: File, decode: Callable[[bytes], tuple[Grid, ...]], data: bytes, first_line: int
) -> tuple[Grid, ...]:
    try:
        return decode(data)
    except FormatError as error:
        file.fault(first_line + error.line - 1, error.message)
        return ()


def _limits(time: str, memory: str, output: str) -> Limits:
    return Limits(
        cpu_s=units.seconds(time),
        memory_bytes=units.size_bytes(memory),
        output_bytes=units.size_bytes(output),
    )
