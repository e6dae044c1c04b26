"""`judge import`: imports problems of other tools, or the hand-ins of a class, into the project."""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from judge.cases.project import Project
from judge.model.cases import Case
from judge.model.groups import group_by
from judge.options.declaration import Command, flag, option, positional
from judge.options.groups import Home, Sealing
from judge.options.kinds import FILE, PROBLEM
from judge.packages.hand_ins import open_hand_ins
from judge.packages.imports import Import, NoProblem, open_import, put_into, put_programs, replace_programs
from judge.packages.place import find_home
from judge.platform.errors import UsageError, counted, listed, printable
from judge.platform.units import write_size, write_time
from judge.platform.writing import make_folder
from judge.show.progress import show_count
from judge.show.step_log import held


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    source: Path = positional(FILE, "a package, a folder of tests, the hand-ins of a class, or a ZIP of one")
    into: str = option(
        "--into",
        PROBLEM,
        "the name of the problem here, or of the one handed in (default: that of its folder)",
        default="",
    )
    replace: bool = flag(
        "--replace", "replace changed and withdrawn hand-ins, and keep the old ones in replaced/"
    )
    folders: Home
    sealing: Sealing


@held()
def import_(arguments: Arguments) -> int:
    """Import problems or hand-ins, whole or not at all, and print what was not understood.

    Return 1 if a student has handed in no program, or several for one problem.
    """
    project = find_home(arguments.folders.root)
    source, name, level = arguments.source, arguments.into, arguments.sealing.sandbox
    try:
        with (
            show_count("making tests") as progress,
            open_import(source, name, level=level, progress=progress) as found,
        ):
            if arguments.replace:
                raise UsageError(f"--replace: expected the hand-ins of a class, got {_origins(found)}")
            put_into(found.project, project)
    except NoProblem:
        if (code := _import_hand_ins(source, name, project, replaces=arguments.replace)) is None:
            raise
        return code
    print(*_told(found), sep="\n")
    print(*found.project.left, sep="\n", end="\n" if found.project.left else "", file=sys.stderr)
    return 0


def _import_hand_ins(source: Path, problem: str, project: Project, *, replaces: bool) -> int | None:
    """Import hand-ins, all for this problem if it is not empty. Return the exit code, None if there are none.

    A student without a program gets an empty folder, and so a row in tables.
    """
    aside = project.root / "replaced" / f"{datetime.now():%Y-%m-%d-%H%M%S}"
    with open_hand_ins(source, project, problem, replaces=replaces) as found:
        if not found:
            return None
        there = {*found.known, *found.changed}
        if found.changed or found.withdrawn:
            changed = {name: found.files[name] for name in found.changed}
            replace_programs(changed, found.withdrawn, project, aside)
        put_programs({name: path for name, path in found.files.items() if name not in there}, project)
        for student in found.without:
            make_folder(project.solutions / student)
    for name in found.changed:
        print(printable(f"replaced {project.solutions / name}, the old one is {aside / name}"))
    for name in found.withdrawn:
        print(printable(f"not handed in again: {project.solutions / name}, it is now {aside / name}"))
    number = len(found.programs.keys() & found.known)
    known = f", {number:,} there already" if number else ""
    without = f"; {counted(len(found.without), 'student')} without a program" if found.without else ""
    programs = f"{counted(len(found.programs), 'program')}{known}"
    print(f"{counted(len(found.students), 'student')}: {programs}{without}")
    for note in found.notes:
        print(note, file=sys.stderr)
    return int(bool(found.without))


def _origins(found: Import) -> str:
    return listed(dict.fromkeys(package.origin for package in found.packages))


def _told(found: Import) -> Iterator[str]:
    """Describe each problem in a line."""
    programs = Counter(problem for one in found.solutions for problem in one.problems or ())
    of_problems = group_by(found.cases, lambda case: case.problem)
    for package in found.packages:
        cases = of_problems.get(package.name, [])
        number = programs[package.name]
        parts = [counted(len(cases), "test"), counted(number, "program") if number else "no program"]
        yield f"{package.name}, {package.origin}: {listed([*parts, *_limits(cases), *_deciders(cases)])}"


def _limits(cases: list[Case]) -> Iterator[str]:
    for limits in dict.fromkeys(case.limits for case in cases):
        yield f"{write_time(limits.cpu_s)} and {write_size(limits.memory_bytes)}"


def _deciders(cases: list[Case]) -> Iterator[str]:
    """Describe the rule or the program that decides."""
    for case in cases[:1]:
        brought = case.interactor or case.checker
        kind = "interactor" if case.interactor else "checker"
        yield f"{kind} {brought}" if brought else f"rule {case.compare}"


_EXAMPLES = (
    ("judge import package.zip", "a package, its tests and programs"),
    ("judge import tests/ --into sum", "a folder of tests"),
    ("judge import hand-ins.zip", "the programs of a class, a folder for each student"),
    ("judge import hand-ins.zip --into sum", "one program of each, whatever its name"),
)
COMMAND = Command(
    Arguments,
    import_,
    examples=_EXAMPLES,
    epilog=(
        "exit codes: 0 imported, 1 imported, but a student has no program, 2 bad input, 3 a bug, "
        "130 interrupted"
    ),
)
