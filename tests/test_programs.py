"""Small programs named by their fate, through the real engine: solution in, verdict out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import CLUES, SEAL, SOLVED, TWO_CLUES, grid_case, judge_with, make_case, make_limits

from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.solutions.loader import load_solutions
from judge.work.workers import Workers, open_workers

FOLDER = Path(__file__).parent / "programs"
# The C++ programs in the same folder are for the tests of the runner.
EVERY_PROGRAM = pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.py")))


def fate(name: str) -> Verdict:
    """Return the verdict in a program's name: TLE for `tle_wrong_output.py`."""
    return Verdict[Path(name).stem.partition("_")[0].upper()]


def case_for(solution: Solution) -> Case:
    """Return a case with a sum, or a grid if the program solves grids, with little time if it never ends."""
    if solution.format == "luogu":
        return grid_case("poj", (TWO_CLUES, SOLVED))
    if solution.format == "leetcode":
        return grid_case("poj", (CLUES, SOLVED))
    if fate(solution.name) is Verdict.NA:
        return make_case(answer=None)
    wasteful = fate(solution.name) in (Verdict.TLE, Verdict.ILE)
    return make_case(limits=make_limits(cpu_s=0.1 if wasteful else 10, output_bytes=1 << 16))


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with open_workers(1, SEAL) as opened:
        yield opened


def load(name: str, folder: Path) -> Solution:
    """Load one program from a separate folder, like any other."""
    (folder / name).write_bytes((FOLDER / name).read_bytes())
    (solution,) = load_solutions(folder)
    return solution


def judged(name: str, folder: Path, workers: Workers) -> Result:
    solution = load(name, folder)
    *_, result = judge_with(workers, [solution], [case_for(solution)])
    return result


@EVERY_PROGRAM
def test_every_program_meets_its_fate(name: str, tmp_path: Path, workers: Workers) -> None:
    result = judged(name, tmp_path, workers)
    assert result.verdict is fate(name), result.message
    assert result.as_expected is (None if fate(name) is Verdict.SK else True)


@EVERY_PROGRAM
def test_every_program_states_its_fate(name: str, tmp_path: Path) -> None:
    assert load(name, tmp_path).expected("any/case") == (fate(name),)


def test_there_is_a_program_for_every_verdict() -> None:
    assert {fate(path.name) for path in FOLDER.glob("*.py")} == set(Verdict)


def test_the_measure_that_broke_a_limit_is_shown(tmp_path: Path, workers: Workers) -> None:
    slow = judged("tle.py", tmp_path, workers)
    assert slow.cpu_s is not None
    assert slow.cpu_s > 0.1
    (tmp_path / "tle.py").unlink()
    large = judged("mle.py", tmp_path, workers)
    assert large.peak_bytes is not None
    assert large.peak_bytes > 64 << 20


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("re_exit.py", "exit code 3"),
        ("re_exit_137.py", "exit code 137"),
        ("re_signal.py", "killed by signal 6 (SIGABRT)"),
        ("re_exception.py", "exit code 1"),
        ("ole.py", "printed more than 0.0625 MiB"),
        ("pe.py", "trailing-blank-added at line 1, column 2, byte 1: remove ' '"),
        ("wa_silent.py", "empty-output at line 1, column 1, byte 0: insert '3\\n'"),
        ("je_other_completion.py", "the output is another correct completion: the case needs `answer: any`"),
        ("sk_other_format.py", "the program speaks poj, the case text"),
    ],
)
def test_the_reason_is_given(name: str, message: str, tmp_path: Path, workers: Workers) -> None:
    assert judged(name, tmp_path, workers).message == message


@pytest.mark.parametrize(
    ("name", "words"), [("re_exception.py", b"ZeroDivisionError"), ("ce.py", b"SyntaxError")]
)
def test_the_lament_is_kept(name: str, words: bytes, tmp_path: Path, workers: Workers) -> None:
    assert words in judged(name, tmp_path, workers).stderr
