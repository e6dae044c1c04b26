"""Five bugs in ordinary programs, each found within a few hundred cases and shrunk to a minimal input."""

import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from helpers import JUDGE, REPOSITORY, environment, need, run_here

PROJECT = REPOSITORY / "tests" / "programs" / "stress"


@dataclass(frozen=True, kw_only=True)
class Planted:
    """A wrong program, its verdict, and the input that a person would write to show the bug.

    `enough_bytes`: stop at this size, since trying everything takes too long for large inputs.
    """

    program: str
    verdict: str
    by_hand: Callable[[bytes], object]
    enough_bytes: int = 0


def path(n: int) -> bytes:
    """A tree of `n` vertices that is a path."""
    return b"%d\n%s\n" % (n, b" ".join(b"%d" % parent for parent in range(1, n)))


def is_deep(asked: bytes) -> bool:
    """Return whether this is a path of almost 1000 vertices, Python's limit of nested calls."""
    n = int(asked.split()[0])
    return 950 < n <= 1000 and asked == path(n)


def is_quadratic(asked: bytes) -> bool:
    """Return whether quicksort with the first number as pivot compares a quarter of all pairs or more."""
    n, *values = map(int, asked.split())
    compared, todo = 0, [values]
    while todo:
        pivot, *others = todo.pop()
        compared += len(others)
        halves = [one for one in others if one < pivot], [one for one in others if one >= pivot]
        todo += filter(None, halves)
    return len(values) == n <= 4096 and compared >= n * n / 8


PLANTED: Mapping[str, Planted] = {
    "streak": Planted(program="from_the_second.py", verdict="WA", by_hand=b"1\n0\n".__eq__),
    "sum": Planted(program="narrow.cpp", verdict="WA", by_hand=b"2\n1 2147483647\n".__eq__),
    "winner": Planted(program="last_of_equals.cpp", verdict="WA", by_hand=b"2\n0 0\n".__eq__),
    "height": Planted(program="recursive.py", verdict="RE", by_hand=is_deep, enough_bytes=len(path(1000))),
    "sort": Planted(program="first_pivot.py", verdict="TLE", by_hand=is_quadratic, enough_bytes=11 * 4096),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    need("g++")
    return shutil.copytree(PROJECT, tmp_path / "project")


def searched(root: Path, *words: str, enough_bytes: int) -> str:
    """Search without a time limit, and interrupt the search as soon as the find is small enough."""
    with subprocess.Popen(
        [*JUDGE, "stress", *words, "--budget", "10m"],
        cwd=root,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as judge:
        assert judge.stdout
        said = ""
        for line in judge.stdout:
            said += line
            small = re.search(r"shrinking: ([0-9,]+) bytes", line)
            if small and int(small[1].replace(",", "")) <= enough_bytes:
                judge.send_signal(signal.SIGINT)
                break
        said += judge.stdout.read()
    assert judge.returncode in (1, 130), said
    return said


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        pytest.param(name, seed, marks=() if name == "streak" and seed == 1 else pytest.mark.slow)
        for name in PLANTED
        for seed in (1, 2, 3)
    ],
)
def test_a_planted_bug_is_found_and_made_as_small_as_by_hand(name: str, seed: int, project: Path) -> None:
    planted = PLANTED[name]
    wrong, right = f"{name}/{planted.program}", f"{name}/right.py"
    said = searched(
        project, wrong, "--against", right, "--seed", str(seed), enough_bytes=planted.enough_bytes
    )
    (folder,) = project.glob(".judge/found/*")
    found = json.loads((folder / "find.json").read_text())
    asked = (folder / "input").read_bytes()
    assert (found["solution"], found["verdict"]) == (wrong, planted.verdict), said
    assert found["number"] <= 256
    assert planted.by_hand(asked), asked


def test_the_programs_are_right_on_the_cases_that_they_have(project: Path) -> None:
    done = run_here("run", cwd=project)
    assert done.returncode == 0, done.stdout
    assert "20 passed" in done.stdout


# Inputs that every validator must refuse. `REFUSED` lists further ones of each validator.
ILLEGAL = [
    b"",
    b"\n",
    b"0\n\n",
    b"2\n1 1",
    b"2\n1  1\n",
    b"2\n1 1 \n",
    b" 2\n1 1\n",
    b"2\r\n1 1\r\n",
    b"2 1 1\n",
]
REFUSED: Mapping[str, list[bytes]] = {
    "sum": [b"1\n-1\n", b"1\n2147483648\n", b"2\n1\n", b"1\n01\n", b"1\n-0\n"],
    "streak": [b"1\n1000000001\n", b"2\n1\n", b"1\n+1\n", b"1\n\n"],
    "winner": [b"1\n-1\n", b"1\n1000000001\n", b"1\n1 2\n"],
    "sort": [b"1\n-1000000001\n", b"3\n1 2\n", b"10001\n" + b"0 " * 10_000 + b"0\n"],
    "height": [b"1\n1\n", b"3\n1\n", b"3\n2 1\n", b"2\n0\n", b"2\n2\n", path(5001)],
}
TAKEN: Mapping[str, list[bytes]] = {
    "sum": [b"1\n2147483647\n", b"2\n0 0\n"],
    "streak": [b"1\n-1000000000\n", b"2\n0 0\n"],
    "winner": [b"1\n1000000000\n", b"2\n0 0\n"],
    "sort": [b"1\n-1000000000\n", b"10000\n" + b"0 " * 9_999 + b"0\n"],
    "height": [b"1\n\n", b"2\n1\n", path(5000)],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANTED)
def test_a_validator_takes_what_the_statement_allows_and_nothing_else(name: str) -> None:
    def code(asked: bytes) -> int:
        validator = PROJECT / "cases" / f"{name}_validator.py"
        return subprocess.run([sys.executable, validator], input=asked, capture_output=True).returncode

    assert {asked[:20]: code(asked) for asked in TAKEN[name]} == {asked[:20]: 42 for asked in TAKEN[name]}
    refused = [*ILLEGAL, *REFUSED[name]]
    assert {asked[:20]: code(asked) for asked in refused} == {asked[:20]: 43 for asked in refused}
