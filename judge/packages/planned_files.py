"""The files of planned tests: make them, compare them with the project's, and write them.

The record of a problem, in `.judge/generated/`, has a digest of everything that a test was made from, and the
digests of its files. So a test is made again only if something has changed, and files that a plan made are
told from files by hand.
"""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path, PurePath
from typing import Literal

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from judge.cases.loader import load_cases
from judge.cases.loose_tests import make_bounds
from judge.cases.project import Project
from judge.model.cases import Case
from judge.packages.generated_tests import generate_tests
from judge.packages.layout import WRITABLE, create_project
from judge.packages.package import Source
from judge.packages.project_plans import PlannedProblem
from judge.platform.errors import Fault, quoted
from judge.platform.files import Content, digest, has_file, pieces, reported, stored
from judge.platform.state import State
from judge.platform.writing import write_together
from judge.running import builds
from judge.running.keeper_client import Level
from judge.subjects.subject import Progress

_RECORDS, _REPLACED = "generated", "replaced"
_SHOWN_BYTES = 200
Fate = Literal["new", "changed", "same", "failed", "removed"]


class _Entry(Struct, frozen=True):
    """The digest of everything that a test was made from, and the digests of its files."""

    key: str
    files: dict[str, str]


_Record = dict[str, _Entry]


class Change(Struct, frozen=True, kw_only=True):
    """A test with the files to write, or remove if it is not planned, or its old ones if it failed."""

    test: str
    fate: Fate
    files: dict[str, Source] = field(default_factory=dict)


class Renewal:
    """Makes the tests of one problem again. Nothing changes in the project before `write`."""

    def __init__(self, project: Project, problem: PlannedProblem) -> None:
        self._project, self._problem = project, problem
        self._folder = project.cases / problem.name
        self._record = _read_record(project.root, problem.name)
        self._made: dict[str, dict[str, Source]] = {}
        self._failed: set[str] = set()

    def make(self, level: Level, progress: Progress) -> list[Fault]:
        """Make the tests that are not up to date, with programs sandboxed at this level.

        Return lines about tests that cannot be made. Raises JudgeError.
        """
        problem = self._problem
        stale = [test for test in problem.files if not self._is_fresh(test)]
        names = [name for test in stale for name in problem.files[test]]
        package = replace(
            problem.package,
            tests={name: problem.package.tests[name] for name in names if name in problem.package.tests},
            recipes={
                name: problem.package.recipes[name] for name in names if name in problem.package.recipes
            },
            missing=[],
        )
        generate_tests([package], problem.folder, like=self._project, level=level, progress=progress)
        for test in stale:
            if test in problem.plan.configs or f"{test}.in" in package.tests:
                made = {name: package.tests[name] for name in problem.files[test] if name in package.tests}
                self._made[test] = made
            else:
                self._failed.add(test)
        return package.missing or []

    def _is_fresh(self, test: str) -> bool:
        """Return whether a test is as the record says, and would be made from the same."""
        entry = self._record.get(test)
        if not entry or entry.key != self._problem.keys[test]:
            return False
        return all(self._digest(name) == value for name, value in entry.files.items())

    def _digest(self, name: str) -> str:
        """Return the digest of a file of the problem, empty if there is none."""
        path = self._folder / name
        return digest(stored(path)) if has_file(path) else ""

    @contextmanager
    def stage(self) -> Iterator[tuple[Project, Sequence[Case]]]:
        """Show the problem as it will be: a temporary project, and the cases that were made.

        Raises InputErrors if the problem could not be judged.
        """
        problem, package = self._problem, self._problem.package
        planned = {name for names in problem.files.values() for name in names}
        tests = {name: source for name, source in package.tests.items() if name not in planned}
        for test, names in problem.files.items():
            there = {name: path for name in names if (path := self._folder / name).exists()}
            tests |= self._made.get(test, there)
        with builds.workplace() as place:
            final = replace(package, tests=tests, recipes={}, missing=None)
            project = create_project([final], problem.folder, place, link=True, like=self._project)
            bounds = make_bounds(project, project.cases)
            cases = load_cases(project.cases, compare=project.compare, bounds=bounds)
            made = {f"{problem.name}/{test}" for test in self._made}
            yield project, [case for case in cases if case.id in made]

    def refuse(self, staged: Project, faults: Sequence[Fault]) -> Iterator[Fault]:
        """Take back the tests whose files in the staged project are refused. Yield lines about the user's."""
        for fault in faults:
            name = fault.path.relative_to(staged.cases / self._problem.name).as_posix()
            message = fault.message
            for test in [test for test, made in self._made.items() if name in made]:
                message = f"{message}; {self._describe_origin(name, self._made.pop(test))}"
                self._failed.add(test)
            yield Fault(self._folder / name, 0, message)

    def _describe_origin(self, name: str, made: dict[str, Source]) -> str:
        """Say what made a file, and how the file begins."""
        recipe = self._problem.package.recipes.get(name)
        words = shlex.join((PurePath(recipe.program).name, *recipe.words)) if recipe else "the plan"
        beginning = b"".join(islice(pieces(_open(made[name])), 1))[:_SHOWN_BYTES]
        return f"{words} made {quoted(beginning.decode(errors='replace'))}"

    def list_changes(self) -> list[Change]:
        """List all tests of the plan, and tests that only an earlier plan made."""
        found = [self._compare(test) for test in self._problem.files]
        current = {name for names in self._problem.files.values() for name in names}
        for test, entry in self._record.items():
            left = {name: b"" for name in entry.files if name not in current}
            left = {name: data for name, data in left.items() if self._digest(name) == entry.files[name]}
            if left:
                found.append(Change(test=test, fate="removed", files=dict(left)))
        return found

    def _compare(self, test: str) -> Change:
        if test in self._failed:
            left: dict[str, Source] = {name: b"" for name in self._problem.files[test] if self._digest(name)}
            return Change(test=test, fate="failed", files=left)
        made = self._made.get(test, {})
        there = {name: self._digest(name) for name in made}
        files = {name: source for name, source in made.items() if digest(_open(source)) != there[name]}
        if not files:
            return Change(test=test, fate="same")
        return Change(test=test, fate="changed" if any(there.values()) else "new", files=files)

    def write(self, changes: Sequence[Change], *, removes: bool) -> list[str]:
        """Write the new files, and remove what earlier plans made if asked. Return the names of kept copies.

        A new input is never next to an old answer. An old file that no plan has made is kept in `.judge/`.
        Raises InputErrors.
        """
        kept: list[str] = []
        record = dict(self._record)
        with reported(self._folder, WRITABLE), State(self._project.root, make=True) as state:
            try:
                for change in changes:
                    self._carry_out(change, state, record, kept, removes=removes)
            finally:
                with state.folder(_RECORDS, make=True) as folder:
                    folder.replace(f"{self._problem.name}.json", (msgspec.json.encode(record),))
        return kept

    def _carry_out(
        self, change: Change, state: State, record: _Record, kept: list[str], *, removes: bool
    ) -> None:
        """Write or remove the files of a change, and enter it into the record. Raises OSError."""
        test = change.test
        if change.fate in ("new", "changed", "same"):
            for name in change.files:
                kept += self._keep(test, name, state)
                (self._folder / name).parent.mkdir(parents=True, exist_ok=True)
            write_together({self._folder / name: _open(source) for name, source in change.files.items()})
            names = self._made.get(test) or record[test].files
            record[test] = _Entry(self._problem.keys[test], {name: self._digest(name) for name in names})
        elif change.fate == "removed" and removes:
            for name in change.files:
                (self._folder / name).unlink()
            if test not in self._problem.files:
                del record[test]
        elif change.fate == "removed":
            old, new = self._record[test], record[test]
            record[test] = _Entry(new.key, old.files | new.files)

    def _keep(self, test: str, name: str, state: State) -> Iterator[str]:
        """Copy an old file that no plan has made into `.judge/`. Yield the path of the copy."""
        entry, path = self._record.get(test), self._folder / name
        if not has_file(path) or (entry and entry.files.get(name) == self._digest(name)):
            return
        with state.folder(_REPLACED, make=True) as folder:
            copy = f"{self._problem.name}.{name.replace('/', '.')}"
            folder.replace(copy, pieces(stored(path)))
            yield str(folder.path / copy)


def _open(source: Source) -> Content:
    return source if isinstance(source, bytes) else stored(source)


def _read_record(root: Path, problem: str) -> _Record:
    """Read what the last run entered, nothing if there is no valid record."""
    with (
        suppress(OSError, msgspec.MsgspecError),
        State(root, make=False) as state,
        state.folder(_RECORDS, make=False) as folder,
        folder.open(f"{problem}.json") as file,
    ):
        return msgspec.json.decode(file.read(), type=_Record)
    return {}
