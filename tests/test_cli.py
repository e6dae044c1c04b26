"""The judge as its user starts it: real processes in temporary projects."""

import json
import os
import re
import resource
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, JUDGE, environment, run_here, run_judge, write_project

from judge import __version__

HALVES = "# judge: {format: text}\nprint(sum(map(int, input().split())) // 2)\n"
SLEEPS = "# judge: {format: text}\nimport time\ntime.sleep(1000)\n"
# Nothing here has the words that name the subject of the repository.
TWO_CASES = A_PLUS_B + "  - id: large\n    input: |\n      1000000 2\n    output: |\n      1000002\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path, solutions={"adds.py": ADDS})


# A problem of another kind


def test_another_problem_is_judged_without_a_word_of_sudoku(tmp_path: Path) -> None:
    write_project(
        tmp_path,
        solutions={"adds.py": ADDS, "halves.py": HALVES, "lines.py": ADDS.replace("()))", "())), end=''")},
        cases={"sum.yaml": TWO_CASES},
    )
    done = run_judge("run", "--json", "out.json", cwd=tmp_path)
    assert done.returncode == 1
    entries = json.loads((tmp_path / "out.json").read_bytes())["results"]
    assert [(entry["solution"], entry["case"], entry["verdict"]) for entry in entries] == [
        ("adds.py", "sum/small", "AC"),
        ("adds.py", "sum/large", "AC"),
        ("halves.py", "sum/small", "WA"),
        ("halves.py", "sum/large", "WA"),
        ("lines.py", "sum/small", "PE"),
        ("lines.py", "sum/large", "PE"),
    ]
    assert "sudoku" not in (done.stdout + done.stderr).lower()


# Exit codes


def test_all_as_expected_is_0(project: Path) -> None:
    done = run_judge("run", cwd=project)
    assert done.returncode == 0
    assert re.search(r"^adds\.py +AC \d+\.\d+ +as expected$", done.stdout, re.MULTILINE)
    assert "1 solutions x 1 cases: 1 as expected" in done.stdout
    assert done.stderr == "adds.py: 1 AC\n"


def test_one_verdict_that_is_not_expected_is_1(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"adds.py": ADDS, "halves.py": HALVES})
    done = run_judge("run", cwd=tmp_path)
    assert done.returncode == 1
    assert (
        "halves.py on sum/small: WA, expected AC: wrong-text at line 1, column 1, byte 0:\nput '3' for '1'\n"
    ) in done.stdout
    assert "     answer |    output\n  1  3↵     | 1  1↵\n     ^      |    ^\n" in done.stdout


def test_a_wrong_answer_that_is_expected_is_0_and_a_right_one_is_1(tmp_path: Path) -> None:
    expecting = "# judge: {format: text, expect: {sum: WA}}\n"
    write_project(
        tmp_path,
        solutions={
            "a.py": expecting + HALVES.partition("\n")[2],
            "b.py": expecting + ADDS.partition("\n")[2],
        },
    )
    assert run_judge("run", "a", cwd=tmp_path).returncode == 0
    assert run_judge("run", "b", cwd=tmp_path).returncode == 1


def test_skipped_is_no_failure(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"grids.py": ADDS.replace("text", "poj")})
    done = run_judge("run", cwd=tmp_path)
    assert done.returncode == 0
    assert "1 of 1 skipped" in done.stdout


def test_the_version_is_told(tmp_path: Path) -> None:
    done = run_judge("--version", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"judge {__version__}\n")


def test_help_names_the_exit_codes(tmp_path: Path) -> None:
    for words in (["--help"], ["run", "--help"]):
        done = run_judge(*words, cwd=tmp_path)
        assert done.returncode == 0
        assert "130 interrupted" in " ".join(done.stdout.split())


# Wrong input: 2, in a line, without a traceback


@pytest.mark.parametrize(
    ("words", "line"),
    [
        pytest.param(
            ["run", "nobody"],
            "expected one of the solutions adds.py, got 'nobody'",
            id="solution",
        ),
        pytest.param(["run", ""], "expected one of the solutions adds.py, got ''", id="empty name"),
        pytest.param(
            ["run", "--case", "nothing"],
            "--case: expected a pattern that matches one of sum/small, got 'nothing'",
            id="case",
        ),
        pytest.param(
            ["run", "--root", "elsewhere"],
            "expected the folders solutions/ and cases/ in elsewhere, got none (see --root)",
            id="root",
        ),
        pytest.param(
            ["run", "--json", "solutions"], "solutions: expected a file, got a folder", id="report a folder"
        ),
        pytest.param(
            ["run", "--json", "no/x.json"],
            "no/x.json: expected a file that can be written, got: No such file or directory",
            id="report nowhere",
        ),
        pytest.param(
            ["run", "--cases", "elsewhere"], "elsewhere: expected a folder, got none", id="no folder of cases"
        ),
        pytest.param(["walk"], "expected one of the commands run, show, ", id="command"),
        pytest.param(["lst"], ", got 'lst'; did you mean list?", id="command mistyped"),
        pytest.param([], "expected COMMAND, got nothing", id="no command"),
        pytest.param(["run", "--fast"], "expected one of the options --", id="option"),
        pytest.param(["run", "--tiem", "5"], ", got '--tiem'; did you mean --time?", id="option mistyped"),
        pytest.param(["run", "--cas", "sum"], ", got '--cas'; did you mean --case?", id="option cut short"),
        pytest.param(["list", "--case", "sum"], "; did you mean --cases?", id="an option of other commands"),
        pytest.param(["run", "adss"], "one of the solutions adds.py, got 'adss'; did you", id="mistyped"),
        pytest.param(["run", "other/adds.py"], "got 'other/adds.py'", id="a path of another folder"),
        pytest.param(["run", "--case", "sum/smal"], "; did you mean sum/small?", id="case mistyped"),
        pytest.param(["mutate", "smu"], "'smu'; did you mean sum/small?", id="case of another command"),
        pytest.param(["list", "adds"], "expected no more words for `judge list`, got 'adds'", id="surplus"),
        pytest.param(["bench", "--reference", "adss"], "; did you mean adds.py?", id="reference"),
    ],
)
def test_wrong_words_are_2_and_one_line_tells_what_was_expected(
    project: Path, words: list[str], line: str
) -> None:
    done = run_here(*words, cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    (told,) = done.stderr.splitlines()
    assert line in told
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in project.iterdir()) == ["cases", "solutions"]


@pytest.mark.parametrize("command", ["run", "list", "check"])
def test_every_fault_of_every_file_is_one_line(tmp_path: Path, command: str) -> None:
    write_project(
        tmp_path,
        solutions={"a.py": "print()\n", "b.py": ADDS, "c.py": "# judge: {format: cf}\n"},
        cases={
            "a.yaml": A_PLUS_B.replace("time: 10s", "time: 10"),
            "b.yaml": A_PLUS_B,
            "c.yaml": A_PLUS_B.replace("    output: |\n      3\n", "") + "  - id: small\n",
        },
    )
    done = run_here(command, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        "cases/a.yaml:3: expected a time such as 1s or 500ms (units: ms, s, m), got the number 10",
        "cases/c.yaml:6: expected the key 'output', got none",
        "cases/c.yaml:9: expected the key 'input', got none",
        "cases/c.yaml:9: expected the key 'output', got none",
        "solutions/a.py:1: expected a comment `judge: {format: ...}` in the first 5 lines, got none",
        "solutions/c.py:1: expected a format: poj, luogu, nowcoder, leetcode, text, got 'cf'",
    ]


@pytest.mark.parametrize(
    ("files", "line"),
    [
        pytest.param(
            {"pyproject.toml": b"[tool.judge\n"}, "pyproject.toml: expected TOML, got a fault", id="no TOML"
        ),
        pytest.param({"pyproject.toml": b"tool = 1\n"}, "pyproject.toml: expected ", id="tool no table"),
        pytest.param({"cases/x.yaml": b"\xff\xfe"}, "cases/x.yaml:1: expected UTF-8", id="no UTF-8"),
        pytest.param(
            {"cases/x.yaml": b"a: &a [*a]\n"}, "cases/x.yaml:1: expected a value, got an anchor", id="anchor"
        ),
        pytest.param({"cases/x.yaml": b"[" * 10**6}, "cases/x.yaml:1: expected at most 32 levels", id="deep"),
        pytest.param({"cases/x.yaml": b"{" * 10**6}, "cases/x.yaml:1: expected ", id="deep mappings"),
        pytest.param(
            {"cases/x.yaml": "é\x01".encode() * 9}, "cases/x.yaml:1: expected YAML", id="control characters"
        ),
        pytest.param(
            {"cases/x.yaml": A_PLUS_B.replace("id: small", "id: small\n    answer: maybe").encode()},
            "cases/x.yaml:7: expected unique or any, got 'maybe'",
            id="answer of a case",
        ),
        pytest.param(
            {"cases/x.yaml": A_PLUS_B.replace("text", "poj").replace("1 2", "9" * 5000).encode()},
            "cases/x.yaml:8: expected the number of grids, got '9999",
            id="a count of 5000 digits",
        ),
        pytest.param(
            {"cases/x.yaml": A_PLUS_B.replace("text", "leetcode").replace("1 2", "[" * 9999).encode()},
            "cases/x.yaml:8: expected nine arrays of nine strings",
            id="arrays of 9999 levels",
        ),
    ],
)
def test_a_hostile_file_is_2_and_no_traceback(project: Path, files: dict[str, bytes], line: str) -> None:
    for name, data in files.items():
        (project / name).write_bytes(data)
    done = run_here("list", cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith(line)


# What is judged


def names(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [line.split(":")[0] for line in sorted(done.stderr.splitlines())]


@pytest.mark.parametrize(
    ("words", "judged"),
    [
        pytest.param([], ["a.py", "b.py", "deep/a.py", "deep/c.py"], id="all"),
        pytest.param(["a.py"], ["a.py"], id="a name"),
        pytest.param(["a"], ["a.py"], id="a name without suffix"),
        pytest.param(["deep/a"], ["deep/a.py"], id="a path without suffix"),
        pytest.param(["solutions/b.py"], ["b.py"], id="a path as the shell completes it"),
        pytest.param(["*a.py"], ["a.py"], id="a pattern"),
        pytest.param(["*/a.py"], ["deep/a.py"], id="a pattern of a folder"),
        pytest.param(["deep"], ["deep/a.py", "deep/c.py"], id="a folder"),
        pytest.param(["solutions/deep/"], ["deep/a.py", "deep/c.py"], id="a folder as it is completed"),
        pytest.param(["solutions"], ["a.py", "b.py", "deep/a.py", "deep/c.py"], id="all by their folder"),
        pytest.param(["c"], ["deep/c.py"], id="a name without its folder"),
        pytest.param(["b", "--jobs", "1", "a"], ["a.py", "b.py"], id="on both sides of an option"),
        pytest.param(["b", "a", "b"], ["a.py", "b.py"], id="several, in the order of the folder"),
    ],
)
def test_solutions_are_chosen_by_name_or_pattern(tmp_path: Path, words: list[str], judged: list[str]) -> None:
    write_project(tmp_path, solutions={"a.py": ADDS, "b.py": ADDS, "deep/a.py": ADDS, "deep/c.py": ADDS})
    done = run_judge("run", *words, cwd=tmp_path)
    assert done.returncode == 0
    assert names(done) == judged


@pytest.mark.parametrize(
    ("patterns", "tests"),
    [
        pytest.param(["sum/small"], 1, id="an id"),
        pytest.param(["sum"], 2, id="a problem"),
        pytest.param(["*/large", "*/small"], 2, id="two patterns"),
    ],
)
def test_cases_are_chosen_by_pattern(tmp_path: Path, patterns: list[str], tests: int) -> None:
    write_project(tmp_path, solutions={"a.py": ADDS}, cases={"sum.yaml": TWO_CASES})
    done = run_judge("run", *(word for pattern in patterns for word in ("--case", pattern)), cwd=tmp_path)
    assert done.returncode == 0
    assert f"1 solutions x {tests} cases: {tests} as expected\n{tests} tests in " in done.stdout


def test_a_time_on_the_command_line_replaces_that_of_the_cases(tmp_path: Path) -> None:
    spins = "# judge: {format: text, expect: {sum: TLE}}\nwhile True:\n    pass\n"
    write_project(tmp_path, solutions={"spins.py": spins})
    done = run_judge("run", "--time", "0.2", cwd=tmp_path)
    assert done.returncode == 0
    assert re.search(r"spins\.py +TLE >0\.\d+ +as expected", done.stdout)


def test_a_project_is_found_from_a_folder_below_or_named(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (project / "below").mkdir()
    assert run_judge("run", cwd=project / "below").returncode == 0
    assert run_judge("run", "--root", project, cwd=tmp_path_factory.mktemp("elsewhere")).returncode == 0


def test_a_table_in_pyproject_names_the_folders(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"adds.py": ADDS})
    (tmp_path / "solutions").rename(tmp_path / "src")
    (tmp_path / "pyproject.toml").write_text('[tool.judge]\nsolutions = "src"\n')
    assert run_judge("run", cwd=tmp_path).returncode == 0


# Order


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_the_order_on_screen_does_not_depend_on_who_ends_first(tmp_path: Path, jobs: str) -> None:
    solutions = {
        f"{name}.py": ADDS.replace("print", f"import time\ntime.sleep({(4 - number) / 20})\nprint")
        for number, name in enumerate("abcd")
    }
    write_project(tmp_path, solutions=solutions)
    done = run_judge("run", "--jobs", jobs, cwd=tmp_path)
    assert done.returncode == 0
    table = [line.split()[0] for line in done.stdout.splitlines() if " AC " in line]
    assert table == ["a.py", "b.py", "c.py", "d.py"]


@pytest.mark.parametrize("jobs", ["1", "2", "5"])
def test_fail_fast_ends_the_same_with_any_number_of_workers(tmp_path: Path, jobs: str) -> None:
    cases = "".join(
        f"  - id: c{number}\n    input: |\n      {number}\n    output: |\n      {number}\n"
        for number in range(6)
    )
    # Right but slow on the first case, wrong at once on the fourth.
    program = (
        "# judge: {format: text}\nimport time\nn = int(input())\n"
        "time.sleep(0.1 if n == 0 else 0)\nprint(n if n != 3 else 4)\n"
    )
    head = A_PLUS_B[: A_PLUS_B.index("  - id:")]
    write_project(tmp_path, solutions={"a.py": program, "b.py": program}, cases={"p.yaml": head + cases})
    done = run_judge("run", "--fail-fast", "--jobs", jobs, "--json", "out.json", cwd=tmp_path)
    assert done.returncode == 1
    entries = json.loads((tmp_path / "out.json").read_bytes())["results"]
    assert [entry["verdict"] for entry in entries] == ["AC", "AC", "AC", "WA", "SK", "SK"] * 2


# JSON


def test_the_document_has_what_a_reader_needs_of_every_test(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"adds.py": ADDS, "halves.py": HALVES})
    assert run_judge("run", "--json", "out.json", cwd=tmp_path).returncode == 1
    document = json.loads((tmp_path / "out.json").read_bytes())
    assert (document["version"], document["judge"]) == (1, __version__)
    right, wrong = document["results"]
    assert (right["verdict"], right["expected"], right["as_expected"]) == ("AC", ["AC"], True)
    assert (wrong["verdict"], wrong["expected"], wrong["as_expected"]) == ("WA", ["AC"], False)
    (test,) = wrong["tests"]
    assert test["message"] == "wrong-text at line 1, column 1, byte 0: put '3' for '1'"
    (mistake,) = test["mistakes"]
    assert [mistake[key] for key in ("name", "count", "line", "column", "offset")] == [
        "wrong-text",
        1,
        1,
        1,
        0,
    ]
    assert test["cpu_s"] > 0
    assert test["wall_s"] > 0
    assert test["peak_bytes"] > 1 << 20


def test_a_full_disk_keeps_the_old_document_and_still_shows_the_table(tmp_path: Path) -> None:
    cases = "".join(f"  - {{id: c{number}, input: '1 2', output: \"3\\n\"}}\n" for number in range(100))
    head = A_PLUS_B[: A_PLUS_B.index("  - id:")]
    write_project(tmp_path, solutions={"adds.py": ADDS}, cases={"sum.yaml": head + cases})
    (tmp_path / "out.json").write_text("old")

    def fill_the_disk() -> None:
        # No file grows beyond so many bytes; the document and the journal would.
        resource.setrlimit(resource.RLIMIT_FSIZE, (16 << 10, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))

    done = subprocess.run(
        [*JUDGE, "run", "--json", "out.json"],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        preexec_fn=fill_the_disk,
    )
    assert done.returncode == 2
    assert "1 solutions x 100 cases: 100 as expected" in done.stdout
    assert "results are not journalled: " in done.stdout
    assert done.stderr.splitlines() == [
        "adds.py: 100 AC",
        "out.json: expected a file that can be written, got: File too large",
    ]
    assert (tmp_path / "out.json").read_text() == "old"
    assert [path.name for path in tmp_path.glob(".out.json*")] == []


# Who does not wait for the end


def test_a_reader_who_leaves_early_is_no_error(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"adds.py": ADDS, "halves.py": HALVES})
    for words in ("run --json out.json", "list", "check"):
        done = subprocess.run(
            ["sh", "-c", f'"$@" {words} | head -c 1', "sh", *JUDGE],
            cwd=tmp_path,
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
        )
        assert len(done.stdout) == 1
        assert "Traceback" not in done.stderr
        assert "Broken pipe" not in done.stderr


@pytest.mark.parametrize(
    "words", [["list"], ["check"], ["run", "adds"], ["run", "--json", "out.json", "adds"]]
)
def test_a_reader_who_was_never_there_is_no_error(tmp_path: Path, words: list[str]) -> None:
    write_project(tmp_path, solutions={"adds.py": ADDS, "halves.py": HALVES})
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*JUDGE, *words],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=writing,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=120,
    )
    os.close(writing)
    assert done.returncode == 0
    assert [line for line in done.stderr.splitlines() if line != "adds.py: 1 AC"] == []
    if "out.json" in words:
        assert json.loads((tmp_path / "out.json").read_bytes())["results"]


@pytest.mark.parametrize("command", ["list", "run --json out.json"])
@pytest.mark.parametrize("where", [pytest.param("> /dev/full", id="full"), pytest.param(">&-", id="closed")])
def test_a_screen_that_cannot_be_written_is_no_bug_of_the_judge(
    project: Path, command: str, where: str
) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$@" {command} {where}', "sh", *JUDGE],
        cwd=project,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode in (0, 2)
    assert "Traceback" not in done.stderr
    if "out.json" in command:
        assert json.loads((project / "out.json").read_bytes())["results"]


def test_a_folder_that_is_gone_is_no_bug_of_the_judge(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", 'mkdir gone && cd gone && rmdir ../gone && exec "$@" list', "sh", *JUDGE],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@contextmanager
def under_way(project: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A run that has judged `adds.py` and will not end by itself for a long while."""
    write_project(
        project,
        solutions={"adds.py": ADDS, "sleeps.py": SLEEPS},
        cases={"sum.yaml": A_PLUS_B.replace("10s", "1000s")},
    )
    with subprocess.Popen(
        [*JUDGE, "run", *words],
        cwd=project,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            assert process.stderr is not None
            assert process.stderr.readline() == "adds.py: 1 AC\n"
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("after_s", [pytest.param(0, id="at once"), pytest.param(0.4, id="a while later")])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_shows_what_is_known_and_waits_for_nothing(
    tmp_path: Path, jobs: str, after_s: float
) -> None:
    with under_way(tmp_path, "--jobs", jobs, "--json", "out.json") as process:
        # At once the judge is still showing the first result; a while later it waits for the second.
        time.sleep(after_s)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.search(r"^adds\.py +AC \d+\.\d+ +as expected$", out, re.MULTILINE)
    assert "interrupted: 1 tests are not known" in out
    assert err == ""
    entries = json.loads((tmp_path / "out.json").read_bytes())["results"]
    assert [(entry["solution"], entry["verdict"]) for entry in entries] == [("adds.py", "AC")]


# Going on


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path, end: signal.Signals) -> None:
    with under_way(tmp_path) as process:
        process.send_signal(end)
        process.communicate(timeout=60)
    (tmp_path / "solutions" / "sleeps.py").write_text(ADDS)
    done = run_judge("run", "--resume", cwd=tmp_path)
    assert done.returncode == 0
    assert "1 results are from the run before, with the times that it measured\n" in done.stdout
    assert "2 solutions x 1 cases: 2 as expected\n2 tests in " in done.stdout
    assert list((tmp_path / ".judge").glob("run-*")) == []
    assert "from the run before" not in run_judge("run", "--resume", cwd=tmp_path).stdout


def test_a_run_leaves_no_journal_when_it_ends_by_itself(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"halves.py": HALVES})
    assert run_judge("run", cwd=tmp_path).returncode == 1
    assert list((tmp_path / ".judge").glob("run-*")) == []


# Manners


def test_a_cold_interpreter_says_the_same_as_a_warm_one(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"adds.py": ADDS, "halves.py": HALVES})
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    warm, cold = (run_judge("run", *words, cwd=tmp_path, env=env) for words in ((), ("--cold",)))
    assert warm.returncode == cold.returncode == 1
    assert (
        sorted(warm.stderr.splitlines())
        == sorted(cold.stderr.splitlines())
        == ["adds.py: 1 AC", "halves.py: 1 WA"]
    )
    assert "Python forked warm" in warm.stdout
    assert "Python started" in cold.stdout
