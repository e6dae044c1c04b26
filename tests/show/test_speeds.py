"""The screen of speeds, as text of a fixed width without colour."""

import math
import re

import pytest
from benches import bench_of, make_bench, make_timing, noisy
from test_screen import rendered

from judge.model.verdicts import Verdict
from judge.show.limits import describe_window
from judge.show.speeds import (
    collect_case_times,
    describe_bench,
    describe_interactors,
    describe_ratios,
    list_doubts,
    tabulate_standings,
)
from judge.timing.standings import Comparison
from judge.timing.stats import Interval
from judge.timing.time_limit import Window

TLE, PE = Verdict.TLE, Verdict.PE
EXACT = {
    "fast.py": {"p/one": [0.01] * 8, "p/two": [0.02] * 8},
    "slow.py": {"p/one": [0.02] * 8, "p/two": [0.04] * 8},
    "hit.py": {"p/one": [0.03] * 8, "p/two": TLE},
    "never.py": {"p/one": TLE, "p/two": TLE},
}


def test_a_table_ranks_who_solved_all_and_says_what_the_others_solved() -> None:
    standings = Comparison(bench_of(EXACT), ["p/one", "p/two"]).standings()
    assert rendered(tabulate_standings(standings, left_out=()), 100) == (
        "place  solution      min     median  spread  ratio    alone  ratio alone\n"
        "────────────────────────────────────────────────────────────────────────\n"
        "1      fast.py   14.1 ms    14.1 ms    0.0%      1  13.1 ms            1\n"
        "2      slow.py   28.3 ms    28.3 ms    0.0%      2  27.2 ms         2.08\n"
        "1/2    hit.py      30 ms      30 ms    0.0%      3    29 ms         3.22\n"
        "0/2    never.py           > 1000 ms\n"
    )


def test_a_narrow_screen_leaves_out_what_it_is_told() -> None:
    standings = Comparison(bench_of(EXACT), ["p/one"]).standings()
    text = rendered(tabulate_standings(standings, left_out=("min", "spread", "alone", "ratio alone")), 60)
    assert text.splitlines()[0] == "place  solution     median  ratio"


def test_counts_stand_beside_the_times_once_something_was_counted() -> None:
    bench = make_bench(make_timing(times_s=[0.07] * 6, calls=49558, lines=1234567))
    text = rendered(tabulate_standings(Comparison(bench, ["p/one"]).standings(), left_out=()), 120)
    assert "calls      lines" in text
    assert "49,558  1,234,567" in text
    assert "instructions" not in text


def test_a_compiled_program_has_instructions_alone() -> None:
    bench = make_bench(make_timing(solution="a.cpp", times_s=[0.07] * 6, instructions=1234567))
    text = rendered(tabulate_standings(Comparison(bench, ["p/one"]).standings(), left_out=()), 120)
    assert text.splitlines()[0].endswith("  instructions")
    assert text.splitlines()[2].endswith("     1,234,567")
    assert "calls" not in text


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        pytest.param(TLE, "> 1 s", id="out of time"),
        pytest.param(PE, "PE", id="wrong in another way"),
        pytest.param([0.5], "500 ms", id="in time"),
    ],
)
def test_a_time_a_bound_or_a_verdict(found: list[float] | Verdict, shown: str) -> None:
    standings = Comparison(bench_of({"a.py": {"p/one": found}}), ["p/one"]).standings()
    assert shown in rendered(tabulate_standings(standings, left_out=()), 100)


def test_ratios_without_enough_rounds_are_left_out() -> None:
    bench = bench_of({"a.py": {"p/one": [0.1]}, "b.py": {"p/one": [0.2]}})
    assert "±" not in rendered(tabulate_standings(Comparison(bench, ["p/one"]).standings(), left_out=()), 100)
    assert [*describe_ratios(bench, None)] == ["it is not known which is faster, a.py or b.py"]


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        pytest.param(
            None,
            ["fast.py is 2 times as fast as slow.py", "fast.py is 3 times as fast as hit.py"],
            id="the fastest first",
        ),
        pytest.param(
            "slow.py",
            ["fast.py is 2 times as fast as slow.py", "slow.py is 1.5 times as fast as hit.py"],
            id="the reference of the user",
        ),
    ],
)
def test_the_first_lines_say_who_is_faster(reference: str | None, words: list[str]) -> None:
    assert [*describe_ratios(bench_of(EXACT), reference)] == words


def test_what_is_known_of_noisy_times_is_said_with_its_bounds() -> None:
    found = {name: {"p/one": noisy(time_s, noise=0.2)} for name, time_s in (("a.py", 0.1), ("b.py", 0.23))}
    (line,) = describe_ratios(bench_of(found), None)
    assert re.fullmatch(r"a\.py is 2\.\d+ times as fast as b\.py \(2\.\d+ to 2\.\d+\)", line)


def test_equal_times_are_a_tie_and_many_programs_are_cut() -> None:
    many = {f"{name}.py": {"p/one": [0.1] * 8} for name in "abcdefg"}
    lines = [*describe_ratios(bench_of(many), None)]
    assert lines[0] == "a.py and b.py are equally fast, within 2%"
    assert lines[5:] == ["and 1 more: see the ratios"]


def test_each_problem_has_its_own_comparison() -> None:
    found = {"a.py": {"p/one": [0.1] * 8}, "b.py": {"p/one": [0.2] * 8}}
    others = {"c.py": {"q/one": [0.1] * 8}, "d.py": {"q/one": [0.3] * 8}}
    assert [*describe_ratios(bench_of({**found, **others}), None)] == [
        "p: a.py is 2 times as fast as b.py",
        "q: c.py is 3 times as fast as d.py",
    ]


def test_the_head_says_how_it_was_measured() -> None:
    bench = make_bench(make_timing(times_s=[0.1]), startup_s=[0.001] * 10 + [0.0011] * 10)
    assert describe_bench(bench) == (
        "1 solution x 1 case, 20 rounds in 12.5 s, seed 7; times are CPU\n"
        "machine: noisy, a program that does nothing varies by 9.5%\n"
        "A processor, Python 3.11.7; warm"
    )


def test_the_part_of_an_interactor_is_said_of_each_problem() -> None:
    bench = make_bench(
        make_timing(case="guess/one", times_s=[0.07] * 6, interactor_cpu_s=0.0004),
        make_timing(case="game/one", times_s=[0.07] * 6, interactor_cpu_s=0.002),
        make_timing(case="game/two", times_s=[0.07] * 6, interactor_cpu_s=0.0011),
        make_timing(case="sum/one", times_s=[0.07] * 6),
    )
    assert list(describe_interactors(bench)) == [
        "guess: its interactor used 400 us more, which these times leave out",
        "game: its interactor used 1.1 ms to 2 ms more, which these times leave out",
    ]
    assert not [*describe_interactors(make_bench(make_timing(times_s=[0.07] * 6)))]


def test_what_is_not_sure_is_said() -> None:
    wide = {name: {"p/one": noisy(0.1, noise=0.5, seed=name)} for name in ("a.py", "b.py", "c.py", "d.py")}
    bench = bench_of(wide)
    (line,) = list_doubts(bench, tuple(Comparison(bench, ["p/one"]).pairs()))
    wanted = "warning: 6 of 6 pairs undecided at 2% on this quiet machine; a larger --budget decides them"
    assert line == wanted


def test_where_nobody_is_right_no_budget_would_help() -> None:
    bench = make_bench(make_timing(verdict=Verdict.WA), rounds=0)
    assert list(list_doubts(bench, ())) == ["nothing was timed: no solution came to a right answer in time"]


def test_a_few_rounds_are_no_ground_for_anything() -> None:
    bench = make_bench(make_timing(times_s=[0.1]), rounds=1, interrupted=True)
    assert list(list_doubts(bench, ())) == [
        "interrupted: the whole rounds before it are shown",
        "warning: 1 round cannot say how sure this is, 6 would do (--budget)",
    ]


def test_the_cactus_gets_the_solved_cases_of_each() -> None:
    bench = bench_of(EXACT)
    times = collect_case_times(bench, Comparison(bench, ["p/one", "p/two"]).standings())
    assert times == {"fast.py": (0.01, 0.02), "slow.py": (0.02, 0.04), "hit.py": (0.03,)}


def limits(**facts: object) -> Window:
    known = {
        "low": "a.py",
        "low_s": 0.1,
        "high": "b.py",
        "high_s": 0.5,
        "high_beyond": False,
        "flips": (),
        "untold": (),
    }
    return Window(cases="p", limit_s=1.0, **(known | facts))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("window", "words"),
    [
        pytest.param(
            limits(),
            "limits from 100 ms (a.py) to 500 ms (b.py) stop exactly the programs that are too slow",
            id="window",
        ),
        pytest.param(
            limits(high_beyond=True),
            "limits from 100 ms (a.py) to at least 500 ms (b.py) stop exactly the programs that are too slow",
            id="the upper end is not known",
        ),
        pytest.param(
            limits(high=None, high_s=None),
            "any limit from 100 ms (a.py) on is enough for all that must be in time",
            id="nobody must fail",
        ),
        pytest.param(
            limits(low=None, low_s=0.0, high=None, high_s=None),
            "nothing is known: no solution that must be in time, or must not, came to an answer",
            id="nobody",
        ),
        pytest.param(
            limits(high_s=0.05),
            "no limit does: a.py must pass and needs 100 ms, b.py must not and takes 50 ms",
            id="none",
        ),
    ],
)
def test_a_limit_in_words(window: Window, words: str) -> None:
    assert describe_window(window) == words


def test_an_unknown_bound_is_wide() -> None:
    assert not Interval(low=0, estimate=1, high=math.inf).excludes_one


def test_different_outputs_are_named_where_no_answer_says_which_are_right() -> None:
    same = [
        make_timing(solution=name, verdict=Verdict.NA, times_s=[0.1] * 6, output_digest="4f")
        for name in ("a.py", "b.py")
    ]
    other = make_timing(solution="c.py", verdict=Verdict.NA, times_s=[0.1] * 6, output_digest="e1")
    uncompared = "warning: no answer is there to compare outputs with on p/one"
    assert list(list_doubts(make_bench(*same), ())) == [uncompared]
    assert list(list_doubts(make_bench(*same, other), ())) == [
        uncompared,
        "warning: outputs differ on p/one, where no answer says which are right",
    ]
