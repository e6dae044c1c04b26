"""docs/checkers.md: its example is judged, and shows what it shows."""

from pathlib import Path

import pytest
from documents import CHECKERS, assert_shows, blocks
from helpers import run_here, write_files

from judge.cases.loader import load_cases
from judge.checkers.brought import PROTOCOLS


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Write the files of the page. The first line of each is its name."""
    for block in blocks([CHECKERS]):
        name = block.lines[0].removeprefix("# ")
        if name.startswith(("cases/", "solutions/")):
            write_files(tmp_path, {name: "\n".join([*block.lines, ""])})
    return tmp_path


def test_the_example_shows_what_the_checker_says(project: Path) -> None:
    (shown,) = [block for block in blocks([CHECKERS]) if block.language == "text"]
    done = run_here("run", cwd=project)
    assert done.returncode == 1, done.stderr
    assert_shows(["...", *shown.lines, "..."], done.stdout.splitlines())


@pytest.mark.parametrize(
    "output",
    [b"", b"3", b"1 2 7", b"no solution", b"Sum: 3 7", b"3.0 7.0", b"3 \xff", b"3 7\0", b"9" * 5000 + b" 7"],
    ids=lambda output: ascii(output[:12]),
)
def test_the_example_rejects_whatever_is_not_two_integers(output: bytes, project: Path) -> None:
    write_files(project, {"solutions/halves.py": f"import sys\nsys.stdout.buffer.write({output!a})\n"})
    done = run_here("run", cwd=project)
    assert "checker  wrong answer: expected two integers\n" in done.stdout


@pytest.mark.parametrize(("wrong", "points"), [("small", 0), ("large", 40), ("sample", 100)])
def test_groups_are_stated_as_on_the_page(wrong: str, points: int, tmp_path: Path) -> None:
    """The large tests count nothing unless the small ones are accepted, and the sample never."""
    (groups,) = [block for block in blocks([CHECKERS]) if block.lines[0] == "groups:"]
    for name in ("secret/small-1", "secret/small-2", "secret/large/1", "sample/1"):
        answer = "1\n" if wrong not in name else "2\n"
        write_files(tmp_path / "cases" / "sums", {f"{name}.in": "1\n", f"{name}.out": answer})
    (tmp_path / "cases" / "sums.yaml").write_text("\n".join(['tests: "**/*.in"', *groups.lines, ""]))
    (tmp_path / "solutions").mkdir()
    (tmp_path / "solutions" / "echo.py").write_text("print(input())\n")
    done = run_here("run", cwd=tmp_path)
    assert f" {points} of 100 points" in " ".join(done.stdout.split())


def test_every_protocol_has_its_row() -> None:
    rows = [line for line in CHECKERS.read_text().splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == ["protocol", *PROTOCOLS]


def test_a_sheet_of_the_page_counts_for_the_tests_of_its_folder(project: Path) -> None:
    for name in ("lists/sample/1", "lists/secret/large/1", "lists/secret/large/2"):
        (project / "cases" / name).parent.mkdir(exist_ok=True)
        (project / "cases" / f"{name}.in").write_text("1\n")
        (project / "cases" / f"{name}.ans").write_text("1\n")
    cases = {case.id: case for case in load_cases(project / "cases") if case.id.startswith("lists/")}
    assert cases["lists/sample/1"].compare == "lines"
    large = cases["lists/secret/large/1"]
    assert large.compare == "kattis float_tolerance 1e-6"
    assert large.worth
    group = large.worth.groups[-1]
    assert (large.worth.points, group.count, group.stops, group.most_points) == (20, "min", False, 60)
