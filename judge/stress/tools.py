"""The programs that a problem has for making inputs: its generators, and the validator of what they print."""

import os
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.cases.group_config import list_input_arguments
from judge.cases.project import Project
from judge.cases.search import CHECKER, Bounds, program_at
from judge.cases.testlib import TESTLIB, includes_testlib, testlib_at
from judge.cases.tools import flags_for, is_within, programs_called, programs_in, validators_in, words_of
from judge.errors import Fault, InputErrors, UsageError, listed, quoted
from judge.files import SHEET_BYTES, SOURCE_BYTES, has_file, require, stamp_of
from judge.model import Case, Solution, Stored
from judge.running.languages.base import digest_of, entry_among
from judge.running.languages.rows import SCRIPTS
from judge.solutions.loader import load_solutions
from judge.stress.draws import Generator, Validator, wrong_words
from judge.yamltree import Mapping, load

_SHAPES = "shapes.py"


class Tools(Struct, frozen=True, kw_only=True):
    """Without generators the subject of the problem varies its own cases."""

    generators: tuple[Generator, ...] = ()
    validators: tuple[Validator, ...] = ()


def tools_of(
    project: Project,
    problem: str,
    *,
    cases: Sequence[Case] = (),
    generator: str | None = None,
    validator: str | None = None,
) -> Tools:
    """Those that the words of the user name, else those of the problem: named by its case file, or by place.

    The generators of a problem lie in `generators/`, and are called as it is, or lie in a folder that is; its
    validators lie in its folder, and are called with the words that groups of its `cases` have for them.
    Raises UsageError and InputErrors.
    """
    search = _Search(project, problem)
    return Tools(
        generators=tuple(search.generators(generator)),
        validators=tuple(search.validators(validator, cases)),
    )


def validators_of(project: Project, problem: str, cases: Sequence[Case]) -> tuple[Validator, ...]:
    """Those that the case file of the problem names, or that lie in its folder. Raises InputErrors."""
    return tuple(_Search(project, problem).validators(None, cases))


def tool_at(project: Project, problem: str, path: Path) -> Solution:
    """The program of a problem that lies there, with what it is built with. Raises InputErrors."""
    return _Search(project, problem).program(path)


class _Search:
    """What a problem states, and the places where its programs may lie."""

    def __init__(self, project: Project, problem: str) -> None:
        self._project, self._problem = project, problem
        self._folder = project.cases / problem
        paths = (self._folder.with_name(f"{problem}{suffix}") for suffix in (".yaml", ".yml"))
        self._case_file = next(filter(has_file, paths), None)
        tree: Any = load(require(self._case_file, SHEET_BYTES), self._case_file) if self._case_file else None
        self._tree = tree if isinstance(tree, Mapping) else Mapping(0)

    def generators(self, words: str | None) -> Iterator[Generator]:
        if words is not None:
            try:
                yield self._generator(words, (self._project.generators, self._folder), is_users=True)
            except ValueError as error:
                raise UsageError(f"--generator: {error}") from None
            return
        stated: Sequence[str] = self._tree.get("generators", ())
        for line in stated:
            places = (self._project.cases, self._folder, self._project.generators)
            try:
                yield self._generator(line, places)
            except ValueError as error:
                raise self._fault("generators", str(error)) from None
        if not stated and not self._project.programs:
            yield from map(self._called, self._named())

    def validators(self, word: str | None, cases: Sequence[Case]) -> Iterator[Validator]:
        if word is not None:
            try:
                path = self._path(word, (self._folder,), "a validator", is_users=True)
            except ValueError as error:
                raise UsageError(f"--validator: {error}") from None
            yield Validator(program=self.program(path))
        elif "validator" in self._tree:
            try:
                places = (self._project.cases, self._folder)
                path = self._path(self._tree["validator"], places, "a validator")
            except ValueError as error:
                raise self._fault("validator", str(error)) from None
            yield Validator(program=self.program(path))
        else:
            for sources in validators_in(self._folder, self._project.languages):
                program = self._whole([self._own(path, "a validator") for path in sources])
                yield Validator(program=program, ways=list_input_arguments(cases, self._folder, program.path))

    def _whole(self, sources: Sequence[Path]) -> Solution:
        """The validator of these sources. Raises InputErrors where it cannot be told where it begins."""
        entry = None if sources[0].parent == self._folder and sources[1:] else entry_among(sources)
        if not entry:
            names = listed([path.name for path in sources])
            raise InputErrors((Fault(sources[0].parent, 0, f"expected one validator, got {names}"),))
        program, data = self.program(entry), require(entry, SOURCE_BYTES)
        beside = {name for name, _ in program.beside}
        for path in sources:
            if path != entry and path.name not in beside and path.suffix in program.language.suffixes:
                program = _with(program, data, path.name, path)
        return program

    def _generator(self, line: str, places: Sequence[Path], *, is_users: bool = False) -> Generator:
        """Raises ValueError with the message."""
        name, *words = words_of(line)
        path = self._path(name, places, "a generator", is_users=is_users)
        if not words:
            return self._called(path, name=name)
        if wrong := wrong_words(words):
            raise ValueError(wrong)
        return Generator(name=line, program=self.program(path), words=tuple(words))

    def _called(self, path: Path, *, name: str = "") -> Generator:
        name = name or os.path.relpath(path, self._project.generators)
        return Generator(name=shlex.quote(name), program=self.program(path))

    def _named(self) -> list[Path]:
        """The generators that lie where those of the problem do. Raises InputErrors."""
        folder, languages = self._project.generators, self._project.languages
        found = [
            *programs_in(folder, languages, self._problem),
            *programs_in(folder / self._problem, languages),
        ]
        return [self._own(path, "a generator") for path in found]

    def _path(self, word: str, places: Sequence[Path], kind: str, *, is_users: bool = False) -> Path:
        """The program of this name in the first place that has one; that of the user first, which lies here
        and alone may lie outside of the project. Raises ValueError with the message.
        """
        languages = self._project.languages
        own = programs_called(word, (Path(),), languages) if is_users else []
        found = own or programs_called(word, places, languages)
        if len(found) > 1:
            raise ValueError(f"expected one program, got {listed([one.name for one in found])}")
        if found and not own and not self._is_within(found[0]):
            raise ValueError(f"expected {kind} in {self._project.root}, got {quoted(word)}")
        if found:
            return found[0]
        where = listed([f"{place}/" for place in dict.fromkeys(places)])
        raise ValueError(f"expected {kind} ({listed(languages)}) in {where}, got {quoted(word)}")

    def _own(self, path: Path, kind: str) -> Path:
        """A program that lies in its place, not behind a link that leads out of the project."""
        if not self._is_within(path):
            got = f"one at {os.path.realpath(path)}"
            raise InputErrors((Fault(path, 0, f"expected {kind} in {self._project.root}, got {got}"),))
        return path

    def _is_within(self, path: Path) -> bool:
        return is_within(path, (self._project.root, self._project.cases))

    def program(self, path: Path) -> Solution:
        """With what it names beside itself, and what this judge gives: testlib.h, and `shapes` to Python."""
        if path.name in SCRIPTS:
            within = (self._project.root, self._project.cases)
            return program_at(path, CHECKER, Bounds(within=within, protocol="kattis")).program
        (found,) = load_solutions(path.parent, paths=(path,), languages=self._project.languages)
        stated = flags_for(path, self._tree, (self._project.cases, self._folder))
        found = found if stated is None else replace(found, flags=stated)
        source, names = require(path, SOURCE_BYTES), {name for name, _ in found.beside}
        if includes_testlib(source) and TESTLIB not in names:
            try:
                return _with(found, source, TESTLIB, testlib_at(self._testlib(path)))
            except ValueError as error:
                raise InputErrors((Fault(path, 0, str(error)),)) from None
        if not found.language.run and b"shapes" in source:
            own = path.with_name(_SHAPES)
            there = has_file(own) and not own.is_symlink()
            return _with(found, source, _SHAPES, own if there else Path(__file__).with_name(_SHAPES))
        return found

    def _testlib(self, program: Path) -> Path | None:
        """Where it is stated to be; else in the folder above the program's, as in testlib's own, or here."""
        named = self._tree.get("testlib")
        stated = self._project.cases / str(named) if named else self._project.testlib
        if stated:
            # What it holds a program may read.
            if Path(os.path.realpath(stated)).name != TESTLIB and not self._is_within(stated):
                raise ValueError(f"expected {TESTLIB} in {self._project.root}, got one at {stated}")
            return stated
        places = (program.absolute().parent.parent / TESTLIB, self._project.root / TESTLIB)
        return next((place for place in places if has_file(place) and not place.is_symlink()), None)

    def _fault(self, key: str, message: str) -> InputErrors:
        assert self._case_file
        return InputErrors((Fault(self._case_file, self._tree.lines[key][0], message),))


def _with(program: Solution, source: bytes, name: str, path: Path) -> Solution:
    """The program with one more file beside it."""
    beside = (*program.beside, (name, Stored(path, stamp_of(path))))
    contents = [(name, require(each.path, SOURCE_BYTES)) for name, each in beside]
    return replace(program, beside=beside, digest=digest_of(source, contents))
