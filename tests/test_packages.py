"""Problem packages by others, judged unchanged from their submissions and tests."""

import json
import shutil
from pathlib import Path

import pytest
from helpers import PUZZLES, run_here

from judge.model.verdicts import Verdict
from judge.running.languages import LANGUAGES
from judge.solutions.fates import find_fate

PACKAGES = PUZZLES / "public" / "problemtools" / "examples"


def laid_out(root: Path, package: str) -> Path:
    """Make a project from a package's submissions and tests, each in a folder with the package's name."""
    source = PACKAGES / package
    if not source.is_dir():
        pytest.skip("the packages are not here")
    shutil.copytree(source / "submissions", root / "solutions" / package)
    shutil.copytree(source / "data", root / "cases" / package)
    return root


def test_every_submission_of_hello_gets_the_verdict_of_its_folder(tmp_path: Path) -> None:
    root = laid_out(tmp_path, "hello")
    # One must have time to fill the memory, even on a slow machine.
    done = run_here("run", "--time", "20", "--json", "out.json", cwd=root)
    document = json.loads((root / "out.json").read_bytes())
    assert (done.returncode, document["faults"], document["unmet"]) == (0, [], [])
    judged = {entry["solution"]: entry["verdict"] for entry in document["results"]}
    files = (path.relative_to(root / "solutions") for path in (root / "solutions").rglob("*.*"))
    assert judged.keys() == {path.as_posix() for path in files if path.suffix in LANGUAGES}
    for name, verdict in judged.items():
        (some,) = find_fate(name).required or ((Verdict.AC,),)
        # Programs in languages that are not installed are SK.
        assert Verdict[verdict] in (Verdict.SK, *some), name
    assert "AC" in judged.values()
