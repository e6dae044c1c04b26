"""A task is the same wherever, whenever and however often it is carried out."""

import pickle
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest
from helpers import (
    CLUES,
    SEAL,
    SOLVED,
    TWO_CLUES,
    FakeRunner,
    grid_case,
    make_case,
    make_limits,
    make_run,
    make_solution,
    make_test,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.runs import Ending, Run
from judge.model.verdicts import Verdict
from judge.work.engine import judge, list_tasks, order_final_results
from judge.work.task_results import Task
from judge.work.tasks import carry_out, examine_task, measure_again
from judge.work.workers import Workers, open_workers

AC, WA, TLE, CE, SK = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.CE, Verdict.SK
Submit = Callable[..., Future[Any]]


class Unreliable(Executor):
    """Carries everything out twice, late and in any order, on what has been through pickle each time."""

    def __init__(self, inner: Executor, seed: int) -> None:
        self._inner, self._chance = inner, Random(seed)
        self._more, self._waiting = threading.Condition(), []
        self._shut = False
        self._thread = threading.Thread(target=self._deliver)
        self._thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        with self._more:
            self._waiting.append((future, pickle.dumps((fn, args, kwargs))))
            self._more.notify()
        return future

    def _deliver(self) -> None:
        while True:
            with self._more:
                self._more.wait_for(lambda: self._waiting or self._shut)
                if not self._waiting:
                    return
                future, packed = self._waiting.pop(self._chance.randrange(len(self._waiting)))
            if future.set_running_or_notify_cancel():
                once, twice = (self._inner.submit(_unpacked, packed) for _ in range(2))
                try:
                    once.result()
                    future.set_result(pickle.loads(twice.result()))
                except Exception as error:
                    future.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._more:
            self._shut = True
            self._more.notify()
        self._thread.join()


def _unpacked(packed: bytes) -> bytes:
    function, args, kwargs = pickle.loads(packed)
    return pickle.dumps(function(*args, **kwargs))


def but_for_times(results: tuple[Result, ...]) -> list[Result]:
    return [replace(result, cpu_s=None, wall_s=None, peak_bytes=None) for result in results]


# What a program of few words does with an input: its first letter says it.
MANNERS: dict[bytes, Run] = {
    b"r": make_run(stdout=b"3\n"),
    b"w": make_run(stdout=b"4\n", stderr=b"oops"),
    b"n": make_run(stdout=b"3"),
    b"s": make_run(stdout=b"3\n", cpu_s=1.2, ending=Ending.OUT_OF_TIME),
    b"c": make_run(exit_code=1, stderr=b"Traceback"),
    b"a": make_run(stdout=b"3\n", cpu_s=1.05, ending=Ending.OUT_OF_TIME),
}


def fake() -> FakeRunner:
    return FakeRunner(lambda stdin: MANNERS[stdin[:1]])


@contextmanager
def local(count: int) -> Iterator[Workers]:
    with Workers([fake() for _ in range(count)], SEAL) as workers:  # type: ignore[list-item]
        yield workers


_manners = st.sampled_from(sorted(MANNERS))
_expected = st.sampled_from([AC, AC, WA, TLE])


def asked(
    expected: list[Verdict], manners: list[bytes]
) -> tuple[list[Solution], list[Case], Callable[[], Iterator[Task]]]:
    solutions = [
        make_solution(name=f"{number}.py", expect={"*": verdict}) for number, verdict in enumerate(expected)
    ]
    cases = [make_case(id=f"p/{number}", input=manner) for number, manner in enumerate(manners)]
    # What cannot meet is skipped.
    cases.insert(len(cases) // 2, grid_case("poj", (CLUES, SOLVED), (TWO_CLUES, SOLVED)))
    return solutions, cases, lambda: list_tasks(solutions, cases)


@pytest.mark.parametrize("manner", MANNERS)
def test_who_looks_at_a_task_gets_its_final_result_and_the_run_that_it_tells_of(manner: bytes) -> None:
    task = Task(solution=make_solution(), test=make_test(input=manner))
    with local(1) as workers:
        first = workers.submit(carry_out, task, SEAL).result()
        final = first if first.final else workers.submit(measure_again, task, SEAL, first).result()
        seen = workers.submit(examine_task, task, SEAL).result()
    assert seen.result == final
    assert seen.result.runs == (2 if manner == b"a" else 1)
    assert seen.run == MANNERS[manner]


def test_who_looks_at_what_cannot_run_gets_no_run() -> None:
    task = Task(solution=make_solution(), test=make_test(format="luogu"))
    with local(1) as workers:
        seen = workers.submit(examine_task, task, SEAL).result()
    assert (seen.result.verdict, seen.run) == (Verdict.SK, None)


@pytest.mark.slow
@settings(max_examples=40)
@given(
    st.lists(_expected, min_size=1, max_size=3),
    st.lists(_manners, max_size=12),
    st.integers(1, 3),
    st.integers(0, 999),
    st.booleans(),
)
def test_who_carries_tasks_out_twice_late_and_in_any_order_gets_the_same_results(
    expected: list[Verdict], manners: list[bytes], workers: int, seed: int, fail_fast: bool
) -> None:
    solutions, cases, tasks = asked(expected, manners)

    def outcome(executor: Executor) -> list[Result]:
        coming = judge(solutions, tasks(), executor, SEAL, fail_fast=fail_fast)
        return but_for_times(order_final_results(coming, solutions, cases, fail_fast=fail_fast))

    with local(1) as plain, local(workers) as inner, Unreliable(inner, seed) as unreliable:
        assert outcome(unreliable) == outcome(plain)


# Elsewhere, with real programs

SOURCES = {
    "adds.py": "print(sum(map(int, input().split())))\n",
    "wrong.py": "import sys\nprint('debug', file=sys.stderr)\nprint(4)\n",
    "broken.py": "def f(:\n",
    "crashes.py": "1 / 0\n",
}


def written(folder: Path) -> list[Solution]:
    for name, source in SOURCES.items():
        (folder / name).write_text(source)
    return [make_solution(name=name, path=folder / name) for name in SOURCES]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["processes", "threads"])
def test_who_has_no_runner_opens_one_and_the_results_are_the_same(tmp_path: Path, kind: str) -> None:
    solutions = written(tmp_path)
    limits = make_limits(cpu_s=50)
    cases = [make_case(id=f"p/{number}", input=b"%d 2\n" % number, limits=limits) for number in range(3)]

    def outcome(executor: Executor) -> list[Result]:
        coming = judge(solutions, list_tasks(solutions, cases), executor, SEAL)
        return but_for_times(order_final_results(coming, solutions, cases))

    with open_workers(2, SEAL) as workers:
        here = outcome(workers)
    opened: Executor = (
        ThreadPoolExecutor(2)
        if kind == "threads"
        else ProcessPoolExecutor(2, mp_context=get_context("spawn"))
    )
    with opened as elsewhere:
        assert outcome(elsewhere) == here
    assert [result.verdict for result in here] == [WA, AC, WA] + [WA] * 3 + [CE] * 3 + [Verdict.RE] * 3


# Without files


def test_tests_need_no_file_no_case_and_no_end(tmp_path: Path) -> None:
    (tmp_path / "adds.py").write_text(SOURCES["adds.py"])
    (solution,) = [make_solution(path=tmp_path / "adds.py")]
    made = 0

    def endless() -> Iterator[Task]:
        nonlocal made
        chance = Random(0)
        while True:
            made += 1
            first, second = chance.randrange(1000), chance.randrange(1000)
            wrong = made % 7 == 0
            test = make_test(
                input=b"%d %d\n" % (first, second),
                answer=b"%d\n" % (first + second + wrong),
                limits=make_limits(cpu_s=50),
            )
            yield Task(solution=solution, test=replace(test, number=made))

    with open_workers(2, SEAL) as workers:
        results = judge([solution], endless(), workers, SEAL)
        for result in results:
            assert result.verdict is (WA if result.test % 7 == 0 else AC)
            if result.test > 100:
                break
        results.close()
        again = judge([solution], endless(), workers, SEAL)
        assert next(again).verdict is not None
        again.close()


def test_what_was_not_named_before_is_prepared_when_it_comes(tmp_path: Path) -> None:
    solutions = written(tmp_path)
    cases = [make_case(limits=make_limits(cpu_s=50))]
    with open_workers(1, SEAL) as workers:
        named = list(judge(solutions, list_tasks(solutions, cases), workers, SEAL))
    with open_workers(1, SEAL) as workers:
        unnamed = list(judge([], list_tasks(solutions, cases), workers, SEAL))
    assert but_for_times(tuple(unnamed)) == but_for_times(tuple(named))
