"""A project may say that programs of a language have more time, and which interpreter runs Python."""

import csv
import json
import shutil
from pathlib import Path

import pytest
from helpers import document_of, make_case, make_solution, run_here, table_rows, write_files, write_project
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from polygons import FILES, manual, problem_xml, write_package

from judge.cases.tests import limits_for
from judge.running.languages import LANGUAGES, debugged, languages_of

CASE = {"p.yaml": 'time: 100ms\ncases: [{id: a, input: "", output: "7\\n"}]\n'}
# Takes more than 150 ms of CPU and less than 3 s on a slow machine, by the clock and not by a count of steps.
SLOW = "import time\nwhile time.process_time() < 0.15: pass\nprint(7)\n"
SAYS = "import sys\nprint(sys.implementation.name)\n"
needs_pypy = pytest.mark.skipif(not shutil.which("pypy3"), reason="PyPy is not installed")


def project(root: Path, table: str, source: str = SLOW, output: str = "7") -> Path:
    case = {"p.yaml": CASE["p.yaml"].replace("7", output)}
    write_project(root, solutions={"a.py": source}, cases=case)
    return write_files(root, {"pyproject.toml": f"[tool.judge]\n{table}\n"})


def test_the_time_limit_is_multiplied_by_the_factor_of_the_language(tmp_path: Path) -> None:
    done = run_here("run", cwd=project(tmp_path, "time_factor = {python = 30}"))
    assert table_rows(done.stdout) == ["a.py: 1 AC"]
    # what was measured under it stands under no other
    done = run_here("run", "--resume", cwd=project(tmp_path, "time_factor = {java = 30}"))
    assert table_rows(done.stdout) == ["a.py: 1 TLE"]


def test_a_case_file_overrides_the_factors_of_the_settings_for_its_problem_alone(tmp_path: Path) -> None:
    root = project(tmp_path, "time_factor = {python = 30}")
    stated = CASE["p.yaml"] + "time_factor: {python: 1, java: 2}\n"
    own = "# judge: {problems: '*', expect: {q: [AC, TLE]}}\n" + SLOW
    write_files(root, {"cases/q.yaml": stated, "solutions/a.py": own})
    verdicts = {one["case"]: one["verdict"] for one in document_of(root)["results"]}
    assert verdicts == {"p/a": "AC", "q/a": "TLE"}
    write_files(root, {"cases/q.yaml": stated.replace("python: 1", "python: 40")})
    whole = document_of(root)
    factors = {one["case"]: (one["verdict"], one["time_factor"]) for one in whole["results"]}
    assert factors == {"p/a": ("AC", 30), "q/a": ("AC", 40)}


def test_a_debug_build_has_ten_times_the_factor_of_the_problem() -> None:
    case = replace(make_case(id="p/a"), time_factors=(("python", 3.0),))
    debug = debugged(make_solution(name="a.py"))
    limits = limits_for(debug, case.limits, case.time_factors)
    assert limits.cpu_s == pytest.approx(30 * case.limits.cpu_s)


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("3", "expected a mapping from languages to numbers, got the number 3"),
        ("{pyton: 3}", "expected one of the languages python, c, cpp and "),
        *(
            (
                f"{{python: {text}}}",
                f"expected a number from 0.001 to 1000 as `time_factor` of python, got {got}",
            )
            for text, got in (("0", "the number 0"), ("1001", "the number 1001"), ("true", "true"))
        ),
    ],
)
def test_what_is_no_factor_in_a_case_file_is_one_line(tmp_path: Path, stated: str, told: str) -> None:
    root = project(tmp_path, "")
    write_files(root, {"cases/p.yaml": f"time_factor: {stated}\n{CASE['p.yaml']}"})
    done = run_here("run", cwd=root)
    assert done.returncode == 2
    assert done.stderr.startswith(f"cases/p.yaml:1: {told}"), done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("target", ["kattis", "icpc", "polygon", "cms", "dmoj", "library-checker", "folder"])
def test_an_export_names_the_factors_that_no_format_can_state(tmp_path: Path, target: str) -> None:
    root = project(tmp_path, "")
    write_files(root, {"cases/p.yaml": f"time_factor: {{java: 2, python: 30}}\n{CASE['p.yaml']}"})
    done = run_here("export", "p", "--to", target, "out", cwd=root)
    assert done.returncode == 0, done.stderr
    assert "p: `time_factor` of java, python: left out" in done.stderr.splitlines()


def test_every_report_compares_a_time_with_the_limit_that_the_program_had(tmp_path: Path) -> None:
    root = project(tmp_path, "time_factor = {python = 30}")
    done = run_here("run", "--csv", "out.csv", "--json", "out.json", cwd=root)
    assert "s of 3 s" in done.stdout, done.stdout
    (row,) = csv.DictReader((root / "out.csv").read_text().splitlines())
    assert row["cpu_limit_s"] == "3"
    whole = json.loads((root / "out.json").read_text())
    assert (whole["cases"][0]["cpu_s"], whole["results"][0]["time_factor"]) == (0.1, 30)
    run_here("report", "out.json", "--csv", "again.csv", cwd=root)
    assert (root / "again.csv").read_text() == (root / "out.csv").read_text()


@given(st.sampled_from(sorted({row.name for row in LANGUAGES.values()})), st.floats(0.01, 1000))
def test_a_factor_changes_the_cpu_time_of_its_language_and_nothing_else(name: str, factor: float) -> None:
    case = make_case(id="p/a")
    for suffix, row in languages_of((Path("p"), {}, {name: factor})).items():
        solution = replace(make_solution(name=f"a{suffix}"), language=row)
        cpu_s = case.limits.cpu_s * (factor if row.name == name else 1)
        assert limits_for(solution, case.limits) == replace(case.limits, cpu_s=cpu_s)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("time_factor = 3", "expected in [tool.judge] a table of languages as `time_factor`, got 3"),
        ("time_factor = {pyton = 3}", "expected one of the languages "),
        (
            "time_factor = {python = 0}",
            "expected in [tool.judge] a number from 0.001 to 1000 as `time_factor` of python, got 0",
        ),
        (
            "time_factor = {python = 1001}",
            "expected in [tool.judge] a number from 0.001 to 1000 as `time_factor` of python, got 1001",
        ),
        (
            "time_factor = {python = inf}",
            "expected in [tool.judge] a number from 0.001 to 1000 as `time_factor` of python, got inf",
        ),
        (
            "time_factor = {python = true}",
            "expected in [tool.judge] a number from 0.001 to 1000 as `time_factor` of python, got True",
        ),
        (
            "[tool.judge.languages.cpp]\ninterpreter = 'pypy3'",
            "expected in [tool.judge.languages.cpp] either `interpreter`",
        ),
    ],
)
def test_what_is_no_factor_is_one_line(tmp_path: Path, table: str, told: str) -> None:
    done = run_here("run", cwd=project(tmp_path, table))
    assert done.returncode == 2
    assert done.stderr.startswith(f"pyproject.toml: {told}"), done.stderr


@needs_pypy
def test_a_project_names_the_interpreter_of_all_its_python_programs(tmp_path: Path) -> None:
    table = "time_factor = {python = 30}\n[tool.judge.languages.python]\ninterpreter = 'pypy3'"
    root = project(tmp_path, table, SAYS, "pypy")
    write_files(root, {"solutions/own.py": f"# judge: {{interpreter: python3, expect: {{p: WA}}}}\n{SAYS}"})
    verdicts = {one["solution"]: one["verdict"] for one in document_of(root)["results"]}
    assert verdicts == {"a.py": "AC", "own.py": "WA"}


def test_a_package_is_judged_where_it_lies_with_the_languages_of_the_folder_around_it(tmp_path: Path) -> None:
    files = FILES | {"tests/01.a": "3\n"}
    package = write_package(tmp_path / "contest" / "p", problem_xml([manual()]), files)
    for interpreter, row in (("no-such-python", "1 SK"), ("python3", "1 AC")):
        table = f"[tool.judge.languages.python]\ninterpreter = '{interpreter}'\n"
        write_files(tmp_path / "contest", {"pyproject.toml": table})
        done = run_here("run", "--root", ".", cwd=package)
        assert table_rows(done.stdout) == [f"sum-of-all/accepted/sum.py: {row}"], done.stdout + done.stderr


def test_an_interpreter_that_is_missing_is_named_and_no_other_runs_instead(tmp_path: Path) -> None:
    root = project(tmp_path, "[tool.judge.languages.python]\ninterpreter = 'no-such-python'")
    done = run_here("run", cwd=root)
    assert table_rows(done.stdout) == ["a.py: 1 SK"]
    assert "no-such-python is not installed" in done.stdout
