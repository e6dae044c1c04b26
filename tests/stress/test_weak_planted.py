"""Sixty wrong programs of ten problems whose tests were thinned: all survive the tests, and are found."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import REPOSITORY, benchmark, need, run_here

PLANTED = REPOSITORY / "tests" / "programs" / "weak"
PROBLEMS = sorted(path.name for path in (PLANTED / "rejected").iterdir())


def test_there_are_sixty_wrong_programs_of_ten_problems() -> None:
    assert len(PROBLEMS) == 10
    assert {len([*(PLANTED / "rejected" / problem).iterdir()]) for problem in PROBLEMS} == {6}


@pytest.mark.parametrize(
    "problem", [pytest.param(name, marks=() if name == "words" else pytest.mark.slow) for name in PROBLEMS]
)
def test_the_thinned_tests_reject_no_wrong_program(problem: str, tmp_path: Path) -> None:
    need("g++")
    root = shutil.copytree(PLANTED, tmp_path / "planted")
    shutil.rmtree(root / "generators")
    words = ("weak", problem, "--with", f"rejected/{problem}", "--json", "weak.json")
    done = run_here(*words, cwd=root)
    assert done.returncode == 1, done.stderr
    document = json.loads((root / "weak.json").read_text())
    assert [(each["killers"], each["why_unknown"]) for each in document["mutants"]] == [([], "")] * 6
    assert "left out" not in done.stderr


@pytest.mark.slow
def test_a_search_finds_an_input_for_each_wrong_program() -> None:
    """The search ends when all are found. The more time it has, the longer it shrinks them."""
    mutants, _ = benchmark("weak").search("union", "60s")
    assert [each["name"] for each in mutants if each["new_test"] is None] == []


@pytest.mark.slow
@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_validator_takes_the_tests_and_rejects_what_is_no_input(problem: str) -> None:
    def accepts(data: str) -> bool:
        path = PLANTED / "cases" / problem / "validator.py"
        done = subprocess.run([sys.executable, path], input=data, capture_output=True, text=True)
        return done.returncode == 42

    text = (PLANTED / "cases" / f"{problem}.yaml").read_text()
    data = text.partition("    input: |\n")[2].partition("    output: |\n")[0]
    lines = [line.strip() for line in data.splitlines()]
    assert accepts("".join(f"{line}\n" for line in lines))
    assert not accepts("")
    assert not accepts("\n")
    assert not accepts("x\n" * len(lines))
