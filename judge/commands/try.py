"""`judge try`: one program on standard input, sealed and measured. Nothing is compared."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from os.path import relpath
from pathlib import Path
from tempfile import TemporaryFile

from judge import show as console
from judge.checkers.decision import decide
from judge.commands.chosen import Folders, Start, memory_option, project_of, time_option
from judge.commands.declared import Command, positional
from judge.commands.kinds import PROGRAM
from judge.commands.selection import named, started
from judge.errors import UsageError, listed, quoted
from judge.files import has_file, stored
from judge.model import Limits, Solution, Stored, Test
from judge.running.languages import LANGUAGES
from judge.running.languages.base import Unready
from judge.running.places import Closed
from judge.running.runner import Runner
from judge.solutions.loader import load_solutions
from judge.streams import held_beside_bytes
from judge.work.slots import Programs

_PIECE_BYTES = 1 << 20
_LIMITS = Limits(cpu_s=2.0, memory_bytes=256 << 20, output_bytes=64 << 20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    program: str = positional(PROGRAM, "the path of a program, or the name of a solution")
    chosen: Start
    time_s: float | None = time_option("(2s)")
    memory_bytes: int | None = memory_option("(256MiB)")


@held_beside_bytes()
def try_program(arguments: Arguments) -> int:
    """What it prints goes to standard output, all else to standard error; 0 if it ended well, else 1."""
    found, closed = _solution(arguments.program)
    (solution,) = started((found,), arguments.chosen)
    limits = Limits(
        cpu_s=arguments.time_s or _LIMITS.cpu_s,
        memory_bytes=arguments.memory_bytes or _LIMITS.memory_bytes,
        output_bytes=_LIMITS.output_bytes,
    )
    with Runner(core=None, level=arguments.chosen.sandbox, closed=closed) as runner:
        runner.level()
        program = Programs().of(solution, runner)
        if isinstance(program, Unready):
            console.show_unready(solution.name, program.verdict, program.message, program.stderr)
            return 1
        with _input() as stdin:
            run = runner.run(program, stdin, limits)
            judgement = decide(run, _uncompared(solution, stdin, limits))
    console.show_bytes((run.stdout,))
    console.show_measured(solution.name, run, limits, judgement.verdict, judgement.message)
    return int(not judgement.verdict.is_sound)


def _solution(word: str) -> tuple[Solution, Closed]:
    """The program that a word means, and what it must not open."""
    path = Path(word)
    is_file = has_file(path)
    wrong = f"PROGRAM: expected the path of a program ({listed(LANGUAGES)}), got {quoted(word)}"
    try:
        project = project_of(Folders(), (word,))
    except UsageError:
        raise UsageError(wrong) from None
    if is_file and path.suffix not in project.languages:
        raise UsageError(wrong)
    paths = (project.solutions / relpath(path, project.solutions),) if is_file else project.programs
    solutions = load_solutions(project.solutions, paths=paths, languages=project.languages)
    if not is_file:
        names = named(word, [solution.name for solution in solutions], project.solutions)
        if len(names) != 1:
            raise UsageError(f"PROGRAM: expected one program, got {len(names)}: {listed(names)}")
        solutions = tuple(solution for solution in solutions if solution.name in names)
    return solutions[0], project.closed()


def _uncompared(solution: Solution, stdin: Stored, limits: Limits) -> Test:
    return Test(
        case=solution.name,
        number=1,
        format=solution.format,
        input=stdin,
        answer=None,
        limits=limits,
        any_answer=False,
    )


@contextmanager
def _input() -> Iterator[Stored]:
    """Standard input, kept in a file that has no name: a pipe may hold more than memory does."""
    if os.isatty(0):
        print("reading the input from the terminal: Ctrl-D ends it", file=sys.stderr)
    # Without a buffer: it would ask a terminal once more after its end.
    with TemporaryFile(prefix="judge-try-") as file, open(0, "rb", buffering=0, closefd=False) as given:
        shutil.copyfileobj(given, file, _PIECE_BYTES)
        file.flush()
        yield stored(Path(f"/proc/self/fd/{file.fileno()}"))


COMMAND = Command(Arguments, try_program)
