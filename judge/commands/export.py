"""`judge export`: writes a problem of the project as a package for another tool."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from judge.library.folders import Loaded
from judge.options.asking import ask_tools
from judge.options.declaration import Command, option, positional
from judge.options.groups import Folders, Home, find_project
from judge.options.kinds import FOLDER, NAMED, one_of
from judge.options.selection import load_project
from judge.packages.out.problem import load_problem
from judge.packages.out.targets import OTHER_NAMES, TARGETS
from judge.packages.out.writer import write_package
from judge.platform.errors import InputErrors, UsageError, counted, listed, printable, unknown
from judge.show.step_log import held


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    problem: str = positional(NAMED, "the name of the problem")
    package: Path = positional(FOLDER, "the folder or ZIP file of the package, which must not exist yet")
    to: str | None = option("--to", one_of(tuple(TARGETS), OTHER_NAMES), "the format of the package")
    folders: Home


@held()
def export(arguments: Arguments) -> int:
    """Check the problem's inputs and answers, write a package, and print what it cannot express."""
    if not arguments.to:
        raise UsageError(f"--to: expected one of {listed(TARGETS)}, got nothing in its place")
    found = _of_problem(load_project(find_project(Folders(root=arguments.folders.root))), arguments.problem)
    opinion = ask_tools(found.project, found.cases)
    if opinion.faults:
        raise InputErrors(tuple(sorted(opinion.faults)))
    made = TARGETS[arguments.to](load_problem(found.project, found.cases, found.solutions))
    write_package(made.files, arguments.package)
    left = (f"{arguments.problem}: {line}" for line in made.left)
    for line in (*opinion.doubted, *left, *_doubt_name(arguments)):
        print(line, file=sys.stderr)
    print(f"{arguments.package}: {counted(len(made.files), 'file')}")
    return 0


def _doubt_name(arguments: Arguments) -> Iterator[str]:
    """Yield a line if Kattis refuses the folder's name, which is the short name of the problem there."""
    name = arguments.package.name.removesuffix(".zip")
    if arguments.to == "kattis" and not re.fullmatch("[a-z0-9]+", name):
        better = re.sub("[^a-z0-9]", "", name.lower()) or "problem"
        yield f"{arguments.package}: Kattis expects a name of small letters and digits, such as {better}"


def _of_problem(found: Loaded, name: str) -> Loaded:
    """Return one problem. Raises UsageError if there is none, InputErrors for its faults."""
    name = printable(name)
    names = dict.fromkeys([case.problem for case in found.cases] + [one.name for one in found.faulty])
    if name not in names:
        raise UsageError(unknown("one of the problems", name, names))
    if faulty := [fault for one in found.faulty if one.name == name for fault in one.faults]:
        raise InputErrors(tuple(faulty))
    return replace(found, cases=tuple(case for case in found.cases if case.problem == name))


_EXAMPLES = (
    ("judge export sum packages/sum --to kattis", "a folder for another tool"),
    ("judge export sum sum.zip --to kattis", "a ZIP to upload"),
)
COMMAND = Command(Arguments, export, examples=_EXAMPLES)
