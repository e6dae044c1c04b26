"""Plans of tests: the file `generators.yaml` of BAPCtools.

Source: https://github.com/RagnarGrootKoerkamp/BAPCtools, doc/generators.md, doc/generators.yaml and
generators.cue. Tests have the names and seeds that `bt generate` gives them.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count as numbers
from itertools import repeat
from pathlib import PurePosixPath
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from judge.cases.case_file import reject_id
from judge.cases.naming import INVALID_INPUT, INVALID_OUTPUT, OF_VALIDATORS, VALID_OUTPUT
from judge.model.package_format import TEST_FOLDERS, TEST_GROUP, TESTDATA
from judge.packages.plan_entries import (
    TEXTS,
    Config,
    PlannedTest,
    as_plain,
    is_inner,
    read_config,
    read_counts,
    read_tests,
    suffix_counts,
)
from judge.platform.errors import Fault, counted, quoted, unknown
from judge.platform.files import CASE_FILE_BYTES
from judge.yaml.document import load_file
from judge.yaml.text import dumped
from judge.yaml.tree import File, described
from judge.yaml.tree import Mapping as Tree

_MOST_TESTS = 10_000
_CONFIGS = (TESTDATA, TEST_GROUP)
_INHERITED = ("solution", "random_salt", "retries")
_OF_FOLDERS = ("data", "include", *_CONFIGS, *_INHERITED)
_OF_ROOT = (*_OF_FOLDERS, "generators", "version")
_OF_TESTS = ("generate", "copy", *TEXTS, "count", *_INHERITED)
_OF_ANSWERED = tuple(key for key in _OF_TESTS if key != "out")
_INVALID_ANSWER = "invalid_answer"
# Keys without which the tests are the same, each with the reason why it is left out.
_LEFT = {
    "visualizer": "pictures are not made",
    "match": "patterns are not checked",
    **dict.fromkeys(("gitignore_generated", "parallel"), "a setting of BAPCtools"),
    **dict.fromkeys(
        ("out", "interaction", "in.statement", "ans.statement", "in.download", "ans.download"),
        "files for readers are not made",
    ),
    _INVALID_ANSWER: "tests of answer validators are not made",
}
# The order in which BAPCtools numbers the tests of the folders of a problem.
_FIRST = (*TEST_FOLDERS, INVALID_OUTPUT, _INVALID_ANSWER, INVALID_INPUT, VALID_OUTPUT)


class Plan(Struct, kw_only=True):
    """The tests of a plan by their paths without suffix, and the configurations of their folders.

    `generators` maps names to the files that form a program, of which the first one starts it.
    """

    tests: dict[str, PlannedTest] = field(default_factory=dict)
    configs: dict[str, bytes] = field(default_factory=dict)
    generators: dict[str, tuple[str, ...]] = field(default_factory=dict)


def read_plan(file: File, notes: list[Fault]) -> Plan:
    """Read a plan. Faults go to the file's list, and lines about parts that are left out to `notes`."""
    loaded = load_file(file, CASE_FILE_BYTES)
    reader = _Reader(file)
    if loaded and isinstance(loaded[0], Tree):
        reader.read(loaded[0])
    elif loaded:
        file.fault(1, f"expected a mapping with the key `data`, got {described(loaded[0])}")
    notes += reader.list_left()
    return reader.plan


class _Reader:
    def __init__(self, file: File) -> None:
        self._file, self.plan = file, Plan()
        self._left: dict[str, list[int]] = {}
        # The tests of each entry with this key, for `include`.
        self._by_key: dict[str, list[list[str]]] = {}
        self._numbers, self._width = numbers(1), 0

    def read(self, tree: Tree) -> None:
        self._check_keys(tree, _OF_ROOT)
        self._read_generators(tree)
        self._width = len(str(_count_numbered(tree)))
        self._read_folder(tree, "", Config(), [])
        # Read, since other folders may include these tests, and numbers count them.
        made: tuple[dict[str, Any], ...] = (self.plan.tests, self.plan.configs)
        for found in made:
            for name in [name for name in found if name.startswith(f"{_INVALID_ANSWER}/")]:
                del found[name]
                self._left[_INVALID_ANSWER] = [tree["data"].lines[_INVALID_ANSWER][0]]

    def list_left(self) -> Iterator[Fault]:
        """Yield a line for each kind of parts that are left out, with its first place."""
        for name, lines in self._left.items():
            more = f", at {len(lines)} places" if len(lines) > 1 else ""
            yield Fault(self._file.path, lines[0], f"left out: {name}, {_LEFT[name]}{more}")

    def _fault(self, tree: Tree, key: str, message: str) -> None:
        self._file.fault(tree.lines[key][0], message)

    def _check_keys(self, tree: Tree, known: tuple[str, ...]) -> None:
        for key, value in tree.items():
            line = tree.lines[key][0]
            if key not in known and key not in _LEFT:
                self._file.fault(line, partial(unknown, "one of the keys", key, known))
            elif key not in known and value is not None:
                self._left.setdefault(key, []).append(line)

    def _read_generators(self, tree: Tree) -> None:
        stated = tree.get("generators")
        if stated is None:
            return
        if not isinstance(stated, Tree):
            self._fault(tree, "generators", f"expected names with their files, got {described(stated)}")
            return
        for name, files in stated.items():
            if wrong := reject_id(name):
                self._fault(stated, name, wrong)
            elif isinstance(files, list) and files and all(map(is_inner, files)):
                self.plan.generators[name] = tuple(files)
            else:
                self._fault(stated, name, f"expected a list of files in generators/, got {described(files)}")

    def _read_folder(self, tree: Tree, place: str, above: Config, own: list[str]) -> None:
        """Read a folder, and add the paths of its tests to `own`."""
        config = read_config(tree, above, self._file)
        for name in _CONFIGS:
            if isinstance(tree.get(name), Tree):
                self.plan.configs[f"{place}{name}"] = dumped(as_plain(tree[name])).encode()
            elif tree.get(name) is not None:
                self._fault(tree, name, f"expected a mapping, got {described(tree[name])}")
        included = [*self._find_included(tree)]
        folders, width = numbers(1), len(str(sum(map(_is_folder, _values(tree)))))
        data = tree.get("data")
        for entry in data if isinstance(data, list) else [] if data is None else [data]:
            is_listed = isinstance(data, list)
            if not isinstance(entry, Tree) or (is_listed and len(entry) != 1):
                wanted = (
                    "a mapping with one key, as an item of the list" if is_listed else "tests by their names"
                )
                got = f"{len(entry)} keys" if isinstance(entry, Tree) else described(entry)
                self._fault(tree, "data", f"expected {wanted}, got {got}")
                continue
            for key in _order(entry, is_root=not place):
                if not is_listed:
                    names: Iterator[str] = repeat(key)
                elif _is_folder(entry[key]):
                    names = _number(key, folders, width)
                else:
                    names = _number(key, self._numbers, self._width)
                self._read_entry(entry, key, names, place, config, own)
        for path in included:
            test, name = self.plan.tests[path], f"{place}{PurePosixPath(path).name}"
            if self.plan.tests.get(name) is test or self._add(name, test, tree.lines["include"][0]):
                own.append(name)

    def _find_included(self, tree: Tree) -> Iterator[str]:
        """Yield the paths of the tests that a folder includes by the keys of entries above."""
        keys = tree.get("include")
        for key in keys if isinstance(keys, list) else [] if keys is None else [keys]:
            found = self._by_key.get(key, []) if isinstance(key, str) else []
            if len(found) == 1:
                yield from tuple(found[0])
            else:
                got = f"{quoted(key)}, which is the key of {len(found)}" if found else described(key)
                self._fault(tree, "include", f"expected the key of one test or group above, got {got}")

    def _read_entry(
        self, tree: Tree, key: str, names: Iterator[str], place: str, config: Config, above: list[str]
    ) -> None:
        """Read a folder or the tests of an entry, and add their paths to the list of the folder above."""
        value, line = tree[key], tree.lines[key][0]
        if isinstance(value, str):
            value = _as_test(value, tree.lines[key])
        if not isinstance(value, Tree):
            self._file.fault(line, f"expected a generator or a mapping, got {described(value)}")
        elif _is_folder(value):
            self._check_keys(value, _OF_FOLDERS)
            name = next(names)
            if wrong := reject_id(name):
                self._file.fault(line, wrong)
                return
            own: list[str] = []
            self._by_key.setdefault(key, []).append(own)
            self._read_folder(value, f"{place}{name}/", config, own)
            above += own
        else:
            # No solution answers the tests of validators, which may have outputs.
            is_answered = place.partition("/")[0] not in (*OF_VALIDATORS, _INVALID_ANSWER)
            self._check_keys(value, _OF_ANSWERED if is_answered else _OF_TESTS)
            if not {"generate", "copy", "in"} & value.keys():
                self._file.fault(line, "expected one of the keys generate, copy, in, got none of them")
                return
            tests = read_tests(value, config, self._file)
            tests = tests if is_answered else [replace(test, solution=None) for test in tests]
            for test, end in zip(tests, suffix_counts(_read_counts(value)), strict=False):
                path = f"{place}{next(names)}{end}"
                if self._add(path, test, line):
                    self._by_key.setdefault(key, []).append([path])
                    above.append(path)

    def _add(self, path: str, test: PlannedTest, line: int) -> bool:
        """Add a test. Return False after reporting a fault."""
        tests, name = self.plan.tests, PurePosixPath(path).name
        wrong = reject_id(path, in_folders=True)
        if f"{name}.yaml" in _CONFIGS:
            wrong = f"expected another name of a test: {name}.yaml is for folders"
        elif path in tests:
            wrong = f"expected each test once, got {quoted(path)} again, first on line {tests[path].line}"
        elif len(tests) == _MOST_TESTS:
            wrong = f"expected at most {counted(_MOST_TESTS, 'test')}, got more"
        if wrong:
            self._file.fault(line, wrong)
        else:
            tests[path] = test
        return not wrong


def _as_test(text: str, lines: tuple[int, int]) -> Tree:
    """Return an entry in short form, a call of a generator or the path of an input, in its long form."""
    tree = Tree(lines[0])
    key = "copy" if text.endswith(".in") else "generate"
    tree[key] = text.removesuffix(".in")
    tree.lines[key] = lines
    return tree


def _number(key: str, following: Iterator[int], width: int) -> Iterator[str]:
    """Yield the names of the entries with this key in a list."""
    for number in following:
        yield f"{number:0{width}}-{key}" if key else f"{number:0{width}}"


def _is_folder(value: Any) -> bool:
    return isinstance(value, Tree) and not {*_OF_TESTS} - {*_INHERITED} & value.keys()


def _values(tree: Tree) -> Iterator[Any]:
    """Yield the tests and folders of a folder."""
    data = tree.get("data")
    for entry in data if isinstance(data, list) else [data]:
        yield from entry.values() if isinstance(entry, Tree) else ()


def _order(entry: Tree, *, is_root: bool) -> Iterable[str]:
    """Return the keys in the order in which BAPCtools numbers the tests of lists below them."""
    first = [key for key in _FIRST if is_root and key in entry]
    return (*first, *sorted(entry.keys() - {*first}))


def _count_numbered(tree: Tree) -> int:
    """Count the tests in lists, which are numbered together."""
    is_listed = isinstance(tree.get("data"), list)
    total = 0
    for value in _values(tree):
        if _is_folder(value):
            total += _count_numbered(value)
        elif is_listed:
            total += len(suffix_counts(_read_counts(value)))
    return total


def _read_counts(value: Any) -> tuple[int, ...] | None:
    """Return the numbers of the tests of an entry, None without `count` or for a faulty one."""
    try:
        return read_counts(value) if isinstance(value, Tree) else None
    except ValueError:
        return None
