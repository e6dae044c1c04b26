"""Tests in files, from oj, cf-tool or by hand, paired by their names, and the files of CPH.

A problem is a folder with an inner folder `test` or `tests`, or two for inputs and answers, or with the files
of cf-tool, `in1.txt` and `ans1.txt`. There may be several. Without any of these, all tests form one problem.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import PurePosixPath
from posixpath import commonpath

from judge.cases import cph
from judge.cases.naming import Names
from judge.cases.search import CHECKER, INTERACTOR, infer_protocol
from judge.cases.tools import VALIDATOR
from judge.model.package_format import INPUT_VALIDATORS, OUTPUT_VALIDATORS, TEST_GROUP, TESTDATA
from judge.packages.folders import Folder
from judge.packages.names import make_name
from judge.packages.package import Package, Source
from judge.platform.errors import Fault
from judge.platform.files import SOURCE_BYTES, require, whole
from judge.platform.units import write_size, write_time
from judge.running.languages import LANGUAGES
from judge.running.languages.base import HEADER_SUFFIXES

_TESTS = ("test", "tests")
_OF_CF_TOOL = re.compile(r"in\d+\.txt")
# The names of programs that are not solutions.
_TOOLS = (*CHECKER.names, *INTERACTOR.names, VALIDATOR, "gen", "generator")
_NO_PROTOCOL = "expected its protocol, got none: import the tests without it, and state both in the case file"


def has_tests(folder: Folder) -> bool:
    return bool(folder.names.tests) or any(_list_cph_files(folder))


def read_tests(folder: Folder) -> Sequence[Package]:
    """Read the problems of a folder, each with its tests and the programs directly in its folder."""
    kept = [*filter(None, (_read_cph(folder, name) for name in _list_cph_files(folder)))]
    of_cph = {program for package in kept for program in package.programs.values()}
    homes = _group_tests(folder)
    packages = [read_problem(folder, home, files, of_cph) for home, files in homes.items()]
    last = Counter(PurePosixPath(home).name for home in homes)
    for package, home in zip(packages, homes, strict=True):
        if last[PurePosixPath(home).name] > 1:
            own = PurePosixPath(home).relative_to(commonpath(homes))
            package.name = make_name("-".join(own.parts)) or package.name
    return packages + kept


def _group_tests(folder: Folder) -> dict[str, list[str]]:
    """Group the files of tests by the folders of their problems."""
    names = folder.names
    found: dict[str, list[str]] = {}
    elsewhere: list[str] = []
    for name, answers in names.tests:
        home = _find_home(name, names)
        files = elsewhere if home is None else found.setdefault(home, [])
        files += (name, *answers)
    return found or ({"": elsewhere} if elsewhere else {})


def read_problem(
    folder: Folder, home: str, files: Sequence[str], of_others: Collection[Source] = ()
) -> Package:
    """Read the problem in the folder `home`, with these files as tests. Drop a folder `test` around them all.

    The programs directly in its folder belong to it, except those `of_others`.
    """
    words, start = PurePosixPath(home).name or folder.name, f"{home}/" if home else ""
    found = Package(name=make_name(words) or words, origin="tests in files")
    for place in _TESTS:
        if all(name.startswith(f"{start}{place}/") for name in files):
            found.origin, start = "oj", f"{start}{place}/"
    for name in files:
        below = name.removeprefix(start)
        found.tests[below] = folder.take(name)
        if _OF_CF_TOOL.fullmatch(below):
            found.origin = "cf-tool"
    if PurePosixPath(start).name in _TESTS:
        names = _find_tools(folder, start, files)
        found.tools = {name.removeprefix(start): folder.take(name) for name in names}
    for name in folder.files_in(home):
        path = PurePosixPath(name)
        if _is_solution(path) and folder.files[name] not in of_others:
            found.programs[path.name] = folder.take(name)
    return found


def _find_tools(folder: Folder, start: str, tests: Collection[str]) -> list[str]:
    """Find the checker, interactor and validators among the tests, with their headers.

    A checker or interactor is a fault if neither its source nor its place shows its protocol.
    """
    below = {name: PurePosixPath(name.removeprefix(start)) for name in folder.files if name.startswith(start)}
    flat = [name for name, path in below.items() if len(path.parts) == 1 and name not in tests]
    tools = [name for name in flat if below[name].suffix in LANGUAGES and below[name].stem in _TOOLS]
    shown = {name: infer_protocol(below[name], require(folder.files[name], SOURCE_BYTES)) for name in tools}
    for name in tools:
        if not shown[name] and below[name].stem in (*CHECKER.names, *INTERACTOR.names):
            folder.fault(name, _NO_PROTOCOL)
    has_protocol = any(shown.values())
    sources = [name for name in flat if name.endswith((*HEADER_SUFFIXES, *LANGUAGES))] if has_protocol else []
    configs = (TESTDATA, TEST_GROUP)
    folders = (*INPUT_VALIDATORS, *OUTPUT_VALIDATORS)
    placed = [name for name, path in below.items() if path.parts[0] in folders or path.name in configs]
    return [*sources, *placed]


def _is_solution(path: PurePosixPath) -> bool:
    return path.suffix in LANGUAGES and path.stem not in _TOOLS and not path.name.startswith(".")


def _find_home(name: str, names: Names) -> str | None:
    """Return the folder of the problem that an input belongs to, None if its path does not show it."""
    parts, own = name.split("/"), names.test_of(name).split("/")
    if len(own) < len(parts):
        at = next(at for at, (part, kept) in enumerate(zip(parts, [*own, ""], strict=False)) if part != kept)
        return "/".join(parts[:at])
    if at := next((at for at, part in enumerate(parts[:-1], 1) if part in _TESTS), 0):
        return "/".join(parts[: at - 1])
    return "/".join(parts[:-1]) if _OF_CF_TOOL.fullmatch(parts[-1]) else None


def _list_cph_files(folder: Folder) -> Iterator[str]:
    return (name for name in folder.files if name.endswith(cph.SUFFIX))


def _read_cph(folder: Folder, name: str) -> Package | None:
    """Read the problem that CPH keeps for one program, with that program. None if it is at fault."""
    wrong: list[Fault] = []
    source, cases = cph.read_problem(folder.take(name), wrong)
    for fault in wrong:
        folder.fault(name, fault.message)
    if not cases:
        return None
    limits = cases[0].limits
    stated = {
        "problem": cases[0].title,
        "time": write_time(limits.cpu_s),
        "memory": write_size(limits.memory_bytes),
    }
    words = PurePosixPath(source).stem
    found = Package(name=make_name(words) or words, origin="CPH", stated=stated)
    for number, case in enumerate(cases, 1):
        found.tests[f"{number}.in"] = whole(case.input)
        if case.answer is not None:
            found.tests[f"{number}.out"] = whole(case.answer)
    above = PurePosixPath(name).parent
    program = str((above.parent if above.name == cph.FOLDER else above) / source)
    if program in folder and _is_solution(PurePosixPath(source)):
        found.programs[source] = folder.take(program)
    return found
