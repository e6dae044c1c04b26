"""tests/generated: programs on which this judge and two other graders differ, and the page about them."""

import importlib.util
import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from helpers import REPOSITORY, run_judge

GRADERS = REPOSITORY.parent / "shared" / "data" / "public" / "evaluation"
KINDS = pytest.mark.parametrize("accepted", [True, False], ids=["correct", "wrong"])


def load_tool() -> ModuleType:
    path = REPOSITORY / "tools" / "grade_elsewhere.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


tool: Any = load_tool()
STORED = json.loads(tool.VERDICTS.read_text())
VERDICTS: dict[str, dict[str, Any]] = STORED["programs"]


@pytest.mark.slow
def test_this_judge_gives_each_program_the_stored_verdict(tmp_path: Path) -> None:
    for name in ("cases", "solutions"):
        shutil.copytree(tool.PROJECT / name, tmp_path / name)
    done = run_judge("run", "--json", "results.json", cwd=tmp_path, hang_s=300)
    assert done.returncode == 0, done.stdout + done.stderr
    found = tool.read_worst(json.loads((tmp_path / "results.json").read_text()))
    assert found == {name: verdict["judge"] for name, verdict in VERDICTS.items()}


def test_each_program_has_stored_verdicts() -> None:
    assert [*VERDICTS] == tool.list_programs()
    assert all(tool.read_description(name).endswith(".") for name in VERDICTS)


@KINDS
def test_another_grader_errs_on_each_of_thirty_programs(accepted: bool) -> None:
    others = [
        {verdict[grader] for grader in tool.FILES}
        for verdict in VERDICTS.values()
        if (verdict["judge"] == "AC") is accepted
    ]
    assert all((not accepted) in each for each in others)
    assert len(others) >= 30


def test_only_correct_programs_are_in_the_folder_for_them() -> None:
    found = {name for name, verdict in VERDICTS.items() if verdict["judge"] == "AC"}
    assert found == {name for name in VERDICTS if name.startswith("accepted/")}


def test_the_page_shows_all_stored_verdicts() -> None:
    page = tool.PAGE.read_text()
    assert tool.replace_tables(page, VERDICTS) == page


def test_the_page_names_the_files_of_the_other_graders() -> None:
    page = tool.PAGE.read_text()
    assert [name for name, digest in STORED["files"].items() if digest[:12] not in page] == []


def test_the_stored_verdicts_are_of_these_programs() -> None:
    assert STORED["graded"] == tool.hash_programs()


@pytest.mark.slow
def test_the_other_graders_say_what_is_stored() -> None:
    pytest.importorskip("numpy", reason="LiveCodeBench's files need numpy")
    if not GRADERS.is_dir():
        pytest.skip("the files of the other graders are not here")
    assert tool.hash_files(GRADERS) == STORED["files"]
    # Neither programs nor graders have changed since all were graded, so a part will do.
    some = [*VERDICTS][::4]
    with ThreadPoolExecutor(2) as pool:
        found = [*pool.map(lambda name: tool.grade_elsewhere(name, GRADERS), some)]
    assert found == [{grader: VERDICTS[name][grader] for grader in tool.FILES} for name in some]
