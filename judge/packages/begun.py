"""A problem of one's own begins: tests and a program, in the project where it is to be solved."""

from pathlib import Path

from judge.cases.project import Project
from judge.errors import Fault, InputErrors
from judge.packages.layout import lay_out
from judge.packages.package import Package
from judge.packages.taking import put_into
from judge.packages.template import Template
from judge.running import builds
from judge.running.places import cache_folder


def begin(package: Package, template: Template, home: Project) -> list[Path]:
    """Put a problem into a project, with a program that bears its name; the paths that were made.

    Raises InputErrors where one of them is there or cannot be made; then none is. Nothing is overwritten.
    """
    try:
        with builds.workplace() as place:
            made = Project(root=place, solutions=place / "solutions", cases=place / "cases")
            made.solutions.mkdir()
            lay_out(package, made.cases, made.solutions)
            (made.solutions / f"{package.name}{template.suffix}").write_bytes(template.source)
            return put_into(made, home)
    except OSError as error:
        message = f"expected a folder that can be written, got: {error.strerror or error}"
        raise InputErrors((Fault(Path(error.filename or cache_folder()), 0, message),)) from None
