"""The judge as users start it: real processes in temporary projects."""

import ast
import json
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.etree import ElementTree

import pytest
from helpers import (
    A_PLUS_B,
    ADDS,
    CLUES,
    JUDGE,
    REPOSITORY,
    SOLVED,
    environment,
    need,
    run_here,
    run_judge,
    table_rows,
    write_files,
    write_project,
)

from judge import __version__
from judge.commands import COMMANDS
from judge.platform.errors import counted, printable
from judge.running.keeper_client import Level
from judge.running.one_time_notices import note_level
from judge.subjects.sudoku.formats import GRID_FORMATS

HALVES = "# judge: {format: text}\nprint(sum(map(int, input().split())) // 2)\n"
SLEEPS = "# judge: {format: text}\nimport time\ntime.sleep(1000)\n"
# Nothing here contains the words that name the repository's subject.
TWO_CASES = A_PLUS_B + "  - id: large\n    input: |\n      1000000 2\n    output: |\n      1000002\n"


NOBODY = 65534
# A bytecode file cut by a limit would stay, and break every later run.
NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}


def make_link(path: Path) -> None:
    (path.parent / "target").mkdir()
    path.symlink_to("target")


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
    done = run_here("run", "--json", "out.json", cwd=tmp_path)
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
    assert re.search(r"^adds\.py +AC \S+ [mu]?s +1/1 passed$", done.stdout, re.MULTILINE)
    assert "1 solution x 1 case: 1 passed" in done.stdout
    assert done.stderr == ""


@pytest.mark.slow
def test_what_is_left_open_is_told_once_for_each_level_and_cache(project: Path, tmp_path: Path) -> None:
    for number, told in ((1, True), (1, False), (2, True)):
        env = {"XDG_CACHE_HOME": str(tmp_path / f"cache{number}")}
        done = run_judge("run", cwd=project, env=env)
        assert ("left open: a solution can see that a file exists" in done.stdout) == told
    away = in_shell("judge run > /dev/full", project, {"XDG_CACHE_HOME": str(tmp_path / "c")})
    assert away.returncode == 2
    again = run_judge("run", cwd=project, env={"XDG_CACHE_HOME": str(tmp_path / "c")})
    assert "left open: " in again.stdout


def test_every_run_at_basic_says_what_it_leaves_open(project: Path) -> None:
    for _ in range(2):
        done = run_here("run", "--sandbox", "basic", cwd=project)
        assert "\nleft open: a solution can read and write your files and run your programs\n" in done.stdout


@pytest.mark.parametrize(("asked", "cause"), [("basic", ""), ("default", "this kernel lacks Landlock, so ")])
def test_landlock_is_said_to_be_missing_only_where_it_is(asked: Level, cause: str) -> None:
    wanted = f"left open: {cause}a solution can read and write your files and run your programs"
    assert [*note_level("basic", asked)] == [wanted]


def test_one_verdict_that_is_not_expected_is_1(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"adds.py": ADDS, "halves.py": HALVES})
    done = run_judge("run", cwd=tmp_path)
    assert done.returncode == 1
    assert (
        "halves.py on sum/small: WA, expected AC: wrong-text at line 1, column 1, byte 0:\n"
        "expected '3', got '1'\n"
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
    assert run_here("run", "a", cwd=tmp_path).returncode == 0
    assert run_here("run", "b", cwd=tmp_path).returncode == 1


NO_CASE_OF_ITS_FORMAT = "the program speaks poj, the case text"


def test_skipped_is_no_failure_and_the_reason_is_told(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"adds.py": ADDS, "grids.py": ADDS.replace("text", "poj")})
    done = run_here("run", "--json", "out.json", cwd=tmp_path)
    assert done.returncode == 0
    assert "0/1 passed, 1 skipped" in done.stdout
    assert f"grids.py on sum/small: SK: {NO_CASE_OF_ITS_FORMAT}\n" in done.stdout
    _, skipped = json.loads((tmp_path / "out.json").read_bytes())["results"]
    assert [test["message"] for test in skipped["tests"]] == [NO_CASE_OF_ITS_FORMAT]


@pytest.mark.parametrize("command", ["run", "limits", "bench --rounds 1", "show grids sum/small"])
def test_where_nothing_could_be_judged_nothing_is_as_expected(tmp_path: Path, command: str) -> None:
    write_project(tmp_path, solutions={"grids.py": ADDS.replace("text", "poj")})
    done = run_here(*command.split(), cwd=tmp_path)
    assert done.returncode == 1
    if command == "run":
        assert "\nnothing was judged\n" in done.stdout
        assert NO_CASE_OF_ITS_FORMAT in done.stdout


def test_the_version_is_told(tmp_path: Path) -> None:
    done = run_judge("--version", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"judge {__version__}\n")


def test_help_names_the_exit_codes(tmp_path: Path) -> None:
    for words in (["--help"], ["run", "--help"]):
        done = run_judge(*words, cwd=tmp_path)
        assert done.returncode == 0
        assert "130 interrupted" in " ".join(done.stdout.split())


def modules_after(*words: str) -> set[str]:
    """Return the judge's modules that a process has loaded after these words, without `judge.`."""
    names = all_modules_after(*words)
    return {name.removeprefix("judge.") for name in names if name.startswith("judge.")}


def all_modules_after(*words: str) -> set[str]:
    """Return the modules that these words load, without the modules that every process loads."""
    script = (
        "import sys; before = {*sys.modules}; from judge.cli import main; code = main(sys.argv[1:])\n"
        "print([*({*sys.modules} - before)])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *words], env=environment(), capture_output=True, check=True
    )
    return set(ast.literal_eval(done.stdout.decode().splitlines()[-1]))


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["walk"], ["--json"], []])
def test_nobody_waits_for_a_command_that_is_not_named(words: list[str]) -> None:
    platform = {"platform", "platform.errors", "platform.interrupts", "platform.streams"}
    # Only a wrong word needs the module that prints errors.
    errors = {"show", "show.step_log"} if words in (["walk"], ["--json"]) else set()
    assert modules_after(*words) == {"cli", "commands", *platform, *errors}


def test_the_first_verdict_waits_for_nothing_that_only_failures_and_packages_need(project: Path) -> None:
    loaded = all_modules_after("run", "--root", f"{project}")
    own = {name for name in loaded if name.startswith("judge.")}
    assert "judge.show.screen" in own
    unneeded = {"judge.mistakes.diagnosis", "judge.checkers.mutants", "judge.platform.cores"}
    assert own & unneeded == set()
    assert loaded & {"tomllib", "subprocess", "argparse", "asyncio"} == set()
    assert len(own) <= 190


def test_the_keepers_start_before_what_prints_results_is_loaded(project: Path) -> None:
    script = (
        "import os, sys\n"
        "start, loaded = os.posix_spawn, []\n"
        "def look(*words, **options):\n"
        "    loaded.append({'rich', 'judge.show.screen'} & {*sys.modules})\n"
        "    return start(*words, **options)\n"
        "os.posix_spawn = look\n"
        "from judge.cli import main\n"
        "main(sys.argv[1:])\n"
        "print(loaded[0])"
    )
    words = [sys.executable, "-c", script, "run", "--root", project]
    done = subprocess.run(words, env=environment(), capture_output=True, check=True)
    assert done.stdout.decode().splitlines()[-1] == "set()"


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["walk"], ["--json"], []])
def test_the_front_loads_nothing_that_takes_long(words: list[str]) -> None:
    long = {"dataclasses", "inspect", "pathlib", "traceback", "shutil", "msgspec", "rich", "yaml"}
    assert all_modules_after(*words) & long - (modules_of_any_help() - {"shutil"}) == set()


@pytest.mark.slow
@pytest.mark.parametrize("words", [["--help"], ["help", "run"], ["run", "-h"]])
@pytest.mark.parametrize("columns", ["60", "80", "200", "0", "", "wide"])
def test_help_is_as_wide_as_the_terminal_and_no_wider_than_is_easy_to_read(
    columns: str, words: list[str], tmp_path: Path
) -> None:
    env = environment(COLUMNS=columns)
    done = subprocess.run([sys.executable, "-m", "judge", *words], env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    widest = max(map(len, done.stdout.splitlines()))
    assert widest <= {"60": 60, "200": 100}.get(columns, 80)


def test_without_a_command_the_help_is_on_standard_error(project: Path) -> None:
    done, asked = run_here(cwd=project), run_here("help", cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert (asked.returncode, asked.stdout, asked.stderr) == (0, done.stderr, "")
    assert all(f"\n  {name} " in done.stderr for name in COMMANDS)


def test_help_of_a_command_is_asked_for_in_three_ways(project: Path) -> None:
    shown = {
        run_here(*words, cwd=project).stdout
        for words in (["help", "run"], ["run", "--help"], ["run", "a", "-h"])
    }
    (text,) = shown
    assert text.startswith("usage: judge run [SOLUTION ...] [OPTION ...]")
    assert (
        text.index("examples:")
        < text.index("arguments:")
        < text.index("how to judge:")
        < text.index("reports:")
    )
    done = run_here("help", "rn", cwd=project)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("got 'rn'; did you mean run?\n")


def modules_of_any_help() -> set[str]:
    """The modules that argparse loads to print help, which is coloured from Python 3.14 on."""
    script = "import argparse, sys; argparse.ArgumentParser().format_help(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_a_command_waits_for_no_other() -> None:
    loaded = {name for name in modules_after("mistakes") if name.startswith(("commands.", "options."))}
    assert loaded == {"options.declaration", "options.kinds", "commands.mistakes"}


def test_garbage_is_looked_for_in_what_a_command_makes_and_not_in_what_it_is_made_of() -> None:
    script = (
        "import atexit, gc; from judge.__main__ import entry\n"
        "atexit.register(lambda: print(gc.isenabled(), gc.get_freeze_count() > 10_000))\n"
        "entry()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "mistakes"], env=environment(), capture_output=True, check=True
    )
    assert done.stdout.decode().splitlines()[-1] == "True True"


# Another system: its name, without the modules that only Linux has.
ELSEWHERE = """\
import _signal, os, signal, sys
sys.platform = {system!r}
sys.modules["_winapi"] = type(sys)("_winapi")
for name in ("fcntl", "grp", "pwd", "resource", "termios", "tty", "_posixsubprocess"):
    sys.modules[name] = None
for room, name in ((signal, "SIGHUP"), (_signal, "SIGHUP"), (os, "sched_getaffinity"), (os, "fork")):
    delattr(room, name)
"""


def elsewhere(system: str, script: str, **around: Any) -> "subprocess.CompletedProcess[str]":
    """Run a script in an interpreter that looks like one on another system."""
    words = [sys.executable, "-c", ELSEWHERE.format(system=system) + script]
    return subprocess.run(words, env=environment(), capture_output=True, text=True, **around)


@pytest.mark.parametrize(
    ("system", "instead"),
    [("win32", "WSL 2 or a container"), ("cygwin", "WSL 2 or a container"), ("darwin", "a container")],
)
def test_elsewhere_than_on_linux_every_command_is_2_and_says_what_to_use(system: str, instead: str) -> None:
    script = "from judge.cli import main, COMMANDS\nprint(*(main([name]) for name in COMMANDS))"
    done = elsewhere(system, script)
    assert done.stdout.split() == ["2"] * len(COMMANDS)
    assert done.stderr.splitlines() == [f"expected Linux, got {system}: use {instead}"] * len(COMMANDS)


def test_elsewhere_than_on_linux_the_front_is_open_and_the_other_doors_say_what_to_use(
    tmp_path: Path,
) -> None:
    line = "expected Linux, got win32: use WSL 2 or a container"
    enter = "sys.argv = ['judge', {!r}]\nfrom judge.__main__ import entry\nentry()"
    front = elsewhere("win32", enter.format("--help"))
    assert (front.returncode, front.stderr) == (0, "")
    assert "doctor" in front.stdout
    command = elsewhere("win32", enter.format("run"))
    assert (command.returncode, command.stderr) == (2, f"{line}\n")
    library = elsewhere("win32", "from judge import load")
    assert library.stderr.splitlines()[-1] == f"judge.platform.errors.UsageError: {line}"


# Wrong input: 2, in a line, without a traceback


@pytest.mark.parametrize(
    ("words", "line"),
    [
        pytest.param(
            ["run", "nobody"],
            "expected one of the solutions and problems adds.py, sum, got 'nobody'",
            id="solution",
        ),
        pytest.param(
            ["run", ""], "expected one of the solutions and problems adds.py, sum, got ''", id="empty name"
        ),
        pytest.param(
            ["run", "--case", "nothing"],
            "--case: expected a pattern that matches one of sum/small, got 'nothing'",
            id="case",
        ),
        pytest.param(
            ["run", "--root", "elsewhere"],
            "expected the folders solutions/ and cases/ in elsewhere, or programs there with tests",
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
        pytest.param(["walk"], "expected one of the commands ", id="command"),
        pytest.param(["lst"], ", got 'lst'; did you mean list?", id="command mistyped"),
        pytest.param(
            ["--"], "COMMAND: expected one of the commands help, ", id="no command after the options"
        ),
        pytest.param(["-"], "COMMAND: expected one of the commands help, ", id="a dash for a command"),
        pytest.param(["---"], "expected a command, or one of the options --help, ", id="dashes"),
        pytest.param(["--versoin"], "got '--versoin'; did you mean --version?", id="option for a command"),
        pytest.param(["--json", "x", "run"], "expected a command, or one of the options --", id="too early"),
        pytest.param(["run", "--yes=1"], "--yes: expected no value, got one", id="a value too many"),
        pytest.param(
            ["bench", "--save", "x" * 300], "--save: expected the name of a baseline", id="too long"
        ),
        pytest.param(["run", "--fast"], "expected one of the options --", id="option"),
        pytest.param(["run", "--tiem", "5"], ", got '--tiem'; did you mean --time?", id="option mistyped"),
        pytest.param(["run", "--cas", "sum"], ", got '--cas'; did you mean --case?", id="option cut short"),
        pytest.param(["list", "--case", "sum"], "; did you mean --cases?", id="an option of other commands"),
        pytest.param(["run", "adss"], "adds.py, sum, got 'adss'; did you mean adds.py", id="mistyped"),
        pytest.param(["run", "other/adds.py"], "got 'other/adds.py'", id="a path of another folder"),
        pytest.param(["run", "--case", "sum/smal"], "; did you mean sum/small?", id="case mistyped"),
        pytest.param(["mutate", "smu"], "'smu'; did you mean sum/small?", id="case of another command"),
        pytest.param(["list", "adds"], "expected no more words for `judge list`, got 'adds'", id="surplus"),
        pytest.param(
            ["bench", "--reference", "adss"], "--reference: expected one of the sol", id="reference"
        ),
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


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("baselines", "expected a file that can be written, got: File exists"),
        ("baselines/main.json", "expected a file at baselines/main.json, got another kind"),
    ],
)
def test_a_baseline_that_cannot_be_kept_is_one_line(project: Path, place: str, reason: str) -> None:
    (project / place).parent.mkdir(exist_ok=True)
    os.mkfifo(project / place)
    done = run_here("bench", "--save", "main", cwd=project)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"--save: {reason}\n")


FAULTY_FILES = {
    "solutions": {
        "a.py": "# judge: {source: 3}\n",
        "c.py": "# judge: {format: cf}\n",
        "d.py": "# judge: {[}\n",
    },
    "cases": {
        "p.yaml": A_PLUS_B.replace("time: 10s", "time: 10"),
        "r.yaml": A_PLUS_B.replace("    output: |\n      3\n", "") + "  - id: small\n",
    },
}
FAULTS = [
    "cases/p.yaml:3: expected a time such as 1s or 500ms (units: ms, s, m), got the number 10",
    "cases/r.yaml:6: expected the key 'output', got none",
    "cases/r.yaml:9: expected the key 'input', got none",
    "cases/r.yaml:9: expected the key 'output', got none",
    "solutions/a.py:1: expected where the approach comes from, got the number 3; put it in quotes",
    "solutions/c.py:1: expected a format: poj, luogu, nowcoder, leetcode, text, got 'cf'",
    "solutions/d.py:1: expected a key that is a string, got a collection",
]


@pytest.mark.parametrize("command", ["run", "list", "check", "limits", "bench", "mutate", "show a q"])
def test_where_nothing_is_whole_every_fault_of_every_file_is_one_line(tmp_path: Path, command: str) -> None:
    write_project(tmp_path, **FAULTY_FILES)
    done = run_here(*command.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == FAULTS


@pytest.fixture
def partly(tmp_path: Path) -> Path:
    """The faulty files next to a sound solution and a sound problem."""
    return write_project(
        tmp_path,
        solutions=FAULTY_FILES["solutions"] | {"b.py": "# judge: {problems: q}\n" + ADDS.partition("\n")[2]},
        cases=FAULTY_FILES["cases"] | {"q.yaml": A_PLUS_B},
    )


@pytest.mark.parametrize(
    "command", ["run", "list", "limits", "bench --rounds 1", "mutate", "check", "run b.py a.py --case q"]
)
def test_what_is_whole_is_judged_beside_what_is_at_fault(partly: Path, command: str) -> None:
    done = run_here(*command.split(), cwd=partly)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    told = [line for line in done.stderr.splitlines() if ": expected " in line]
    solution_faults, case_faults = FAULTS[4:], FAULTS[:4]
    if command.startswith("run b.py"):
        assert told == FAULTS[4:5]
    else:
        assert told == (case_faults if command == "mutate" else case_faults + solution_faults)
    if command != "check":
        assert "b.py" in done.stdout or "cr-lf" in done.stdout


def test_a_faulty_solution_is_a_row_and_a_faulty_problem_is_named(partly: Path) -> None:
    done = run_here("run", "--json", "out.json", cwd=partly, env={"COLUMNS": "200"})
    rows = [line.split()[:2] for line in done.stdout.splitlines()]
    for row in (["a.py", "JE!"], ["b.py", "AC"], ["c.py", "JE!"], ["d.py", "JE!"]):
        assert row in rows
    for line in (
        f"a.py on q/small: JE, expected AC: {FAULTS[4]}",
        f"p: JE: {FAULTS[0]}",
        f"r: JE: {FAULTS[1]}",
        "  and 2 more faults",
    ):
        assert line in done.stdout.splitlines()
    written = json.loads((partly / "out.json").read_bytes())
    assert [f"{fault['path']}:{fault['line']}: {fault['message']}" for fault in written["faults"]] == FAULTS
    verdicts = [(entry["solution"], entry["verdict"]) for entry in written["results"]]
    assert verdicts == [("a.py", "JE"), ("b.py", "AC"), ("c.py", "JE"), ("d.py", "JE")]


@pytest.mark.parametrize(
    ("words", "faults"),
    [
        pytest.param(["run", "c"], [5], id="a solution"),
        pytest.param(["run", "[cd]*"], [5, 6], id="solutions by a pattern"),
        pytest.param(["run", "--case", "p"], [0], id="a problem"),
        pytest.param(["run", "--case", "p/small"], [0], id="a case of it"),
        pytest.param(["run", "p"], [0], id="a problem by its name"),
        pytest.param(["show", "c", "q/small"], [5], id="shown"),
        pytest.param(["limits", "c"], [5], id="its limits"),
        pytest.param(["bench", "b.py", "c.py"], [5], id="timed beside another"),
        pytest.param(["mutate", "p"], [0], id="mutants of a problem"),
    ],
)
def test_who_names_what_is_at_fault_alone_gets_its_line(
    partly: Path, words: list[str], faults: list[int]
) -> None:
    done = run_here(*words, cwd=partly)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [FAULTS[number] for number in faults]


@pytest.mark.parametrize("words", [["run", "b.py"], ["run", "--case", "q", "b"], ["show", "b.py", "q/small"]])
def test_who_names_what_is_whole_hears_of_no_fault(partly: Path, words: list[str]) -> None:
    done = run_here(*words, cwd=partly)
    assert done.returncode == 0
    assert "expected" not in done.stderr


@pytest.mark.parametrize(
    ("files", "line"),
    [
        pytest.param(
            {"pyproject.toml": b"[tool.judge\n"}, "pyproject.toml:1: expected TOML, got a fault", id="no TOML"
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
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith(line)
    assert "cases/x.yaml" not in done.stdout


def test_names_of_any_bytes_are_judged_or_one_line(tmp_path: Path) -> None:
    """Use line ends, terminal controls, invalid UTF-8, 255 letters, circular links and links to outside."""
    write_project(tmp_path / "p", solutions={}, cases={"sum.yaml": A_PLUS_B})
    source = ADDS.partition("\n")[2].encode()
    folder = os.fsencode(tmp_path / "p" / "solutions")
    Path(os.fsdecode(folder + b"/deep\n")).mkdir()
    for name in (b"a\nb.py", b"\x1b[2J.py", b"\xff.py", b"l" * 252 + b".py", b"deep\n/\xe2\x80\xae.py"):
        Path(os.fsdecode(folder + b"/" + name)).write_bytes(source)
    (tmp_path / "outside.py").write_bytes(source)
    (tmp_path / "p" / "solutions" / "out.py").symlink_to(tmp_path / "outside.py")
    (tmp_path / "p" / "solutions" / "round.py").symlink_to("round.py")
    (tmp_path / "p" / "solutions" / "above").symlink_to("..")
    done = run_here("run", "--json", "out.json", cwd=tmp_path / "p")
    assert done.returncode == 0
    assert "6 solutions x 1 case: 6 passed\n" in done.stdout
    assert done.stderr == ""
    assert done.stdout.replace("\n", "").isprintable()
    assert len(json.loads((tmp_path / "p" / "out.json").read_bytes())["results"]) == 6
    listed = run_here("list", cwd=tmp_path / "p")
    assert listed.returncode == 0
    assert "solutions/round.py: expected a regular file, got none\n" in listed.stdout
    assert "solutions/above: expected a folder, got a link to one\n" in listed.stdout


@pytest.mark.parametrize("name", ["\udcff", "a\nb", "\x1b[2J", "\u202e"], ids=ascii)
def test_files_with_any_bytes_in_their_names_are_selected_and_reported(name: str, tmp_path: Path) -> None:
    tests = {
        f"cases/{name}/{test}.{kind}": f"{len(test)}0\n" for test in (name, "10000") for kind in ("in", "ans")
    }
    write_files(tmp_path, {f"solutions/{name}/{name}.py": "print(input())\n", **tests})
    write_files(tmp_path, {f"solutions/{name}/other.py": "print(input())\n"})
    kinds = ["json", "junit", "markdown", "csv"] + ["html"] * bool(find_spec("jinja2"))
    reports = {kind: tmp_path / kind for kind in kinds}
    words = (word for kind, path in reports.items() for word in (f"--{kind}", path))
    done = run_here("run", f"{name}/{name}.py", "--case", f"{name}/{name}", *words, cwd=tmp_path)
    assert "1 solution x 1 case: 1 passed\n" in done.stdout, done
    texts = {kind: path.read_bytes().decode() for kind, path in reports.items()}
    (result,) = json.loads(texts["json"])["results"]
    assert (result["solution"], result["case"]) == (
        printable(f"{name}/{name}.py"),
        printable(f"{name}/{name}"),
    )
    assert len([*ElementTree.fromstring(texts["junit"]).iter("testcase")]) == 1
    assert "2 solutions x 2 cases: 4 passed\n" in run_here("run", name, cwd=tmp_path).stdout
    for words in (
        ["show", f"{name}.py", name],
        ["verify", name],
        ["export", name, "package", "--to", "kattis"],
        ["run", "--root", "package"],
    ):
        done = run_here(*words, cwd=tmp_path)
        assert done.returncode == 0, done


def test_two_of_one_name_are_one_line_and_the_others_are_judged(tmp_path: Path) -> None:
    adds = ADDS.replace("{", "{problems: [sum, max], ", 1)
    solutions = {"\x1b.py": adds, r"\x1b.py": adds, "fine.py": adds}
    cases = {"sum.yaml": A_PLUS_B, "max.yaml": A_PLUS_B, "max.yml": A_PLUS_B}
    write_project(tmp_path, solutions=solutions, cases=cases)
    done = run_here("run", cwd=tmp_path)
    assert done.returncode == 2
    told = [line for line in done.stderr.splitlines() if "expected" in line]
    assert told == [
        "cases/max.yml: expected each problem once, got it again, first in max.yaml",
        r"solutions/\x1b.py: expected each name once, got '\\x1b.py' again",
    ]
    rows = [line.split()[:2] for line in done.stdout.splitlines()]
    assert ["fine.py", "AC"] in rows
    assert [r"\x1b.py", "JE!"] in rows


# Selection


def names(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [row.split(":")[0] for row in table_rows(done.stdout)]


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """Two problems of sums with their own programs, and two of grids with theirs."""
    sums = ADDS.partition("\n")[2]
    grid = f"print({GRID_FORMATS['luogu'].encode_output((SOLVED,)).decode()!r}, end='')\n"
    asked, told = (
        "".join(f"      {line}\n" for line in text.decode().splitlines())
        for text in (
            GRID_FORMATS["luogu"].encode_input((CLUES,)),
            GRID_FORMATS["luogu"].encode_output((SOLVED,)),
        )
    )
    head = A_PLUS_B[: A_PLUS_B.index("    input")].replace("text", "luogu")
    grids = f"{head}    input: |\n{asked}    output: |\n{told}"
    return write_project(
        tmp_path,
        solutions={
            "max/a.py": sums,
            "sum/a.py": sums,
            "sum/b.py": sums,
            "grid.py": f"# judge: {{format: luogu}}\n{grid}",
        },
        cases={"easy.yaml": grids, "hard.yaml": grids, "max.yaml": A_PLUS_B, "sum.yaml": A_PLUS_B},
    )


def test_problems_that_the_same_programs_solve_share_a_table(several: Path) -> None:
    done = run_here("run", cwd=several)
    assert done.returncode == 0
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    headings = ["easy, hard", "max", "sum"]
    shown = [
        line if line in headings else line.split()[0]
        for line in lines
        if line in headings or (line.endswith("passed") and ".py" in line)
    ]
    assert shown == ["easy, hard", "grid.py", "max", "max/a.py", "sum", "sum/a.py", "sum/b.py"]
    assert "4 solutions, 4 cases of 4 problems: 5 passed\n" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "judged"),
    [
        pytest.param(["sum"], ["sum/a.py: 1 AC", "sum/b.py: 1 AC"], id="a problem"),
        pytest.param(["easy"], ["grid.py: 1 AC"], id="a problem of many"),
        pytest.param(["easy", "hard"], ["grid.py: 2 AC"], id="problems"),
        pytest.param(["[eh]*"], ["grid.py: 2 AC"], id="problems by a pattern"),
        pytest.param(
            ["easy", "sum"], ["grid.py: 1 AC", "sum/a.py: 1 AC", "sum/b.py: 1 AC"], id="of two kinds"
        ),
        pytest.param(["grid", "easy"], ["grid.py: 1 AC"], id="a solution and a problem meet"),
        pytest.param(["*/a.py", "sum"], ["sum/a.py: 1 AC"], id="solutions and a problem meet"),
        pytest.param(["*/a.py"], ["max/a.py: 1 AC", "sum/a.py: 1 AC"], id="solutions of two problems"),
        pytest.param(["--case", "sum"], ["sum/a.py: 1 AC", "sum/b.py: 1 AC"], id="cases"),
        pytest.param(
            ["solutions/sum"], ["sum/a.py: 1 AC", "sum/b.py: 1 AC"], id="a folder as it is completed"
        ),
    ],
)
def test_words_name_solutions_and_problems_and_the_two_meet(
    several: Path, words: list[str], judged: list[str]
) -> None:
    done = run_here("run", *words, cwd=several)
    assert done.returncode == 0
    assert table_rows(done.stdout) == judged


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["run", "max/a", "sum"], "expected a solution of sum, got max/a.py"),
        (["show", "grid", "sum/small"], "expected a solution of sum, got grid.py"),
        (
            ["run", "max", "--case", "sum"],
            "--case: expected a pattern that matches one of max/small, got 'sum'",
        ),
    ],
)
def test_what_does_not_belong_together_is_one_line(several: Path, words: list[str], line: str) -> None:
    done = run_here(*words, cwd=several)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{line}\n")


@pytest.mark.slow
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
    done = run_here("run", *words, cwd=tmp_path)
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
    done = run_here("run", *(word for pattern in patterns for word in ("--case", pattern)), cwd=tmp_path)
    assert done.returncode == 0
    cases = counted(tests, "case")
    assert f"1 solution x {cases}: {tests} passed\n{counted(tests, 'test')} in " in done.stdout


def test_a_time_on_the_command_line_replaces_that_of_the_cases(tmp_path: Path) -> None:
    spins = "# judge: {format: text, expect: {sum: TLE}}\nwhile True:\n    pass\n"
    write_project(tmp_path, solutions={"spins.py": spins})
    done = run_here("run", "--time", "0.2", cwd=tmp_path)
    assert done.returncode == 0
    assert re.search(r"spins\.py +TLE >\d+ ms +as expected", done.stdout)


def test_a_project_is_found_from_a_folder_below_or_named(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    (project / "below").mkdir()
    assert run_here("run", cwd=project / "below").returncode == 0
    assert run_here("run", "--root", project, cwd=tmp_path_factory.mktemp("elsewhere")).returncode == 0


def test_a_table_in_pyproject_names_the_folders(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"adds.py": ADDS})
    (tmp_path / "solutions").rename(tmp_path / "src")
    (tmp_path / "pyproject.toml").write_text('[tool.judge]\nsolutions = "src"\n')
    assert run_here("run", cwd=tmp_path).returncode == 0


# Order


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_the_order_on_screen_does_not_depend_on_who_ends_first(tmp_path: Path, jobs: str) -> None:
    solutions = {
        f"{name}.py": ADDS.replace("print", f"import time\ntime.sleep({(4 - number) / 20})\nprint")
        for number, name in enumerate("abcd")
    }
    write_project(tmp_path, solutions=solutions)
    done = run_here("run", "--jobs", jobs, cwd=tmp_path)
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
    done = run_here("run", "--fail-fast", "--jobs", jobs, "--json", "out.json", cwd=tmp_path)
    assert done.returncode == 1
    entries = json.loads((tmp_path / "out.json").read_bytes())["results"]
    assert [entry["verdict"] for entry in entries] == ["AC", "AC", "AC", "WA", "SK", "SK"] * 2


# JSON


def test_the_document_has_what_a_reader_needs_of_every_test(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"adds.py": ADDS, "halves.py": HALVES})
    assert run_here("run", "--json", "out.json", cwd=tmp_path).returncode == 1
    document = json.loads((tmp_path / "out.json").read_bytes())
    assert (document["version"], document["judge"]) == (1, __version__)
    right, wrong = document["results"]
    assert (right["verdict"], right["expected"], right["as_expected"]) == ("AC", ["AC"], True)
    assert (wrong["verdict"], wrong["expected"], wrong["as_expected"]) == ("WA", ["AC"], False)
    (test,) = wrong["tests"]
    assert test["message"] == "wrong-text at line 1, column 1, byte 0: expected '3', got '1'"
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
        # No file can grow beyond this size; the document and the journal would.
        resource.setrlimit(resource.RLIMIT_FSIZE, (16 << 10, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))

    done = subprocess.run(
        [*JUDGE, "run", "--json", "out.json"],
        cwd=tmp_path,
        env=environment(**NO_BYTECODE),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        preexec_fn=fill_the_disk,
    )
    assert done.returncode == 2
    assert "1 solution x 100 cases: 100 passed" in done.stdout
    assert "results are not journalled: " in done.stdout
    assert done.stderr == "out.json: expected a file that can be written, got: File too large\n"
    assert (tmp_path / "out.json").read_text() == "old"
    assert [path.name for path in tmp_path.glob(".out.json*")] == []


# Readers that stop early


def in_shell(
    line: str, cwd: Path, env: Mapping[str, str] | None = None, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which `judge` is the judge."""
    need("bash")
    return subprocess.run(
        ["bash", "-c", f'judge() {{ "$0" "$@"; }}; {line}'.replace('"$0"', shlex.join(JUDGE))],
        cwd=cwd,
        env=environment(**NO_BYTECODE, **(env or {})),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        **options,
    )


REPORTS = ["run --json out.json", "bench --rounds 1 --json out.json"]


@pytest.mark.slow
@pytest.mark.parametrize("command", [*REPORTS, "list", "check", "mistakes", "--help"])
def test_a_reader_who_leaves_early_is_no_error_and_all_reports_are_written(
    project: Path, command: str
) -> None:
    done = in_shell(f"judge {command} | head -c 1; exit ${{PIPESTATUS[0]}}", project)
    assert (done.returncode, len(done.stdout)) == (0, 1)
    assert done.stderr == ""
    if "out.json" in command:
        assert json.loads((project / "out.json").read_bytes())["judge"] == __version__


def test_who_leaves_early_hears_in_the_exit_code_what_is_not_as_expected(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"halves.py": HALVES})
    done = in_shell("judge run | true; exit ${PIPESTATUS[0]}", tmp_path)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.slow
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", [*REPORTS, "list", "mistakes", "--help"])
def test_a_full_disk_under_standard_output_is_one_line_and_all_reports_are_written(
    project: Path, command: str, unbuffered: str
) -> None:
    done = in_shell(f"judge {command} > /dev/full", project, {"PYTHONUNBUFFERED": unbuffered})
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "standard output: expected room for the results, got: No space left on device"
    ]
    if "out.json" in command:
        assert json.loads((project / "out.json").read_bytes())["judge"] == __version__


def test_a_report_that_cannot_be_written_costs_no_other(project: Path) -> None:
    words = ("--json", "/dev/full", "--export-hyperfine", "out.json")
    done = run_here("bench", "--rounds", "1", *words, cwd=project)
    assert done.returncode == 2
    assert done.stderr == "/dev/full: expected a file that can be written, got: No space left on device\n"
    assert json.loads((project / "out.json").read_bytes())["results"]


def test_results_that_could_not_be_shown_are_kept_for_the_next_run(project: Path) -> None:
    assert in_shell("judge run > /dev/full", project).returncode == 2
    done = run_here("run", "--resume", cwd=project)
    assert done.returncode == 0
    assert "1 test, 1 from 2" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["run --json out.json", "list", "run nobody"])
def test_a_stream_that_is_closed_leads_to_nowhere(project: Path, command: str, closed: str) -> None:
    done = in_shell(f"judge {command} {closed}", project)
    assert done.returncode == (2 if "nobody" in command else 0)
    assert "Traceback" not in done.stderr
    assert "nobody" not in done.stdout
    if "out.json" in command:
        assert json.loads((project / "out.json").read_bytes())["results"]


@pytest.mark.slow
def test_a_full_disk_under_standard_error_is_nobodys_concern(project: Path) -> None:
    assert in_shell("judge run 2> /dev/full", project).returncode == 0
    assert in_shell("judge run nobody 2> /dev/full", project).returncode == 2


# A system that refuses


def assert_one_line(done: subprocess.CompletedProcess[str]) -> None:
    """Check that the run succeeded, printed one line about the refusal, or showed JE in its table."""
    assert "Traceback" not in done.stdout + done.stderr
    lines = done.stderr.splitlines()
    if "JE" in done.stdout:
        assert done.returncode == 2
    else:
        assert (done.returncode, len(lines)) in ((0, 0), (2, 1)), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["-n 8", "-n 12", "-n 14", "-n 16", "-n 20", "-n 32"])
def test_few_open_files_are_no_bug_of_the_judge(project: Path, limit: str) -> None:
    assert_one_line(in_shell(f"ulimit {limit}; judge run --json out.json", project))


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["-f 0", "-f 1", "-f 4", "-v 40000", "-v 100000"])
def test_little_room_is_no_bug_of_the_judge(project: Path, limit: str) -> None:
    assert_one_line(in_shell(f"ulimit {limit}; judge run", project))


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become somebody else")
@pytest.mark.parametrize("limit", ["-u 1", "-u 2", "-u 3", "-u 5", "-u 8"])
def test_few_processes_are_no_bug_of_the_judge(limit: str) -> None:
    with TemporaryDirectory() as folder:  # other users cannot enter pytest's folders
        project = write_project(Path(folder), solutions={"adds.py": ADDS})
        for path in [project, *project.rglob("*")]:
            os.chown(path, NOBODY, NOBODY)
        line = shlex.join(["/usr/bin/python3", "-B", "-m", "judge"])
        paths = os.pathsep.join([str(REPOSITORY), sysconfig.get_path("platlib")])
        options: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        if in_shell(f"{line} list", project, {"PYTHONPATH": paths}, **options).returncode:
            pytest.skip("no ordinary user can read this checkout or its libraries")
        done = in_shell(f"ulimit {limit}; {line} run", project, {"PYTHONPATH": paths}, **options)
        assert_one_line(done)


@pytest.mark.slow
@pytest.mark.parametrize(
    "surroundings",
    [
        pytest.param("unset HOME", id="no home"),
        pytest.param("unset HOME XDG_CACHE_HOME TERM PATH LANG", id="nothing"),
        pytest.param("export LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0", id="ASCII"),
        pytest.param("export TMPDIR=/nonexistent", id="no folder for temporary files"),
        pytest.param("export TERM=dumb COLUMNS=x", id="a terminal without abilities"),
        pytest.param("export COLUMNS=1", id="a column"),
    ],
)
def test_bare_surroundings_change_no_verdict(project: Path, surroundings: str) -> None:
    done = in_shell(f"{surroundings}; judge run --json out.json", project)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads((project / "out.json").read_bytes())["results"][0]["verdict"] == "AC"


@pytest.mark.parametrize("words", ["list", "run adds --root ROOT", "bench --root ROOT --rounds 1"])
def test_a_folder_that_is_gone_is_no_bug_of_the_judge(project: Path, words: str) -> None:
    line = f"mkdir gone; cd gone; rmdir ../gone; judge {words}".replace("ROOT", str(project))
    done = in_shell(line, project)
    assert_one_line(done)
    assert (done.returncode == 2) == (words == "list")


# A folder, a pipe or a device instead of a file


@pytest.mark.slow
@pytest.mark.parametrize("command", ["run", "run --resume", "bench --rounds 1", "list"])
@pytest.mark.parametrize("make", [make_link, os.mkfifo])
def test_a_state_that_is_no_folder_is_neither_followed_nor_waited_for(
    project: Path, make: Callable[[Path], None], command: str
) -> None:
    make(project / ".judge")
    done = run_judge(*command.split(), cwd=project)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    if command.startswith("run"):
        assert "results are not journalled: .judge: expected a folder, got a " in done.stdout
    assert not (project / "target").exists() or list((project / "target").iterdir()) == []


@pytest.mark.slow
def test_a_baseline_that_is_a_pipe_is_not_waited_for(project: Path) -> None:
    (project / "baselines").mkdir()
    os.mkfifo(project / "baselines" / "main.json")
    for words in ("--against", "--save"):
        done = run_judge("bench", "--rounds", "1", words, "main", cwd=project)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


@contextmanager
def under_way(project: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Start a run that has judged `adds.py` and will not end for a long while."""
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
            while not any(b'"adds.py"' in path.read_bytes() for path in project.glob(".judge/*/run-*.jsonl")):
                assert process.poll() is None
                time.sleep(0.01)
            yield process
        finally:
            process.kill()


@pytest.mark.slow
@pytest.mark.parametrize("after_s", [pytest.param(0, id="at once"), pytest.param(0.4, id="a while later")])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_shows_what_is_known_and_waits_for_nothing(
    tmp_path: Path, jobs: str, after_s: float
) -> None:
    with under_way(tmp_path, "--jobs", jobs, "--json", "out.json") as process:
        # At first the judge is still showing the first result. A little later it waits for the second.
        time.sleep(after_s)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.search(r"^adds\.py +AC \S+ [mu]?s +1/1 passed$", out, re.MULTILINE)
    assert "interrupted: 1 test not known" in out
    assert err == ""
    entries = json.loads((tmp_path / "out.json").read_bytes())["results"]
    assert [(entry["solution"], entry["verdict"]) for entry in entries] == [("adds.py", "AC")]


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_the_marks_of_the_last_whole_run(tmp_path: Path, end: signal.Signals) -> None:
    marks = b"student,sum,total\nadds,10,10\n"
    (tmp_path / "marks.csv").write_bytes(marks)
    with under_way(tmp_path, "--csv-class", "marks.csv", "--csv", "tests.csv") as process:
        process.send_signal(end)
        _, err = process.communicate(timeout=60)
    (line,) = err.splitlines()
    assert line.startswith("--csv-class: not written, ")
    assert (tmp_path / "marks.csv").read_bytes() == marks
    assert (tmp_path / "tests.csv").exists()


# Resuming


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path, end: signal.Signals) -> None:
    with under_way(tmp_path) as process:
        process.send_signal(end)
        process.communicate(timeout=60)
    (tmp_path / "solutions" / "sleeps.py").write_text(ADDS)
    done = run_here("run", "--resume", cwd=tmp_path)
    assert done.returncode == 0
    assert "2 solutions x 1 case: 2 passed\n2 tests, 1 from 2" in done.stdout
    assert "\n2 tests, 2 from 2" in run_here("run", "--resume", cwd=tmp_path).stdout


@pytest.mark.slow
def test_going_on_with_one_solution_keeps_what_is_known_of_the_others(tmp_path: Path) -> None:
    with under_way(tmp_path) as process:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    (tmp_path / "solutions" / "sleeps.py").write_text(f"{ADDS}# another\n")
    one = run_here("run", "sleeps", "--resume", cwd=tmp_path)
    assert (one.returncode, "\n1 test in " in one.stdout) == (0, True)
    assert "\n2 tests, 2 from 2" in run_here("run", "--resume", cwd=tmp_path).stdout


# Ways to start programs


@pytest.mark.slow
def test_a_cold_interpreter_says_the_same_as_a_warm_one(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"adds.py": ADDS, "halves.py": HALVES})
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    warm, cold = (run_judge("run", *words, cwd=tmp_path, env=env) for words in ((), ("--cold",)))
    assert warm.returncode == cold.returncode == 1
    assert table_rows(warm.stdout) == table_rows(cold.stdout) == ["adds.py: 1 AC", "halves.py: 1 WA"]
    assert "Python forked warm" in warm.stdout
    assert "Python started" in cold.stdout


def test_a_program_in_the_place_of_a_command_is_met_with_the_command_that_judges_it(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("print(3)\n")
    line = run_here("a.py", cwd=tmp_path).stderr
    assert line.endswith(", got 'a.py'; did you mean `judge run a.py`?\n")
    assert "did you mean" not in run_here("b.py", cwd=tmp_path).stderr
