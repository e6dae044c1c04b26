"""Folders of outputs, judged like programs if a problem asks only for outputs."""

import json
import shutil
from pathlib import Path

import pytest
from helpers import REPOSITORY, run_here, table_rows, write_project

from judge.cases.loader import load_cases
from judge.platform.errors import InputErrors

CON_TEST = REPOSITORY.parent / "shared" / "data" / "public" / "con_test"
SQUARES = """\
output_only: true
output_limit: 1KiB
cases:
  - {id: small, input: "2\\n", output: "4\\n"}
  - {id: large, input: "100\\n", output: "10000\\n"}
"""
RIGHT = {"mine/small.out": "4\n", "mine/large.out": "10000\n"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path, solutions=RIGHT, cases={"squares.yaml": SQUARES})


def judged(root: Path, *words: str) -> list[str]:
    done = run_here("run", *words, cwd=root)
    return table_rows(done.stdout) or [done.stderr]


def test_a_folder_of_outputs_is_judged_as_a_solution(project: Path) -> None:
    wrong = {"wrong_answer/squares/small.out": "5\n", "wrong_answer/squares/large.out": "10000\n"}
    write_project(project, solutions=wrong, cases={})
    done = run_here("run", "--json", "out.json", cwd=project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert table_rows(done.stdout) == ["mine: 2 AC", "wrong_answer/squares: 1 AC, 1 WA"]
    results = json.loads((project / "out.json").read_text())["results"]
    measures = {test[key] for result in results for test in result["tests"] for key in ("cpu_s", "wall_s")}
    assert measures == {None}


def test_programs_solve_the_problem_as_well(project: Path) -> None:
    write_project(project, solutions={"square.py": "print(int(input()) ** 2)\n"}, cases={})
    assert judged(project) == ["mine: 2 AC", "square.py: 2 AC"]


def test_an_output_that_is_missing_is_a_wrong_answer(project: Path) -> None:
    (project / "solutions" / "mine" / "large.out").unlink()
    done = run_here("run", cwd=project)
    assert (done.returncode, table_rows(done.stdout)) == (1, ["mine: 1 AC, 1 WA"])
    assert "expected an output in mine/, such as large.out, got none\n" in done.stdout


def test_an_output_that_is_too_long_is_not_read(project: Path) -> None:
    (project / "solutions" / "mine" / "large.out").write_text("1" * 2000)
    assert judged(project) == ["mine: 1 AC, 1 OLE"]


def test_a_changed_output_is_judged_anew(project: Path) -> None:
    assert judged(project) == ["mine: 2 AC"]
    (project / "solutions" / "mine" / "large.out").write_text("1\n")
    assert judged(project, "--resume") == ["mine: 1 AC, 1 WA"]


def test_an_output_may_be_called_as_its_answer(tmp_path: Path) -> None:
    tests = {
        "squares.yaml": "output_only: true\n",
        **{f"squares/{n}/in.txt": f"{n}\n" for n in (2, 3)},
        **{f"squares/input{n}.txt": f"{n}\n" for n in (4, 5)},
        **{f"squares/output{n}.txt": f"{n * n}\n" for n in (4, 5)},
    }
    tests |= {f"squares/{n}/out.txt": f"{n * n}\n" for n in (2, 3)}
    names = {"output4.txt": "16\n", "input5.out": "25\n", "2/in.out": "4\n", "out.txt": "9\n"}
    write_project(tmp_path, solutions={f"mine/{name}": text for name, text in names.items()}, cases=tests)
    done = run_here("run", cwd=tmp_path)
    assert table_rows(done.stdout) == ["mine: 3 AC, 1 WA"], done.stdout
    assert "mine on squares/3/in: WA" in done.stdout


@pytest.mark.parametrize("link", ["mine", "mine/large.out"])
def test_a_link_could_lead_to_the_answer(project: Path, link: str) -> None:
    place = project / "solutions" / link
    place.rename(project / "elsewhere")
    place.symlink_to(project / "elsewhere")
    done = run_here("run", cwd=project)
    assert "AC" not in done.stdout
    assert "got a link" in done.stderr or "expected programs" in done.stderr


def test_a_folder_with_a_program_is_none_of_outputs(project: Path) -> None:
    write_project(project, solutions={"mine/square.py": "print(int(input()) ** 2)\n"}, cases={})
    assert judged(project) == ["mine/square.py: 2 AC"]


def test_other_problems_have_no_folders_of_outputs(project: Path) -> None:
    (project / "cases" / "squares.yaml").write_text(SQUARES.replace("true", "false"))
    done = run_here("run", cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected programs" in done.stderr


def test_outputs_are_listed_and_nothing_of_them_is_passed_over(project: Path) -> None:
    (project / "solutions" / "mine" / "other.out").write_text("")
    done = run_here("list", cwd=project)
    passed = done.stdout.partition("ignored:\n")[2].splitlines()
    assert [line.partition(":")[0] for line in passed] == ["solutions/mine/other.out"]


def test_outputs_are_shown_without_a_time(project: Path) -> None:
    done = run_here("show", "mine", "squares/small", cwd=project)
    assert done.returncode == 0
    assert "mine on squares/small: AC" in done.stdout
    assert "CPU" not in done.stdout


def test_outputs_take_no_part_in_what_runs_programs(project: Path) -> None:
    (project / "generators").mkdir()
    (project / "generators" / "squares.py").write_text("print(7)\n")
    found = run_here("stress", "mine", "--budget", "1s", cwd=project)
    assert (found.returncode, found.stderr) == (2, "expected programs, got outputs: mine\n")
    write_project(project, solutions={"square.py": "print(int(input()) ** 2)\n"}, cases={})
    timed = run_here("bench", "--rounds", "1", "--warmups", "0", cwd=project)
    assert timed.returncode == 0, timed.stderr
    (row, *_) = [line.split() for line in timed.stdout.splitlines() if " mine " in line]
    assert row == ["mine", "SK"]


@pytest.mark.parametrize("kind", ["html", "junit", "csv", "markdown"])
def test_every_report_takes_outputs(project: Path, kind: str) -> None:
    if kind == "html":
        pytest.importorskip("jinja2")
    done = run_here("run", f"--{kind}", "report", cwd=project)
    assert (done.returncode, done.stderr) == (0, "")
    assert "mine" in (project / "report").read_text()


def test_what_is_no_truth_is_refused(tmp_path: Path) -> None:
    (tmp_path / "squares.yaml").write_text(SQUARES.replace("true", "only"))
    with pytest.raises(InputErrors, match=r"squares\.yaml:1: expected true or false, got 'only'"):
        load_cases(tmp_path)


@pytest.mark.skipif(not CON_TEST.is_dir(), reason="the packages of others are not here")
def test_the_outputs_of_others_are_right(tmp_path: Path) -> None:
    """They are right unchanged, and wrong if two of them are swapped."""
    shutil.copytree(CON_TEST / "outputonly", tmp_path / "cases" / "outputonly")
    (tmp_path / "cases" / "outputonly.yaml").write_text("output_only: true\n")
    for name in ("theirs", "wrong_answer/swapped"):
        shutil.copytree(CON_TEST / "outputonly" / "output", tmp_path / "solutions" / name)
    swapped = tmp_path / "solutions" / "wrong_answer" / "swapped"
    (swapped / "output0.txt").rename(swapped / "output1.txt")
    assert judged(tmp_path) == ["theirs: 10 AC", "wrong_answer/swapped: 8 AC, 2 WA"]
