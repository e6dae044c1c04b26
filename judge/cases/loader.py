"""From the YAML files of a folder to cases. Every fault of every file is found before any is reported."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import msgspec

from judge import units
from judge.errors import Fault, FormatError, InputErrors, quoted, shown
from judge.files import read
from judge.mistakes.diagnosis import diagnose
from judge.model import Case, Limits, Stamp
from judge.subjects import BY_FORMAT, SUBJECTS, Part, Progress, format_of, no_format, silent
from judge.yamltree import File, Mapping, checked, load

_NAME = r"\A[A-Za-z0-9][A-Za-z0-9._-]*\Z"
_NAME_IN_WORDS = "a name of letters, digits, `.`, `-`, `_`"
_Name = Annotated[str, msgspec.Meta(pattern=_NAME, description=_NAME_IN_WORDS)]
_Time = Annotated[str, msgspec.Meta(pattern=units.TIME, description=units.A_TIME)]
_Size = Annotated[str, msgspec.Meta(pattern=units.SIZE, description=units.A_SIZE)]
_Format = Annotated[str, msgspec.Meta(description="the name of a format")]
_Answer = Annotated[Literal["unique", "any"], msgspec.Meta(description="unique or any")]
_Text = Annotated[str, msgspec.Meta(description="a string")]
_List = Annotated[list[Any], msgspec.Meta(min_length=1, description="a list of cases")]


class _Stated(msgspec.Struct):
    """The keys of every case file."""

    problem: _Text
    format: _Format
    time: _Time
    memory: _Size
    cases: _List = msgspec.field(default_factory=list)
    source: _Text = ""
    output_limit: _Size = "16MiB"
    answer: _Answer = "unique"


# And those by which the subjects name files of many cases.
_SETS = {subject.sets: subject for subject in SUBJECTS if subject.sets}
_Problem = cast(
    "type[_Stated]", msgspec.defstruct("_Problem", [(key, _Text, "") for key in _SETS], bases=(_Stated,))
)


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

    root: the project that keeps answers which cost much to work out. Raises InputErrors.
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
    if problem is not None and (wrong := no_format(problem.format)):
        file.fault(tree.lines["format"][0], wrong)
        problem = None
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
        if isinstance(format, str) and format in BY_FORMAT:
            _guard(file, format, case, entry)
        if problem is not None:
            yield _case(file, stamp, problem, case, entry)
    if problem is None:
        return
    sets = [key for key in _SETS if getattr(problem, key)]
    if len(sets) + bool(problem.cases) != 1:
        wanted = " or ".join(f"the key {key!r}" for key in ("cases", *_SETS))
        got = "both" if problem.cases else "none"
        file.fault(tree.line, f"expected {wanted}, got {got}")
    for key in sets:
        yield from _set(file, problem, key, tree.lines[key][0], root, progress)


def _set(
    file: File, problem: _Stated, key: str, line: int, root: Path | None, progress: Progress
) -> Iterator[Case]:
    """The cases of the file that `key` names on `line`. The id of each is its number, from 1."""
    subject = _SETS[key]
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
    unique = problem.answer == "unique"
    members = list(subject.read_set(source, data, unique=unique, root=root, progress=progress))
    width = len(str(len(members)))
    for number, (place, asked, answer) in enumerate(members, 1):
        yield Case(
            id=f"{file.path.stem}/{number:0{width}}",
            problem=problem.problem,
            format=problem.format,
            input=format.encode_input((asked,)),
            answer=format.encode_output((answer,)),
            limits=_limits(problem.time, problem.memory, problem.output_limit),
            any_answer=not unique,
            path=source.path,
            stamp=stamp,
            line=place,
        )


def _case(file: File, stamp: Stamp, problem: _Stated, case: _Case, entry: Mapping) -> Case:
    any_answer = (case.answer or problem.answer) == "any"
    if any_answer and not BY_FORMAT[problem.format].part:
        format = f"the format {problem.format}, which knows no other answers"
        file.fault(entry.line, f"expected `answer: unique` in {format}, got any")
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


def _guard(file: File, name: str, case: _Case, entry: Mapping) -> None:
    """Parts that obey the law of their subject, an answer to each, and its layout to the byte."""
    subject, format = BY_FORMAT[name], format_of(name)
    answer = case.output.encode()
    asked = _decoded(file, format.decode_input, case.input.encode(), entry.lines["input"][1])
    answers = _decoded(file, format.decode_output, answer, entry.lines["output"][1])
    lawless = {number for number, part in enumerate(asked, 1) if subject.flaw(part, None)}
    for number in sorted(lawless):
        wrong = subject.flaw(asked[number - 1], None)
        message = f"expected {subject.lawful}, got {subject.part} {number}: {wrong}"
        file.fault(entry.lines["input"][0], message)
    if not asked or not answers:
        return
    if len(asked) != len(answers):
        message = f"expected {len(asked)} {subject.part}s, got {len(answers)}"
        file.fault(entry.lines["output"][0], message)
        return
    for number, (part, own) in enumerate(zip(asked, answers, strict=True), 1):
        wrong = subject.flaw(part, own)
        if wrong and number not in lawless:
            message = f"expected a completion, got {subject.part} {number}: {wrong}"
            file.fault(entry.lines["output"][0], message)
    layout = format.encode_output(answers)
    if layout != answer:
        file.fault(*_layout_fault(layout, answer, entry.lines["output"][1]))


def _layout_fault(layout: bytes, answer: bytes, first_line: int) -> tuple[int, str]:
    """The first line that is not in the judge's layout, and the mistake by its name."""
    diagnosis = diagnose(layout, answer)
    row = next(row for row in diagnosis.rows if any(side and side.marks for side in (row.answer, row.output)))
    expected = shown(row.answer.data if row.answer else b"")
    got = shown(row.output.data if row.output else b"")
    number = row.output.number if row.output else diagnosis.mistakes[0].places[0].output.line
    return first_line + number - 1, f"expected {expected}, got {got}: {diagnosis.mistakes[0].name}"


def _decoded(
    file: File, decode: Callable[[bytes], tuple[Part, ...]], data: bytes, first_line: int
) -> tuple[Part, ...]:
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
