"""Problems of DMOJ and library-checker: exported and imported again they have equal tests and verdicts."""

import shutil
import zipfile
from pathlib import Path

import pytest
from helpers import ADDS, PUZZLES, document_of, read_testlib, run_here, write_files, write_project
from test_dmoj import SUM, zipped
from test_export import problem_in
from test_export_cms import TESTS, WRONG, results_of

from judge.model.cases import Case
from judge.packages.imports import open_import
from judge.packages.out.targets import TARGETS
from judge.packages.out.writer import write_package
from judge.platform.errors import InputErrors
from judge.platform.files import whole
from judge.yaml.document import load as yaml

TESTLIB = PUZZLES / "public" / "testlib"
with_testlib = pytest.mark.skipif(
    not TESTLIB.is_dir() or not shutil.which("g++"), reason="testlib or g++ is not here"
)
OF_LIBRARY_CHECKER = """\
title = 'A'
timelimit = 2.0
[[tests]]
name = 'small.py'
number = 2
[[solutions]]
name = 'none.cpp'
wrong = true
[params]
MOST = 9
NAME = 'x'
"""
CHECKER = """\
#include "testlib.h"
#include "params.h"
int main(int argc, char** argv) {
    registerTestlibCmd(argc, argv);
    quitf(ouf.readInt() == ans.readInt() && MOST == 9 ? _ok : _wa, NAME);
}
"""
GROUPS = (
    "compare: exact\ntime: 1500ms\nmemory: 64MiB\n"
    'groups: {"a*": {points: 30, count: min}, "b*": {points: 70, count: min, requires: ["a*"]}}\n'
)


def contents(cases: tuple[Case, ...]) -> list[tuple[bytes, bytes]]:
    return sorted((whole(case.input), whole(case.answer or b"")) for case in cases)


def export_again(root: Path, target: str, sheet: str, **files: str) -> list[str]:
    """Export the problem `sum`, import it again and compare tests and limits. Return what was left out."""
    problem = problem_in(root, solutions={"adds.py": ADDS}, **{"sum.yaml": sheet, **TESTS, **files})
    package = TARGETS[target](problem)
    write_package(package.files, root / "out")
    with open_import(root / "out") as again:
        assert contents(again.cases) == contents(problem.cases)
        assert {case.limits.cpu_s for case in again.cases} == {problem.limits.cpu_s}
    return package.left


def test_batches_have_points_and_depend_on_others(tmp_path: Path) -> None:
    left = export_again(tmp_path, "dmoj", f"problem: A+B\n{GROUPS}")
    init = yaml((tmp_path / "out/init.yml").read_bytes(), tmp_path)
    assert (init["checker"], [sorted(each) for each in init["test_cases"]]) == (
        "identical",
        [["batched", "points"], ["batched", "dependencies", "points"], ["in", "out", "points"]],
    )
    assert init["test_cases"][1]["dependencies"] == [1]
    with zipfile.ZipFile(tmp_path / "out/tests.zip") as archive:
        assert archive.read("001.in") == TESTS["sum/a1.in"].encode()
    assert left[:2] == [
        "1 test without points at the end: DMOJ stops at a failed one",
        "title, statement and limits are entered on the site: 1.5s, 64MiB",
    ]


@with_testlib
@pytest.mark.parametrize("target", ["dmoj", "library-checker"])
def test_bytes_of_tests_are_kept(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CPATH", str(TESTLIB))
    odd = {"sum/c.in": "1 2", "sum/c.ans": "3\r\n"}
    sheet = "problem: A+B\ncompare: exact\ntime: 3s\nmemory: 1GiB\noutput_limit: 64MiB\n"
    export_again(tmp_path, target, sheet, **odd)


def test_a_problem_of_dmoj_is_judged_as_it_was(tmp_path: Path) -> None:
    solutions = {"adds.py": ADDS, "wrong.py": WRONG}
    cases = {"sum.yaml": f"problem: A+B\n{GROUPS}", **TESTS}
    root = write_project(tmp_path, solutions=solutions, cases=cases)
    done = run_here("export", "sum", "--to", "dmoj", "out", cwd=root)
    assert done.returncode == 0, done.stderr
    assert results_of(root, "--root", "out") == results_of(root)


def test_a_checker_of_dmoj_goes_back_to_dmoj(tmp_path: Path) -> None:
    own = "def check(output, answer, point_value, **kwargs):\n    return output == answer\n"
    stated = "checker: {name: own.py, args: {mode: 1}}\n" + str(SUM["init.yml"])
    files = {**SUM, "init.yml": stated, "own.py": own}
    root = write_project(tmp_path, solutions={}, cases={})
    write_files(tmp_path / "packed" / "sum", files)
    done = run_here("import", "packed/sum", cwd=root)
    assert done.returncode == 0, done.stderr
    done = run_here("export", "sum", "--to", "dmoj", "out", cwd=root)
    assert done.returncode == 0, done.stderr
    init = yaml((root / "out/init.yml").read_bytes(), root)
    assert init["test_cases"][0]["checker"] == {"name": "problem_own_py.py", "args": {"mode": 1}}
    assert (root / "out/problem_own_py.py").read_text() == own
    assert results_of(root, "--root", "out") == results_of(root)


@pytest.mark.usefixtures("quick_testlib")
def test_a_rule_that_a_site_lacks_becomes_a_checker(tmp_path: Path) -> None:
    include = tmp_path / "include"
    include.mkdir()
    (include / "testlib.h").write_text(read_testlib())
    for target in ("dmoj", "library-checker"):
        sheet = "problem: A+B\ncompare: tokens\ntime: 3s\nmemory: 1GiB\noutput_limit: 64MiB\n"
        spaced = ADDS.replace("print(", "print('', ")
        root = write_project(
            tmp_path / target, solutions={"adds.py": spaced}, cases={"sum.yaml": sheet, **TESTS}
        )
        done = run_here("export", "sum", "--to", target, "out", cwd=root, env={"CPATH": str(include)})
        assert done.returncode == 0, done.stderr
        verdicts = [each["verdict"] for each in document_of(root, "--root", "out")["results"]]
        assert verdicts == ["AC"] * 5


@with_testlib
def test_an_imported_problem_of_library_checker_keeps_its_generator_and_parameters(tmp_path: Path) -> None:
    files = {
        "info.toml": OF_LIBRARY_CHECKER,
        "checker.cpp": CHECKER,
        "gen/small.py": "import sys\nprint(int(sys.argv[1]) + 1, 5)\n",
        "sol/correct.cpp": "#include <iostream>\n"
        "int main() { int a, b; std::cin >> a >> b; std::cout << a + b; }\n",
        "sol/none.cpp": "int main() {}\n",
        "testlib.h": read_testlib(),
    }
    root = write_project(tmp_path, solutions={}, cases={})
    write_files(tmp_path / "packed" / "sums", files)
    done = run_here("import", "packed/sums", cwd=root)
    assert done.returncode == 0, done.stderr
    done = run_here("export", "sums", "--to", "library-checker", "out", cwd=root)
    assert done.returncode == 0, done.stderr
    text = (root / "out/info.toml").read_text()
    assert 'name = "small.py"\nnumber = 2' in text
    assert 'MOST = 9\nNAME = "x"' in text
    assert results_of(root, "--root", "out") == results_of(root)


@pytest.mark.parametrize("target", ["dmoj", "library-checker"])
def test_what_a_target_cannot_hold_is_refused(target: str, tmp_path: Path) -> None:
    sheet = "problem: A+B\nchecker: check.py\nprotocol: kattis\n"
    problem = problem_in(tmp_path, **{"sum.yaml": sheet, "check.py": "# checks\n", **TESTS})
    with pytest.raises(InputErrors, match=r"testlib in C\+\+"):
        TARGETS[target](problem)


def test_archives_of_equal_problems_are_equal(tmp_path: Path) -> None:
    made = [
        TARGETS["dmoj"](problem_in(tmp_path / name, **{"sum.yaml": "problem: A\ncompare: exact\n", **TESTS}))
        for name in ("one", "two")
    ]
    first, second = (each.files["tests.zip"] for each in made)
    assert first == second != zipped({})


@pytest.mark.parametrize("target", ["dmoj", "library-checker", "cms", "polygon"])
def test_a_missing_header_is_named_by_its_place_in_the_package(
    tmp_path: Path, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.cases.testlib.HEADERS", ())
    for name in ("CPATH", "CPLUS_INCLUDE_PATH"):
        monkeypatch.delenv(name, raising=False)
    out = TARGETS[target](problem_in(tmp_path, **{"sum.yaml": "problem: A+B\ncompare: tokens\n", **TESTS}))
    (line,) = (line for line in out.left if "testlib.h: not found" in line)
    place = line.partition(":")[0]
    folders = {name.rpartition("/")[0] for name in out.files if name.endswith(("checker.cpp", "check.cpp"))}
    assert place.rpartition("/")[0] in folders
    assert not place.startswith("/")
    assert "put it at this place in the package" in line
