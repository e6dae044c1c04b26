"""Problems with their solutions, judged unchanged: each program gets the verdicts listed here."""

import json
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import REPOSITORY, need, run_here

PROBLEMS = REPOSITORY / "tests" / "problems"
# The number of each verdict that a program gets on all its tests.
DESERVED: Mapping[str, Mapping[str, Mapping[str, int]]] = {
    "brackets": {
        "stack.py": {"AC": 7},
        "stack.cpp": {"AC": 7},
        "counts.py": {"AC": 5, "WA": 2},
        "recursive.py": {"AC": 6, "RE": 1},
    },
    "pairs": {
        "remainders.py": {"AC": 4, "NA": 1},
        "every_pair.py": {"AC": 3, "NA": 1, "TLE": 1},
        "with_itself.cpp": {"AC": 1, "NA": 1, "WA": 3},
    },
    "clock": {
        "B_Clock.py": {"AC": 4, "NA": 1},
        "B_Clock.cpp": {"AC": 4, "NA": 1},
        "B_Clock_lazy.py": {"AC": 2, "NA": 1, "WA": 2},
    },
}


@pytest.mark.parametrize("name", DESERVED)
def test_each_program_gets_what_it_deserves(name: str, tmp_path: Path) -> None:
    need("g++")
    folder = shutil.copytree(PROBLEMS / name, tmp_path / name)
    done = run_here("run", "--time", "1", "--json", tmp_path / "results.json", cwd=folder)
    assert done.returncode == 1, done.stderr
    found: dict[str, Counter[str]] = {}
    for cell in json.loads((tmp_path / "results.json").read_bytes())["results"]:
        found.setdefault(cell["solution"], Counter())[cell["verdict"]] += 1
    assert found == DESERVED[name]


def test_every_problem_that_is_in_no_project_is_tried() -> None:
    assert {path.name for path in PROBLEMS.iterdir() if not (path / "cases").is_dir()} == {*DESERVED}
