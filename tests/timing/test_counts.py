"""The work of a solution: calls and lines of its source file, in the sandbox, without a clock."""

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
from helpers import (
    CLUES,
    SEAL,
    SOLVED,
    FakeRunner,
    grid_case,
    make_case,
    make_run,
    make_solution,
    write_project,
)
from msgspec.structs import replace

from judge.library.folders import load
from judge.model.runs import Limits, Run
from judge.running import builds
from judge.running.programs import Event, Script
from judge.running.runner import Runner
from judge.subjects.sudoku.formats import GRID_FORMATS
from judge.timing.counts import Count, count, explain_no_count, explain_no_instructions, make_traced_copy
from judge.timing.participants import gather_participants
from judge.work.slots import Programs, Slot
from judge.work.workers import Workers, open_workers

CALLS = "def f(n):\n    return n and f(n - 1)\nf(9)\nprint(sum(map(int, input().split())))\n"
LAMBDAS = "key = lambda n: n\nsorted([2, 1], key=key)\nprint([n for n in (1, 2)] and 3)\n"
LIBRARY = "import textwrap\ntextwrap.dedent('x')\nprint(3)\n"
EXITS = "import sys\nprint(3)\nsys.exit()\n"
CLASSES = "class A:\n    def f(self): return 1\nA().f()\nprint(3)\n"


def counted(folder: Path, source: str) -> Count:
    path = folder / "a.py"
    path.write_text(source)
    with open_workers(1, SEAL) as workers:
        job = (make_solution(name="a.py", path=path), make_case())
        (found,) = count([job], workers, SEAL, instructions=False)
    return found


@pytest.mark.parametrize(
    ("source", "calls", "lines"),
    [
        pytest.param(CALLS, 10, 13, id="functions"),
        pytest.param(LAMBDAS, 2, None, id="lambdas are calls, comprehensions are not"),
        pytest.param(LIBRARY, 0, 3, id="other modules do not count"),
        pytest.param(EXITS, 0, 3, id="a program that exits by itself"),
        pytest.param("a = bytearray(250 << 20)\nprint(3)\n", 0, 2, id="who traces has memory of its own"),
        pytest.param(CLASSES, 1, None, id="the body of a class is no call"),
    ],
)
def test_calls_and_lines(tmp_path: Path, source: str, calls: int, lines: int | None) -> None:
    found = counted(tmp_path, source)
    assert found.calls == calls
    assert lines is None or found.lines == lines


def test_the_program_that_traces_is_kept_and_made_anew_where_it_is_another(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(f"print({str(tmp_path)!r})\n")
    traced = make_traced_copy(make_solution(path=path))
    assert make_traced_copy(make_solution(path=path)) == traced
    text = traced.path.read_bytes()
    traced.path.write_bytes(b"print(4)\n")
    with pytest.MonkeyPatch.context() as patch:
        # As in a new process.
        patch.setattr(builds, "_whole", set())
        assert make_traced_copy(make_solution(path=path)).path == traced.path
    assert traced.path.read_bytes() == text
    path.write_text("print(5)\n")
    assert make_traced_copy(make_solution(path=path)).path != traced.path


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("print(4)\n", id="wrong"),
        pytest.param("print(3)\nraise SystemExit(1)\n", id="crashed"),
        pytest.param("import os\nprint(3, flush=True)\nos._exit(0)\n", id="left without a word"),
        pytest.param("def f(:\n", id="no Python"),
    ],
)
def test_what_does_not_solve_the_case_has_no_count(tmp_path: Path, source: str) -> None:
    assert counted(tmp_path, source) == Count(solution="a.py", case="sum/small")


def test_without_a_counter_other_languages_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "a.cpp"
    path.write_text("int main() {}\n")
    with open_workers(1, SEAL) as workers:
        job = (make_solution(name="a.cpp", path=path), make_case())
        assert list(count([job], workers, SEAL, instructions=False)) == []


@dataclass(frozen=True)
class Counting(FakeRunner):
    """A runner that does the minimum of the sandbox's work, and counts."""

    def run(
        self, program: object, stdin: bytes, limits: Limits, *, event: Event | None = None, **_: object
    ) -> Run:
        return replace(self.measure(stdin), counted=None if event is None else 1_000_000)


def test_the_instructions_of_all_tests_are_summed_beside_calls_and_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("")
    run = make_run(
        stdout=GRID_FORMATS["luogu"].encode_output((SOLVED,)), stderr=b"counted 3 calls and 5 lines\n"
    )
    case = grid_case("poj", (CLUES, SOLVED), (CLUES, SOLVED))
    jobs = [(make_solution(name="a.py", path=path, format="luogu"), case)]
    runner = cast(Runner, Counting(lambda _: run))
    with Workers([runner], SEAL) as workers:
        (found,) = count(jobs, workers, SEAL, instructions=True)
    assert (found.calls, found.lines, found.instructions) == (6, 10, 2_000_000)


def test_what_a_benchmark_prepared_is_not_prepared_again_to_be_counted(tmp_path: Path) -> None:
    compiled: list[bytes] = []

    class Compiling(Counting):
        def compile_python(self, source: bytes, filename: str, limits: Limits, **_: object) -> Script:
            compiled.append(source)
            return super().compile_python(source, filename, limits)

    path = tmp_path / "a.py"
    path.write_text("print(3)\n")
    solution, cases = make_solution(name="a.py", path=path), [make_case(), make_case(id="sum/large")]
    runner = cast(
        Runner, Compiling(lambda _: make_run(stdout=b"3\n", stderr=b"counted 0 calls and 1 lines\n"))
    )
    programs = Programs()
    gather_participants([solution], cases, Slot(runner=runner, seal=SEAL, programs=programs))
    assert compiled == [b"", b"print(3)\n"]
    compiled.clear()
    with Workers([runner], SEAL, programs=programs) as workers:
        found = list(count([(solution, case) for case in cases], workers, SEAL, instructions=True))
    assert [(one.lines, one.instructions) for one in found] == [(1, 1_000_000)] * 2
    assert [b"settrace" in source for source in compiled] == [True]


@pytest.mark.parametrize(
    ("counted", "words"),
    [
        pytest.param("ENOENT", "the kernel has no such counter on this machine (ENOENT)", id="no counter"),
        pytest.param("EACCES", "the kernel forbids it (/proc/", id="forbidden"),
        pytest.param("EINVAL", "perf_event_open fails (EINVAL)", id="anything else"),
        pytest.param(0, "the counter did not count", id="no room in the hardware"),
        pytest.param(17, "None", id="counted"),
    ],
)
def test_the_reason_for_the_missing_column_is_that_of_the_kernel(counted: int | str, words: str) -> None:
    assert str(explain_no_count(counted)).startswith(words)


def test_this_machine_counts_or_says_why_not(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("print(3)\n")
    with open_workers(1, SEAL) as workers:
        why = workers.submit(explain_no_instructions, SEAL).result()
        job = (make_solution(name="a.py", path=path), make_case())
        (found,) = count([job], workers, SEAL, instructions=True)
    assert (found.calls, found.lines) == (0, 1)
    assert (found.instructions is None) == bool(why)


def test_the_calls_of_a_program_that_talks_are_counted(tmp_path: Path) -> None:
    asks = """
import sys
for n in range(3):
    print(n, flush=True)
    assert int(input()) == 2 * n
sys.exit(42)
"""
    doubles = """
def double(n):
    return 2 * n
try:
    while True: print(double(int(input())), flush=True)
except EOFError: pass
"""
    sheet = "problem: Double\ninteractor: talk.py\nprotocol: kattis\ntests: '*.in'\n"
    cases = {"double.yaml": sheet, "talk.py": asks, "double/1.in": ""}
    found = load(write_project(tmp_path, solutions={"a.py": doubles}, cases=cases))
    with open_workers(1, SEAL) as workers:
        jobs = [(solution, case) for solution in found.solutions for case in found.cases]
        (count_,) = count(jobs, workers, SEAL, instructions=False)
    assert count_.calls == 3
    assert count_.lines
