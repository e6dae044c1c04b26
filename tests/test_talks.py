"""Interactive problems and their solutions: each program gets the verdict that it states."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest
from helpers import run_here

from judge.library.folders import load
from judge.model.verdicts import Verdict
from judge.solutions.facts import find_header

PROJECT = Path(__file__).parent / "programs" / "talks"
PROBLEMS = sorted(path.stem for path in (PROJECT / "cases").glob("*.yaml"))
EVERY_PROBLEM = pytest.mark.parametrize("problem", PROBLEMS)
# Parts of ILE messages, by the failure in a program's name. Programs with two roles name it last.
SAID = {
    "never_flushes": "without a flush",
    "half_a_line": "waits for input; the interactor waits too",
    "waits_for_ever": "waits for input; the interactor waits too",
    "sleeps_after_the_last_word": "does not end after the last word of the interactor",
}


@pytest.mark.parametrize(
    "problem", [pytest.param(name, marks=() if name == "guess" else pytest.mark.slow) for name in PROBLEMS]
)
@pytest.mark.skipif(not shutil.which("g++"), reason="g++ is not installed")
def test_each_program_meets_its_fate(problem: str, tmp_path: Path) -> None:
    folder = shutil.copytree(PROJECT, tmp_path / "talks")
    done = run_here("run", problem, "--json", "results.json", cwd=folder)
    assert done.returncode == 0, done.stdout
    for row in json.loads((folder / "results.json").read_bytes())["results"]:
        name = Path(row["solution"]).stem
        if row["verdict"] == "ILE":
            said = next(said for fate, said in SAID.items() if name.endswith(fate))
            assert said in row["tests"][0]["message"], row


@EVERY_PROBLEM
def test_each_problem_has_right_programs_and_ten_wrong_ones_in_two_languages(problem: str) -> None:
    """A program without a stated expectation would not be checked."""
    loaded = load(PROJECT)
    cases = [case.id for case in loaded.cases if case.id.startswith(f"{problem}/")]
    right, wrong = Counter[str](), Counter[str]()
    for solution in loaded.solutions:
        if not solution.belongs_to(problem):
            continue
        assert find_header(solution.path.read_bytes())[0] == 1, solution.name
        allowed = {verdict for case in cases for verdict in solution.expected(case)}
        (right if allowed == {Verdict.AC} else wrong)[solution.path.suffix] += 1
    assert right == {".py": 1, ".cpp": 1}
    assert wrong.keys() == {".py", ".cpp"}
    assert wrong.total() >= 10
