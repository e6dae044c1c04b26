"""The start of a keeper: the settings that its programs inherit, and that the judge keeps unchanged."""

import resource
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import LIMITS, own_core

from judge.platform.errors import JudgeError
from judge.running.keeper_client import LEVELS, KeeperClient, KeeperLost
from judge.running.programs import Command
from judge.running.runner import Runner

ADDRESSES = """
#include <cstdio>
#include <cstdlib>
int main() { int here = 0; std::printf("%p %p\\n", static_cast<void *>(&here), std::malloc(1 << 24)); }
"""


def own_state() -> tuple[str, tuple[int, int]]:
    """The personality of this thread, and how large stacks may be."""
    return Path("/proc/thread-self/personality").read_text(), resource.getrlimit(resource.RLIMIT_STACK)


def started_keeper(_: object) -> tuple[object, object]:
    before = own_state()
    keeper = KeeperClient(None, "basic", frozenset())
    after = own_state()
    keeper.wait()
    keeper.close()
    return before, after


@pytest.mark.parametrize("level", ["Strict", "none", ""])
def test_a_keeper_refuses_a_level_that_it_does_not_know(level: str) -> None:
    keeper = KeeperClient(None, level, frozenset())  # type: ignore[arg-type]
    with pytest.raises(KeeperLost, match=f"expected one of {', '.join(LEVELS)}, got '{level}'"):
        keeper.wait()
    keeper.close()


def test_a_runner_refuses_a_level_that_it_does_not_know() -> None:
    with pytest.raises(JudgeError, match=r"sandbox: expected one of .*, got 'Strict'"):
        Runner(core=None, level="Strict")  # type: ignore[arg-type]


def test_whoever_starts_keepers_stays_what_it_was() -> None:
    before = own_state()
    with ThreadPoolExecutor(4) as threads:
        seen = list(threads.map(started_keeper, range(12)))
    assert own_state() == before
    assert {personality for pair in seen for personality, _ in pair} == {before[0]}


def test_the_addresses_of_a_program_are_the_same_by_every_keeper(
    cpp: Callable[..., Command], tmp_path: Path
) -> None:
    source = tmp_path / "addresses.cpp"
    source.write_text(ADDRESSES)
    command = cpp(source)
    said = []
    for _ in range(3):
        with Runner(core=own_core()) as runner:
            said += [runner.run(command, b"", LIMITS).stdout for _ in range(2)]
    assert len(set(said)) == 1, said
    assert said[0]
