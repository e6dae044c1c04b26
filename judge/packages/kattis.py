"""Packages of Kattis and the ICPC: `legacy`, its subset `legacy-icpc`, and `2023-07-draft`.

Sources: https://www.kattis.com/problem-package-format/spec/legacy.html, and for the draft what
https://github.com/Kattis/problemtools does with it.
"""

import re
from collections.abc import Mapping as Files
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from posixpath import basename
from typing import Any

from judge.cases.search import GRADER
from judge.model.package_format import ANSWER_VALIDATORS, INPUT_VALIDATORS, SCORING_KEYS, TESTDATA
from judge.packages.folders import Folder
from judge.packages.kattis_files import (
    collect_programs,
    collect_tests,
    collect_validator_tests,
    collect_validators,
)
from judge.packages.kattis_yaml import read_metadata
from judge.packages.odd_names import note_odd_names
from judge.packages.package import Package, Source
from judge.packages.package_plans import MissingTests
from judge.packages.problem_yaml import MARK, Metadata, note_time_limit, read_version
from judge.packages.sources import PYTHON_2, prints_without_parentheses, reject_language
from judge.platform.errors import listed, printable, quoted
from judge.platform.files import SOURCE_BYTES, require
from judge.platform.units import TIME
from judge.running.languages import LANGUAGES
from judge.running.languages.rows import SCRIPTS
from judge.yaml.text import dumped
from judge.yaml.tree import Mapping

# The values of `on_reject` in older `problem.yaml` files, and in testdata.yaml today.
_ON_REJECT = {"first_error": "break", "grade": "continue"}
# Folders for contestants and authors, not used in judging.
_FOR_READERS = (
    *("attachments", "problem_statement", "solution", "statement"),
    *("input_visualizer", "output_visualizer"),
)
_VALIDATORS = {
    **dict.fromkeys((INPUT_VALIDATORS[0], "input_format_validators"), INPUT_VALIDATORS[0]),
    ANSWER_VALIDATORS[0]: ANSWER_VALIDATORS[0],
}
_GRAMMARS = {".ctd": "checktestdata", ".viva": "VIVA"}
_TITLES = (
    re.compile(rb"^\s*%+\s*plainproblemname:\s*(.+?)\s*$", re.MULTILINE),
    re.compile(rb"\\problemname\{((?:[^{}]|\{[^{}]*\})*)\}"),
)
# Files next to `problem.yaml` that state a time limit: of problemtools and of DOMjudge.
_TIMES = {
    ".timelimit": re.compile(rb"\A\s*(.*?)\s*\Z", re.DOTALL),
    "domjudge-problem.ini": re.compile(
        rb"""(?m)^[ \t]*timelimit[ \t]*=[ \t]*(['"]?)([^;#\n]*?)\1[ \t\r]*(?:[;#].*)?$"""
    ),
}


def read(folder: Folder) -> Sequence[Package]:
    version = read_version(folder)
    note_odd_names(folder, are_ignored=False)
    metadata = read_metadata(folder)
    package = Package(name=folder.name, origin=f"Kattis package, {version}")
    is_scoring = bool(metadata and "scoring" in metadata.types)
    missing = MissingTests(folder)
    package.tests = collect_tests(folder, missing.names, is_scoring=is_scoring)
    package.programs = collect_programs(folder)
    if not metadata:
        return ()
    metadata.title = metadata.title or printable(_title(folder))
    metadata.time = metadata.time or _time(folder)
    key = "interactor" if "interactive" in metadata.types else "checker"
    decides: dict[str, Any] = {"compare": " ".join(("kattis", *metadata.flags.split()))}
    if place := metadata.decider:
        package.tools |= collect_validators(folder, place, is_one=key == "interactor")
        decides = {key: place, "checker_flags": metadata.flags}
    complete(package, folder, metadata, decides)
    package.tools |= {**collect_test_validators(folder), **collect_validator_tests(folder)}
    _read_scoring(folder, metadata, package)
    missing.add_to(package)
    return (package,)


def complete(package: Package, folder: Folder, metadata: Metadata, decides: dict[str, Any]) -> None:
    """Add the case file, with the keys of the checker or rule that `decides`, and the generators."""
    stated = {
        "problem": metadata.title,
        "source": metadata.source,
        "uuid": metadata.uuid,
        "time": metadata.time,
        "memory": f"{metadata.limits.memory}MiB",
        "output_limit": f"{metadata.limits.output}MiB",
        **decides,
        "passes": metadata.passes if metadata.decider and metadata.passes > 1 else 0,
    }
    package.stated = {key: value for key, value in stated.items() if value}
    package.tools |= {f"generators/{name}": path for name, path in folder.below("generators").items()}
    note_time_limit(folder, metadata)
    for place in _FOR_READERS:
        folder.below(place)


def _title(folder: Folder) -> str:
    """Return the title in a statement, English first. Empty if no statement has one."""
    names = [name for name in folder.files if re.fullmatch(r"(problem_)?statement/problem[^/]*\.tex", name)]
    for name in sorted(names, key=lambda name: (not re.search(r"/problem(\.en)?\.tex", name), name)):
        text = folder.data(name) or b""
        for pattern in _TITLES:
            if found := pattern.search(text):
                return " ".join(found[1].decode(errors="replace").split())
    return ""


def _time(folder: Folder) -> str:
    """Return the time limit in a file next to `problem.yaml`, empty if there is none."""
    for name, pattern in _TIMES.items():
        data = (folder.data(name) if name in folder else None) or b""
        if name not in folder or not (found := pattern.search(data)):
            continue
        stated = found[found.lastindex or 0].decode(errors="replace")
        if re.fullmatch(TIME, f"{stated}s"):
            return f"{stated}s"
        line = data.count(b"\n", 0, found.start()) + 1
        folder.fault(name, f"expected a number of seconds, got {quoted(stated)}", line)
    return ""


def collect_test_validators(folder: Folder) -> dict[str, Source]:
    """Return the validators of inputs and answers, in the folder's current name. Note grammars of others."""
    found: dict[str, Source] = {}
    for place, to in _VALIDATORS.items():
        for name in [name for name in folder.files if name.startswith(f"{place}/")]:
            if grammar := _GRAMMARS.get(PurePosixPath(name).suffix):
                folder.leave(name, f"not understood: a grammar of {grammar}")
            else:
                found[f"{to}/{name.removeprefix(f'{place}/')}"] = folder.take(name)
    return found


def _read_scoring(folder: Folder, metadata: Metadata, package: Package) -> None:
    """Write the points into the package's testdata.yaml files. Note the parts that are not kept.

    If a problem counts points and no file states any, each test counts 1. As in problemtools, the keys of
    `problem.yaml` for all groups override the files of groups.
    """
    names = [name for name in folder.files if name.startswith("data/") and basename(name) == TESTDATA]
    sheets = {name: folder.yaml(name) for name in names}
    trees = {name: tree for name, tree in sheets.items() if isinstance(tree, Mapping)}
    stated = [(name, key) for name, tree in trees.items() for key in SCORING_KEYS if key in tree]
    if "scoring" not in metadata.types:
        for name, key in stated:
            message = f"expected `type: scoring` in {MARK} for {key}, got another type"
            folder.fault(name, message, trees[name].lines[key][0])
        return
    of_all = {key: metadata.grading[key] for key in SCORING_KEYS if metadata.grading.get(key) is not None}
    if on_reject := _ON_REJECT.get(str(metadata.grading.get("on_reject"))):
        of_all["on_reject"] = on_reject
    root = of_all if stated else {"accept_score": 1, **of_all}
    for name in {f"data/{TESTDATA}", *trees}:
        tree = trees.get(name, Mapping(1))
        words = root if name == f"data/{TESTDATA}" else {key: of_all[key] for key in of_all if key in tree}
        if words:
            plain = {key: dict(value) if isinstance(value, Mapping) else value for key, value in tree.items()}
            package.tests[name.removeprefix("data/")] = dumped({**plain, **words}).encode()
    own = next((name for name, tree in trees.items() if tree.get("grading") == "custom"), None)
    if not own:
        return
    graders = folder.below(GRADER.key)
    if why := _reject_grader(graders):
        folder.note(own, f"{why}: no points are counted", trees[own].lines["grading"][0])
    else:
        package.tools |= {f"{GRADER.key}/{name}": path for name, path in graders.items()}


def _reject_grader(files: Files[str, Path]) -> str:
    """Return why no grader of a package can run, an empty string if one can."""
    names = [name for name in files if PurePosixPath(name).suffix in LANGUAGES or name.endswith(SCRIPTS)]
    if not names:
        got = listed([*files]) or "none"
        return f"expected a grader in one of the languages here in {GRADER.key}/, got {got}"
    sources = {files[name]: require(files[name], SOURCE_BYTES) for name in names if name.endswith(".py")}
    if any(reject_language(*one) or prints_without_parentheses(one[1]) for one in sources.items()):
        return f"the grader is {PYTHON_2}"
    return ""
