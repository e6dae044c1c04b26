"""Marks in points: every report of a class has the points, or says that they are unknown."""

import csv
import json
from pathlib import Path

import pytest
from helpers import run_here, write_files

CASES = "problem: The number before\nchecker: check.py\nprotocol: testlib\npoints: 60\ncases:\n" + "".join(
    f'  - {{id: n{number}, input: "{number}\\n", output: "{number - 1}\\n"}}\n' for number in range(1, 7)
)
# It fails, with exit code 3, where an output is no number.
CHECKER = """\
import sys

asked, printed = (open(path).read() for path in sys.argv[1:3])
if not printed.strip().isdigit():
    sys.exit(3)
sys.exit(int(printed) + 1 != int(asked))
"""
RIGHT = "print(int(input()) - 1)\n"
WRONG_LAST = "n = int(input())\nprint(0 if n == 6 else n - 1)\n"
WRONG_FIRST = "n = int(input())\nprint(7 if n == 1 else n - 1)\n"
FAILS_THE_CHECKER = "n = int(input())\nprint('none' if n == 6 else n - 1)\n"
FAILS_ALWAYS = "print('none')\n"
SKIPPED = "# judge: {interpreter: nopython}\nprint(1)\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    programs = {
        "ann": RIGHT,
        "ben": FAILS_THE_CHECKER,
        "cem": SKIPPED,
        "dan": WRONG_FIRST,
        "eve": FAILS_ALWAYS,
    }
    files = {f"solutions/{name}/before.py": text for name, text in programs.items()}
    return write_files(tmp_path, {"cases/before.yaml": CASES, "cases/check.py": CHECKER, **files})


def read_marks(path: Path) -> dict[str, tuple[str, str]]:
    return {
        row["student"]: (row["before"], row["total"]) for row in csv.DictReader(path.read_text().splitlines())
    }


def test_a_fault_of_the_judge_leaves_a_cell_empty_and_is_named(home: Path) -> None:
    done = run_here("run", "--csv-class", "marks.csv", "--json", "run.json", cwd=home)
    known = {"ann": ("60", "60"), "dan": ("50", "50")}
    assert read_marks(home / "marks.csv") == known | dict.fromkeys(("ben", "cem", "eve"), ("", ""))
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("--csv-class: ")]
    assert line.startswith(
        "--csv-class: 3 cells are empty, for unknown points: ben, before (JE on 1 of 6 tests: "
    )
    assert "cem, before (SK on 6 of 6 tests: " in line
    table = [line.split() for line in done.stdout.splitlines()[2:7]]
    assert ["ann", "60/60", "60/60"] in table
    assert ["ben", "unknown", "JE", "unknown"] in table
    marks = {mark["student"]: mark for mark in json.loads((home / "run.json").read_bytes())["classes"]}
    assert {name: (mark["points"], mark["whole"]) for name, mark in marks.items()} == {
        "ann": (60, 60),
        "dan": (50, 60),
        **dict.fromkeys(("ben", "cem", "eve"), (None, 60)),
    }


def test_a_report_from_the_json_has_the_same_cells(home: Path) -> None:
    run_here("run", "--csv-class", "marks.csv", "--json", "run.json", cwd=home)
    done = run_here("report", "run.json", "--csv-class", "again.csv", cwd=home)
    assert (home / "again.csv").read_bytes() == (home / "marks.csv").read_bytes()
    assert "3 cells are empty" in done.stderr


def test_tests_that_are_skipped_after_a_failure_leave_a_cell_empty(home: Path) -> None:
    run_here("run", "ann", "dan", "--fail-fast", "--csv-class", "marks.csv", cwd=home)
    assert read_marks(home / "marks.csv") == {"ann": ("60", "60"), "dan": ("", "")}


def test_where_all_points_are_known_nothing_is_said(home: Path) -> None:
    write_files(home, {f"solutions/{name}/before.py": WRONG_LAST for name in ("ben", "cem", "eve")})
    done = run_here("run", "--csv-class", "marks.csv", cwd=home)
    assert "--csv-class" not in done.stderr
    assert set(read_marks(home / "marks.csv").values()) == {("60", "60"), ("50", "50")}


def test_a_page_of_a_student_has_the_known_points_and_what_is_possible(home: Path) -> None:
    pytest.importorskip("jinja2", reason="no jinja2: pip install '.[html]'")
    run_here("run", "--html-students", "pages", "--html", "class.html", cwd=home)
    for student, marks, is_fault in (("ann", "points: 60/60", False), ("ben", "points: unknown", True)):
        page = (home / "pages" / f"{student}.html").read_text()
        assert f'<p class="quiet">{marks}</p>' in page
        assert ("the judge could not decide" in page) is is_fault
        assert "what to fix" not in page[: page.index("<script>")]
    assert "unknown JE" in (home / "class.html").read_text()


@pytest.mark.parametrize("option", ["--csv-class", "--html-students"])
def test_marks_of_an_interrupted_run_are_not_reported(option: str, home: Path) -> None:
    if option == "--html-students":
        pytest.importorskip("jinja2", reason="no jinja2: pip install '.[html]'")
    run_here("run", "ann", "dan", option, "marks", "--json", "run.json", cwd=home)
    before = read_all(home / "marks")
    document = json.loads((home / "run.json").read_bytes())
    part = document | {"results": document["results"][:2], "missing": 10, "interrupted": True}
    (home / "part.json").write_text(json.dumps(part))
    done = run_here("report", "part.json", option, "marks", "--csv", "tests.csv", cwd=home)
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{option}: not written, ")
    assert (done.returncode, read_all(home / "marks")) == (2, before)
    assert len((home / "tests.csv").read_text().splitlines()) == 3


def read_all(path: Path) -> dict[str, bytes]:
    files = path.iterdir() if path.is_dir() else [path]
    return {file.name: file.read_bytes() for file in files}
