"""The page about stress: its programs, copied unchanged, do what the page shows."""

import re
from pathlib import Path

import pytest
from documents import assert_shows, blocks, commands
from helpers import REPOSITORY, run_here

PAGE = REPOSITORY / "docs" / "stress.md"
BLOCKS = list(blocks([PAGE]))


@pytest.fixture
def largest(tmp_path: Path) -> Path:
    """The folder of the page."""
    folder = tmp_path / "largest"
    folder.mkdir()
    for block in BLOCKS:
        if block.language == "python":
            name = block.lines[0].removeprefix("# ")
            (folder / name).write_text("\n".join([*block.lines[1:], ""]))
    return folder


@pytest.mark.slow
def test_the_session_shows_what_is_found(largest: Path) -> None:
    (session,) = [block for block in BLOCKS if block.lines[0].startswith("$ judge stress ")]
    (words,) = commands(session.lines[0].removeprefix("$ "))
    done = run_here(*words[1:], cwd=largest)
    assert done.returncode == 1
    assert_shows(list(session.lines[1:]), [line.rstrip() for line in done.stdout.splitlines()])


@pytest.mark.slow
def test_the_case_file_names_its_tools(largest: Path) -> None:
    (sheet,) = [block for block in BLOCKS if block.language == "yaml"]
    for folder in ("solutions", "cases", "generators"):
        (largest / folder).mkdir()
    (largest / "cases/largest.yaml").write_text("\n".join([*sheet.lines, ""]))
    for name, place in (("best.py", "solutions"), ("brute.py", "solutions"), ("val.py", "cases")):
        (largest / name).rename(largest / place / name)
    (largest / "gen.py").rename(largest / "generators/gen.py")
    array = "import random, sys\nrandom.seed(sys.argv[1])\nn = int(sys.argv[2])\nprint(n)\n"
    (largest / "generators/gen-array.py").write_text(
        f"{array}print(*[random.randint(-9, 9) for _ in range(n)])\n"
    )
    done = run_here("stress", "best.py", "--seed", "1", cwd=largest)
    assert (done.returncode, "best.py fails against brute.py" in done.stdout) == (1, True)
    kept = run_here("stress", "best.py", "--seed", "1", "--keep", "negative", cwd=largest)
    assert "kept as negative in cases/largest.yaml" in kept.stdout
    judged = run_here("run", cwd=largest)
    assert judged.returncode == 0
    assert re.search(r"best\.py +AC \S+ \S+ +WA \S+ \S+ +as expected", judged.stdout)
