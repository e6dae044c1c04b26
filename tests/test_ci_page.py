"""The workflows of the page on CI, run line by line.

They use the judge of this environment. If JUDGE_DIST names a folder with a wheel, they install it as the page
says.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from documents import blocks
from helpers import ADDS, REPOSITORY, environment, write_project

from judge.running.languages.rows import own_rows

PAGE = REPOSITORY / "docs" / "ci.md"
GITHUB, GITLAB = (yaml.safe_load("\n".join(each.lines)) for each in blocks([PAGE]) if each.language == "yaml")
(STEPS,) = (job["steps"] for job in GITHUB["jobs"].values())
BUILT = os.environ.get("JUDGE_DIST")
DOUBLES = ADDS.replace("sum(", "2 * sum(")


@pytest.fixture
def around(tmp_path: Path) -> dict[str, str]:
    """The environment that a GitHub machine gives to a step."""
    (tmp_path / "bin").mkdir()
    for name in ("path", "summary"):
        (tmp_path / name).touch()
    given = {
        "PATH": f"{tmp_path}/bin:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "GITHUB_ACTIONS": "true",
        "GITHUB_PATH": str(tmp_path / "path"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
        "RUNNER_TEMP": str(tmp_path),
    }
    if not BUILT:
        stand_in(tmp_path / "bin" / "judge", f'exec {sys.executable} -m judge "$@"')
        stand_in(tmp_path / "bin" / "pip", "exit 0")
        stand_in(tmp_path / "bin" / "python3", '[ "$1" = -m ] && mkdir -p "$3/bin"')
        return {**environment(), **given}
    (tmp_path / "project").mkdir()
    shutil.copytree(BUILT, tmp_path / "project" / "tools")
    pip = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    return {**pip, **given}


def stand_in(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def carried_out(
    lines: list[str], project: Path, around: dict[str, str]
) -> Iterator["subprocess.CompletedProcess[str]"]:
    """Run each line in a separate shell until one fails. Additions to the path apply to later lines."""
    for line in lines:
        added = Path(around["GITHUB_PATH"]).read_text().split()
        path = ":".join([*reversed(added), around["PATH"]])
        done = subprocess.run(
            ["bash", "-e", "-c", line],
            cwd=project,
            env={**around, "PATH": path},
            capture_output=True,
            text=True,
            timeout=300,
        )
        yield done
        if done.returncode:
            return


def lines_of(steps: list[dict[str, Any]]) -> list[str]:
    return [step["run"] for step in steps if "run" in step]


def test_a_step_uses_something_or_runs_a_line() -> None:
    assert all(("uses" in step) != ("run" in step) for step in STEPS)
    assert GITHUB[True] == ["push", "pull_request"]  # YAML takes `on` for true
    assert lines_of(STEPS)


@pytest.mark.slow
def test_the_workflow_passes_where_all_is_as_expected(tmp_path: Path, around: dict[str, str]) -> None:
    project = write_project(tmp_path / "project", solutions={"adds.py": ADDS})
    done = [*carried_out([*lines_of(STEPS), *GITLAB["judge"]["script"]], project, around)]
    assert [each.returncode for each in done] == [0] * len(done), done[-1].stdout + done[-1].stderr
    assert any("`judge run` works" in each.stdout for each in done)
    assert "1 passed" in (tmp_path / "summary").read_text()
    (upload,) = (step["with"]["path"] for step in STEPS if "upload-artifact" in step.get("uses", ""))
    for report in (upload, GITLAB["judge"]["artifacts"]["reports"]["junit"]):
        assert len([*ElementTree.parse(project / report).iter("testcase")]) == 1


@pytest.mark.slow
def test_the_workflow_fails_where_a_program_is_wrong_and_says_so(
    tmp_path: Path, around: dict[str, str]
) -> None:
    project = write_project(tmp_path / "project", solutions={"doubles.py": DOUBLES})
    *before, last = carried_out(lines_of(STEPS), project, around)
    assert [each.returncode for each in before] == [0] * len(before)
    assert last.returncode == 1
    assert "WA, expected AC" in (tmp_path / "summary").read_text()
    assert "::error" in last.stdout + last.stderr
    assert [*ElementTree.parse(project / "report.xml").iter("failure")]


def test_the_image_has_compilers_of_the_judges_own_languages() -> None:
    text = (REPOSITORY / "Containerfile").read_text()
    (listed,) = (line for line in text.splitlines() if line.startswith("ARG LANGUAGES="))
    packages = set(listed.partition('"')[2].strip('"').split())
    known = {row.install.removeprefix("apt-get install ") for row in own_rows().values()}
    assert packages - {"pypy3"} <= known
