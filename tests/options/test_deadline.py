"""`--deadline` and the key `deadline`: programs whose files are newer are late."""

import json
import os
from datetime import datetime
from pathlib import Path

import pytest
from helpers import ADDS, run_here, write_project

TIMES = {
    "ann/sum.py": "2026-11-30T18:00:00",
    "ben/sum.py": "2026-11-30T18:00:01",
    "cem/sum.py": "2026-11-01T12:00:00",
}
NOTE = "late, modified after 2026-11-30 18:00: ben/sum.py"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    write_project(tmp_path, solutions=dict.fromkeys(TIMES, ADDS))
    for name, moment in TIMES.items():
        set_time(tmp_path / "solutions" / name, moment)
    return tmp_path


def set_time(path: Path, moment: str) -> None:
    """Set when a file was modified, in local time."""
    modified_s = datetime.fromisoformat(moment).timestamp()
    os.utime(path, (modified_s, modified_s))


def run(home: Path, *words: str) -> tuple[list[str], dict[str, bool | None]]:
    """Return what a run prints, and who is late by its JSON."""
    done = run_here("run", *words, "--json", "out.json", cwd=home)
    assert done.returncode == 0, done.stderr
    marks = json.loads((home / "out.json").read_bytes())["classes"]
    return done.stdout.splitlines(), {mark["student"]: mark["late"] for mark in marks}


def test_a_program_is_late_from_the_second_after_the_deadline_on(home: Path) -> None:
    printed, late = run(home, "--deadline", "2026-11-30T18:00")
    assert NOTE in printed
    assert late == {"ann": False, "ben": True, "cem": False}


def test_without_a_deadline_nothing_is_known_and_with_all_in_time_nothing_is_said(home: Path) -> None:
    printed, late = run(home)
    assert set(late.values()) == {None}
    in_time, known = run(home, "--resume", "--deadline", "2026-11-30")
    assert set(known.values()) == {False}
    assert not any("late" in line for line in (*printed, *in_time))


@pytest.mark.parametrize("value", ["2026-11-30T18:00:00", '"2026-11-30 18:00"'])
def test_the_project_may_state_it_and_the_option_replaces_that(value: str, home: Path) -> None:
    (home / "pyproject.toml").write_text(f"[tool.judge]\ndeadline = {value}\n")
    assert NOTE in run(home)[0]
    assert set(run(home, "--resume", "--deadline", "2027-01-01")[1].values()) == {False}


@pytest.mark.parametrize("value", ['"soon"', "18:00:00", "5", "1950-01-01"])
def test_another_value_is_an_error_in_one_line(value: str, home: Path) -> None:
    (home / "pyproject.toml").write_text(f"[tool.judge]\ndeadline = {value}\n")
    done = run_here("run", cwd=home)
    (line,) = done.stderr.splitlines()
    assert (done.returncode, line.partition(":")[0]) == (2, "pyproject.toml")
    assert "expected" in line


def test_another_word_is_an_error_in_one_line(home: Path) -> None:
    done = run_here("run", "--deadline", "soon", cwd=home)
    expected = "a date, or a date and a time, such as 2026-11-30 or 2026-11-30T18:00"
    assert (done.returncode, done.stderr) == (2, f"--deadline: expected {expected}, got 'soon'\n")


def test_the_newest_file_of_a_program_counts(home: Path) -> None:
    folder = home / "solutions" / "dan"
    folder.mkdir()
    (folder / "sum.c").write_text('#include "sum.h"\n')
    (folder / "sum.h").write_text("int main(void) { return 0; }\n")
    set_time(folder / "sum.c", "2026-11-01T00:00:00")
    set_time(folder / "sum.h", "2026-12-24T00:00:00")
    run_here("run", "--deadline", "2026-12-01", "--json", "out.json", cwd=home)
    assert json.loads((home / "out.json").read_bytes())["late"] == ["dan/sum.c"]


def test_the_tables_and_reports_mark_it(home: Path) -> None:
    pytest.importorskip("jinja2", reason="no jinja2: pip install '.[html]'")
    (home / "cases" / "more.yaml").write_bytes((home / "cases" / "sum.yaml").read_bytes())
    (home / "solutions" / "ann" / "more.py").write_text(ADDS)
    set_time(home / "solutions" / "ann" / "more.py", "2026-12-24T00:00:00")
    reports = ("--html", "a.html", "--html-students", "pages", "--csv-class", "a.csv", "--markdown", "a.md")
    printed, _ = run(home, "--deadline", "2026-12-01", *reports)
    assert ["ann", "1/1", "late", "1/1", "2/2"] in [line.split() for line in printed]
    assert (home / "a.csv").read_text().splitlines()[:2] == ["student,more,sum,total,late", "ann,1,1,2,more"]
    assert "| `ann` | 1/1 late | 1/1 | 2/2 |" in (home / "a.md").read_text()
    assert "1/1 late" in (home / "a.html").read_text()
    assert "more 1/1 late" in (home / "pages" / "ann.html").read_text()
    remade = ("report", "out.json", "--csv-class", "b.csv", "--markdown", "b.md")
    assert run_here(*remade, cwd=home).returncode == 0
    for name in ("csv", "md"):
        assert (home / f"a.{name}").read_bytes() == (home / f"b.{name}").read_bytes()


@pytest.mark.slow
def test_a_file_with_a_suffix_in_capitals_gives_its_student_a_row(home: Path) -> None:
    (home / "cases" / "more.yaml").write_bytes((home / "cases" / "sum.yaml").read_bytes())
    for student in ("ann", "ben"):
        (home / "solutions" / student / "more.py").write_text(ADDS)
    (home / "solutions" / "eve").mkdir()
    (home / "solutions" / "eve" / "SUM.PY").write_text(ADDS)
    printed, late = run(home)
    assert ["eve", "-", "-", "0/2", "?"] in [line.split() for line in printed]
    assert "eve" not in late
    chosen, _ = run(home, "--resume", "ann", "ben")
    assert not any(line.startswith("eve ") for line in chosen)


def test_an_import_keeps_the_times_of_a_folder(home: Path) -> None:
    incoming = home / "incoming" / "dan" / "sum.py"
    incoming.parent.mkdir(parents=True)
    incoming.write_text(ADDS)
    set_time(incoming, "2026-11-02T03:04:05")
    (home / "incoming" / "eve").mkdir()
    assert run_here("import", "incoming", cwd=home).returncode == 1, "the folder of eve is empty"
    assert (home / "solutions" / "eve").is_dir()
    imported = home / "solutions" / "dan" / "sum.py"
    assert imported.stat().st_mtime == incoming.stat().st_mtime
