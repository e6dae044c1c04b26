"""Checks cases: lawful inputs, right answers and their exact layout, by their subject or signature."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from judge.cases.folders import AN_ANSWER, Pair
from judge.model.cases import Case, FaultyProblem
from judge.model.groups import group_by
from judge.platform.errors import Fault, FormatError, fault_at, in_order, printable, shown
from judge.platform.files import CASE_FILE_BYTES, size_of, whole
from judge.subjects.subject import SUBJECTS, Part, Subject, signature_for, subject_of
from judge.yaml.tree import File


class Text(NamedTuple):
    """Bytes, and the line of the file that states them (0 for none), and the line of their start."""

    data: bytes
    file: File
    line: int = 0
    first_line: int = 1


def guard(subject: Subject, name: str, asked: Text, answer: Text) -> None:
    """Check that the parts are lawful, each with a right answer in the exact layout.

    Reports faults of the files that state them.
    """
    format = subject.formats[name]
    parts, own = _decode(asked, format.decode_input), _decode(answer, format.decode_output)
    lawless = {number for number, part in enumerate(parts, 1) if subject.find_flaw(part, None)}
    for number in sorted(lawless):
        wrong = subject.find_flaw(parts[number - 1], None)
        asked.file.fault(asked.line, f"expected {subject.lawful}, got {subject.part} {number}: {wrong}")
    if not parts or not own:
        return
    if len(parts) != len(own):
        answer.file.fault(answer.line, f"expected {len(parts)} {subject.part}s, got {len(own)}")
        return
    for number, (part, found) in enumerate(zip(parts, own, strict=True), 1):
        wrong = subject.find_flaw(part, found)
        if wrong and number not in lawless:
            answer.file.fault(answer.line, f"expected a completion, got {subject.part} {number}: {wrong}")
    layout = format.encode_output(own)
    if layout != answer.data:
        answer.file.fault(*_layout_fault(layout, answer))


def normalize(name: str, asked: Text, answer: Text | None) -> tuple[bytes, bytes | None]:
    """Normalize the arguments and the answer of a signature, as its drivers write them.

    Values that do not fit their types are faults of their file. Other formats stay as they are.
    """
    stated = None if answer is None else answer.data
    if not (signature := signature_for(name)):
        return asked.data, stated
    text = asked
    try:
        given = signature.normalize_input(asked.data)
        if answer is None:
            return given, None
        text = answer
        return given, signature.normalize_answer(given, answer.data)
    except FormatError as error:
        text.file.fault(text.first_line + error.line - 1, error.message)
    return asked.data, stated


def read_guarded(name: str, pair: Pair, faults: list[Fault]) -> tuple[bytes, bytes | None]:
    """Read and check a test in files. Raises InputErrors if it is unreadable or has no answer."""
    asked = Text(whole(pair.input, CASE_FILE_BYTES), File(pair.input.path, faults))
    answer = (
        Text(whole(pair.answer, CASE_FILE_BYTES), File(pair.answer.path, faults)) if pair.answer else None
    )
    if subject := subject_of(name):
        if not answer:
            raise fault_at(pair.input.path, f"expected {AN_ANSWER}, got none")
        guard(subject, name, asked, answer)
    return normalize(name, asked, answer)


def guess_format(asked: bytes) -> str | None:
    """Return the first format of a subject in which the bytes are lawful, None if there is none.

    A case file without a format has plain bytes, which are not checked.
    """
    for subject in SUBJECTS:
        if len(asked) < subject.fewest_bytes:
            continue
        for name, format in subject.formats.items():
            with suppress(FormatError):
                if not any(subject.find_flaw(part, None) for part in format.decode_input(asked)):
                    return name
    return None


def check_cases(cases: Iterable[Case]) -> Iterator[Fault]:
    """Report ids of two tests, and answers longer than the output limit."""
    first: dict[str, Path] = {}
    for case in cases:
        if not case.line and case.id in first:
            message = f"expected each test once, got {case.id} again, first in {first[case.id]}"
            yield Fault(case.path, case.line, message)
        first.setdefault(case.id, case.path)
        if case.answer is not None and size_of(case.answer) > case.limits.output_bytes:
            limit = f"the output limit of {case.limits.output_bytes:,} (`output_limit` states another)"
            message = f"expected an answer of no more bytes than {limit}, got {size_of(case.answer):,}"
            place = case.path if case.line or not case.beside else case.beside[0].path
            yield Fault(place, case.line, message)


def separate_faulty(
    cases: Iterable[Case], faults: dict[str, list[Fault]]
) -> tuple[tuple[Case, ...], tuple[FaultyProblem, ...]]:
    """Separate the cases of correct problems from faulty problems. `faults` are by problem."""
    problems = group_by(cases, lambda case: case.problem)
    for name, own in problems.items():
        faults.setdefault(name, []).extend(check_cases(own))
    formats = {name: own[0].format for name, own in problems.items()}
    faulty = tuple(
        FaultyProblem(name=printable(name), format=formats.get(name, ""), faults=in_order(own))
        for name, own in faults.items()
        if own
    )
    whole = (own for name, own in problems.items() if not faults[name])
    return tuple(chain.from_iterable(whole)), faulty


def _layout_fault(layout: bytes, answer: Text) -> tuple[int, str]:
    """Return the first line with a wrong layout, and the name of the mistake."""
    # Imported here, since only a wrong layout needs it.
    from judge.mistakes.diagnosis import diagnose

    diagnosis = diagnose(layout, answer.data)
    row = next(row for row in diagnosis.rows if any(side and side.marks for side in (row.answer, row.output)))
    expected = shown(row.answer.data if row.answer else b"")
    got = shown(row.output.data if row.output else b"")
    number = row.output.number if row.output else diagnosis.mistakes[0].places[0].output.line
    return answer.first_line + number - 1, f"expected {expected}, got {got}: {diagnosis.mistakes[0].name}"


def _decode(text: Text, decode: Callable[[bytes], tuple[Part, ...]]) -> tuple[Part, ...]:
    try:
        return decode(text.data)
    except FormatError as error:
        text.file.fault(text.first_line + error.line - 1, error.message)
        return ()
