"""Polygon's packages: `problem.xml`, and the files that it names.

Source: https://github.com/purplesyringa/problem-xml-specs, and packages from Polygon.
"""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import PurePosixPath

from judge.cases.case_file import reject_id
from judge.cases.graders import name_module
from judge.cases.testlib import TESTLIB
from judge.packages.folders import Folder
from judge.packages.package import Package, Source
from judge.packages.polygon_tests import Tests, read_number
from judge.packages.polygon_types import find_type_flags
from judge.packages.xmltree import Element, load
from judge.platform import units
from judge.platform.errors import InputErrors, Message, listed, quoted, unknown
from judge.platform.files import SETTINGS_BYTES
from judge.running.languages import LANGUAGES
from judge.running.languages.base import HEADER_SUFFIXES
from judge.running.places import find_tool
from judge.solutions.submissions_file import NAME as SUBMISSIONS
from judge.yaml.text import dumped

MARK, CONTEST = "problem.xml", "contest.xml"
# Polygon states no output limit.
_OUTPUT_LIMIT = "64MiB"
_FOLDERS = {
    "main": "accepted",
    "accepted": "accepted",
    "rejected": "rejected",
    # Some of Polygon's tools mean a run-time error, others a failed check.
    "failed": "rejected",
    **{
        tag: tag.replace("-", "_")
        for tag in (
            *("wrong-answer", "presentation-error", "memory-limit-exceeded", "time-limit-exceeded"),
            *("time-limit-exceeded-or-accepted", "time-limit-exceeded-or-memory-limit-exceeded"),
        )
    },
}
_PYPY = "pypy3"
# What asks for the testset or the group of a test, by testlib or from the command line.
_ASKS = re.compile(rb"(?:\.\s*(?:group|testset)|\bget(?:Group|Testset))\s*\(|--(?:group|testset)\b")
_OLD_PYTHON = re.compile(r"(python|pypy)\.?2")
# Scripts that generate tests, and descriptions of solutions, are ignored.
_SCRIPTS, _NOTES = ("doall.", "wipe.", "scripts/"), ".desc"


def read_contest(folder: Folder) -> Sequence[Package]:
    """Read all problems of a contest, each a package in its own folder."""
    folder.take(CONTEST)
    places = [f"problems/{name}" for name in folder.folders("problems")]
    packages = [one for place in places if f"{place}/{MARK}" in folder for one in read(folder.inner(place))]
    if not packages and not folder.faults:
        folder.fault(CONTEST, f"expected packages in problems/, each with its {MARK}, got none")
    return packages


def read(folder: Folder) -> Sequence[Package]:
    data = folder.data(MARK, SETTINGS_BYTES)
    try:
        root = load(data, folder.shown / MARK) if data is not None else None
    except InputErrors as error:
        folder.faults.extend(error.faults)
        return ()
    if root is None:
        return ()
    if root.tag != "problem":
        folder.fault(MARK, f"expected the element problem, got {quoted(root.tag)}", root.line)
        return ()
    return [_Reader(folder, root).package()]


class _Reader:
    """Reads one package. Faults are reported on the lines of their elements."""

    def __init__(self, folder: Folder, root: Element) -> None:
        self._folder, self._root = folder, root
        self._package = Package(name=self._name(), origin="Polygon package")
        self._stated = self._package.stated
        self._flags: dict[str, str] = {}
        # The programs that get arguments, by the key of `testdata.yaml` with these.
        self._deciding: dict[str, Sequence[str]] = {}

    def package(self) -> Package:
        names = self._root.all("names", "name")
        titles = sorted(names, key=lambda name: name.get("language") != "english")
        if title := next((name.get("value") for name in titles if name.get("value")), ""):
            self._stated["problem"] = title
        testset = self._testset()
        if testset:
            self._limits(testset)
        self._tools()
        main = self._solutions()
        if testset:
            Tests(testset, self._folder, self._package, self._fault).read(main, self._asking())
        if self._flags:
            self._stated["flags"] = self._flags
        for name in self._folder.files:
            if name.startswith(_SCRIPTS):
                self._folder.take(name)
        return self._package

    def _fault(self, element: Element, message: Message) -> None:
        self._folder.fault(MARK, message, element.line)

    def _note(self, element: Element, message: str) -> None:
        self._folder.note(MARK, message, element.line)

    def _name(self) -> str:
        name = self._root.get("short-name")
        if name and (wrong := reject_id(name)):
            self._fault(self._root, wrong)
            return "problem"
        return name or self._folder.name

    def _testset(self) -> Element | None:
        """Return the testset `tests`, else the first one. Report that the others are ignored."""
        found = self._root.all("judging", "testset")
        chosen = next((each for each in found if each.get("name") == "tests"), next(iter(found), None))
        if not chosen:
            self._fault(self._root.first("judging") or self._root, "expected a testset, got none")
        for each in found:
            if each is not chosen:
                self._note(each, f"not taken: the testset {quoted(each.get('name'))}")
        return chosen

    def _limits(self, testset: Element) -> None:
        time = units.write_time(read_number(testset, "time-limit", self._fault) / 1000)
        if not re.match(units.TIME, time):
            self._fault(testset.first("time-limit") or testset, f"expected less than 1000000s, got {time}")
        self._stated["time"] = time
        self._stated["memory"] = units.round_size(read_number(testset, "memory-limit", self._fault))
        self._stated["output_limit"] = _OUTPUT_LIMIT
        judging = self._root.all("judging")[0]
        for key in ("input", "output"):
            if name := judging.get(f"{key}-file"):
                self._stated[key] = name
        if (runs := judging.get("run-count")) == "2":
            self._stated["passes"] = 2
        elif runs not in ("", "1"):
            self._fault(judging, f"expected one run of a solution, or two, got run-count {runs}")
        if judging.get("treat-points-from-checker-as-percent") == "true":
            self._fault(judging, "expected a checker that gives points, got one that gives percents")

    def _tools(self) -> None:
        """Add the checker, the interactor, the validators, generators and graders, and their headers."""
        for element in self._root.all("files", "executables", "executable"):
            self._tool(element, "the program")
        graders: list[str] = []
        headers: list[str] = []
        for file in self._root.all("files", "resources", "file"):
            path = file.get("path")
            if not file.get("type"):
                # A resource of a statement.
                self._take(path)
                continue
            if not self._is_there(file, path, "the resource"):
                continue
            self._package.tools[path] = self._folder.take(path)
            if "SOLUTION" in [asset.get("name").upper() for asset in file.all("assets", "asset")]:
                (headers if path.endswith(HEADER_SUFFIXES) else graders).append(path)
        if graders:
            self._stated["grader"] = graders
            self._stated["module"] = name_module(self._package.name)
        self._headers = [] if graders else headers
        assets = self._root.first("assets") or self._root
        checker, interactor = assets.first("checker"), assets.first("interactor")
        for key, program in (("checker", checker), ("interactor", interactor)):
            if program and (path := self._tool(program, f"the {key}")):
                self._stated |= {key: path, "protocol": "testlib"}
        if "checker" in self._stated:
            self._deciding["output_validator_flags"] = [self._stated["checker"]]
        if interactor and "passes" in self._stated and not interactor.first("runs"):
            wanted = "an interactor for both runs of a solution"
            self._fault(interactor, f"expected {wanted}, got one for the first")
        if checker and checker.get("type") not in ("", "testlib"):
            self._fault(checker, f"expected a checker of the type testlib, got {quoted(checker.get('type'))}")
        if not checker and not interactor:
            self._note(assets, "expected a checker, got none: lines are compared")
        found = [self._tool(each, "the validator") for each in assets.all("validators", "validator")]
        self._validators([path for path in found if path])
        self._deciding["input_validator_flags"] = [path for path in found if path]

    def _asking(self) -> Sequence[str]:
        """Return the keys of the programs that ask for the testset or the group of a test."""
        headers = [path for path in self._package.tools if path.endswith(HEADER_SUFFIXES)]
        shared = [path for path in headers if path in self._folder and PurePosixPath(path).name != TESTLIB]

        def asks(path: str) -> bool:
            return bool(_ASKS.search(self._folder.data(path) or b""))

        return [key for key, paths in self._deciding.items() if paths and any(map(asks, (*paths, *shared)))]

    def _validators(self, paths: Sequence[str]) -> None:
        """State a single validator. Put several into `input_validators/`, each with the headers."""
        if len(paths) == 1:
            self._stated["validator"] = paths[0]
            return
        tools = self._package.tools
        headers = [path for path in tools if path.endswith(HEADER_SUFFIXES)]
        for number, path in enumerate(paths, 1):
            for file in (path, *headers):
                tools[f"input_validators/{number}/{PurePosixPath(file).name}"] = tools[file]
            if path in self._flags:
                self._flags[f"input_validators/{number}/{PurePosixPath(path).name}"] = self._flags[path]

    def _tool(self, element: Element, kind: str) -> str:
        """Add a program to the tools. Return its path there, empty if it is at fault."""
        path = self._source(element, kind)
        if path and path not in self._package.tools:
            self._package.tools[path] = self._folder.take(path)
            self._flags |= self._built(element, path, path)
        return path

    def _built(self, element: Element, path: str, name: str) -> dict[str, str]:
        """Return the flags of a program in C or C++ by its name, empty if its type states no standard."""
        kind, language = element.all("source")[0].get("type"), LANGUAGES.get(PurePosixPath(path).suffix)
        if not kind or not language or language.name not in ("c", "cpp"):
            return {}
        if (flags := find_type_flags(kind, language.name)) and not reject_id(name, in_folders=True):
            return {name: flags}
        self._note(element, f"{path}: built with the default flags, not by its type {quoted(kind)}")
        return {}

    def _source(self, element: Element, kind: str) -> str:
        """Return the path of an existing source, else report a fault. Its binaries are ignored."""
        source = element.first("source")
        path = source.get("path") if source else ""
        for each in (*element.all("binary"), *element.all("copy")):
            self._take(each.get("path"))
        return path if self._is_there(source or element, path, kind) else ""

    def _take(self, path: str) -> None:
        """Take a file if it exists."""
        if path in self._folder:
            self._folder.take(path)

    def _is_there(self, element: Element, path: str, kind: str) -> bool:
        if path and path in self._folder:
            return True
        self._fault(element, f"expected {kind} as a file of the package, got {quoted(path)}")
        return False

    def _solutions(self) -> str:
        """Put each program into the folder of its verdict. Return the path of the main solution."""
        paths: dict[str, str] = {}
        entries: dict[str, dict[str, str]] = {}
        for element in self._root.all("assets", "solutions", "solution"):
            tag, path = element.get("tag"), self._source(element, "the solution")
            if tag not in _FOLDERS:
                self._fault(element, partial(unknown, "one of the tags", tag, _FOLDERS))
            elif path:
                file = self._folder.take(path)
                self._take(path + _NOTES)
                if reason := _reject_solution(path, element.all("source")[0].get("type")):
                    self._note(element, f"{path}: not judged: {reason}")
                    continue
                name = f"{_FOLDERS[tag]}/{PurePosixPath(path).name}"
                if name in self._package.programs:
                    self._fault(element, f"expected each solution once, got {name} again")
                paths.setdefault(tag, name)
                if stated := self._settings(element, path, name):
                    entries[name] = stated
                self._package.programs |= {name: file, **self._beside(_FOLDERS[tag])}
        if entries:
            self._package.programs[SUBMISSIONS] = dumped(entries).encode()
        return paths.get("main") or paths.get("accepted", "")

    def _settings(self, element: Element, path: str, name: str) -> dict[str, str]:
        """Return the flags or the interpreter that the type of a solution asks for."""
        if flags := self._built(element, path, name):
            return {"flags": flags[name]}
        kind = element.all("source")[0].get("type")
        if not kind.startswith("python.pypy3") or reject_id(name, in_folders=True):
            return {}
        if find_tool(_PYPY):
            return {"interpreter": _PYPY}
        self._note(element, f"{path}: run by CPython, not by PyPy: {_PYPY} is not installed")
        return {}

    def _beside(self, folder: str) -> dict[str, Source]:
        """Return the headers to put next to the solutions in a folder."""
        found = ((PurePosixPath(path).name, self._folder.take(path)) for path in self._headers)
        return {f"{folder}/{name}": path for name, path in found}


def _reject_solution(path: str, kind: str) -> str:
    """Return why a solution is not judged, empty if it is."""
    if PurePosixPath(path).suffix not in LANGUAGES:
        return f"expected a program ({listed(LANGUAGES)}), got {kind or 'another'}"
    return f"expected Python 3, got {kind}" if _OLD_PYTHON.match(kind) else ""
