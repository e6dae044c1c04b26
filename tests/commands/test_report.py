"""`judge report`: what a run would have written, made later of its JSON."""

from pathlib import Path

import pytest
from helpers import ADDS, make_outcome, make_result, run_here, write_project

from judge.show.json import render

WRONG = "# judge: {format: text}\nprint('<&|`', end='\\r\\n')\n"
OPTIONS = ("--junit", "--markdown", "--csv")


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "results.json"
    path.write_bytes(render(make_outcome(make_result())))
    return path


def test_every_report_is_what_the_run_has_written(tmp_path: Path) -> None:
    broken = "problem: B\nformat: text\n"
    project = write_project(tmp_path, solutions={"adds.py": ADDS, "wrong.py": WRONG})
    (project / "cases" / "broken.yaml").write_text(broken)
    both = [[word for option in OPTIONS for word in (option, f"{when}{option[1:]}")] for when in ("a", "b")]
    assert run_here("run", "--json", "r.json", *both[0], cwd=project).returncode == 2
    done = run_here("report", "r.json", *both[1], cwd=project)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    for option in OPTIONS:
        first, second = ((project / f"{when}{option[1:]}").read_bytes() for when in ("a", "b"))
        assert first == second
        assert b"wrong.py" in first


@pytest.mark.parametrize("option", OPTIONS)
def test_each_goes_to_standard_output_as_well(option: str, results: Path) -> None:
    done = run_here("report", results, option, "-", cwd=results.parent)
    assert (done.returncode, done.stderr) == (0, "")
    assert "adds.py" in done.stdout


def test_no_report_to_make_is_one_line(results: Path) -> None:
    done = run_here("report", results, cwd=results.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == "expected one of --junit, --markdown, --csv, --csv-class, --html, --html-students, got none\n"
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", ": expected results of version 1, got: Input data was truncated", id="empty"),
        pytest.param(b"\xff", ":1: expected results of version 1, got: ", id="bytes"),
        pytest.param(b"[]", ": expected results of version 1, got: Expected `object`", id="other"),
        pytest.param(b'{"version": 1}', ": expected results of version 1, got: Object missing", id="lacks"),
        pytest.param(
            b'{"version": 9, "results": []}', ": expected results of version 1, got: version 9", id="new"
        ),
    ],
)
def test_a_wrong_document_is_one_line_and_the_old_report_stays(
    data: bytes, message: str, results: Path
) -> None:
    results.write_bytes(data)
    (results.parent / "r.csv").write_text("old")
    done = run_here("report", results, "--csv", "r.csv", cwd=results.parent)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{results}{message}")
    assert (results.parent / "r.csv").read_text() == "old"


def test_no_document_is_one_line(tmp_path: Path) -> None:
    done = run_here("report", "no.json", "--csv", "r.csv", cwd=tmp_path)
    assert done.stderr == "no.json: expected results, got: No such file or directory\n"
    assert done.returncode == 2
