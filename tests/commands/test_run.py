"""`judge run` keeps results as they come."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, environment, need, run_here, write_project


def write_evening(folder: Path) -> None:
    (folder / "test").mkdir(parents=True)
    (folder / "test/1.in").write_text("1 2\n")
    (folder / "test/1.out").write_text("3\n")
    (folder / "adds.py").write_text(ADDS)


@pytest.mark.slow
@pytest.mark.parametrize("around", ["nothing", "programs", "a project"])
@pytest.mark.parametrize("command", ["run", "limits"])
def test_a_word_may_be_a_folder_of_its_own(around: str, command: str, tmp_path: Path) -> None:
    if around == "a project":
        write_project(tmp_path, solutions={"other.py": ADDS}, cases={"sum.yaml": A_PLUS_B})
    elif around == "programs":
        write_evening(tmp_path)
        (tmp_path / "other.py").write_text(ADDS)
    write_evening(tmp_path / "week1")
    for word in ("week1", "week1/", "./week1", str(tmp_path / "week1")):
        done = run_here(command, word, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert "adds.py" in done.stdout
        assert "other.py" not in done.stdout


def test_a_folder_of_solutions_and_a_problem_go_before_a_folder_of_that_name(tmp_path: Path) -> None:
    project = write_project(
        tmp_path, solutions={"week1/one.py": ADDS, "two.py": ADDS}, cases={"sum.yaml": A_PLUS_B}
    )
    for name in ("week1", "sum"):
        write_evening(project / name)
    done = run_here("run", "week1", cwd=project)
    assert "week1/one.py" in done.stdout
    assert "two.py" not in done.stdout
    done = run_here("run", "sum", cwd=project)
    assert "two.py" in done.stdout
    assert "adds.py" not in done.stdout


@pytest.mark.parametrize("size", ["64", "64M", "64MB", "64MiB", "65536K", "65536KiB"])
def test_a_size_is_written_as_people_do(size: str, tmp_path: Path) -> None:
    write_evening(tmp_path)
    done = run_here("show", "adds.py", cwd=tmp_path)
    assert "(limit 256 MiB)" in done.stdout
    done = run_here("try", "adds.py", "--memory", size, "--input", "test/1.in", cwd=tmp_path)
    assert "(limit 64 MiB)" in done.stderr


@pytest.mark.parametrize("header", ["", "# judge: {problems: sums}\n", "# judge: {expect: AC, problems: }\n"])
def test_a_program_of_no_known_problem_is_reported_and_fails_no_test(tmp_path: Path, header: str) -> None:
    root = write_project(
        tmp_path,
        solutions={"ann/sum.py": ADDS, "ann/less.py": ADDS, "gus/sum2.py": f"{header}{ADDS}"},
        cases={"sum.yaml": A_PLUS_B, "less.yaml": A_PLUS_B},
    )
    reports = [f"{option}=r.{option[2:]}" for option in ("--junit", "--markdown", "--json")]
    done = run_here("run", *reports, cwd=root)
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert lines
    assert len(set(lines)) == len(lines)
    assert all(line.startswith("solutions/gus/sum2.py:") and "expected" in line for line in lines)
    assert "2 solutions, 2 cases of 2 problems: 2 passed" in done.stdout
    assert [" ".join(line.split()) for line in done.stdout.splitlines() if "gus" in line] == ["gus - - 0/2 ?"]
    assert all("gus/sum2.py" in path.read_text() for path in root.glob("r.*"))
    assert run_here("run", "ann", cwd=root).returncode == 0
    assert run_here("run", "gus", cwd=root).returncode == 2


def test_each_misnamed_program_is_reported_once_below_the_tables(tmp_path: Path) -> None:
    names = [f"s{number}/main.py" for number in range(12)]
    root = write_project(
        tmp_path,
        solutions={"ann/sum.py": ADDS, "ann/less.py": "", **dict.fromkeys(names, ADDS)},
        cases={"sum.yaml": A_PLUS_B, "less.yaml": A_PLUS_B},
    )
    words = [sys.executable, "-m", "judge", "run"]
    done = subprocess.run(
        words, cwd=root, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == 2
    _, _, below = done.stdout.partition("2 solutions, 2 cases of 2 problems")
    for name in names:
        assert done.stdout.count(name) == 1
        assert f"\nsolutions/{name}:" in below


def test_a_program_without_a_problem_is_told_how_to_state_one(tmp_path: Path) -> None:
    root = write_project(
        tmp_path,
        solutions={"ann/sum.py": ADDS, "gus/Sum2.java": ""},
        cases={"sum.yaml": A_PLUS_B, "less.yaml": A_PLUS_B},
    )
    assert run_here("run", cwd=root).stderr == (
        "solutions/gus/Sum2.java: expected the name of a problem (less.java or sum.java), a folder of that"
        " name, or a header `// judge: {problems: less}`, got 'Sum2.java'; did you mean sum?\n"
    )


def test_programs_that_need_no_compiler_are_judged_first_and_their_rows_stay_in_order(tmp_path: Path) -> None:
    need("gcc")
    write_evening(tmp_path)
    (tmp_path / "a.c").write_text('#include <stdio.h>\nint main() { puts("3"); }\n')
    done = run_here("run", "--jobs", "1", "a.c", "adds.py", cwd=tmp_path)
    (journal,) = tmp_path.glob(".judge/*/run-*.jsonl")
    judged = [json.loads(line)["result"]["solution"] for line in journal.read_text().splitlines()]
    assert judged == ["adds.py", "a.c"]
    assert done.stdout.index("a.c") < done.stdout.index("adds.py")


@pytest.mark.parametrize(
    ("header", "words", "told"),
    [
        ("format: text", (), ", Python forked warm; "),
        ("format: text", ("--cold",), ", Python started; "),
        ("interpreter: python3", (), "sandbox default; "),
    ],
    ids=["the judge's own", "cold", "another"],
)
def test_how_python_starts_is_told_where_the_judges_own_runs(
    header: str, words: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    write_evening(tmp_path)
    (tmp_path / "adds.py").write_text(ADDS.replace("format: text", header))
    done = run_here("run", "adds.py", *words, cwd=tmp_path)
    assert done.returncode == 0
    assert told in done.stdout
