"""Where the solutions and the cases lie."""

import os
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from judge.cases.folders import names_below
from judge.checkers.sites import PROFILES
from judge.errors import Fault, InputErrors, UsageError, suggestion, unknown
from judge.files import read
from judge.model import LOOSE
from judge.running.places import Closed

_KEYS = ("solutions", "cases", "compare")


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """The folders of one body of work. `answers` are those with cases that are not to be judged as well.

    `compare` is the profile that decides of tests in folders.
    """

    root: Path
    solutions: Path
    cases: Path
    answers: tuple[Path, ...] = ()
    compare: str = LOOSE

    def with_cases(self, folder: Path) -> Self:
        """The project with the cases of another folder."""
        return replace(self, cases=folder, answers=(*self.answers, self.cases))

    def closed(self) -> Closed:
        """What no program is given. An environment may lie beside cases that have no folder of their own."""
        whole = (self.root, self.solutions, self.cases, *self.answers)
        above = {self.root.resolve(), *self.root.resolve().parents}
        links = (link for folder in (self.cases, *self.answers) for link in _links(folder))
        sealed = (self.root / ".judge", self.cases, *self.answers, *links)
        return Closed(
            whole=tuple(place.absolute() for place in whole),
            sealed=tuple(place.absolute() for place in sealed if Path(os.path.realpath(place)) not in above),
        )


def _links(folder: Path) -> Iterator[Path]:
    """The files below a folder of cases that lie elsewhere."""
    return filter(Path.is_symlink, (folder / name for name in names_below(folder)))


def find_project(root: Path | None, *, cases: Path | None = None) -> Project:
    """The project at `root`, or without one at the current directory or the nearest folder above it.

    cases: a folder instead of the project's own.

    A folder is one if its pyproject.toml has a table `[tool.judge]`, whose keys `solutions` and `cases` name
    other folders, or if it has the folders `solutions` and `cases`; its key `compare` names a profile. Paths
    are as short as the user's words.
    """
    for folder in [root] if root else _here_and_above():
        table = _table(folder)
        project = Project(
            root=folder,
            solutions=folder / (table or {}).get("solutions", "solutions"),
            cases=folder / (table or {}).get("cases", "cases"),
            compare=(table or {}).get("compare", LOOSE),
        )
        if table is not None or (_is_folder(project.solutions) and _is_folder(project.cases)):
            return _checked(project.with_cases(cases) if cases else project)
    place = f"in {root}" if root else "here or in a folder above"
    raise UsageError(f"expected the folders solutions/ and cases/ {place}, got none (see --root)")


def _here_and_above() -> list[Path]:
    try:
        depth_here = len(Path.cwd().parts)
    except FileNotFoundError:
        raise UsageError("expected a current directory, got one that is gone") from None
    return [Path(), *(Path(*[".."] * depth) for depth in range(1, depth_here))]


def _table(folder: Path) -> dict[str, str] | None:
    """`[tool.judge]` of the folder's pyproject.toml; None where there is none."""
    path = folder / "pyproject.toml"
    try:
        document: Any = tomllib.loads(read(path)[0].decode())
    except OSError:
        return None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _fault(path, f"expected TOML, got a fault: {error}") from None
    table = document
    for name in ("tool", "judge"):
        if name not in table:
            return None
        table = table[name]
        if not isinstance(table, dict):
            raise _fault(path, f"expected the table [tool.judge], got {name} = {table!r}")
    for key, value in table.items():
        if key not in _KEYS or not isinstance(value, str):
            hint = "" if key in _KEYS else suggestion(key, _KEYS)
            wanted = "a folder as `solutions` or `cases`, or a profile as `compare`"
            raise _fault(path, f"expected in [tool.judge] {wanted}, got {key} = {value!r}{hint}")
    if (compare := table.get("compare", LOOSE)) not in PROFILES:
        raise _fault(path, f"compare in [tool.judge]: {unknown('one of the profiles', compare, PROFILES)}")
    return dict(table)


def _fault(path: Path, message: str) -> InputErrors:
    return InputErrors((Fault(path, 0, message),))


def _checked(project: Project) -> Project:
    for folder in (project.solutions, project.cases):
        if not _is_folder(folder):
            raise _fault(folder, "expected a folder, got none")
    return project


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a name that is too long, a folder above that cannot be entered
        return False
