"""Runs that are made ahead give the same results as single runs."""

import threading
from collections.abc import Iterator, Sequence
from math import inf
from typing import cast

import pytest
from helpers import SEAL, FakeRunner, judge_with, make_case, make_limits, make_run, make_solution
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.model.cases import Case
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.runs import Run
from judge.model.verdicts import Verdict
from judge.platform.files import Content
from judge.running.endings import lost_run
from judge.running.programs import Part
from judge.running.runner import Runner
from judge.running.sandbox.wire import MOST_RUNS
from judge.work import workers
from judge.work.engine import list_tasks, order_final_results
from judge.work.tasks import carry_out
from judge.work.workers import Workers

# The program does what the first word of its input says.
DEEDS = ("answer", "lie", "exit", "crash", "chatter", "complain", "close", "sleep")
SOURCE = """\
import os, sys, time
deed, number = input().split()
if deed == "exit":
    sys.exit(3)
if deed == "crash":
    os.abort()
if deed == "chatter":
    print("x" * 5000)
if deed == "complain":
    print("odd", file=sys.stderr)
if deed == "close":
    os._exit(0)
if deed == "sleep":
    time.sleep(0.05)
print(int(number) + (deed == "lie"))
"""
LIMITS = make_limits(cpu_s=100, output_bytes=4096)


def cases_of(deeds: Sequence[str]) -> list[Case]:
    return [
        make_case(
            id=f"deeds/{number:02}",
            input=f"{deed} {number}\n".encode(),
            answer=b"%d\n" % number,
            limits=LIMITS,
        )
        for number, deed in enumerate(deeds)
    ]


class Counting(Runner):
    """A runner that notes two numbers for each request: the wanted runs, and the runs that were made."""

    def __init__(self) -> None:
        super().__init__(core=None)
        self.requests: list[tuple[int, int]] = []

    def run_all(self, part: Part, stdins: Sequence[Content]) -> list[Run]:
        runs = super().run_all(part, stdins)
        self.requests.append((len(stdins), len(runs)))
        return runs


@pytest.fixture(scope="module")
def runners() -> Iterator[tuple[Counting, Counting]]:
    with Counting() as one, Counting() as other:
        yield one, other


@pytest.fixture(scope="module")
def solution(tmp_path_factory: pytest.TempPathFactory) -> Solution:
    path = tmp_path_factory.mktemp("solutions") / "deeds.py"
    path.write_text(SOURCE)
    return make_solution(name=path.name, path=path)


def judged(
    runners: Sequence[Runner | FakeRunner],
    solution: Solution,
    cases: Sequence[Case],
    *,
    fail_fast: bool = False,
) -> list[Result]:
    with Workers(cast(Sequence[Runner], runners), SEAL) as pool:
        found = list(judge_with(pool, [solution], cases, fail_fast=fail_fast))
    return [*map(untimed, order_final_results(found, [solution], cases, fail_fast=fail_fast))]


def untimed(result: Result) -> Result:
    return replace(result, cpu_s=None, wall_s=None, peak_bytes=None)


@settings(max_examples=20)
@given(st.lists(st.sampled_from(DEEDS), max_size=16), st.booleans())
def test_results_do_not_depend_on_what_runs_in_one_request(
    runners: tuple[Counting, Counting], solution: Solution, deeds: list[str], fail_fast: bool
) -> None:
    cases = cases_of(deeds)
    alone = [carry_out(task, SEAL) for task in list_tasks([solution], cases)]
    expected = [*map(untimed, order_final_results(alone, [solution], cases, fail_fast=fail_fast))]
    assert judged(runners[:1], solution, cases, fail_fast=fail_fast) == expected
    assert judged(runners, solution, cases, fail_fast=fail_fast) == expected


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers find every call quick, however busy the machine is."""
    monkeypatch.setattr(workers, "QUICK_S", inf)


@pytest.mark.usefixtures("quick")
def test_tests_of_a_quick_program_share_requests(solution: Solution) -> None:
    with Counting() as runner:
        results = judged([runner], solution, cases_of(["answer"] * 30))
    assert {result.verdict for result in results} == {Verdict.AC}
    assert max(asked for asked, _ in runner.requests) == MOST_RUNS
    # one is the compilation
    assert sum(made for _, made in runner.requests) == 31


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("deed", ["sleep", "exit", "crash"])
def test_a_run_that_is_slow_or_fails_is_the_last_of_its_request(solution: Solution, deed: str) -> None:
    with Counting() as runner:
        judged([runner], solution, cases_of([deed] * 10))
    assert {made for _, made in runner.requests} == {1}
    assert max(asked for asked, _ in runner.requests) == MOST_RUNS


def test_after_a_slow_call_a_program_runs_on_one_test(
    solution: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "QUICK_S", 0)
    with Counting() as runner:
        judged([runner], solution, cases_of(["answer"] * 10))
    assert runner.requests == [(1, 1)] * 11


class Fragile(FakeRunner):
    """A runner whose keeper is lost in every request for several runs."""

    def run_all(self, part: Part, stdins: Sequence[Content]) -> list[Run]:
        return super().run_all(part, stdins) if len(stdins) == 1 else [lost_run("the keeper was killed")]


def make_answers(_: bytes) -> Run:
    return make_run(stdout=b"3\n")


@pytest.mark.usefixtures("quick")
def test_a_lost_request_is_charged_to_none_of_its_tests() -> None:
    cases = [make_case(id=f"sum/{number}") for number in range(20)]
    results = judged([Fragile(make_answers)], make_solution(), cases)
    assert [result.verdict for result in results] == [Verdict.AC] * 20


@pytest.mark.usefixtures("quick")
def test_cancelling_a_test_that_runs_with_others_leaves_these_alone() -> None:
    begun, allowed = threading.Event(), threading.Event()
    together: list[int] = []

    class Waiting(FakeRunner):
        def run_all(self, part: Part, stdins: Sequence[Content]) -> list[Run]:
            together.append(len(stdins))
            begun.set()
            assert allowed.wait(60)
            return super().run_all(part, stdins)

    cases = [make_case(id=f"sum/{number}") for number in range(9)]
    with Workers(cast(Sequence[Runner], [Waiting(make_answers)]), SEAL) as pool:
        first, *tasks = list_tasks([make_solution()], cases)
        pool.submit(carry_out, first, SEAL).result()
        hold = threading.Event()
        pool.submit(hold.wait, 60)
        futures = [pool.submit(carry_out, task, SEAL) for task in tasks]
        hold.set()
        assert begun.wait(60)
        assert futures[2].cancel()
        allowed.set()
        results = [None if each.cancelled() else each.result().verdict for each in futures]
    assert results == [None if number == 2 else Verdict.AC for number in range(8)]
    assert max(together) == MOST_RUNS


@pytest.mark.usefixtures("quick")
def test_a_worker_leaves_the_others_their_share() -> None:
    everyone = threading.Barrier(2)

    def meet(_: bytes) -> Run:
        everyone.wait(60)
        return make_run(stdout=b"3\n")

    cases = [make_case(id=f"sum/{number}") for number in range(2)]
    for _ in range(5):
        results = judged([FakeRunner(meet), FakeRunner(meet)], make_solution(), cases)
        assert [result.verdict for result in results] == [Verdict.AC] * 2
