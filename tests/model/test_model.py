"""The words of the judge: frozen values that pickle, and what a solution is expected to get."""

import pickle
from itertools import combinations

import pytest
from helpers import grid_case, make_case, make_limits, make_result, make_run, make_solution, make_test

from judge.mistakes.diagnosis import diagnose
from judge.model.verdicts import Verdict

AC, PE, WA, TLE = Verdict.AC, Verdict.PE, Verdict.WA, Verdict.TLE
DIAGNOSIS = diagnose(b"1 2\n", b"12")


def test_the_wall_limit_is_twice_the_time_and_a_second() -> None:
    assert make_limits(cpu_s=1.5).wall_s == 4.0


def test_the_first_pattern_that_names_the_case_counts_and_none_means_accepted() -> None:
    solution = make_solution(expect={"hack/third": TLE, "hack": (WA, PE), "*/many": WA})
    assert solution.expected("hack/third") == (TLE,)
    assert solution.expected("hack/turned") == (WA, PE)
    assert solution.expected("hack/many") == (WA, PE)
    assert solution.expected("poj/many") == (WA,)
    assert solution.expected("poj/sample") == (AC,)


VALUES = [
    make_limits(),
    make_run(stdout=b"\x00"),
    make_case(),
    make_test(),
    make_solution(expect={"*": (WA, PE)}),
    DIAGNOSIS,
    make_result(diagnosis=DIAGNOSIS),
]
EVERY_VALUE = pytest.mark.parametrize("value", VALUES, ids=[type(value).__name__ for value in VALUES])


@EVERY_VALUE
def test_every_value_pickles(value: object) -> None:
    assert pickle.loads(pickle.dumps(value)) == value


@EVERY_VALUE
def test_every_value_is_frozen_and_can_be_a_key(value: object) -> None:
    hash(value)
    for name in value.__struct_fields__:
        with pytest.raises(AttributeError, match="immutable"):
            setattr(value, name, None)


def test_values_that_differ_are_not_equal() -> None:
    assert all(a != b for a, b in combinations([*VALUES, grid_case("luogu"), grid_case("poj")], 2))
