"""Statements from times: which solution is faster, by how much, and which differences are unclear."""

import math

import pytest
from benches import bench_of, make_bench, make_timing, noisy
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.model.verdicts import Verdict
from judge.timing.standings import Comparison
from judge.timing.stats import Interval, choose_level, list_looks, make_interval, sample
from judge.timing.timings import Bench, Finding, Standing, measure_noise

TLE, PE = Verdict.TLE, Verdict.PE


def places(standings: tuple[Standing, ...]) -> dict[str, tuple[int, int] | None]:
    return {standing.solution: standing.place for standing in standings}


def ratio(bench: Bench, first: str, second: str) -> Interval:
    pair = Comparison(bench, ["p/one"]).pair(first, second)
    assert pair is not None
    return pair.ratio


def test_the_slower_of_two_is_told_by_its_ratio() -> None:
    bench = bench_of({"a.py": {"p/one": noisy(0.103, seed=1)}, "b.py": {"p/one": noisy(0.1)}})
    (pair,) = Comparison(bench, ["p/one"]).pairs()
    assert (pair.first, pair.second, pair.cases, pair.finding) == ("a.py", "b.py", 1, Finding.DIFFERENT)
    assert 1 < pair.ratio.low < 1.03 < pair.ratio.high < 1.05


@pytest.mark.parametrize(
    ("spread", "finding"),
    [pytest.param(0.01, Finding.TIE, id="tie"), pytest.param(0.5, Finding.UNDECIDED, id="undecided")],
)
def test_copies_are_a_tie_if_the_noise_allows_to_say_so(spread: float, finding: Finding) -> None:
    bench = bench_of(
        {
            "a.py": {"p/one": noisy(0.1, noise=spread, seed=1)},
            "b.py": {"p/one": noisy(0.1, noise=spread, seed=2)},
        }
    )
    (pair,) = Comparison(bench, ["p/one"]).pairs()
    assert pair.finding is finding


def test_who_cannot_be_told_apart_shares_a_place() -> None:
    bench = bench_of(
        {
            "slow.py": {"p/one": noisy(0.2)},
            "a.py": {"p/one": noisy(0.1, seed=1)},
            "b.py": {"p/one": noisy(0.1, seed=2)},
            "fast.py": {"p/one": noisy(0.05)},
        }
    )
    standings = Comparison(bench, ["p/one"]).standings()
    assert places(standings) == {"fast.py": (1, 1), "a.py": (2, 3), "b.py": (2, 3), "slow.py": (4, 4)}
    assert standings[0].solution == "fast.py"


def test_too_few_rounds_give_every_place_to_everyone() -> None:
    bench = bench_of({name: {"p/one": [time]} for name, time in (("a.py", 0.1), ("b.py", 0.2))})
    assert places(Comparison(bench, ["p/one"]).standings()) == {"a.py": (1, 2), "b.py": (1, 2)}


def test_all_cases_together_are_a_geometric_mean() -> None:
    bench = bench_of(
        {
            "a.py": {"p/one": [0.1] * 10, "p/two": [0.4] * 10},
            "b.py": {"p/one": [0.2] * 10, "p/two": [0.2] * 10},
        }
    )
    a, b = Comparison(bench, ["p/one", "p/two"]).standings("a.py")
    assert a.time_s is not None
    assert b.time_s is not None
    assert a.time_s.estimate == pytest.approx(0.2)
    assert b.time_s.estimate == pytest.approx(0.2)
    assert a.summary is not None
    assert a.summary.minimum_s == pytest.approx(0.2)


def test_a_limit_that_was_hit_is_never_averaged_in() -> None:
    bench = bench_of(
        {"a.py": {"p/one": noisy(0.1), "p/two": TLE}, "b.py": {"p/one": noisy(0.2), "p/two": noisy(0.2)}}
    )
    comparison = Comparison(bench, ["p/one", "p/two"])
    b, a = comparison.standings()
    assert (b.solution, b.solved, b.place) == ("b.py", 2, (1, 1))
    assert (a.solution, a.solved, a.cases, a.verdict, a.limit_s, a.place) == ("a.py", 1, 2, TLE, 1.0, None)
    assert a.ratio is not None
    assert a.ratio.estimate == pytest.approx(0.5, rel=0.01), "on the case that both solved"


def test_without_a_case_in_common_there_is_no_ratio() -> None:
    bench = bench_of(
        {"a.py": {"p/one": noisy(0.1), "p/two": TLE}, "b.py": {"p/one": PE, "p/two": noisy(0.2)}}
    )
    comparison = Comparison(bench, ["p/one", "p/two"])
    assert comparison.pairs() == ()
    assert comparison.pair("a.py", "b.py") is None


def test_a_solution_that_solves_nothing_has_no_time() -> None:
    bench = bench_of({"a.py": {"p/one": TLE}, "b.py": {"p/one": noisy(0.2)}})
    a = Comparison(bench, ["p/one"]).standings()[-1]
    assert (a.solution, a.summary, a.time_s, a.ratio, a.place) == ("a.py", None, None, None, None)


def test_the_algorithm_alone_is_the_time_without_one_start_for_each_test() -> None:
    timing = make_timing(tests=6, times_s=[0.012] * 10)
    bench = make_bench(timing, startup_s=[0.001] * 10)
    (standing,) = Comparison(bench, ["p/one"]).standings()
    assert standing.alone_s is not None
    assert standing.alone_s.estimate == pytest.approx(0.006)


@pytest.mark.parametrize(
    ("time_s", "startup"),
    [
        pytest.param(0.0009, ".py", id="it drowns in the start-up"),
        pytest.param(0.1, "", id="no start-up is known"),
    ],
)
def test_what_is_left_without_the_start_may_be_unknown(time_s: float, startup: str) -> None:
    timing = make_timing(startup=startup, times_s=[time_s] * 10)
    (standing,) = Comparison(make_bench(timing), ["p/one"]).standings()
    assert (standing.alone_s, standing.alone_ratio) == (None, None)
    assert standing.time_s is not None


def test_a_pair_is_compared_in_the_rounds_of_both() -> None:
    # After ten rounds, in which it was as fast as the other, the machine became twice as slow.
    bench = bench_of({"a.py": {"p/one": [0.1] * 10}, "b.py": {"p/one": [0.1] * 10 + [0.05] * 30}})
    (pair,) = Comparison(bench, ["p/one"]).pairs()
    assert pair.ratio.estimate == pytest.approx(1)


def test_the_reference_is_the_fastest_of_those_that_solved_most() -> None:
    bench = bench_of(
        {
            "quick.py": {"p/one": noisy(0.01), "p/two": TLE},
            "a.py": {"p/one": noisy(0.3), "p/two": noisy(0.3)},
            "b.py": {"p/one": noisy(0.2), "p/two": noisy(0.2)},
        }
    )
    assert Comparison(bench, ["p/one", "p/two"]).reference() == "b.py"


def test_more_solutions_make_wider_intervals() -> None:
    two = {"a.py": {"p/one": noisy(0.1, seed=1)}, "b.py": {"p/one": noisy(0.1, seed=2)}}
    four = {**two, "c.py": {"p/one": noisy(0.1, seed=3)}, "d.py": {"p/one": noisy(0.1, seed=4)}}
    absent = {**two, "c.py": {"p/one": PE}, "d.py": {"p/one": PE}}
    ratios = [ratio(bench_of(times), "a.py", "b.py") for times in (two, four, absent)]
    assert ratios[0].high < ratios[1].high
    assert ratios[0] == ratios[2], "a solution without times is not compared"


@pytest.mark.parametrize(("rounds", "look"), [(6, 1), (9, 2), (10, 3), (13, 3), (20, 5)])
def test_every_look_makes_wider_intervals(rounds: int, look: int) -> None:
    times = [noisy(0.1, rounds=rounds, noise=0.5, seed=seed) for seed in (1, 2)]
    bench = bench_of({"a.py": {"p/one": times[0]}, "b.py": {"p/one": times[1]}})
    (pair,) = Comparison(bench, ["p/one"]).pairs()
    logs = [sample(found).apply(math.log) for found in times]
    level = choose_level(intervals=1, look=look)
    assert pair.ratio == make_interval(logs[0].plus(logs[1], -1), rounds=rounds, level=level)
    line = Comparison(bench, ["p/one"]).standings()[0]
    log = logs[line.solution == "b.py"]
    assert line.time_s == make_interval(log, rounds=rounds, level=choose_level(intervals=2, look=look))


# A decision at one look stays


def test_a_pair_that_has_left_is_shown_as_it_was_when_it_was_decided() -> None:
    slower = {"a.py": {"p/one": noisy(0.1, rounds=6, seed=1)}, "b.py": {"p/one": noisy(0.2, rounds=6)}}
    others = {
        name: {"p/one": noisy(1, rounds=400, noise=0.5, seed=name)} for name in ("c.py", "d.py", "e.py")
    }
    cut = {name: {"p/one": cases["p/one"][:6]} for name, cases in others.items()}
    first = Comparison(bench_of(slower | cut), ["p/one"]).pair("b.py", "a.py")
    last = Comparison(bench_of(slower | others), ["p/one"]).pair("b.py", "a.py")
    assert first == last
    assert first is not None
    assert first.finding is Finding.DIFFERENT


@pytest.mark.parametrize(
    ("early", "late", "finding"),
    [
        pytest.param(0.2, 0.1, Finding.DIFFERENT, id="different"),
        pytest.param(0.1, 0.2, Finding.TIE, id="tie"),
    ],
)
def test_the_first_finding_holds_and_has_an_interval_that_bears_it_out(
    early: float, late: float, finding: Finding
) -> None:
    times = noisy(early, rounds=6) + noisy(late, rounds=34)
    steady = noisy(0.1, rounds=40, seed=1)
    (pair,) = Comparison(bench_of({"a.py": {"p/one": times}, "b.py": {"p/one": steady}}), ["p/one"]).pairs()
    assert pair.finding is finding
    assert pair.ratio.within(0.02) is (finding is Finding.TIE)
    assert pair.ratio.excludes_one is (finding is Finding.DIFFERENT)


@pytest.mark.slow
@settings(max_examples=40)
@given(
    times=st.lists(st.tuples(st.floats(1, 1.2), st.floats(1.05, 1.25)), min_size=9, max_size=30),
    precision=st.sampled_from([0.005, 0.05, 0.2]),
)
def test_more_rounds_never_take_a_finding_back(times: list[tuple[float, float]], precision: float) -> None:
    found = []
    for rounds in list_looks(len(times)):
        bench = bench_of(
            {
                "a.py": {"p/one": [a for a, _ in times[:rounds]]},
                "b.py": {"p/one": [b for _, b in times[:rounds]]},
            }
        )
        (pair,) = Comparison(replace(bench, precision=precision), ["p/one"]).pairs()
        found.append(pair.finding)
    decided = [finding for finding in found if finding is not Finding.UNDECIDED]
    assert found[len(found) - len(decided) :] == decided
    assert len(set(decided)) <= 1


@pytest.mark.parametrize("other_s", [0.05, 0.1, 0.2], ids=["slower", "tie", "faster"])
def test_more_rounds_make_the_interval_of_a_decided_pair_narrower(other_s: float) -> None:
    widths = []
    for rounds in (9, 42):
        times = {
            name: {"p/one": noisy(time_s, rounds=rounds, noise=0.02, seed=name)}
            for name, time_s in (("a.py", 0.1), ("b.py", other_s))
        }
        (pair,) = Comparison(bench_of(times), ["p/one"]).pairs()
        assert pair.finding is not Finding.UNDECIDED
        widths.append(pair.ratio.high / pair.ratio.estimate - 1)
    assert widths[1] < 0.7 * widths[0]


def test_a_pair_is_the_same_either_way_round() -> None:
    bench = bench_of({"a.py": {"p/one": noisy(0.1)}, "b.py": {"p/one": noisy(0.2)}})
    pair = Comparison(bench, ["p/one"]).pair("b.py", "a.py")
    assert pair is not None
    assert (pair.first, pair.second, pair.inverse.first) == ("b.py", "a.py", "a.py")
    assert 1.9 < pair.ratio.low < pair.ratio.estimate < pair.ratio.high < 2.1
    assert pair.inverse.ratio.high < 1 / 1.9


def test_who_left_while_the_machine_was_slow_keeps_its_place() -> None:
    slow = noisy(0.2, rounds=6)
    later = noisy(0.22, rounds=6) + noisy(0.11, rounds=34)
    bench = bench_of({"later.py": {"p/one": later}, "fast.py": {"p/one": slow}})
    first, second = Comparison(bench, ["p/one"]).standings()
    assert (first.solution, first.place, second.place) == ("fast.py", (1, 1), (2, 2))
    assert second.ratio is not None
    assert second.ratio.estimate == pytest.approx(1.1, rel=0.01)


def test_counts_are_summed_where_all_are_known() -> None:
    known = make_timing(times_s=[0.1], calls=3, lines=10, instructions=7)
    bench = make_bench(known, make_timing(case="p/two", times_s=[0.1], calls=4, lines=20))
    (standing,) = Comparison(bench, ["p/one", "p/two"]).standings()
    assert (standing.calls, standing.lines, standing.instructions) == (7, 30, None)
    bench = make_bench(known, make_timing(case="p/two", times_s=[0.1]))
    assert Comparison(bench, ["p/one", "p/two"]).standings()[0].calls is None


def test_the_noise_is_that_of_doing_nothing() -> None:
    assert measure_noise(make_bench(startup_s=[0.001] * 9)) == (0, "quiet")
    assert measure_noise(make_bench(startup_s=[0.001] * 5 + [0.002] * 4))[1] == "very noisy"
    assert measure_noise(make_bench(startup_s=[0.001])) == (None, "unknown")
