"""CPU time decides and is compared; wall time is only reported, under its own name."""

import csv
import io
import json
import re
from itertools import count
from typing import Any

import pytest
from helpers import (
    SEAL,
    FakeRunner,
    make_case,
    make_limits,
    make_outcome,
    make_result,
    make_run,
    make_solution,
    make_test,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from outcomes import outcomes

from judge.checkers.checker import Following, Judgement
from judge.model.results import Result, list_slowest
from judge.model.runs import Run
from judge.model.verdicts import Verdict
from judge.platform.units import format_time
from judge.running.programs import Script
from judge.show import csv as csv_report
from judge.show import json as json_report
from judge.show import junit, markdown
from judge.show.console import open_console
from judge.show.outcome import Outcome
from judge.show.rows import format_slowest
from judge.show.screen import show_run, summarise
from judge.stress.attempts import count_work
from judge.stress.trial import Trial
from judge.timing.participants import gather_participants
from judge.timing.time_limit import find_window
from judge.work import slots
from judge.work.earlier import is_known
from judge.work.slots import JudgedRun, Slot
from judge.work.task_results import Task, is_near_limit
from judge.work.tasks import carry_out, examine_task, measure_again

SCRIPT = Script(code=b"", filename="adds.py")
TASK = Task(solution=make_solution(), test=make_test(limits=make_limits(cpu_s=1)))
# Much CPU time in little wall time, as with threads; little CPU time in much wall time, as in a sleep.
BUSY, ASLEEP = (0.95, 0.01), (0.01, 2.9)


class Runs:
    """Runs that take these CPU and wall times, in order."""

    def __init__(self, *times: tuple[float, float]) -> None:
        self.left = iter(times)

    def measure(self, _: bytes) -> Run:
        cpu_s, wall_s = next(self.left)
        return make_run(stdout=b"3\n", cpu_s=cpu_s, wall_s=wall_s)


@pytest.fixture
def slot(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make a slot for this thread, in which runs take these times."""
    monkeypatch.setattr(slots, "prepare", lambda solution, runner: SCRIPT)

    def make(*times: tuple[float, float]) -> Slot:
        made = Slot(runner=FakeRunner(Runs(*times).measure), seal=SEAL)  # type: ignore[arg-type]
        monkeypatch.setattr(slots._thread, "slot", made)
        return made

    return make


def clocks(result: Result | Run) -> tuple[float | None, float | None]:
    return result.cpu_s, result.wall_s


# verdicts and measuring again


def test_a_run_is_near_its_limit_by_its_cpu_time(slot: Any) -> None:
    slot((1.05, 0.01), BUSY, ASLEEP)
    assert [carry_out(TASK, SEAL).final for _ in range(3)] == [False, True, True]
    for times, near in ((BUSY, True), (ASLEEP, False)):
        run = make_run(cpu_s=times[0], wall_s=times[1])
        assert is_near_limit(run, make_limits(cpu_s=1)) is near
        assert is_known(replace(make_result(), cpu_s=times[0], wall_s=times[1]), make_limits()) is not near


def test_of_several_runs_that_with_the_least_cpu_time_counts(slot: Any) -> None:
    times = [(1.05, 1.0), (1.04, 7.0), (1.01, 3.0), (1.03, 0.1), (1.04, 0.2), (1.05, 0.3)]
    slot(*times)
    assert clocks(examine_task(TASK, SEAL).result) == (1.01, 3.0)
    slot(*times[1:])
    first = replace(make_result(), cpu_s=1.05, wall_s=1.0, final=False)
    again = measure_again(TASK, SEAL, first)
    assert (clocks(again), again.runs) == ((1.01, 3.0), 6)


def test_of_several_passes_that_with_the_most_cpu_time_counts(
    slot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = slot((0.1, 2.0), (0.3, 0.4), (0.2, 9.0))
    number = count(1)

    def judge_output(_: Slot, run: Run, *__: object, **___: object) -> JudgedRun:
        following = Following(input=b"", left=()) if next(number) < 3 else None
        return JudgedRun(run, Judgement(verdict=Verdict.AC, following=following))

    monkeypatch.setattr(Slot, "judge_output", judge_output)
    judged = own.judge(SCRIPT, make_test(passes=3))
    assert (clocks(judged.run), judged.passes) == ((0.3, 0.4), 3)


# benchmarks, limits and searches


def test_a_benchmark_measures_cpu_time(slot: Any) -> None:
    own = slot(BUSY, ASLEEP)
    taking = gather_participants([make_solution()], [make_case()], own)
    assert [taking.execute(entry).cpu_s for entry in taking.entries] == [0.95, 0.01]


def test_the_slowest_input_is_that_with_the_most_cpu_time(slot: Any) -> None:
    own = slot((0.2, 9.0), (0.5, 0.1), (0.4, 7.0), (0.3, 8.0))
    case, suspect = make_case(), make_solution()
    trial = Trial(case=case, suspects=(suspect,), counted=(suspect,), unit="CPU seconds")
    found = [count_work(trial, case, own, above=1.0), count_work(trial, case, own)]
    assert [work and work.amount for work in found] == [0.2, 0.3]


def test_a_limit_follows_from_cpu_times() -> None:
    results = [
        replace(make_result(solution=name, case=f"p/{case}"), cpu_s=cpu_s, wall_s=wall_s)
        for name, case, cpu_s, wall_s in (("a", 1, 0.2, 9.0), ("a", 2, 0.4, 0.1), ("b", 1, 0.3, 8.0))
    ]
    found = find_window("p", 1.0, results)
    assert (found.low, found.low_s, [flip.at_s for flip in found.flips]) == ("a", 0.4, [0.4, 0.3])


# reports


def slept(outcome: Outcome) -> Outcome:
    """Return the outcome as if every program that ran had slept for long."""
    later = (one if one.wall_s is None else replace(one, wall_s=one.wall_s + 1e6) for one in outcome.results)
    return replace(outcome, results=tuple(later))


def drawn(outcome: Outcome) -> str:
    console = open_console(io.StringIO(), color="never")
    show_run(outcome, rows="all", notices=(), console=console)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


@pytest.mark.slow
@settings(max_examples=10)
@given(outcomes())
def test_no_table_and_no_summary_tells_wall_times_of_programs(outcome: Outcome) -> None:
    for report in (junit.render, markdown.render, summarise, drawn):
        assert report(slept(outcome)) == report(outcome)


@pytest.mark.slow
@settings(max_examples=30)
@given(outcomes())
def test_a_report_has_wall_times_under_their_own_name(outcome: Outcome) -> None:
    wall_s = [one.wall_s for one in outcome.results]
    rows = list(csv.DictReader(io.StringIO(csv_report.render(outcome).decode())))
    assert [row["wall_s"] for row in rows] == ["" if each is None else f"{each:.15g}" for each in wall_s]
    other = list(csv.DictReader(io.StringIO(csv_report.render(slept(outcome)).decode())))
    assert [{**row, "wall_s": ""} for row in rows] == [{**row, "wall_s": ""} for row in other]

    def tests(outcome: Outcome) -> list[dict[str, Any]]:
        found = json.loads(json_report.render(outcome))
        return [test for result in found["results"] for test in result["tests"]]

    assert [test["wall_s"] for test in tests(outcome)] == wall_s
    assert [test["cpu_s"] for test in tests(slept(outcome))] == [one.cpu_s for one in outcome.results]


@given(st.lists(st.tuples(st.floats(0.001, 10), st.floats(0.001, 10)), min_size=1, max_size=5))
def test_the_slowest_is_that_with_the_most_cpu_time(times: list[tuple[float, float]]) -> None:
    results = [
        replace(make_result(case=f"p/{number}"), cpu_s=cpu_s, wall_s=wall_s)
        for number, (cpu_s, wall_s) in enumerate(times)
    ]
    most_s = max(cpu_s for cpu_s, _ in times)
    assert format_slowest(results) == format_time(most_s)
    limits = {result.case: make_limits() for result in results}
    first, *_ = list_slowest(results, limits)
    assert first.share == most_s
    outcome = make_outcome(*results, limits=limits, wall_s=1e6)
    whole_s = sum(cpu_s for cpu_s, _ in times)
    assert f'<testsuites name="judge" tests="{len(times)}"' in junit.render(outcome).decode()
    assert f'time="{whole_s:.6f}"' in junit.render(outcome).decode()


def test_the_limit_beside_a_cpu_time_is_that_of_cpu_time() -> None:
    """A limit of 1.25 s of CPU time implies one of 3.5 s of wall time."""
    outcome = make_outcome(make_result(), limits={"sum/small": make_limits(cpu_s=1.25)})
    (row,) = csv.DictReader(io.StringIO(csv_report.render(outcome).decode()))
    assert row["cpu_limit_s"] == "1.25"
    (case,) = json.loads(json_report.render(outcome))["cases"]
    assert case["cpu_s"] == 1.25
    assert "250 ms of 1.25 s" in summarise(outcome)


@settings(max_examples=10)
@given(outcomes())
def test_a_page_has_wall_times_after_their_own_word(outcome: Outcome) -> None:
    pytest.importorskip("jinja2")
    from judge.show.html import run as html

    walls = re.compile(rb"\bwall \d[^,;<]*")
    assert walls.sub(b"", html.render_run(slept(outcome))) == walls.sub(b"", html.render_run(outcome))
