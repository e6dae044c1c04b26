"""tools/count_packages.py: which programs of a package count, and which are alike."""

import subprocess
import sys
from pathlib import Path

import pytest
from helpers import PUZZLES, REPOSITORY, write_files

DOUBLE, TRIPLE = "print(2 * int(input()))\n", "print(3 * int(input()))\n"
PACKAGE = {
    "problem.yaml": "name: Double\n",
    ".timelimit": "10\n",
    "data/secret/1.in": "2\n",
    "data/secret/1.ans": "4\n",
    "submissions/accepted/right.py": DOUBLE,
    "submissions/accepted/wrong.py": TRIPLE,
    "submissions/wrong_answer/right.py": DOUBLE,
    "submissions/wrong_answer/wrong.py": TRIPLE,
    "submissions/mine/wrong.py": TRIPLE,
}


def count(*folders: Path) -> list[str]:
    tool = REPOSITORY / "tools" / "count_packages.py"
    done = subprocess.run(
        [sys.executable, tool, *folders], capture_output=True, text=True, check=True, timeout=600
    )
    return done.stdout.splitlines()


@pytest.mark.slow
def test_every_program_with_an_expectation_counts(tmp_path: Path) -> None:
    write_files(tmp_path / "contest" / "double", PACKAGE)
    write_files(tmp_path / "contest" / "broken", {"problem.yaml": "type: [\n"})
    programs = "2 of 4 programs alike, 0 skipped, 1 without expectation"
    assert count(tmp_path) == [
        f"{tmp_path}/contest/broken: nothing judged",
        f"{tmp_path}/contest/double: {programs}",
        "  double/accepted/wrong.py: WA",
        "  double/wrong_answer/right.py: AC",
        f"1 of 2 packages judged; {programs}",
    ]


@pytest.mark.slow
@pytest.mark.skipif(not (PUZZLES / "public").is_dir(), reason="the packages of others are not here")
def test_no_program_of_the_public_packages_differs() -> None:
    # `tests/packages/test_kattis_verdicts.py` judges the examples of problemtools.
    lines = count(PUZZLES / "public" / "con_test")
    assert not [line for line in lines if line.startswith("  ")]
    # Two tasks have no programs.
    assert lines[-1].startswith("7 of 9 packages judged; ")
