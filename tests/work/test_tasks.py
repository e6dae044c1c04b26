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

from judge import model
from judge.model import Case, Ending, Run, Solution
from judge.results import Result
from judge.running.languages import LANGUAGES
from judge.verdicts import Verdict
from judge.work.engine import final_results, judge, matrix
from judge.work.slots import Seal
from judge.work.tasks import Task, carry_out, looked_at, measured_again
from judge.work.workers import Workers, open_workers
from judge.worth import Worth

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


class Remembering(Executor):
    """Carries out nothing twice: what has a key that it knows gets what it remembers, under other names."""

    def __init__(self) -> None:
        self.known: dict[str, Result] = {}
        self.carried_out = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        match args:
            case (Task() as task, Seal() as seal) if fn is carry_out:
                key = task.key(seal.level)
                if key not in self.known:
                    self.carried_out += 1
                    self.known[key] = fn(*args)
                future.set_result(named_after(task, self.known[key]))
            case _:
                future.set_result(fn(*args, **kwargs))
        return future


def named_after(task: Task, result: Result) -> Result:
    return replace(
        result,
        solution=task.solution.name,
        case=task.test.case,
        test=task.test.number,
        tests=task.tests,
        expected=task.solution.expected(task.test.case),
    )


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
    b"a": make_run(stdout=b"3\n", cpu_s=0.9),
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
    return solutions, cases, lambda: matrix(solutions, cases)


@pytest.mark.parametrize("manner", MANNERS)
def test_who_looks_at_a_task_gets_its_final_result_and_the_run_that_it_tells_of(manner: bytes) -> None:
    task = Task(solution=make_solution(), test=make_test(input=manner))
    with local(1) as workers:
        first = workers.submit(carry_out, task, SEAL).result()
        final = first if first.final else workers.submit(measured_again, task, SEAL, first).result()
        seen = workers.submit(looked_at, task, SEAL).result()
    assert seen.result == final
    assert seen.result.runs == (6 if manner == b"a" else 1)
    assert seen.run == MANNERS[manner]


def test_who_looks_at_what_cannot_run_gets_no_run() -> None:
    task = Task(solution=make_solution(), test=make_test(format="luogu"))
    with local(1) as workers:
        seen = workers.submit(looked_at, task, SEAL).result()
    assert (seen.result.verdict, seen.run) == (Verdict.SK, None)


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
        return but_for_times(final_results(coming, solutions, cases, fail_fast=fail_fast))

    with local(1) as plain, local(workers) as inner, Unreliable(inner, seed) as unreliable:
        assert outcome(unreliable) == outcome(plain)


CHECKER = model.CheckerProgram(program=make_solution(name="check.py"), protocol="testlib")


def shown(*, level: str = "default", **changes: Any) -> str:
    """The key of a task that differs in this."""
    solution = replace(make_solution(), digest="0123")
    test = model.Test(
        case="p/one",
        number=1,
        format="text",
        input=b"1 2\n",
        answer=b"3\n",
        limits=make_limits(),
        any_answer=False,
    )
    in_test = {name: changes.pop(name) for name in list(changes) if name in model.Test.__slots__}
    own = {name: changes.pop(name) for name in list(changes) if name in ("tests", "files")}
    task = Task(solution=replace(solution, **changes), test=replace(test, **in_test), **own)
    return task.key(level)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"digest": "4567"},
        {"language": LANGUAGES[".cpp"]},
        {"language": replace(LANGUAGES[".py"], run=("pypy3", "{folder}/{file}"))},
        {"interpreter": "pypy3"},
        {"input": b"1 3\n"},
        {"answer": b"4\n"},
        {"input": b"1 2\n3\n", "answer": b""},
        {"any_answer": True},
        {"limits": make_limits(cpu_s=2)},
        {"limits": make_limits(memory_bytes=1 << 20)},
        {"limits": make_limits(output_bytes=1 << 10)},
        {"level": "strict"},
        {"checker": CHECKER},
        {"worth": Worth(points=5)},
    ],
    ids=str,
)
def test_the_key_of_a_task_is_another_where_the_result_may_be(change: dict[str, Any]) -> None:
    assert shown(**change) != shown()


@pytest.mark.parametrize(
    "change",
    [
        {"name": "other.py"},
        {"path": Path("elsewhere/adds.py")},
        {"stamp": (1, 2, 3, 4, 5)},
        {"case": "p/two"},
        {"number": 2},
        {"tests": 2},
        {"files": ((Path("case.yaml"), (1, 2, 3, 4, 5)),)},
    ],
    ids=str,
)
def test_names_and_places_are_no_part_of_the_key(change: dict[str, Any]) -> None:
    assert shown(**change) == shown()


@pytest.mark.parametrize(
    "change",
    [
        {"protocol": "cms"},
        {"arguments": ("x",)},
        {"program": replace(CHECKER.program, digest="4567")},
        {"program": replace(CHECKER.program, language=LANGUAGES[".cpp"])},
    ],
    ids=str,
)
def test_what_decides_is_part_of_the_key(change: dict[str, Any]) -> None:
    assert shown(checker=replace(CHECKER, **change)) != shown(checker=CHECKER)
    renamed = replace(CHECKER, program=replace(CHECKER.program, name="other"))
    assert shown(checker=renamed) == shown(checker=CHECKER)


@settings(max_examples=20)
@given(st.lists(_expected, min_size=2, max_size=3), st.lists(_manners, min_size=5, max_size=9))
def test_what_has_the_same_key_has_the_same_result(expected: list[Verdict], manners: list[bytes]) -> None:
    solutions, cases, tasks = asked(expected, manners)
    with local(1) as plain:
        judged = but_for_times(final_results(judge(solutions, tasks(), plain, SEAL), solutions, cases))

        def outcome() -> list[Result]:
            # In the thread of a worker, whose runner it finds.
            remembering = Remembering()
            results = list(judge(solutions, tasks(), remembering, SEAL))
            assert remembering.carried_out == len(set(manners)) + 1
            return but_for_times(final_results(results, solutions, cases))

        assert plain.submit(outcome).result(timeout=60) == judged


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


@pytest.mark.parametrize("kind", ["processes", "threads"])
def test_who_has_no_runner_opens_one_and_the_results_are_the_same(tmp_path: Path, kind: str) -> None:
    solutions = written(tmp_path)
    limits = make_limits(cpu_s=50)
    cases = [make_case(id=f"p/{number}", input=b"%d 2\n" % number, limits=limits) for number in range(3)]

    def outcome(executor: Executor) -> list[Result]:
        coming = judge(solutions, matrix(solutions, cases), executor, SEAL)
        return but_for_times(final_results(coming, solutions, cases))

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
            test = model.Test(
                case="stress",
                number=made,
                format="text",
                input=b"%d %d\n" % (first, second),
                answer=b"%d\n" % (first + second + wrong),
                limits=make_limits(cpu_s=50),
                any_answer=False,
            )
            yield Task(solution=solution, test=test)

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
        named = list(judge(solutions, matrix(solutions, cases), workers, SEAL))
    with open_workers(1, SEAL) as workers:
        unnamed = list(judge([], matrix(solutions, cases), workers, SEAL))
    assert but_for_times(tuple(unnamed)) == but_for_times(tuple(named))
