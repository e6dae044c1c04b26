"""Reads the problems of CPH, an extension of an editor: a file `.prob` for each program, with its tests.

The shape is that of https://github.com/agrawal-d/cph (`src/types.ts`): JSON with `tests` of `input` and
`output`, `timeLimit` in milliseconds, `memoryLimit` in mebibytes, `srcPath`, the program's, and in newer ones
`customCheckerPath`.
"""

import re
from collections.abc import Iterator
from pathlib import Path, PureWindowsPath

import msgspec

from judge.model.cases import LOOSE, Case
from judge.model.runs import Limits
from judge.platform.decoding import from_json
from judge.platform.errors import Fault, FormatError, printable, quoted
from judge.platform.files import CASE_FILE_BYTES, Stamp, read
from judge.subjects.subject import TEXT

SUFFIX = ".prob"
# The folder next to the programs.
FOLDER = ".cph"

_OUTPUT_BYTES = 16 << 20
# `.NAME_HASH.prob`; newer versions leave out the dot.
_STEM = re.compile(r"\.?(.+)_[0-9a-f]{32}")


class _Test(msgspec.Struct):
    input: str
    output: str = ""


class _Problem(msgspec.Struct, rename="camel"):
    tests: list[_Test]
    name: str = ""
    src_path: str = ""
    time_limit: float = 2000
    memory_limit: float = 256
    interactive: bool = False
    custom_checker_path: str | None = None


def read_problem(path: Path, faults: list[Fault], *, compare: str = LOOSE) -> tuple[str, list[Case]]:
    """Read the name of the program that the problem is for, and its numbered tests.

    The problem has the stem of the program as its name. A blank output is no answer: CPH writes one until
    somebody types an answer. A faulty file has no tests.
    """
    decoded = _decode(path, faults)
    if not decoded:
        return _guess_program(path), []
    problem, stamp = decoded
    # CPH writes full paths of any system, too.
    source = PureWindowsPath(problem.src_path).name or _guess_program(path)
    before = len(faults)
    faults += (Fault(path, 0, message) for message in _find_faults(problem, source))
    if len(faults) > before:
        return source, []
    limits = Limits(
        cpu_s=problem.time_limit / 1000,
        memory_bytes=int(problem.memory_limit * (1 << 20)),
        output_bytes=_OUTPUT_BYTES,
    )
    name = printable(Path(source).stem)
    return source, [
        Case(
            id=f"{name}/{number}",
            title=problem.name or name,
            format=TEXT,
            input=test.input.encode(),
            answer=test.output.encode() if test.output.strip() else None,
            limits=limits,
            compare=compare,
            path=path,
            stamp=stamp,
        )
        for number, test in enumerate(problem.tests, 1)
    ]


def _decode(path: Path, faults: list[Fault]) -> tuple[_Problem, Stamp] | None:
    try:
        data, stamp = read(path, CASE_FILE_BYTES)
        return from_json(data, _Problem), stamp
    except OSError as error:
        faults.append(Fault(path, 0, f"expected a readable file, got: {error.strerror}"))
    except FormatError as error:
        faults.append(Fault(path, error.line, f"expected a problem of CPH, got another: {error.message}"))
    return None


def _find_faults(problem: _Problem, source: str) -> Iterator[str]:
    if not Path(source).stem.strip("."):
        yield f"expected the name of a program as srcPath, got {quoted(source)}"
    if problem.interactive:
        yield "expected a problem with tests, got an interactive one, which cannot be judged"
    elif not problem.tests:
        yield "expected tests, got none"
    if problem.custom_checker_path:
        got = quoted(problem.custom_checker_path)
        yield f"expected no customCheckerPath, got {got}: its place is `checker` in a case file"
    if not 0 < problem.time_limit <= 1e9:
        yield f"expected a timeLimit of up to 10^9 milliseconds, got {problem.time_limit:g}"
    if not 1 <= problem.memory_limit <= 1e6:
        yield f"expected a memoryLimit from 1 to 10^6 MiB, got {problem.memory_limit:g}"


def _guess_program(path: Path) -> str:
    found = _STEM.fullmatch(path.stem)
    return found[1] if found else path.stem
