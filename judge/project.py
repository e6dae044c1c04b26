"""Where the solutions and the cases lie."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.errors import Fault, InputErrors, UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """The folders of one body of work."""

    root: Path
    solutions: Path
    cases: Path


def find_project(root: Path | None) -> Project:
    """The project at `root`, or without one at the current directory or the nearest folder above it.

    A folder is one if its pyproject.toml has a table `[tool.judge]`, whose keys `solutions` and `cases` name
    other folders, or if it has the folders `solutions` and `cases`. Paths are as short as the user's words.
    """
    candidates = (
        [root] if root else [Path(), *(Path(*[".."] * depth) for depth in range(1, len(Path.cwd().parts)))]
    )
    for folder in candidates:
        table = _table(folder)
        project = Project(
            root=folder,
            solutions=folder / table.get("solutions", "solutions"),
            cases=folder / table.get("cases", "cases"),
        )
        if table or (project.solutions.is_dir() and project.cases.is_dir()):
            return _checked(project)
    place = f"in {root}" if root else "here or in a folder above"
    raise UsageError(f"expected the folders solutions/ and cases/ {place}, got none (see --root)")


def _table(folder: Path) -> dict[str, str]:
    path = folder / "pyproject.toml"
    try:
        document: dict[str, Any] = tomllib.loads(path.read_text())
    except OSError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputErrors((Fault(path, 0, f"expected TOML, got a fault: {error}"),)) from None
    table = document.get("tool", {}).get("judge", {})
    for key, value in table.items():
        if key not in ("solutions", "cases") or not isinstance(value, str):
            message = f"expected in [tool.judge] a folder as `solutions` or `cases`, got {key} = {value!r}"
            raise InputErrors((Fault(path, 0, message),))
    return dict(table)


def _checked(project: Project) -> Project:
    for folder in (project.solutions, project.cases):
        if not folder.is_dir():
            raise InputErrors((Fault(folder, 0, "expected a folder, got none"),))
    return project
