"""Calls on an executor: each outcome once, none too early, none left behind, whoever carries them out."""

import threading
from _thread import interrupt_main
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from queue import SimpleQueue
from threading import Timer
from typing import Any, cast

import pytest
from helpers import SEAL, FakeRunner, make_run
from hypothesis import given
from hypothesis import strategies as st

from judge.model.runs import Limits, Run
from judge.running.programs import Script
from judge.running.runner import Runner
from judge.work.calls import AHEAD, run_calls, run_calls_in_order
from judge.work.slots import current_slot
from judge.work.workers import Workers, open_workers

LIMITS = Limits(cpu_s=1000, memory_bytes=256 << 20, output_bytes=1 << 20)
_Call = tuple[int, Callable[..., Any], tuple[Any, ...]]


class Never(Executor):
    """Takes calls and carries none out."""

    def __init__(self) -> None:
        self.taken: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.taken.append(Future())
        return self.taken[-1]


@pytest.mark.slow
def test_who_waits_in_order_stops_when_it_is_over_and_leaves_nothing_under_way() -> None:
    executor = Never()
    assert list(run_calls_in_order(executor, [(int, ("1",))] * 3, is_over=lambda: True)) == []
    assert [future.cancelled() for future in executor.taken] == [True] * 3


@contextmanager
def local(count: int) -> Iterator[Executor]:
    runners = [FakeRunner(lambda _: make_run()) for _ in range(count)]
    with Workers(cast(list[Runner], runners), SEAL) as workers:
        yield workers


EXECUTORS = pytest.mark.parametrize("opened", [local, ThreadPoolExecutor])


def same(items: Iterator[int] | range, function: Callable[[int], int] = lambda item: item) -> Iterator[_Call]:
    return ((item, function, (item,)) for item in items)


@EXECUTORS
@given(numbers=st.lists(st.integers()), count=st.integers(1, 5), ahead=st.integers(1, 9))
def test_every_call_has_one_outcome(
    opened: Callable[[int], Executor], numbers: list[int], count: int, ahead: int
) -> None:
    with opened(count) as executor:
        calls = ((number, pow, (number, 2)) for number in numbers)
        assert Counter(run_calls(executor, calls, ahead=ahead)) == Counter((n, n**2) for n in numbers)


def test_nothing_to_do_is_done_at_once() -> None:
    with local(3) as executor:
        assert list(run_calls(executor, [])) == []


def test_outcomes_come_as_they_are_ready_and_not_in_turn() -> None:
    seen = threading.Event()

    def call(item: str) -> str:
        if item == "slow":
            assert seen.wait(timeout=60)
        return item

    with local(2) as executor:
        coming = run_calls(executor, [(None, call, (item,)) for item in ("slow", "quick")])
        assert next(coming) == (None, "quick")
        seen.set()
        assert list(coming) == [(None, "slow")]


@EXECUTORS
def test_of_endless_calls_a_bounded_number_is_taken_beyond_what_was_consumed(
    opened: Callable[[int], Executor],
) -> None:
    taken = 0

    def endless() -> Iterator[_Call]:
        nonlocal taken
        while True:
            taken += 1
            yield taken, abs, (taken,)

    with opened(2) as executor, closing(run_calls(executor, endless())) as coming:
        for consumed in range(200):
            next(coming)
            assert taken <= consumed + AHEAD


class AtOnce(Executor):
    """Has carried out what it is given before it takes more."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_what_is_done_is_told_before_more_is_taken() -> None:
    taken = []
    calls = ((item, taken.append, (item,)) for item in range(100))
    for told, _ in run_calls(AtOnce(), calls):
        assert taken == list(range(told + 1))


def test_one_ahead_is_one_at_a_time() -> None:
    under_way = 0

    def call(item: int) -> int:
        nonlocal under_way
        under_way += 1
        assert under_way == 1
        under_way -= 1
        return item

    with local(3) as executor:
        coming = run_calls(executor, same(range(100), call), ahead=1)
        assert [item for item, _ in coming] == list(range(100))


@EXECUTORS
def test_what_a_call_raises_ends_all(opened: Callable[[int], Executor]) -> None:
    called = []

    def call(item: int) -> int:
        called.append(item)
        if item == 5:
            raise ValueError("five")
        return item

    with opened(1) as executor:
        with pytest.raises(ValueError, match="five"):
            list(run_calls(executor, same(range(10**6), call)))
        assert len(called) <= 6 + AHEAD


def test_what_the_calls_raise_ends_all() -> None:
    def calls() -> Iterator[_Call]:
        yield from same(range(1))
        raise ValueError("no more")

    with local(2) as executor, pytest.raises(ValueError, match="no more"):
        list(run_calls(executor, calls()))


def test_the_end_of_an_iterator_within_a_call_is_no_end_of_the_calls() -> None:
    with local(2) as executor, pytest.raises(RuntimeError, match="StopIteration"):
        list(run_calls(executor, same(range(10), lambda item: next(iter(())))))


@EXECUTORS
def test_who_stops_listening_leaves_nothing_under_way(opened: Callable[[int], Executor]) -> None:
    under_way: set[int] = set()

    def call(item: int) -> int:
        under_way.add(item)
        threading.Event().wait(0.001)
        under_way.remove(item)
        return item

    with opened(3) as executor:
        coming = run_calls(executor, same(iter(range(10**9)), call))
        next(coming)
        coming.close()
        assert under_way == set()


# What becomes unwanted


class First:
    """Unwanted is what follows the first item whose outcome is true."""

    def __init__(self) -> None:
        self.item = 10**9

    def note(self, item: int, outcome: bool) -> bool:
        self.item = min(self.item, item) if outcome else self.item
        return outcome

    def precedes(self, item: int) -> bool:
        return item > self.item


@EXECUTORS
@given(bad=st.sets(st.integers(0, 30)), count=st.integers(1, 4), ahead=st.integers(1, 9))
def test_only_what_is_unwanted_has_no_outcome(
    opened: Callable[[int], Executor], bad: set[int], count: int, ahead: int
) -> None:
    first = First()
    with opened(count) as executor:
        calls = ((item, bad.__contains__, (item,)) for item in range(30))
        coming = run_calls(executor, calls, ahead=ahead, note=first.note, unwanted=first.precedes)
        found = dict(coming)
    assert sorted(found) == list(range(30))
    for item, outcome in found.items():
        assert outcome == (item in bad) or (outcome is None and item > min(bad))


def test_one_worker_begins_nothing_that_is_unwanted_and_tells_the_reason_first() -> None:
    called = []

    def call(item: int) -> bool:
        called.append(item)
        return item == 2

    with local(1) as executor:
        for _ in range(50):
            called.clear()
            first = First()
            calls = same(range(5), call)
            coming = list(run_calls(executor, calls, note=first.note, unwanted=first.precedes))
            assert called == [0, 1, 2]
            assert coming == [(0, False), (1, False), (2, True), (3, None), (4, None)]


# Real runs

SPINS = b"while True: pass"
PRINTS = b"print(1)"


class Enough(Exception):
    """The exception of a listener that stops."""


def script_of(source: bytes) -> Script:
    script = current_slot(SEAL).runner.compile_python(source, "x.py", LIMITS)
    assert isinstance(script, Script)
    return script


def run(script: Script | None) -> Run:
    if script is None:
        raise Enough
    return current_slot(SEAL).runner.run(script, b"", LIMITS)


@pytest.mark.parametrize("how", ["closed", "an exception of the listener", "an exception of a call"])
def test_who_stops_listening_waits_for_no_run_and_the_runners_serve_again(how: str) -> None:
    with open_workers(2, SEAL) as workers:
        spins, prints = (workers.submit(script_of, code).result() for code in (SPINS, PRINTS))
        scripts = [prints, spins, None if how == "an exception of a call" else spins, prints]
        coming = run_calls(workers, [(None, run, (script,)) for script in scripts])
        _, first = next(coming)
        assert first is not None
        assert first.stdout == b"1\n"
        if how == "closed":
            coming.close()
        elif how == "an exception of a call":
            with pytest.raises(Enough):
                next(coming)
        else:
            with pytest.raises(Enough), closing(coming):
                raise Enough
        again = run_calls(workers, [(None, run, (prints,))] * 4)
        assert [outcome.stdout for _, outcome in again if outcome] == [b"1\n"] * 4


def test_an_interrupt_is_heard_that_does_not_wake_who_waits() -> None:
    """A signal that arrives between the last check for signals and the wait."""
    with open_workers(1, SEAL) as workers:
        spins = workers.submit(script_of, SPINS).result()
        Timer(0.5, interrupt_main).start()
        with pytest.raises(KeyboardInterrupt):
            list(run_calls(workers, [(None, run, (spins,))]))


def test_only_the_main_thread_wakes_up_to_see_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds: list[tuple[str, float | None]] = []

    class Noted(SimpleQueue[Any]):
        def get(self, block: bool = True, timeout: float | None = None) -> Any:
            bounds.append((threading.current_thread().name, timeout))
            return super().get(block, timeout)

    monkeypatch.setattr("judge.work.calls.SimpleQueue", Noted)
    with ThreadPoolExecutor(1) as executor:

        def run() -> None:
            assert [*run_calls(executor, [(1, pow, (2, 3))])] == [(1, 8)]

        thread = threading.Thread(target=run, name="other")
        thread.start()
        thread.join()
        run()
    assert [bound for name, bound in bounds if name == "other"] == [None]
    assert all(bound for name, bound in bounds if name != "other")
