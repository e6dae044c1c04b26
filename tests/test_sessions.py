"""Tests that a session leaves out, and builds that it keeps for the next one.

Slow tests are left out unless they are selected. The summary shows their number and the command for them.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import SLOW_TESTS, held_builds
from documents import IN_CHINESE, README, prose, spans
from helpers import REPOSITORY, environment

TESTS = "import pytest\n\ndef test_one(): pass\n\n@pytest.mark.slow\ndef test_other(): pass\n"


def words_of_pytest(folder: Path, *words: str, more: str = "") -> str:
    """Return pytest's output about a quick test, a slow one and `more`, with this repository's settings."""
    (folder / "test_both.py").write_text(TESTS + more)
    settings = ("-c", REPOSITORY / "pyproject.toml", "--rootdir", folder, "-p", "conftest")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *settings, "-p", "no:cacheprovider", "-q", *words],
        cwd=folder,
        env=environment(PYTHONPATH=str(REPOSITORY / "tests")),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_slow_tests_are_left_out_and_counted_across_processes(tmp_path: Path) -> None:
    said = words_of_pytest(tmp_path, "-n", "1", "test_both.py")
    assert f"slow tests left out: 1; run them with: {SLOW_TESTS}\n" in said
    assert "1 passed" in said


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("-m", "slow", "test_both.py"), id="mark"),
        pytest.param(("test_both.py::test_other",), id="name"),
    ],
)
def test_slow_tests_run_if_they_are_selected(words: tuple[str, ...], tmp_path: Path) -> None:
    said = words_of_pytest(tmp_path, "-n", "0", *words)
    assert "1 passed" in said
    assert "left out" not in said


@pytest.mark.slow
def test_tests_that_passed_before_are_left_out_and_skipped_ones_run(tmp_path: Path) -> None:
    skipped = "\n@pytest.mark.skipif('not config.option.passed')\ndef test_with_tools(): pass\n"
    named = "\n@pytest.mark.parametrize('name', ['a::b[c]', '\\x00'])\ndef test_named(name): pass\n"
    report = tmp_path / "passed.xml"
    said = words_of_pytest(tmp_path, "-n", "1", f"--junitxml={report}", "test_both.py", more=skipped + named)
    assert "3 passed, 1 skipped" in said
    every = ("-m", "slow or not slow", "test_both.py")
    said = words_of_pytest(tmp_path, "-n", "1", f"--passed={report}", *every, more=skipped + named)
    assert "2 passed" in said, "the slow one and the one that was skipped"


def test_the_readme_names_the_command_and_ci_runs_it() -> None:
    for page in (README, IN_CHINESE):
        assert SLOW_TESTS in spans(prose([page]))
    ci = (REPOSITORY / ".ci" / "run").read_text()
    assert re.search(r" -m slow( \|\| code=\$\?)?\n", ci)
    assert " -m 'not slow' " in ci
    assert "--passed=" in ci, "a word of its own would be taken for a path of tests"


def test_builds_stay_for_the_next_session_until_what_makes_them_changes(tmp_path: Path) -> None:
    sources, builds = tmp_path / "running", tmp_path / "builds"
    sources.mkdir()
    builds.mkdir()
    (sources / "a.py").write_text("1")
    place, lock = held_builds(builds, sources)
    (place / "program").touch()
    again, other_lock = held_builds(builds, sources)
    assert again == place
    other_lock.close()
    (sources / "a.py").write_text("2")
    changed, changed_lock = held_builds(builds, sources)
    assert changed != place
    assert (place / "program").exists(), "another session holds it"
    for held in (lock, changed_lock):
        held.close()
    held_builds(builds, sources)[1].close()
    assert not place.exists()
