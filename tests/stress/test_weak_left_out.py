"""`judge weak` goes on without the programs that should fail and the cases that cannot be judged."""

import json
from pathlib import Path

import pytest
from helpers import run_here, write_files
from test_weak import CASES, RIGHT, project, weak

import judge.stress.search
from judge.commands import weak as command
from judge.options.declaration import parse_words

__all__ = ["project"]

# It refuses to judge the output of one of the two survivors.
CHECKER = """\
import sys

numbers = open(sys.argv[1]).read().split()[1:]
words = sys.stdin.read().split()
if words[:1] == numbers[-1:] != numbers[:1]:
    sys.exit("no such output")
sys.exit(42 if words == [numbers[0], numbers[-1]] else 43)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "expected"), [("wa", "WA"), ("tle", "TLE or ILE"), ("re", "RE or MLE or OLE")]
)
def test_a_program_that_should_fail_is_left_out_though_it_passes(
    folder: str, expected: str, project: Path
) -> None:
    name = f"ends/{folder}/passes.py"
    write_files(project, {f"solutions/{name}": RIGHT, "solutions/ends/good.py": RIGHT})
    (project / "generators" / "ends.py").unlink()
    done = run_here("weak", "ends", cwd=project)
    assert done.returncode == 0
    assert f"left out: {name}: expected {expected}\n" in done.stderr
    assert "passes.py" not in done.stdout
    assert "ends/good.py:3: off by one; survives all tests" in done.stdout
    alone = run_here("weak", name, cwd=project)
    assert alone.returncode == 2
    assert alone.stderr == f"expected a program that should be right, got {name}: expected {expected}\n"


@pytest.mark.slow
def test_a_case_on_which_the_checker_fails_is_skipped_and_saved(project: Path) -> None:
    write_files(project, {"cases/check.py": CHECKER})
    stated = CASES.replace("time: 10s\n", "time: 10s\nchecker: check.py\nprotocol: kattis\n")
    (project / "cases" / "ends.yaml").write_text(stated)
    done = run_here("weak", "--seed", "1", "--budget", "300s", "--json", "weak.json", cwd=project)
    assert done.returncode == 1
    # The search does not go on for a mutant on which the checker fails again and again.
    assert 8 <= json.loads((project / "weak.json").read_text())["searched"] < 200
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("skipped")]
    assert "a JE of right.py~" in line
    assert "cases/check.py: " in line
    saved = project / line.rpartition("saved: ")[2]
    first, *_, last = saved.read_text().split()[1:]
    assert first != last
    assert "killed by 1 test; 1 killed by a new test (not kept, see --keep); 1 perhaps equal\n" in done.stdout


def test_a_tool_that_fails_ends_the_search_and_not_the_report(project: Path) -> None:
    write_files(project, {"generators/ends.py": "print('none')\n"})
    code, screen, found = weak(project)
    assert code == 2
    assert found["searched"] == 0
    assert "off by one; survives all tests" in screen
    assert "perhaps equal" not in screen


def test_failures_for_which_no_time_is_left_are_named(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(judge.stress.search, "_SETTLING", 0.0)
    monkeypatch.chdir(project)
    words = ["--seed", "1", "--budget", "300s", "--jobs", "2"]
    assert command.weak(parse_words("weak", command.COMMAND, words)) == 0
    screen = capsys.readouterr()
    (line,) = [line for line in screen.err.splitlines() if line.startswith("not tried again")]
    assert line.count("right.py~") == 2
    assert line.endswith("; a longer --budget tries them")
    assert "off by one; perhaps equal" in screen.out
