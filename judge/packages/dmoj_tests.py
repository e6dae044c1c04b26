"""The tests of a DMOJ problem: listed or found by patterns, in its folder or its archive, with their points.

Source: https://github.com/DMOJ/judge-server, `dmoj/problem.py` and `dmoj/judge.py`, at 4.1.0.
"""

import atexit
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from judge.model.points import MOST_POINTS
from judge.packages.folders import Folder
from judge.packages.package import Source
from judge.platform.errors import quoted
from judge.platform.files import CASE_BYTES, require
from judge.running import builds
from judge.yaml.tree import BOOLEANS, Mapping, described

MARK = "init.yml"
_PATTERN = r"^(?=.*?\.{0}|{0}).*?(?:(?:^|\W)(?P<batch>\d+)[^\d\s]+)?(?P<case>\d+)[^\d\s]*$"
_LETTERS_MATCHED = 200
# A pattern can take years on one name, and only another process can be stopped then.
_MATCHER = """\
import json, re, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
pattern, names = json.load(sys.stdin)
try:
    match = re.compile(pattern, re.IGNORECASE).match
    found = {name: found.groupdict() for name in names if (found := match(name))}
except Exception as error:
    sys.exit(str(error))
json.dump(found, sys.stdout)
"""
_until_exit = ExitStack()
atexit.register(_until_exit.close)


class Node(NamedTuple):
    """A test with the levels above it: its batch and the problem. The nearest level with a key counts."""

    levels: tuple[Mapping, ...]

    def get(self, key: str) -> Any:
        return next((level[key] for level in self.levels if key in level), None)

    def line(self, key: str) -> int:
        return next((level.lines[key][0] for level in self.levels if key in level), self.levels[0].line)

    def says(self, key: str) -> bool:
        value = self.get(key)
        return bool(BOOLEANS.get(value, value) if isinstance(value, str) else value)


class Test(NamedTuple):
    """A test with its name, in the folder of its batch if it has one. `points` count for the whole batch."""

    name: str
    node: Node
    points: float


class _Item(NamedTuple):
    """A test by itself, or a batch of tests."""

    node: Node
    tests: Sequence[Node]
    points: float

    @property
    def is_batch(self) -> bool:
        return "batched" in self.node.levels[0]


class Files:
    """The files of tests by their names in `init.yml`."""

    def __init__(self, folder: Folder, root: Node) -> None:
        self._folder, self.archive = folder, str(root.get("archive") or "")
        if self.archive and self.archive not in folder:
            got = quoted(self.archive)
            folder.fault(
                MARK, f"expected an archive in the folder, got none by the name {got}", root.line("archive")
            )
        elif self.archive:
            try:
                folder.unpack(self.archive, _until_exit.enter_context(builds.workplace()))
            except OSError as error:
                folder.fault(self.archive, f"expected a place for its files, got: {error.strerror}")

    def names(self) -> list[str]:
        """Return the names of the files in the archive."""
        start = f"{self.archive}/"
        return [
            name.removeprefix(start) for name in self._folder.files if self.archive and name.startswith(start)
        ]

    def data(self, node: Node, key: str, *, as_it_is: bool = False) -> Source:
        """Return the file that a key names, empty if it names none. A missing file is a fault.

        Line ends are changed to LF unless the data is binary.
        """
        if node.get(key) is None:
            return b""
        name = str(PurePosixPath(str(node.get(key))))
        place = next((each for each in (name, f"{self.archive}/{name}") if each in self._folder), "")
        if not place:
            where = f" or in {self.archive}" if self.archive else ""
            message = f"expected a file of the problem{where}, got none by the name {quoted(name)}"
            self._folder.fault(MARK, message, node.line(key))
            return b""
        path = self._folder.take(place)
        if as_it_is or node.says("binary_data"):
            return path
        data = require(path, CASE_BYTES)
        lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        lines += b"" if not data or lines.endswith(b"\n") else b"\n"
        if lines == data:
            return path
        if place == name:
            return lines
        path.write_bytes(lines)  # unpacked by this process alone
        return path


class Tests:
    """The tests in the order in which DMOJ runs them, and the points by the keys of a case file."""

    def __init__(self, folder: Folder, root: Node, files: Files) -> None:
        self._folder, self._root, self._files = folder, root, files
        items = [*self._items("pretest_test_cases", points=0), *self._items("test_cases")]
        width = len(str(len(items)))
        self._named = {f"{number:0{width}}": item for number, item in enumerate(items, 1)}
        if not items and not folder.faults:
            self._fault("expected tests, got none", root, "test_cases")
        self.points = self._points()

    def __iter__(self) -> Iterator[Test]:
        for name, item in self._named.items():
            width = len(str(len(item.tests)))
            for number, node in enumerate(item.tests, 1):
                own = f"{name}/{number:0{width}}" if item.is_batch else name
                yield Test(own, node, item.points)

    def _fault(self, message: str, node: Node, key: str) -> None:
        self._folder.fault(MARK, message, node.line(key))

    def _items(self, key: str, points: float | None = None) -> Iterator[_Item]:
        stated = self._root.get(key)
        if key == "test_cases" and not isinstance(stated, list):
            stated = self._matched(stated)
        for each in stated if isinstance(stated, list) else ():
            if not isinstance(each, Mapping):
                self._fault(f"expected a mapping for each test, got {described(each)}", self._root, key)
                continue
            node = Node((each, *self._root.levels))
            batched = each.get("batched", [each])
            if not isinstance(batched, list) or not all(isinstance(test, Mapping) for test in batched):
                self._fault(f"expected a list of tests, got {described(batched)}", node, "batched")
                continue
            tests = [Node((test, *node.levels)) for test in batched] if "batched" in each else [node]
            yield _Item(node, tests, self._number(node) if points is None else points)

    def _number(self, node: Node) -> float:
        value = node.get("points")
        value = 1 if value is None else value
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MOST_POINTS:
            return float(value)
        self._fault(f"expected a number of points from 0 on, got {described(value)}", node, "points")
        return 0

    def _points(self) -> dict[str, Any]:
        """Return the points. On DMOJ a failed test without points ends the run: later tests require it."""
        found: dict[str, Any] = {}
        decisive: list[str] = []
        batches: list[str] = []
        for name, item in self._named.items():
            found[name] = {"points": item.points, "count": "min"}
            if requires := [*dict.fromkeys((*decisive, *self._required(item, batches)))]:
                found[name]["requires"] = requires
            batches += [name] if item.is_batch else []
            decisive += [] if item.points else [name]
        points = [item.points for item in self._named.values()]
        if not batches and not decisive and len({*points}) == 1:
            return {"points": sum(points)}
        return {"groups": found}

    def _required(self, item: _Item, batches: Sequence[str]) -> Iterator[str]:
        stated = item.node.get("dependencies")
        for number in stated if item.is_batch and isinstance(stated, list) else ():
            if isinstance(number, int) and 1 <= number <= len(batches):
                yield batches[number - 1]
            else:
                wanted = "the number of a batch before this one"
                self._fault(f"expected {wanted}, got {described(number)}", item.node, "dependencies")

    def _matched(self, stated: Any) -> list[Mapping]:
        """Return the tests whose files in the archive match two patterns."""
        own = Node((stated, *self._root.levels) if isinstance(stated, Mapping) else self._root.levels)
        found: dict[Any, dict[Any, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
        batches = set()
        for key, side in (("input_format", "in"), ("output_format", "out")):
            try:
                matched = _match_names(own.get(key) or _PATTERN.format(side), self._files.names())
            except ValueError as error:
                self._fault(f"expected a pattern, got a fault: {error}", own, key)
                return []
            for name, groups in matched.items():
                batch, case = (_position(groups.get(group)) for group in ("batch", "case"))
                batches |= {batch} - {None}
                found[case if batch is None else batch][case][side] = name
        points = own.get("case_points")
        given = iter(points) if isinstance(points, list) else iter(())
        mappings = []
        for place in sorted(found, key=_order):
            cases = [self._mapping(found[place][case]) for case in sorted(found[place], key=_order)]
            if place in batches:
                cases = [self._mapping({"batched": cases})]
            if (counted := next(given, None)) is not None:
                cases[0] |= {"points": counted}
                cases[0].lines["points"] = cases[0].lines[next(iter(cases[0]))]
            mappings += cases
        return mappings

    def _mapping(self, values: dict[str, Any]) -> Mapping:
        line = self._root.line("test_cases")
        mapping = Mapping(line)
        mapping |= values
        mapping.lines |= dict.fromkeys(values, (line, line))
        return mapping


def _match_names(pattern: object, names: Sequence[str]) -> dict[str, dict[str, str | None]]:
    """Return the groups of a regular expression in each name that it matches. Raises ValueError."""
    asked = json.dumps((pattern, [name for name in names if len(name) <= _LETTERS_MATCHED]))
    argv = [sys.executable, "-I", "-S", "-c", _MATCHER]
    done = subprocess.run(argv, input=asked, capture_output=True, text=True, check=False)
    if done.returncode < 0:
        raise ValueError("it takes longer than a second")
    if done.returncode:
        raise ValueError(done.stderr.strip())
    groups: dict[str, dict[str, str | None]] = json.loads(done.stdout)
    return groups


def _position(text: str | None) -> int | str | None:
    return int(text) if text and text.isascii() and text.isdigit() else text


def _order(place: Any) -> tuple[bool, Any]:
    """Return a sort key. Words come before numbers, as on DMOJ."""
    return isinstance(place, int), place
