"""`judge debug`: starts a debugger on a solution, with the input of one test."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import structs

from judge.model.cases import Test
from judge.model.programs import Solution
from judge.options.declaration import Command, option, positional, positionals
from judge.options.groups import A_CASE, A_SOLUTION, Folders, Manner, find_project
from judge.options.judging import open_local_workers
from judge.options.kinds import CASE, SOLUTION, TEST
from judge.options.one_solution import find_failure, is_sound, list_tests
from judge.platform.errors import UsageError, printable, shown_path
from judge.platform.files import Content, pieces
from judge.running.languages.base import Unready
from judge.running.programs import Command as Executable
from judge.running.programs import Program
from judge.show import screen
from judge.subjects.subject import entry_of
from judge.work.slots import Seal, current_slot

# pdb reads its commands from the terminal, and the program its input from descriptor 0.
_PDB = """\
import os, pdb, sys, traceback
path, sys.path[0], stdin, *words = sys.argv[1:]
sys.argv, terminal = [path, *words], os.dup(0)
os.dup2(os.open(stdin, os.O_RDONLY), 0)
with open(path, "rb") as source:
    code = compile(source.read(), path, "exec")
debugger = pdb.Pdb(stdin=open(terminal), stdout=sys.stdout)
try:
    debugger.run(code, {"__name__": "__main__", "__file__": path})
except Exception:
    traceback.print_exc()
    debugger.reset()
    debugger.interaction(None, sys.exc_info()[2])
"""
_STDIN = "judge-stdin"
# The debugger stops where a sanitizer finds something.
_OPTIONS = {
    "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1",
    "UBSAN_OPTIONS": "print_stacktrace=1:abort_on_error=1",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders
    manner: Manner
    solution: str = positional(SOLUTION, A_SOLUTION)
    cases: tuple[str, ...] = positionals(CASE, f"{A_CASE} (default: all, until the first that fails)")
    test: int | None = option(
        "--test", TEST, "the number of the test, if the case has several (default: the first that fails)"
    )


def debug(arguments: Arguments) -> int:
    """Build for debugging, find the test, and hand over to the debugger. Return its exit code."""
    manner = replace(arguments.manner, debug=True)
    project = find_project(arguments.folders, (arguments.solution,), level=manner.sandbox)
    tasks = list_tests(project, arguments.solution, arguments.cases, manner, arguments.test)
    solution = _without_optimizations(tasks[0].solution)
    debugger = _require_debugger(solution, tasks[0].test)
    with open_local_workers(project, manner, jobs=1) as workers:
        task, seen = (tasks[0], None) if len(tasks) == 1 else find_failure(tasks, workers)[:2]
        program = workers.submit(_build, solution, workers.seal).result()
    if isinstance(program, Unready):
        screen.show_unready(solution.name, program.verdict, program.message, program.stderr)
        return 2
    test = task.test
    number = f" test {test.number}" if arguments.test else ""
    passes = ", which passes like all others" if seen and is_sound(seen) else ""
    name = "gdb" if solution.language.run else "pdb"
    print(
        f"{printable(solution.name)} on {printable(test.case.id)}{number}{passes}, in {name},"
        " outside the sandbox: the program may do whatever you may",
        file=sys.stderr,
    )
    return _debug(debugger, solution, program, test)


def _require_debugger(solution: Solution, test: Test) -> str:
    """Return the path of the debugger for this solution. Raises UsageError."""
    if test.case.interactor or entry_of(solution.format) or solution.grader or solution.output_only:
        raise UsageError("expected a program that reads its input itself, got one for a grader or interactor")
    if not solution.language.run:
        return solution.interpreter
    if not solution.language.run[0].startswith("{folder}"):
        raise UsageError(f"expected a program for gdb or pdb, got one in {solution.language.name}")
    if not (debugger := shutil.which("gdb")):
        raise UsageError("expected gdb on the PATH, got none: apt-get install gdb")
    return debugger


def _without_optimizations(solution: Solution) -> Solution:
    """Return the solution, built by gcc so that every variable has a value, with the paths of its sources."""
    language = solution.language
    if not any(words[0] in ("gcc", "g++") for words in language.builds):
        return solution
    named = (f"-ffile-prefix-map={name}={_find_own(path)}" for name, path in _list_sources(solution))
    return structs.replace(
        solution, language=structs.replace(language, debug=(*language.debug, "-O0", *named))
    )


def _list_sources(solution: Solution) -> list[tuple[str, Path]]:
    """Return the sources under the names that the compiler sees."""
    beside = [(name, file.path) for name, file in solution.beside]
    return [*beside, (solution.language.file, solution.path)]


def _build(solution: Solution, seal: Seal) -> Program | Unready:
    return current_slot(seal).program(solution)


def _debug(debugger: str, solution: Solution, program: Program, test: Test) -> int:
    """Run the debugger in a temporary folder with the files of the test and names of the sources."""
    with TemporaryDirectory(prefix="judge-") as name:
        folder = Path(name)
        case = test.case
        given = {_STDIN: b"" if case.input_name else test.input, **dict(case.given)}
        if case.input_name:
            given[case.input_name] = test.input
        for file, content in given.items():
            _write(folder / file, content)
        if solution.language.run:
            assert isinstance(program, Executable)
            _link_sources(folder / "judge-sources", solution)
            given_words = shlex.join(case.arguments)
            words = [debugger, "-q", "-ex", f"directory {folder}/judge-sources"]
            words += ["-ex", f"set args {given_words} < {_STDIN}", "-ex", "skip -gfi /usr/include/*"]
            words += ["-ex", "break main", "-ex", "run", program.argv[0]]
        else:
            # Without modules of its own it finds no file next to it, as in the sandbox.
            modules = solution.path.absolute().parent if solution.beside else folder / "judge-sources"
            words = [debugger, "-c", _PDB, _find_own(solution.path), str(modules), _STDIN, *case.arguments]
        # The debugger handles Ctrl-C.
        before = signal.signal(signal.SIGINT, lambda *_: None)
        try:
            return subprocess.run(words, cwd=folder, env={**os.environ, **_OPTIONS}).returncode
        finally:
            signal.signal(signal.SIGINT, before)


def _write(path: Path, content: Content) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.writelines(pieces(content))


def _link_sources(folder: Path, solution: Solution) -> None:
    """Link the user's sources under the names that the compiler saw, so that the debugger shows them."""
    folder.mkdir()
    for name, path in {Path(name).name: path for name, path in _list_sources(solution)}.items():
        (folder / name).symlink_to(_find_own(path))


def _find_own(path: Path) -> str:
    """Return the absolute path of the user's own file, which a package judged in place has copies of."""
    return os.path.abspath(shown_path(path))  # noqa: PTH100


_EXAMPLES = (
    ("judge debug a.cpp", "in gdb, on its first failing test"),
    ("judge debug a.py sample-2", "in pdb, on one test"),
)
COMMAND = Command(Arguments, debug, examples=_EXAMPLES)
