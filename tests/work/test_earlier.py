"""A result under another time limit is reused only if no run could contradict it."""

import re

import pytest
from documents import KNOWN
from helpers import make_limits, make_result, make_run, make_test
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.checkers.decision import decide
from judge.model.results import Result
from judge.model.runs import Ending, Limits
from judge.model.verdicts import Verdict
from judge.work.earlier import UNKNOWN, is_known, still_holds
from judge.work.task_results import is_near_limit

limits_s = st.sampled_from([0.1, 0.5, 1.0, 2.0, 10.0, 60.0]) | st.floats(0.01, 600)
moments_s = st.floats(0, 2000)


def result(verdict: Verdict, *, cpu_s: float | None = 0.01, **rest: float | None) -> Result:
    return replace(make_result(verdict=verdict), cpu_s=cpu_s, **{"wall_s": cpu_s, **rest})


def rows() -> list[tuple[str, str]]:
    """The verdicts of the page, each with the limits under which it holds."""
    found = re.findall(r"^\| (`.*`) \| ([a-z, ]+)", KNOWN.read_text(), re.MULTILINE)
    return [(verdict, where) for verdicts, where in found for verdict in re.findall("[A-Z]+", verdicts)]


def test_the_page_has_a_row_for_every_verdict() -> None:
    assert sorted(verdict for verdict, _ in rows()) == sorted(Verdict.__members__)


@pytest.mark.parametrize(("verdict", "where"), rows())
@pytest.mark.parametrize("asked_s", [0.5, 1.0, 2.0])
def test_a_verdict_holds_where_the_page_says(verdict: str, where: str, asked_s: float) -> None:
    word = "the same" if asked_s == 1 else "looser" if asked_s > 1 else "tighter"
    used_s = 1.2 if verdict == "TLE" else 0.01
    found = result(Verdict[verdict], cpu_s=used_s)
    assert still_holds(found, 1.0, make_limits(cpu_s=asked_s)) == (word in where)


def ran(cpu_of_wall: list[tuple[float, float]], limits: Limits) -> Result | None:
    """A program that works and sleeps so long in turn, under these limits, as the runner stops it.

    None where the judge would run it again.
    """
    cpu_s = wall_s = 0.0
    ending = Ending.FINISHED
    for works_s, sleeps_s in cpu_of_wall:
        until_late_s = min(limits.allowance_s - cpu_s, limits.wall_s - wall_s)
        if works_s >= until_late_s:
            late = limits.allowance_s - cpu_s <= limits.wall_s - wall_s
            ending = Ending.OUT_OF_TIME if late else Ending.IDLE
            cpu_s, wall_s = cpu_s + until_late_s, wall_s + until_late_s
            break
        cpu_s, wall_s = cpu_s + works_s, wall_s + works_s
        if wall_s + sleeps_s >= limits.wall_s:
            ending, wall_s = Ending.IDLE, limits.wall_s
            break
        wall_s += sleeps_s
    run = make_run(ending=ending, cpu_s=cpu_s, wall_s=wall_s, stdout=b"3\n")
    if is_near_limit(run, limits):
        return None
    verdict = decide(run, make_test(limits=limits)).verdict
    return replace(make_result(verdict=verdict), cpu_s=cpu_s, wall_s=wall_s)


@given(st.lists(st.tuples(moments_s, moments_s), min_size=1, max_size=4), limits_s, limits_s)
def test_what_is_concluded_is_what_a_run_would_have_said(
    parts: list[tuple[float, float]], limit_s: float, asked_s: float
) -> None:
    limits, asked = make_limits(cpu_s=limit_s), make_limits(cpu_s=asked_s)
    found = ran(parts, limits)
    assume(found is not None)
    assert found
    if still_holds(found, limit_s, asked):
        would = ran(parts, asked)
        assert would is not None, "it would come near its limit"
        assert would.verdict is found.verdict


@given(st.sampled_from(Verdict), st.none() | st.floats(0, 100), limits_s, st.integers(1, 6), st.booleans())
def test_nothing_is_concluded_from_what_is_not_sure(
    verdict: Verdict, cpu_s: float | None, limit_s: float, runs: int, final: bool
) -> None:
    limits = make_limits(cpu_s=limit_s)
    found = replace(result(verdict, cpu_s=cpu_s), runs=runs, final=final)
    sure = final and runs == 1 and verdict not in UNKNOWN and not is_near_limit(found, limits)
    assert is_known(found, limits) == sure
    assert still_holds(found, limit_s, limits) == sure


@given(st.sampled_from(Verdict), limits_s, limits_s, limits_s)
def test_what_holds_holds_for_all_limits_between(verdict: Verdict, a: float, b: float, c: float) -> None:
    first, middle, last = sorted((a, b, c))
    for start_s, end_s in ((first, last), (last, first)):
        found = result(verdict, cpu_s=2 * start_s if verdict is Verdict.TLE else 0.001)
        if still_holds(found, start_s, make_limits(cpu_s=end_s)):
            assert still_holds(found, start_s, make_limits(cpu_s=middle))


def test_what_slept_too_long_for_a_tighter_limit_would_be_idle_there() -> None:
    """It slept for 1.8 s and would work for 0.55; under a limit of 0.5 s there are 2 s of wall time."""
    slept = result(Verdict.TLE, cpu_s=1.1, wall_s=2.9)
    assert not still_holds(slept, 1.0, make_limits(cpu_s=0.5))
    assert still_holds(slept, 1.0, make_limits(cpu_s=0.9))


def test_of_several_passes_nobody_knows_which_would_be_stopped_first() -> None:
    slow = replace(result(Verdict.TLE, cpu_s=2.0), passes=2)
    assert still_holds(slow, 1.0, make_limits())
    assert not still_holds(slow, 1.0, make_limits(cpu_s=0.5))
