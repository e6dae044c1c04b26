"""Problems with graders: a grader calls the solution's functions, with one grader file per language."""

import re
import shutil
from pathlib import Path

import pytest
from helpers import REPOSITORY, run_here, run_judge, table_rows, write_project
from languages import ROWS, require, tools_of

from judge.cases.loader import load_cases, read_cases
from judge.cases.search import Bounds
from judge.platform.errors import InputErrors
from judge.solutions.loader import load_solutions
from judge.solutions.placement import collect_problems

CON_TEST = REPOSITORY.parent / "shared" / "data" / "public" / "con_test"
SECRET = "grader: [grader.cpp, grader.py]\ntime: 10s\ncases:\n" + "".join(
    f'  - {{id: "{n}", input: "{n}\\n", output: "found\\n"}}\n' for n in (1, 500, 1000)
)
# As at an olympiad: the solution asks the grader, which counts the questions; a header declares both.
HEADER = "int ask(int guess);\nint find(int n);\n"
IN_CPP = """\
#include "secret.h"
#include <cstdio>
static int secret, asked;
int ask(int guess) { ++asked; return guess < secret ? 1 : guess > secret ? -1 : 0; }
int main() {
    std::scanf("%d", &secret);
    const int told = find(1000);
    std::puts(told == secret && asked <= 10 ? "found" : "lost");
}
"""
IN_PYTHON = """\
import secret_number

class Grader:
    def __init__(self, secret): self.secret, self.asked = secret, 0
    def ask(self, guess):
        self.asked += 1
        return (guess < self.secret) - (guess > self.secret)

grader = Grader(int(input()))
told = secret_number.find(1000, grader.ask)
print("found" if told == grader.secret and grader.asked <= 10 else "lost")
"""
RIGHT_CPP = """\
#include "secret.h"
int find(int n) {
    int low = 1, high = n;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (ask(middle) > 0) low = middle + 1;
        else high = middle;
    }
    return low;
}
"""
WRONG_CPP = '#include "secret.h"\nint find(int n) { int i = 1; while (ask(i)) ++i; return i; }\n'
RIGHT_PYTHON = """\
def find(n, ask):
    low, high = 1, n
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if ask(middle) > 0 else (low, middle)
    return low
"""
WRONG_PYTHON = "def find(n, ask):\n    return next(i for i in range(1, n + 1) if not ask(i))\n"
GRADERS = {"grader.cpp": IN_CPP, "grader.py": IN_PYTHON, "secret.h": HEADER}


@pytest.fixture
def olympiad(tmp_path: Path) -> Path:
    """A problem with a grader in two languages, and a right and a wrong solution in each."""
    cases = {f"secret-number/{name}": text for name, text in GRADERS.items()}
    solutions = {
        "right.cpp": RIGHT_CPP,
        "wrong_answer/slow.cpp": WRONG_CPP,
        "right.py": RIGHT_PYTHON,
        "wrong_answer/slow.py": WRONG_PYTHON,
    }
    return write_project(tmp_path, solutions=solutions, cases={"secret-number.yaml": SECRET, **cases})


def test_a_grader_calls_its_solutions(olympiad: Path) -> None:
    require(ROWS["cpp"])
    done = run_judge("run", cwd=olympiad, hang_s=300)
    assert table_rows(done.stdout) == [
        "right.cpp: 3 AC",
        "right.py: 3 AC",
        "wrong_answer/slow.cpp: 1 AC, 2 WA",
        "wrong_answer/slow.py: 1 AC, 2 WA",
    ], done.stdout + done.stderr
    assert done.returncode == 0


def test_a_problem_may_say_what_its_solutions_are_called(tmp_path: Path) -> None:
    cases = {
        "half.yaml": 'grader: grader.py\nmodule: halves\ncases: [{id: a, input: "10", output: "5\\n"}]\n',
        "half/grader.py": "from halves import half\nprint(half(int(input())))\n",
    }
    root = write_project(tmp_path, solutions={"shift.py": "def half(n): return n >> 1\n"}, cases=cases)
    assert table_rows(run_here("run", cwd=root).stdout) == ["shift.py: 1 AC"]


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ("module: halves\n", "p.yaml:1: expected a grader with it, got none"),
        ("module: a-b\ngrader: g.py\n", "p.yaml:1: expected a name of letters, digits and `_`, got 'a-b'"),
    ],
)
def test_what_solutions_are_called_is_a_name_that_a_grader_can_use(
    tmp_path: Path, stated: str, expected: str
) -> None:
    cases = {"p.yaml": f'{stated}cases: [{{id: a, input: "1", output: "1"}}]\n', "p/g.py": ""}
    root = write_project(tmp_path, solutions={}, cases=cases)
    with pytest.raises(InputErrors, match=re.escape(expected)):
        load_cases(root / "cases")


def test_a_solution_in_its_own_interpreter_is_called_too(olympiad: Path) -> None:
    for name in ("right.cpp", "wrong_answer/slow.cpp", "wrong_answer/slow.py"):
        (olympiad / "solutions" / name).unlink()
    done = run_judge("run", "--cold", cwd=olympiad)
    assert table_rows(done.stdout) == ["right.py: 3 AC"], done.stdout + done.stderr


@pytest.mark.parametrize("changed", ["grader.py", "secret.h"])
def test_a_change_of_the_grader_is_a_change_of_the_solution(olympiad: Path, changed: str) -> None:
    def digests() -> set[str]:
        problems = collect_problems(load_cases(olympiad / "cases"))
        return {solution.digest for solution in load_solutions(olympiad / "solutions", problems)}

    before = digests()
    (olympiad / "cases" / "secret-number" / changed).write_text(GRADERS[changed] + "\n")
    assert not digests() & before


def test_a_language_without_a_grader_is_skipped_with_those_that_there_are(olympiad: Path) -> None:
    shutil.rmtree(olympiad / "solutions")
    write_project(olympiad, solutions={"other.rb": "def find(n)\nend\n"}, cases={})
    done = run_here("run", cwd=olympiad, env={"COLUMNS": "160"})
    assert (done.returncode, table_rows(done.stdout)) == (1, ["other.rb: 3 SK"])
    assert "SK: expected a grader in ruby, got grader.cpp, grader.py\n" in done.stdout


def test_a_solution_that_lacks_the_function_does_not_compile(olympiad: Path) -> None:
    require(ROWS["cpp"])
    shutil.rmtree(olympiad / "solutions")
    write_project(olympiad, solutions={"a.cpp": "int other() { return 1; }\n"}, cases={})
    done = run_here("run", cwd=olympiad)
    assert table_rows(done.stdout) == ["a.cpp: 3 CE"]
    assert "find(int)" in done.stdout


def test_a_grader_among_the_solutions_is_none(olympiad: Path) -> None:
    for name, text in GRADERS.items():
        (olympiad / "cases" / "secret-number" / name).unlink()
        (olympiad / "solutions" / name).write_text(text)
    sheet = SECRET.replace("grader.cpp, grader.py", "../solutions/grader.cpp, ../solutions/grader.py")
    (olympiad / "cases" / "secret-number.yaml").write_text(sheet)
    cases, _ = read_cases(olympiad / "cases", bounds=Bounds(within=(olympiad,)))
    found = load_solutions(olympiad / "solutions", collect_problems(cases))
    assert sorted(solution.name for solution in found) == [
        "right.cpp",
        "right.py",
        "wrong_answer/slow.cpp",
        "wrong_answer/slow.py",
    ]


def test_a_program_of_two_problems_has_one_grader(olympiad: Path) -> None:
    write_project(
        olympiad,
        solutions={"both.py": "# judge: {problems: [secret-number, other]}\n"},
        cases={"other.yaml": 'cases: [{id: a, input: "", output: "1"}]\n'},
    )
    with pytest.raises(InputErrors) as caught:
        load_solutions(olympiad / "solutions", collect_problems(load_cases(olympiad / "cases")))
    said = "both.py:1: expected `problems:` in the header, with one grader for all, got other, secret-number"
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("grader", "message"),
    [
        ("missing.cpp", "expected a grader next to p.yaml or in p/, got none by the name 'missing.cpp'"),
        ("notes.txt", "expected a grader in one of .py, .py3, .c, "),
        ("[]", "expected the name of a grader, got none"),
        ("{a: b}", "expected the name of a file, or a list of these, got a mapping"),
        ("p.cpp", "expected a name for solutions that is not `main`, nor the grader's, got 'p'"),
        ("link.cpp", "expected a grader in "),
        ("fine.cpp\nentry: integer f()", "expected `entry` without `grader`, got both"),
    ],
)
def test_what_is_no_grader_is_a_fault_of_its_line(tmp_path: Path, grader: str, message: str) -> None:
    for name in ("p.cpp", "notes.txt", "fine.cpp"):
        (tmp_path / name).write_text("")
    (tmp_path / "link.cpp").symlink_to("/etc/passwd")
    (tmp_path / "p.yaml").write_text(f'cases: [{{id: a, input: "", output: "1"}}]\ngrader: {grader}\n')
    with pytest.raises(InputErrors) as caught:
        load_cases(tmp_path)
    assert f"p.yaml:2: {message}" in str(caught.value)


# A grader that reads a number, and a solution that halves it.
HALVES = {
    "c": (
        "#include <stdio.h>\nint half(int);\n"
        'int main(void) { int n; scanf("%d", &n); printf("%d\\n", half(n)); }\n',
        "int half(int n) { return n / 2; }\n",
    ),
    "go": (
        'package main\nimport "fmt"\nfunc main() { var n int; fmt.Scan(&n); fmt.Println(half(n)) }\n',
        "package main\nfunc half(n int) int { return n / 2 }\n",
    ),
    "rust": (
        "mod two_halves;\n"
        "fn main() { let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap();\n"
        'println!("{}", two_halves::half(s.trim().parse().unwrap())); }\n',
        "pub fn half(n: i64) -> i64 { n / 2 }\n",
    ),
    "javascript": (
        'const { half } = require("./two_halves");\n'
        'console.log(half(parseInt(require("fs").readFileSync(0, "utf8"))));\n',
        "exports.half = n => n >> 1;\n",
    ),
    "ruby": ('require_relative "two_halves"\nputs half(gets.to_i)\n', "def half(n) = n / 2\n"),
}


@pytest.mark.parametrize("name", HALVES)
def test_a_grader_finds_the_solution_by_the_name_of_the_problem(name: str, tmp_path: Path) -> None:
    require(ROWS[name])
    grader, solution = HALVES[name]
    suffix = ROWS[name].suffixes[0]
    case = '{id: a, input: "10\\n", output: "5\\n"}'
    sheet = f"grader: grader{suffix}\ntime: 10s\nmemory: 512MiB\ncases: [{case}]\n"
    cases = {"two-halves.yaml": sheet, f"two-halves/grader{suffix}": grader}
    write_project(tmp_path, solutions={f"mine{suffix}": solution}, cases=cases)
    done = run_judge("run", cwd=tmp_path, hang_s=300)
    assert table_rows(done.stdout) == [f"mine{suffix}: 1 AC"], done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not CON_TEST.is_dir(), reason="the packages of others are not here")
def test_the_graders_of_others_call_their_solutions(tmp_path: Path) -> None:
    """Use them unchanged, with the names of their graders, in the installed languages."""
    task = CON_TEST / "batchgrader"
    for name in ("input", "output"):
        shutil.copytree(task / name, tmp_path / "cases" / "batchgrader" / name)
    shutil.copytree(task / "sol", tmp_path / "solutions")
    rows = [ROWS[name] for name in ("c", "cpp", "java", "pascal")]
    names = ", ".join(f"../solutions/grader{row.suffixes[0]}" for row in rows)
    (tmp_path / "cases" / "batchgrader.yaml").write_text(f"time: 20s\ngrader: [{names}]\n")
    done = run_judge("run", cwd=tmp_path, hang_s=300)
    verdicts = {row: "AC" if all(map(shutil.which, tools_of(row))) else "SK" for row in rows}
    assert table_rows(done.stdout) == sorted(
        f"solution{row.suffixes[0]}: 10 {verdict}" for row, verdict in verdicts.items()
    ), done.stdout + done.stderr
