"""Each program in tests/programs/talk gets the verdict in its first line, whichever side is faster."""

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import benchmark

from judge.model.verdicts import Verdict
from judge.running.programs import Program
from judge.running.runner import Runner

fates = benchmark("fates")
FATES = list(fates.catalogue())
# Each program with each interactor, in Python if possible.
BY_LANGUAGE = sorted(FATES, key=lambda fate: (fate.program.suffix, fate.interactor.suffix))
FIRST = [*{(fate.program.stem, fate.interactor.stem): fate for fate in BY_LANGUAGE}.values()]


@pytest.fixture(scope="module")
def programs(runner: Runner) -> Callable[[Path], Program]:
    made: dict[Path, Program] = {}

    def program(path: Path) -> Program:
        if path.suffix == ".cpp" and not shutil.which("g++"):
            pytest.skip("g++ is not installed")
        if path not in made:
            made[path] = fates.made(path, runner)
        return made[path]

    return program


@pytest.mark.parametrize(
    "fate",
    [pytest.param(fate, marks=() if fate in FIRST else pytest.mark.slow) for fate in FATES],
    ids=lambda fate: fate.name,
)
def test_it_meets_its_fate(fate: object, runner: Runner, programs: Callable[[Path], Program]) -> None:
    pair = {path: programs(path) for path in (fate.program, fate.interactor)}
    # Programs that wait for a limit cannot win a race: once is enough.
    for _ in range(3 if fate.limits is fates.PATIENT else 1):
        judgement, conversation = fates.met(fate, pair, runner)
        assert judgement.verdict is fate.verdict, (judgement, conversation)
        assert fate.message in judgement.message


def test_every_verdict_of_the_law_is_met_in_two_languages() -> None:
    met = Counter((fate.verdict, fate.program.suffix) for fate in FATES)
    verdicts = set(Verdict) - {Verdict.NA, Verdict.PE, Verdict.CE, Verdict.SK, Verdict.MLE, Verdict.TLE}
    assert set(met) >= {(verdict, suffix) for verdict in verdicts for suffix in (".py", ".cpp")}
    assert {verdict for verdict, _ in met} >= verdicts | {Verdict.MLE, Verdict.TLE}
