"""What commands share: the project that they are told, and which of its solutions and cases are named."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from os.path import relpath
from pathlib import Path, PurePath
from typing import get_args

from judge.cases.passed_over import not_cases, unanswered
from judge.cases.project import Project, find_project
from judge.checkers.sites import PROFILES
from judge.commands.declared import flag, option, positionals, repeated
from judge.commands.kinds import CASE, COUNT, FOLDER, SOLUTION, TIME, one_of
from judge.errors import Fault, InputErrors, UsageError, listed, unknown
from judge.library import Loaded, read
from judge.model import Case, matches, problem_name
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What to judge and how: for every command that runs solutions."""

    solutions: tuple[str, ...] = positionals(SOLUTION, A_SOLUTION)
    cases: tuple[str, ...] = repeated("--case", CASE, f"only these cases: {A_CASE} (repeatable)")
    sandbox: Level = option("--sandbox", _LEVEL, "how a program is sealed", default="default")
    cold: bool = flag("--cold", "start a Python interpreter for every test instead of a fork")
    compare: str | None = option(
        "--compare",
        _PROFILE,
        "the profile that decides instead of each case's own, unless its answer is any",
    )


def time_option() -> float | None:
    return option("--time", TIME, "CPU limit instead of each case's own: 5, 5s, 500ms, 2m")


def jobs_option() -> int | None:
    return option("--jobs", COUNT, "workers (default: one for each physical core)")


def color_option() -> Colour:
    return option("--color", _COLOUR, "auto: on a terminal, unless NO_COLOR is set", default="auto")


def project_of(folders: Folders) -> Project:
    """The project, with the folder of cases that the command line names."""
    return find_project(folders.root, cases=folders.cases)


def loaded(project: Project) -> Loaded:
    """See `library.read`; on a terminal what takes long is seen to go on."""
    with counting("working out answers") as progress:
        return read(project, progress)


def selected(project: Project, chosen: Chosen, *, time_s: float | None = None) -> Loaded:
    """What the words of the command line leave of all solutions and cases, and make of them."""
    return narrowed(loaded(project), chosen, time_s=time_s)


def narrowed(found: Loaded, chosen: Chosen, *, time_s: float | None) -> Loaded:
    """See `selected`, of what is loaded already. Of what is left something is to be judged."""
    found = _meeting(found, chosen)
    solutions, cases = found.solutions, found.cases
    if chosen.cold:
        solutions = tuple(
            replace(solution, interpreter=solution.interpreter or sys.executable)
            if solution.path.suffix == ".py"
            else solution
            for solution in solutions
        )
    if chosen.compare:
        cases = tuple(case if case.any_answer else replace(case, compare=chosen.compare) for case in cases)
    if time_s:
        cases = tuple(replace(case, limits=replace(case.limits, cpu_s=time_s)) for case in cases)
    return replace(found, solutions=solutions, cases=cases)


def _meeting(found: Loaded, chosen: Chosen) -> Loaded:
    """The solutions and the problems that the words name, as far as they belong together.

    Raises InputErrors where nothing is left but what is at fault, UsageError where nothing is left.
    """
    left = matching(_worded(found, chosen.solutions), chosen.cases, "--case")
    problems = _problems(left)
    met = {problem for problem in problems if any(one.belongs_to(problem) for one in left.solutions)}
    solutions = tuple(one for one in left.solutions if any(map(one.belongs_to, problems)))
    cases = tuple(case for case in left.cases if problem_name(case.id) in met)
    if not cases or all(solution.faults for solution in solutions):
        of_problems = replace(left, solutions=()).faults
        if faults := of_problems if of_problems and not cases else left.faults:
            raise InputErrors(faults)
        names = listed([solution.name for solution in left.solutions])
        wanted = "solutions and problems that belong together"
        raise UsageError(f"expected {wanted}, got {names} and {listed(problems)}")
    return replace(left, solutions=solutions, cases=cases)


def _worded(found: Loaded, words: Sequence[str]) -> Loaded:
    """Those solutions that some word names, and those problems, where there are words for them.

    A problem goes first by its name, a solution by a pattern. Problems at fault that no solution which is
    left belongs to are left out.
    """
    names, problems = [solution.name for solution in found.solutions], _problems(found)
    solutions: set[str] = set()
    asked: set[str] = set()
    for word in words:
        if word in problems:
            asked.add(word)
        elif those := _named(word, names, found.project.solutions):
            solutions.update(those)
        elif those := [problem for problem in problems if matches(word, problem)]:
            asked.update(those)
        else:
            raise UsageError(unknown("one of the solutions and problems", word, [*names, *problems]))
    left = tuple(one for one in found.solutions if not solutions or one.name in solutions)
    faulty = (
        problem
        for problem in found.faulty
        if not solutions or any(one.belongs_to(problem.name) for one in left if not one.faults)
    )
    return replace(
        found,
        solutions=left,
        cases=tuple(case for case in found.cases if not asked or problem_name(case.id) in asked),
        faulty=tuple(problem for problem in faulty if not asked or problem.name in asked),
    )


def _problems(found: Loaded) -> list[str]:
    """The names of all problems, those at fault too."""
    names = [problem_name(case.id) for case in found.cases] + [problem.name for problem in found.faulty]
    return list(dict.fromkeys(names))


def matching(found: Loaded, patterns: Sequence[str], argument: str) -> Loaded:
    """With the cases that some pattern names; all without patterns. Raises UsageError about the argument."""
    names = [problem.name for problem in found.faulty]
    for pattern in patterns:
        if not any(matches(pattern, case.id) for case in found.cases) and not _meant(pattern, names):
            ids = [case.id for case in found.cases]
            raise UsageError(f"{argument}: {unknown('a pattern that matches one of', pattern, ids)}")
    if not patterns:
        return found
    meant = {name for pattern in patterns for name in _meant(pattern, names)}
    return replace(
        found,
        cases=tuple(case for case in found.cases if any(matches(pattern, case.id) for pattern in patterns)),
        faulty=tuple(problem for problem in found.faulty if problem.name in meant),
    )


def _meant(pattern: str, problems: Sequence[str]) -> list[str]:
    """The problems whose cases, which are not known, a pattern may name."""
    return [name for name in problems if matches(problem_name(pattern), name)]


def named(word: str, names: Sequence[str], folder: Path) -> list[str]:
    """The solutions in `folder` that a word means, as a pattern or as a path that the shell completes.

    The suffix may be left out, and the folder of a whole name. Raises UsageError where there is none.
    """
    if found := _named(word, names, folder):
        return found
    raise UsageError(unknown("one of the solutions", word, names))


def _named(word: str, names: Sequence[str], folder: Path) -> list[str]:
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
    return [name for name in names if word in (PurePath(name).name, PurePath(name).stem)]


def passed_over(everything: Loaded) -> list[Fault]:
    """What lies in the folders and is not read, each with the reason."""
    project = everything.project
    return [
        *not_solutions(project.solutions),
        *not_cases(project.cases, everything.cases, everything.faulty),
    ]


def notice_of(passed: Sequence[Fault]) -> Iterator[str]:
    """How many files are passed over, if any are. A folder of cases is meant to be."""
    if number := sum(not fault.path.is_dir() for fault in passed):
        yield f"passed over: {number} files that are no solution and no case; `judge list` names them"


def notice_of_strangers(everything: Loaded) -> Iterator[str]:
    """How many solutions are not judged, since no problem is theirs."""
    if number := sum(solution.problems == () for solution in everything.solutions):
        yield f"not judged: {number} solutions that belong to no problem here; `judge list` says why"


def notice_of_unanswered(cases: Sequence[Case]) -> Iterator[str]:
    """A line for each test that has no answer where others of its problem do, if they are few."""
    lines = [str(fault) for fault in unanswered(cases)]
    yield from lines[:_UNANSWERED_NAMED]
    if more := lines[_UNANSWERED_NAMED:]:
        yield f"and {len(more)} more tests without an answer, where others of their problem have one"
