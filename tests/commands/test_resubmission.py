"""A class hands in again: what is judged, and what the table says has changed since the last run."""

import json
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, run_here, write_project

CASES = A_PLUS_B + '  - id: large\n    input: "30 40\\n"\n    output: "70\\n"\n'
WRONG = ADDS.replace("sum(", "1 + sum(")
HALF = ADDS.replace("sum(", "70 + 0 * sum(")
BROKEN = f"{ADDS}("
NOTE = "+ and - count tests better or worse than in the last run, = is no change"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Ann and Ben have handed in `sum` and `plus`, which ask for the same, and were judged."""
    solutions = {f"{name}/{problem}.py": ADDS for name in ("ann", "ben") for problem in ("sum", "plus")}
    write_project(tmp_path, solutions=solutions, cases={"sum.yaml": CASES, "plus.yaml": CASES})
    run_here("run", cwd=tmp_path)
    return tmp_path


def hand_in(project: Path, program: str, source: str) -> list[str]:
    """Return the lines of `judge run --resume` after a student has handed in again."""
    (project / "solutions" / program).write_text(source)
    return run_here("run", "--resume", "--json", "out.json", cwd=project).stdout.splitlines()


def row(lines: list[str], student: str) -> list[str]:
    return next(line.split() for line in lines if line.startswith(f"{student} "))


def test_only_what_was_handed_in_again_is_judged(project: Path) -> None:
    lines = hand_in(project, "ben/sum.py", WRONG)
    assert row(lines, "ann") == ["ann", "2/2~", "2/2~", "4/4"]
    document = json.loads((project / "out.json").read_bytes())
    again = {each["solution"] for each in document["results"] if not each["tests"][0]["measured_at"]}
    assert again == {"ben/sum.py"}


def test_the_table_says_what_went_up_and_down_and_what_stayed(project: Path) -> None:
    assert row(hand_in(project, "ben/sum.py", WRONG), "ben") == ["ben", "2/2~", "0/2", "WA", "-2", "2/4"]
    assert row(hand_in(project, "ben/sum.py", f"\n{WRONG}"), "ben")[-2:] == ["=", "2/4"]
    assert row(hand_in(project, "ben/sum.py", HALF), "ben")[-2:] == ["+1", "3/4"]
    lines = hand_in(project, "ben/sum.py", ADDS)
    assert row(lines, "ben") == ["ben", "2/2~", "2/2~", "+1", "4/4"]
    assert " ".join(lines).count(NOTE) == 1


def test_without_a_change_nothing_is_marked(project: Path) -> None:
    lines = hand_in(project, "ben/sum.py", ADDS)
    assert row(lines, "ben") == ["ben", "2/2~", "2/2~", "4/4"]
    assert NOTE not in " ".join(lines)


def test_a_program_that_compiles_again_has_gained_its_tests(project: Path) -> None:
    assert row(hand_in(project, "ben/sum.py", BROKEN), "ben")[-3:] == ["CE", "-2", "2/4"]
    assert row(hand_in(project, "ben/sum.py", f"\n{ADDS}"), "ben")[-2:] == ["+2", "4/4"]


def test_the_json_counts_the_tests_that_changed(project: Path) -> None:
    hand_in(project, "ben/sum.py", WRONG)
    marks = json.loads((project / "out.json").read_bytes())["classes"]
    found = {(mark["student"], mark["problem"]): (mark["gained"], mark["lost"]) for mark in marks}
    assert found == dict.fromkeys(found, (0, 0)) | {("ben", "sum"): (0, 2)}


def test_a_new_test_changes_nothing(project: Path) -> None:
    extra = '  - id: new\n    input: "1 1\\n"\n    output: "2\\n"\n'
    (project / "cases" / "sum.yaml").write_text(CASES + extra)
    lines = hand_in(project, "ben/sum.py", ADDS)
    assert row(lines, "ben") == ["ben", "2/2~", "3/3~", "5/5"]


def test_a_run_that_does_not_resume_compares_nothing(project: Path) -> None:
    (project / "solutions" / "ben" / "sum.py").write_text(WRONG)
    assert row(run_here("run", cwd=project).stdout.splitlines(), "ben")[-2:] == ["WA", "2/4"]
