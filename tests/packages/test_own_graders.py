"""Graders that packages of Kattis bring: what they are asked, and the points that they give."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import document_of, run_here, write_files

ADDS = "print(sum(map(int, input().split())))\n"
Files = Mapping[str, str | None]
GRADER = """import sys
print(sys.argv, file=sys.stderr)
results = [line.split() for line in sys.stdin]
if "all" in sys.argv:
    most = float(sys.argv[sys.argv.index("all") + 1])
    right = all(verdict == "AC" for verdict, _ in results)
    print("AC" if right else "WA", most if right else 0)
else:
    assert sys.argv[1:] == ["most", "70"], sys.argv
    print("AC", min(70, sum(float(points) for _, points in results)))
"""
GRADED = {
    "problem.yaml": "name: S\ntype: scoring\n",
    "data/sample/1.in": "1 2\n",
    "data/sample/1.ans": "3\n",
    "data/testdata.yaml": "grading: custom\ngrader_flags: most 70\non_reject: continue\n",
    "data/sample/testdata.yaml": "accept_score: 0\ngrading: default\ngrader_flags: sum\n",
    "data/secret/testdata.yaml": "grading: default\ngrader_flags: accept_if_any_accepted\n",
    "data/secret/easy/testdata.yaml": "grading: custom\ngrader_flags: all 30\n",
    "data/secret/hard/testdata.yaml": "grading: custom\ngrader_flags: all 60\n",
    **{
        f"data/secret/{name}.{end}": text
        for name, pair in {"easy/1": ("1 1", "2"), "easy/2": ("2 2", "4"), "hard/1": ("9 9", "18")}.items()
        for end, text in zip(("in", "ans"), (f"{each}\n" for each in pair), strict=True)
    },
    "graders/grader.py": GRADER,
    "submissions/accepted/all.py": ADDS,
    "submissions/partially_accepted/easy.py": "a, b = map(int, input().split())\nprint(min(9, a + b))\n",
    "submissions/partially_accepted/hard.py": "a, b = map(int, input().split())\nprint(max(3, a + b))\n",
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "sum"


def test_a_grader_of_a_package_counts_the_points_of_its_groups(place: Path) -> None:
    write_files(place, GRADED)
    document = document_of(place)
    scores = {each["solution"]: (each["points"], each["whole"]) for each in document["scores"]}
    assert scores == {
        "sum/accepted/all.py": (70, 70),
        "sum/partially_accepted/easy.py": (30, 70),
        "sum/partially_accepted/hard.py": (60, 70),
    }
    (easy,) = (each for each in document["scores"] if "easy" in each["solution"])
    assert {each["group"]: (each["verdict"], each["points"], each["whole"]) for each in easy["graded"]} == {
        "secret/easy": ("AC", 30, 30),
        "secret/hard": ("WA", 0, 60),
        ".": ("AC", 30, 70),
    }
    (place.parent / "out.json").write_text(json.dumps(document))
    assert "30 of 70 points" in run_here("report", "out.json", "--markdown", "-", cwd=place.parent).stdout
    assert run_here("import", "sum", cwd=place.parent).returncode == 0
    assert document_of(place.parent)["scores"] == document["scores"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("grader", "words"),
    [
        pytest.param("raise SystemExit(3)\n", "expected the exit code 0, got 3", id="an exit code"),
        pytest.param(
            "print('XX 3')\n", "expected one of AC, WA, TLE, MLE, OLE, RTE and points", id="no verdict"
        ),
        pytest.param("print('AC')\n", "and points on stdout, got 'AC\\n'", id="no points"),
        pytest.param("print('AC', 'nan')\n", "expected points on stdout, got 'nan'", id="a word"),
        pytest.param("print(\n", "expected a program that compiles", id="no program"),
        pytest.param("open('/etc/passwd')\n", "expected the exit code 0, got 1", id="what it must not read"),
    ],
)
def test_a_grader_that_fails_is_the_fault_of_the_judge(grader: str, words: str, place: Path) -> None:
    write_files(place, {**GRADED, "graders/grader.py": grader, "submissions/accepted/all.py": ADDS})
    done = run_here("run", "--json", "-", "all", cwd=place)
    document = json.loads(done.stdout)
    failed = [each for each in document["results"] if each["verdict"] == "JE"]
    assert (done.returncode, [each["case"] for each in failed]) == (2, ["sum/secret/easy/2"])
    (test,) = failed[0]["tests"]
    assert test["checker_failed"]
    assert words in test["message"]
    assert document["scores"] == []


def test_points_that_a_grader_counts_are_left_out_of_an_export(place: Path) -> None:
    write_files(place, GRADED)
    assert run_here("import", "sum", cwd=place.parent).returncode == 0
    done = run_here("export", "sum", "--to", "kattis", "out", cwd=place.parent)
    assert "points: left out: a grader counts them" in done.stderr
    assert "scoring" not in (place.parent / "out/problem.yaml").read_text()


def test_what_does_not_compile_is_shown_to_no_grader(place: Path) -> None:
    write_files(place, {**GRADED, "submissions/compiler_error/no.py": "print(\n"})
    document = document_of(place)
    (score,) = (each for each in document["scores"] if "no.py" in each["solution"])
    assert (score["points"], score["whole"]) == (0, 70)


@pytest.mark.parametrize(
    ("files", "told"),
    [
        (
            {"graders/grader.py": "print 'AC 0'\n"},
            "the grader is written in Python 2, which the judge does not run",
        ),
        ({"graders/grader.py": None}, "expected a grader in one of the languages here in graders/, got none"),
    ],
)
def test_without_a_grader_that_can_run_no_points_are_counted(files: Files, told: str, place: Path) -> None:
    write_files(place, {**GRADED, ".timelimit": "2\n", **files})
    assert run_here("check", cwd=place).stdout.splitlines()[1:] == [
        f"data/secret/easy/testdata.yaml:1: {told}: no points are counted"
    ]
    assert document_of(place)["scores"] == []
