"""Exported packages, checked by their own tools: problemtools, BAPCtools, and compilers with testlib."""

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers import ADDS, REPOSITORY, TESTLIB, document_of, read_testlib, write_files, write_project

from judge import load
from judge.model.patterns import problem_of
from judge.packages.out.problem import load_problem
from judge.packages.out.targets import TARGETS
from judge.packages.out.writer import write_package

builds_testlib = pytest.mark.skipif(
    not TESTLIB.is_dir() or not shutil.which("g++"), reason="testlib or g++ is not here"
)
# Of tools that run Python by PyPy, which need not be here.
LANGUAGES = f"""\
python3:
  name: Python 3
  priority: 850
  files: '*.py *.py3'
  compile: '{sys.executable} -m py_compile {{files}}'
  run: '{sys.executable} "{{mainfile}}"'
"""


def exported(root: Path, problem: str, target: str, folder: Path, programs: Sequence[str] = ()) -> Path:
    """The package of a problem with these programs, all without any."""
    found = load(root)
    cases = [case for case in found.cases if problem_of(case.id) == problem]
    solutions = [one for one in found.solutions if not programs or Path(one.name).name in programs]
    write_package(TARGETS[target](load_problem(found.project, cases, solutions)).files, folder)
    return folder


def tool(name: str, *words: str | Path, cwd: Path, home: Path) -> "subprocess.CompletedProcess[str]":
    """Return the output of an installed tool, run with this Python."""
    path = shutil.which(name)
    if not path:
        pytest.skip(f"expected {name} on PATH, got none")
    for place in ("problemtools", "bapctools"):
        (home / place).mkdir(parents=True, exist_ok=True)
        (home / place / "languages.yaml").write_text(LANGUAGES)
    env = {
        "PATH": f"{Path(path).parent}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
    }
    return subprocess.run([path, *words], cwd=cwd, env=env, capture_output=True, text=True, check=False)


def verified(package: Path, home: Path) -> str:
    parts = ("config", "data", "validators", "submissions")
    done = tool("verifyproblem", package, "-p", *parts, cwd=package.parent, home=home)
    assert re.search(r"tested: 0 errors, \d+ warnings?$", done.stdout + done.stderr, re.MULTILINE), (
        done.stdout
    )
    return done.stdout


@pytest.mark.parametrize(
    ("problem", "programs"),
    [
        ("luogu-p1784", ()),
        ("poj-2676", ()),
        ("nowcoder", ("nowcoder_bitmask.py", "nowcoder_blank_list.cpp")),
    ],
)
def test_problemtools_accepts_the_sudoku_problems(
    tmp_path: Path, problem: str, programs: Sequence[str]
) -> None:
    package = exported(REPOSITORY, problem, "kattis", tmp_path / "sudoku", programs)
    said = verified(package, tmp_path / "home")
    assert said.count(" OK: ") == len(list((package / "submissions").glob("*/*")))


@pytest.mark.slow
def test_problemtools_accepts_a_problem_with_all_that_verifies_it(tmp_path: Path) -> None:
    validator = "import sys\nsys.exit(42 if sys.stdin.read() == '1 2\\n' else 43)\n"
    checked = {
        "validator.py": validator,
        "1.in": "1 2\n",
        "1.ans": "3\n",
        "sample/1.in": "1 2\n",
        "sample/1.ans": "3\n",
        "invalid_input/blank.in": "1  2\n",
        **{f"invalid_output/wrong.{suffix}": f"{suffix}\n" for suffix in ("in", "ans", "out")},
        "checker_tests.yaml": "[]\n",
    }
    cases = {"sum.yaml": "problem: A+B\n", **{f"sum/{name}": text for name, text in checked.items()}}
    root = write_project(tmp_path / "p", solutions={"adds.py": ADDS}, cases=cases)
    write_files(root, {"generators/sum.py": "print('1 2')\n"})
    verified(exported(root, "sum", "kattis", tmp_path / "out"), tmp_path / "home")


@pytest.mark.parametrize(
    ("problem", "programs"),
    [
        ("poj-2676", ("poj_reverse_blanks.py", "poj_reverse_blanks.cpp", "poj_count_printed.py")),
        ("luogu-p1784", ("luogu_propagation.py", "luogu_no_spaces.py", "luogu_no_retreat.py")),
    ],
)
def test_bapctools_accepts_the_sudoku_problems(tmp_path: Path, problem: str, programs: Sequence[str]) -> None:
    package = exported(REPOSITORY, problem, "icpc", tmp_path / "sudoku", programs)
    home = tmp_path / "home"
    done = tool("bt", "validate", "--no-bar", cwd=package, home=home)
    said = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", done.stdout + done.stderr)
    # Luogu's lines end in a space, which it warns of.
    blanks = [line for line in said.splitlines() if "consecutive whitespace" in line]
    assert (done.returncode, bool(blanks)) == ((0, False) if problem == "poj-2676" else (1, True)), said
    usual = re.compile(r"PROBLEM .*|LOG: .*|.*: Done|.*: Generated .*|\s*")
    assert [line for line in said.splitlines() if not usual.fullmatch(line) and line not in blanks] == []
    run = tool("bt", "run", "--no-bar", cwd=package, home=home)
    assert run.returncode == 0, run.stdout + run.stderr
    assert all(name in run.stdout + run.stderr for name in programs)


def with_testlib(root: Path, sheet: str, **programs: str) -> Path:
    """The package of Kattis of a problem for which these programs are, by what they are to be called."""
    cases = {
        "sum.yaml": f"problem: A+B\ntestlib: sum/testlib.h\n{sheet}\n",
        "sum/1.in": "1 2\n",
        "sum/1.ans": "3\n",
    }
    cases |= {f"sum/{name}.cpp": source for name, source in programs.items()}
    write_project(root, solutions={"adds.py": ADDS}, cases=cases)
    (root / "cases" / "sum" / "testlib.h").write_text(read_testlib())
    return exported(root, "sum", "kattis", root / "out")


def built(source: Path) -> Path:
    subprocess.run(["g++", "-O0", "-o", source.with_suffix(""), source], check=True)
    return source.with_suffix("")


@pytest.mark.slow
@builds_testlib
def test_a_checker_of_testlib_becomes_a_validator_of_kattis(tmp_path: Path) -> None:
    package = with_testlib(tmp_path, "checker: cmp.cpp", cmp=(TESTLIB / "checkers" / "wcmp.cpp").read_text())
    program = built(package / "output_validators" / "validate" / "cmp.cpp")
    feedback = tmp_path / "feedback"
    feedback.mkdir()
    words = (package / "data/secret/1.in", package / "data/secret/1.ans", f"{feedback}/")
    runs = [
        subprocess.run([program, *words], input=output, capture_output=True, check=False).returncode
        for output in (b" 3 ", b"4\n", b"3 3\n", b"")
    ]
    assert runs == [42, 43, 43, 43]


TALKS = """\
#include "testlib.h"
int main(int argc, char *argv[]) {
    registerInteraction(argc, argv);
    std::cout << inf.readLine() << std::endl;
    tout << ouf.readInt(0, 9);
    std::cout << "thanks\\n";
    quitf(_ok, "talked");
}
"""


@pytest.mark.slow
@builds_testlib
@pytest.mark.usefixtures("unoptimized")
def test_an_interactor_and_a_checker_of_testlib_become_one_validator_of_kattis(tmp_path: Path) -> None:
    compares = (TESTLIB / "checkers" / "wcmp.cpp").read_text()
    sheet = "interactor: talk.cpp\nchecker: cmp.cpp"
    package = with_testlib(tmp_path, sheet, talk=TALKS, cmp=compares)
    program = built(package / "output_validators" / "validate" / "talk.cpp")
    words = (package / "data/secret/1.in", package / "data/secret/1.ans", f"{tmp_path}/")
    runs = [subprocess.run([program, *words], input=said, capture_output=True) for said in (b"3", b"4", b"x")]
    thanked = b"1 2\nthanks\n"
    assert [(run.returncode, run.stdout) for run in runs] == [(42, thanked), (43, thanked), (43, b"1 2\n")]
    # Sealed it may begin once more, too.
    assert [result["verdict"] for result in document_of(package)["results"]] == ["AC"]


@pytest.mark.slow
@builds_testlib
@pytest.mark.parametrize("end", ["inf.readEof();", "inf.readEof(); return 0;"])
def test_a_validator_of_testlib_ends_with_the_codes_of_kattis(tmp_path: Path, end: str) -> None:
    reads = "inf.readInt(0, 9); inf.readSpace(); inf.readInt(0, 9); inf.readEoln();"
    head = '#include "testlib.h"\nint main(int argc, char *argv[]) { registerValidation(argc, argv); '
    package = with_testlib(tmp_path, "validator: reads.cpp", reads=f"{head}{reads} {end} }}\n")
    program = built(package / "input_validators" / "reads_cpp" / "reads.cpp")
    runs = [
        subprocess.run([program], input=data, capture_output=True, check=False).returncode
        for data in (b"1 2\n", b"1  2\n", b"1 2", b"1 2\n3", b"")
    ]
    assert runs == [42, 43, 43, 43, 43]


RULES = {
    "exact": (2, 2, 1),
    "lines": (0, 1, 1),
    "luogu": (0, 1, 1),
    "poj": (0, 2, 1),
    "cms": (0, 1, 1),
    "dmoj": (0, 1, 1),
    "tokens": (0, 0, 1),
    "kattis": (0, 0, 0),
    "float": (0, 0, 0),
}


@builds_testlib
def test_a_checker_for_polygon_judges_by_the_rule(tmp_path: Path) -> None:
    cases = {"sum.yaml": "problem: A+B\ncompare: float 0.5\n", "sum/1.in": "1 2\n", "sum/1.ans": "a 3\n"}
    write_project(tmp_path, solutions={"adds.py": ADDS}, cases=cases)
    package = exported(tmp_path, "sum", "polygon", tmp_path / "out")
    source = (package / "files" / "check.cpp").read_text()
    assert 'RULE = "float"' in source
    assert "ABSOLUTE = 0.5, RELATIVE = 0.5" in source
    (package / "files" / "testlib.h").write_text(read_testlib())
    # One build serves all rules.
    (package / "files" / "check.cpp").write_text(source.replace('RULE = "float"', 'RULE = getenv("RULE")'))
    program, found = built(package / "files" / "check.cpp"), {}
    for rule in RULES:
        codes = []
        for output in (b"a 3 \n\n", b"a\n3\n", b"A 3\n"):
            (tmp_path / "output").write_bytes(output)
            words = (package / "tests/01", tmp_path / "output", package / "tests/01.a")
            done = subprocess.run([program, *words], env={"RULE": rule}, capture_output=True, check=False)
            codes.append(done.returncode)
        found[rule] = tuple(codes)
    assert found == RULES
