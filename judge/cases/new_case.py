"""Adds a case to a case file. Every other byte stays, and the case reads back to the byte."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.case_file import parse_limits, read_settings, reject_id
from judge.cases.guard import Text, check_cases, normalize
from judge.cases.loader import complete_cases
from judge.cases.members import parse_cases
from judge.cases.search import Bounds
from judge.model.cases import Case
from judge.model.runs import Limits
from judge.platform.errors import InputErrors, fault_at, quoted
from judge.platform.files import CASE_FILE_BYTES, Content, Stamp, Stored, read, reported, stamp_of, whole
from judge.platform.units import write_size, write_time
from judge.platform.writing import WholeFile, create
from judge.yaml.document import load
from judge.yaml.text import Dashes, list_under
from judge.yaml.tree import File

_WORD = re.compile(r"[A-Za-z]([A-Za-z0-9 ._/-]*[A-Za-z0-9._/-])?|[0-9][0-9.]*(s|KiB|MiB|GiB)")
_NO_WORDS = ("true", "false", "null")
_ESCAPES = {"\n": r"\n", "\t": r"\t", "\r": r"\r", "\0": r"\0"}
# The indentation of a text below its key, within the digits that YAML allows.
_LEAST_STEP, _MOST_STEP = 2, 9
_MARK = "\ufeff"
_CASES = "cases"


class Rewriting(Struct, frozen=True, kw_only=True):
    """The new text of a file. Without a stamp the file is new."""

    path: Path
    stamp: Stamp | None
    text: bytes

    def write(self) -> None:
        """Write the file. Raises InputErrors if it has changed or cannot be written."""
        if not self.stamp:
            create(self.path, self.text)
            return
        try:
            got = "it changed" if stamp_of(self.path) != self.stamp else ""
        except OSError as error:
            got = str(error.strerror)
        if got:
            raise fault_at(self.path, f"expected the file as it was, got {got}")
        WholeFile(self.path).write(self.text)


class OpenCaseFile(Struct, frozen=True, kw_only=True):
    """A case file to which a case named `id` can be added.

    `text` is the text after the byte order `mark`. `limits` are the problem's limits, `cases` the existing
    cases.
    """

    path: Path
    stamp: Stamp
    mark: str
    text: str
    id: str
    limits: Limits
    cases: tuple[Case, ...]
    dashes: Dashes
    bounds: Bounds


def read_original(path: Path) -> tuple[bytes, Stamp]:
    """Read a case file in order to change it. Raises InputErrors, also for a link."""
    if path.is_symlink():
        raise fault_at(path, "expected a case file, got a link")
    with reported(path, "a readable file"):
        return read(path, CASE_FILE_BYTES)


def open_case_file(path: Path, id: str, bounds: Bounds) -> OpenCaseFile:
    """Open the case file at `path` to add `id`. Raises InputErrors if that is not possible."""
    data, stamp = read_original(path)
    tree, cases = load(data, path), _read_cases(path, stamp, data, bounds)
    problem, _, name = id.partition("/")
    if wrong := reject_id(name):
        raise fault_at(path, wrong)
    if taken := next((case for case in cases if case.id == id), None):
        raise fault_at(path, f"expected an id that no case of {problem} has, got {quoted(name)}", taken.line)
    text = data.decode()
    mark = _MARK if text.startswith(_MARK) else ""
    dashes = list_under(text := text.removeprefix(mark), _CASES)
    if not dashes:
        line = tree.lines.get(_CASES, (1,))[0]
        raise fault_at(path, "expected a list of cases with a dash for each, got another", line)
    stated = read_settings(File(path), tree)
    assert stated
    limits = parse_limits(stated.time, stated.memory, stated.output_limit)
    return OpenCaseFile(
        path=path,
        stamp=stamp,
        mark=mark,
        text=text,
        id=id,
        limits=limits,
        cases=cases,
        dashes=dashes,
        bounds=bounds,
    )


def add_case(
    file: OpenCaseFile, case: Case, *, source: str, expect: Mapping[str, Sequence[str]]
) -> Rewriting:
    """Add a case at the end of the list.

    `expect` has names of verdicts by patterns of solutions. Raises InputErrors if the file cannot hold the
    case.
    """
    path = file.path
    expected = None if case.answer is None else Text(whole(case.answer), File(path))
    given, answer = normalize(case.format, Text(whole(case.input), File(path)), expected)
    case = replace(case, id=file.id, input=given, answer=answer)
    if (format := file.cases[0].format) != case.format:
        raise fault_at(path, f"expected a case in the format {format}, got one in {case.format}", 1)
    name = file.id.partition("/")[2]
    values = {
        "id": name,
        **_decode_texts(path, case),
        **_write_limits(file.limits, case.limits),
        "source": source,
    }
    lines = _write_entry(values, expect, file.dashes)
    new = f"{file.mark}{_insert_lines(file.text, file.dashes.end, lines)}".encode()
    after = _read_cases(path, file.stamp, new, file.bounds)
    if after[:-1] != file.cases:
        raise fault_at(path, "expected a newline at the end of the file, got none")
    if not _is_same(after[-1], case):
        raise fault_at(path, "expected the case that was found, got another")
    return Rewriting(path=path, stamp=file.stamp, text=new)


def _read_cases(path: Path, stamp: Stamp, data: bytes, bounds: Bounds) -> tuple[Case, ...]:
    """Read the cases of a case file with this text. Raises InputErrors."""
    file, tree = File(path), load(data, path)
    cases = list(parse_cases(file, tree, Stored(path, stamp)))
    if not file.faults:
        complete_cases(cases, file, tree, path.with_suffix(""), bounds)
    if faults := (*file.faults, *check_cases(cases)):
        raise InputErrors(faults)
    return tuple(cases)


def _is_same(one: Case, case: Case) -> bool:
    def held(case: Case) -> tuple[object, ...]:
        answer = None if case.answer is None else whole(case.answer)
        return case.id, case.format, whole(case.input), answer, case.limits

    return held(one) == held(case)


def _decode_texts(path: Path, case: Case) -> dict[str, str]:
    def text(kind: str, content: Content) -> str:
        try:
            return whole(content).decode()
        except UnicodeDecodeError as error:
            wanted = f"expected an {kind} in UTF-8, which alone YAML can hold"
            raise fault_at(path, f"{wanted}, got the byte 0x{error.object[error.start]:02x}") from None

    if case.answer is None:
        raise fault_at(path, f"expected an answer of {case.id}, got none")
    return {"input": text("input", case.input), "output": text("answer", case.answer)}


def _write_limits(stated: Limits, own: Limits) -> dict[str, str]:
    """Write the limits that differ from the problem's."""
    words = {
        "time": write_time(own.cpu_s) if own.cpu_s != stated.cpu_s else "",
        "memory": write_size(own.memory_bytes) if own.memory_bytes != stated.memory_bytes else "",
        "output_limit": write_size(own.output_bytes) if own.output_bytes != stated.output_bytes else "",
    }
    return {key: word for key, word in words.items() if word}


def _insert_lines(text: str, at: int, lines: Iterator[str]) -> str:
    """Insert lines at the start of a line, with the line ends of the text."""
    newline = "\r\n" if "\r\n" in text[:at] else "\n"
    gap = "" if text[:at].endswith(("\n", "\r")) else newline
    entry = "".join(f"{line}\n" for line in lines).replace("\n", newline)
    return "".join([text[:at], gap, entry, text[at:]])


def _write_entry(
    values: Mapping[str, str], expect: Mapping[str, Sequence[str]], place: Dashes
) -> Iterator[str]:
    """Yield the lines of a list item, indented like the items before it."""
    step = min(max(place.item - place.dash, _LEAST_STEP), _MOST_STEP)
    column = max(place.item, place.dash + _LEAST_STEP)
    space = " " * column
    dash = " " * place.dash + "-".ljust(column - place.dash)
    for number, (key, text) in enumerate(values.items()):
        yield f"{space if number else dash}{key}:{_write_text(text, column, step)}"
    if expect:
        yield f"{space}expect:"
    for pattern, verdicts in expect.items():
        row = ", ".join(map(_write_scalar, verdicts))
        yield f"{space}{' ' * step}{_write_scalar(pattern)}: {row if len(verdicts) == 1 else f'[{row}]'}"


def _write_text(text: str, column: int, step: int) -> str:
    """Write a text after the colon of a key in this column, with its lines indented by `step`.

    It is a block if YAML keeps all its characters there, else one line with escapes.
    """
    lines = text.removesuffix("\n").split("\n")
    if "\n" not in text or not any(lines) or not "".join(lines).replace("\t", "").isprintable():
        return f" {_write_scalar(text)}"
    first = next(filter(None, lines))
    depth = step if not lines[0] or first[0] in " \t" else ""
    end = "-" if not text.endswith("\n") else "+" if not lines[-1] else ""
    space = " " * (column + step)
    return "\n".join([f" |{depth}{end}", *(space + line if line else "" for line in lines)])


def _write_scalar(text: str) -> str:
    if _WORD.fullmatch(text) and text not in _NO_WORDS:
        return text
    return f'"{"".join(map(_escape, text))}"'


def _escape(char: str) -> str:
    """Escape a character between double quotes."""
    if char in '"\\':
        return f"\\{char}"
    return char if char.isprintable() else _ESCAPES.get(char) or f"\\U{ord(char):08x}"
