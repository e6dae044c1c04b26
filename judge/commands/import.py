"""`judge import`: imports problems of other tools into the project."""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from judge.errors import counted, listed
from judge.model.cases import Case
from judge.model.patterns import problem_of
from judge.options.declaration import Command, option, positional
from judge.options.groups import Home, Sealing
from judge.options.kinds import FILE, PROBLEM
from judge.packages.imports import Import, open_import, put_into
from judge.packages.place import find_home
from judge.platform.streams import held
from judge.platform.units import write_size, write_time
from judge.show.progress import show_count


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    source: Path = positional(FILE, "a package, a folder of tests, or a ZIP of one of these")
    into: str = option(
        "--into", PROBLEM, "the name of the problem here (default: that of its folder)", default=""
    )
    folders: Home
    sealing: Sealing


@held()
def import_(arguments: Arguments) -> int:
    """Import problems, whole or not at all, and print what was not understood."""
    project = find_home(arguments.folders.root)
    source, name, level = arguments.source, arguments.into, arguments.sealing.sandbox
    with (
        show_count("making tests") as progress,
        open_import(source, name, level=level, progress=progress) as found,
    ):
        put_into(found.project, project)
    print(*_told(found), sep="\n")
    print(*found.project.left, sep="\n", end="\n" if found.project.left else "", file=sys.stderr)
    return 0


def _told(found: Import) -> Iterator[str]:
    """Describe each problem in a line."""
    programs = Counter(problem for one in found.solutions for problem in one.problems or ())
    of_problems: dict[str, list[Case]] = {}
    for case in found.cases:
        of_problems.setdefault(problem_of(case.id), []).append(case)
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
)
COMMAND = Command(Arguments, import_, examples=_EXAMPLES)
