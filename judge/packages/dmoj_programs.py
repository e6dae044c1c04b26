"""Programs of a DMOJ problem: checkers, interactors, generators, and submissions of DMOJ's test suite.

Source: https://github.com/DMOJ/judge-server, `dmoj/utils/helper_files.py` and `dmoj/testsuite.py`, at 4.1.0.
"""

import ast
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from judge.packages.dmoj_checker import MODULES, UNKNOWN
from judge.packages.dmoj_tests import MARK, Node, Test
from judge.packages.folders import Folder
from judge.packages.package import Package, Source
from judge.platform.errors import listed, quoted
from judge.running.languages import LANGUAGES
from judge.running.languages.base import HEADER_SUFFIXES
from judge.solutions.submissions_file import NAME as SUBMISSIONS
from judge.yaml.text import dumped
from judge.yaml.tree import Mapping as Tree

_C_SUFFIXES = (".c", ".cpp", ".cc", ".cxx")
_DEFINE = re.compile(r"-D([A-Za-z_][A-Za-z0-9_]*)(?:=([^\r\n]*))?")
# A generator prints the input, and the answer to its standard error: both become files. DMOJ builds
# interactors so that they need not flush. Each change is a text to append to C and a text to put before
# Python.
INPUT, ANSWER = "input", "answer"
GENERATES, TALKS = "generates", "talks"
_CHANGES = {
    GENERATES: (
        f"""
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
__attribute__((constructor)) static void judge_redirects_streams(void) {{
    dup2(open("{INPUT}", O_WRONLY | O_CREAT, 0600), 1);
    dup2(open("{ANSWER}", O_WRONLY | O_CREAT, 0600), 2);
    setvbuf(stderr, 0, _IOFBF, 1 << 16);
}}
""",
        "import os as _o; "
        f'[_o.dup2(_o.open(n, _o.O_WRONLY | _o.O_CREAT), f) for n, f in (("{INPUT}", 1), ("{ANSWER}", 2))]\n',
    ),
    TALKS: (
        """
#include <stdio.h>
__attribute__((constructor)) static void judge_empties_buffers(void) { setvbuf(stdout, 0, _IONBF, 0); }
""",
        "import sys as _s; _s.stdout.reconfigure(line_buffering=True)\n",
    ),
}
_FUTURE = re.compile(rb"^from __future__ import .*\n", re.MULTILINE)
# WA is missing: DMOJ's WA includes PE, and no folder says that. A program out of memory may also crash.
_FOLDERS = {
    "AC": "accepted",
    "TLE": "time_limit_exceeded",
    "MLE": "run_time_error",
    "OLE": "output_limit_exceeded",
    "RTE": "run_time_error",
    "IR": "run_time_error",
    "CE": "compile_error",
}
_WORDS = {"AC": "AC", "WA": "WA", "TLE": "TLE", "MLE": "RTE", "OLE": "RTE", "RTE": "RTE", "IR": "RTE"}
_OLD_PYTHON = ("PY2", "PYPY", "PYPY2")


class Programs:
    """Takes programs from a folder into a package. What is at fault is reported on the line of `node`."""

    def __init__(self, folder: Folder, package: Package) -> None:
        self._folder, self._package = folder, package

    def add_tool(self, files: Any, flags: Any, place: str, node: Node, key: str, change: str = "") -> str:
        """Put a program into a folder of the tools and return its path, empty where it is at fault.

        `files` are its sources and headers. A generator is changed so that it writes two files.
        """
        names = [str(PurePosixPath(str(name))) for name in (files if isinstance(files, list) else [files])]
        for name in names:
            if name not in self._folder:
                self._fault(f"expected a file of the problem, got none by the name {quoted(name)}", node, key)
                return ""
        sources = [name for name in names if not name.endswith(HEADER_SUFFIXES)]
        suffixes = {PurePosixPath(name).suffix for name in sources}
        if (
            not sources
            or not suffixes <= {*LANGUAGES}
            or (change == GENERATES and not suffixes <= {*_C_SUFFIXES, ".py"})
        ):
            wanted = listed([*_C_SUFFIXES, ".py"] if change == GENERATES else [*LANGUAGES])
            self._fault(f"expected a program ({wanted}), got {listed(names)}", node, key)
            return ""
        for name in names:
            path = f"{place}/{PurePosixPath(name).name}"
            own = change if name == sources[0] else ""
            self._package.tools[path] = self._changed(name, flags, node, key, own)
            self._package.changed[path] = self._folder.files[name]
        return f"{place}/{PurePosixPath(sources[0]).name}"

    def checker(self, name: str, node: Node, key: str) -> bytes:
        """Return the source of a checker in Python, empty where it is at fault."""
        source = (self._folder.data(name) if name in self._folder else None) or b""
        if name not in self._folder:
            self._fault(f"expected a checker of DMOJ's or a file, got {quoted(name)}", node, key)
        elif missing := _find_missing_name(source):
            wanted = "a checker that runs without DMOJ"
            self._fault(f"expected {wanted}, got {quoted(name)}, which needs {missing}", node, key)
        return source

    def _fault(self, message: str, node: Node, key: str) -> None:
        self._folder.fault(MARK, message, node.line(key))

    def _changed(self, name: str, flags: Any, node: Node, key: str, change: str) -> Source:
        """Return a source with a change, and in C and C++ with the macros that its flags define."""
        path, suffix, macros = self._folder.take(name), PurePosixPath(name).suffix, ""
        in_c, in_python = _CHANGES.get(change, ("", ""))
        for flag in map(str, flags if isinstance(flags, list) and suffix in _C_SUFFIXES else ()):
            if found := _DEFINE.fullmatch(flag):
                macros += f"#define {found[1]} {1 if found[2] is None else found[2]}\n"
            else:
                self._folder.note(MARK, f"not kept: the flag {quoted(flag)} of {name}", node.line(key))
        if not (macros or change):
            return path
        data = self._folder.data(name) or b""
        if suffix in _C_SUFFIXES:
            return macros.encode() + b"#line 1\n" * bool(macros) + data + in_c.encode()
        if suffix != ".py":
            return path
        start = max((found.end() for found in _FUTURE.finditer(data)), default=0)
        return data[:start] + in_python.encode() + data[start:]

    def add_submissions(self, tests: Sequence[Test], prefix: str) -> tuple[float, int]:
        """Take the programs of a test suite, in C and C++ with a prefix. Return their largest limits."""
        entries: dict[str, Any] = {}
        time_s, memory_kib = 0.0, 0
        for place in self._folder.folders("tests"):
            stated: Any = {}
            names = (f"tests/{place}/{name}" for name in ("test.yml", "test.posix.yml", "test.linux.yml"))
            for tree in [self._folder.yaml(name) for name in names if name in self._folder]:
                stated |= tree if isinstance(tree, Tree) else {}
            files = stated.get("source", [])
            for file in map(str, files if isinstance(files, list) else [files]):
                if why := self._not_judged(stated, f"tests/{place}/{file}"):
                    self._folder.leave(f"tests/{place}", why)
                else:
                    number = f"-{PurePosixPath(file).stem}" if isinstance(files, list) and files[1:] else ""
                    name = f"{place}{number}{PurePosixPath(file).suffix}"
                    self._submission(f"tests/{place}/{file}", name, stated, tests, prefix, entries)
                    time_s = max(time_s, _number(stated.get("time")))
                    memory_kib = max(memory_kib, int(_number(stated.get("memory"))))
        if entries:
            self._package.programs[SUBMISSIONS] = dumped(entries).encode()
        return time_s, memory_kib

    def _not_judged(self, stated: Mapping[str, Any], name: str) -> str:
        if name not in self._folder:
            return f"not judged: expected the source {name}, got none"
        language = str(stated.get("language"))
        if language in _OLD_PYTHON or not name.endswith(tuple(LANGUAGES)):
            return f"not judged: expected a program in one of the languages here, got {language}"
        if stated.get("expect") == "IE":
            return "not judged: expected a verdict, got IE, a failure of the judge"
        return "not judged: skipped" if stated.get("skip") else ""

    def _submission(
        self,
        path: str,
        name: str,
        stated: Mapping[str, Any],
        tests: Sequence[Test],
        prefix: str,
        entries: dict[str, Any],
    ) -> None:
        """Take a program into the folder of its verdict, or with an entry of what each test may give it."""
        source: Source = self._folder.take(path)
        if prefix and path.endswith(_C_SUFFIXES):
            source = prefix.encode() + b"#line 1\n" + (self._folder.data(path) or b"")
        expect, cases = stated.get("expect", "AC"), stated.get("cases")
        cases = cases if isinstance(cases, list | Tree) else {}
        is_partial = bool({"points", "score", "score_cases"} & stated.keys())
        if isinstance(expect, str) and expect in _FOLDERS and not cases and not is_partial:
            self._put(f"{_FOLDERS[expect]}/{name}", source, path)
            return
        self._put(name, source, path)
        given = enumerate(cases, 1) if isinstance(cases, list) else cases.items()
        by_test = {str(key): codes for key, codes in given}
        entries[name] = {"permitted": ["AC", "WA", "TLE", "RTE"]}
        for number, test in enumerate(tests, 1):
            codes = by_test.get(str(number), expect)
            named = [*map(str, codes if isinstance(codes, list) else [codes])]
            words = {_WORDS[code] for code in named if code in _WORDS} | ({"WA"} if is_partial else set())
            if words and not {"SC", "*"} & {*named}:
                entries[name][test.name] = {"permitted": sorted(words)}

    def _put(self, name: str, source: Source, path: str) -> None:
        self._package.programs[name] = source
        self._package.changed[name] = self._folder.files[path]


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and value > 0 else 0


def _find_missing_name(source: bytes) -> str:
    """Return what a checker needs that only DMOJ has; empty for one that runs without it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "another version of Python"
    return next((name for node in ast.walk(tree) for name in _unknown(node)), "")


def _unknown(node: ast.AST) -> Iterator[str]:
    """Yield the modules and arguments of DMOJ's that are not here, as far as a node needs them."""
    match node:
        case ast.Import(names=names):
            yield from (each.name for each in names if _is_missing(each.name))
        case ast.ImportFrom(module=str(module), names=names, level=0):
            for each in names:
                name = f"{module}.{each.name}"
                if each.name not in MODULES.get(module, ()) and _is_missing(name):
                    yield name
        case ast.Subscript(value=ast.Name(id="kwargs"), slice=ast.Constant(value=name)) if name in UNKNOWN:
            yield str(name)
        case ast.FunctionDef(name="check", args=arguments):
            named = {each.arg for each in (*arguments.args, *arguments.kwonlyargs)} & {*UNKNOWN}
            names_used = (each.id for each in ast.walk(node) if isinstance(each, ast.Name))
            yield from (name for name in names_used if name in named)


def _is_missing(module: str) -> bool:
    return module.partition(".")[0] == "dmoj" and module not in MODULES
