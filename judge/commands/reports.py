"""The reports that a command is asked for: their files are tried before the work and written at its end."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from judge.errors import Fault, InputErrors, UsageError, quoted
from judge.files import WholeFile
from judge.streams import write_bytes

# The word for standard output in the place of a file.
_STDOUT = Path("-")
_Value = TypeVar("_Value")


class Asked(NamedTuple, Generic[_Value]):
    """A report by its option: the file, None where it is not asked for, and what makes its bytes."""

    option: str
    path: Path | None
    made: Callable[[_Value], bytes]


@contextmanager
def reporting(*asked: Asked[_Value]) -> Iterator[Callable[[_Value], None]]:
    """Yields what writes each report that is asked for, whole or not at all, whatever becomes of the others.

    `-` is standard output, for one of them: what is printed meanwhile goes to standard error. Raises
    UsageError where two name the same file, InputErrors where one cannot be written.
    """
    wanted = [each for each in asked if each.path]
    files = _opened(wanted)

    def write(value: _Value) -> None:
        faults: list[Fault] = []
        for file, report in zip(files, wanted, strict=True):
            try:
                file.write(report.made(value))
            except InputErrors as error:
                faults += error.faults
        if faults:
            raise InputErrors(tuple(faults))

    on_stdout = any(each.path == _STDOUT for each in wanted)
    with redirect_stdout(sys.stderr) if on_stdout else nullcontext():
        yield write


class _Stdout:
    """The standard output of now; a full disk below it costs no other report, see `streams`."""

    place = _STDOUT

    def __init__(self) -> None:
        self._stream = sys.stdout

    def write(self, content: bytes) -> None:
        with redirect_stdout(self._stream):
            write_bytes(content)


def _opened(wanted: list[Asked[_Value]]) -> list[WholeFile | _Stdout]:
    files: list[WholeFile | _Stdout] = []
    options: dict[Path, str] = {}
    for option, path, _ in wanted:
        assert path
        file = _Stdout() if path == _STDOUT else WholeFile(path)
        if file.place in options:
            other = options[file.place]
            raise UsageError(f"{option}: expected another file than that of {other}, got {quoted(str(path))}")
        options[file.place] = option
        files.append(file)
    return files
