"""docs/interactive.md: its example is judged, tried by hand and by command, and shows what it shows."""

import shlex
import subprocess
from pathlib import Path

import pytest
from documents import INTERACTIVE, assert_shows, blocks
from helpers import JUDGE, environment, run_here, write_files

from judge.checkers.interactors import INTERACTORS


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Write the files of the page. The first line of each is its name."""
    for block in blocks([INTERACTIVE]):
        name = block.lines[0].removeprefix("# ")
        if name.startswith(("cases/", "solutions/")):
            lines = block.lines[1:] if name.endswith(".in") else block.lines
            write_files(tmp_path, {name: "\n".join([*lines, ""])})
    return tmp_path


@pytest.mark.slow
def test_the_example_shows_what_the_page_shows(project: Path) -> None:
    (shown,) = [block for block in blocks([INTERACTIVE]) if block.language == ""]
    done = run_here("run", cwd=project)
    assert done.returncode == 1, done.stderr
    assert_shows(["...", *shown.lines], done.stdout.splitlines())
    told = run_here("show", "one_by_one", "guess/1", cwd=project).stdout
    assert sum("  program     " in line for line in told.splitlines()) >= 10


def test_it_can_be_tried_and_talked_with(project: Path) -> None:
    (typed,) = [block for block in blocks([INTERACTIVE]) if block.language == "sh"]
    with_interactor, by_hand = (shlex.split(line, comments=True)[1:] for line in typed.lines)
    done = run_here(*with_interactor, cwd=project)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "feedback  ten guesses were not enough"
    hand = subprocess.run(
        [*JUDGE, *by_hand],
        cwd=project,
        env=environment(),
        input="no\ncorrect\n",
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (hand.returncode, hand.stdout) == (0, "1\n2\n")


@pytest.mark.parametrize(
    "line",
    [b"", b"\n", b"seven\n", b"\xff\n", "²\n".encode(), b"-1\n", b"7" * 9999],
    ids=lambda line: ascii(line[:9]),
)
def test_the_example_rejects_whatever_is_no_number(line: bytes, project: Path) -> None:
    write_files(project, {"solutions/one_by_one.py": f"import sys\nsys.stdout.buffer.write({line!a})\n"})
    done = run_here("run", "one_by_one.py", cwd=project)
    assert done.returncode == 1
    assert "one_by_one.py on guess/1: WA, expected AC" in done.stdout


def test_every_protocol_has_its_row() -> None:
    rows = [line for line in INTERACTIVE.read_text().splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == ["protocol", *INTERACTORS]
