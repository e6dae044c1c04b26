"""New problems: their tests and a first program, in the user's project."""

from pathlib import Path

from judge.cases.project import Project
from judge.errors import Fault, InputErrors
from judge.packages.imports import put_into
from judge.packages.layout import write_problem
from judge.packages.package import Package
from judge.packages.template import Template
from judge.running import builds
from judge.running.places import cache_folder


def create_problem(package: Package, template: Template, home: Project) -> list[Path]:
    """Write a problem into a project, with a program of the same name. Return the new paths.

    Raises InputErrors if one of them exists or cannot be written; then nothing changes.
    """
    try:
        with builds.workplace() as place:
            made = Project(root=place, solutions=place / "solutions", cases=place / "cases")
            made.solutions.mkdir()
            write_problem(package, made.cases, made.solutions)
            (made.solutions / f"{package.name}{template.suffix}").write_bytes(template.source)
            return put_into(made, home)
    except OSError as error:
        message = f"expected a folder that can be written, got: {error.strerror or error}"
        raise InputErrors((Fault(Path(error.filename or cache_folder()), 0, message),)) from None
