"""`judge show`: one solution on one case, to the byte."""

import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from judge.cases.project import Project
from judge.errors import Fault, InputErrors, UsageError, listed, printable
from judge.files import pieces
from judge.model import Content
from judge.options.declaration import Command, flag, option, positional
from judge.options.groups import (
    A_CASE,
    A_SOLUTION,
    Folders,
    Manner,
    Selection,
    color_option,
    find_project,
)
from judge.options.judging import exit_code, open_local_workers
from judge.options.kinds import CASE, FOLDER, SOLUTION, TEST
from judge.options.selection import load_selected
from judge.results import Result
from judge.show import screen
from judge.show.console import Colour
from judge.streams import held, held_beside_bytes
from judge.work.calls import in_order
from judge.work.engine import matrix
from judge.work.tasks import Seen, Task, looked_at
from judge.work.workers import Workers
from judge.writing import WholeFile, make_folder


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    folders: Folders
    manner: Manner
    color: Colour = color_option()
    solution: str = positional(SOLUTION, A_SOLUTION)
    case: str = positional(CASE, A_CASE)
    test: int | None = option(
        "--test", TEST, "which test of a case of several (default: the first that fails)"
    )
    hex: bool = flag("--hex", "show the bytes as numbers, too")
    input: bool = flag("--input", "print the test's input as it is, and nothing else")
    answer: bool = flag("--answer", "print its answer in the same way")
    output: bool = flag("--output", "print what the solution wrote in the same way")
    save: Path | None = option(
        "--save", FOLDER, "write input, answer, output and stderr into files DIR/CASE.TEST.{in,ans,out,err}"
    )


def show(arguments: Arguments) -> int:
    """Run one solution on one case and show all there is to say of it, first of what is wrong."""
    alone = _printed_alone(arguments)
    with held_beside_bytes() if alone else held():
        return _show(arguments, alone)


def _show(arguments: Arguments, alone: str) -> int:
    project = find_project(arguments.folders, (arguments.solution,), level=arguments.manner.sandbox)
    tasks = _tasks(project, arguments)
    if alone in ("input", "answer") and len(tasks) == 1:
        return _print_content(alone, tasks[0])
    if folder := arguments.save:
        make_folder(folder)
    with open_local_workers(project, arguments.manner, jobs=1) as workers:
        task, seen, results = _looked_at(tasks, workers)
    if alone in ("input", "answer"):
        return _print_content(alone, task)
    if alone and seen.run:
        screen.show_bytes(pieces(seen.run.stdout))
        return exit_code(results)
    screen.show_whole(
        seen.result,
        run=seen.run,
        conversation=seen.conversation,
        limits=task.test.limits,
        hexadecimals=arguments.hex,
        color=arguments.color,
        stream=sys.stderr if alone else None,
    )
    if folder:
        print(f"saved: {printable(_saved(folder, task, seen))}")
    return exit_code(results)


def _printed_alone(arguments: Arguments) -> str:
    """The one thing that is to be printed as it is; empty where all is to be shown."""
    options = {name: bool(getattr(arguments, name)) for name in ("input", "answer", "output", "hex", "save")}
    given = [name for name, is_given in options.items() if is_given]
    alone = [name for name in given if name in ("input", "answer", "output")]
    if alone and len(given) > 1:
        words = " and ".join(f"--{name}" for name in given)
        raise UsageError(f"expected --{alone[0]} by itself, got {words}")
    return "".join(alone)


def _tasks(project: Project, arguments: Arguments) -> list[Task]:
    """The tests of the one solution on the one case, or the one of that number. Raises UsageError."""
    how, number = arguments.manner, arguments.test
    selection = Selection(
        solutions=(arguments.solution,),
        cases=(arguments.case,),
        sandbox=how.sandbox,
        cold=how.cold,
        compare=how.compare,
    )
    found = load_selected(project, selection)
    # A name that begins others is that of its own case first.
    cases = tuple(case for case in found.cases if case.id == arguments.case) or found.cases
    for kind, names in (
        ("solution", [s.name for s in found.solutions]),
        ("case", [case.id for case in cases]),
    ):
        if len(names) != 1:
            raise UsageError(f"expected one {kind}, got {len(names)}: {listed(names)}")
    tasks = list(matrix(found.solutions, cases))
    if number is None:
        return tasks
    if number > len(tasks):
        raise UsageError(f"--test: expected a number from 1 to {len(tasks)}, got {number}")
    return [tasks[number - 1]]


def _looked_at(tasks: Sequence[Task], workers: Workers) -> tuple[Task, Seen, list[Result]]:
    """The first test of which something is wrong, or the first; and the results of all."""
    results: list[Result] = []
    shown: tuple[Task, Seen] | None = None
    calls = ((looked_at, (task, workers.seal)) for task in tasks)
    # One at a time, for each has its output.
    with closing(in_order(workers, calls, ahead=1)) as outcomes:
        for task, seen in zip(tasks, outcomes, strict=True):
            results.append(seen.result)
            if shown is None or (_is_sound(shown[1]) and not _is_sound(seen)):
                shown = task, seen
    assert shown
    return *shown, results


def _is_sound(seen: Seen) -> bool:
    return seen.result.verdict.is_sound


def _print_content(name: str, task: Task) -> int:
    content = task.test.input if name == "input" else task.test.answer
    if content is None:
        raise UsageError(f"--{name}: expected a test with an answer, got {task.test.case}, which has none")
    screen.show_bytes(pieces(content))
    return 0


def _saved(folder: Path, task: Task, seen: Seen) -> str:
    """The names of the files that were written; what was not printed is empty, and no answer no file."""
    run, answer = seen.run, task.test.answer
    contents: dict[str, Content] = {
        "in": task.test.input,
        **({} if answer is None else {"ans": answer}),
        "out": run.stdout if run else b"",
        "err": run.stderr if run else seen.result.stderr,
    }
    *above, name = task.test.case.split("/")
    for part in above:
        folder = _no_link(folder / part)
        make_folder(folder)
    stem = f"{name}.{task.test.number}"
    for suffix, content in contents.items():
        WholeFile(_no_link(folder / f"{stem}.{suffix}")).write(content)
    return f"{folder / stem}.{{{','.join(contents)}}}"


def _no_link(path: Path) -> Path:
    """What programs print goes into the folder and nowhere else. Raises InputErrors."""
    if path.is_symlink():
        raise InputErrors((Fault(path, 0, "expected a place to save in, got a link"),))
    return path


COMMAND = Command(Arguments, show)
