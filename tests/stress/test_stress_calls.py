"""A search for calls that break a class: arguments are drawn as JSON lines and kept like its problem's."""

from pathlib import Path

import pytest
from helpers import run_here, write_project

from judge.cases.loader import load_cases

LARGEST = """\
entry: integer largest(integer[] nums)
time: 10s
cases:
  - id: sample
    input: "[1,2]"
    output: "2"
"""
RIGHT = "class Solution:\n    def largest(self, nums): return max(nums)\n"
WRONG = "class Solution:\n    def largest(self, nums): return max(nums, default=0) if max(nums) > 0 else 0\n"
GENERATOR = """\
import json
from shapes import called

chance, size = called()
print(json.dumps([*chance.integers(size, -9, 9)]))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "generators").mkdir()
    (tmp_path / "generators" / "largest.py").write_text(GENERATOR)
    return write_project(
        tmp_path, solutions={"right.py": RIGHT, "wrong.py": WRONG}, cases={"largest.yaml": LARGEST}
    )


def test_what_breaks_a_class_is_found_and_kept(project: Path) -> None:
    words = ("wrong.py", "--against", "right.py", "--seed", "1", "--budget", "60s", "--keep", "negative")
    done = run_here("stress", *words, cwd=project)
    assert done.returncode == 1, done.stderr
    *_, kept = load_cases(project / "cases")
    assert kept.id == "largest/negative"
    assert max(map(int, kept.input.decode().strip("[]\n").split(","))) < 0
    assert b" " not in kept.input
    assert run_here("run", "right.py", cwd=project).returncode == 0


def test_what_a_generator_prints_fits_the_types(project: Path) -> None:
    path = project / "generators" / "largest.py"
    path.write_text(GENERATOR.replace("chance.integers(size, -9, 9)", "[0.5]"))
    done = run_here("stress", "wrong.py", "--against", "right.py", "--seed", "1", cwd=project)
    assert done.returncode == 2
    assert "largest.py: expected an input for the seed " in done.stderr
    assert (
        "got one that the signature refuses: line 1: expected integer[] as nums, got '[0.5]'\n" in done.stderr
    )
