"""Rounds under a clock that the runs advance: the measured runs, their order and their duration."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

import pytest
from benches import MACHINE

from judge.model.verdicts import Verdict
from judge.timing.measure import BenchProgress, Entry, Plan, RunOutcome, measure
from judge.timing.standings import Comparison
from judge.timing.stats import LEAST_ROUNDS, average_faster_half
from judge.timing.timings import Bench, Finding

AC, TLE = Verdict.AC, Verdict.TLE
NOTHING = Entry(solution="nothing")


@dataclass
class Track:
    """A machine on which a run takes the solution's `cost` times the `drift` of the round."""

    cost: Mapping[str, Callable[[], tuple[Verdict, float]]]
    now_s: float = 0.0
    drift: Callable[[int], float] = lambda _: 1.0
    beside_s: Mapping[str, float] = field(default_factory=dict)
    rounds: list[list[Entry]] = field(default_factory=list)
    seen: list[BenchProgress] = field(default_factory=list)

    def show(self, at: BenchProgress) -> None:
        if not at.done:
            self.rounds.append([])
        self.seen.append(at)

    def execute(self, entry: Entry) -> RunOutcome:
        self.rounds[-1].append(entry)
        verdict, cpu_s = self.cost[entry.solution]()
        cpu_s *= self.drift(len(self.rounds))
        self.now_s += cpu_s
        return RunOutcome(verdict, cpu_s, self.beside_s.get(entry.solution))

    def measure(self, *entries: Entry, seed: int = 1, budget_s: float = 60, **plan: float) -> Bench:
        return measure(
            (*entries, NOTHING),
            self.execute,
            Plan(seed=seed, precision=plan.pop("precision", 0.02), budget_s=budget_s, **plan),  # type: ignore[arg-type]
            machine=MACHINE,
            clock=lambda: self.now_s,
            progress=self.show,
        )


def steady(time_s: float) -> Callable[[], tuple[Verdict, float]]:
    return lambda: (AC, time_s)


def noisy(time_s: float, noise: float, seed: object) -> Callable[[], tuple[Verdict, float]]:
    chance = random.Random(f"{seed}")
    return lambda: (AC, time_s * (1 + chance.expovariate(1 / noise)))


def disturbed(time_s: float, noise: float, seed: object) -> Callable[[], tuple[Verdict, float]]:
    """Make one run in ten slower by up to 60 %."""
    chance = random.Random(f"{seed}")
    return lambda: (
        AC,
        time_s * (1 + chance.gauss(0, noise)) * (1 + (chance.random() < 0.1) * chance.uniform(0.1, 0.6)),
    )


def turns(*outcomes: tuple[Verdict, float]) -> Callable[[], tuple[Verdict, float]]:
    coming: Iterator[tuple[Verdict, float]] = iter(outcomes)
    return lambda: next(coming)


def entry(solution: str, case: str = "p/one", test: int = 1) -> Entry:
    return Entry(solution=solution, case=case, test=test, startup="nothing")


def times(bench: Bench) -> dict[tuple[str, str], tuple[float, ...]]:
    return {(timing.solution, timing.case): timing.times_s for timing in bench.timings}


def test_a_round_runs_everything_once_in_an_order_of_its_own() -> None:
    track = Track({"a": noisy(0.1, 0.5, 1), "b": noisy(0.1, 0.5, 2), "nothing": steady(0.01)})
    entries = [entry("a"), entry("a", "p/two"), entry("b"), entry("b", "p/two")]
    track.measure(*entries, most_rounds=9)
    assert len(track.rounds) == 10
    assert all(Counter(order) == Counter([*entries, NOTHING]) for order in track.rounds)
    assert len({tuple(order) for order in track.rounds}) > 5


def test_the_seed_makes_the_orders() -> None:
    tracks = [Track({"a": steady(0.1), "b": steady(0.2), "nothing": steady(0.01)}) for _ in range(3)]
    for track, seed in zip(tracks, (5, 5, 6), strict=True):
        assert track.measure(entry("a"), entry("b"), seed=seed, most_rounds=5).seed == seed
    assert tracks[0].rounds == tracks[1].rounds != tracks[2].rounds


def test_warm_ups_are_run_and_do_not_count() -> None:
    track = Track({"a": turns((AC, 9), (AC, 8), (AC, 1), (AC, 2)), "nothing": steady(0.5)})
    bench = track.measure(entry("a"), warmups=2, most_rounds=2)
    assert times(bench) == {("a", "p/one"): (1, 2)}
    assert bench.startups[0].times_s == (0.5, 0.5)
    assert bench.rounds == 2


def test_the_tests_of_a_case_are_one_time() -> None:
    track = Track({"a": turns((AC, 1), (AC, 2), (AC, 3), (AC, 4)), "nothing": steady(0.1)})
    bench = track.measure(entry("a", test=1), entry("a", test=2), warmups=0, most_rounds=2)
    assert times(bench) == {("a", "p/one"): (3, 7)}
    assert bench.timings[0].tests == 2


def test_what_an_interactor_uses_is_told_beside_and_of_a_solution_that_fails_nothing() -> None:
    cost = {"a": turns((AC, 1), (AC, 2)), "b": turns((AC, 1), (TLE, 9)), "nothing": steady(0.1)}
    track = Track(cost, beside_s={"a": 0.5, "b": 0.25})
    bench = track.measure(entry("a"), entry("b"), warmups=0, most_rounds=2)
    assert times(bench) == {("a", "p/one"): (1, 2), ("b", "p/one"): ()}
    assert [timing.interactor_cpu_s for timing in bench.timings] == [0.5, None]
    alone = Track({"a": steady(1), "nothing": steady(0.1)}).measure(entry("a"), most_rounds=1)
    assert [timing.interactor_cpu_s for timing in alone.timings] == [None]


def test_a_solution_leaves_a_case_at_its_first_failure_and_has_no_time_there() -> None:
    track = Track({"a": turns((AC, 1), (AC, 1), (TLE, 1.1)), "nothing": steady(0.1)})
    bench = track.measure(entry("a"), most_rounds=5)
    (timing,) = bench.timings
    assert (timing.verdict, timing.times_s) == (TLE, ())
    assert bench.rounds == 2, "there is no solution left to measure"


def test_the_other_tests_of_a_failed_case_are_not_run() -> None:
    track = Track({"a": turns((TLE, 1.1)), "b": steady(0.1), "nothing": steady(0.1)})
    bench = track.measure(*(entry("a", test=test) for test in range(1, 7)), entry("b"), most_rounds=2)
    assert [timing.verdict for timing in bench.timings] == [TLE, AC]


def test_without_pairs_there_is_nothing_to_decide() -> None:
    track = Track({"a": steady(0.1), "nothing": steady(0.01)})
    assert track.measure(entry("a")).rounds == LEAST_ROUNDS


def test_a_clear_difference_is_decided_at_the_first_look() -> None:
    track = Track({"a": noisy(0.1, 0.01, 1), "b": noisy(0.2, 0.01, 2), "nothing": steady(0.01)})
    bench = track.measure(entry("a"), entry("b"))
    assert bench.rounds == LEAST_ROUNDS


def test_only_the_undecided_go_on() -> None:
    cost = {"a": noisy(0.1, 0.1, 1), "b": noisy(0.101, 0.1, 2), "slow": noisy(1, 0.1, 3)}
    track = Track({**cost, "nothing": steady(0.01)})
    bench = track.measure(*map(entry, cost), budget_s=50)
    rounds = {solution: len(found) for (solution, _), found in times(bench).items()}
    assert rounds["slow"] < rounds["a"] == rounds["b"] == bench.rounds
    assert len(bench.startups[0].times_s) == bench.rounds


def test_the_budget_ends_before_the_round_that_would_exceed_it() -> None:
    track = Track({"a": noisy(1, 0.5, 1), "b": noisy(1, 0.5, 2), "nothing": steady(0.01)})
    bench = track.measure(entry("a"), entry("b"), budget_s=30, warmups=0)
    assert 24 < bench.wall_s <= 30
    assert Finding.UNDECIDED in {pair.finding for pair in Comparison(bench, ["p/one"]).pairs()}
    assert bench.rounds > LEAST_ROUNDS


def test_one_round_is_run_whatever_the_budget() -> None:
    track = Track({"a": steady(100), "b": steady(100), "nothing": steady(0.01)})
    assert track.measure(entry("a"), entry("b"), budget_s=1).rounds == 1


def test_an_interrupt_keeps_the_whole_rounds_before_it() -> None:
    def interrupted() -> Callable[[], tuple[Verdict, float]]:
        left = iter([0.1, 0.1, 0.1])

        def run() -> tuple[Verdict, float]:
            try:
                return AC, next(left)
            except StopIteration:
                raise KeyboardInterrupt from None

        return run

    track = Track({"a": interrupted(), "b": steady(0.1), "nothing": steady(0.01)})
    bench = track.measure(entry("a"), entry("b"), warmups=1)
    assert bench.interrupted
    assert {len(found) for found in times(bench).values()} == {2} == {bench.rounds}


def test_progress_tells_round_run_and_undecided_pairs() -> None:
    track = Track({"a": noisy(0.1, 0.5, 1), "b": noisy(0.1, 0.5, 2), "nothing": steady(0.01)})
    track.measure(entry("a"), entry("b"), most_rounds=8)
    assert track.seen[0] == BenchProgress(round=0, done=0, runs=3, undecided=None, spent_s=0)
    last = track.seen[-1]
    assert (last.round, last.done, last.runs, last.undecided) == (8, 2, 3, 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ratio", "wanted"),
    [pytest.param(1.03, Finding.DIFFERENT, id="3 %"), pytest.param(1.0, Finding.TIE, id="copies")],
)
def test_three_per_cent_are_seen_and_copies_are_a_tie(ratio: float, wanted: Finding) -> None:
    """Run 50 trials of each with 3 % noise; benchmarks/trials.py runs more, and real ones."""
    right = 0
    for trial in range(50):
        cost = {"a": noisy(0.05, 0.03, f"a{trial}"), "b": noisy(0.05 * ratio, 0.03, f"b{trial}")}
        bench = Track({**cost, "nothing": steady(0.01)}).measure(*map(entry, cost))
        (pair,) = Comparison(bench, ["p/one"]).pairs()
        right += pair.finding is wanted and (wanted is Finding.TIE or pair.ratio.high < 1)
    assert right >= 48


# Tables of more than two solutions: the level of each, the kind of noise and its size.
TABLES = {
    "a copy, near, far": ((1.0, noisy, 0.02), (1.0, noisy, 0.02), (1.1, noisy, 0.02), (2.0, noisy, 0.02)),
    "near ties": tuple((level, noisy, 0.03) for level in (1.0, 1.0, 1.01, 1.02, 1.03, 1.06, 1.2, 3.0)),
    "all alike": ((1.0, noisy, 0.02),) * 6,
    "one in ten disturbed": tuple((level, disturbed, 0.01) for level in (1.0, 1.0, 1.03, 1.1, 2.0)),
    "each its own noise": (
        (1.0, noisy, 0.01),
        (1.0, noisy, 0.03),
        (1.1, disturbed, 0.02),
        (1.2, noisy, 0.06),
        (2.0, disturbed, 0.005),
    ),
}
Kind = tuple[float, Callable[[float, float, object], Callable[[], tuple[Verdict, float]]], float]


@cache
def floor_of(kind: Kind) -> float:
    """The time that infinitely many rounds would show: the mean of the faster half."""
    level, noise, share = kind
    run = noise(0.05 * level, share, "floor")
    return average_faster_half([run()[1] for _ in range(100_000)])


@pytest.mark.slow
@pytest.mark.parametrize("kinds", TABLES.values(), ids=TABLES)
def test_all_that_a_table_says_is_true_in_95_of_100(kinds: tuple[Kind, ...]) -> None:
    """20 trials give 19 ± 1, and 15 is four deviations below. In half of them the machine drifts."""
    truth = {f"{number}": floor_of(kind) for number, kind in enumerate(kinds)}
    right = 0
    for trial in range(20):
        cost = {
            f"{number}": noise(0.05 * level, share, (trial, number))
            for number, (level, noise, share) in enumerate(kinds)
        }
        track = Track({**cost, "nothing": steady(0.01)})
        if trial % 2:
            track.drift = lambda number, trial=trial: random.Random(f"{trial} {number}").choice((1, 1, 1.15))
        bench = track.measure(*map(entry, cost), precision=0.004, most_rounds=20)
        rounds = {solution: len(found) for (solution, _), found in times(bench).items()}
        pairs = Comparison(bench, ["p/one"]).pairs()
        for pair in pairs:
            if min(rounds[pair.first], rounds[pair.second]) < bench.rounds:
                assert pair.finding is not Finding.UNDECIDED, "one of the two has left"
        right += all(
            pair.ratio.low <= truth[pair.first] / truth[pair.second] <= pair.ratio.high for pair in pairs
        )
    assert right >= 15
