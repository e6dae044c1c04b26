"""Excerpts of the input and output of a program, as lines for the screen."""

import re
from itertools import pairwise
from pathlib import PurePath

from rich.text import Text

from judge.model.cases import Test
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors, cut
from judge.platform.expressions import compile_later
from judge.platform.files import pieces, size_of
from judge.show.fitting import cut_middle
from judge.show.signs import make_legible

# The important lines are the last of a traceback and the first of a compiler's output.
_WORDS_SHOWN, STDERR_TAIL = 6, 4
# A frame of Java or JavaScript, below the line with the exception.
_FRAME = compile_later(r"\s+at ")
_ERROR = compile_later(r"\berror: |^terminate called |^ +what\(\):", re.IGNORECASE)
# A sanitizer's report of abort(), which says less than what the C++ library printed before it.
_ABORT = "ERROR: AddressSanitizer: ABRT "
# An exception of Python, Java or JavaScript, or a panic of Go.
_EXCEPTION = compile_later(
    r"^(?:Exception in thread \"[^\"\n]*\" |Uncaught )?((?:[\w$]+\.)*\w*(?:Error|Exception)\b.*|panic: .*)",
    re.MULTILINE,
)
_PYTHON_LINE = compile_later(r'(?<=", )line \d+$')
# An error of a compiler or linker, or the end of a traceback of Python.
_COMPILE_ERROR = compile_later(r"\b[Ee]rror\b.*:|^\w+Error: |: undefined reference to ")
_COMPLAINT_LETTERS = 200
# The most lines, bytes and columns of an input's beginning, and of its end; and the lines if it is alone.
_INPUT_LINES, _INPUT_BYTES, _INPUT_WIDTH = 3, 1 << 13, 160
_LINES_ALONE = 15


def format_words(whose: str, words: bytes, *, tail: int | None, solution: str = "") -> Text:
    """Show an excerpt of a few lines, see `_excerpt`; all lines if `tail` is None."""
    text = Text()
    if words:
        lines = make_legible(words).rstrip().split("\n")
        for line in lines if tail is None else _excerpt(lines, tail, solution):
            text.append(f"  {whose}  {line}\n")
    return text


def find_exception(stderr: bytes) -> str:
    """Return the line of the exception that ended a program, or nothing."""
    found = _EXCEPTION.findall(make_legible(stderr))
    return found[-1].rstrip() if found else ""


def find_compile_error(stderr: bytes) -> str:
    """Return the first line of a compiler's output that says what is wrong, or nothing.

    Python names the line of the source before the error.
    """
    line_number = ""
    for line in make_legible(stderr).splitlines():
        if found := _PYTHON_LINE.search(line):
            line_number = f"{found[0]}: "
        elif _COMPILE_ERROR.search(line):
            return line_number + line.strip()
    return ""


def find_complaint(result: Result) -> str:
    """Return the line of standard error that says why a program crashed or was not built, or nothing."""
    if result.verdict is Verdict.CE:
        find, at = find_compile_error, 0
    elif result.verdict is Verdict.RE:
        find, at = find_exception, -1
    else:
        return ""
    lines = make_legible(result.stderr).split("\n")
    # Rust ends with a note on how to see more.
    telling = [line for line in lines if line.strip() and not line.startswith("note: ")]
    told = find(result.stderr) or next(iter(telling[at:]), "")
    return cut(told.strip(), _COMPLAINT_LETTERS)


def _excerpt(lines: list[str], tail: int, solution: str) -> list[str]:
    """Return the first lines and `tail` of the last ones.

    If a report names places in the solution's files, as sanitizers and stack traces of Java do, return only
    these and the errors.
    """
    if len(lines) <= _WORDS_SHOWN:
        return lines
    # The folder of a package's programs has another name than the problem.
    own, folder = re.escape(PurePath(solution).name), PurePath(solution).parent
    beside = rf"|{re.escape(str(folder))}/[^/:()]+" if folder.name else ""
    place = re.compile(rf"(?<![\w.-])(?:{own}{beside}):\d")
    if tail and any(map(place.search, lines)):
        # The C++ library wraps its messages after a blank.
        whole = re.sub(r" \n\s*", " ", "\n".join(lines)).split("\n")
        heads = {line for line, below in pairwise(whole) if _FRAME.match(below) and not _FRAME.match(line)}
        telling = [line for line in whole if place.search(line) or _ERROR.search(line) or line in heads]
        return [line for line in telling if _ABORT not in line or line is telling[0]][:_WORDS_SHOWN]
    return [*lines[: _WORDS_SHOWN - tail], "...", *lines[len(lines) - tail :]]


def format_input(result: Result, test: Test, width: int, *, is_alone: bool = False) -> Text:
    """Show the beginning and the end of the input that a program got; nothing if none ran or it talked.

    is_alone: no other test is shown, so there is room for more lines, and for the way to the others.
    """
    if result.cpu_s is None or result.interactor_cpu_s is not None:
        return Text()
    try:
        data = next(pieces(test.input), b"")
    except (InputErrors, OSError):
        return Text()
    is_whole = len(data) == size_of(test.input)
    if len(data) > 2 * _INPUT_BYTES:
        # The cut is within the omitted part.
        data = data[:_INPUT_BYTES] + data[-_INPUT_BYTES:] * is_whole
    lines = make_legible(data).removesuffix("\n").split("\n") if data else ["(empty)"]
    most = _LINES_ALONE if is_alone else _INPUT_LINES
    if not is_whole:
        lines[most:] = ["..."]
    elif len(lines) > 2 * most:
        lines[most:-most] = ["..."]
    room = min(width, _INPUT_WIDTH) - len("  input  ")
    shown = [cut_middle(line.rstrip(), room) for line in lines]
    text = Text("".join(f"  input  {line}\n" for line in shown))
    if is_alone and ("..." in lines or shown != [line.rstrip() for line in lines]):
        text.append("  `judge show --input` prints all of it\n")
    return text


def format_output(data: bytes, *, most_lines: int) -> Text:
    """Show the part of the output that was kept."""
    if not data:
        return Text("  output  (empty)\n")
    text = Text()
    lines = make_legible(data).removesuffix("\n").split("\n")
    for line in lines[:most_lines]:
        text.append(f"  output  {line}\n")
    if len(lines) > most_lines:
        text.append("  and more, of which `judge show --output` prints all\n")
    return text
