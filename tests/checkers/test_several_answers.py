"""Three problems of our own with several right answers, one for each protocol, through every door."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import REPOSITORY, environment, need, run_here, table_rows
from msgspec.structs import replace

from judge import load, run
from judge.cases.loader import load_cases
from judge.cases.tests import count_tests, make_own_test
from judge.model.verdicts import Verdict
from judge.work.keys import ResultKeys
from judge.work.slots import Seal
from judge.work.task_results import Task
from judge.work.tasks import carry_out
from judge.work.workers import open_workers

PROBLEMS = REPOSITORY / "tests" / "problems" / "checkers"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    need("g++")
    return Path(shutil.copytree(PROBLEMS, tmp_path / "project"))


def test_right_answers_of_all_kinds_are_accepted_and_wrong_ones_are_not(project: Path) -> None:
    done = run_here("run", "--json", "out.json", cwd=project, env={"COLUMNS": "200"})
    assert done.returncode == 0, done.stdout
    rows = dict(re.findall(r"partition/(\w+)\.py .* (\S+) of 100 points", done.stdout))
    assert rows == {"all_ways": "100", "largest_first": "55", "one_part": "0"}
    document = json.loads((project / "out.json").read_bytes())
    scores = {Path(score["solution"]).stem: score["points"] for score in document["scores"]}
    assert scores == {"all_ways": 100, "largest_first": 55, "one_part": 0}
    said = {
        (case["solution"], case["case"]): (test["checker"], test["points"], test["message"])
        for case in document["results"]
        for test in case["tests"]
    }
    assert said["partition/largest_first.py", "partition/many-2"] == (
        "Output is partially correct",
        15,
        "15 of 30 points",
    )
    assert said["order/as_numbered.py", "order/2"] == ("1 stands before 5", None, "")
    assert said["two-numbers/halves.py", "two-numbers/1"][0] == "wrong answer: the numbers are equal"
    assert said["order/first_free.py", "order/2"] == ("", None, "")


def test_a_wrong_output_is_told_in_the_words_of_the_checker(project: Path) -> None:
    done = run_here("show", "as_numbered", "order/2", cwd=project)
    assert done.stdout.startswith(
        "order/as_numbered.py on order/2: WA\n"
        "  input  5 2\n"
        "  input  5 1\n"
        "  input  4 2\n"
        "  checker  1 stands before 5\n"
        "  WA by every rule\n"
    ), done.stdout
    right = run_here("show", "first_free", "order/2", cwd=project)
    assert right.stdout.startswith("order/first_free.py on order/2: AC\n  input  5 2\n")


def test_the_library_bench_and_the_plugin_ask_the_checker_too(project: Path) -> None:
    loaded = load(project)
    solutions = tuple(solution for solution in loaded.solutions if solution.name.startswith("two-numbers"))
    verdicts = {(result.solution, result.verdict) for result in run(replace(loaded, solutions=solutions))}
    assert ("two-numbers/far.py", Verdict.AC) in verdicts
    assert ("two-numbers/with_words.py", Verdict.PE) in verdicts
    done = run_here(
        "bench", "far", "halves", "--rounds", "1", "--warmups", "0", "--json", "b.json", cwd=project
    )
    assert done.returncode == 0, done.stdout
    timings = json.loads((project / "b.json").read_bytes())["timings"]
    found = {(timing["solution"], timing["case"]): timing["verdict"] for timing in timings}
    assert found["two-numbers/far.py", "two-numbers/2"] == "AC"
    assert found["two-numbers/halves.py", "two-numbers/2"] == "WA"


def test_the_plugin_asks_the_checker(project: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--judge-root", str(project), "-k", "two-numbers"],
        cwd=project,
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert "12 passed" in done.stdout, done.stdout


@pytest.mark.parametrize("source", ["#error no\n", "int main() {\n"])
def test_a_checker_that_does_not_compile_is_named_with_its_words(project: Path, source: str) -> None:
    (project / "cases" / "partition" / "check.c").write_text(source)
    done = run_here("run", "partition/*", cwd=project, env={"COLUMNS": "400"})
    assert done.returncode == 2
    assert sum(row.endswith(" JE") for row in table_rows(done.stdout)) == 3
    told = "cases/partition/check.c:1: expected a program that compiles, got: error: "
    assert done.stdout.count(told) == 3
    assert "  checker  main.c:" in done.stdout
    # Others are judged.
    assert "two-numbers/far.py: 3 AC" in table_rows(run_here("run", cwd=project).stdout)


def test_a_checker_that_fails_is_named_and_the_exit_code_tells(project: Path) -> None:
    (project / "cases" / "two-numbers" / "check.py").write_text("print('\\033[2J')\n1 / 0\n")
    done = run_here("run", "far", "near", cwd=project, env={"COLUMNS": "400"})
    assert (done.returncode, table_rows(done.stdout)) == (
        2,
        ["two-numbers/far.py: 3 JE", "two-numbers/near.cpp: 3 JE"],
    )
    told = "cases/two-numbers/check.py: expected a program that ends by itself, got a crash"
    assert (
        f"far.py on two-numbers/1: JE, expected AC: {told}\n  input  10\n  checker  Traceback" in done.stdout
    )
    assert "\033[2J" not in done.stdout


def test_a_checker_that_changes_during_the_run_is_no_verdict(project: Path) -> None:
    loaded = load(project)
    (far,) = [solution for solution in loaded.solutions if solution.name == "two-numbers/far.py"]
    case = next(case for case in loaded.cases if case.id == "two-numbers/1")
    seal = Seal(closed=loaded.project.closed())
    task = Task(solution=far, test=make_own_test(case), files=case.files)
    with open_workers(1, seal) as workers:
        assert workers.submit(carry_out, task, seal).result().verdict is Verdict.AC
        (project / "cases" / "two-numbers" / "check.py").write_text("import sys\nsys.exit(1)\n")
        changed = workers.submit(carry_out, task, seal).result()
        assert (changed.verdict, changed.message.endswith("check.py has changed during the run")) == (
            Verdict.JE,
            True,
        )


def test_results_are_resumed_only_where_the_checker_is_the_same(project: Path) -> None:
    """The rule that decides is part of the key of a result."""

    def key(tool: str = "") -> str:
        loaded = load(project)
        pairs = ResultKeys(
            loaded.solutions, loaded.cases, manner="", tool_of=lambda _: tool, number_of=count_tests
        )
        return pairs.key("two-numbers/far.py", "two-numbers/1", 1)

    before = key()
    assert key() == before
    sheet = project / "cases" / "two-numbers.yaml"
    check = project / "cases" / "two-numbers" / "check.py"
    for path, text in (
        (check, check.read_text() + "\n"),
        (sheet, sheet.read_text() + "checker_flags: x\n"),
        (sheet, sheet.read_text() + "points: 5\n"),
        (sheet, sheet.read_text().replace("testlib", "cms")),
    ):
        path.write_text(text)
        after = key()
        assert after != before
        before = after
    protocols = {case.checker.protocol for case in load_cases(project / "cases") if case.checker}
    assert protocols == {"cms", "kattis"}
