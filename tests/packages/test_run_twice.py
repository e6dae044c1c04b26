"""Problems of Polygon that run a solution twice, as encoder and decoder: each run is a separate process."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers import document_of, run_here, write_files, write_project
from polygons import FILES, manual, problem_xml, source, write_package

# The first run hides a number and the second finds it, of what the checker prints after the first.
CHECKER = """\
import sys
given, printed, _ = (open(path).read().split() for path in sys.argv[1:4])
if given[0] == "hide":
    if not printed or len(printed[0]) > 4: sys.exit(1)
    print("find", printed[0])
else:
    sys.exit(0 if printed == [str(int(given[1], 36))] else 1)
"""
CODES = """\
import string
word, value = input().split()
if word == "find":
    print(int(value, 36))
else:
    number, code = int(value), ""
    while number:
        number, digit = divmod(number, 36)
        code = (string.digits + string.ascii_lowercase)[digit] + code
    print(code)
"""
SOLUTIONS = {
    ("main", "good.py"): CODES,
    ("wrong-answer", "long.py"): CODES.replace("print(code)", "print(code * 9)"),
    ("wrong-answer", "off.py"): CODES.replace("print(int(value, 36))", "print(int(value, 36) + 1)"),
    # What one run keeps the other does not have.
    ("rejected", "keeps.py"): "import os\n" + CODES.replace("print(code)", "open('kept', 'w')"),
    ("rejected", "forks.py"): "import os\n" + CODES.replace("print(code)", "os.fork() and print(code)"),
    ("time-limit-exceeded", "slow.py"): CODES.replace("print(int", "while True: pass\n    print(int"),
}
EXPECTED = {
    "accepted/good.py": "AC",
    "wrong_answer/long.py": "WA",
    "wrong_answer/off.py": "WA",
    "rejected/keeps.py": "RE",
    "rejected/forks.py": "RE",
    "time_limit_exceeded/slow.py": "TLE",
}
TWICE = 'input-file="" output-file="" run-count="2"'


def package_at(
    root: Path, assets: str = "", files: dict[str, str] | None = None, checker: str = CHECKER
) -> Path:
    xml = problem_xml(
        [manual()],
        judging=TWICE,
        assets=assets,
        solutions=[(tag, f"solutions/{name}") for tag, name in SOLUTIONS],
    ).replace("20000", "500")
    texts = {f"solutions/{name}": text for (_, name), text in SOLUTIONS.items()}
    texts |= {"files/check.py": checker, "tests/01": "hide 46655\n", "tests/01.a": "zzz\n"}
    return write_package(root, xml, FILES | texts | (files or {}))


@pytest.mark.slow
def test_the_checker_gives_the_second_run_its_input_and_judges_what_that_prints(tmp_path: Path) -> None:
    package = package_at(tmp_path / "p")
    results = document_of(package)["results"]
    assert {one["solution"].partition("/")[2]: one["verdict"] for one in results} == EXPECTED
    passes = {one["solution"].partition("/")[2]: one["tests"][0]["passes"] for one in results}
    assert (passes["accepted/good.py"], passes["wrong_answer/long.py"]) == (2, 1)
    project = tmp_path / "project"
    project.mkdir()
    assert run_here("import", package, cwd=project).returncode == 0
    assert "passes: 2\n" in (project / "cases/sum-of-all.yaml").read_text()
    done = run_here("export", "sum-of-all", tmp_path / "out", "--to", "polygon", cwd=project)
    assert done.returncode == 0, done.stderr
    (exported,) = (tmp_path / "out").rglob("problem.xml")
    judging = ElementTree.parse(exported).getroot().find("judging")
    assert judging is not None
    assert judging.get("run-count") == "2"


INTERACTOR = """\
import sys
word, value = open(sys.argv[1]).read().split()
print(word, value, flush=True)
got = input()
kept = f"find {got}" if word == "hide" else f"{value} {got}"
open(sys.argv[2], "w").write(kept)
"""
RUNS = "<runs><run>1</run><run>2</run></runs>"


def test_an_interactor_talks_with_both_runs_and_the_checker_judges_the_second(tmp_path: Path) -> None:
    checker = (
        '#include "testlib.h"\n'
        "import sys\ngiven, kept = (open(path).read().split() for path in sys.argv[1:3])\n"
        "assert given[0] == 'find'\nsys.exit(int(kept[1]) != 46655)\n"
    )
    assets = f"<interactor>{source('files/talk.py')}{RUNS}</interactor>"
    package = package_at(tmp_path / "p", assets, {"files/talk.py": INTERACTOR}, checker)
    results = document_of(package, "good.py", "off.py")["results"]
    assert [one["verdict"] for one in results] == ["AC", "WA"]


def test_an_interactor_for_the_first_run_alone_is_refused_by_its_line(tmp_path: Path) -> None:
    assets = f"<interactor>{source('files/talk.py')}</interactor>"
    package = package_at(tmp_path / "p", assets, {"files/talk.py": INTERACTOR})
    done = run_here("run", cwd=package)
    assert done.returncode == 2
    assert "expected an interactor for both runs of a solution, got one for the first" in done.stderr


@pytest.mark.parametrize("target", ["kattis", "icpc"])
def test_a_package_that_knows_no_such_checker_is_not_written(tmp_path: Path, target: str) -> None:
    case = 'checker: check.cpp\nprotocol: testlib\npasses: 2\ncases: [{id: a, input: "", output: ""}]\n'
    root = write_project(tmp_path, solutions={"a.py": ""}, cases={"p.yaml": case})
    write_files(root, {"cases/check.cpp": "int main() {}\n"})
    done = run_here("export", "p", tmp_path / "out", "--to", target, cwd=root)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
