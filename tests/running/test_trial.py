"""A program tries a level, and unexpected abilities are reported."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import pytest
from helpers import FakeRunner, make_run

from judge.model.runs import Ending, Run
from judge.platform.errors import UsageError
from judge.running.keeper_client import Level
from judge.running.runner import Runner
from judge.running.trial import Trial, try_level


@dataclass(frozen=True)
class Pretending(FakeRunner):
    """A runner at a level, or at none for a reason."""

    in_force: Level = "default"
    why_not: str = ""

    def level(self) -> Level:
        if self.why_not:
            raise UsageError(f"the sandbox does not start at level strict: {self.why_not}")
        return self.in_force


def trial_of(run: Run, **rest: Any) -> Trial:
    fake = Pretending(lambda stdin: run, **rest)
    return try_level("default", open_runner=cast(Callable[..., Runner], lambda **_: fake))


def test_the_levels_that_need_nothing_hold() -> None:
    assert try_level("basic") == Trial(in_force="basic")
    assert try_level("default").in_force


@pytest.mark.parametrize(
    ("in_force", "printed", "told"),
    [
        ("default", b"-\n-\n-\n", ""),
        ("basic", b"files\n-\n-\n", ""),
        ("default", b"files\n-\n-\n", "files"),
        ("basic", b"files\nnetwork\n-\n", "network"),
        ("strict", b"-\nnetwork\nprocesses\n", "network, processes"),
    ],
)
def test_what_is_open_at_a_level_that_closes_it_is_told(in_force: Level, printed: bytes, told: str) -> None:
    found = trial_of(make_run(stdout=printed), in_force=in_force)
    assert found == (
        Trial(why_not=f"a program is not sealed from {told}") if told else Trial(in_force=in_force)
    )


@pytest.mark.parametrize(
    ("run", "told"),
    [
        (make_run(ending=Ending.LOST, detail="the keeper was killed"), "the keeper was killed"),
        (make_run(exit_code=1, stderr=b"Traceback\nImportError: \x1b[2J no\n"), "ImportError: \\x1b[2J no"),
        (make_run(ending=Ending.OUT_OF_TIME, exit_code=None), Ending.OUT_OF_TIME.value),
    ],
)
def test_a_program_that_does_not_run_is_told_with_its_reason(run: Run, told: str) -> None:
    assert trial_of(run) == Trial(why_not=f"a program does not run: {told}")


def test_a_level_that_does_not_start_is_told_by_its_reason_alone() -> None:
    found = trial_of(make_run(), why_not="bubblewrap is not installed: apt-get install it")
    assert found == Trial(why_not="bubblewrap is not installed: apt-get install it")
