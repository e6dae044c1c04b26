"""Commands write the page for the browser with the contents of cases, and reject it before any work."""

import sys
from pathlib import Path

import pytest
from helpers import ADDS, run_here, write_project

PROGRAMS = {"adds.py": ADDS, "subtracts.py": "# judge: {format: text}\nprint(-1)\n"}
COMMANDS = [
    pytest.param(["run"], id="run"),
    pytest.param(["bench", "--rounds", "1", "--warmups", "0"], id="bench"),
    pytest.param(["report", "results.json"], id="report"),
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path, solutions=PROGRAMS)


def test_a_run_is_one_page_with_inputs_and_answers_which_its_results_do_not_hold(project: Path) -> None:
    pytest.importorskip("jinja2")
    done = run_here("run", "--html", "run.html", "--json", "results.json", cwd=project)
    assert done.returncode == 1
    page = (project / "run.html").read_text()
    shown = ('id="adds.py/sum/small"', "expected AC", '<pre tabindex="0">\n1 2\n</pre>', "<mark>-1</mark>")
    assert all(there in page for there in shown)
    assert run_here("report", "results.json", "--html", "later.html", cwd=project).returncode == 0
    later = (project / "later.html").read_text()
    assert "inputs and answers are not here" in later
    assert "inputs and answers are not here" not in page
    start, end = '<table class="matrix"', "</table>"
    assert later.partition(start)[2].partition(end)[0] == page.partition(start)[2].partition(end)[0]
    assert "<mark>-1</mark>" in later


def test_a_bench_is_one_page(project: Path) -> None:
    pytest.importorskip("jinja2")
    words = ("bench", "adds.py", "--rounds", "1", "--warmups", "0", "--html", "-")
    page = run_here(*words, cwd=project).stdout
    assert page.startswith("<!doctype html>")
    assert "adds.py" in page


@pytest.mark.parametrize("words", COMMANDS)
def test_without_jinja2_nothing_is_run_and_the_way_to_it_is_said(
    words: list[str], project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    done = run_here(*words, "--html", "page.html", cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--html: expected jinja2, got none: pip install 'jinja2>=3.1'\n"
    assert not (project / ".judge").exists()
    assert not (project / "page.html").exists()
