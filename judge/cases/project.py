"""A project: its folders of solutions and cases, and its settings. `packages.place` searches for it."""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path, PurePath

from msgspec import Struct, field
from msgspec.structs import replace

from judge.cases import cph
from judge.cases.folders import list_files
from judge.cases.settings import PROJECT_FILE, Settings, read_settings
from judge.cases.tools import find_programs
from judge.model.cases import LOOSE
from judge.model.programs import Language
from judge.platform.errors import Fault, UsageError, fault_at, listed, quoted
from judge.platform.files import has_file, has_folder
from judge.running.languages import ADD_LANGUAGE, LANGUAGES, reject_suffix
from judge.running.places import Closed

# Programs of these names generate and check inputs next to other programs. The first that exists is used.
GENERATORS, VALIDATORS = ("gen", "generator"), ("val", "validator")
# Programs of these names help with a problem: `gen.py`, `Generator.java`, `gen_large.cpp`, `checker2.cpp`.
_HELPER = re.compile(r"(gen|generator|chk|check|checker|val|validator|interactor)([-_0-9].*)?", re.IGNORECASE)


class Project(Struct, frozen=True, kw_only=True):
    """The folders and settings of a project. `answers` are folders of cases that are not judged now.

    `compare` is the default rule for tests in folders, `testlib` the stated testlib.h. Programs that were
    modified after the `deadline` are late. If there are `tests`, they are judged instead of `cases`: folders,
    one for each problem. With `programs` there is no project, only these programs in their folder. `helpers`
    are programs among the solutions that are not judged. `languages` are by the suffixes of sources.
    `protocol` is the stated protocol of checkers and interactors of `tests`. If a package is judged in place,
    `origins` maps generated files to the package's files, and `left` lists what the judge did not understand.
    """

    root: Path
    solutions: Path
    cases: Path
    answers: tuple[Path, ...] = ()
    compare: str = LOOSE
    tests: tuple[Path, ...] = ()
    programs: tuple[Path, ...] = ()
    helpers: tuple[Path, ...] = ()
    testlib: Path | None = None
    deadline: datetime | None = None
    languages: Mapping[str, Language] = field(default_factory=lambda: LANGUAGES)
    protocol: str = ""
    origins: Mapping[Path, Path] = field(default_factory=dict)
    left: tuple[Fault, ...] = ()

    @property
    def generators(self) -> Path:
        """The folder of generators, which may be missing."""
        return self.root if self.programs else self.root / "generators"

    def holds(self, path: Path) -> bool:
        """Return whether a path is in the folder of solutions, or a file of the package."""
        if self.origins:
            return os.path.realpath(path) in map(os.path.realpath, self.origins.values())
        return is_in(path, self.solutions)

    def contains_current_folder(self) -> bool:
        """Return whether the current folder is the project's, or in that of its solutions or cases."""
        here = Path()
        return self.root == here or is_in(here, self.solutions) or is_in(here, self.cases)

    def with_cases(self, cases: Path | None, tests: Path | None) -> "Project":
        """Replace the cases by those in another folder, or by the tests of one. The old ones stay closed."""
        if not (folder := cases or tests):
            return self
        if not has_folder(folder):
            raise fault_at(folder, f"expected a folder, got {'a file' if has_file(folder) else 'none'}")
        closed = replace(self, answers=(*self.answers, *(self.tests or (self.cases,))))
        return replace(closed, cases=cases, tests=()) if cases else replace(closed, tests=(folder,))

    def with_all_programs(self) -> "Project":
        """Add the other programs of the folder of programs, apart from helpers."""
        return _with_others(self) if self.programs else self

    def with_helpers(self, problems: Collection[str]) -> "Project":
        """Add the generators and validators among the solutions to the helpers.

        They are in the folder of the solutions or in that of a problem.
        """
        if self.programs or self.origins:
            return self
        places = (self.solutions, *map(self.solutions.joinpath, sorted(problems)))
        found = (path for place in places for path in find_programs(place, self.languages))
        own = (
            path
            for path in found
            if path.stem not in problems and path.stem.lower() in (*GENERATORS, *VALIDATORS)
        )
        return replace(self, helpers=tuple(own))

    def closed(self) -> Closed:
        """Return the files that no program may read. Cases without a folder may be next to an environment."""
        folders = (*(self.tests or (self.cases,)), *self.answers)
        whole = (self.root, self.solutions, *folders)
        above = {self.root.resolve(), *self.root.resolve().parents}
        links = (link for folder in folders for link in self._find_links(folder))
        sealed = (self.root / ".judge", *folders, *links)
        return Closed(
            whole=tuple(place.absolute() for place in whole),
            sealed=tuple(place.absolute() for place in sealed if Path(os.path.realpath(place)) not in above),
        )

    def _find_links(self, folder: Path) -> Iterator[Path]:
        """Find links among the cases. A folder of programs, which may be a home, is not searched deeply."""
        is_of_programs = self.programs and folder == self.root
        if is_of_programs:
            # The reader of the tests reports an unreadable folder.
            try:
                return filter(Path.is_symlink, [*folder.iterdir()])
            except OSError:
                return iter(())
        files = (name for name in list_files(folder, []) if not name.endswith("/"))
        # By name, which is faster for thousands of files.
        return (folder / name for name in files if os.path.islink(f"{folder}/{name}"))  # noqa: PTH114


def find_nearest(root: Path | None) -> Project | None:
    """Return the project at `root`, or by default here or in the nearest folder above."""
    folders = [root] if root else _here_and_above()
    return next(filter(None, map(_project_at, folders)), None)


def _project_at(folder: Path) -> Project | None:
    """Return the project of exactly this folder. Its folders may be missing.

    A folder is a project if its pyproject.toml has a table `[tool.judge]`, or if it has the folders
    `solutions` and `cases`. A table next to programs is for these, unless it names the folders of a project
    or one of them exists.
    """
    settings = read_settings(folder)
    project = make_project(folder, settings)
    there = has_folder(project.solutions), has_folder(project.cases)
    own = {each.name for each in settings.stated if each.path == folder / PROJECT_FILE}
    is_meant = any(there) or own & {"solutions", "cases"} or not list_programs(folder)[0]
    return project if all(there) or (settings.has_table and is_meant) else None


def make_project(folder: Path, settings: Settings | None = None) -> Project:
    """Make the project of a folder from its settings. Its folders may be missing."""
    settings = settings or read_settings(folder)
    return Project(
        root=folder,
        solutions=folder / settings.solutions,
        cases=folder / settings.cases,
        compare=settings.compare,
        testlib=settings.testlib,
        deadline=settings.deadline,
        languages=settings.languages,
    )


def named_programs(words: Sequence[str]) -> list[Path]:
    """Return the words that are paths of programs. Raises InputErrors for a file that is nearly one."""
    given = {path: languages_in(path.parent) for path in map(Path, words) if has_file(path)}
    for path, languages in given.items():
        if why := reject_suffix(path, languages):
            raise fault_at(path, why)
    return [path for path, languages in given.items() if _is_program(path, languages)]


def reject_files(words: Iterable[Path | str], languages: Collection[str]) -> None:
    """Raises InputErrors if one of the words, which name no program, is the path of a file in no language."""
    for path in map(Path, words):
        if has_file(path) and path.suffix not in languages:
            expected = f"expected the suffix of a language ({', '.join(languages)})"
            raise fault_at(path, f"{expected}, got {quoted(path.suffix)}; {ADD_LANGUAGE}")


def find_around(programs: Sequence[Path], words: Sequence[str]) -> Project:
    """Find the project whose solutions include these programs, else use their folder.

    Without other words only these programs are judged there.

    The cases of projects around the folder do not belong to it and stay closed.
    """
    found = {}
    for path in programs:
        around = [*filter(None, map(_project_at, path.absolute().parents))]
        project = next((one for one in around if one.holds(path)), None)
        if not project:
            project = _folder_of_programs(path.parent, programs)
            project = replace(project, answers=tuple(one.cases for one in around))
        found[project.root.resolve()] = project
    if len(found) > 1:
        raise UsageError(f"expected programs of one folder, got some of {listed([*map(str, found)])}")
    (project,) = found.values()
    return _with_others(project, words) if project.programs and len(programs) < len(words) else project


def find_nearer_programs() -> Project | None:
    """Return the programs here as a project if they have tests here."""
    here = Path()
    programs = list_programs(here)[0]
    has_tests = any(map(has_folder, _likely_tests(here))) or any(here.glob("*.in"))
    return find_around(programs, ()).with_all_programs() if programs and has_tests else None


def find_programs_in(folder: Path, words: Sequence[str] = ()) -> Project | None:
    """Return the programs of a folder, and helpers that a word names, as a project; None without programs."""
    programs = list_programs(folder)[0]
    return _with_others(_folder_of_programs(folder, programs), words) if programs else None


def _folder_of_programs(folder: Path, programs: Sequence[Path]) -> Project:
    """Return a folder of programs as a project, with the folders of their tests."""
    tests = (*filter(has_folder, _likely_tests(folder)), folder)
    own = tuple(sorted({folder / program.name for program in programs}))
    project = make_project(folder)
    return replace(project, solutions=folder, cases=folder, tests=tests, programs=own)


def _likely_tests(folder: Path) -> tuple[Path, ...]:
    return folder / "test", folder / "tests", folder / cph.FOLDER


def _with_others(project: Project, words: Sequence[str] = ()) -> Project:
    """Add to the programs the others in their folder, apart from helpers that no word names."""
    programs, helpers = list_programs(project.root)
    named = (path for path in helpers if {path.name, path.stem} & {*words})
    own = tuple(sorted({*project.programs, *programs, *named}))
    return replace(project, programs=own, helpers=tuple(path for path in helpers if path not in own))


def list_programs(folder: Path) -> tuple[list[Path], list[Path]]:
    """List the programs directly in a folder, sorted by name, and its helpers."""
    languages = languages_in(folder)
    try:
        found = sorted(path for path in folder.iterdir() if _is_program(path, languages))
    except OSError:
        return [], []
    helpers = [path for path in found if _HELPER.fullmatch(path.stem)]
    return [path for path in found if path not in helpers], helpers


def is_in(path: Path, folder: Path) -> bool:
    """Return whether a path is a folder or below it."""
    return PurePath(os.path.relpath(path, folder)).parts[:1] != ("..",)


def languages_in(*folders: Path) -> Mapping[str, Language]:
    """Return the languages of the first of these folders with a table, else the user's."""
    settings = [read_settings(folder) for folder in folders]
    return next((each for each in settings if each.has_table), settings[0]).languages


def _is_program(path: Path, languages: Mapping[str, Language]) -> bool:
    return path.suffix in languages and not path.name.startswith(".") and has_file(path)


def _here_and_above() -> list[Path]:
    try:
        depth_here = len(Path.cwd().parts)
    except FileNotFoundError:
        raise UsageError("expected a current directory, got one that is gone") from None
    return [Path(), *(Path(*[".."] * depth) for depth in range(1, depth_here))]
