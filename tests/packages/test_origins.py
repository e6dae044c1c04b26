"""Laws of packages of every origin: nothing in them is ignored silently, and everything they state counts."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers import need, write_files
from readers import ADDS, ICPC, KATTIS, POLYGON

from judge.packages.imports import open_import
from judge.packages.readers import ORIGINS
from judge.platform.errors import InputErrors

TASK = "name: p\ntitle: A sum\ntime_limit: 1\nmemory_limit: 64\nn_input: 1\n"
CMS = {
    "task.yaml": TASK,
    "input/input0.txt": "1 2\n",
    "output/output0.txt": "3\n",
    "sol/solution.py": ADDS,
}
LIBRARY = {
    "info.toml": 'title = "A sum"\ntimelimit = 1.0\n[[tests]]\nname = "a.in"\nnumber = 1\n',
    "gen/a_00.in": "1 2\n",
    "sol/correct.cpp": "int main() {}\n",
    "checker.cpp": "int main() {}\n",
    "verifier.cpp": "int main() {}\n",
}
CHECKER = {"files/check.cpp": "", "files/testlib.h": "", "tests/01": "1 2\n", "tests/01.a": "3\n"}
CONTEST = '<contest><problems><problem index="A" url="https://a.b/p"/></problems></contest>'
LISTED = {
    "contest": {"id": "abc"},
    "tasks": [{"id": "abc_a", "label": "A", "title": "A", "directory": {"path": "a", "testdir": "tests"}}],
}
# A little package of every origin.
PACKAGES: dict[str, dict[str, str]] = {
    "acc": {
        "contest.acc.json": json.dumps(LISTED),
        "a/tests/1.in": "",
        "a/tests/1.out": "",
        "a/main.py": ADDS,
    },
    "ICPC package, 2025-09": ICPC,
    "Kattis and ICPC packages": KATTIS,
    "Polygon package": {"problem.xml": POLYGON, **CHECKER},
    "Polygon contest": {
        "contest.xml": CONTEST,
        "problems/p/problem.xml": POLYGON,
        **{f"problems/p/{name}": text for name, text in CHECKER.items()},
    },
    "CMS task": CMS,
    "CMS contest": {"contest.yaml": "tasks: [p]\n", **{f"p/{name}": text for name, text in CMS.items()}},
    "library-checker problem": LIBRARY,
    "DMOJ problem": {
        "init.yml": "test_cases:\n- {in: 1.in, out: 1.out}\n",
        "1.in": "1 2\n",
        "1.out": "3\n",
    },
    "tests in files": {"1.in": "1 2\n", "1.out": "3\n", "a.py": ADDS},
}


def told(place: Path, files: dict[str, str]) -> list[str]:
    """Return the notes about a package, or its faults."""
    try:
        with open_import(write_files(place, files)) as found:
            return [str(fault) for fault in found.project.left]
    except InputErrors as error:
        return [str(fault) for fault in error.faults]


def test_there_is_a_package_of_every_origin() -> None:
    assert [*PACKAGES] == [origin.name for origin in ORIGINS]


@pytest.mark.parametrize("origin", PACKAGES)
def test_a_file_that_nobody_knows_is_named(origin: str, tmp_path: Path) -> None:
    if origin == "library-checker problem":
        need("g++")
    before = told(tmp_path / "p", PACKAGES[origin])
    assert not [line for line in before if "strange" in line]
    after = told(tmp_path / "q", {**PACKAGES[origin], "strange/file.xyz": "?"})
    assert [line for line in after if line.endswith("strange: not understood, 1 file")], after


def package_of(place: Path, files: dict[str, str]) -> Any:
    """Return all files and notes of a package, without its place."""
    try:
        with open_import(write_files(place, files)) as found:
            packages = [(one.stated, sorted(one.tests), one.tools, one.programs) for one in found.packages]
            return packages, [fault.message for fault in found.project.left]
    except InputErrors as error:
        return [fault.message for fault in error.faults]


# Of each key of a task of CMS another value than none.
OF_CMS = {
    "title": "Another",
    "time_limit": "2",
    "memory_limit": "128",
    "output_only": "true",
    "infile": "in.txt",
    "outfile": "out.txt",
    "score_type": "GroupMin",
    "n_input": "2",
    "colour": "blue",
}


@pytest.mark.parametrize("key", OF_CMS)
def test_every_key_of_a_task_of_cms_counts_or_is_named(key: str, tmp_path: Path) -> None:
    plain = {**CMS, "task.yaml": "".join(line for line in TASK.splitlines(True) if not line.startswith(key))}
    stated = {**plain, "task.yaml": f"{plain['task.yaml']}{key}: {OF_CMS[key]}\n"}
    assert package_of(tmp_path / "a" / "p", plain) != package_of(tmp_path / "b" / "p", stated)


@pytest.mark.parametrize("words", ["true", "True", "yes"])
def test_a_task_of_cms_is_of_outputs_where_it_says_so(words: str, tmp_path: Path) -> None:
    ((stated, *_),), _ = package_of(
        tmp_path / "a" / "p", {**CMS, "task.yaml": f"{TASK}output_only: {words}\n"}
    )
    ((plain, *_),), _ = package_of(tmp_path / "b" / "p", CMS)
    assert (stated.get("output_only"), plain.get("output_only")) == (True, None)


@pytest.mark.parametrize(
    ("type", "passes"), [("pass-fail", None), ("multi-pass", 2), ("[multi-pass, interactive]", 2)]
)
def test_a_package_states_passes_where_there_are_several(
    type: str, passes: int | None, tmp_path: Path
) -> None:
    sheet = ICPC["problem.yaml"] + f"type: {type}\n"
    files = {**ICPC, "problem.yaml": sheet, "output_validator/v.py": "raise SystemExit(42)\n"}
    ((stated, *_),), _ = package_of(tmp_path / "p", files)
    assert stated.get("passes") == passes


# In each text the key is on the line above the mark.
SHEETS = {
    "type of a package": (KATTIS, "problem.yaml", "name: p\ntype:\n  strange # here\n"),
    "validation": (KATTIS, "problem.yaml", "name: p\nvalidation:\n  strange # here\n"),
    "memory": (KATTIS, "problem.yaml", "name: p\nlimits:\n  memory:\n    0 # here\n"),
    "grading": (KATTIS, "problem.yaml", "name: p\ngrading:\n  objective:\n    most # here\n"),
    "constants": (
        KATTIS,
        "problem.yaml",
        "problem_format_version: 2023-07-draft\nname: p\nconstants:\n  n: 3 # here\n",
    ),
    "type": (ICPC, "problem.yaml", f"{ICPC['problem.yaml']}type:\n  strange # here\n"),
    "languages": (ICPC, "problem.yaml", f"{ICPC['problem.yaml']}languages:\n  klingon # here\n"),
    "constants of the ICPC": (ICPC, "problem.yaml", f"{ICPC['problem.yaml']}constants:\n  n: [] # here\n"),
    "time_limit": (CMS, "task.yaml", TASK.replace("time_limit: 1\n", "time_limit:\n  soon # here\n")),
    "score_type": (CMS, "task.yaml", f"{TASK}score_type_parameters: 1\nscore_type:\n  Strange # here\n"),
    "colour": (CMS, "task.yaml", f"{TASK}colour:\n  blue # here\n"),
    "infile": (CMS, "task.yaml", f"{TASK}infile:\n  a/b # here\n"),
}


@pytest.mark.parametrize("key", SHEETS)
def test_what_is_told_of_a_key_is_at_its_line(key: str, tmp_path: Path) -> None:
    """Though its value begins on the next."""
    package, name, text = SHEETS[key]
    marked = next(number for number, line in enumerate(text.splitlines()) if line.endswith("# here"))
    lines = told(tmp_path / "p", {**package, name: text})
    assert [line for line in lines if f"{name}:{marked}:" in line], lines


# Files for people next to a test: https://www.kattis.com/problem-package-format/spec/legacy.html and
# https://www.kattis.com/problem-package-format/spec/2025-09.html, "Test Data".
BESIDE = {
    "legacy": (KATTIS, (".desc", ".hint", ".png", ".jpg", ".jpeg", ".svg", ".interaction")),
    "2025-09": (
        ICPC,
        (
            *(".png", ".jpg", ".jpeg", ".svg", ".interaction", ".in.statement", ".ans.statement"),
            *(".in.download", ".ans.download"),
        ),
    ),
}


@pytest.mark.parametrize("version", BESIDE)
def test_what_lies_beside_a_test_for_people_is_known(version: str, tmp_path: Path) -> None:
    package, suffixes = BESIDE[version]
    for number, suffix in enumerate((*suffixes, ".strange")):
        lines = told(tmp_path / str(number), {**package, f"data/secret/1{suffix}": ""})
        assert any(f"1{suffix}" in line for line in lines) is (suffix == ".strange"), (suffix, lines)


@pytest.mark.parametrize(
    ("origin", "mark", "before", "after"),
    [
        ("CMS task", "task.yaml", "name: p", "name: {}"),
        ("Polygon package", "problem.xml", 'short-name="p"', 'short-name="{}"'),
    ],
)
def test_a_name_that_is_too_long_for_a_file_is_a_fault(
    origin: str, mark: str, before: str, after: str, tmp_path: Path
) -> None:
    text = PACKAGES[origin][mark].replace(before, after.format("p" * 300), 1)
    files = {**PACKAGES[origin], mark: text}
    wanted = f"{tmp_path}/p: expected a folder that can be written, got: File name too long"
    assert told(tmp_path / "p", files) == [wanted]
