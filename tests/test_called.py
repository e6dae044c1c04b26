"""Ten problems of ten shapes, each with a right and a wrong class in three languages, judged as a project."""

import json
import shutil
from pathlib import Path

import pytest
from helpers import run_judge
from languages import require

from judge.running.languages import LANGUAGES

FOLDER = Path(__file__).parent / "functions"
PROBLEMS = sorted(path.stem for path in (FOLDER / "cases").iterdir())


@pytest.mark.parametrize(
    "suffix", [".py", *(pytest.param(suffix, marks=pytest.mark.slow) for suffix in (".cpp", ".java"))]
)
def test_right_classes_are_accepted_and_wrong_ones_are_not(
    suffix: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    require(LANGUAGES[suffix])
    if suffix == ".cpp":
        request.getfixturevalue("compiled_header")
    shutil.copytree(FOLDER, tmp_path / "here")
    # To optimize the programs takes longer than to run them.
    (tmp_path / "here" / "pyproject.toml").write_text('[tool.judge.languages.cpp]\nflags = ["-std=c++20"]\n')
    names = [f"{problem}/{name}" for problem in PROBLEMS for name in ("right", "wrong_answer/wrong")]
    words = (f"{name}{suffix}" for name in names)
    done = run_judge("run", *words, "--json", "out.json", cwd=tmp_path / "here", hang_s=900)
    assert done.returncode == 0, done.stdout + done.stderr
    results = json.loads((tmp_path / "here" / "out.json").read_text())["results"]
    found: dict[str, set[str]] = {}
    for result in results:
        tests = {test["verdict"] for test in result["tests"]}
        found.setdefault(result["solution"].removesuffix(suffix), set()).update(tests)
    assert len(found) == 20
    for name, verdicts in found.items():
        assert verdicts == {"AC"} if name.endswith("right") else "WA" in verdicts <= {"AC", "WA"}, name


def test_every_problem_is_solved_in_every_language() -> None:
    assert len(PROBLEMS) == 10
    stems = {
        path.relative_to(FOLDER / "solutions").with_suffix("") for path in FOLDER.rglob("solutions/*/**/*.*")
    }
    assert len(stems) == 20
    for stem in stems:
        for suffix in (".py", ".cpp", ".java"):
            assert (FOLDER / "solutions" / f"{stem}{suffix}").is_file()
