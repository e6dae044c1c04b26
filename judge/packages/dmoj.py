"""Problems of DMOJ: `init.yml` in a folder of tests, checkers and other programs.

Sources: https://docs.dmoj.ca/#/problem_format/problem_format, and the judge's behaviour in
https://github.com/DMOJ/judge-server at 4.1.0. Keys of `init.yml` are inherited: a test inherits from its
batch, and a batch from the problem.
"""

import json
import re
from collections.abc import Mapping as AnyMapping
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec.structs import replace

from judge.cases.case_file import FILE, CaseFile
from judge.cases.graders import name_module
from judge.packages.dmoj_checker import STANDARD
from judge.packages.dmoj_programs import ANSWER, GENERATES, INPUT, TALKS, Programs
from judge.packages.dmoj_tests import MARK as MARK
from judge.packages.dmoj_tests import Files, Node, Test, Tests
from judge.packages.folders import Folder
from judge.packages.package import Package, Recipe
from judge.platform import units
from judge.platform.errors import quoted
from judge.platform.files import CASE_BYTES, SETTINGS_BYTES, require
from judge.yaml.text import dumped
from judge.yaml.tree import Mapping, described

_OUTPUT_BYTES = 24 << 20
_MOST_KIB = 1 << 30
_OWN_KEY = re.compile(rb"^(?:pretest_)?(?:test_cases|archive)\b", re.MULTILINE)
# The keys that are read, and in the last line those that no verdict depends on.
_READ = {
    *("archive", "batched", "binary_data", "case_points", "checker", "custom_judge", "dependencies"),
    *("file_io", "generator", "generator_args", "generator_in", "in", "input_format", "interactive", "out"),
    *("output_format", "output_limit_length", "points", "pretest_test_cases", "signature_grader"),
    *("test_cases",),
    *("hints", "meta", "output_prefix_length", "short_circuit", "wall_time_factor"),
}
_NOT_KEPT = {
    "unbuffered": "programs that talk must flush what they print",
    "symlinks": "programs find files with the input, and no other links",
}
# Targets of links that programs open to read their input.
_INPUTS = ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
_RULES = {"standard": "dmoj", "identical": "exact"}
_INPUT_OUTPUT_ANSWER = "{input_file} {output_file} {answer_file}"
_INPUT_ANSWER = "{input_file} {answer_file}"
# Paths of programs among the tools. All sources in the folder _WHOLE are built together.
_DECIDER, _WHOLE, _GRADER, _GENERATORS = "decider", "output_validators/decider", "grader", "generators"
_WRAPPER = "dmoj_checker.py"
# Defined in sources of problems with a signature grader.
_MACRO = "SIGNATURE_GRADER"


def is_problem(folder: Folder) -> bool:
    """Return whether the file has DMOJ's keys: other tools have files of this name, too."""
    return _OWN_KEY.search(folder.data(MARK, SETTINGS_BYTES) or b"") is not None


def read(folder: Folder) -> Sequence[Package]:
    tree = folder.yaml(MARK)
    if isinstance(tree, Mapping):
        return [_Reader(folder, tree).package()]
    if not folder.faults:
        folder.fault(MARK, f"expected a mapping, got {described(tree)}", 1)
    return ()


class _Reader:
    """Reads one problem."""

    def __init__(self, folder: Folder, tree: Mapping) -> None:
        self._folder, self._tree, self._root = folder, tree, Node((tree,))
        self._package = Package(name=folder.name, origin="DMOJ problem")
        self._programs = Programs(folder, self._package)

    def package(self) -> Package:
        stated, before = self._package.stated, len(self._folder.faults)
        self._refuse_python(self._tree)
        self._files = Files(self._folder, self._root)
        tests = Tests(self._folder, self._root, self._files)
        if len(self._folder.faults) > before:
            return self._package
        decided = self._decider([*tests])
        limits = self._programs.add_submissions([*tests], self._graded())
        self._limits(*limits)
        self._package.stated = {**stated, **decided, **tests.points}
        for test in tests:
            self._test(test)
        self._note_unread([*tests])
        return self._package

    def _fault(self, message: str, key: str, node: Node | None = None) -> None:
        self._folder.fault(MARK, message, (node or self._root).line(key))

    def _refuse_python(self, value: Any) -> None:
        """Report keys whose values are Python code."""
        keys = [key for key in value if key.endswith("+")] if isinstance(value, Mapping) else ()
        for key in keys:
            self._fault(f"expected values, got {key}, which is Python that makes them", key, Node((value,)))
        inner = value.values() if isinstance(value, Mapping) else value
        for each in inner if isinstance(value, Mapping | list) else ():
            self._refuse_python(each)

    def _note(self, message: str, key: str = "") -> None:
        line = self._root.line(key) if key else 0
        self._folder.note(MARK, message, line)

    def _limits(self, time_s: float, memory_kib: int) -> None:
        """State the limits. DMOJ keeps them on its site, so take the largest ones of the submissions."""
        stated, unstated = self._package.stated, CaseFile()
        if time_s:
            stated["time"] = units.write_time(min(max(time_s, 0.001), 9999))
        else:
            asked = f"`judge limits {self._folder.name} --set --factor 5 --margin 2`"
            self._note(f"no time limit: {unstated.time} until {asked} or a case file states one")
        if memory_kib:
            stated["memory"] = units.round_size(min(memory_kib, _MOST_KIB) << 10)
        else:
            self._note(f"no memory limit: {unstated.memory} until a case file states one")
        most = self._root.get("output_limit_length")
        if most is None:
            most = _OUTPUT_BYTES
        if isinstance(most, int) and 0 < most <= _MOST_KIB << 10:
            stated["output_limit"] = units.round_size(most)
        else:
            self._fault(f"expected a number of bytes, got {described(most)}", "output_limit_length")
        names = self._root.get("file_io")
        for key in ("input", "output") if isinstance(names, Mapping) else ():
            stated |= {key: str(names[key])} if names.get(key) else {}

    def _decider(self, tests: Sequence[Test]) -> dict[str, Any]:
        """Return the keys of a case file for the checker or the interactor."""
        if "custom_judge" in self._tree:
            got = f"custom_judge: {described(self._tree['custom_judge'])}"
            self._fault(f"expected a judge that runs without DMOJ, got {got}", "custom_judge")
            return {}
        if "interactive" in self._tree:
            return self._bridged(self._root, self._tree["interactive"], "interactive")
        found = self._signature_grader()
        checkers = [_named(test.node.get("checker")) for test in tests]
        names = {name for name, _ in checkers}
        if any(checker != checkers[0] for checker in checkers) and not names <= {*STANDARD}:
            self._fault("expected one checker for all tests, got several", "checker", tests[-1].node)
        elif names == {"bridged"}:
            found |= self._bridged(tests[0].node, checkers[0][1], "checker")
        elif len(names) == 1 and (name := min(names)) in _RULES:
            found["compare"] = _RULES[name]
        else:
            found |= self._in_python(tests, checkers)
        return found

    def _in_python(
        self, tests: Sequence[Test], checkers: Sequence[tuple[str, AnyMapping[str, Any]]]
    ) -> dict[str, Any]:
        """Add checkers that are functions in Python. A file for each test names its checker and arguments."""
        tools = self._package.tools
        tools[f"{_WHOLE}/{_WRAPPER}"] = Path(__file__).with_name(_WRAPPER)
        names = dict.fromkeys(name for name, _ in checkers)
        modules = {name: name if name in STANDARD else f"problem_{name_module(name)}" for name in names}
        for name, module in modules.items():
            if name not in STANDARD:
                source = self._programs.checker(name, tests[0].node, "checker")
                tools[f"{_WHOLE}/{module}.py"] = source
        for test, (name, arguments) in zip(tests, checkers, strict=True):
            words = [modules[name], json.dumps(arguments), f"{test.points:g}"]
            self._package.tests[f"{test.name}.yaml"] = dumped({"output_validator_args": words}).encode()
        return {"checker": f"{_WHOLE}/{_WRAPPER}", "protocol": "cms"}

    def _bridged(self, node: Node, stated: Any, key: str) -> dict[str, Any]:
        """Add a checker or an interactor that is a program."""
        talks = key == "interactive"
        if not isinstance(stated, Mapping):
            self._fault(f"expected a mapping with `files`, got {described(stated)}", key, node)
            return {}
        kind = stated.get("type", "default")
        if kind not in ("default", "testlib", "coci"):
            self._fault(f"expected the type default, testlib or coci, got {described(kind)}", key, node)
        usual = _INPUT_ANSWER if talks and kind != "testlib" else _INPUT_OUTPUT_ANSWER
        words = str(stated.get("args_format_string") or usual)
        if not words.startswith(usual):
            self._fault(f"expected the words {usual} first, got {quoted(words)}", key, node)
        files = stated.get("files")
        place = _DECIDER if talks or not isinstance(files, list) else _WHOLE
        path = self._programs.add_tool(files, stated.get("flags"), place, node, key, TALKS if talks else "")
        protocol = "dmoj" if talks and kind != "testlib" else "testlib"
        found = {"interactor" if talks else "checker": path, "protocol": protocol}
        flags = words.removeprefix(usual).strip()
        return found | ({"checker_flags": flags} if flags else {})

    def _signature_grader(self) -> dict[str, Any]:
        """Add the grader that calls the functions of solutions. A grader in C serves C++, too."""
        stated = self._tree.get("signature_grader")
        if stated is None:
            return {}
        if not isinstance(stated, Mapping) or not stated.keys() >= {"entry", "header"}:
            self._fault(f"expected `entry` and `header`, got {described(stated)}", "signature_grader")
            return {}
        files = [stated["entry"], stated["header"]]
        path = self._programs.add_tool(files, [f"-D{_MACRO}"], _GRADER, self._root, "signature_grader")
        paths = [path]
        if path.endswith(".c"):
            paths.append(str(PurePosixPath(path).with_suffix(".cpp")))
            self._package.tools[paths[1]] = self._package.tools[path]
            self._package.changed[paths[1]] = self._package.changed[path]
        module = name_module(self._package.name)
        return {
            "grader": paths,
            "module": f"{module}_solution" if module == PurePosixPath(path).stem else module,
        }

    def _graded(self) -> str:
        """Return the lines that DMOJ puts before a submission whose functions are called."""
        stated = self._tree.get("signature_grader")
        if not isinstance(stated, Mapping):
            return ""
        main = "" if stated.get("allow_main") else "#define main main_of_the_submission\n"
        return f'#define {_MACRO} 1\n#include "{stated.get("header")}"\n{main}'

    def _test(self, test: Test) -> None:
        """Take the files of a test. Add recipes for generated ones."""
        node, tests = test.node, self._package.tests
        has_both = node.get("in") is not None and node.get("out") is not None
        if node.get("generator") is None or has_both:
            tests[f"{test.name}.in"] = given = self._files.data(node, "in")
            links = node.get("symlinks")
            for link, target in links.items() if isinstance(links, Mapping) else ():
                if not re.search(FILE, link):
                    self._fault(f"expected the name of a file, no path, got {quoted(link)}", "symlinks", node)
                elif target in _INPUTS:
                    tests[f"{test.name}.files/{link}"] = given
            tests[f"{test.name}.out"] = self._files.data(node, "out")
            return
        stated = node.get("generator")
        generator = stated if isinstance(stated, Mapping) else {"source": stated}
        words = node.get("generator_args") or generator.get("args") or []
        files, flags = generator.get("source"), generator.get("flags")
        program = self._programs.add_tool(files, flags, _GENERATORS, node, "generator", GENERATES)
        given = self._files.data(node, "generator_in" if node.get("generator_in") else "in", as_it_is=True)
        recipe = Recipe(
            program=program,
            words=tuple(map(str, words if isinstance(words, list) else [words])),
            input=given if isinstance(given, bytes) else require(given, CASE_BYTES),
            written=INPUT,
        )
        self._package.recipes[f"{test.name}.in"] = recipe
        if node.get("out") is None:
            self._package.recipes[f"{test.name}.out"] = replace(recipe, written=ANSWER, may_be_empty=True)
        else:
            tests[f"{test.name}.out"] = self._files.data(node, "out")

    def _note_unread(self, tests: Sequence[Test]) -> None:
        for key, why in _NOT_KEPT.items():
            if self._root.says(key):
                self._note(f"not kept: {key}: {why}", key)
        known = _READ | _NOT_KEPT.keys()
        levels = [self._tree, *(level for test in tests for level in test.node.levels[:-1])]
        named = {key: level.lines[key][0] for level in reversed(levels) for key in level}
        others = sorted(named.keys() - known, key=named.__getitem__)
        self._folder.note_keys(MARK, {key: named[key] for key in others})


def _named(stated: Any) -> tuple[str, AnyMapping[str, Any]]:
    """Return the name of a checker and its arguments."""
    if isinstance(stated, Mapping):
        arguments = stated.get("args")
        return str(stated.get("name")), arguments if isinstance(arguments, Mapping) else {}
    return str(stated or "standard"), {}
