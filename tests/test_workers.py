"""Work on several runners: each item once, nothing lost, every thread back home."""

import os
import signal
import threading
from _thread import interrupt_main
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from threading import Timer

import pytest
from helpers import FakeRunner, make_run
from hypothesis import given
from hypothesis import strategies as st

from judge.model import Limits, Run
from judge.running.places import Closed
from judge.running.runner import Runner, Script
from judge.work.workers import open_runners, physical_cores, spread

LIMITS = Limits(cpu_s=1000, memory_bytes=256 << 20, output_bytes=1 << 20)


def runners(count: int) -> list[FakeRunner]:
    return [FakeRunner(lambda _: make_run()) for _ in range(count)]


def test_there_is_one_processor_for_each_core_and_all_may_be_used() -> None:
    cores = physical_cores()
    assert cores
    assert cores == sorted(set(cores))
    assert set(cores) <= os.sched_getaffinity(0)


def test_a_runner_is_opened_for_each_core_or_as_many_as_asked_for() -> None:
    with open_runners(None, "default", closed=Closed()) as opened:
        assert len(opened) == len(physical_cores())
    with open_runners(3, "default", closed=Closed()) as opened:
        assert len(opened) == 3
        assert len(set(map(id, opened))) == 3


@given(st.lists(st.integers()), st.integers(1, 5))
def test_every_item_is_done_once(items: list[int], count: int) -> None:
    outcomes = spread(runners(count), lambda runner, item: (item, item + 1), items)
    assert Counter(outcomes) == Counter((item, item + 1) for item in items)


def test_one_runner_keeps_the_order() -> None:
    assert list(spread(runners(1), lambda runner, item: item, range(100))) == list(range(100))


def test_all_runners_work_at_once() -> None:
    everyone = threading.Barrier(4)

    def work(runner: FakeRunner, item: int) -> int:
        everyone.wait(timeout=60)
        return id(runner)

    assert len(set(spread(runners(4), work, range(4)))) == 4


def test_no_runner_does_two_things_at_once() -> None:
    busy: set[int] = set()

    def work(runner: FakeRunner, item: int) -> None:
        assert id(runner) not in busy
        busy.add(id(runner))
        os.sched_yield()
        busy.remove(id(runner))

    assert len(list(spread(runners(3), work, range(300)))) == 300


def test_outcomes_come_as_they_are_ready_and_not_in_turn() -> None:
    seen = threading.Event()

    def work(runner: FakeRunner, item: str) -> str:
        if item == "slow":
            assert seen.wait(timeout=60)
        return item

    outcomes = spread(runners(2), work, ["slow", "quick"])
    assert next(outcomes) == "quick"
    seen.set()
    assert list(outcomes) == ["slow"]


def test_items_are_taken_only_when_a_runner_is_free() -> None:
    taken = []

    def items() -> object:
        for number in range(1000):
            taken.append(number)
            yield number

    def work(runner: FakeRunner, item: int) -> None:
        if item == 3:
            raise RuntimeError("the third")

    with pytest.raises(RuntimeError, match="the third"):
        list(spread(runners(1), work, items()))
    assert taken == [0, 1, 2, 3]


def test_what_the_work_raises_ends_all_and_leaves_no_thread() -> None:
    before = threading.active_count()

    def work(runner: FakeRunner, item: int) -> int:
        if item == 5:
            raise ValueError("five")
        return item

    with pytest.raises(ValueError, match="five"):
        list(spread(runners(3), work, range(10**6)))
    assert threading.active_count() == before


def test_what_the_items_raise_ends_all() -> None:
    def items() -> object:
        yield 1
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        list(spread(runners(2), lambda runner, item: item, items()))


def test_who_stops_listening_stops_the_work() -> None:
    before = threading.active_count()
    outcomes = spread(runners(3), lambda runner, item: item, iter(int, 1))
    assert next(outcomes) == 0
    outcomes.close()
    assert threading.active_count() == before


def test_the_end_of_an_iterator_within_the_work_is_no_end_of_the_items() -> None:
    def work(runner: FakeRunner, item: int) -> int:
        return next(iter(())) if item == 5 else item

    with pytest.raises(RuntimeError, match="StopIteration"):
        list(spread(runners(2), work, range(10)))


SPINS = b"while True: pass"
PRINTS = b"print(1)"


class Enough(Exception):
    """What a listener raises who wants no more."""


@pytest.mark.parametrize("how", ["closed", "an exception of the listener", "an exception of the work"])
def test_who_stops_listening_waits_for_no_run_and_the_runners_serve_again(how: str) -> None:
    with open_runners(2, closed=Closed()) as opened:
        spins, prints = (opened[0].compile_python(code, "x.py", LIMITS) for code in (SPINS, PRINTS))
        assert isinstance(spins, Script)
        assert isinstance(prints, Script)

        def work(runner: Runner, script: Script | None) -> Run:
            if script is None:
                raise Enough
            return runner.run(script, b"", LIMITS)

        # The last one is never asked for: both runners are busy for a thousand seconds.
        items = [prints, spins, None if how == "an exception of the work" else spins, prints]
        outcomes = spread(opened, work, items)
        assert next(outcomes).stdout == b"1\n"
        if how == "closed":
            outcomes.close()
        elif how == "an exception of the work":
            with pytest.raises(Enough):
                next(outcomes)
        else:
            with pytest.raises(Enough), closing(outcomes):
                raise Enough
        assert [run.stdout for run in spread(opened, work, [prints] * 4)] == [b"1\n"] * 4


@pytest.fixture
def _interruptible() -> Iterator[None]:
    """Though the tests run in the background: a shell lets such processes ignore interrupts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interruptible")
def test_an_interrupt_is_heard_that_does_not_wake_who_waits() -> None:
    """As one is that arrives between the last look at signals and the wait."""
    with open_runners(1, closed=Closed()) as opened:
        spins = opened[0].compile_python(SPINS, "x.py", LIMITS)
        assert isinstance(spins, Script)
        Timer(0.5, interrupt_main).start()
        with pytest.raises(KeyboardInterrupt):
            list(spread(opened, lambda runner, script: runner.run(script, b"", LIMITS), [spins]))


def test_nothing_to_do_is_done_at_once() -> None:
    assert list(spread(runners(3), lambda runner, item: item, [])) == []
