"""Parts that several packages share: statement, sources, sizes, the files of tools."""

import re
from collections.abc import Iterable, Mapping
from posixpath import basename
from urllib.parse import urlsplit

from judge.cases.testlib import TESTLIB, find_testlib
from judge.model.programs import CheckerProgram
from judge.packages.out.names import make_plain
from judge.packages.out.problem import Problem
from judge.platform.errors import listed
from judge.platform.files import SOURCE_BYTES, Content, Stored, stored, whole
from judge.platform.units import write_size

# Mebibytes of address space that PyPy needs to start.
_PYPY = 256
_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{char: f"\\{char}" for char in "&%$#_{}"},
}


class ExportedPackage:
    """A package of a problem: its files by their paths, and a line for each part of the problem it lacks."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.left = problem, [*problem.left]
        self.files: dict[str, Content] = {}

    def add_generators(self) -> None:
        for program in self.problem.generators:
            self.files |= program.below("generators")

    def leave_validator_tests(self) -> None:
        """Note the tests for validators and checkers, which this kind of package has no place for."""
        folders = dict.fromkeys(name.partition("/")[0] for name in self.problem.validator_tests)
        self.left += [f"{folder}: left out" for folder in folders]

    def add_testlib(self, folder: str, files: dict[str, Content]) -> None:
        """Add the header of testlib to the files of a folder, empty for that of the package, if it lacks it.

        Note if it is nowhere.
        """
        path = f"{folder}/{TESTLIB}" if folder else TESTLIB
        if path not in files:
            try:
                files[path] = stored(find_testlib(None), SOURCE_BYTES)
            except ValueError:
                where = "put it at this place in the package, since the checker includes it"
                self.left.append(f"{path}: not found here; {where}")

    def mebibytes(self, kind: str, size_bytes: int) -> int:
        """Round a limit up to mebibytes. Note a change."""
        number = -(-size_bytes >> 20)
        if number << 20 != size_bytes:
            self.left.append(
                f"{kind} limit {write_size(size_bytes)}: {number} MiB, since it is in whole ones"
            )
        return number

    def memory(self) -> int:
        """Return the memory limit in mebibytes, with solutions in Python at least the minimum for PyPy."""
        number, programs = self.mebibytes("memory", self.problem.limits.memory_bytes), self.problem.programs
        if number >= _PYPY or all(program.solution.language.run for program in programs):
            return number
        message = f"memory limit {number} MiB: {_PYPY}, since PyPy, which runs Python there, needs as much"
        self.left.append(message)
        return _PYPY


def write_statement(problem: Problem) -> bytes:
    """Write a statement with the title and the source. The user has to write the task itself."""
    title = "".join(_LATEX.get(char, char) for char in problem.title)
    plain = f"%% plainproblemname: {problem.title}\n" if title != problem.title else ""
    seen = re.fullmatch(r"https?://[^\s{}\\%#]+", problem.source)
    where = f"See \\url{{{problem.source}}}." if seen else "The statement is to be written."
    sections = "\\section*{Input}\n\n\\section*{Output}\n"
    return f"\\problemname{{{title}}}\n{plain}\n{where}\n\n{sections}".encode()


def split_source(problem: Problem) -> dict[str, str]:
    """Return the name of the problem's source, and its address if it has one. Empty if none is stated."""
    host = urlsplit(problem.source).hostname if problem.source.startswith(("http://", "https://")) else None
    if host:
        return {"name": host, "url": problem.source}
    return {"name": problem.source} if problem.source else {}


def export_sources(problem: Problem, brought: CheckerProgram, called: str = "") -> dict[str, Content]:
    """Return the files of a checker or interactor by name. Raises InputErrors if none allows it."""
    program = brought.program
    if brought.others:
        raise problem.fault(f"expected one program that decides, got {brought}")
    if not program.language.suffixes:
        raise problem.fault(f"expected a program in one language that decides, got the script {brought}")
    if odd := [name for name, _ in program.beside if make_plain(name) != name]:
        wanted = f"parts of {program.path.name} whose names packages allow"
        raise problem.fault(f"expected {wanted}, got {listed(odd)}")
    own = {called or make_plain(program.path.name): Stored(program.path, program.stamp)}
    return merge_files(problem, [own, dict(program.beside)])


def merge_files(problem: Problem, parts: Iterable[Mapping[str, Content]]) -> dict[str, Content]:
    """Merge the files of one folder. Raises InputErrors if two differ and have the same name."""
    found: dict[str, Content] = {}
    for files in parts:
        for path, content in files.items():
            if path in found and whole(found[path]) != whole(content):
                raise problem.fault(f"expected tools of different names, got two called {basename(path)}")
            found[path] = content
    return found


def place_below(folder: str, files: Mapping[str, Content]) -> dict[str, Content]:
    return {f"{folder}/{name}": source for name, source in files.items()}
