"""Tasks of CMS and contests of them: judged as they say, and files made where there are none."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from conftest import level_or_skip
from helpers import PUZZLES, document_of, need, run_here, table_rows, write_files
from hypothesis import given
from hypothesis import strategies as st
from languages import tools_of

from judge.packages.cms_points import Line, read_points
from judge.packages.folders import Folder
from judge.platform.errors import Fault
from judge.running.keeper_client import Level
from judge.running.languages import LANGUAGES
from judge.yaml.document import load
from judge.yaml.tree import Mapping

PYTHON_2 = "written in Python 2, which the judge does not run"
CON_TEST = PUZZLES / "public" / "con_test"
TASK = """\
name: sums
title: The sum of many
time_limit: 20.0
memory_limit: 256
n_input: 4
infile: ""
outfile: ""
public_testcases: all
token_mode: infinite
score_mode: max
"""
GEN = """\
# n, step
#ST: 0
#COPY: gen/sample.txt
# ST: 30.5
2 1   # a small one
#ST: 69.5
5 3
6 4

"""
GENERATOR = """\
import sys
n, step = map(int, sys.argv[1:])
print(n)
print(*range(0, n * step, step))
"""
FILES = {
    "task.yaml": TASK,
    "gen/GEN": GEN,
    "gen/sample.txt": "2\n1 2\n",
    "gen/generator.py": GENERATOR,
    "sol/solution.py": "n = int(input())\nprint(sum(map(int, input().split())))\n",
    "sol/brute.py": "n = int(input())\nprint(sum(map(int, input().split())) if n < 6 else 0)\n",
    "statement/statement.tex": "a statement",
}


def write_task(root: Path, files: dict[str, str] = FILES) -> Path:
    return write_files(root, files)


def imported(root: Path, task: Path) -> tuple[Path, str]:
    """A project with the task in it, and what was not understood."""
    project = root / "project"
    project.mkdir(parents=True)
    done = run_here("import", task, cwd=project)
    assert done.returncode == 0, done.stderr
    return project, done.stderr.replace(f"{task}/", "")


def is_judged(name: str) -> bool:
    return all(map(shutil.which, tools_of(LANGUAGES[Path(name).suffix])))


@pytest.mark.slow
@pytest.mark.skipif(not CON_TEST.is_dir(), reason="the contest of others is not here")
def test_the_contest_that_cms_tests_itself_with_is_right_in_every_language(
    tmp_path: Path,
) -> None:
    document = document_of(tmp_path, "--root", CON_TEST, "--time", "20s")
    assert {case["case"].partition("/")[0] for case in document["cases"]} >= {"batch", "communicationtwoways"}
    found = {entry["solution"]: entry["verdict"] for entry in document["results"]}
    assert len(found) == 35
    assert found == {
        # PHP opens no file that is a link to memory.
        name: "AC" if is_judged(name) and not ("batch_" in name and name.endswith(".php")) else "SK"
        for name in found
    }
    scores = {
        (score["problem"], score["points"]) for score in document["scores"] if score["points"] is not None
    }
    assert scores == {
        *((name, 100) for name in ("batch", "batch_comparator", "batch_file", "batchgrader")),
        *(("communication", 100), ("communicationtwoways", 100), ("batchwithoutgen", 200)),
    }


def test_inputs_are_made_by_the_lines_of_gen_and_outputs_by_the_official_solution(tmp_path: Path) -> None:
    project, left = imported(tmp_path, write_task(tmp_path / "t"))
    assert left == "statement: not understood, 1 file\n"
    tests = project / "cases/sums"
    assert {str(path.relative_to(tests)): path.read_text() for path in tests.glob("subtask*/*")} == {
        "subtask1/000.in": "2\n1 2\n",
        "subtask2/001.in": "2\n0 1\n",
        "subtask3/002.in": "5\n0 3 6 9 12\n",
        "subtask3/003.in": "6\n0 4 8 12 16 20\n",
        "subtask1/000.out": "3\n",
        "subtask2/001.out": "1\n",
        "subtask3/002.out": "30\n",
        "subtask3/003.out": "60\n",
    }
    assert load((project / "cases/sums.yaml").read_bytes(), Path()) == {
        "problem": "The sum of many",
        "time": "20s",
        "memory": "256MiB",
        "output_limit": "64MiB",
        "compare": "cms",
        "groups": {f"subtask{n}": {"points": points, "count": "min"} for n, points in ((2, 30.5), (3, 69.5))},
    }


MANAGER = """\
import sys
hears, says = open(sys.argv[1]), open(sys.argv[2], "w")
a, b = open("input.txt").read().split()
print(a, b, file=says, flush=True)
print(1.0 if int(hears.readline()) == int(a) + int(b) else 0.0)
"""


@pytest.mark.parametrize("user_io", ["", "user_io: std_io\n", "user_io: fifo_io\n"])
def test_a_manager_reads_its_first_pipe_and_writes_its_second(tmp_path: Path, user_io: str) -> None:
    files = {
        "task.yaml": f"name: talk\ntime_limit: 5\nn_input: 1\n{user_io}",
        "check/manager.py": MANAGER,
        "input/input0.txt": "3 4\n",
        "sol/solution.py": "print(sum(map(int, input().split())), flush=True)\n",
        "sol/pipes.py": "import sys\nprint(sum(map(int, open(sys.argv[1]).readline().split())), "
        "file=open(sys.argv[2], 'w'))\n",
        "sol/wrong.py": "print(0)\n",
    }
    done = run_here("run", cwd=write_task(tmp_path / "t", files))
    assert done.stderr == ""
    assert table_rows(done.stdout) == [
        "talk/accepted/solution.py: 1 AC",
        "talk/unknown/pipes.py: 1 AC",
        "talk/unknown/wrong.py: 1 WA",
    ]


def test_the_official_solution_is_right_and_of_others_nothing_is_expected(tmp_path: Path) -> None:
    task = write_task(tmp_path / "t")
    done = run_here("run", cwd=task)
    assert done.returncode == 0, done.stderr
    assert table_rows(done.stdout) == ["sums/accepted/solution.py: 4 AC", "sums/unknown/brute.py: 3 AC, 1 WA"]
    assert "as expected, 100 of 100 points" in done.stdout
    assert "as expected, 30.5 of 100 points" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stated", "points"),
    [
        pytest.param("", "75 of 100", id="each as much"),
        pytest.param("total_value: 40\n", "30 of 40", id="of a whole"),
        pytest.param("score_type: Sum\nscore_type_parameters: 2.5\n", "7.5 of 10", id="a sum"),
        pytest.param(
            "score_type: GroupMin\nscore_type_parameters: [[20, 1], [5, 3]]\n", "20 of 25", id="groups"
        ),
        pytest.param(
            "score_type: GroupMul\nscore_type_parameters: [[20, 2], [5, 2]]\n", "20 of 25", id="products"
        ),
        pytest.param(
            "score_type: GroupMin\nscore_type_parameters: [[0.3333333333333333, 2], [0.66666666666667, 2]]\n",
            "0.333333 of 1",
            id="all decimals of a third",
        ),
    ],
)
def test_a_task_without_gen_counts_by_its_keys(stated: str, points: str, tmp_path: Path) -> None:
    files = {name: text for name, text in FILES.items() if not name.startswith("gen/")}
    files["task.yaml"] = TASK + stated
    files |= {f"input/input{number}.txt": f"{n}\n1 2\n" for number, n in enumerate((1, 2, 3, 9))}
    done = run_here("run", "brute", cwd=write_task(tmp_path / "t", files))
    assert f"as expected, {points} points" in done.stdout, done.stdout + done.stderr


def test_a_contest_gives_all_of_its_tasks_and_no_others(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        write_task(tmp_path / "c" / name, FILES | {"task.yaml": TASK.replace("sums", name)})
    (tmp_path / "c" / "contest.yaml").write_text("name: all\ntasks: [two, one]\nusers: []\n")
    project, left = imported(tmp_path, tmp_path / "c")
    assert sorted(path.stem for path in (project / "cases").glob("*.yaml")) == ["one", "two"]
    assert "three: not understood, 7 files\n" in left


@pytest.mark.skipif(not CON_TEST.is_dir(), reason="the contest of others is not here")
def test_a_grader_calls_solutions_by_the_name_of_the_task_whatever_the_problem_is_called(
    tmp_path: Path,
) -> None:
    task = shutil.copytree(CON_TEST / "batchgrader", tmp_path / "t")
    for name in ("c", "cpp", "java", "pas"):
        (task / "sol" / f"grader.{name}").unlink()
        (task / "sol" / f"solution.{name}").unlink()
    calls = "from batchgrader import add\nprint(add(*map(int, input().split())))\n"
    (task / "sol" / "grader.py").write_text(calls)
    (task / "sol" / "solution.py").write_text("def add(a, b): return a + b\n")
    project = tmp_path / "project"
    project.mkdir()
    assert run_here("import", task, "--into", "sums", cwd=project).returncode == 0
    done = run_here("run", cwd=project)
    assert (done.returncode, "1 solution x 10 cases: 10 passed" in done.stdout) == (0, True)


def test_what_nobody_knows_is_named(tmp_path: Path) -> None:
    stated = TASK + "colour: blue\nscore_type: GroupThreshold\nscore_type_parameters: [[100, 4, 2]]\n"
    project, left = imported(
        tmp_path, write_task(tmp_path / "t", FILES | {"task.yaml": stated, "att/a.zip": "PK"})
    )
    assert left.splitlines() == [
        "task.yaml:12: not understood: points by GroupThreshold",
        "task.yaml:11: not understood: the key colour",
        "att: not understood, 1 file",
        "statement: not understood, 1 file",
    ]
    assert "groups" not in (project / "cases/sums.yaml").read_text()


@pytest.mark.parametrize(("decides", "is_told"), [({}, False), ({"check/checker.py": "print(0.5)\n"}, True)])
def test_where_a_product_may_be_less_than_its_least_factor_it_is_told(
    decides: dict[str, str], is_told: bool, tmp_path: Path
) -> None:
    stated = TASK + "score_type: GroupMul\nscore_type_parameters: [[100, 4]]\n"
    _, left = imported(tmp_path, write_task(tmp_path / "t", FILES | {"task.yaml": stated} | decides))
    told = "task.yaml:11: points by GroupMul: each subtask counts by its worst test, and is not multiplied\n"
    assert (told in left) is is_told


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({"task.yaml": "- sums\n"}, "task.yaml:1: expected a mapping, got a list", id="a list"),
        pytest.param(
            {"task.yaml": "name: *a\n"}, "task.yaml:1: expected a value, got an alias", id="an alias"
        ),
        pytest.param({"task.yaml": "name: [\n"}, "task.yaml:2: expected YAML, got a fault:", id="no YAML"),
        pytest.param({"task.yaml": "name: ../x\n"}, "task.yaml:1: expected a name of letters,", id="a name"),
        pytest.param(
            {"task.yaml": TASK.replace("20.0", "soon")},
            "task.yaml:3: expected a number above 0 as time_limit, got 'soon'",
            id="no time",
        ),
        pytest.param(
            {"task.yaml": TASK.replace("20.0", "1000000.0")},
            "task.yaml:3: expected a limit of at most six digits, got 1000000s",
            id="a time that is too long",
        ),
        pytest.param(
            {"task.yaml": TASK.replace("256", "1000000")},
            "task.yaml:4: expected a limit of at most six digits, got 1000000MiB",
            id="too much memory",
        ),
        pytest.param(
            {"task.yaml": TASK.replace("n_input: 4", "n_input: 10001"), "gen/GEN": "# none\n"},
            "task.yaml:5: expected at most 10,000 tests, got 10001",
            id="too many tests",
        ),
        pytest.param(
            {"task.yaml": TASK.replace("256", "-1")},
            "task.yaml:4: expected a number above 0 as memory_limit, got the number -1",
            id="no memory",
        ),
        pytest.param(
            {"task.yaml": TASK.replace("n_input: 4", "n_input: 5")},
            "task.yaml:5: expected as many tests as in gen/GEN, 4, got 5",
            id="another number of tests",
        ),
        pytest.param(
            {"task.yaml": f"{TASK}num_processes: 2\n"},
            "task.yaml:11: expected one process of a solution, got num_processes above 1",
            id="two processes",
        ),
        pytest.param(
            {"task.yaml": f"{TASK}score_type: GroupMin\nscore_type_parameters: [[100, 3]]\n"},
            "task.yaml:12: expected subtasks with 4 tests together, got others",
            id="subtasks with other tests",
        ),
        pytest.param(
            {"gen/GEN": "#ST: many\n1 2\n"},
            "gen/GEN:1: expected a number of points behind #ST:, got 'many'",
            id="no points",
        ),
        pytest.param(
            {"gen/GEN": "1 2\n#ST: 100\n1 2\n"},
            "gen/GEN:2: expected no test before the first #ST:, got one",
            id="a test before all subtasks",
        ),
        pytest.param(
            {"gen/GEN": "1 2 #ST: 100\n"}, "gen/GEN:1: expected a test or #ST: on a line, got both", id="both"
        ),
        pytest.param(
            {"check/checker": "\x7fELF"},
            "check/checker: expected the source of the checker next to it, got none",
            id="a checker without its source",
        ),
    ],
)
def test_what_is_wrong_with_a_task_is_one_line(files: dict[str, str], expected: str, tmp_path: Path) -> None:
    task = write_task(tmp_path / "t", FILES | files)
    (tmp_path / "empty").mkdir()
    done = run_here("import", task, cwd=tmp_path / "empty")
    assert (done.returncode, done.stdout, [*(tmp_path / "empty").iterdir()]) == (2, "", [])
    faults = done.stderr.replace(f"{task}/", "").splitlines()
    assert any(fault.startswith(expected) for fault in faults), faults
    assert run_here("run", cwd=task).stderr.splitlines() == faults


# What makes the tests


READS = """\
import os, sys
from limits import STEP
from lib.numbers import many
here = os.path.dirname(__file__)
words = [open(path).read() for path in ("gen/words.txt", "att/more.txt", os.path.join(here, "words.txt"))]
n, step = map(int, sys.argv[1:])
print(n)
print(*many(n, step * STEP * (len(set(words)) == 2)))
"""
BESIDE = {
    "gen/generator.py": READS,
    "gen/limits.py": "STEP = 1\n",
    "gen/lib/__init__.py": "",
    "gen/lib/numbers.py": "def many(n, step): return range(0, n * step, step)\n",
    "gen/words.txt": "a b",
    "att/more.txt": "c d",
}


@pytest.mark.parametrize("level", ["default", "strict"])
def test_a_generator_imports_its_neighbours_and_reads_files_of_the_task(level: Level, tmp_path: Path) -> None:
    task = write_task(tmp_path / "t", FILES | BESIDE)
    done = run_here("run", "--sandbox", level_or_skip(level), cwd=task)
    assert done.returncode == 0, done.stderr
    assert "as expected, 30.5 of 100 points" in done.stdout


def test_a_generator_in_another_language_reads_files_of_the_task(tmp_path: Path) -> None:
    need("gcc")
    source = """\
#include <stdio.h>
#include "limits.h"
int main(int n, char **words) {
    int first;
    if (fscanf(fopen("gen/first.txt", "r"), "%d", &first) != 1) return 1;
    printf("2\\n%d %d\\n", first, STEP);
}
"""
    files = {name: text for name, text in FILES.items() if name != "gen/generator.py"}
    files |= {"gen/generator.c": source, "gen/limits.h": "#define STEP 5\n", "gen/first.txt": "37"}
    project, _ = imported(tmp_path, write_task(tmp_path / "t", files))
    assert (project / "cases/sums/subtask2/001.in").read_text() == "2\n37 5\n"


SECRETS = """\
import os
print(1)
for path in ({places}):
    try:
        open(path).read()
    except OSError:
        continue
    raise SystemExit("it read " + path)
for path in ("gen/new", "gen/GEN", "new"):
    try:
        open(path, "w")
    except OSError:
        continue
    raise SystemExit("it wrote " + path)
print(0)
"""


def test_a_generator_reads_nothing_but_its_task_and_writes_nothing(tmp_path: Path) -> None:
    level_or_skip("default")
    write_files(tmp_path, {"secret": "1", "t/.env": "1", "t/gen/.env": "1", "t/.git/config": "1"})
    places = ["../secret", str(tmp_path / "secret"), str(tmp_path / "t/task.yaml"), ".env", "gen/.env"]
    places += [".git/config", "../solutions/sums/accepted/solution.py", "../cases/sums.yaml"]
    generator = SECRETS.format(places=", ".join(map(repr, places)))
    _, left = imported(tmp_path, write_task(tmp_path / "t", FILES | {"gen/generator.py": generator}))
    assert left == "statement: not understood, 1 file\n"


def test_a_generator_finds_what_links_of_its_repository_lead_to(tmp_path: Path) -> None:
    write_files(tmp_path, {".git/HEAD": "", "lib/limits.py": "STEP = 1\n"})
    files = {name: text for name, text in BESIDE.items() if name != "gen/limits.py"}
    task = write_task(tmp_path / "t", FILES | files)
    (task / "gen/limits.py").symlink_to("../../lib/limits.py")
    project, _ = imported(tmp_path, task)
    assert (project / "cases/sums/subtask2/001.in").read_text() == "2\n0 1\n"


@pytest.mark.slow
@pytest.mark.parametrize("changed", ["gen/limits.py", "gen/words.txt", "att/more.txt"])
def test_tests_are_made_again_when_a_file_changes_that_a_generator_reads(
    changed: str, tmp_path: Path
) -> None:
    found = []
    for text in ("STEP = 1\n", "STEP = 2\n"):
        task = write_task(tmp_path / "t", FILES | BESIDE | {"gen/limits.py": "STEP = 1\n", changed: text})
        project, _ = imported(tmp_path / f"{len(found)}", task)
        found.append((project / "cases/sums/subtask2/001.in").read_text())
    assert found[0] != found[1] or changed != "gen/limits.py"


def test_inputs_and_outputs_that_are_there_are_used_and_no_program_runs(tmp_path: Path) -> None:
    files = FILES | {"gen/generator.py": "raise SystemExit(1)\n", "sol/solution.py": "raise SystemExit(1)\n"}
    for number in range(4):
        files |= {f"input/input{number}.txt": f"1\n{number}\n", f"output/output{number}.txt": f"{number}\n"}
    project, left = imported(tmp_path, write_task(tmp_path / "t", files))
    assert left == "statement: not understood, 1 file\n"
    assert (project / "cases/sums/subtask3/003.out").read_text() == "3\n"


# What cannot be made

OLD = "print 1\nprint 0\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "expected", "kept"),
    [
        pytest.param(
            {"gen/GEN": "#COPY: ../../etc/passwd\n1 1\n"},
            "input: 1 test missing, from 000: expected an input, or what makes it (gen/generator, gen/GEN), "
            "got '../../etc/passwd', which is not there",
            ["001"],
            id="a copy of what is elsewhere",
        ),
        pytest.param(
            {
                "gen/generator.py": "import sys\nif sys.argv[1] == '5': sys.exit('large')\n"
                "print(1)\nprint(2)\n"
            },
            "gen/generator.py: 1 test missing, from subtask3/002: expected an input for subtask3/002.in from "
            "'generator 5 3', got exit code 1: large",
            ["subtask1/000", "subtask2/001", "subtask3/003"],
            id="a generator that fails once",
        ),
        pytest.param(
            {"gen/generator.py": "raise SystemExit('too small')\n"},
            "gen/generator.py: 3 tests missing, from subtask2/001: expected an input for subtask2/001.in "
            "from 'generator 2 1', got exit code 1: too small",
            ["subtask1/000"],
            id="a generator that fails",
        ),
        pytest.param(
            {"sol/solution.py": "n = int(input())\nprint(1 // (n - 5))\n"},
            "sol/solution.py: 1 test missing, from subtask3/002: expected an answer to subtask3/002.in, "
            "got exit code 1: ZeroDivisionError: integer division or modulo by zero",
            ["subtask1/000", "subtask2/001", "subtask3/003"],
            id="a solution that fails once",
        ),
        *(
            pytest.param(
                {"gen/generator.py": source},
                f"gen/generator.py: 3 tests missing, from subtask2/001: {PYTHON_2}",
                ["subtask1/000"],
                id=name,
            )
            for name, source in {
                "by its first line": "#!/usr/bin/env python2\nprint(1)\n",
                "by what it prints": "print 1\nprint 0\n",
                "by where it prints": "import sys\nprint >> sys.stdout, 1\n",
                "by what it calls": "for i in xrange(2): print(i)\n",
                "by an exception": "try:\n    print(1)\nexcept ValueError, error:\n    pass\n",
                "by a neighbour": "from limits import *\n",
            }.items()
        ),
        pytest.param(
            {"gen/generator.py": None, "gen/generatore.sh": "echo 1"},
            "gen/generatore.sh: 3 tests missing, from subtask2/001: the program is in a language that the "
            "judge does not know",
            ["subtask1/000"],
            id="a script",
        ),
        pytest.param(
            {"sol/solution.py": None},
            "output: 4 tests missing, from subtask1/000: expected an output, or sol/solution that makes it, "
            "got neither",
            [],
            id="no solution",
        ),
        pytest.param(
            {"sol/solution.py": "#!/usr/bin/python2\nprint 1\n"},
            "output: 4 tests missing, from subtask1/000: expected an output, or sol/solution that makes it, "
            "got neither",
            [],
            id="a solution in Python 2",
        ),
        pytest.param({"gen/GEN": "# none\n"}, "gen/GEN: expected tests, got none", [], id="no tests"),
    ],
)
def test_a_task_is_imported_without_the_tests_that_cannot_be_made(
    files: dict[str, str | None], expected: str, kept: list[str], tmp_path: Path
) -> None:
    stated = TASK.replace("n_input: 4\n", "")
    all_files = FILES | {"task.yaml": stated, "gen/limits.py": "print 1\n"} | files
    present = {name: text for name, text in all_files.items() if text is not None}
    project, left = imported(tmp_path, write_task(tmp_path / "t", present))
    assert expected in left.splitlines()
    tests = project / "cases/sums"
    found = sorted(str(path.relative_to(tests)) for path in tests.rglob("*.in"))
    assert found == [f"{name}.in" for name in kept]
    assert (
        sorted(path.relative_to(tests).with_suffix(".in").as_posix() for path in tests.rglob("*.out"))
        == found
    )
    assert (project / "solutions/sums/unknown/brute.py").exists()
    done = run_here("list", cwd=project)
    assert (done.returncode == 0) is bool(kept), done.stderr


def test_a_task_without_any_test_is_not_judged_where_it_lies_and_says_why(tmp_path: Path) -> None:
    task = write_task(tmp_path / "t", FILES | {"gen/GEN": "1 1\n", "gen/generator.py": OLD})
    files = {"task.yaml": TASK.replace("n_input: 4\n", "")}
    write_files(task, files)
    done = run_here("run", cwd=task)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"gen/generator.py: 1 test missing, from 000: {PYTHON_2}\n"


def test_tasks_of_a_contest_are_judged_beside_one_without_tests(tmp_path: Path) -> None:
    for name in ("one", "two"):
        files = FILES | {"task.yaml": TASK.replace("sums", name)}
        write_task(
            tmp_path / "c" / name, files | ({"sol/solution.py": "#!python2\n"} if name == "two" else {})
        )
    write_files(tmp_path / "c", {"contest.yaml": "tasks: [one, two]\n"})
    done = run_here("run", cwd=tmp_path / "c")
    assert done.returncode == 0, done.stderr
    assert table_rows(done.stdout) == ["one/accepted/solution.py: 4 AC", "one/unknown/brute.py: 3 AC, 1 WA"]
    assert "two/output: 4 tests missing" in run_here("list", cwd=tmp_path / "c").stdout


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ("tasks: [none]\n", "contest.yaml:1: expected a folder with task.yaml for each task, got 'none'"),
        ("tasks: [[a]]\n", "contest.yaml:1: expected a folder with task.yaml for each task, got a list"),
        ("name: empty\n", "contest.yaml: expected a task, got none"),
        ("tasks: [../t]\n", "contest.yaml:1: expected a folder with task.yaml for each task, got '../t'"),
    ],
)
def test_what_is_wrong_with_a_contest_is_one_line(stated: str, expected: str, tmp_path: Path) -> None:
    write_task(tmp_path / "t")
    write_task(tmp_path / "c", {"contest.yaml": stated})
    done = run_here("import", "c", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, f"c/{expected}\n")


WORDS = st.lists(st.text("ab1-", min_size=1, max_size=3), min_size=1, max_size=3).map(tuple)
LINES = st.builds(Line, words=WORDS) | st.builds(Line, copied=st.text("ab/.", min_size=1, max_size=5))


@pytest.mark.slow
@given(
    subtasks=st.lists(st.tuples(st.integers(0, 100), st.lists(LINES, max_size=4)), min_size=1, max_size=4),
    data=st.data(),
)
def test_gen_says_what_was_written_whatever_blanks_and_comments_stand_between(
    subtasks: list[tuple[int, list[Line]]], data: st.DataObject
) -> None:
    def between() -> str:
        return data.draw(st.sampled_from(["", " ", "\t", "\v", "\x1e", "\u2028"]))

    rows = []
    for points, lines in subtasks:
        rows.append(f"{between()}#{between()}ST:{between()}{points}{between()}")
        for line in lines:
            text = f"#{between()}COPY:{between()}{line.copied}" if line.copied else "  ".join(line.words)
            rows += [f"{between()}{text}{between()}", data.draw(st.sampled_from(["", "# a comment", "#"]))]
    with TemporaryDirectory() as place:
        write_task(Path(place), {"gen/GEN": data.draw(st.sampled_from(["\n", "\r\n"])).join(rows)})
        faults: list[Fault] = []
        found = read_points(Folder(Path(place), faults), Mapping(0), 0)
    assert not faults
    assert found.lines == [line for _, lines in subtasks for line in lines]
    assert found.subtasks == [(points, len(lines)) for points, lines in subtasks]
    places = [f"subtask{at}/" for at, (_, lines) in enumerate(subtasks, 1) for _ in lines]
    assert [found.place(number) for number in range(found.tests)] == places
