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
from xml.etree import ElementTree

import pytest
import yaml
from documents import blocks
from helpers import ADDS, REPOSITORY, environment, write_project

from judge.running.languages.rows import own_rows

PAGE = REPOSITORY / "docs" / "ci.md"
GITHUB, GITLAB = (yaml.safe_load("\n".join(each.lines)) for each in blocks([PAGE]) if each.language == "yaml")
(STEPS,) = (job["steps"] for job in GITHUB["jobs"].values())
LINES = [step["run"] for step in STEPS if "run" in step]
FIRST = next(number for number, line in enumerate(LINES) if line.startswith("judge "))
INSTALLS, JUDGES = LINES[:FIRST], LINES[FIRST:]
BUILT = os.environ.get("JUDGE_DIST")
DOUBLES = ADDS.replace("sum(", "2 * sum(")


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A GitHub machine on which the lines that install the judge have run, in `machine/project`."""
    place = tmp_path_factory.mktemp("machine")
    for name in ("bin", "project"):
        (place / name).mkdir()
    (place / "path").touch()
    if BUILT:
        shutil.copytree(BUILT, place / "project" / "tools")
    else:
        stand_in(place / "bin" / "judge", f'exec {sys.executable} -m judge "$@"')
        stand_in(place / "bin" / "pip", "exit 0")
        stand_in(place / "bin" / "python3", '[ "$1" = -m ] && mkdir -p "$3/bin"')
    done = [*carried_out(INSTALLS, place / "project", given(place, place / "no summary"))]
    assert [each.returncode for each in done] == [0] * len(INSTALLS), done[-1].stdout + done[-1].stderr
    return place


@pytest.fixture
def around(machine: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of a step, with an empty summary."""
    (tmp_path / "summary").touch()
    return given(machine, tmp_path / "summary")


def given(machine: Path, summary: Path) -> dict[str, str]:
    """Return the environment that a GitHub machine gives to a step."""
    pip = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    return (pip if BUILT else environment()) | {
        "PATH": f"{machine}/bin:/usr/bin:/bin",
        "HOME": str(machine),
        "GITHUB_ACTIONS": "true",
        "GITHUB_PATH": str(machine / "path"),
        "GITHUB_STEP_SUMMARY": str(summary),
        "RUNNER_TEMP": str(machine),
        # Python compiles the few modules that it loads.
        "PIP_NO_COMPILE": "1",
    }


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


def test_a_step_uses_something_or_runs_a_line() -> None:
    assert all(("uses" in step) != ("run" in step) for step in STEPS)
    assert GITHUB[True] == ["push", "pull_request"]  # YAML takes `on` for true
    assert INSTALLS
    assert JUDGES


@pytest.mark.slow
def test_the_workflow_passes_where_all_is_as_expected(tmp_path: Path, around: dict[str, str]) -> None:
    project = write_project(tmp_path / "project", solutions={"adds.py": ADDS})
    if BUILT:
        shutil.copytree(BUILT, project / "tools")
    done = [*carried_out([*JUDGES, *GITLAB["judge"]["script"]], project, around)]
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
    *before, last = carried_out(JUDGES, project, around)
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
