"""Where the solutions and the cases lie."""

import errno
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any, Self

from msgspec import Struct, field
from msgspec.structs import replace

from judge.cases import cph
from judge.cases.folders import list_files
from judge.checkers.rules import rule_of
from judge.decoding import from_toml
from judge.errors import Fault, FormatError, InputErrors, UsageError, cut, listed, suggestion
from judge.files import SETTINGS_BYTES, has_file, has_folder, read
from judge.model import LOOSE, Language
from judge.running.languages import LANGUAGES, languages_of
from judge.running.places import Closed
from judge.subjects import TEXT

_FILE = "pyproject.toml"
_KEYS = ("solutions", "cases", "compare", "testlib")
_TABLES = ("languages", "time_factor")


class Project(Struct, frozen=True, kw_only=True):
    """The folders of one body of work. `answers` are those with cases that are not to be judged as well.

    `compare` is the rule that decides of tests in folders, `testlib` the file of this name, if stated.
    Where there are `tests`, they are judged instead of `cases`: folders, each of them a problem. With
    `programs` it is no project but their folder, and they are all that there are. `languages` are what they
    may be written in, by the suffixes of sources. `protocol` is that of the programs that decide of the
    `tests`, if stated. Of a package that is judged where it lies, `origins` are its own files by those that
    were made of them, and `left` is what of it was not understood.
    """

    root: Path
    solutions: Path
    cases: Path
    answers: tuple[Path, ...] = ()
    compare: str = LOOSE
    tests: tuple[Path, ...] = ()
    programs: tuple[Path, ...] = ()
    testlib: Path | None = None
    languages: Mapping[str, Language] = field(default_factory=lambda: LANGUAGES)
    protocol: str = ""
    origins: Mapping[Path, Path] = field(default_factory=dict)
    left: tuple[Fault, ...] = ()

    @property
    def generators(self) -> Path:
        """Where programs lie that make inputs; it need not be there."""
        return self.root if self.programs else self.root / "generators"

    def with_cases(self, folder: Path) -> Self:
        """The project with the cases of another folder."""
        return replace(self, cases=folder, tests=(), answers=(*self.answers, *self._asked()))

    def with_tests(self, folder: Path) -> Self:
        """The project with the tests of one folder instead of its cases."""
        return replace(self, tests=(folder,), answers=(*self.answers, *self._asked()))

    def _asked(self) -> tuple[Path, ...]:
        return self.tests or (self.cases,)

    def closed(self) -> Closed:
        """What no program is given. An environment may lie beside cases that have no folder of their own."""
        folders = (*self._asked(), *self.answers)
        whole = (self.root, self.solutions, *folders)
        above = {self.root.resolve(), *self.root.resolve().parents}
        links = (link for folder in folders for link in self._links(folder))
        sealed = (self.root / ".judge", *folders, *links)
        return Closed(
            whole=tuple(place.absolute() for place in whole),
            sealed=tuple(place.absolute() for place in sealed if Path(os.path.realpath(place)) not in above),
        )

    def _links(self, folder: Path) -> Iterator[Path]:
        """The files among the cases that lie elsewhere. A folder of programs may be a home: not searched."""
        is_of_programs = self.programs and folder == self.root
        if is_of_programs:
            # What cannot be listed here is a fault where the tests are read.
            try:
                return filter(Path.is_symlink, [*folder.iterdir()])
            except OSError:
                return iter(())
        files = (name for name in list_files(folder, []) if not name.endswith("/"))
        # By its name: there may be thousands.
        return (folder / name for name in files if os.path.islink(f"{folder}/{name}"))  # noqa: PTH114


def find_project(
    root: Path | None,
    *,
    cases: Path | None = None,
    tests: Path | None = None,
    words: Sequence[str] = (),
    package: Callable[[Path], Project | None] = lambda _: None,
) -> Project:
    """The project at `root`, or without one at the current directory or the nearest folder above it.

    cases: a folder instead of the project's own. tests: a folder that is one problem, instead of these.
    words: what the user calls solutions. Where one of them is a program that lies in no project, or there is
    no project and programs are here, their folder is taken for one, with the tests that lie in it and with
    the rule and the languages that its pyproject.toml states.
    package: says which project the package is that lies at `root` or here, where there is no project.

    A folder is a project if its pyproject.toml has a table `[tool.judge]`, whose keys `solutions` and `cases`
    name other folders, or if it has the folders `solutions` and `cases`; its key `compare` names a rule,
    `testlib` that file, and its tables `languages.NAME` state languages. Paths are as short as the user's
    words.
    """
    if cases and tests:
        raise UsageError("expected one of --cases and --tests, got both")
    given = [] if root else filter(has_file, map(Path, words))
    named = [path for path in given if _is_program(path, languages_in(path.parent))]
    found = filter(None, map(_project_at, [root] if root else _here_and_above()))
    project = next(filter(_has_folders, found), None) or package(root or Path())
    if not all(project and _is_in(path, project.solutions) for path in named):
        project = _project_of(named, alone=len(named) == len(words))
    elif not project and (programs := _programs_in(root or Path())):
        project = _folder_of_programs(root or Path(), programs)
    if not project:
        place, there = (f"in {root}", "there") if root else ("here or in a folder above", "here")
        other = f", or programs {there} with tests in test/ or beside them"
        raise UsageError(f"expected the folders solutions/ and cases/ {place}{other}, got none (see --root)")
    if not project.programs:
        _check(project)
    return _with_cases(project, cases, tests)


def find_home(root: Path | None) -> Project:
    """The project at `root`, by default here or above, that problems are put into; without one the folder
    itself, whose `solutions/` and `cases/` need not be there. Raises UsageError where programs lie right in
    that: they would be no more what is judged here.
    """
    if root and not has_folder(root):
        raise _fault(root, f"expected a folder, got {'a file' if has_file(root) else 'none'}")
    folders = [root] if root else _here_and_above()
    found = next(filter(_has_folders, filter(None, map(_project_at, folders))), None)
    home = root or Path()
    if not found and (programs := _programs_in(home)):
        raise UsageError(f"expected a project, or a folder without programs, got one with {programs[0].name}")
    return found or Project(root=home, solutions=home / "solutions", cases=home / "cases")


def _project_at(folder: Path) -> Project | None:
    """The project of exactly this folder, its own folders unchecked."""
    table = _table(folder)
    project = Project(
        root=folder,
        solutions=folder / (table or {}).get("solutions", "solutions"),
        cases=folder / (table or {}).get("cases", "cases"),
        compare=(table or {}).get("compare", LOOSE),
        testlib=folder / table["testlib"] if table and "testlib" in table else None,
        languages=languages_of(folder / _FILE, *((table or {}).get(key, {}) for key in _TABLES)),
    )
    is_one = table is not None or (has_folder(project.solutions) and has_folder(project.cases))
    return project if is_one else None


def _has_folders(project: Project) -> bool:
    """Whether it has folders, or names some, or has no programs that its table could be meant for."""
    usual = project.root / "solutions", project.root / "cases"
    folders = project.solutions, project.cases
    return folders != usual or any(map(has_folder, folders)) or not _programs_in(project.root)


def _with_cases(project: Project, cases: Path | None, tests: Path | None) -> Project:
    for folder in filter(None, (cases, tests)):
        if not has_folder(folder):
            raise _fault(folder, f"expected a folder, got {'a file' if has_file(folder) else 'none'}")
    if tests:
        return project.with_tests(tests)
    return project.with_cases(cases) if cases else project


def _project_of(programs: Sequence[Path], *, alone: bool) -> Project:
    """The project in whose solutions these programs lie, or else their folder, with no others if `alone`.

    The cases of projects around the folder are none of its own, and closed as ever.
    """
    found = {}
    for path in programs:
        around = [*filter(None, map(_project_at, path.absolute().parents))]
        project = next((one for one in around if _is_in(path, one.solutions)), None)
        if not project:
            project = _folder_of_programs(path.parent, programs)
            project = replace(project, answers=tuple(one.cases for one in around))
        found[project.root.resolve()] = project
    if len(found) > 1:
        raise UsageError(f"expected programs of one folder, got some of {listed([*map(str, found)])}")
    (project,) = found.values()
    if project.programs and not alone:
        return replace(project, programs=_programs_in(project.root))
    return project


def _folder_of_programs(folder: Path, programs: Sequence[Path]) -> Project:
    """A folder that is no project, and where the tests of its programs may lie."""
    likely = (folder / "test", folder / "tests", folder / cph.FOLDER)
    tests = (*filter(has_folder, likely), folder)
    own = tuple(sorted({folder / program.name for program in programs}))
    stated = _project_at(folder) or Project(root=folder, solutions=folder, cases=folder)
    return replace(stated, root=folder, solutions=folder, cases=folder, tests=tests, programs=own)


def _programs_in(folder: Path) -> tuple[Path, ...]:
    """Those right in a folder, in the order of their names."""
    languages = languages_in(folder)
    try:
        return tuple(sorted(path for path in folder.iterdir() if _is_program(path, languages)))
    except OSError:
        return ()


def languages_in(*folders: Path) -> Mapping[str, Language]:
    """Return the languages that the first of these folders with a table states, else those of the judge."""
    found = filter(None, map(_project_at, folders))
    return next((project.languages for project in found), LANGUAGES)


def _is_program(path: Path, languages: Mapping[str, Language]) -> bool:
    return path.suffix in languages and not path.name.startswith(".") and has_file(path)


def _is_in(path: Path, folder: Path) -> bool:
    return PurePath(os.path.relpath(path, folder)).parts[0] != ".."


def _here_and_above() -> list[Path]:
    try:
        depth_here = len(Path.cwd().parts)
    except FileNotFoundError:
        raise UsageError("expected a current directory, got one that is gone") from None
    return [Path(), *(Path(*[".."] * depth) for depth in range(1, depth_here))]


def _table(folder: Path) -> dict[str, Any] | None:
    """`[tool.judge]` of the folder's pyproject.toml; None where there is none."""
    path = folder / _FILE
    try:
        document = from_toml(read(path, SETTINGS_BYTES)[0])
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise _fault(path, f"expected a file that can be read, got: {error.strerror}") from None
        return None
    except FormatError as error:
        raise _fault(path, f"expected TOML, got a fault: {error.message}", error.line) from None
    table = document
    for name in ("tool", "judge"):
        if name not in table:
            return None
        table = table[name]
        if not isinstance(table, dict):
            raise _fault(path, f"expected the table [tool.judge], got {name} = {cut(repr(table), 60)}")
    for key, value in table.items():
        if key in _TABLES:
            continue
        if key not in _KEYS or not isinstance(value, str):
            hint = "" if key in _KEYS else suggestion(key, (*_KEYS, *_TABLES))
            wanted = (
                "a folder as `solutions` or `cases`, a rule as `compare`, a file as `testlib`, or tables as"
                " `languages` or `time_factor`"
            )
            raise _fault(
                path, f"expected in [tool.judge] {wanted}, got {cut(key, 60)} = {cut(repr(value), 60)}{hint}"
            )
    try:
        return {**table, "compare": rule_of(table.get("compare", LOOSE), TEXT)}
    except ValueError as error:
        raise _fault(path, f"compare in [tool.judge]: {error}") from None


def _fault(path: Path, message: str, line: int = 0) -> InputErrors:
    return InputErrors((Fault(path, line, message),))


def _check(project: Project) -> None:
    for folder in (project.solutions, project.cases):
        if not has_folder(folder):
            raise _fault(folder, "expected a folder, got none")
