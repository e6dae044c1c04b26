"""What goes out, before the tools that it is for: problemtools, BAPCtools, and compilers with testlib."""

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers import PUZZLES, REPOSITORY

from judge import load
from judge.model import problem_of
from judge.packages.out.problem import outgoing
from judge.packages.out.targets import TARGETS
from judge.packages.out.writing import write_all

TESTLIB = PUZZLES / "public" / "testlib"
# Of tools that run Python by PyPy, which need not be here.
LANGUAGES = f"""\
python3:
  name: Python 3
  priority: 850
  files: '*.py *.py3'
  compile: '{sys.executable} -m py_compile {{files}}'
  run: '{sys.executable} "{{mainfile}}"'
"""


def exported(root: Path, problem: str, target: str, folder: Path, programs: Sequence[str] = ()) -> Path:
    """The package of a problem with these programs, all without any."""
    found = load(root)
    cases = [case for case in found.cases if problem_of(case.id) == problem]
    solutions = [one for one in found.solutions if not programs or Path(one.name).name in programs]
    write_all(TARGETS[target](outgoing(found.project, cases, solutions)).files, folder)
    return folder


def tool(name: str, *words: str | Path, cwd: Path, home: Path) -> "subprocess.CompletedProcess[str]":
    """What a tool says that is here, with Python as its Python."""
    path = shutil.which(name)
    if not path:
        pytest.skip(f"expected {name} on PATH, got none")
    for place in ("problemtools", "bapctools"):
        (home / place).mkdir(parents=True, exist_ok=True)
        (home / place / "languages.yaml").write_text(LANGUAGES)
    env = {
        "PATH": f"{Path(path).parent}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
    }
    return subprocess.run([path, *words], cwd=cwd, env=env, capture_output=True, text=True, check=False)


def verified(package: Path, home: Path) -> str:
    parts = ("config", "data", "validators", "submissions")
    done = tool("verifyproblem", "-p", *parts, "--", package, cwd=package.parent, home=home)
    assert re.search(r"tested: 0 errors, \d+ warnings?$", done.stdout + done.stderr, re.MULTILINE), (
        done.stdout
    )
    return done.stdout


@pytest.mark.parametrize(
    ("problem", "programs"),
    [
        ("luogu-p1784", ()),
        ("poj-2676", ()),
        ("nowcoder", ("nowcoder_bitmask.py", "nowcoder_blank_list.cpp")),
    ],
)
def test_problemtools_accepts_the_sudoku_problems(
    tmp_path: Path, problem: str, programs: Sequence[str]
) -> None:
    package = exported(REPOSITORY, problem, "kattis", tmp_path / "sudoku", programs)
    said = verified(package, tmp_path / "home")
    assert said.count(" OK: ") == len(list((package / "submissions").glob("*/*")))


@pytest.mark.parametrize(
    ("problem", "programs"),
    [
        ("poj-2676", ("poj_reverse_blanks.py", "poj_reverse_blanks.cpp", "poj_count_printed.py")),
        ("luogu-p1784", ("luogu_propagation.py", "luogu_no_spaces.py", "luogu_no_retreat.py")),
    ],
)
def test_bapctools_accepts_the_sudoku_problems(tmp_path: Path, problem: str, programs: Sequence[str]) -> None:
    package = exported(REPOSITORY, problem, "icpc", tmp_path / "sudoku", programs)
    home = tmp_path / "home"
    validated = tool("bt", "validate", "--no-bar", "--force", cwd=package, home=home)
    said = validated.stdout + validated.stderr
    assert "ERROR" not in said, said
    # Luogu's answers have a space at the end of each line, which it warns of.
    warned = {line.partition(": ")[2] for line in said.splitlines() if "WARN" in line}
    assert (validated.returncode == 0) == (problem == "poj-2676"), (warned, said)
    run = tool("bt", "run", "--no-bar", cwd=package, home=home)
    assert run.returncode == 0, run.stdout + run.stderr
    assert all(name in run.stdout + run.stderr for name in programs)
