"""docs/functions.md: judging its problems prints its output, and its table has all types."""

from pathlib import Path

import pytest
from documents import FUNCTIONS, assert_shows, blocks
from helpers import run_here, run_judge, table_rows, write_files
from languages import ROWS, require

from judge.cases.loader import load_cases
from judge.subjects.signatures.parser import parse_signature
from judge.subjects.signatures.values import FITTED


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The files of the page. The first line of each is its name."""
    for block in blocks([FUNCTIONS]):
        name = block.lines[0].removeprefix("# ").removeprefix("// ")
        if name.startswith(("cases/", "solutions/")):
            write_files(tmp_path, {name: "\n".join([*block.lines, ""])})
    return tmp_path


def shown(word: str) -> list[str]:
    """Return the block of the page whose first line contains this word."""
    (found,) = [block for block in blocks([FUNCTIONS]) if block.language == "text" and word in block.lines[0]]
    return ["...", *found.lines, "..."]


@pytest.mark.slow
def test_the_classes_show_what_the_page_shows(project: Path) -> None:
    require(ROWS["cpp"])
    require(ROWS["java"])
    done = run_judge("run", "two-sum", cwd=project, env={"COLUMNS": "200"}, hang_s=300)
    assert table_rows(done.stdout) == [
        "two-sum/Twice.java: 1 AC, 1 WA",
        "two-sum/map.cpp: 2 AC",
        "two-sum/pairs.py: 2 AC",
    ], done.stdout + done.stderr
    assert_shows(shown("Twice.java"), [line.rstrip() for line in done.stdout.splitlines()])


def test_a_class_of_several_methods_is_called(project: Path) -> None:
    (project / "solutions" / "counter.py").write_text(
        "class Counter:\n    def __init__(self, start): self.sum = start\n"
        "    def add(self, number): self.sum += number\n    def total(self): return self.sum\n"
    )
    done = run_here("run", "counter", cwd=project)
    assert table_rows(done.stdout) == ["counter.py: 1 AC"], done.stdout + done.stderr


def test_the_grader_calls_the_functions(project: Path) -> None:
    require(ROWS["cpp"])
    done = run_judge("run", "half", cwd=project, hang_s=300)
    assert table_rows(done.stdout) == ["half/floor.py: 1 AC", "half/shift.cpp: 1 AC"], done.stderr


def test_the_folder_of_outputs_is_judged(project: Path) -> None:
    (project / "solutions" / "mine" / "primes").mkdir(parents=True)
    for name, text in {"first": "2 3 5\n", "more": "2 3 5 7 9\n"}.items():
        (project / "solutions" / "mine" / "primes" / f"{name}.out").write_text(text)
    done = run_here("run", "primes", cwd=project, env={"COLUMNS": "200"})
    assert_shows(shown("primes"), done.stdout.splitlines())


def test_every_type_and_every_signature_of_the_page_is_one(project: Path) -> None:
    text = FUNCTIONS.read_text()
    rows = [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]
    assert {row for row in rows if "T" not in row or row in FITTED} == FITTED.keys()
    assert str(parse_signature(text.partition("`entry: ")[2].partition("`")[0])).endswith("-> nums")
    assert len(load_cases(project / "cases")) == 6
