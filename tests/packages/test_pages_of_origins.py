"""The page on packages shows the real output of imports."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import REPOSITORY, run_here, write_files
from polygons import generated, manual, problem_xml, write_package
from test_cms import write_task
from test_dmoj import SUM
from test_library_checker import write_problem

PAGE = (REPOSITORY / "docs" / "packages.md").read_text()


def polygon(root: Path) -> None:
    write_package(root / "sum-of-all", problem_xml([manual(), generated("gen 5 3")]))


def cms(root: Path) -> None:
    write_task(root / "sums")


def kattis(root: Path) -> None:
    files = {
        "problem.yaml": "name: Sum\nlicense: cc0\nvalidation: custom\nlimits: {memory: 512}\n",
        **{f"data/{name}.in": "1 2\n" for name in ("sample/1", "secret/1", "secret/2")},
        **{f"data/{name}.ans": "3\n" for name in ("sample/1", "secret/1", "secret/2")},
        "output_validators/validate.py": "import sys\nsys.exit(42 if sys.stdin.read() == '3\\n' else 43)\n",
        "submissions/accepted/add.py": "print(3)\n",
        "submissions/accepted/old.py": "#!/usr/bin/env python2\nprint 3\n",
        "submissions/wrong_answer/four.py": "print(4)\n",
    }
    write_files(root / "sum-of-all", files)


def library_checker(root: Path) -> None:
    write_problem(root)


def dmoj(root: Path) -> None:
    write_files(root / "sum", SUM)


@pytest.mark.parametrize(
    ("heading", "make"),
    [
        ("Kattis and ICPC", kattis),
        ("Polygon", polygon),
        ("CMS", cms),
        ("library-checker", library_checker),
        ("DMOJ", dmoj),
    ],
)
def test_an_import_of_the_page_says_what_stands_there(
    heading: str, make: Callable[[Path], None], tmp_path: Path
) -> None:
    if make is library_checker and not shutil.which("g++"):
        pytest.skip("g++ is not installed")
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    (example,) = re.findall(r"```text\n\$ judge (.*?)\n(.*?)```", section, re.DOTALL)
    make(tmp_path)
    done = run_here(*example[0].split(), cwd=tmp_path)
    assert (done.returncode, done.stdout + done.stderr) == (0, example[1])
    source = example[0].split()[-1]
    lying = re.findall(r"`judge (run --root .*?)`", section)
    assert all(run_here(*line.split(), cwd=tmp_path).returncode == 0 for line in lying)
    within = re.findall(r"`judge (run submissions/.*?)`", section)
    assert all(run_here(*line.split(), cwd=tmp_path / source).returncode == 0 for line in within)
    assert len(within) == (heading == "Kattis and ICPC")
    assert lying == ([f"run --root {source}"] if heading in ("Kattis and ICPC", "Polygon") else [])
