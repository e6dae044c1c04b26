"""The checker that a problem brings: where it lies, how it is called, what it is built with."""

import os
import re
from collections import abc
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from judge.checkers.brought import PROTOCOLS
from judge.errors import listed, printable, quoted, unknown
from judge.files import has_folder, read
from judge.model import Case, CheckerProgram, Language, Solution, Stored
from judge.running.languages import LANGUAGES
from judge.running.languages.base import HEADER_SUFFIXES, digest_of
from judge.running.sandbox.seal import HEADERS
from judge.subjects import TEXT
from judge.yamltree import File, Mapping

_NAMES = ("check", "checker")
_VALIDATORS = ("output_validators", "output_validator")
# The languages whose compilers take them; others would be given them as sources.
_TAKE_HEADERS = ("c", "cpp", "pascal")
TESTLIB = "testlib.h"
_INCLUDES_TESTLIB = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]testlib\.h[">]', re.MULTILINE)
_NO_TESTLIB = (
    "expected testlib.h, which the program includes, beside it or on the include path, got none: put it"
    " there, from https://github.com/MikeMirzayanov/testlib, or name it by `testlib: PATH` in the case file,"
    ' or by `testlib = "PATH"` in [tool.judge]'
)


# `Mapping` is one of YAML here.
Languages = abc.Mapping[str, Language]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The folders outside of which no checker lies, and what the project says of checkers: where testlib.h
    is, and in which languages they may be written, by the suffixes of sources.
    """

    within: tuple[Path, ...]
    testlib: Path | None = None
    languages: Languages = field(default_factory=lambda: LANGUAGES)

    def outside(self, path: Path, kind: str) -> str:
        """What to say of a file that lies outside; empty for one within, and for a header of the system."""
        real = Path(os.path.realpath(path))
        roots = (*self.within, *(HEADERS if kind == "header" else ()))
        within = [os.path.realpath(root) for root in roots]
        if any(map(real.is_relative_to, within)):
            return ""
        return f"expected a {kind} in {within[0]}, got one at {real}"


def includes_testlib(source: bytes) -> bool:
    return bool(_INCLUDES_TESTLIB.search(source))


def testlib_at(stated: Path | None) -> Path:
    """testlib.h where it is stated to be, else on the include path. Raises ValueError where it is not."""
    named = (os.environ.get(name, "").split(":") for name in ("CPATH", "CPLUS_INCLUDE_PATH"))
    likely = [Path(place, TESTLIB) for place in (*filter(None, chain(*named)), *HEADERS)]
    found = next((each for each in ([stated] if stated else likely) if each.is_file()), None)
    if not found:
        raise ValueError(f"expected the file {TESTLIB}, got none at {stated}" if stated else _NO_TESTLIB)
    return found


def with_checker(
    cases: Sequence[Case], file: File, tree: Mapping, folder: Path, bounds: Bounds
) -> list[Case]:
    """The cases of a problem with the checker that its case file names, else the one that lies in its folder.

    `tree` is what the file says: nothing, where the problem is a folder alone. Where a rule or
    `answer: any` is stated, no checker is looked for, and to name one as well is a fault.
    """
    search = _Search(file, tree, folder, bounds)
    others = [f"compare: {tree['compare']}"] if "compare" in tree else []
    others += ["answer: any"] if any(case.any_answer for case in cases) else []
    source = None
    if "checker" not in tree:
        source = None if others else search.found()
    elif others:
        search.fault(f"expected a checker without `{others[0]}`, got both")
    else:
        source = search.stated()
    if not source:
        for key in ("protocol", "checker_flags"):
            if key in tree and "checker" not in tree:
                search.fault("expected a checker beside it, got none", key=key)
        return [*cases]
    checker = search.checker(source)
    return [replace(case, checker=checker) for case in cases]


@dataclass(frozen=True, slots=True)
class _Search:
    """The search for the checker of one problem. What is None is at fault, which was told."""

    file: File
    tree: Mapping
    folder: Path
    bounds: Bounds

    def fault(self, message: str, *, key: str = "checker", path: Path | None = None) -> None:
        """On the line of the key, or of the file at `path` where the case file has no such key."""
        if key in self.tree:
            self.file.fault(self.tree.lines[key][0], message)
        else:
            File(path or self.folder, self.file.faults).fault(0, message)

    def stated(self) -> Path | None:
        """The program that the key `checker` names, beside the case file or in the problem's folder."""
        name: str = self.tree["checker"]
        for path in (self.file.path.parent / name, self.folder / name):
            if has_folder(path):
                return self.program_in(path)
            if os.path.lexists(path):
                return path
        place = f"beside {self.file.path.name} or in {self.folder.name}/"
        self.fault(f"expected a checker {place}, got none by the name {quoted(name)}")
        return None

    def found(self) -> Path | None:
        """The program that lies in the folder under one of the names for it, if one does."""
        named = (self.folder / f"{name}{suffix}" for name in _NAMES for suffix in self.bounds.languages)
        found = [path for path in named if os.path.lexists(path)]
        found += [path for path in (self.folder / name for name in _VALIDATORS) if has_folder(path)]
        if len(found) > 1:
            self.fault(f"expected one checker, got {listed([path.name for path in found])}")
            return None
        for path in found:
            return self.program_in(path) if has_folder(path) else path
        return None

    def program_in(self, folder: Path) -> Path | None:
        """The one source in a folder, or in the only folder there."""
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
        got = listed([path.name for path in sources or inner]) or "none"
        self.fault(f"expected one program ({listed(self.bounds.languages)}) in it, got {got}", path=folder)
        return None

    def checker(self, path: Path) -> CheckerProgram | None:
        """The program whose source lies there, with how it is called."""
        if not self.is_within(path, "checker"):
            return None
        if path.suffix not in self.bounds.languages:
            wanted = f"expected a checker in one of {listed(self.bounds.languages)}"
            self.fault(f"{wanted}, got {quoted(path.name)}", path=path)
            return None
        try:
            source, stamp = read(path)
            headers = self.headers(path, source)
            beside = [(name, each, *read(each)) for name, each in (headers or {}).items()]
        except OSError as error:
            self.fault(f"expected a checker that can be read, got: {error.strerror}", path=path)
            return None
        protocol = self.protocol(path, source)
        theirs = [each for each in (headers or {}).values() if Path(os.path.realpath(each)).name != TESTLIB]
        if headers is None or not protocol or not all(self.is_within(each, "header") for each in theirs):
            return None
        program = Solution(
            name=printable(str(path)),
            path=path,
            digest=digest_of(source, [(name, data) for name, _, data, _ in beside]),
            stamp=stamp,
            format=TEXT,
            source="",
            interpreter="",
            expectations=(),
            language=self.bounds.languages[path.suffix],
            beside=tuple((name, Stored(each, stamp)) for name, each, _, stamp in beside),
        )
        arguments = tuple(self.tree.get("checker_flags", "").split())
        return CheckerProgram(program=program, protocol=protocol, arguments=arguments)

    def is_within(self, path: Path, kind: str) -> bool:
        """Whether a file lies in the bounds. So must all but testlib.h: what it holds a program may read."""
        if outside := self.bounds.outside(path, kind):
            self.fault(outside, path=path)
        return not outside

    def headers(self, path: Path, source: bytes) -> dict[str, Path] | None:
        """The headers beside a source, and testlib.h where it includes that, by their names."""
        if self.bounds.languages[path.suffix].name not in _TAKE_HEADERS:
            return {}
        found = {each.name: each for each in sorted(path.parent.iterdir()) if each.suffix in HEADER_SUFFIXES}
        if TESTLIB in found or not includes_testlib(source):
            return found
        stated = self.bounds.testlib
        if "testlib" in self.tree:
            stated = self.file.path.parent / self.tree["testlib"]
        try:
            return {**found, TESTLIB: testlib_at(stated)}
        except ValueError as error:
            self.fault(str(error), key="testlib" if stated else "checker", path=path)
            return None

    def protocol(self, path: Path, source: bytes) -> str | None:
        """The one that is stated, else the one that the source or its place tells."""
        if stated := self.tree.get("protocol", ""):
            if stated not in PROTOCOLS:
                self.fault(unknown("one of the protocols", stated, PROTOCOLS), key="protocol")
                return None
            return str(stated)
        if includes_testlib(source):
            return "testlib"
        if {path.parent.name, path.parent.parent.name} & {*_VALIDATORS}:
            return "kattis"
        wanted = f"the key `protocol` ({', '.join(PROTOCOLS)}) in {self.folder.name}.yaml"
        self.fault(f"expected {wanted}, got none and nothing in the checker that tells it", path=path)
        return None
