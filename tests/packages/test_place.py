"""The search for packages: by file names alone, without the readers, which most runs do not need."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import run_here, write_files
from readers import KATTIS

from judge.packages.imports import open_package
from judge.packages.place import MARKS
from judge.packages.readers import ORIGINS
from judge.running.keeper_client import Level
from judge.subjects.subject import silent


def test_the_marks_of_packages_are_those_of_all_origins() -> None:
    assert {*MARKS} == {origin.mark for origin in ORIGINS} - {""}


def test_a_run_of_no_package_loads_no_reader() -> None:
    script = "import sys, judge.commands.run; print([name for name in sys.modules if 'packages' in name])"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert loaded == "['judge.packages', 'judge.packages.place']\n"


def test_a_package_whose_folder_can_name_no_problem_is_judged_under_a_name_that_can(tmp_path: Path) -> None:
    package = tmp_path / "A. Größe"
    files = {
        "problem.yaml": "name: Sum\n",
        ".timelimit": "2\n",
        "data/secret/1.in": "1 2\n",
        "data/secret/1.ans": "3\n",
        "submissions/accepted/sum.py": "print(sum(map(int, input().split())))\n",
    }
    write_files(package, files)
    done = run_here("run", cwd=package)
    assert done.returncode == 0, done.stderr
    assert "a-grosse" in done.stdout
    (package / "problem.yaml").write_text("name: Sum\nlimits: {time_multiplier: 3}\n")
    told = re.search("`judge (limits a-grosse .*)`", run_here("list", cwd=package).stdout)
    assert told
    assert run_here(*told[1].split(), cwd=package).returncode == 0


@pytest.mark.parametrize(
    "word", ["submissions/accepted/a.py", "./submissions/accepted/a.py", "submissions", "."]
)
def test_the_path_of_a_program_of_a_package_names_it(tmp_path: Path, word: str) -> None:
    package = write_files(tmp_path / "p", KATTIS)
    for given in (word, str(package / word)):
        done = run_here("run", given, cwd=package)
        assert done.returncode == 0, done.stderr
        assert "1 solution x 1 case: 1 passed" in done.stdout


def test_a_program_in_the_folder_of_a_package_that_is_none_of_its_files_has_its_own_tests(
    tmp_path: Path,
) -> None:
    package = write_files(tmp_path / "p", KATTIS | {"mine.py": "print(4)", "1.in": "", "1.out": "4\n"})
    assert "mine.py on p/1" in run_here("run", "mine.py", cwd=package).stdout


def test_a_package_that_is_as_it_was_is_laid_out_once_for_each_level(tmp_path: Path) -> None:
    root = write_files(tmp_path / "p", KATTIS)

    def look(level: Level) -> object:
        return open_package(root, level, silent)

    first = look("default")
    assert first
    assert look("default") is first
    assert look("basic") is not first
    assert look("default") is first
    (root / "data/secret/1.in").write_text("2 2\n")
    assert look("default") is not first
