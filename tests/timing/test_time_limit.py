"""The effect of a time limit: headroom, the limits at which solutions flip, and the accepted solutions."""

import pytest
from helpers import make_result
from hypothesis import example, given
from hypothesis import strategies as st

from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.timing.time_limit import (
    Margins,
    SafeLimit,
    Window,
    check_margins,
    find_stopped_early,
    find_window,
    propose_limit,
    round_up,
)

AC, TLE = Verdict.AC, Verdict.TLE


def passes(name: str, *cpu_s: float, expected: tuple[Verdict, ...] = (AC,)) -> list[Result]:
    return [
        make_result(solution=name, case=f"p/{n}", cpu_s=s, expected=expected) for n, s in enumerate(cpu_s)
    ]


def stopped(name: str, cpu_s: float, expected: Verdict = TLE) -> list[Result]:
    return [make_result(solution=name, cpu_s=cpu_s, verdict=TLE, expected=(expected,))]


def derived(window: Window, factor: float, margin: float = 1) -> SafeLimit:
    margins = Margins(factor=factor, margin=margin)
    return check_margins(propose_limit(window, margins), margins)


def test_the_limits_between_the_slowest_that_must_pass_and_the_fastest_that_must_not() -> None:
    found = find_window("p", 1.0, [*passes("a", 0.1, 0.3), *passes("b", 0.2), *stopped("c", 1.1)])
    assert (found.low, found.low_s, found.high, found.high_s) == ("a", 0.3, "c", 1.1)
    assert found.high_beyond
    assert found.exists


def test_a_solution_flips_at_its_slowest_test() -> None:
    (flip,) = find_window("p", 1.0, passes("a", 0.1, 0.25, 0.2)).flips
    assert (flip.at_s, flip.beyond, flip.headroom, flip.must_pass) == (0.25, False, 4, True)


def test_one_that_was_stopped_is_only_known_to_need_more() -> None:
    (flip,) = find_window("p", 1.0, stopped("a", 1.1)).flips
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
    assert not find_window("p", 1.0, results).exists


def test_without_one_that_must_fail_any_larger_limit_will_do() -> None:
    found = find_window("p", 1.0, passes("a", 0.5))
    assert (found.high, found.high_s, found.exists) == (None, None, True)


def test_one_that_may_pass_or_not_sets_no_bound() -> None:
    found = find_window("p", 1.0, [*passes("a", 0.1), *passes("b", 0.5, expected=(AC, TLE))])
    assert (found.low, found.high) == ("a", None)
    assert [flip.must_pass for flip in found.flips] == [True, None]


def test_a_solution_that_must_fail_one_case_must_fail_the_limit() -> None:
    results = [
        make_result(solution="a", case="p/easy", cpu_s=0.1),
        make_result(solution="a", case="p/hard", cpu_s=0.9, expected=(TLE,)),
    ]
    (flip,) = find_window("p", 1.0, results).flips
    assert (flip.at_s, flip.must_pass) == (0.9, False)


def test_one_that_must_fail_and_may_do_so_where_nothing_is_known_sets_no_bound() -> None:
    lost = make_result(solution="a", case="p/hard", verdict=Verdict.JE, cpu_s=0.0, expected=(TLE,))
    found = find_window("p", 1.0, [*passes("a", 0.1), lost, *passes("b", 0.2)])
    assert [flip.solution for flip in found.flips] == ["b"]
    assert (found.high, found.untold) == (None, ("a on p/hard",))
    assert find_window("p", 1.0, [*stopped("a", 1.1), lost]).high == "a"


@pytest.mark.parametrize("verdict", Verdict)
def test_only_an_answer_or_the_limit_says_how_long_it_takes(verdict: Verdict) -> None:
    found = find_window("p", 1.0, [make_result(verdict=verdict, cpu_s=0.1), *passes("b", 0.2)])
    told = verdict.name in ("AC", "NA", "PE", "WA", "TLE")
    assert (len(found.flips), found.untold) == ((2, ()) if told else (1, ("adds.py on sum/small",)))


def test_what_did_not_run_says_nothing_of_time() -> None:
    found = find_window("p", 1.0, [make_result(cpu_s=None)])
    assert (found.flips, found.untold) == ((), ("adds.py on sum/small",))


def test_the_limit_that_follows_is_twice_what_the_slowest_accepted_takes_below_the_fastest_rejected() -> None:
    results = [
        *passes("a", 0.1, 0.46),
        *passes("b", 0.2),
        *stopped("c", 1.1),
        *passes("d", 3.0, expected=(TLE,)),
    ]
    found = derived(find_window("p", 1.0, results), 2)
    assert found.limit_s == 1.0
    assert found.rule == "2 x 460 ms on p/1 (a)"
    assert found.bound == "c takes over 1.1 s on sum/small"


def test_without_one_that_must_fail_nothing_bounds_the_limit() -> None:
    found = derived(find_window("p", 1.0, passes("a", 0.5)), 5)
    assert (found.limit_s, found.bound) == (2.5, "")


def test_a_wrong_program_sets_no_limit() -> None:
    wrong = [make_result(solution="w", case="p/1", cpu_s=0.7, verdict=Verdict.WA, expected=(Verdict.WA,))]
    assert derived(find_window("p", 1.0, [*passes("a", 0.4), *wrong]), 2).limit_s == 0.8
    assert find_window("p", 1.0, [*passes("a", 0.4), *wrong]).low == "a"
    assert find_window("p", 1.0, [*passes("a", 0.4), *stopped("w", 1.1, Verdict.WA)]).exists


@given(st.sets(st.sampled_from((AC, Verdict.PE, Verdict.WA, Verdict.RE))).filter(lambda some: some != {AC}))
def test_a_wrong_program_that_passes_sets_no_limit(expected: set[Verdict]) -> None:
    lucky = passes("w", 0.7, expected=(*expected,))
    found = find_window("p", 1.0, [*passes("a", 0.4), *lucky])
    assert derived(found, 2).limit_s == 0.8
    assert (found.low, found.low_s) == ("a", 0.4)


@pytest.mark.parametrize("verdict", [Verdict.PE, Verdict.WA, Verdict.OLE, Verdict.MLE, Verdict.RE])
def test_a_program_that_should_be_right_and_fails_sets_no_limit(verdict: Verdict) -> None:
    fails = [*passes("w", 0.7), make_result(solution="w", case="p/9", cpu_s=0.7, verdict=verdict)]
    found = find_window("p", 1.0, [*passes("a", 0.4), *fails])
    assert derived(found, 2).limit_s == 0.8
    assert (found.low, found.low_s) == ("a", 0.4)


@pytest.mark.parametrize(
    ("results", "message"),
    [
        pytest.param([], "expected a solution that is accepted on all tests, got none", id="nothing"),
        pytest.param(
            stopped("a", 1.1, AC),
            "expected a solution that is accepted on all tests, got none",
            id="none accepted",
        ),
        pytest.param(
            [*passes("a", 0.4), *passes("b", 0.5, 0.7, expected=(TLE,))],
            "expected 0.8s, at least 2 x 400 ms on p/0 (a), to be too little for b, got 700 ms on p/1",
            id="one that must fail is in time",
        ),
        pytest.param(
            [*passes("a", 0.6), *stopped("b", 1.1)],
            "expected 1.5s, at least 2 x 600 ms on p/0 (a), to be too little for b, got over 1.1 s on"
            " sum/small (--up-to lets it run on)",
            id="one that must fail is known to take no longer",
        ),
        pytest.param(
            [*passes("a", 0.4), *stopped("b", 1.1, AC)],
            "expected 0.8s, at least 2 x 400 ms on p/0 (a), to be enough for b, got over 1.1 s on sum/small"
            " (--up-to lets it run on)",
            id="one that must pass was stopped",
        ),
        pytest.param(
            [
                *passes("a", 0.1),
                make_result(solution="w", case="p/1", cpu_s=0.7, verdict=Verdict.WA, expected=(Verdict.WA,)),
            ],
            "expected 0.2s, at least 2 x 100 ms on p/0 (a), to be enough for w, got 700 ms on p/1",
            id="a wrong one would be too slow",
        ),
    ],
)
def test_there_may_be_no_limit_that_follows(results: list[Result], message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        derived(find_window("p", 1.0, results), 2)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("time_s", "written"),
    [(0.0, 0.1), (0.101, 0.2), (0.3, 0.3), (0.95, 1.0), (1.01, 1.5), (4.6, 5.0), (5.1, 6.0), (61.2, 62.0)],
)
def test_a_limit_is_rounded_up_to_what_a_person_would_write(time_s: float, written: float) -> None:
    assert round_up(time_s) == written


@given(time_s=st.floats(0.000001, 99_999), factor=st.floats(1, 100))
@example(time_s=1.0000000000000002, factor=1.0)
def test_the_limit_that_follows_is_enough_and_stays_where_it_is(time_s: float, factor: float) -> None:
    found = derived(find_window("p", 1.0, passes("a", time_s)), factor)
    assert found.limit_s >= factor * time_s - 1e-6 * factor * time_s - 1e-6
    assert round_up(found.limit_s) == found.limit_s


def test_one_that_is_free_bounds_nothing_and_is_shown_all_the_same() -> None:
    results = [*passes("a", 0.3), *passes("b", 0.9), *stopped("c", 1.1)]
    found = find_window("p", 1.0, results, free={"b", "c"})
    assert [(flip.solution, flip.must_pass) for flip in found.flips] == [
        ("a", True),
        ("b", None),
        ("c", None),
    ]
    assert (found.low, found.high, derived(found, 2).limit_s) == ("a", None, 0.6)


def test_what_must_be_too_slow_is_so_by_the_margin() -> None:
    results = [*passes("a", 0.46), *passes("b", 1.6, expected=(TLE,)), *stopped("c", 2.2)]
    found = derived(find_window("p", 1.0, results), 2, 1.5)
    assert found.bound == "b takes 1.6 s on p/0, more than 1.5 x 1s"


@pytest.mark.parametrize(
    ("slow", "message"),
    [
        pytest.param(
            passes("b", 1.0, 1.5, expected=(TLE,)),
            "expected 1s, at least 2 x 460 ms on p/0 (a), times 1.5 to be too little for b, got 1.5 s on p/1",
            id="it takes just so long",
        ),
        pytest.param(
            stopped("b", 1.1),
            "expected 1s, at least 2 x 460 ms on p/0 (a), times 1.5 to be too little for b,"
            " got over 1.1 s on sum/small (--up-to lets it run on)",
            id="nobody knows how long it takes",
        ),
    ],
)
def test_a_limit_that_is_not_safe_by_its_margin_is_none(slow: list[Result], message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        derived(find_window("p", 1.0, [*passes("a", 0.46), *slow]), 2, 1.5)
    assert str(caught.value) == message


def test_a_stated_limit_is_too_low_where_the_factor_asks_for_more() -> None:
    margins = Margins(factor=2, margin=1.5)
    with pytest.raises(ValueError, match=r"^expected at least 2 x 460 ms on p/0 \(a\), got 0\.9s$"):
        check_margins(find_window("p", 0.9, passes("a", 0.46)), margins)
    assert check_margins(find_window("p", 0.92, passes("a", 0.46)), margins).limit_s == 0.92


TIMES = st.integers(1, 4000).map(lambda ms: ms / 1000)


@given(
    right=st.lists(TIMES, min_size=1, max_size=3),
    slow=st.lists(TIMES, max_size=3),
    were_stopped=st.booleans(),
    limit_s=TIMES,
    factor=st.sampled_from([1.0, 1.25, 2.0, 5.0]),
    margin=st.sampled_from([1.0, 1.5, 4.0]),
)
def test_a_limit_is_safe_where_every_right_and_every_slow_solution_keeps_its_distance(
    right: list[float],
    slow: list[float],
    were_stopped: bool,
    limit_s: float,
    factor: float,
    margin: float,
) -> None:
    results = [result for number, time in enumerate(right) for result in passes(f"r{number}", time)]
    for number, time in enumerate(slow):
        name = f"s{number}"
        results += stopped(name, time) if were_stopped else passes(name, time, expected=(TLE,))
    found, margins = find_window("p", limit_s, results), Margins(factor=factor, margin=margin)
    is_slow_enough = [time > margin * limit_s for time in slow]
    unknown = {f"s{number}" for number, is_known in enumerate(is_slow_enough) if not is_known}
    assert find_stopped_early(found, margins) == (unknown if were_stopped else set())
    if factor * max(right) <= limit_s + 1e-6 and all(is_slow_enough):
        assert check_margins(found, margins).accepted.at_s == max(right)
    else:
        with pytest.raises(ValueError, match=r"^expected "):
            check_margins(found, margins)
