"""From times to statements: who is faster, by how much, and what cannot be told."""

import pytest
from timing import bench_of, make_bench, make_timing, noisy

from judge.model import Verdict
from judge.timings import Comparison, Finding, Standing, noise

TLE, PE = Verdict.TLE, Verdict.PE


def places(standings: tuple[Standing, ...]) -> dict[str, tuple[int, int] | None]:
    return {standing.solution: standing.place for standing in standings}


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
    assert list(comparison.pairs()) == []
    assert comparison.ratio("a.py", "b.py") is None


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


def test_more_solutions_and_more_looks_make_wider_intervals() -> None:
    two = {"a.py": {"p/one": noisy(0.1, seed=1)}, "b.py": {"p/one": noisy(0.1, seed=2)}}
    four = {**two, "c.py": {"p/one": noisy(0.1, seed=3)}, "d.py": {"p/one": noisy(0.1, seed=4)}}
    widths = []
    for bench in (bench_of(two), bench_of(four)):
        ratio = Comparison(bench, ["p/one"]).ratio("a.py", "b.py")
        assert ratio is not None
        widths.append(ratio.high / ratio.low)
    assert widths[0] < widths[1]


def test_counts_are_summed_where_all_are_known() -> None:
    known = make_timing(times_s=[0.1], calls=3, lines=10, instructions=7)
    bench = make_bench(known, make_timing(case="p/two", times_s=[0.1], calls=4, lines=20))
    (standing,) = Comparison(bench, ["p/one", "p/two"]).standings()
    assert (standing.calls, standing.lines, standing.instructions) == (7, 30, None)
    bench = make_bench(known, make_timing(case="p/two", times_s=[0.1]))
    assert Comparison(bench, ["p/one", "p/two"]).standings()[0].calls is None


def test_the_noise_is_that_of_doing_nothing() -> None:
    assert noise(make_bench(startup_s=[0.001] * 9)) == (0, "quiet")
    assert noise(make_bench(startup_s=[0.001] * 5 + [0.002] * 4))[1] == "very noisy"
    assert noise(make_bench(startup_s=[0.001])) == (None, "unknown")
