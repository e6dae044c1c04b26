"""What a limit does: headroom, where solutions flip, and whom a limit accepts."""

import pytest
from helpers import make_result

from judge.model import Verdict
from judge.results import Result
from judge.timing.time_limit import window

AC, TLE = Verdict.AC, Verdict.TLE


def passes(name: str, *cpu_s: float, expected: tuple[Verdict, ...] = (AC,)) -> list[Result]:
    return [
        make_result(solution=name, case=f"p/{n}", cpu_s=s, expected=expected) for n, s in enumerate(cpu_s)
    ]


def stopped(name: str, cpu_s: float, expected: Verdict = TLE) -> list[Result]:
    return [make_result(solution=name, cpu_s=cpu_s, verdict=TLE, expected=(expected,))]


def test_the_limits_between_the_slowest_that_must_pass_and_the_fastest_that_must_not() -> None:
    found = window("p", 1.0, [*passes("a", 0.1, 0.3), *passes("b", 0.2), *stopped("c", 1.1)])
    assert (found.low, found.low_s, found.high, found.high_s) == ("a", 0.3, "c", 1.1)
    assert found.high_beyond
    assert found.exists


def test_a_solution_flips_at_its_slowest_test() -> None:
    (flip,) = window("p", 1.0, passes("a", 0.1, 0.25, 0.2)).flips
    assert (flip.at_s, flip.beyond, flip.headroom, flip.must_pass) == (0.25, False, 4, True)


def test_one_that_was_stopped_is_only_known_to_need_more() -> None:
    (flip,) = window("p", 1.0, stopped("a", 1.1)).flips
    assert (flip.at_s, flip.beyond, flip.must_pass) == (1.1, True, False)


@pytest.mark.parametrize(
    "results",
    [
        pytest.param(
            [*passes("a", 0.5), *passes("b", 0.2, expected=(TLE,))], id="it must not pass and is faster"
        ),
        pytest.param(stopped("a", 1.1, AC), id="it must pass and does not"),
        pytest.param([*passes("a", 0.5), *passes("b", 0.5, expected=(TLE,))], id="as fast"),
    ],
)
def test_there_may_be_no_such_limit(results: list[Result]) -> None:
    assert not window("p", 1.0, results).exists


def test_without_one_that_must_fail_any_larger_limit_will_do() -> None:
    found = window("p", 1.0, passes("a", 0.5))
    assert (found.high, found.high_s, found.exists) == (None, None, True)


def test_one_that_may_pass_or_not_sets_no_bound() -> None:
    found = window("p", 1.0, [*passes("a", 0.1), *passes("b", 0.5, expected=(AC, TLE))])
    assert (found.low, found.high) == ("a", None)
    assert [flip.must_pass for flip in found.flips] == [True, None]


def test_a_solution_that_must_fail_one_case_must_fail_the_limit() -> None:
    results = [
        make_result(solution="a", case="p/easy", cpu_s=0.1),
        make_result(solution="a", case="p/hard", cpu_s=0.9, expected=(TLE,)),
    ]
    (flip,) = window("p", 1.0, results).flips
    assert (flip.at_s, flip.must_pass) == (0.9, False)


def test_one_that_must_fail_and_may_do_so_where_nothing_is_known_sets_no_bound() -> None:
    lost = make_result(solution="a", case="p/hard", verdict=Verdict.JE, cpu_s=0.0, expected=(TLE,))
    found = window("p", 1.0, [*passes("a", 0.1), lost, *passes("b", 0.2)])
    assert [flip.solution for flip in found.flips] == ["b"]
    assert (found.high, found.untold) == (None, 1)
    assert window("p", 1.0, [*stopped("a", 1.1), lost]).high == "a"


@pytest.mark.parametrize("verdict", Verdict)
def test_only_an_answer_or_the_limit_says_how_long_it_takes(verdict: Verdict) -> None:
    found = window("p", 1.0, [make_result(verdict=verdict, cpu_s=0.1), *passes("b", 0.2)])
    told = verdict.name in ("AC", "NA", "PE", "WA", "TLE")
    assert (len(found.flips), found.untold) == ((2, 0) if told else (1, 1))


def test_what_did_not_run_says_nothing_of_time() -> None:
    found = window("p", 1.0, [make_result(cpu_s=None)])
    assert (found.flips, found.untold) == ((), 1)
