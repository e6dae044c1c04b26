"""Inputs and answers that are more than the harness may hold. A sparse file takes no room on the disk."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import environment, write_project

GIBIBYTE = 1 << 30
MOST_BYTES = 300 << 20
# The judge as its user starts it, and then what it cost: the bytes that it has read, its peak of memory.
MEASURED = """
import re, sys
from pathlib import Path
from judge.cli import main
code = main(sys.argv[1:])
read = re.search("rchar: ([0-9]+)", Path("/proc/self/io").read_text())[1]
peak = re.search("VmHWM: *([0-9]+) kB", Path("/proc/self/status").read_text().replace("\\t", " "))[1]
print(f"cost {read} {peak}", file=sys.stderr)
sys.exit(code)
"""
COUNTS = """\
# judge: {format: text}
import sys
size = 0
while piece := sys.stdin.buffer.read(1 << 20):
    size += len(piece)
print(size)
"""
REPEATS = """\
# judge: {{format: text, expect: {{"*": {verdict}}}}}
times = int(input())
print({line!r} * times + {last!r}, end="")
"""
LONG = """\
problem: Long
format: text
time: 20s
memory: 512MiB
output_limit: 64MiB
tests: "*.in"
"""


def judged(folder: Path, *words: str) -> tuple[str, int, int]:
    """Return the output, the bytes that the judge read, and its peak memory in bytes."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *words],
        cwd=folder,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    read, peak_kib = done.stderr.rpartition("cost ")[2].split()
    return done.stdout, int(read), int(peak_kib) << 10


def sparse(path: Path, size: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.truncate(path, size)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["list", "check"])
def test_four_gibibytes_are_listed_like_four_kibibytes(tmp_path: Path, command: str) -> None:
    read = {}
    for size in (1 << 10, GIBIBYTE):
        project = write_project(tmp_path / str(size), solutions={"counts.py": COUNTS}, cases={})
        for number in range(1, 5):
            sparse(project / "cases" / "big" / f"{number}.in", size)
            (project / "cases" / "big" / f"{number}.out").write_text(f"{size}\n")
        shown, read[size], peak_bytes = judged(project, command)
        assert ("big/4" if command == "list" else "4 cases") in shown
        assert peak_bytes < MOST_BYTES
    # Modules, which may have been compiled meanwhile, are some megabytes.
    assert read[GIBIBYTE] < read[1 << 10] + (1 << 23)


@pytest.mark.slow
def test_a_program_reads_what_the_harness_does_not_hold(tmp_path: Path) -> None:
    size = 600 << 20
    write_project(tmp_path, solutions={"counts.py": COUNTS}, cases={})
    sparse(tmp_path / "cases" / "big" / "1.in", size)
    (tmp_path / "cases" / "big" / "1.out").write_text(f"{size}\n")
    shown, _, peak_bytes = judged(tmp_path, "run", "--time", "20", "--jobs", "1")
    assert "1 solution x 1 case: 1 passed" in shown
    assert peak_bytes < MOST_BYTES


@pytest.mark.slow
def test_answers_of_forty_megabytes_are_compared_within_the_bound(tmp_path: Path) -> None:
    line, times = "0123456789 abcdef\n", (40 << 20) // 18
    solutions = {
        f"{verdict}.py": REPEATS.format(verdict=verdict, line=line, last=last)
        for verdict, last in (("AC", ""), ("WA", "x\n"))
    }
    write_project(tmp_path, solutions=solutions, cases={"long.yaml": LONG})
    (tmp_path / "cases" / "long").mkdir()
    for number in (1, 2):
        (tmp_path / "cases" / "long" / f"{number}.in").write_text(f"{times}\n")
        (tmp_path / "cases" / "long" / f"{number}.ans").write_text(line * times)
    shown, _, peak_bytes = judged(tmp_path, "run", "--jobs", "2")
    assert "2 solutions x 2 cases: 4 as expected" in shown
    assert peak_bytes < MOST_BYTES


@pytest.mark.slow
def test_ten_thousand_tests_are_told_of_in_a_few_lines(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"counts.py": COUNTS}, cases={})
    folder = tmp_path / "cases" / "many"
    folder.mkdir()
    for number in range(1, 10_001):
        for suffix in ("in", "out"):
            os.mknod(folder / f"{number}.{suffix}")
    shown, _, _ = judged(tmp_path, "list")
    assert [line.partition("  ")[0] for line in shown.splitlines()[-3:]] == [
        "many/1",
        "... 9,998 more",
        "many/10000",
    ]
