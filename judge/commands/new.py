"""`judge new`: creates a problem that is ready for `judge run`."""

import posixpath
from dataclasses import dataclass

from judge.options.declaration import Command, option, positional
from judge.options.groups import Home
from judge.options.kinds import LANGUAGE, PROBLEM
from judge.packages.imports import create_problem
from judge.packages.package import Package
from judge.packages.place import find_home
from judge.packages.template import find_template
from judge.platform.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    name: str = positional(PROBLEM, "the name of the problem and of its program, such as sum or sum.py")
    language: str | None = option(
        "--language", LANGUAGE, "the language of the program (default: that of your only template, else cpp)"
    )
    folders: Home


def new(arguments: Arguments) -> int:
    """Create an empty first test, and a program from the template."""
    home = find_home(arguments.folders.root)
    name, suffix = posixpath.splitext(arguments.name)
    stated = home.languages.get(suffix) if name else None
    if not stated:
        name = arguments.name
    elif arguments.language not in (None, stated.name):
        raise UsageError(
            f"--language: expected {stated.name}, as in {name}{suffix}, got {arguments.language}"
        )
    template = find_template(stated.name if stated else arguments.language, home.languages)
    if stated:
        template = template._replace(suffix=suffix)
    package = Package(name=name, origin="", tests={"1.in": b"", "1.out": b""})
    for path in create_problem(package, template, home):
        print(path)
    return 0


_EXAMPLES = (
    ("judge new sum", "cases/sum/ and solutions/sum.cpp"),
    ("judge new sum --language python", "with a Python program"),
)
COMMAND = Command(Arguments, new, examples=_EXAMPLES)
