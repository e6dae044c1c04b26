"""What commands share: the project that they are told, and which of its solutions and cases are named."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from os.path import relpath
from pathlib import Path, PurePath
from typing import get_args

from judge.cases.beside import problems_beside
from judge.cases.passed_over import not_cases, unanswered
from judge.cases.project import Project, find_project
from judge.checkers.sites import PROFILES
from judge.commands.declared import flag, option, positionals, repeated
from judge.commands.kinds import CASE, COUNT, FOLDER, SIZE, SOLUTION, TIME, one_of
from judge.errors import Fault, UsageError, unknown
from judge.library import read
from judge.model import Case, Solution, matches
from judge.running.keeper_client import Level
from judge.show.screen import Colour
from judge.show.waiting import counting
from judge.solutions.loader import not_solutions

A_SOLUTION = "a name, with or without suffix, a folder, or a pattern; `*` does not cross a `/`"
A_CASE = "the id of a case, its problem, or a pattern; `*` does not cross a `/`"
_COLOUR = one_of(get_args(Colour))
_LEVEL = one_of(get_args(Level))
_PROFILE = one_of([*PROFILES])
# So many tests without an answer are named.
_UNANSWERED_NAMED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders:
    """Where the project is: for every command that reads it."""

    root: Path | None = option(
        "--root", FOLDER, "the folder with solutions/ and cases/ (default: here or above)"
    )
    cases: Path | None = option("--cases", FOLDER, "a folder of case files instead of the project's own")
    tests: Path | None = option(
        "--tests", FOLDER, "a folder whose tests are one problem, instead of all cases"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """How a program is started: for every command that runs some."""

    sandbox: Level = option("--sandbox", _LEVEL, "how a program is sealed", default="default")
    cold: bool = flag("--cold", "start a Python interpreter for every test instead of a fork")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen(Start):
    """What to judge and how: for every command that runs solutions."""

    solutions: tuple[str, ...] = positionals(SOLUTION, A_SOLUTION)
    cases: tuple[str, ...] = repeated("--case", CASE, f"only these cases: {A_CASE} (repeatable)")
    compare: str | None = option(
        "--compare",
        _PROFILE,
        "the profile that decides instead of each case's own, unless its answer is any",
    )


def time_option(default: str = "instead of each case's own") -> float | None:
    return option("--time", TIME, f"CPU limit {default}: 5, 5s, 500ms, 2m")


def memory_option(default: str = "instead of each case's own") -> int | None:
    return option("--memory", SIZE, f"memory limit {default}: 64, 64MiB, 1GiB")


def jobs_option() -> int | None:
    return option("--jobs", COUNT, "workers (default: one for each physical core)")


def color_option() -> Colour:
    return option("--color", _COLOUR, "auto: on a terminal, unless NO_COLOR is set", default="auto")


def project_of(folders: Folders, words: Sequence[str] = ()) -> Project:
    """The project, or the folder of the programs that `words` name, with the cases of the command line."""
    return find_project(folders.root, cases=folders.cases, tests=folders.tests, words=words)


def loaded(project: Project) -> tuple[tuple[Solution, ...], tuple[Case, ...]]:
    """See `library.read`; on a terminal what takes long is seen to go on."""
    with counting("working out answers") as progress:
        found = read(project, progress)
    return found.solutions, found.cases


def selected(
    project: Project, chosen: Chosen, *, time_s: float | None = None, memory_bytes: int | None = None
) -> tuple[tuple[Solution, ...], tuple[Case, ...]]:
    """What the words of the command line leave of all solutions and cases, and make of them."""
    return narrowed(project, *loaded(project), chosen, time_s=time_s, memory_bytes=memory_bytes)


def narrowed(
    project: Project,
    solutions: tuple[Solution, ...],
    cases: tuple[Case, ...],
    chosen: Chosen,
    *,
    time_s: float | None,
    memory_bytes: int | None,
) -> tuple[tuple[Solution, ...], tuple[Case, ...]]:
    """See `selected`, of what is loaded already."""
    if chosen.solutions:
        names = [solution.name for solution in solutions]
        wanted = {name for word in chosen.solutions for name in named(word, names, project.solutions)}
        solutions = tuple(solution for solution in solutions if solution.name in wanted)
    cases = matching(cases, chosen.cases, "--case")
    solutions = started(solutions, chosen)
    if chosen.compare:
        cases = tuple(case if case.any_answer else replace(case, compare=chosen.compare) for case in cases)
    if time_s:
        cases = tuple(replace(case, limits=replace(case.limits, cpu_s=time_s)) for case in cases)
    if memory_bytes:
        cases = tuple(replace(case, limits=replace(case.limits, memory_bytes=memory_bytes)) for case in cases)
    return solutions, cases


def started(solutions: tuple[Solution, ...], start: Start) -> tuple[Solution, ...]:
    """The solutions as they are to be started: with --cold those in Python by an interpreter of their own."""
    if not start.cold:
        return solutions
    return tuple(
        replace(solution, interpreter=solution.interpreter or sys.executable)
        if solution.path.suffix == ".py"
        else solution
        for solution in solutions
    )


def matching(cases: tuple[Case, ...], patterns: Sequence[str], argument: str) -> tuple[Case, ...]:
    """The cases that some pattern names; all without patterns. Raises UsageError about the argument."""
    for pattern in patterns:
        if not any(matches(pattern, case.id) for case in cases):
            ids = [case.id for case in cases]
            raise UsageError(f"{argument}: {unknown('a pattern that matches one of', pattern, ids)}")
    return tuple(case for case in cases if not patterns or any(matches(p, case.id) for p in patterns))


def named(word: str, names: Sequence[str], folder: Path) -> list[str]:
    """The solutions in `folder` that a word means, as a pattern or as a path that the shell completes.

    The suffix may be left out, and the folder of a whole name. Raises UsageError where there is none.
    """
    below = ""
    with suppress(FileNotFoundError):  # a current directory that is gone
        below = relpath(word, folder) if word else ""
    for pattern in (word.rstrip("/"), "*" if below == "." else below):
        found = [
            name
            for name in names
            if matches(pattern, name) or matches(pattern, str(PurePath(name).with_suffix("")))
        ]
        if found:
            return found
    found = [name for name in names if word in (PurePath(name).name, PurePath(name).stem)]
    if not found:
        raise UsageError(unknown("one of the solutions", word, names))
    return found


def passed_over(project: Project, cases: Sequence[Case]) -> list[Fault]:
    """What lies in the folders and is not judged, each with the reason. `cases` are all that were read."""
    if project.programs:
        idle = (program for program in project.programs if not problems_beside(program, cases))
        return [Fault(program, 0, "expected tests beside it, got none") for program in idle]
    if project.tests:
        return not_solutions(project.solutions)
    return [*not_solutions(project.solutions), *not_cases(project.cases, cases)]


def notice_of(passed: Sequence[Fault]) -> Iterator[str]:
    """How many files are passed over, if any are. A folder of cases is meant to be."""
    if number := sum(not fault.path.is_dir() for fault in passed):
        yield f"passed over: {number} files that are no solution and no case; `judge list` names them"


def notice_of_unanswered(cases: Sequence[Case]) -> Iterator[str]:
    """A line for each test that has no answer where others of its problem do, if they are few."""
    lines = [str(fault) for fault in unanswered(cases)]
    yield from lines[:_UNANSWERED_NAMED]
    if more := lines[_UNANSWERED_NAMED:]:
        yield f"and {len(more)} more tests without an answer, where others of their problem have one"
