"""Finds checkers and interactors: their sources, their protocols and the files they are built with."""

import os
from collections.abc import Collection, Sequence
from pathlib import Path, PurePath

from msgspec import Struct, field
from msgspec.structs import replace

from judge.cases.testlib import TESTLIB, find_testlib, includes_testlib
from judge.cases.tools import Languages, find_flags, find_programs, find_script, is_within, list_beside
from judge.checkers.brought import PROTOCOLS
from judge.checkers.interactors import INTERACTORS
from judge.model.package_format import OUTPUT_VALIDATORS
from judge.model.programs import CheckerProgram, Solution
from judge.platform.errors import InputErrors, listed, printable, quoted, unknown
from judge.platform.files import SOURCE_BYTES, Stored, has_folder, names_in, read
from judge.running.languages import LANGUAGES
from judge.running.languages.base import HEADER_SUFFIXES, digest_of, entry_among
from judge.running.languages.python import can_start_warm, choose_interpreter
from judge.running.languages.rows import SCRIPTS, script_row
from judge.running.sandbox.seal import HEADERS
from judge.subjects.subject import TEXT
from judge.yaml.tree import File, Mapping

# The languages whose compilers accept headers next to a source.
_TAKE_HEADERS = ("c", "cpp", "pascal")


class Bounds(Struct, frozen=True, kw_only=True):
    """The folders that contain all checkers, and the project's settings for them.

    `testlib` is the stated testlib.h, `languages` are by the suffixes of sources, and `protocol` is for
    problems without a case file.
    """

    within: tuple[Path, ...]
    testlib: Path | None = None
    languages: Languages = field(default_factory=lambda: LANGUAGES)
    protocol: str = ""

    def outside(self, path: Path, kind: str) -> str:
        """Return the error message for a file outside. Empty for one inside and for a system header."""
        open_to_all = map(Path, HEADERS) if kind == "header" else ()
        if is_within(path, (*self.within, *open_to_all)):
            return ""
        place, real = map(os.path.realpath, (self.within[0], path))
        return f"expected {_a(kind)} in {place}, got one at {real}"


def _a(key: str) -> str:
    return f"an {key}" if key[0] in "aeiou" else f"a {key}"


def _is_whole(folder: Path) -> bool:
    """Return whether all files of a folder are one program."""
    return folder.name == OUTPUT_VALIDATORS[1] or folder.parent.name in (*OUTPUT_VALIDATORS, GRADER.key)


class Kind(Struct, frozen=True):
    """A kind of program that decides: its key, and the names of its files and folders next to the tests."""

    key: str
    names: tuple[str, ...]
    places: tuple[str, ...]
    protocols: Collection[str]


CHECKER = Kind("checker", ("check", "checker"), OUTPUT_VALIDATORS, PROTOCOLS)
GRADER = Kind("graders", (), (), ("grader",))
INTERACTOR = Kind("interactor", ("interactor", "manager"), (), INTERACTORS)


def infer_protocol(path: PurePath, source: bytes) -> str:
    """Return the protocol that a checker or interactor shows by its source, place or name, else empty."""
    if includes_testlib(source):
        return "testlib"
    if {path.parent.name, path.parent.parent.name} & {*OUTPUT_VALIDATORS}:
        return "kattis"
    return "cms" if path.stem == "manager" else ""


def program_at(path: Path, kind: Kind, bounds: Bounds) -> CheckerProgram:
    """Return the program at a path as one of no problem. Raises InputErrors."""
    file = File(path)
    found = Search(file, Mapping(0), path.parent, bounds, kind, bounds.protocol).program(path)
    if not found:
        raise InputErrors(tuple(file.faults))
    return found


class Search(Struct, frozen=True):
    """The search for a checker or an interactor of one problem. `stated_protocol` may be empty.

    Methods return None for a missing or faulty program, after reporting the fault.
    """

    file: File
    tree: Mapping
    folder: Path
    bounds: Bounds
    kind: Kind
    stated_protocol: str

    def decider(self, others: Sequence[str]) -> CheckerProgram | None:
        """Return the program, unless `others` decide already."""
        key = self.kind.key
        if key not in self.tree:
            sources = [] if others else self.found()
        elif others:
            self.fault(f"expected {_a(key)} without `{others[0]}`, got both")
            sources = []
        else:
            sources = self.stated()
        programs = [*filter(None, map(self.program, sources))]
        return replace(programs[0], others=tuple(programs[1:])) if programs else None

    def fault(self, message: str, *, key: str = "", path: Path | None = None) -> None:
        """Report a fault on the line of the key, or in the file at `path` if the key is not stated."""
        key = key or self.kind.key
        if key in self.tree:
            self.file.fault(self.tree.lines[key][0], message)
        else:
            File(path or self.folder, self.file.faults).fault(0, message)

    def stated(self) -> list[Path]:
        """Return the program that the key names, next to the case file or in the problem's folder."""
        name: str = self.tree[self.kind.key]
        for path in (self.file.path.parent / name, self.folder / name):
            if has_folder(path):
                return self.programs_in(path)
            if os.path.lexists(path):
                return [path]
        place = f"next to {self.file.path.name} or in {self.folder.name}/"
        self.fault(f"expected {_a(self.kind.key)} {place}, got none by the name {quoted(name)}")
        return []

    def found(self) -> list[Path]:
        """Return the program in the folder that has one of the usual names."""
        files = (f"{name}{suffix}" for name in self.kind.names for suffix in self.bounds.languages)
        found = [self.folder / name for name in files if os.path.lexists(self.folder / name)]
        found += [self.folder / name for name in self.kind.places if has_folder(self.folder / name)]
        if len(found) > 1:
            self.fault(f"expected one {self.kind.key}, got {listed([path.name for path in found])}")
            return []
        return [each for path in found for each in (self.programs_in(path) if has_folder(path) else [path])]

    def programs_in(self, folder: Path) -> list[Path]:
        """List the programs of a folder. Among validators each file and each folder is a program."""
        own = []
        if folder.name == OUTPUT_VALIDATORS[0] and not find_script(folder):
            entries = map(folder.joinpath, names_in(folder))
            own = [each for each in entries if self.is_program(each)]
        if len(own) > 1 and self.kind is INTERACTOR:
            names = listed([path.name for path in own])
            self.fault(f"expected one program that talks, got {names}", path=folder)
            return []
        found = (self.program_in(each) if has_folder(each) else each for each in own or [folder])
        return [*filter(None, found)]

    def is_program(self, path: Path) -> bool:
        """Return whether a file or a folder among validators is a program."""
        languages = self.bounds.languages
        return path.suffix in languages or bool(find_script(path) or find_programs(path, languages))

    def program_in(self, folder: Path) -> Path | None:
        """Return the only source in a folder or its only subfolder, or the entry point of several."""
        if script := find_script(folder):
            return script
        try:
            entries = [path for path in sorted(folder.iterdir()) if not path.name.startswith(".")]
        except OSError as error:
            self.fault(f"expected a folder that can be read, got: {error.strerror}", path=folder)
            return None
        sources = [path for path in entries if path.suffix in self.bounds.languages and not has_folder(path)]
        inner = [path for path in entries if has_folder(path)]
        if not sources and len(inner) == 1:
            return self.program_in(inner[0])
        if len(sources) == 1:
            return sources[0]
        if sources and _is_whole(folder) and (entry := self.entry(sources)):
            return entry
        got = listed([path.name for path in sources or inner]) or "none"
        self.fault(f"expected one program ({listed(self.bounds.languages)}) in it, got {got}", path=folder)
        return None

    def entry(self, sources: Sequence[Path]) -> Path | None:
        try:
            return entry_among(sources)
        except OSError as error:
            message = f"expected a file that can be read, got: {error.strerror}"
            self.fault(message, path=Path(error.filename))
            return None

    def program(self, path: Path) -> CheckerProgram | None:
        """Read the program at a path, with its protocol."""
        if not self.is_within(path, self.kind.key):
            return None
        if path.suffix not in self.bounds.languages and path.name not in SCRIPTS:
            wanted = f"expected {_a(self.kind.key)} in one of {listed(self.bounds.languages)}"
            self.fault(f"{wanted}, got {quoted(path.name)}", path=path)
            return None
        try:
            source, stamp = read(path, SOURCE_BYTES)
            headers = self.headers(path, source)
            beside = [(name, each, *read(each, SOURCE_BYTES)) for name, each in (headers or {}).items()]
        except OSError as error:
            got = f"{quoted(Path(error.filename).name)}: {error.strerror}"
            self.fault(f"expected {_a(self.kind.key)} that can be read, got {got}", path=path)
            return None
        protocol = self.protocol(path, source)
        theirs = [each for each in (headers or {}).values() if Path(os.path.realpath(each)).name != TESTLIB]
        if headers is None or not protocol or not all(self.is_within(each, "header") for each in theirs):
            return None
        language = self.bounds.languages.get(path.suffix) or script_row(path.name, source)
        sources = ((path.name, source), *((name, data) for name, _, data, _ in beside))
        program = Solution(
            name=printable(str(path)),
            path=path,
            digest=digest_of(source, [(name, data) for name, _, data, _ in beside]),
            stamp=stamp,
            format=TEXT,
            source="",
            interpreter=choose_interpreter(language, sources),
            is_warm=can_start_warm(language, sources),
            expectations=(),
            language=language,
            flags=find_flags(path, self.tree, (self.file.path.parent, self.folder)),
            beside=tuple((name, Stored(each, stamp)) for name, each, _, stamp in beside),
        )
        return CheckerProgram(program=program, protocol=protocol)

    def is_within(self, path: Path, kind: str) -> bool:
        """Return whether a file is in the bounds, since the program may read it. Reports a file outside."""
        if outside := self.bounds.outside(path, kind):
            self.fault(outside, path=path)
        return not outside

    def headers(self, path: Path, source: bytes) -> dict[str, Path] | None:
        """Return the files that a source is built with, by their names.

        They are the headers next to it, testlib.h if it includes that, and the other sources of its folder
        if that is one program.
        """
        if path.name in SCRIPTS:
            return list_beside(path)
        language = self.bounds.languages[path.suffix]
        taken = language.suffixes if _is_whole(path.parent) else ()
        taken += HEADER_SUFFIXES if language.name in _TAKE_HEADERS else ()
        beside = sorted(each for each in path.parent.iterdir() if each != path)
        found = {each.name: each for each in beside if each.name.endswith(taken)}
        if language.name not in _TAKE_HEADERS:
            return found
        if TESTLIB in found or not includes_testlib(source):
            return found
        stated = self.bounds.testlib
        if "testlib" in self.tree:
            stated = self.file.path.parent / self.tree["testlib"]
        try:
            return {**found, TESTLIB: find_testlib(stated)}
        except ValueError as error:
            self.fault(str(error), key="testlib" if stated else "", path=path)
            return None

    def protocol(self, path: Path, source: bytes) -> str | None:
        """Return the stated protocol, else the one inferred from the source or its place."""
        if stated := self.stated_protocol:
            if stated not in self.kind.protocols:
                self.fault(unknown("one of the protocols", stated, self.kind.protocols), key="protocol")
                return None
            return stated
        if inferred := infer_protocol(path, source):
            return inferred
        first, *others = sorted(self.kind.protocols, key=lambda name: name != "kattis")
        more = f" (or {listed(others)})" if others else ""
        place = self.file.path.name if self.tree else f"{self.folder.name}.yaml"
        by_option = "" if self.tree else ", or use --protocol for a folder of tests"
        how = f"write `protocol: {first}`{more} into {place}{by_option}"
        if self.folder in self.bounds.within:  # a folder of tests, for which no case file is read
            how = f"state it with --protocol {first}{more}"
        self.fault(f"expected its protocol, got none: {how}", path=path)
        return None
