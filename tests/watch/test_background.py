"""A run in the background gives its results as they come, and can be stopped whatever runs."""

import threading
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, SEAL, make_result, wait_until, write_project

from judge.library import folders
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.watch.background import Background
from judge.work.engine import judge, list_tasks
from judge.work.workers import open_workers


def test_results_come_in_their_order_and_the_first_and_the_end_are_told_of() -> None:
    told = threading.Semaphore(0)
    results = [make_result(case=f"sum/{number}") for number in range(3)]
    with open_workers(1, SEAL) as workers:
        run = Background((each for each in results), workers, told.release)
        told.acquire()
        told.acquire()
        wait_until(lambda: run.is_complete)
        assert list(run.take_results()) == results
        assert list(run.take_results()) == []
        run.stop()


def test_what_judging_raises_is_raised_to_who_asks() -> None:
    def fails() -> Generator[Result, None, None]:
        yield make_result()
        raise RuntimeError("a bug")

    with open_workers(1, SEAL) as workers:
        run = Background(fails(), workers, lambda: None)
        with pytest.raises(RuntimeError, match="a bug"):
            wait_until(lambda: run.is_complete)


@pytest.mark.parametrize("seen", [0, 1], ids=["at once", "after a result"])
def test_a_run_is_stopped_at_any_moment_and_its_workers_serve_again(seen: int, tmp_path: Path) -> None:
    sleeps = "# judge: {format: text}\nimport time\ntime.sleep(10000)\n"
    cases = A_PLUS_B.replace("10s", "999s")
    project = write_project(
        tmp_path, solutions={"adds.py": ADDS, "sleeps.py": sleeps}, cases={"sum.yaml": cases}
    )
    loaded = folders.load(project)
    with open_workers(1, SEAL) as workers:

        def run(solutions: Sequence[Solution]) -> Background:
            coming = judge(solutions, list_tasks(solutions, loaded.cases), workers, SEAL)
            return Background(coming, workers, lambda: None)

        first = run(loaded.solutions)
        results: list[Result] = []
        wait_until(lambda: results.extend(first.take_results()) or len(results) >= seen)
        first.stop()
        first.stop()
        assert not first.is_complete
        assert [result.solution for result in (*results, *first.take_results())] in ([], ["adds.py"])
        second = run(loaded.solutions[:1])
        wait_until(lambda: second.is_complete)
        assert [result.verdict for result in second.take_results()] == [Verdict.AC]
