"""pytest with the judge, as users start it."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, environment, run_here, write_project

WRONG = ADDS.replace("()))", "())), end=''")
SOLUTIONS = {"adds.py": ADDS, "fine.py": ADDS, "wrong.py": WRONG}


# Plugins of others, such as hypothesis, take longer to load than most tests here.
ALONE = environment(PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")


def run_pytest(*words: str, cwd: Path, env: Mapping[str, str] = ALONE) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "judge.pytest_plugin", "-p", "no:cacheprovider", *words],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return write_project(tmp_path, solutions=SOLUTIONS)


@pytest.mark.slow
def test_every_solution_and_case_is_a_test_with_a_readable_name(project: Path) -> None:
    # With the plugins that are installed, among them perhaps the judge.
    done = run_pytest("--judge", "--collect-only", "-q", cwd=project, env=environment())
    assert done.stdout.split("\n")[:3] == [
        "solutions/adds.py::sum/small",
        "solutions/fine.py::sum/small",
        "solutions/wrong.py::sum/small",
    ]


@pytest.mark.slow
def test_a_test_fails_with_the_diagnosis_and_the_diff(project: Path) -> None:
    done = run_pytest("--judge", cwd=project)
    assert done.returncode == 1
    assert "1 failed, 2 passed" in done.stdout
    assert "final-newline-missing at line 1, column 2, byte 1: insert '\\n'" in done.stdout
    assert "  1  3↵     | 1  3\n" in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        [],
        *(
            pytest.param(words, marks=pytest.mark.slow)
            for words in (["-v"], ["-p", "xdist.plugin", "-n", "1"])
        ),
    ],
)
def test_the_summary_begins_with_the_verdict_and_the_mistake(project: Path, words: list[str]) -> None:
    if "-n" in words:
        pytest.importorskip("xdist")
    spins = ADDS.replace("format: text", "expect: {sum: TLE}")
    write_project(project, solutions={"spins.py": spins})
    done = run_pytest("--judge", *words, cwd=project)
    *_, first, second, counts = done.stdout.splitlines()
    assert first.startswith("AC solutions/spins.py::sum/small - spins.py on sum/small: AC, expected TLE")
    assert second.startswith("PE final-newline-missing solutions/wrong.py::sum/small - ")
    assert "2 failed, 2 passed" in counts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "summary"),
    [
        pytest.param(["-k", "fine"], "1 passed, 2 deselected", id="-k"),
        pytest.param(["-x", "-k", "wrong or adds"], "1 failed, 1 passed, 1 deselected", id="-x"),
        pytest.param(["--durations=3", "-vv"], "call     solutions/adds.py::sum/small", id="--durations"),
    ],
)
def test_the_words_of_pytest_are_obeyed(project: Path, words: list[str], summary: str) -> None:
    assert summary in run_pytest("--judge", *words, cwd=project).stdout


@pytest.mark.parametrize(
    "words",
    ["-n 2", pytest.param("--dist load --tx popen//id=left --tx popen//id=right", marks=pytest.mark.slow)],
)
def test_processes_of_any_name_share_the_tests(project: Path, words: str) -> None:
    pytest.importorskip("xdist")
    done = run_pytest("--judge", "-p", "xdist.plugin", *words.split(), cwd=project)
    assert "1 failed, 2 passed" in done.stdout


@pytest.mark.slow
def test_one_line_in_the_configuration_is_enough(project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\njudge_root = .\n")
    (project / "test_own.py").write_text("def test_own(): pass\n")
    assert "1 failed, 3 passed" in run_pytest(cwd=project).stdout
    assert "1 passed" in run_pytest("test_own.py", cwd=project).stdout


def test_without_leave_nothing_is_judged(project: Path) -> None:
    (project / "test_own.py").write_text("def test_own(): pass\n")
    assert "1 passed" in run_pytest(cwd=project).stdout


def test_until_it_is_asked_for_nothing_of_the_judge_is_loaded() -> None:
    script = (
        "import judge.pytest_plugin, sys; print([m for m in sys.modules if m.partition('.')[0] == 'judge'])"
    )
    done = subprocess.run([sys.executable, "-c", script], env=environment(), capture_output=True, text=True)
    assert done.stdout == "['judge', 'judge.pytest_plugin']\n"


@pytest.mark.slow
def test_where_nothing_is_whole_every_fault_is_told_as_the_judge_tells_it(project: Path) -> None:
    (project / "solutions" / "adds.py").write_text("# judge: {format: t}\n")
    (project / "cases" / "sum.yaml").write_text("problem: A\n")
    done = run_pytest("--judge", cwd=project)
    assert done.returncode == 4
    told = run_here("list", "--root", project, cwd=project).stderr
    assert "cases/sum.yaml:1: expected" in told
    assert "solutions/adds.py:1: expected" in told
    assert done.stderr.replace("ERROR: ", "").strip() == told.strip()


@pytest.mark.slow
def test_a_file_at_fault_is_a_test_that_fails_with_its_line_and_others_run(project: Path) -> None:
    (project / "solutions" / "adds.py").write_text("\n# judge: {format: t}\n")
    (project / "cases" / "more.yaml").write_text(A_PLUS_B.replace("10s", "10"))
    done = run_pytest("--judge", "-k", "not wrong", cwd=project)
    assert done.returncode == 1
    assert "2 failed, 1 passed, 1 deselected" in done.stdout
    for name, line in (
        ("solutions/adds.py", "2: expected a format: poj, luogu, nowcoder, leetcode, text, got 't'"),
        ("cases/more.yaml", "3: expected a time such as 1s or 500ms"),
    ):
        assert f"FAILED {name}::faults" in done.stdout
        assert f"{name}:{line}" in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.slow
def test_a_program_that_cannot_meet_a_case_is_skipped_with_the_reason(project: Path) -> None:
    (project / "solutions" / "fine.py").write_text(ADDS.replace("text", "poj"))
    done = run_pytest("--judge", "-k", "fine", "-rs", cwd=project)
    assert "1 skipped, 2 deselected" in done.stdout
    assert "the program speaks poj, the case text" in done.stdout


@pytest.mark.slow
def test_a_test_without_an_answer_passes_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    write_project(
        tmp_path, solutions={"adds.py": ADDS}, cases={"p/1.in": "1 2\n", "p/2.in": "1 2\n", "p/2.out": "3\n"}
    )
    done = run_pytest("--judge", "-v", cwd=tmp_path)
    assert done.returncode == 0
    assert "solutions/adds.py::p/1 PASSED (NA)" in done.stdout
    assert "solutions/adds.py::p/2 PASSED  " in done.stdout


@pytest.mark.slow
def test_what_a_folder_says_of_a_program_is_a_test_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    write_project(tmp_path, solutions={"wa/fine.py": ADDS, "wa/wrong.py": ADDS.replace("sum", "max")})
    done = run_pytest("--judge", "-rA", cwd=tmp_path)
    assert done.returncode == 1
    assert "1 failed, 3 passed" in done.stdout
    assert "FAILED solutions/wa/fine.py::sum as stated" in done.stdout
    assert "wa/fine.py on sum: expected WA on some test, got AC" in done.stdout
    assert "PASSED solutions/wa/wrong.py::sum as stated" in done.stdout


def test_elsewhere_than_on_linux_one_line_says_what_to_use(project: Path) -> None:
    script = (
        "import sys, pytest\nsys.modules['fcntl'] = None\nsys.platform = 'darwin'\n"
        "sys.exit(pytest.main(['--judge', '-p', 'judge.pytest_plugin', '-p', 'no:cacheprovider']))"
    )
    words = [sys.executable, "-c", script]
    done = subprocess.run(words, cwd=project, env=ALONE, capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr.strip()) == (4, "ERROR: expected Linux, got darwin: use a container")
