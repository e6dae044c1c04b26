"""Problems of library-checker-problems: `info.toml`, with generators and solutions that make the tests.

Source: https://github.com/yosupo06/library-checker-problems, `generate.py` and docs/.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from judge.cases.case_file import reject_id
from judge.packages.folders import Folder
from judge.packages.package import Package, Recipe, Source
from judge.platform import units
from judge.platform.decoding import from_toml
from judge.platform.errors import FormatError, counted, listed, quoted
from judge.platform.files import SETTINGS_BYTES, SOURCE_BYTES, require
from judge.running.languages import LANGUAGES
from judge.running.languages.base import HEADER_SUFFIXES
from judge.solutions.submissions_file import NAME as SUBMISSIONS
from judge.yaml.text import dumped
from judge.yaml.tree import described

MARK = "info.toml"
# The site's memory limit, and an output limit, which it does not state.
_MEMORY, _OUTPUT_LIMIT = "1GiB", "64MiB"
_MOST_TESTS = 10_000
# The flags of the repository's script, except those for warnings.
_FLAGS = "-O2 -std=c++17"
# An include of a header by its path in another folder.
_ELSEWHERE = re.compile(rb'(#[ \t]*include[ \t]*")[^"\n]*/([^"/\n]+")')
_MACRO = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WORDS = {"AC": "AC", "WA": "WA", "TLE": "TLE", "RE": "RTE"}
_READ = {"title", "timelimit", "forum", "id", "tests", "solutions", "params", "checker", "verifier"}
_READ |= {"solution", "verify"}
# The grader, and the name by which it includes the solution.
_GRADER, _FUNCTION = "grader/grader.cpp", "solve.cpp"
# The folder of all generators, validators and checkers, which share their headers.
_TOOLS = "files"


def is_problem(folder: Folder) -> bool:
    return folder.has_folder("gen") or folder.has_folder("sol")


def read(folder: Folder) -> Sequence[Package]:
    data = folder.data(MARK, SETTINGS_BYTES)
    if data is None:
        return ()
    try:
        document = from_toml(data)
    except FormatError as error:
        folder.fault(MARK, f"expected TOML, got a fault: {error.message}", error.line)
        return ()
    return [_Reader(folder, document).package()]


class _Reader:
    """Reads one problem."""

    def __init__(self, folder: Folder, document: dict[str, Any]) -> None:
        self._folder, self._document = folder, document
        self._package = Package(name=folder.name, origin="library-checker problem")
        self._functions: dict[str, Source] = {}
        self._flags: dict[str, str] = {}
        self._headers = self._all_headers()

    def package(self) -> Package:
        stated = self._package.stated
        if title := self._document.get("title"):
            stated["problem"] = str(title)
        time_s: Any = self._document.get("timelimit")
        is_number = isinstance(time_s, int | float) and not isinstance(time_s, bool) and 0 < time_s < 1e6
        text = units.write_time(time_s) if is_number else ""
        if re.match(units.TIME, text):
            stated["time"] = text
        else:
            message = f"expected a number of seconds above 0 as timelimit, got {described(time_s)}"
            self._fault(message, "timelimit")
        stated |= {"memory": _MEMORY, "output_limit": _OUTPUT_LIMIT}
        checker = self._tool("checker", "checker.cpp")
        if checker:
            stated |= {"checker": checker, "protocol": "testlib"}
        if (verifier := str(self._document.get("verifier", "verifier.cpp"))) in self._folder:
            stated["validator"] = self._kept(verifier)
        self._tests(self._solutions())
        if self._flags:
            stated["flags"] = self._flags
        self._folder.note_keys(MARK, dict.fromkeys((key for key in self._document if key not in _READ), 0))
        self._beside(self._package.tools, f"{_TOOLS}/")
        self._beside(self._package.programs, "")
        self._package.programs |= self._functions
        return self._package

    def _fault(self, message: str, word: str = "") -> None:
        """Report a fault on the first line with `word`, a key or a name."""
        text = require(self._folder.files[MARK], SETTINGS_BYTES)
        found = word and re.search(rb"(?<![\w./-])%b(?![\w./-])" % re.escape(word.encode()), text)
        self._folder.fault(MARK, message, text.count(b"\n", 0, found.start()) + 1 if found else 0)

    def _tables(self, key: str) -> Iterator[dict[str, Any]]:
        """Yield the tables of a list. Report those without a valid name."""
        tables = self._document.get(key, [])
        for table in tables if isinstance(tables, list) else [tables]:
            name = table.get("name") if isinstance(table, dict) else None
            if isinstance(name, str) and not reject_id(name):
                yield table
            else:
                self._fault(
                    f"expected tables with a name as {key}, got {described(name or table)}", str(name or key)
                )

    def _tool(self, key: str, usual: str) -> str:
        name = str(self._document.get(key, usual))
        if name in self._folder:
            return self._kept(name)
        self._fault(f"expected the {key} as a file of the folder, got {quoted(name)}", name)
        return ""

    def _kept(self, name: str) -> str:
        """Add a program to the tools. Return its path there."""
        path = f"{_TOOLS}/{PurePosixPath(name).name}"
        if name.endswith(".cpp"):
            self._flags[path] = _FLAGS
        if path in self._package.tools:
            self._folder.fault(name, "expected programs of different names, got one of the same")
        self._package.tools[path] = self._flat(name)
        if (built := name.rpartition(".")[0]) in self._folder:
            self._folder.take(built)
        return path

    def _flat(self, name: str) -> Source:
        """Return a source with includes changed to headers in its own folder."""
        source = self._folder.data(name) or b""
        flat = _ELSEWHERE.sub(rb"\1\2", source)
        return self._folder.take(name) if flat == source else flat

    def _solutions(self) -> str:
        """Add the solutions and their expected verdicts. Return the path of the correct one."""
        found = [name for suffix in LANGUAGES if (name := f"sol/correct{suffix}") in self._folder]
        names = [PurePosixPath(name).name for name in found]
        entries: dict[str, dict[str, list[str]]] = {}
        for table in self._tables("solutions"):
            name = table["name"]
            if f"sol/{name}" not in self._folder:
                self._fault(f"expected the solution sol/{name}, got none", name)
            elif wrong := self._wrong(table):
                self._folder.leave(f"sol/{name}", f"not judged: {wrong}")
            else:
                program = PurePosixPath(name).stem if table.get("function") else name
                if program == name:
                    names.append(name)
                else:
                    self._functions |= self._called(name, program)
                if entry := self._entry(table):
                    entries[program] = entry
        self._package.programs |= {name: self._flat(f"sol/{name}") for name in names}
        patterns = ["*.cpp"] * any(name.endswith(".cpp") for name in names) + ["*/main.cpp"] * bool(
            self._functions
        )
        if entries or patterns:
            whole = entries | {pattern: {"flags": _FLAGS} for pattern in patterns}
            self._package.programs[SUBMISSIONS] = dumped(whole).encode()
        return names[0] if found else ""

    def _wrong(self, table: dict[str, Any]) -> str:
        """Return why a solution is not judged, empty if it is."""
        if not table.get("function"):
            return "" if table["name"].endswith(tuple(LANGUAGES)) else f"is none of {listed(LANGUAGES)}"
        is_called = _GRADER in self._folder and table["name"].endswith(".cpp")
        return "" if is_called else f"is a function, which {_GRADER} calls in C++"

    def _called(self, name: str, program: str) -> dict[str, Source]:
        """Return a function with its grader: a folder `program` with several files."""
        files = {"main.cpp": self._flat(_GRADER), _FUNCTION: self._flat(f"sol/{name}")}
        for header in self._folder.files:
            if header.startswith("grader/") and header.endswith(HEADER_SUFFIXES):
                files[PurePosixPath(header).name] = self._flat(header)
        self._beside(files, "")
        return {f"{program}/{file}": source for file, source in files.items()}

    def _entry(self, table: dict[str, Any]) -> dict[str, list[str]]:
        """Return the permitted and required verdicts of a solution, empty for a correct one."""
        expected = str(table.get("expect", "AC"))
        if expected not in _WORDS:
            self._fault(
                f"expected one of {listed(_WORDS)} of {table['name']}, got {quoted(expected)}", table["name"]
            )
        if table.get("wrong"):
            return {"required": ["WA", "TLE", "RTE"]}
        allowed = [word for word in _WORDS if word in ("AC", expected) or table.get(f"allow_{word.lower()}")]
        entry = {"permitted": [_WORDS[word] for word in allowed]} if allowed != ["AC"] else {}
        required = [_WORDS[expected]] if _WORDS.get(expected, "AC") != "AC" else []
        return entry | ({"required": required} if required else {})

    def _tests(self, right: str) -> None:
        number, before = 0, len(self._folder.faults)
        self._package.reference = right
        calls = []
        for table in self._tables("tests"):
            amount = table.get("number")
            if not isinstance(amount, int) or amount < 1 or (number := number + amount) > _MOST_TESTS:
                wanted = f"a number from 1 on, {counted(_MOST_TESTS, 'test')} together at most"
                message = f"expected {wanted}, for {table['name']}, got {described(amount)}"
                self._fault(message, table["name"])
                return
            call = self._test(table["name"], amount, right)
            calls += [f"{call} {{seed}}"] if call else []
        if calls:
            self._package.stated["generators"] = calls
        if not right and any(recipe.answers for recipe in self._package.recipes.values()):
            self._fault("expected sol/correct.cpp, which makes the answers, got none")
        if not number and len(self._folder.faults) == before:
            self._fault("expected tests, got none")

    def _test(self, name: str, amount: int, right: str) -> str:
        """Add the tests of one generator. Return its path among the tools, empty if the tests are files."""
        tests, recipes = self._package.tests, self._package.recipes
        generator = ""
        if not name.endswith(".in"):
            if f"gen/{name}" not in self._folder or not name.endswith(tuple(LANGUAGES)):
                self._fault(f"expected the generator gen/{name}, got none", name)
                return ""
            generator = self._kept(f"gen/{name}")
        for number in range(amount):
            case = f"{PurePosixPath(name).stem}_{number:02}"
            call = Recipe(program=generator, words=(str(number),))
            if generator:
                self._package.calls[case] = call
            asked = f"in/{case}.in" if f"in/{case}.in" in self._folder else f"gen/{case}.in"
            if asked in self._folder:
                tests[f"{case}.in"] = self._folder.take(asked)
            elif generator:
                recipes[f"{case}.in"] = call
            else:
                self._fault(f"expected the file gen/{case}.in, got none", name)
            if f"out/{case}.out" in self._folder:
                tests[f"{case}.out"] = self._folder.take(f"out/{case}.out")
            else:
                recipes[f"{case}.out"] = Recipe(program=right, answers=f"{case}.in")
        return generator

    def _all_headers(self) -> dict[str, Source]:
        """Return the headers of the folder, the shared headers of all problems, and the parameters."""
        found: dict[str, Source] = {}
        if self._folder.root == self._folder.shown:
            common = self._folder.root.resolve().parent.parent / "common"
            if common.is_dir() and not common.is_symlink():
                shared = Folder(common, [])
                headers = (name for name in shared.files if name.endswith(HEADER_SUFFIXES))
                found = {PurePosixPath(name).name: shared.files[name] for name in headers}
        for name in self._folder.files:
            if name.endswith(HEADER_SUFFIXES) and not name.startswith("grader/"):
                found[PurePosixPath(name).name] = self._flat(name)
        return found | {"params.h": "".join(self._parameters()).encode()}

    def _parameters(self) -> Iterator[str]:
        """Yield the macros for the parameters, as the repository's script writes them."""
        stated = self._document.get("params", {})
        for name, value in stated.items() if isinstance(stated, dict) else ():
            if isinstance(value, int) and not isinstance(value, bool):
                text = f"(long long){value}"
            elif isinstance(value, float):
                text = f"{value}"
            elif isinstance(value, str) and value.isprintable() and not {*value} & {*'"\\'}:
                text = f'"{value}"'
            else:
                text = ""
            if text and _MACRO.fullmatch(name):
                yield f"#define {name} {text}\n"
            else:
                got = f"{quoted(name)} = {described(value)}"
                self._fault(f"expected a name with a number or a plain text among params, got {got}", name)

    def _beside(self, programs: dict[str, Source], place: str) -> None:
        """Add the headers that programs name, directly or through other headers, next to them."""
        unread = [*programs.values()]
        while unread:
            text = _bytes_of(unread.pop())
            for name, source in self._headers.items():
                if place + name not in programs and name.encode() in text:
                    programs[place + name] = source
                    unread.append(source)


def _bytes_of(source: Source) -> bytes:
    return source if isinstance(source, bytes) else require(source, SOURCE_BYTES)
