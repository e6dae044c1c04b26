"""`judge try` of a program that talks with its user or with an interactor."""

import signal
import subprocess
import time
from pathlib import Path

import pytest
from helpers import JUDGE, environment, run_judge
from test_interactive import GUESS, RIGHT

GREETS = """\
import sys
print("name?", flush=True)
for line in sys.stdin:
    print("hi", line, end="", flush=True)
"""


def by_hand(folder: Path, source: str) -> "subprocess.Popen[bytes]":
    (folder / "main.py").write_text(source)
    return subprocess.Popen(
        [*JUDGE, "try", "main.py", "--by-hand", "--time", "20"],
        cwd=folder,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_each_line_is_answered_before_the_next_is_typed(tmp_path: Path) -> None:
    process = by_hand(tmp_path, GREETS)
    assert process.stdin
    assert process.stdout
    assert process.stdout.readline() == b"name?\n"
    for word in (b"ada\n", b"bob\n"):
        process.stdin.write(word)
        process.stdin.flush()
        assert process.stdout.readline() == b"hi " + word
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"s by the clock\n" in err


def test_what_a_program_never_reads_is_no_reason_to_wait(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("print('bye')\n")
    done = subprocess.run(
        [*JUDGE, "try", "main.py", "--by-hand"],
        cwd=tmp_path,
        env=environment(),
        input=b"x" * 1_000_000,
        capture_output=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (0, b"bye\n")


def test_a_file_may_be_typed(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(GREETS)
    (tmp_path / "typed").write_text("ada\n")
    with (tmp_path / "typed").open() as typed:
        done = subprocess.run(
            [*JUDGE, "try", "main.py", "--by-hand"],
            cwd=tmp_path,
            env=environment(),
            stdin=typed,
            capture_output=True,
            timeout=120,
        )
    assert (done.returncode, done.stdout) == (0, b"name?\nhi ada\n")


def test_an_interrupt_ends_a_talk_by_hand(tmp_path: Path) -> None:
    process = by_hand(tmp_path, GREETS)
    assert process.stdout
    assert process.stdout.readline() == b"name?\n"
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130


@pytest.mark.slow
def test_time_that_somebody_thinks_is_no_ones_limit(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("print(input())\n")
    process = subprocess.Popen(
        [*JUDGE, "try", "main.py", "--by-hand", "--time", "100ms"],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    # Beyond the wall limit that goes with the limit on CPU time.
    time.sleep(2)
    out, _ = process.communicate(b"at last\n", timeout=60)
    assert (process.returncode, out) == (0, b"at last\n")


def test_a_program_that_computes_for_ever_is_stopped(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("while True:\n    pass\n")
    done = run_judge("try", "main.py", "--by-hand", "--time", "100ms", cwd=tmp_path)
    assert done.returncode == 1
    assert "main.py: TLE: " in done.stderr


def talks(folder: Path, source: str, *words: str) -> "subprocess.CompletedProcess[str]":
    (folder / "main.py").write_text(source)
    (folder / "talker.py").write_text(GUESS["judge.py"])
    (folder / "1.in").write_text("750\n")
    return run_judge("try", "main.py", "--interactor", "talker.py", *words, cwd=folder)


def test_a_talk_with_an_interactor_is_printed_line_by_line(tmp_path: Path) -> None:
    done = talks(tmp_path, RIGHT, "--protocol", "kattis", "--input", "1.in")
    assert done.returncode == 0
    assert [line.split("s  ", 1)[1] for line in done.stdout.splitlines()] == [
        "program     500↵",
        "interactor  higher↵",
        "program     750↵",
        "interactor  correct↵",
    ]


def test_what_an_interactor_refuses_is_said(tmp_path: Path) -> None:
    done = talks(tmp_path, "print('x', flush=True)\n", "--protocol", "kattis", "--input", "1.in")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "feedback  no number"
    assert "main.py: WA" in done.stderr


def test_what_keeps_an_interactor_from_being_made_is_shown(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(RIGHT)
    (tmp_path / "talker.py").write_text("print((\n")
    (tmp_path / "1.in").write_text("1\n")
    words = ("--interactor", "talker.py", "--protocol", "kattis", "--input", "1.in")
    done = run_judge("try", "main.py", *words, cwd=tmp_path)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        2,
        "feedback  SyntaxError: '(' was never closed",
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(
            ("--interactor", "talker.py"),
            "--interactor: expected a --protocol (testlib, kattis, icpc, cms, dmoj) for talker.py, got none",
            id="no protocol",
        ),
        pytest.param(
            ("--protocol", "cms"),
            "--protocol: expected --interactor as well, got none",
            id="no interactor",
        ),
        pytest.param(
            ("--by-hand", "--input", "1.in"),
            "--by-hand: expected neither --interactor nor --input, got one",
            id="two to talk to",
        ),
        pytest.param(
            ("--interactor", "none.py", "--protocol", "cms"),
            "none.py: expected an interactor that can be read, got 'none.py': No such file or directory",
            id="no such file",
        ),
        pytest.param(
            ("--interactor", "1.in", "--protocol", "cms"),
            "1.in: expected an interactor in one of",
            id="no program",
        ),
        pytest.param(("--input", "none"), "--input: expected a file, got none at none", id="no such input"),
    ],
)
def test_what_does_not_fit_together_is_one_line(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    (tmp_path / "main.py").write_text(RIGHT)
    (tmp_path / "talker.py").write_text(GUESS["judge.py"])
    (tmp_path / "1.in").write_text("750\n")
    done = run_judge("try", "main.py", *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(message)


def test_the_input_may_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("print(input())\n")
    (tmp_path / "1.in").write_text("from a file\n")
    done = run_judge("try", "main.py", "--input", "1.in", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "from a file\n")
