"""`judge try`: runs one program on standard input or with an interactor, sealed and measured."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from os.path import relpath
from pathlib import Path
from tempfile import TemporaryFile

from judge.cases.checkers import interactor_at
from judge.cases.project import Project, reject_files
from judge.cases.testlib import includes_testlib
from judge.cases.tests import limits_for, make_own_test
from judge.checkers.decision import decide
from judge.checkers.interactors import INTERACTORS
from judge.library.folders import read
from judge.model.cases import Case, Test
from judge.model.programs import CheckerProgram, Solution
from judge.model.runs import Limits
from judge.model.verdicts import Verdict
from judge.options.declaration import Command, flag, option, positional
from judge.options.groups import Folders, Start, find_project, memory_option, time_option
from judge.options.kinds import FILE, PROGRAM, one_of
from judge.options.selection import apply_start, find_solutions
from judge.platform.errors import FormatError, InputErrors, UsageError, fault_at, listed, printable, quoted
from judge.platform.files import (
    CASE_BYTES,
    SOURCE_BYTES,
    Content,
    Stored,
    has_file,
    has_folder,
    require,
    stored,
    whole,
)
from judge.running.keeper_client import Level
from judge.running.languages import LANGUAGES
from judge.running.languages.base import Unready
from judge.running.manual_run import run_by_hand
from judge.running.places import Closed
from judge.running.runner import Runner
from judge.show import screen
from judge.show.step_log import held_beside_bytes
from judge.solutions.loader import load_solutions
from judge.subjects.subject import entry_of, signature_for
from judge.work.slots import Seal, Slot

_PIECE_BYTES = 1 << 20
_LIMITS = Limits(cpu_s=2.0, memory_bytes=256 << 20, output_bytes=64 << 20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    program: str = positional(PROGRAM, "the path of a program, or the name of a solution")
    start: Start
    time_s: float | None = time_option("(2s)")
    memory_bytes: int | None = memory_option("(256MiB)")
    input: Path | None = option("--input", FILE, "read the input from this file (default: standard input)")
    by_hand: bool = flag("--by-hand", "play the interactor yourself, line by line, without a time limit")
    interactor: Path | None = option(
        "--interactor", FILE, "let the program talk to this interactor, which decides the verdict"
    )
    protocol: str | None = option(
        "--protocol",
        one_of(tuple(INTERACTORS)),
        "how to call the interactor (default: testlib, if it includes testlib.h)",
    )


@held_beside_bytes()
def try_program(arguments: Arguments) -> int:
    """Print the program's output on standard output and the rest on standard error. Return the exit code."""
    interactor = _interactor(arguments)
    found, closed = _solution(arguments.program, arguments.start.sandbox)
    (solution,) = apply_start((found,), arguments.start)
    stated = Limits(
        cpu_s=arguments.time_s or _LIMITS.cpu_s,
        memory_bytes=arguments.memory_bytes or _LIMITS.memory_bytes,
        output_bytes=_LIMITS.output_bytes,
    )
    limits = limits_for(solution, stated)
    with Runner(core=None, level=arguments.start.sandbox, closed=closed) as runner:
        runner.level()
        slot = Slot(runner=runner, seal=Seal(level=arguments.start.sandbox, closed=closed))
        program = slot.program(solution)
        if isinstance(program, Unready):
            screen.show_unready(solution.name, program.verdict, program.message, program.stderr)
            return _code(program.verdict)
        if arguments.by_hand:
            run = run_by_hand(runner, program, limits, typed=0, show=screen.show_piece)
            judgement = decide(run, _test(solution, b"", limits))
        else:
            with _input(arguments.input) as stdin:
                given = _arguments(solution.format, stdin, arguments.input)
                test = _test(solution, given, limits, interactor)
                run, judgement, talk, _ = slot.judge(program, test)
            if interactor:
                screen.show_talk(talk.turns if talk else (), judgement.said)
            else:
                screen.show_bytes((run.stdout,))
    screen.show_measured(
        solution.name, run, limits, judgement.verdict, judgement.message, may_wait=arguments.by_hand
    )
    return _code(judgement.verdict)


def _code(verdict: Verdict) -> int:
    """Return 0 if the program ended well, 1 if not, 2 if the judge or the interactor failed."""
    return 2 if verdict is Verdict.JE else int(not verdict.is_sound)


def _interactor(arguments: Arguments) -> CheckerProgram | None:
    """Return the interactor, if one is given. Raises UsageError and InputErrors."""
    path, protocol = arguments.interactor, arguments.protocol
    if arguments.by_hand and (path or arguments.input):
        raise UsageError("--by-hand: expected neither --interactor nor --input, got one")
    if not path:
        if protocol:
            raise UsageError("--protocol: expected --interactor as well, got none")
        return None
    if not protocol and has_file(path) and not includes_testlib(require(path, SOURCE_BYTES)):
        names = ", ".join(INTERACTORS)
        raise UsageError(f"--interactor: expected a --protocol ({names}) for {path.name}, got none")
    return interactor_at(path, protocol=protocol or "")


def _solution(word: str, level: Level) -> tuple[Solution, Closed]:
    """Return the program that a word names, and the places that it must not open."""
    path = Path(word)
    is_file = has_file(path)
    wrong = f"PROGRAM: expected the path of a program ({listed(LANGUAGES)}), got {quoted(word)}"
    try:
        project = find_project(Folders(), (word,), level=level)
    except UsageError:
        raise UsageError(wrong) from None
    reject_files((word,), project.languages)
    paths = (project.solutions / relpath(path, project.solutions),) if is_file else project.programs
    solutions = load_solutions(project.solutions, paths=paths, languages=project.languages)
    if not is_file:
        names = find_solutions(word, [solution.name for solution in solutions], project)
        if len(names) != 1:
            raise UsageError(f"PROGRAM: expected one program, got {len(names)}: {listed(names)}")
        solutions = tuple(solution for solution in solutions if solution.name in names)
    return _as_called(solutions[0], project), project.closed()


def _as_called(solution: Solution, project: Project) -> Solution:
    """Return the solution of a project as its problem runs it, or a plain program."""
    if project.programs or not has_folder(project.cases):
        return solution
    with suppress(InputErrors):
        for one in read(project).solutions:
            if one.name == solution.name and not one.faults and (one.grader or entry_of(one.format)):
                return one
    return solution


def _arguments(format: str, stdin: Stored, path: Path | None) -> Content:
    """Convert the input for a function to the values of its signature; leave any other unchanged."""
    signature = signature_for(format)
    if not signature:
        return stdin
    try:
        return signature.normalize_input(whole(stdin))
    except FormatError as error:
        raise fault_at(path or Path("standard input"), error.message, error.line) from None


def _test(
    solution: Solution, stdin: Content, limits: Limits, interactor: CheckerProgram | None = None
) -> Test:
    return make_own_test(
        Case(
            id=solution.name,
            title="",
            format=solution.format,
            input=stdin,
            answer=None,
            limits=limits,
            interactor=interactor,
        )
    )


@contextmanager
def _input(path: Path | None) -> Iterator[Stored]:
    """Yield the input file, or standard input in a file without a name: a pipe may exceed the memory."""
    if path:
        if not has_file(path):
            raise UsageError(f"--input: expected a file, got none at {printable(str(path))}")
        yield stored(path)
        return
    if os.isatty(0):
        print("reading the input from the terminal: Ctrl-D ends it", file=sys.stderr)
    # A buffer would read a terminal once more after its end.
    with TemporaryFile(prefix="judge-try-") as file, open(0, "rb", buffering=0, closefd=False) as given:
        while piece := given.read(_PIECE_BYTES):
            file.write(piece)
            if file.tell() > CASE_BYTES:
                raise UsageError(f"standard input: expected at most {CASE_BYTES:,} bytes, got more")
        file.flush()
        yield stored(Path(f"/proc/self/fd/{file.fileno()}"))


_EXAMPLES = (
    ("judge try a.cpp < input.txt", "run it once, sealed and measured"),
    ("judge try a.cpp --by-hand", "type the answers of the interactor yourself"),
)
COMMAND = Command(Arguments, try_program, examples=_EXAMPLES)
