"""Reports of commands: their files are opened before the work and written at its end."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from judge.options.declaration import option
from judge.options.kinds import FOLDER, OUTPUT
from judge.platform.errors import Fault, InputErrors, UsageError, fault_at, quoted
from judge.platform.streams import write_bytes
from judge.platform.writing import WholeFile
from judge.show.outcome import Outcome
from judge.show.step_log import warn

# The file name that means standard output.
_STDOUT = Path("-")
# Pieces of a report that are written at once.
_PIECES = 1000
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Formats:
    """Reports of an outcome, for commands that judge."""

    junit: Path | None = option("--junit", OUTPUT, "write the results as JUnit XML, for GitHub and GitLab")
    markdown: Path | None = option("--markdown", OUTPUT, "write them as Markdown")
    csv: Path | None = option("--csv", OUTPUT, "write them as CSV, one row for each test")
    csv_class: Path | None = option(
        "--csv-class", OUTPUT, "write the points of a class, one row for each student"
    )
    html_students: Path | None = option(
        "--html-students", FOLDER, "write a page for each student, without the names of others (needs jinja2)"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The report for the browser, for runs and benchmarks."""

    html: Path | None = option("--html", OUTPUT, "write a page for the browser (needs jinja2)")


class Report(NamedTuple, Generic[_Value]):
    """A report: its option, its file or None, and the function that makes its bytes.

    If it is a folder, the function yields the name and the bytes of each file in it. None is not written.
    """

    option: str
    path: Path | None
    made: Callable[[_Value], Any]
    is_folder: bool = False


def list_run_reports(formats: Formats, page: Page, json: Path | None = None) -> Iterator[Report[Outcome]]:
    """List the reports of a run, `--json` only if it is given. Raises UsageError, see `make_page_report`."""
    if json:
        yield Report("--json", json, import_renderer(json, "json", "render_pieces"))
    yield Report("--junit", formats.junit, import_renderer(formats.junit, "junit"))
    yield Report("--markdown", formats.markdown, import_renderer(formats.markdown, "markdown"))
    yield Report("--csv", formats.csv, import_renderer(formats.csv, "csv"))
    yield _make_marks_report("--csv-class", formats.csv_class, _render_class)
    yield make_page_report(page.html, import_renderer(page.html, "html.run", "render_run"))
    pages = import_renderer(formats.html_students, "html.student_pages", "render_student_pages")
    option = "--html-students"
    marks = _make_marks_report(option, formats.html_students, pages)
    yield make_page_report(marks.path, marks.made, option=option, is_folder=True)


def _make_marks_report(name: str, path: Path | None, made: Callable[[Outcome], Any]) -> Report[Outcome]:
    """Return a report of marks, which is not written after an interrupt: marks of a part are no marks."""

    def render(outcome: Outcome) -> Any:
        if not outcome.interrupted:
            return made(outcome)
        warn([f"{name}: not written, because the run was interrupted and its marks would be of a part"])
        return None

    return Report(name, path, render)


def _render_class(outcome: Outcome) -> bytes:
    """Return the table of the class, and print which of its cells are empty, since points are unknown."""
    # Imported here, since few runs write it.
    from judge.show.csv import describe_unknown, render_class

    if words := describe_unknown(outcome):
        warn([f"--csv-class: {words}"])
    return render_class(outcome)


def import_renderer(path: Path | None, module: str, name: str = "render") -> Callable[[Any], bytes]:
    """Import the function that makes a report, if its file is given."""
    renderer: Callable[[Any], bytes] = bytes
    if path:
        renderer = getattr(import_module(f"judge.show.{module}"), name)
    return renderer


def make_page_report(
    page: Path | None, made: Callable[[_Value], Any], *, option: str = "--html", is_folder: bool = False
) -> Report[_Value]:
    """Return the report for the browser. Raises UsageError if jinja2 is missing."""
    if page:
        from judge.show.html.page import require_jinja2

        require_jinja2(option)
    return Report(option, page, made, is_folder)


@contextmanager
def open_reports(*asked: Report[_Value], drawing: str = "") -> Iterator[Callable[[_Value], None]]:
    """Yield a function that writes each report, whole or not at all, even if another fails.

    `-` is standard output, for one of them: what is printed meanwhile goes to standard error. The option
    `drawing` draws there, which leaves it to no report. Raises UsageError where two name the same file,
    InputErrors where one cannot be written.
    """
    wanted = [each for each in asked if each.path]
    on_stdout = [each.option for each in wanted if each.path == _STDOUT]
    if drawing and on_stdout:
        expected = f"expected a file with {drawing}, which draws on standard output"
        raise UsageError(f"{on_stdout[0]}: {expected}, got '-'")
    files = _opened(wanted)

    def write(value: _Value) -> None:
        faults: list[Fault] = []
        for file, report in zip(files, wanted, strict=True):
            try:
                if (content := report.made(value)) is not None:
                    file.write(content)
            except InputErrors as error:
                faults += error.faults
        if faults:
            raise InputErrors(tuple(faults))

    with redirect_stdout(sys.stderr) if on_stdout else nullcontext():
        yield write


class _Stdout:
    """The present standard output. A full disk there spoils no other report; see `streams`."""

    place = _STDOUT

    def __init__(self) -> None:
        self._stream = sys.stdout

    def write(self, content: bytes | Iterator[bytes]) -> None:
        with redirect_stdout(self._stream):
            left = iter((content,) if isinstance(content, bytes) else content)
            while some := b"".join(islice(left, _PIECES)):
                write_bytes(some)


class _Folder:
    """A folder of files, which is created if there is none. Other files in it stay."""

    def __init__(self, path: Path) -> None:
        try:
            path.mkdir(exist_ok=True)
            self.place = path.resolve()
        except (OSError, RuntimeError) as error:  # RuntimeError: a link that leads to itself
            reason = getattr(error, "strerror", None) or error
            raise fault_at(path, f"expected a folder that can be written, got: {reason}") from None
        self._path = path

    def write(self, content: Iterator[tuple[str, bytes]]) -> None:
        for name, data in content:
            WholeFile(self._path / name).write(data)


def _opened(wanted: list[Report[_Value]]) -> list[WholeFile | _Stdout | _Folder]:
    files: list[WholeFile | _Stdout | _Folder] = []
    options: dict[Path, str] = {}
    for name, path, _, is_folder in wanted:
        assert path
        if is_folder and path == _STDOUT:
            raise UsageError(f"{name}: expected a folder, got '-'")
        file = _Folder(path) if is_folder else _Stdout() if path == _STDOUT else WholeFile(path)
        if file.place in options:
            other = options[file.place]
            raise UsageError(f"{name}: expected another file than that of {other}, got {quoted(str(path))}")
        options[file.place] = name
        files.append(file)
    return files
