"""Blame for a grader's failure: the problem if the grader fails alone, else the solution."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import run_here, table_rows, write_project
from hypothesis import given
from hypothesis import strategies as st
from languages import ROWS, require

from judge.cases.loader import load_cases
from judge.model.verdicts import Verdict
from judge.running.languages import prepare
from judge.running.languages.base import Unready
from judge.running.runner import Runner
from judge.solutions.loader import load_solutions
from judge.solutions.placement import collect_problems

SHEET = 'grader: grader{}\ntime: 10s\nmemory: 512MiB\ncases: [{{id: a, input: "10\\n", output: "5\\n"}}]\n'
READS = '#include "half.h"\n#include <stdio.h>\n{}int main(void) {{ int n; scanf("%d", &n);\n'
C_GRADER = READS.format("") + 'printf("%d\\n", half(n)); return 0; }\n'
JAVA_GRADER = """\
class grader {
    public static void main(String[] words) {
        System.out.println(half.half(new java.util.Scanner(System.in).nextInt()));
    }
}
"""
GRADERS = {
    ".c": C_GRADER,
    ".cpp": C_GRADER,
    ".java": JAVA_GRADER,
    ".py": "from half import half\n\nprint(half(int(input())))\n",
    ".js": 'const { half } = require("./half");\nconsole.log(half(+require("fs").readFileSync(0)));\n',
}
SOLUTIONS = {
    ".c": '#include "half.h"\nint half(int n) { return n / 2; }\n',
    ".cpp": '#include "half.h"\nint half(int n) { return n / 2; }\n',
    ".java": "class half { static int half(int n) { return n / 2; } }\n",
    ".py": "def half(n):\n    return n // 2\n",
    ".js": "exports.half = n => n >> 1;\n",
}
HEADER = "int half(int n);\n"


def project(
    root: Path, suffix: str, *, grader: str = "", solution: str = "", header: str = HEADER, **rest: str
) -> Path:
    """Write a problem with a grader and a solution in one language; each is right unless given."""
    files = {f"half/{name.replace('__', '.')}": text for name, text in rest.items()}
    cases = {"half.yaml": SHEET.format(suffix), f"half/grader{suffix}": grader or GRADERS[suffix]}
    cases |= {"half/half.h": header} | files
    return write_project(root, solutions={f"mine{suffix}": solution or SOLUTIONS[suffix]}, cases=cases)


def judged(root: Path, *words: str) -> tuple[int, list[str], str]:
    done = run_here("run", *words, cwd=root, env={"COLUMNS": "400"})
    return done.returncode, table_rows(done.stdout), done.stdout


@pytest.mark.parametrize(
    ("suffix", "files", "told"),
    [
        pytest.param(".cpp", {"grader": C_GRADER.replace("; return", "return")}, "grader.cpp:4", id="syntax"),
        pytest.param(
            ".c", {"grader": C_GRADER.replace("; return", "return")}, "grader.c:4", id="syntax of C"
        ),
        pytest.param(".cpp", {"grader": f"#include <none.h>\n{C_GRADER}"}, "grader.cpp:1", id="no header"),
        pytest.param(".c", {"grader": C_GRADER.replace("main", "begin")}, "grader.c", id="no main"),
        pytest.param(
            ".cpp", {"grader": C_GRADER.replace("main", "begin")}, "grader.cpp", id="no main in C++"
        ),
        pytest.param(".cpp", {"header": "int half(int n;\n"}, "half.h:1", id="a header of both"),
        pytest.param(
            ".c",
            {
                "grader": C_GRADER.replace('"half.h"', '"own.h"'),
                "own__h": HEADER,
                "header": "int half(int n;\n",
            },
            "half.h",
            id="a header of solutions",
        ),
        pytest.param(
            ".java",
            {"grader": JAVA_GRADER.replace(";", "", 1)},
            "grader.java:3",
            id="Java",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            ".java",
            {"grader": JAVA_GRADER.replace("main", "begin")},
            "grader.java",
            id="no Java main",
            marks=pytest.mark.slow,
        ),
        pytest.param(".py", {"grader": f"{GRADERS['.py']}print(\n"}, "grader.py:4", id="Python"),
        pytest.param(".js", {"grader": f"{GRADERS['.js']}(\n"}, "grader.js:4", id="JavaScript"),
        pytest.param(
            ".c",
            {"grader": READS.format("#include <stdlib.h>\n") + "if (n == 10) abort();\nreturn half(n); }\n"},
            "grader.c",
            id="crash",
        ),
        pytest.param(
            ".py", {"grader": "from half import half\nprint(half([][0]))\n"}, "grader.py", id="IndexError"
        ),
        pytest.param(
            ".py", {"grader": "import half\nimport missing\nhalf.half(1)\n"}, "grader.py", id="ImportError"
        ),
    ],
)
def test_a_fault_of_a_grader_is_the_problems(
    tmp_path: Path, suffix: str, files: Mapping[str, str], told: str
) -> None:
    require(next(row for row in ROWS.values() if suffix in row.suffixes))
    code, rows, shown = judged(project(tmp_path, suffix, **files))
    assert (code, rows) == (2, [f"mine{suffix}: 1 JE"]), shown
    kind = "a header" if told.startswith("half.h") and "own__h" in files else "a grader"
    assert f": JE, expected AC: cases/half/{told}: expected {kind} " in shown


def test_a_fault_of_a_grader_is_the_problems_in_an_interpreter_of_its_own_too(tmp_path: Path) -> None:
    for number, grader in enumerate((f"{GRADERS['.py']}print(\n", "from half import half\n1 / 0\n")):
        root = project(tmp_path / str(number), ".py", grader=grader)
        assert judged(root, "--cold")[:2] == (2, ["mine.py: 1 JE"])


@pytest.mark.parametrize(
    ("suffix", "files", "verdict"),
    [
        pytest.param(".cpp", {"solution": "int other() { return 1; }\n"}, "CE", id="nothing to call"),
        pytest.param(".c", {"solution": "int half(int n) { return n / 2 }\n"}, "CE", id="syntax"),
        pytest.param(
            ".cpp", {"solution": '#line 1 "grader.cpp"\n#error expected\nint half(int n;\n'}, "CE", id="#line"
        ),
        pytest.param(
            ".cpp",
            {"solution": SOLUTIONS[".cpp"] + "int main() { return 0; }\n"},
            "CE",
            id="a main of its own",
        ),
        pytest.param(
            ".cpp",
            {"solution": '#include "half.h"\n#include "half.h"\nint half(char n);\n'},
            "CE",
            id="no definition",
        ),
        pytest.param(
            ".cpp",
            {
                "grader": '#include "half.cpp"\nint main() { return half(1); }\n',
                "solution": "int none() { return 1; }\n",
            },
            "CE",
            id="a grader that includes the solution",
        ),
        pytest.param(
            ".c",
            {"grader": "int given(void) { return 2; }\n", "solution": "int main(void) { return none(); }\n"},
            "CE",
            id="a library instead of a program",
        ),
        pytest.param(
            ".c",
            {
                "header": "typedef uint8_t byte;\nint half(int n);\n",
                "grader": "#include <stdint.h>\n" + C_GRADER,
                "solution": '#include "half.h"\nint half(int n) { return n }\n',
            },
            "CE",
            id="a header that needs the usual ones",
        ),
        pytest.param(
            ".java",
            {"solution": "class half { int other; }\n"},
            "CE",
            id="no method in Java",
            marks=pytest.mark.slow,
        ),
        pytest.param(".py", {"solution": "def other(n): return n\n"}, "RE", id="no function in Python"),
        pytest.param(".py", {"solution": "def half(n): return 1 // 0\n"}, "RE", id="a crash"),
        pytest.param(
            ".py", {"grader": "from half import half\n[][half(9)]\n"}, "RE", id="a crash after the call"
        ),
        pytest.param(".py", {"grader": "from half import *\n[][half(9)]\n"}, "RE", id="all names"),
        pytest.param(
            ".c", {"solution": "#include <stdlib.h>\nint half(int n) { abort(); }\n"}, "RE", id="abort"
        ),
        pytest.param(
            ".py",
            {"solution": "raise SystemExit('  File \"grader.py\", line 1\\nSyntaxError: no')\n"},
            "RE",
            id="the words of another",
        ),
    ],
)
def test_a_fault_of_a_solution_is_its_own(
    tmp_path: Path, suffix: str, files: Mapping[str, str], verdict: str
) -> None:
    require(next(row for row in ROWS.values() if suffix in row.suffixes))
    code, rows, shown = judged(project(tmp_path, suffix, **files))
    assert (code, rows) == (1, [f"mine{suffix}: 1 {verdict}"]), shown


PIECES = (
    "def half(n):",
    "    return n // 2",
    "def main(): (",
    "import grader",
    "from grader import *",
    "# -*- coding: none -*-",
    "raise SyntaxError('no', ('grader.py', 1, 1, '('))",
    "import sys; sys.exit(127)",
    "\0",
)


@pytest.mark.slow
@given(st.lists(st.sampled_from(PIECES), max_size=5).map("\n".join))
def test_no_solution_blames_a_sound_grader(
    tmp_path_factory: pytest.TempPathFactory, runner: Runner, source: str
) -> None:
    root = project(tmp_path_factory.mktemp("any"), ".py", solution=source)
    (mine,) = load_solutions(root / "solutions", collect_problems(load_cases(root / "cases")))
    made = prepare(mine, runner)
    assert not isinstance(made, Unready) or made.verdict is Verdict.CE
