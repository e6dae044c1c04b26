"""`judge show`: shows how a solution fails, to the byte."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from judge.cases.project import Project, is_in
from judge.model.verdicts import Verdict
from judge.options.declaration import Command, flag, option, positional, positionals
from judge.options.groups import A_CASE, A_SOLUTION, Folders, Manner, color_option, find_project
from judge.options.judging import exit_code, open_local_workers
from judge.options.kinds import CASE, FOLDER, SOLUTION, TEST
from judge.options.one_solution import find_failure, list_tests
from judge.platform.errors import UsageError, counted, fault_at, printable, quoted
from judge.platform.files import Content, pieces
from judge.platform.streams import Colour
from judge.platform.writing import WholeFile, make_folder
from judge.running.languages.base import name_own_file
from judge.show import screen
from judge.show.outcome import Outcome
from judge.show.step_log import held, held_beside_bytes
from judge.work.engine import restore_own_path
from judge.work.task_results import Task
from judge.work.tasks import ObservedResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders
    manner: Manner
    color: Colour = color_option()
    solution: str = positional(SOLUTION, A_SOLUTION)
    cases: tuple[str, ...] = positionals(CASE, f"{A_CASE} (default: all, until the first that fails)")
    test: int | None = option(
        "--test", TEST, "the number of the test, if the case has several (default: the first that fails)"
    )
    hex: bool = flag("--hex", "also show bytes in hexadecimal")
    input: bool = flag("--input", "print only the test's input, unchanged")
    answer: bool = flag("--answer", "print only its answer, unchanged")
    output: bool = flag("--output", "print only the solution's output, unchanged")
    save: Path | None = option(
        "--save", FOLDER, "write input, answer, output and stderr to DIR/CASE.TEST.{in,ans,out,err}"
    )


def show(arguments: Arguments) -> int:
    """Run a solution until its first failing test, and show that test, or the first if all pass."""
    alone = _printed_alone(arguments)
    with held_beside_bytes() if alone else held():
        return _show(arguments, alone)


def _show(arguments: Arguments, alone: str) -> int:
    project = find_project(arguments.folders, (arguments.solution,), level=arguments.manner.sandbox)
    tasks = list_tests(project, arguments.solution, arguments.cases, arguments.manner, arguments.test)
    if alone in ("input", "answer") and len(tasks) == 1:
        return _print_content(alone, tasks[0])
    if folder := arguments.save:
        for task in tasks:
            _keep_apart(folder.joinpath(task.test.case.id).parent, project)
        make_folder(folder)
    with open_local_workers(project, arguments.manner, jobs=1) as workers:
        task, seen, results = find_failure(tasks, workers)
    if alone in ("input", "answer"):
        return _print_content(alone, task)
    if alone and seen.run:
        screen.show_bytes(pieces(seen.run.stdout))
        return exit_code(Outcome(results=tuple(results)))
    if (
        not alone
        and not (arguments.cases and len(tasks) == 1)
        and all(result.verdict is Verdict.AC for result in results)
    ):
        first = "; the first" if len(results) > 1 else ""
        print(f"nothing fails in {counted(len(results), 'test')}{first}:")
    seen = _with_own_path(seen, task)
    screen.show_whole(
        seen.result,
        task.test,
        run=seen.run,
        conversation=seen.conversation,
        limits=task.test.limits,
        hexadecimals=arguments.hex,
        color=arguments.color,
        stream=sys.stderr if alone else None,
    )
    if folder:
        print(f"saved: {printable(_saved(folder, task, seen))}")
    return exit_code(Outcome(results=tuple(results)))


def _printed_alone(arguments: Arguments) -> str:
    """Return the one part to print unchanged, or an empty text to show everything."""
    options = {name: bool(getattr(arguments, name)) for name in ("input", "answer", "output", "hex", "save")}
    given = [name for name, is_given in options.items() if is_given]
    alone = [name for name in given if name in ("input", "answer", "output")]
    if alone and len(given) > 1:
        words = " and ".join(f"--{name}" for name in given)
        raise UsageError(f"expected --{alone[0]} by itself, got {words}")
    return "".join(alone)


def _with_own_path(seen: ObservedResult, task: Task) -> ObservedResult:
    result = restore_own_path(seen.result, task.solution)
    run = seen.run and replace(seen.run, stderr=name_own_file(seen.run.stderr, task.solution))
    return replace(seen, result=result, run=run)


def _print_content(name: str, task: Task) -> int:
    content = task.test.input if name == "input" else task.test.answer
    if content is None:
        raise UsageError(f"--{name}: expected a test with an answer, got {task.test.case.id}, which has none")
    screen.show_bytes(pieces(content))
    return 0


def _saved(folder: Path, task: Task, seen: ObservedResult) -> str:
    """Write the parts of a test to files, and return their names."""
    run, answer = seen.run, task.test.answer
    contents: dict[str, Content] = {
        "in": task.test.input,
        **({} if answer is None else {"ans": answer}),
        "out": run.stdout if run else b"",
        "err": run.stderr if run else seen.result.stderr,
    }
    *above, name = task.test.case.id.split("/")
    for part in above:
        folder = _no_link(folder / part)
        make_folder(folder)
    stem = f"{name}.{task.test.number}"
    for suffix, content in contents.items():
        WholeFile(_no_link(folder / f"{stem}.{suffix}")).write(content)
    return f"{folder / stem}.{{{','.join(contents)}}}"


def _keep_apart(folder: Path, project: Project) -> None:
    """Refuse a folder where saved files would be tests or programs. Raises UsageError."""
    real = Path(os.path.realpath(folder))
    for place in (project.solutions, project.cases, *project.tests):
        there = Path(os.path.realpath(place))
        # In a folder of loose programs only the files directly in it are tests.
        is_loose = project.programs and place == project.root
        if real == there or (is_in(real, there) and not is_loose):
            got = f"{quoted(str(folder))}, where they would be tests or programs"
            raise UsageError(f"--save: expected a folder of other files, got {got}")


def _no_link(path: Path) -> Path:
    """Refuse a link, so that nothing is written outside the folder. Raises InputErrors."""
    if path.is_symlink():
        raise fault_at(path, "expected a place to save in, got a link")
    return path


_EXAMPLES = (
    ("judge show a.cpp", "its first failing test"),
    ("judge show a.cpp sample-2", "one test"),
    ("judge show a.cpp sample-2 --input", "only the input, for a pipe"),
)
COMMAND = Command(Arguments, show, examples=_EXAMPLES)
