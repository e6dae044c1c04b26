"""Small programs named by their fate, through the real engine: solution in, verdict out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import CLUES, SOLVED, TWO_CLUES, grid_case, make_case, make_limits

from judge.engine import judge
from judge.model import Case, Result, Solution, Verdict
from judge.runner import Runner
from judge.solutions import load_solutions
from judge.workers import open_runners

FOLDER = Path(__file__).parent / "programs"
PROGRAMS = load_solutions(FOLDER)
EVERY_PROGRAM = pytest.mark.parametrize("solution", PROGRAMS, ids=lambda solution: solution.name)


def fate(name: str) -> Verdict:
    """The verdict that a program is named by: `tle_wrong_output.py` by TLE."""
    return Verdict[Path(name).stem.partition("_")[0].upper()]


def case_for(solution: Solution) -> Case:
    """A sum, or a grid for who speaks of grids; little time for who would waste it."""
    if solution.format == "luogu":
        return grid_case("poj", (TWO_CLUES, SOLVED))
    if solution.format == "leetcode":
        return grid_case("poj", (CLUES, SOLVED))
    wasteful = fate(solution.name) in (Verdict.TLE, Verdict.ILE)
    return make_case(limits=make_limits(cpu_s=0.3 if wasteful else 10, output_bytes=1 << 16))


@pytest.fixture(scope="module")
def runners() -> Iterator[tuple[Runner, ...]]:
    with open_runners(1) as opened:
        yield opened


@EVERY_PROGRAM
def test_every_program_meets_its_fate(solution: Solution, runners: tuple[Runner, ...]) -> None:
    case = case_for(solution)
    (result,) = judge([solution], [case], runners)
    assert (result.verdict, result.message) == (fate(solution.name), result.message)
    if result.verdict is Verdict.TLE:
        assert result.cpu_s is not None
        assert result.cpu_s > case.limits.cpu_s
    if result.verdict is Verdict.MLE:
        assert result.peak_bytes is not None
        assert result.peak_bytes > case.limits.memory_bytes


@EVERY_PROGRAM
def test_every_program_states_its_fate(solution: Solution) -> None:
    if fate(solution.name) is not Verdict.SK:
        assert solution.expected("sum/small") == (fate(solution.name),)


def test_there_is_a_program_for_every_verdict() -> None:
    assert {fate(solution.name) for solution in PROGRAMS} == set(Verdict)


def judged(name: str, runners: tuple[Runner, ...]) -> Result:
    (solution,) = (solution for solution in PROGRAMS if solution.name == name)
    (result,) = judge([solution], [case_for(solution)], runners)
    return result


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("re_exit.py", "exit code 3"),
        ("re_exit_137.py", "exit code 137"),
        ("re_signal.py", "killed by signal 6"),
        ("re_exception.py", "exit code 1"),
        ("ole.py", "printed more than 0.0625 MiB"),
        ("pe.py", "line 1, column 2, byte 1"),
        ("wa_silent.py", "line 1, column 1, byte 0"),
        ("je_other_completion.py", "the output is another correct completion: the case needs `answer: any`"),
        ("sk_other_format.py", "the program speaks poj, the case text"),
    ],
)
def test_the_reason_is_given(name: str, message: str, runners: tuple[Runner, ...]) -> None:
    assert judged(name, runners).message == message


def test_the_lament_of_a_crash_is_kept(runners: tuple[Runner, ...]) -> None:
    assert b"ZeroDivisionError" in judged("re_exception.py", runners).stderr
    assert b"SyntaxError" in judged("ce.py", runners).stderr
