"""The tests of packages of the format `2025-09`, below `data/`.

Source: https://www.kattis.com/problem-package-format/spec/2025-09.html, "Test data".
"""

from collections.abc import Callable, Collection, Iterator
from pathlib import PurePosixPath
from typing import Any

from judge.cases import test_groups
from judge.cases.naming import OF_VALIDATORS
from judge.model.package_format import OUTPUT_VALIDATORS, SECRET, TEST_FOLDERS, TEST_GROUP, TESTDATA
from judge.packages.folders import Folder
from judge.packages.kattis_files import report_missing_secret
from judge.packages.odd_names import NAME
from judge.packages.package import Source
from judge.platform.errors import InputErrors, listed
from judge.platform.files import SETTINGS_BYTES, SOURCE_BYTES, require
from judge.yaml.document import load
from judge.yaml.text import dumped
from judge.yaml.tree import Mapping

# An extension of BAPCtools.
_INVALID_ANSWER = "invalid_answer"
_FILES = ".files"
# Suffixes of files for readers of a sample, which may have no input.
_SHOWN = (
    *(".interaction", ".in.statement", ".ans.statement", ".in.download", ".ans.download", ".out"),
    *(".png", ".jpg", ".jpeg", ".svg"),
)

# Replaces constants by their values.
Replace = Callable[[bytes], bytes]


def collect_tests(
    folder: Folder, with_constants: Replace, planned: Collection[str] = (), *, is_scoring: bool
) -> dict[str, Source]:
    """Return the tests and test_group.yaml files, by their paths in `data/`. Report faults to the folder.

    The files of `planned` tests may be missing.
    """
    names = [name for name in folder.files if name.startswith("data/")]
    names = [name for name in names if all(map(NAME.fullmatch, name.split("/")))]
    inputs = {
        name.removesuffix(".in")
        for name in names
        if name.endswith(".in") and name.split("/")[1] in TEST_FOLDERS and not _given_to(name)
    } | {f"data/{name}" for name in planned}
    found: dict[str, Source] = {}
    for name in names:
        if name.split("/")[1] in (*OF_VALIDATORS, _INVALID_ANSWER):
            continue
        if PurePosixPath(name).name == TEST_GROUP:
            data = folder.data(name, SETTINGS_BYTES) or b""
            replaced = with_constants(data)
            found[name.removeprefix("data/")] = folder.take(name) if replaced == data else replaced
        elif PurePosixPath(name).name == TESTDATA:
            folder.leave(name, f"not understood: a sheet of this format is {TEST_GROUP}")
        elif name.split("/")[1] in TEST_FOLDERS:
            _take(folder, name, inputs, found)
    tests = [name.removeprefix("data/") for name in inputs]
    report_missing_secret(folder, tests, is_scoring=is_scoring)
    _check(folder, inputs, found, planned)
    if folder.has_folder(f"data/{_INVALID_ANSWER}"):
        folder.leave(f"data/{_INVALID_ANSWER}", "not kept: tests of the validators")
    _check_group_configs(folder, found, is_scoring=is_scoring)
    return found


def replace_constants(files: dict[str, Source], with_constants: Replace) -> Iterator[tuple[str, Source]]:
    """Yield the files with constants replaced. A file without constants stays a path."""
    for name, source in files.items():
        before = source if isinstance(source, bytes) else require(source, SOURCE_BYTES)
        after = with_constants(before)
        yield name, source if after == before else after


def _given_to(name: str) -> str:
    """Return the test that a file in a `.files` folder is given to, empty for other files."""
    above = (str(path) for path in PurePosixPath(name).parents)
    return next((path.removesuffix(_FILES) for path in above if path.endswith(_FILES)), "")


def _take(folder: Folder, name: str, inputs: set[str], found: dict[str, Source]) -> None:
    """Add a file to `found` if it belongs to a test. Files for readers are taken and left out."""
    suffix = next((one for one in (".in", ".ans", ".yaml", *_SHOWN) if name.endswith(one)), "")
    test = _given_to(name) or (name.removesuffix(suffix) if suffix else "")
    if not test:
        return
    source = folder.take(name)
    if suffix in _SHOWN and not _given_to(name):
        return
    if test not in inputs:
        folder.fault(name, f"expected the input that it belongs to, {PurePosixPath(test).name}.in, got none")
    else:
        found[name.removeprefix("data/")] = source


def _check(folder: Folder, inputs: set[str], found: dict[str, Source], planned: Collection[str]) -> None:
    for name in sorted(inputs):
        if f"{name}.ans".removeprefix("data/") not in found and name.removeprefix("data/") not in planned:
            folder.fault(
                f"{name}.in", f"expected the answer, {PurePosixPath(name).name}.ans, next to it, got none"
            )
        if folder.has_folder(name):
            folder.fault(f"{name}.in", "expected no folder with its name next to it, got one")
        if PurePosixPath(name).name == PurePosixPath(TEST_GROUP).stem:
            folder.fault(f"{name}.in", "expected another name: the sheet of a group has this one")
    for name in found:
        place = str(PurePosixPath("data", name).parent)
        is_of_group = PurePosixPath(name).name == TEST_GROUP and place.count("/") > 1
        if is_of_group and place.count("/") > (2 if place.startswith(f"data/{SECRET}/") else 1):
            folder.note(f"data/{name}", "expected a group of tests right in secret/, got one elsewhere")
        if is_of_group and not any(test.startswith(f"{place}/") for test in inputs):
            folder.fault(f"data/{name}", "expected a group with tests, got none in it")


def _check_group_configs(folder: Folder, found: dict[str, Source], *, is_scoring: bool) -> None:
    """Check the keys of test groups. If a scoring problem states no scores, `secret` counts 100."""
    trees: dict[str, Mapping] = {}
    for name in [name for name in found if name.endswith(test_groups.SUFFIX) and not _given_to(name)]:
        source = found[name]
        try:
            data = source if isinstance(source, bytes) else require(source, SETTINGS_BYTES)
            tree = load(data, folder.shown / "data" / name)
            test_groups.write_out(tree, data)
            # The loader of cases reports a tree that is not a mapping.
            trees |= {name: tree} if isinstance(tree, Mapping) else {}
        except InputErrors as error:
            folder.faults.extend(folder.with_shown_paths(error).faults)
    for name, tree in trees.items():
        words = [] if folder.has_folder(OUTPUT_VALIDATORS[1]) else tree.get(test_groups.OUTPUT, [])
        if wrong := _wrong_tolerances(words):
            folder.fault(f"data/{name}", wrong, tree.lines[test_groups.OUTPUT][0])
    of_groups = {name: tree for name, tree in trees.items() if PurePosixPath(name).name == TEST_GROUP}
    stated = [(name, key) for name, tree in of_groups.items() for key in test_groups.SCORING if key in tree]
    sheet = f"{SECRET}/{TEST_GROUP}"
    if is_scoring and not stated:
        found[sheet] = dumped({**trees.get(sheet, {}), "max_score": 100}).encode()
    for name, key in () if is_scoring else stated:
        message = f"expected the type scoring in problem.yaml for {key}, got another"
        folder.fault(f"data/{name}", message, trees[name].lines[key][0])


def _wrong_tolerances(words: Any) -> str:
    """Return an error message if the default validator gets two tolerances of one kind, else empty."""
    both, *each = (f"float_{kind}tolerance" for kind in ("", "absolute_", "relative_"))
    stated = [word for word in words if word in (both, *each)] if isinstance(words, list) else []
    is_one_of_each = len({*stated}) == len(stated) and not (both in stated and len(stated) > 1)
    return "" if is_one_of_each else f"expected each tolerance once, got {listed(stated)}"
