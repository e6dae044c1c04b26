"""The tasks with which cms tests itself, judged unchanged with their solutions in every language."""

import json
import shutil
from pathlib import Path

import pytest
from helpers import REPOSITORY, need, run_judge
from languages import tools_of

from judge.running.languages import LANGUAGES

PUBLIC = REPOSITORY.parent / "shared" / "data" / "public"
CON_TEST, EXAMPLES = PUBLIC / "con_test", PUBLIC / "problemtools" / "examples"
BY_NAME = "input: input.txt\noutput: output.txt\n"
CHECKED = "checker: check/checker.cpp\nprotocol: cms\n"
pytestmark = pytest.mark.skipif(not PUBLIC.is_dir(), reason="the packages of others are not here")


def verdicts(root: Path) -> dict[str, set[str]]:
    """Return the verdicts of each solution of a project."""
    done = run_judge("run", "--json", "out.json", cwd=root, hang_s=600)
    assert done.returncode in (0, 1), done
    results = json.loads((root / "out.json").read_text())["results"]
    found: dict[str, set[str]] = {}
    for result in results:
        found.setdefault(result["solution"], set()).update(test["verdict"] for test in result["tests"])
    return found


def is_here(name: str) -> bool:
    return all(map(shutil.which, tools_of(LANGUAGES[Path(name).suffix])))


def test_a_wrong_solution_hears_what_the_comparator_says(tmp_path: Path) -> None:
    need("g++")
    shutil.copytree(CON_TEST / "batch_comparator", tmp_path / "cases" / "sum")
    (tmp_path / "cases" / "sum.yaml").write_text(f"time: 20s\n{BY_NAME}{CHECKED}")
    (tmp_path / "solutions").mkdir()
    (tmp_path / "solutions" / "nought.py").write_text("open('output.txt', 'w').write('0')\n")
    done = run_judge("run", cwd=tmp_path)
    assert done.returncode == 1
    assert "  checker  How dreadful, never met anyone as dumb as you...\n" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("package", ["hello", "different"])
def test_every_accepted_submission_of_a_package_is_right(tmp_path: Path, package: str) -> None:
    """Only in installed languages. Python 2 is not supported."""
    shutil.copytree(EXAMPLES / package / "data", tmp_path / "cases" / package)
    (tmp_path / "cases" / f"{package}.yaml").write_text("time: 20s\nmemory: 512MiB\ncompare: tokens\n")
    folder = tmp_path / "solutions" / package / "accepted"
    folder.mkdir(parents=True)
    for path in (EXAMPLES / package / "submissions" / "accepted").iterdir():
        if path.suffix in LANGUAGES and not path.stem.endswith("_py2"):
            shutil.copy(path, folder)
    found = verdicts(tmp_path)
    assert len(found) > 5
    assert found == {
        f"{package}/accepted/{path.name}": {"AC" if is_here(path.name) else "SK"} for path in folder.iterdir()
    }
