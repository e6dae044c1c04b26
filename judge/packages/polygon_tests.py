"""The tests in a package of Polygon: files, or calls of generators; their groups and points."""

import re
import shlex
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from judge.cases.case_file import NAME, reject_id
from judge.cases.testlib import includes_testlib
from judge.cases.tools import split_words
from judge.model.package_format import TESTDATA
from judge.packages.folders import Folder
from judge.packages.package import Package, Recipe
from judge.packages.xmltree import Element
from judge.platform.errors import Message, counted, quoted, unknown
from judge.running.languages import LANGUAGES
from judge.yaml.text import dumped

_MOST_TESTS = 10_000
_PLACE = re.compile(r"%(?:0([0-9]))?d")
_POLICIES = ("complete-group", "each-test")
# Bounds the time to follow the requirements of groups, which is quadratic.
_MOST_GROUPS = 1000
# Reports a fault on the line of an element.
_Fault = Callable[[Element, Message], None]


class Tests:
    """Puts the tests of a testset into a package whose programs are there."""

    def __init__(self, testset: Element, folder: Folder, package: Package, fault: _Fault) -> None:
        self._testset, self._folder, self._package, self._fault = testset, folder, package, fault

    def read(self, main: str, asking: Collection[str]) -> None:
        """Add the tests. `main` is the program that generates answers, empty if there is none.

        `asking` are the keys of `testdata.yaml` for programs that ask for the testset or the group of a test.
        """
        tests = self._testset.all("tests", "test")
        self._package.reference = main
        number = read_number(self._testset, "test-count", self._fault)
        if number != len(tests) or number > _MOST_TESTS:
            wanted = f"{counted(number, 'test')}, as test-count says, and at most {_MOST_TESTS}"
            self._fault(self._testset.first("tests") or self._testset, f"expected {wanted}, got {len(tests)}")
            return
        inputs, answers = self._pattern("input-path-pattern"), self._pattern("answer-path-pattern")
        if not inputs or not answers:
            return
        groups = Groups(self._testset, self._fault)
        named: list[tuple[Element, str]] = []
        for at, test in enumerate(tests, 1):
            input_path, answer_path = _fill_pattern(inputs, at), _fill_pattern(answers, at)
            stem = PurePosixPath(input_path).name.removesuffix(".in")
            if wrong := reject_id(stem):
                self._fault(self._testset, wrong)
                return
            named.append((test, "/".join(filter(None, (groups.place(test), stem)))))
            self._test(test, named[-1][1], input_path, answer_path, main)
        if stated := groups.stated(named):
            self._package.stated["groups"] = stated
        for place, words in groups.arguments(named) if asking else ():
            flags = dict.fromkeys(asking, shlex.join(words))
            self._package.tests[f"{place}{TESTDATA}"] = dumped(flags).encode()
        if lines := [*self._searched()]:
            self._package.stated["generators"] = lines

    def _test(self, test: Element, name: str, input_path: str, answer_path: str, main: str) -> None:
        """Add the files of a test, or recipes for them."""
        tests, recipes, recipe, wrong = self._package.tests, self._package.recipes, None, ""
        if test.get("cmd"):
            try:
                recipe = self._recipe(test)
                self._package.calls[name] = recipe
            except ValueError as error:
                wrong = str(error)
        if input_path in self._folder:
            tests[f"{name}.in"] = self._folder.take(input_path)
        elif recipe:
            recipes[f"{name}.in"] = recipe
        else:
            wanted = f"the file {input_path} of a test that is not generated"
            self._fault(test, wrong or f"expected {wanted}, got none")
        if answer_path in self._folder:
            tests[f"{name}.a"] = self._folder.take(answer_path)
        elif main:
            recipes[f"{name}.a"] = Recipe(program=main, answers=f"{name}.in")
        else:
            self._fault(
                test, f"expected the file {answer_path}, or a main solution that makes it, got neither"
            )

    def _recipe(self, test: Element) -> Recipe:
        """Return the recipe of a generated test. Raises ValueError with the message."""
        name, *words = split_words(test.get("cmd"))
        programs = [path for path in self._package.tools if path.endswith(tuple(LANGUAGES))]
        stems = [PurePosixPath(path).stem for path in programs]
        if name not in stems:
            raise ValueError(unknown("one of the programs of the package", name, stems))
        return Recipe(program=programs[stems.index(name)], words=tuple(words), written=test.get("from-file"))

    def _searched(self) -> Iterator[str]:
        """Yield calls of testlib generators for `judge stress`: the call of the first test plus a seed."""
        first: dict[str, Recipe] = {}
        for call in self._package.calls.values():
            first.setdefault(call.program, call)
        for path, call in first.items():
            is_plain = call.words and not call.written and "{" not in "".join(call.words)
            if is_plain and includes_testlib(self._folder.data(path) or b""):
                yield shlex.join((path, *call.words)) + " {seed}"

    def _pattern(self, tag: str) -> str:
        """Return a path with one place for the number of a test, empty if it is at fault."""
        element = self._testset.first(tag)
        text = element.text if element else ""
        if len(_PLACE.findall(text)) == text.count("%") == 1:
            return text
        self._fault(element or self._testset, f"expected a path with one %02d as {tag}, got {quoted(text)}")
        return ""


def _fill_pattern(pattern: str, number: int) -> str:
    """Return the path of the test with this number."""
    return _PLACE.sub(lambda place: str(number).zfill(int(place[1] or 1)), pattern)


def read_number(testset: Element, tag: str, fault: _Fault) -> int:
    """Return the positive integer in an element, 1 if it is at fault."""
    element = testset.first(tag)
    text = element.text if element else ""
    if re.fullmatch(r"[0-9]{1,12}", text) and int(text):
        return int(text)
    fault(element or testset, f"expected a number above 0 as {tag}, got {quoted(text)}")
    return 1


class Groups:
    """The groups of a testset. The tests of each go to a folder of the same name, if it is a valid one."""

    def __init__(self, testset: Element, fault: _Fault) -> None:
        self._fault, self._testset = fault, testset.get("name")
        self._elements: dict[str, Element] = {}
        elements = testset.all("groups", "group")
        if len(elements) > _MOST_GROUPS:
            fault(elements[_MOST_GROUPS], f"expected at most {_MOST_GROUPS} groups, got {len(elements)}")
        for element in elements[:_MOST_GROUPS]:
            if element.get("name") in self._elements:
                fault(element, f"expected each group once, got {quoted(element.get('name'))} again")
            if (policy := element.get("points-policy")) not in ("", *_POLICIES):
                fault(element, partial(unknown, "one of the points policies", policy, _POLICIES))
            self._elements[element.get("name")] = element
        self._required = {name: self._all_below(name) for name in self._elements}
        names = dict.fromkeys(
            (*self._elements, *(test.get("group") for test in testset.all("tests", "test")))
        )
        self._places = {
            name: name if re.fullmatch(NAME, name) else f"group-{number}"
            for number, name in enumerate(filter(None, names), 1)
        }

    def place(self, test: Element) -> str:
        """Return the folder of a test, empty if it belongs to no group."""
        return self._places.get(test.get("group"), "")

    def arguments(self, tests: Sequence[tuple[Element, str]]) -> Iterator[tuple[str, Sequence[str]]]:
        """Yield the folders of tests, and what Polygon tells a validator and a checker about their tests."""
        words = ("--testset", self._testset) if self._testset else ()
        yield "", words
        for name in dict.fromkeys(test.get("group") for test, _ in tests):
            if name:
                yield f"{self._places[name]}/", (*words, "--group", name)

    def stated(self, tests: Sequence[tuple[Element, str]]) -> dict[str, dict[str, Any]]:
        """Return the key `groups` of a case file for tests with their names, empty without points."""
        members: dict[str, list[tuple[str, float]]] = {}
        for test, name in tests:
            members.setdefault(test.get("group"), []).append((name, self._points(test)))
        found: dict[str, dict[str, Any]] = {}
        for group, own in members.items():
            required = self._required.get(group, set()) & members.keys()
            others = [place for name, place in self._places.items() if name in required]
            for pattern, own_points in self._counted(group, own):
                if own_points["points"]:
                    found[pattern] = own_points | ({"requires": others} if others else {})
        return found

    def _counted(
        self, group: str, tests: Sequence[tuple[str, float]]
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield points by patterns: one for the group, or one for each test if their points differ."""
        element = self._elements.get(group)
        whole = sum(points for _, points in tests)
        if element and element.get("points-policy") == "complete-group":
            yield self._places[group], {"points": whole or self._points(element), "count": "min"}
        elif group and len({points for _, points in tests}) == 1:
            yield self._places[group], {"points": whole}
        else:
            yield from ((name, {"points": points}) for name, points in tests)

    def _points(self, element: Element) -> float:
        text = element.get("points")
        if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?|", text):
            return float(text or 0)
        self._fault(element, f"expected a number of points from 0 on, got {quoted(text)}")
        return 0.0

    def _all_below(self, group: str) -> set[str]:
        """Return the groups that a group requires, directly or through others."""
        found: set[str] = set()
        left = [group]
        while left:
            current = left.pop()
            for dependency in self._elements[current].all("dependencies", "dependency"):
                name = dependency.get("group")
                if name == group:
                    self._fault(dependency, f"expected no circle of groups, got one through {quoted(name)}")
                elif name not in self._elements:
                    if current == group:
                        self._fault(dependency, partial(unknown, "one of the groups", name, self._elements))
                elif name not in found:
                    found.add(name)
                    left.append(name)
        return found
