"""A program that uses the library keeps its own state: host.py is one, and reports changes."""

import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, CLUES, environment, write_files, write_project

HOST = Path(__file__).with_name("host.py")
# More puzzles than the library solves in this process.
PUZZLES = [
    CLUES.decode().translate(str.maketrans("123456789", "".join(digits)))
    for digits, _ in zip(permutations("912345678"), range(80), strict=False)
]
PUZZLE = "problem: Puzzles\nformat: luogu\ntime: 1s\nmemory: 64MiB\npuzzles: set.txt\n"
PACKAGE = {
    "problem.yaml": "name: Sum\n",
    ".timelimit": "10\n",
    "submissions/accepted/sum.py": "print(sum(map(int, input().split())))\n",
    **{f"data/secret/{number}.in": f"{number} 2\n" for number in range(4)},
    **{f"data/secret/{number}.ans": f"{number + 2}\n" for number in range(4)},
}


@pytest.mark.slow
@pytest.mark.parametrize("place", ["main", "thread", "loop", "fork"])
def test_a_program_that_uses_the_library_keeps_what_is_its_own(tmp_path: Path, place: str) -> None:
    cases = {"sum.yaml": A_PLUS_B, "p.yaml": PUZZLE, "set.txt": "\n".join(PUZZLES)}
    write_project(tmp_path, solutions={"adds.py": ADDS}, cases=cases)
    write_files(tmp_path / "package", PACKAGE)
    done = subprocess.run(
        [sys.executable, HOST, place],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,  # a hang
    )
    lines = [line for line in done.stdout.splitlines() if line != "left as a fork"]
    assert (lines, done.stderr, done.returncode) == (["the same", "left"], "", 0)
