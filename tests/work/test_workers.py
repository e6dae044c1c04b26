"""The local executor: a runner and a thread for each core, and a run that has begun can be cancelled."""

import os
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, wait
from concurrent.futures import TimeoutError as NotYet
from contextlib import contextmanager
from types import FrameType
from typing import Any, cast

import pytest
from helpers import SEAL, FakeRunner, make_run
from hypothesis import given
from hypothesis import strategies as st

from judge.model.runs import Ending, Limits, Run
from judge.running.programs import Script
from judge.running.runner import Runner
from judge.work.slots import current_slot
from judge.work.workers import Workers, list_physical_cores, open_workers

LIMITS = Limits(cpu_s=1000, memory_bytes=256 << 20, output_bytes=1 << 20)
SPINS = b"while True: pass"
PRINTS = b"print(1)"


@contextmanager
def idle(count: int) -> Iterator[Workers]:
    """Workers whose runners have nothing to do."""
    runners = [FakeRunner(lambda _: make_run()) for _ in range(count)]
    with Workers(cast(list[Runner], runners), SEAL) as workers:
        yield workers


def run(script: Script) -> Run:
    return current_slot(SEAL).runner.run(script, b"", LIMITS)


def script_of(source: bytes) -> Script:
    script = current_slot(SEAL).runner.compile_python(source, "x.py", LIMITS)
    assert isinstance(script, Script)
    return script


def places(workers: Workers) -> list[set[int]]:
    """Return the processors that the threads may use, each once."""
    meeting = threading.Barrier(len(workers))

    def look() -> set[int]:
        meeting.wait()
        return os.sched_getaffinity(0)

    return [future.result() for future in [workers.submit(look) for _ in range(len(workers))]]


def test_where_every_processor_has_a_runner_each_thread_keeps_to_that_of_its_own() -> None:
    free, cores = os.sched_getaffinity(0), list_physical_cores()
    with open_workers(len(cores), SEAL) as workers:
        own = [{core} for core in cores] if set(cores) == free else [free] * len(cores)
        assert sorted(places(workers), key=sorted) == own
    with open_workers(1, SEAL) as workers:
        assert places(workers) == [free]
    assert os.sched_getaffinity(0) == free


def test_there_is_one_processor_for_each_core_and_all_may_be_used() -> None:
    cores = list_physical_cores()
    assert cores
    assert cores == sorted(set(cores))
    assert set(cores) <= os.sched_getaffinity(0)


def test_as_many_keepers_start_as_there_are_calls_at_once() -> None:
    with open_workers(3, SEAL) as workers:
        keepers = [runner._keepers for runner in workers._runners]
        for _ in range(5):
            workers.submit(script_of, PRINTS).result()
        assert [len(started) for started in keepers] == [1, 0, 0]
        places(workers)
        assert [len(started) for started in keepers] == [1, 0, 0], "none of these calls runs a program"
        meeting = threading.Barrier(3)
        for future in [workers.submit(lambda: (meeting.wait(), script_of(PRINTS))) for _ in range(3)]:
            future.result()
        assert [len(started) for started in keepers] == [1, 1, 1]


def test_a_worker_is_opened_for_each_core_or_as_many_as_asked_for() -> None:
    with open_workers(None, SEAL) as workers:
        assert len(workers) == len(list_physical_cores())
    with open_workers(3, SEAL) as workers:
        assert len(workers) == 3


@given(st.lists(st.integers()), st.integers(1, 5))
def test_every_call_is_carried_out_once(numbers: list[int], count: int) -> None:
    called = []
    with idle(count) as workers:
        assert list(workers.map(lambda number: called.append(number) or number + 1, numbers)) == [
            number + 1 for number in numbers
        ]
    assert sorted(called) == sorted(numbers)


def test_one_worker_keeps_the_order() -> None:
    called: list[int] = []
    with idle(1) as workers:
        list(workers.map(called.append, range(100)))
    assert called == list(range(100))


def test_all_workers_work_at_once_each_with_its_own_runner() -> None:
    everyone = threading.Barrier(4)

    def call(number: int) -> int:
        everyone.wait(timeout=60)
        return id(current_slot(SEAL).runner)

    with idle(4) as workers:
        assert len(set(workers.map(call, range(4)))) == 4


def test_no_runner_does_two_things_at_once() -> None:
    busy: set[int] = set()

    def call(number: int) -> None:
        me = id(current_slot(SEAL).runner)
        assert me not in busy
        busy.add(me)
        os.sched_yield()
        busy.remove(me)

    with idle(3) as workers:
        assert len(list(workers.map(call, range(300)))) == 300


@pytest.mark.parametrize("error", [ValueError("five"), KeyboardInterrupt(), SystemExit(1)])
def test_what_a_call_raises_is_raised_by_its_future_and_the_worker_goes_on(error: BaseException) -> None:
    def fail() -> None:
        raise error

    with idle(1) as workers:
        failed, fine = workers.submit(fail), workers.submit(int, "5")
        assert failed.exception() is error
        assert fine.result() == 5


def test_who_is_shut_down_carries_out_what_was_taken_and_takes_no_more() -> None:
    before = threading.active_count()
    with idle(2) as workers:
        futures = [workers.submit(pow, number, 2) for number in range(100)]
    assert threading.active_count() == before
    assert [future.result(timeout=0) for future in futures] == [number**2 for number in range(100)]
    with pytest.raises(RuntimeError, match="shut down"):
        workers.submit(pow, 2, 2)


def test_a_call_that_has_not_begun_is_never_begun_once_cancelled() -> None:
    go, called = threading.Event(), []
    with idle(1) as workers:
        first = workers.submit(go.wait, 60)
        second, third = workers.submit(called.append, 2), workers.submit(called.append, 3)
        assert second.cancel()
        go.set()
        assert first.result()
        assert second.cancelled()
        third.result()
    assert called == [3]


def begun(workers: Workers, script: Script) -> Future[Run]:
    """A run that is under way."""
    future = workers.submit(run, script)
    while not future.running():
        os.sched_yield()
    return future


def test_a_run_that_has_begun_ends_when_it_is_cancelled_and_its_runner_serves_again() -> None:
    with open_workers(2, SEAL) as workers:
        spins, prints = (workers.submit(script_of, code).result() for code in (SPINS, PRINTS))
        for _ in range(3):
            first, second = begun(workers, spins), begun(workers, spins)
            following = workers.submit(run, prints)
            assert first.cancel()
            with pytest.raises(CancelledError):
                first.result(timeout=60)
            assert following.result(timeout=60).stdout == b"1\n"
            assert not second.done()
            assert second.cancel()
            assert [workers.submit(run, prints).result(timeout=60).stdout for _ in range(4)] == [b"1\n"] * 4


def test_to_cancel_what_is_done_changes_nothing_for_what_follows() -> None:
    with open_workers(1, SEAL) as workers:
        prints = workers.submit(script_of, PRINTS).result()
        for _ in range(20):
            done = workers.submit(run, prints)
            done.result(timeout=60)
            following = workers.submit(run, prints)
            assert not done.cancel()
            assert following.result(timeout=60).stdout == b"1\n"


def test_a_call_of_several_runs_is_cancelled_as_a_whole() -> None:
    endings: list[Ending] = []

    def spin(script: Script) -> None:
        for _ in range(3):
            endings.append(run(script).ending)

    with open_workers(1, SEAL) as workers:
        spins = workers.submit(script_of, SPINS).result()
        future = workers.submit(spin, spins)
        with pytest.raises(NotYet):
            future.result(timeout=0.3)
        assert future.cancel()
        with pytest.raises(CancelledError):
            future.result(timeout=60)
        assert endings == [Ending.LOST] * 3


@pytest.fixture
def held() -> Iterator[threading.Event]:
    """Until this is set, a worker that has taken a call does nothing with it."""
    go = threading.Event()

    def wait(frame: FrameType, event: str, arg: object) -> None:
        if frame.f_code.co_name == "_carry_out":
            go.wait(60)

    threading.settrace(wait)
    yield go
    threading.settrace(cast(Any, None))


def test_a_call_that_a_worker_has_just_taken_is_cancelled_with_the_others(held: threading.Event) -> None:
    called: list[int] = []
    with idle(1) as workers:
        taken = workers.submit(called.append, 1)
        while workers._calls._calls:
            os.sched_yield()
        waiting = workers.submit(called.append, 2)
        workers.cancel()
        held.set()
        assert not wait([taken, waiting], timeout=60).not_done
        assert (taken.cancelled(), waiting.cancelled(), called) == (True, True, [])
        workers.submit(called.append, 3).result(timeout=60)
    assert called == [3]


def test_who_leaves_waits_for_no_run() -> None:
    before = threading.active_count()
    with open_workers(2, SEAL) as workers:
        spins = workers.submit(script_of, SPINS).result()
        running = [begun(workers, spins) for _ in range(2)]
        waiting = [workers.submit(run, spins) for _ in range(2)]
    assert threading.active_count() == before
    assert not wait([*running, *waiting], timeout=60).not_done
    assert all(future.cancelled() for future in waiting)
