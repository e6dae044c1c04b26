"""The generators and validators of a problem: find them, load them, describe how a run failed.

Others use `load_tools` and `ProblemTools`, and `describe_ending` for what goes wrong with a tool.
"""

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.group_config import list_input_arguments
from judge.cases.project import Project
from judge.cases.search import CHECKER, Bounds, program_at
from judge.cases.testlib import TESTLIB, find_testlib, includes_testlib
from judge.cases.tools import (
    find_by_name,
    find_flags,
    find_programs,
    find_validator_sources,
    find_validators_in,
    is_within,
    split_words,
)
from judge.checkers.decision import reason
from judge.model.cases import Case
from judge.model.package_format import ANSWER_VALIDATORS
from judge.model.programs import Solution
from judge.model.runs import Limits, Run
from judge.platform.errors import InputErrors, UsageError, fault_at, listed, printable, quoted
from judge.platform.files import CASE_FILE_BYTES, SOURCE_BYTES, Stored, has_file, require, stamp_of
from judge.running.languages.base import Unready, digest_of, entry_among, unready_fault
from judge.running.languages.rows import SCRIPTS
from judge.running.programs import Program
from judge.solutions.loader import load_solutions
from judge.work.slots import Slot
from judge.yaml.document import load
from judge.yaml.tree import Mapping

MOST_SIZE = 1_000_000
MESSAGE_LETTERS = 120
_UTF8_BYTES = 4
_SHAPES = "shapes.py"
_PLACE = re.compile(r"\{(?:seed|size(?::(?:([0-9]{1,9})\.\.)?([0-9]{1,9}))?)\}")
_BRACED = re.compile(r"\{[^{}]*\}")


class Generator(Struct, frozen=True, kw_only=True):
    """A program that prints an input, and the words of its command line.

    In the words, `{seed}` and `{size}` are replaced for each case; `{size:100}` is at most 100, and
    `{size:2..100}` is also at least 2. `name` is the whole command line, as `--generator` takes it.
    """

    name: str
    program: Solution
    words: tuple[str, ...] = ("{seed}", "{size}")

    @property
    def most_size(self) -> int:
        """The largest size that makes a difference."""
        places = (place for word in self.words for place in _PLACE.finditer(word))
        bounds = [int(place[2] or MOST_SIZE) for place in places if place[0] != "{seed}"]
        return min(max(bounds, default=1), MOST_SIZE)

    def arguments(self, seed: int, size: int) -> tuple[str, ...]:
        def number(place: re.Match[str]) -> str:
            if place[0] == "{seed}":
                return str(seed)
            return str(max(int(place[1] or 0), min(int(place[2] or MOST_SIZE), size)))

        return tuple(_PLACE.sub(number, word) for word in self.words)


def wrong_words(words: Sequence[str]) -> str | None:
    """Return the message about the words of a generator; None if they vary with the seed or the size."""
    places = [place for word in words for place in _BRACED.findall(word)]
    for place in places:
        found = _PLACE.fullmatch(place)
        if found and found[1] and int(found[1]) > int(found[2]):
            return f"expected a range from the smaller to the larger size, got {place}"
        if not found:
            return f"expected {{seed}}, {{size}}, {{size:100}} or {{size:2..100}} in braces, got {place}"
    return None if places else "expected {seed} or {size} among its words, or no words at all, got neither"


class Validator(Struct, frozen=True, kw_only=True):
    """A program that accepts a legal input when it is called with the words of one of these `ways`."""

    program: Solution
    ways: tuple[tuple[str, ...], ...] = ((),)


class Tools(Struct, frozen=True, kw_only=True):
    """The tools of one problem. Without generators, its subject varies the cases of the project."""

    generators: tuple[Generator, ...] = ()
    validators: tuple[Validator, ...] = ()


def load_tools(
    project: Project,
    problem: str,
    *,
    cases: Sequence[Case] = (),
    generator: str | None = None,
    validator: str | None = None,
) -> Tools:
    """Load the tools that the user names, or else the problem's own.

    The case file of a problem can name its tools. Otherwise its generators are in `generators/`, with the
    name of the problem or in a folder with that name. Its validators are in its own folder, and are called
    with the words that groups of its `cases` have for them. Raises UsageError and InputErrors.
    """
    tools = ProblemTools(project, problem)
    return Tools(generators=tools.generators(generator), validators=tools.validators(cases, validator))


def require_program(solution: Solution, slot: Slot) -> Program:
    """Build a program, or return the build. Raises InputErrors if it cannot be run."""
    program = slot.program(solution)
    if isinstance(program, Unready):
        raise InputErrors((unready_fault(solution, program),))
    return program


def describe_ending(run: Run, limits: Limits) -> str:
    """Describe how a run of a tool failed, with the last line that it printed."""
    why, line = reason(run, limits), last_line(run)
    return f"{why}: {line}" if line else why


def last_line(run: Run) -> str:
    """Return the last line that a tool printed, on stderr if there is any, cut to MESSAGE_LETTERS."""
    text = run.stderr.strip() or run.stdout.strip()
    start = text.rfind(b"\n") + 1
    lines = text[start : start + _UTF8_BYTES * MESSAGE_LETTERS].decode(errors="replace").splitlines()
    return printable(lines[-1][:MESSAGE_LETTERS]) if lines else ""


class ProblemTools:
    """The case file of a problem, and the places where its tools may be."""

    def __init__(self, project: Project, problem: str) -> None:
        self._project, self._problem = project, problem
        self._folder = project.cases / problem
        paths = (self._folder.with_name(f"{problem}{suffix}") for suffix in (".yaml", ".yml"))
        self._case_file = next(filter(has_file, paths), None)
        file = self._case_file
        tree: Any = load(require(file, CASE_FILE_BYTES), file) if file else None
        self._tree = tree if isinstance(tree, Mapping) else Mapping(0)

    def generators(self, line: str | None = None) -> tuple[Generator, ...]:
        project = self._project
        if line is not None:
            with self._errors_at("--generator"):
                return (self._generator(line, (project.generators, self._folder), is_users=True),)
        places, lines = (project.cases, self._folder, project.generators), self._tree.get("generators", ())
        with self._errors_at("generators"):
            stated = tuple(self._generator(line, places) for line in lines)
        return (
            stated
            if stated or project.programs
            else tuple(map(self._plain_generator, self._own_generators()))
        )

    def validators(self, cases: Sequence[Case], word: str | None = None) -> tuple[Validator, ...]:
        if word is not None:
            with self._errors_at("--validator"):
                path = self._path(word, (self._folder,), "a validator", is_users=True)
        elif "validator" in self._tree:
            with self._errors_at("validator"):
                path = self._path(self._tree["validator"], (self._project.cases, self._folder), "a validator")
        else:
            places = find_validator_sources(self._folder, self._project.languages)
            return tuple(self._packaged_validator(sources, cases) for sources in places)
        return (Validator(program=self.program(path), ways=list_input_arguments(cases, self._folder, path)),)

    def answer_validators(self, cases: Sequence[Case]) -> tuple[Validator, ...]:
        """Load the programs that check answers. Raises InputErrors."""
        places = find_validators_in(self._folder, self._project.languages, ANSWER_VALIDATORS)
        return tuple(self._packaged_validator(sources, cases) for sources in places)

    @contextmanager
    def _errors_at(self, place: str) -> Iterator[None]:
        """Turn a ValueError into an error at an option of the user, or at a key of the case file."""
        try:
            yield
        except ValueError as error:
            if place.startswith("--"):
                raise UsageError(f"{place}: {error}") from None
            assert self._case_file
            raise fault_at(self._case_file, str(error), self._tree.lines[place][0]) from None

    def _packaged_validator(self, sources: Sequence[Path], cases: Sequence[Case]) -> Validator:
        """Load the validator that has these sources. Raises InputErrors if it has no clear entry point."""
        sources = [self._inside(path, "a validator") for path in sources]
        entry = None if sources[0].parent == self._folder and sources[1:] else entry_among(sources)
        if not entry:
            names = listed([path.name for path in sources])
            raise fault_at(sources[0].parent, f"expected one validator, got {names}")
        program, data = self.program(entry), require(entry, SOURCE_BYTES)
        others = {name for name, _ in program.beside}
        for path in sources:
            if path != entry and path.name not in others and path.suffix in program.language.suffixes:
                program = _with_file(program, data, path.name, path)
        return Validator(program=program, ways=list_input_arguments(cases, self._folder, program.path))

    def _generator(self, line: str, places: Sequence[Path], *, is_users: bool = False) -> Generator:
        """Read a command line. Raises ValueError with the message."""
        name, *words = split_words(line)
        path = self._path(name, places, "a generator", is_users=is_users)
        if not words:
            return self._plain_generator(path, name=name)
        if wrong := wrong_words(words):
            raise ValueError(wrong)
        return Generator(name=line, program=self.program(path), words=tuple(words))

    def _plain_generator(self, path: Path, *, name: str = "") -> Generator:
        name = name or os.path.relpath(path, self._project.generators)
        return Generator(name=shlex.quote(name), program=self.program(path))

    def _own_generators(self) -> list[Path]:
        """The generators in the problem's places. Raises InputErrors."""
        folder, languages = self._project.generators, self._project.languages
        named = find_programs(folder, languages, self._problem)
        paths = [*named, *find_programs(folder / self._problem, languages)]
        return [self._inside(path, "a generator") for path in paths]

    def _path(self, word: str, places: Sequence[Path], kind: str, *, is_users: bool = False) -> Path:
        """Find the program of this name in the first place that has one. Raises ValueError with the message.

        The user's word may also be a path, and that alone may lead out of the project.
        """
        languages = self._project.languages
        own = find_by_name(word, (Path(),), languages) if is_users else []
        found = own or find_by_name(word, places, languages)
        if not found:
            where = listed([f"{place}/" for place in dict.fromkeys(places)])
            raise ValueError(f"expected {kind} ({listed(languages)}) in {where}, got {quoted(word)}")
        if len(found) > 1:
            raise ValueError(f"expected one program, got {listed([one.name for one in found])}")
        if not own and not self._is_inside(found[0]):
            raise ValueError(f"expected {kind} in {self._project.root}, got {quoted(word)}")
        return found[0]

    def _inside(self, path: Path, kind: str) -> Path:
        """Return the path. Raises InputErrors if it is a link that leads out of the project."""
        if not self._is_inside(path):
            got = f"one at {os.path.realpath(path)}"
            raise fault_at(path, f"expected {kind} in {self._project.root}, got {got}")
        return path

    def _is_inside(self, path: Path) -> bool:
        return is_within(path, (self._project.root, self._project.cases))

    def program(self, path: Path) -> Solution:
        """Load a program with the files that it names, and testlib.h or shapes.py, which the judge adds."""
        if path.name in SCRIPTS:
            within = (self._project.root, self._project.cases)
            return program_at(path, CHECKER, Bounds(within=within, protocol="kattis")).program
        (program,) = load_solutions(path.parent, paths=(path,), languages=self._project.languages)
        stated = find_flags(path, self._tree, (self._project.cases, self._folder))
        program = program if stated is None else replace(program, flags=stated)
        source, names = require(path, SOURCE_BYTES), {name for name, _ in program.beside}
        if includes_testlib(source) and TESTLIB not in names:
            try:
                return _with_file(program, source, TESTLIB, find_testlib(self._testlib(path)))
            except ValueError as error:
                raise fault_at(path, str(error)) from None
        if not program.language.run and b"shapes" in source:
            own = path.with_name(_SHAPES)
            has_own = has_file(own) and not own.is_symlink()
            return _with_file(program, source, _SHAPES, own if has_own else Path(__file__).with_name(_SHAPES))
        return program

    def _testlib(self, program: Path) -> Path | None:
        """Find testlib.h: where the project states it, or above the program's folder, or in the project."""
        named = self._tree.get("testlib")
        stated = self._project.cases / str(named) if named else self._project.testlib
        if stated:
            # A program can read this file, so that no link may make another one readable.
            if Path(os.path.realpath(stated)).name != TESTLIB and not self._is_inside(stated):
                raise ValueError(f"expected {TESTLIB} in {self._project.root}, got one at {stated}")
            return stated
        places = (program.absolute().parent.parent / TESTLIB, self._project.root / TESTLIB)
        return next((place for place in places if has_file(place) and not place.is_symlink()), None)


def _with_file(program: Solution, source: bytes, name: str, path: Path) -> Solution:
    """The program with one more file next to it."""
    beside = (*program.beside, (name, Stored(path, stamp_of(path))))
    contents = [(name, require(each.path, SOURCE_BYTES)) for name, each in beside]
    return replace(program, beside=beside, digest=digest_of(source, contents))
