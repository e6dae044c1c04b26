"""`judge try`: a program on standard input, as a user pipes and types."""

import os
import pty
import re
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import skip_where_refused
from helpers import ADDS, JUDGE, environment, write_project

from judge.running.runner import Runner

ECHO = "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())\n"


def tried(
    folder: Path, *words: str, stdin: bytes = b"", name: str = "main.py", source: str = ""
) -> tuple[int, bytes, str]:
    """The exit code, and what went to standard output and error."""
    if source:
        (folder / name).write_text(source)
    done = subprocess.run(
        [*JUDGE, "try", *(words or (name,))],
        cwd=folder,
        env=environment(),
        input=stdin,
        capture_output=True,
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr.decode()


def test_bytes_go_through_as_they_are(tmp_path: Path) -> None:
    data = bytes(range(256)) * 3 + b"\x1b[2J\r\n\0"
    code, out, err = tried(tmp_path, stdin=data, source=ECHO)
    assert (code, out) == (0, data)
    first, memory, end = err.splitlines()
    assert re.fullmatch(
        r"  time    \S+ [mu]?s of CPU \(limit 2 s\), \S+ [mu]?s by the clock \(limit 5 s\)", first
    )
    assert re.fullmatch(r"  memory  \d+\.\d MiB \(limit 256 MiB\)", memory)
    assert end.startswith("  end ")
    assert [path.name for path in tmp_path.iterdir()] == ["main.py"]


def test_what_it_says_on_standard_error_is_made_legible(tmp_path: Path) -> None:
    source = "import sys\nprint('out')\nsys.stderr.write('\\x1b[2Jwords')\n"
    code, out, err = tried(tmp_path, source=source)
    first, second, *_ = err.splitlines()
    assert (code, out, first) == (0, b"out\n", "\\x1b[2Jwords")
    assert second.startswith("  time ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "words", "told"),
    [
        pytest.param("raise SystemExit(3)\n", [], "main.py: RE: exit code 3\n", id="exit code"),
        pytest.param(
            "import os\nos.abort()\n", [], "main.py: RE: killed by signal 6 (SIGABRT)\n", id="signal"
        ),
        pytest.param(
            "print(1, flush=True)\nwhile True:\n    pass\n",
            ["--time", "100ms"],
            "s of CPU used, limit 0.1 s\n",
            id="time",
        ),
        pytest.param(
            "x = bytearray(90 << 20)\n", ["--memory", "32MiB"], "MiB used, limit 32 MiB\n", id="memory"
        ),
        pytest.param(
            "while True:\n    print('x' * 4096)\n", [], "main.py: OLE: printed more than", id="output"
        ),
        pytest.param("print(", [], "main.py: CE: ", id="no program"),
    ],
)
def test_what_did_not_end_well_is_told_and_is_1(
    tmp_path: Path, source: str, words: Sequence[str], told: str
) -> None:
    code, _, err = tried(tmp_path, "main.py", *words, source=source)
    assert code == 1
    assert told in err
    assert 'Traceback (most recent call last):\n  File "/' not in err


def test_what_was_printed_before_the_end_is_there(tmp_path: Path) -> None:
    source = "print('some', flush=True)\nraise SystemExit(1)\n"
    assert tried(tmp_path, source=source)[:2] == (1, b"some\n")


def test_an_interpreter_can_be_started_anew(tmp_path: Path) -> None:
    source = "import sys\nprint(sys.flags.isolated, __name__)\n"
    assert tried(tmp_path, "main.py", "--cold", source=source)[:2] == (0, b"1 __main__\n")


@pytest.mark.parametrize(
    ("words", "cpu", "memory"),
    [
        (["--debug"], "40 s", "1280 MiB"),
        (["--debug", "--time", "1s", "--memory", "64MiB"], "20 s", "1088 MiB"),
        ([], "4 s", "256 MiB"),
    ],
)
def test_the_limits_are_those_of_the_language_and_of_debug_builds(
    words: Sequence[str], cpu: str, memory: str, tmp_path: Path
) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.judge]\ntime_factor = {python = 2}\n")
    code, _, err = tried(tmp_path, "main.py", *words, source="print(1)\n")
    assert code == 0
    assert f"of CPU (limit {cpu})" in err
    assert f"MiB (limit {memory})" in err


def test_any_language_will_do_and_its_build_is_sealed_too(tmp_path: Path) -> None:
    source = '#include <cstdio>\nint main() { int a, b; scanf("%d%d", &a, &b); printf("%d\\n", a + b); }\n'
    code, out, err = tried(tmp_path, stdin=b"1 2", name="main.cpp", source=source)
    if "SK" in err:
        pytest.skip(err)
    assert (code, out) == (0, b"3\n")


@pytest.mark.parametrize("level", ["default", "strict"])
def test_it_is_sealed(tmp_path: Path, level: str) -> None:
    with Runner(core=None, level=level) as runner:  # type: ignore[arg-type]
        skip_where_refused(runner)
    (tmp_path / "secret").write_text("x")
    source = (
        f"try:\n    print(open({str(tmp_path / 'secret')!r}).read())\nexcept OSError:\n    print('closed')\n"
    )
    assert tried(tmp_path, "main.py", "--sandbox", level, source=source)[:2] == (0, b"closed\n")


@pytest.mark.slow
def test_a_long_pipe_is_held_on_disk(tmp_path: Path) -> None:
    source = (
        "import sys\nn = 0\nwhile data := sys.stdin.buffer.read(1 << 20):\n    n += len(data)\nprint(n)\n"
    )
    (tmp_path / "main.py").write_text(source)
    limit = "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_DATA, (300 << 20, 300 << 20));"
    judge = f"{limit} sys.argv = ['judge', 'try', 'main.py']; runpy.run_module('judge', run_name='__main__')"
    with subprocess.Popen(["head", "-c", str(400 << 20), "/dev/zero"], stdout=subprocess.PIPE) as zeros:
        done = subprocess.run(
            [JUDGE[0], "-c", judge], cwd=tmp_path, env=environment(), stdin=zeros.stdout, capture_output=True
        )
    assert done.returncode == 0, done.stderr
    assert done.stdout == b"%d\n" % (400 << 20)


def test_no_input_is_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(ECHO)
    done = subprocess.run(
        f"{JUDGE[0]} -m judge try main.py <&-",
        shell=True,
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
    )
    assert (done.returncode, done.stdout) == (0, b"")


@pytest.mark.slow
def test_a_solution_of_a_project_goes_by_its_name(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"deep/adds.py": ADDS, "adds.py": ADDS})
    assert tried(tmp_path, "deep/adds", stdin=b"1 2\n")[:2] == (0, b"3\n")
    assert tried(tmp_path, "solutions/adds.py", stdin=b"1 2\n")[:2] == (0, b"3\n")
    code, out, err = tried(tmp_path, "*")
    assert (code, out) == (2, b"")
    assert err == "PROGRAM: expected one program, got 2: adds.py, deep/adds.py\n"


@pytest.mark.slow
@pytest.mark.parametrize("word", ["notes.txt", "gone.py", "", "x" * 300, "."])
def test_what_is_no_program_is_one_line(tmp_path: Path, word: str) -> None:
    (tmp_path / "notes.txt").write_text("")
    code, out, err = tried(tmp_path, word)
    assert (code, out) == (2, b"")
    (line,) = err.splitlines()
    is_there = word == "notes.txt"
    wanted = (
        f"{word}: expected the suffix of a language"
        if is_there
        else "PROGRAM: expected the path of a program"
    )
    assert line.startswith(f"{wanted} (.py, ")
    got = ".txt" if is_there else word[:60]
    assert f"got {got!r}"[:-1] in line


def on_a_terminal(folder: Path, *words: str) -> tuple["subprocess.Popen[bytes]", int]:
    """`judge try` as the one that reads what is typed, and where to type it."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*JUDGE, "try", "main.py", *words],
        cwd=folder,
        env=environment(),
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.close(theirs)
    assert process.stderr
    assert select.select([process.stderr], [], [], 60)[0]
    assert process.stderr.readline() == b"reading the input from the terminal: Ctrl-D ends it\n"
    return process, ours


def test_a_terminal_is_read_until_ctrl_d(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(ECHO)
    process, keys = on_a_terminal(tmp_path)
    os.write(keys, b"1 2\n\x04")
    out, _ = process.communicate(timeout=60)
    os.close(keys)
    assert (process.returncode, out) == (0, b"1 2\n")


@pytest.mark.slow
def test_an_interrupt_ends_it_while_it_reads_and_while_it_runs(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("while True:\n    pass\n")
    process, keys = on_a_terminal(tmp_path)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    os.close(keys)
    process, keys = on_a_terminal(tmp_path, "--time", "100")
    os.write(keys, b"\x04")
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    os.close(keys)


def test_a_terminal_gets_no_byte_that_could_command_it(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("print('\\x1b[2Jx')\n")
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [*JUDGE, "try", "main.py"],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    assert done.returncode == 0
    assert os.read(ours, 1000) == b"\\x1b[2Jx\r\n"
    os.close(ours)


# what is no program


PAIRS = """\
class Solution:
    def twoSum(self, nums: List[int], target: int) -> List[int]:
        print("tried")
        return [len(nums), target]
"""
SHEETS = {
    "two-sum.yaml": "entry: 'integer[] twoSum(integer[] nums, integer target)'\n"
    "cases: [{id: a, input: '[1]\n2\n', output: '[1,2]'}]\n",
    "half.yaml": "grader: grader.py\ncases: [{id: a, input: '10\n', output: '5\n'}]\n",
    "half/grader.py": "from half import half\nprint(half(int(input())))\n",
}
CALLED = {"two-sum/pairs.py": PAIRS, "half/floor.py": "def half(n):\n    return n // 2\n"}


@pytest.mark.slow
def test_a_class_is_called_as_its_problem_states(tmp_path: Path) -> None:
    write_project(tmp_path, solutions=CALLED, cases=SHEETS)
    for word in ("solutions/two-sum/pairs.py", "two-sum/pairs"):
        code, out, err = tried(tmp_path, word, stdin=b"[ 7, 8 ]\n9")
        assert (code, out) == (0, b"[2,9]\n")
        assert err.startswith("tried\n")


@pytest.mark.slow
def test_an_input_that_does_not_fit_a_signature_is_told_with_its_place(tmp_path: Path) -> None:
    write_project(tmp_path, solutions=CALLED, cases=SHEETS)
    (tmp_path / "input").write_bytes(b"[1]\n")
    code, out, err = tried(tmp_path, "two-sum/pairs", stdin=b"[7]\nnine\n")
    assert (code, out, err) == (2, b"", "standard input:2: expected a value as JSON, got 'nine'\n")
    code, out, err = tried(tmp_path, "two-sum/pairs", "--input", "input")
    assert (code, out, err) == (2, b"", "input:2: expected 2 arguments, each on a line, got 1 line\n")


def test_a_function_is_called_by_the_grader_of_its_problem(tmp_path: Path) -> None:
    write_project(tmp_path, solutions=CALLED, cases=SHEETS)
    code, out, _ = tried(tmp_path, "solutions/half/floor.py", stdin=b"10\n")
    assert (code, out) == (0, b"5\n")


def test_a_program_is_tried_though_no_case_can_be_read(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"echo.py": ECHO}, cases={"a.yaml": "cases: 7\n"})
    code, out, _ = tried(tmp_path, "solutions/echo.py", stdin=b"10\n")
    assert (code, out) == (0, b"10\n")
