"""Which tests reject which programs, and the fewest tests that reject them all."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing

from msgspec import Struct

from judge.model.cases import Case
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.stress.weak.mutants import Mutant
from judge.work.engine import judge, list_deciders, list_tasks, order_final_results
from judge.work.workers import Workers

_NO_VERDICT = (Verdict.CE, Verdict.JE, Verdict.SK)


class Kills(Struct, frozen=True, kw_only=True):
    """The tests that reject each program, by its name, and a result of each that could not be judged.

    The names of the tests are in the order of the problem. Unless a program ran on all tests, only
    the first test that rejects it is known.
    """

    killers: Mapping[str, tuple[str, ...]]
    unknown: Mapping[str, Result]

    def alive(self, mutants: Sequence[Mutant]) -> list[Mutant]:
        """Return the mutants that every test accepts."""
        return [each for each in mutants if not self.killers[each.name] and each.name not in self.unknown]


def find_kills(
    mutants: Sequence[Mutant],
    cases: Sequence[Case],
    workers: Workers,
    *,
    all_tests: bool = False,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Kills:
    """Judge the mutants on the tests, each up to its first failure or on `all_tests`."""
    programs = [each.solution for each in mutants]
    tasks = list(list_tasks(programs, cases))
    deciders = list_deciders(cases)
    results = []
    coming = judge([*programs, *deciders], tasks, workers, workers.seal, fail_fast=not all_tests)
    with closing(coming):
        for result in coming:
            results += [result] if result.final else []
            progress(len(results), len(tasks))
    ordered = order_final_results(results, programs, cases, fail_fast=not all_tests)
    killers: dict[str, dict[str, None]] = {each.name: {} for each in mutants}
    for result in ordered:
        if not result.verdict.is_sound and result.verdict not in _NO_VERDICT:
            killers[result.solution][result.case] = None
    unknown: dict[str, Result] = {}
    for result in ordered:
        if result.verdict in _NO_VERDICT and not killers[result.solution]:
            unknown.setdefault(result.solution, result)
    return Kills(killers={name: tuple(tests) for name, tests in killers.items()}, unknown=unknown)


def choose_cover(killers: Mapping[str, Collection[str]]) -> list[str]:
    """Return few tests that reject every program that some test rejects: the one that rejects most first.

    Chvátal, "A greedy heuristic for the set-covering problem", 1979.
    """
    left = {name: tests for name, tests in killers.items() if tests}
    chosen = []
    while left:
        counts: dict[str, int] = {}
        for tests in left.values():
            for test in tests:
                counts[test] = counts.get(test, 0) + 1
        best = max(counts, key=lambda test: counts[test])
        chosen.append(best)
        left = {name: tests for name, tests in left.items() if best not in tests}
    return chosen
