"""The words of the judge: their order, what counts as expected."""

import pickle
from itertools import combinations

import pytest
from helpers import grid_case, make_case, make_limits, make_result, make_run, make_solution, make_test
from hypothesis import given
from hypothesis import strategies as st

from judge.mistakes.diagnosis import diagnose
from judge.model import Verdict, VerdictWithMistake, worst
from judge.results import by_case, case_as_expected

AC, NA, PE, WA = Verdict.AC, Verdict.NA, Verdict.PE, Verdict.WA
TLE, JE, SK = Verdict.TLE, Verdict.JE, Verdict.SK
DIAGNOSIS = diagnose(b"1 2\n", b"12")


def test_verdicts_are_declared_best_first() -> None:
    assert " ".join(Verdict.__members__) == "AC NA PE WA OLE MLE TLE ILE RE CE JE SK"


@pytest.mark.parametrize(
    ("verdicts", "result"),
    [
        pytest.param([AC], AC, id="one"),
        pytest.param([AC, PE, AC], PE, id="one is worse"),
        pytest.param([WA, TLE, PE], TLE, id="three kinds"),
        pytest.param([AC, SK], SK, id="skipped after right ones"),
        pytest.param([SK, SK], SK, id="all skipped"),
        pytest.param([WA, SK], WA, id="skipped after a wrong one"),
        pytest.param([JE, SK], JE, id="skipped after a fault of the judge"),
        pytest.param([AC, NA], NA, id="not compared after a right one"),
        pytest.param([NA, SK], SK, id="skipped after one that was not compared"),
    ],
)
def test_the_worst_verdict_speaks_for_all(verdicts: list[Verdict], result: Verdict) -> None:
    assert worst(verdicts) is result
    assert worst(reversed(verdicts)) is result


@given(st.lists(st.sampled_from(Verdict), min_size=1))
def test_skipped_is_worse_than_right_and_better_than_all_else(verdicts: list[Verdict]) -> None:
    order = [AC, NA, SK, *list(Verdict)[2:-1]]
    assert worst(verdicts) is max(verdicts, key=order.index)


def test_the_wall_limit_is_twice_the_time_and_a_second() -> None:
    assert make_limits(cpu_s=1.5).wall_s == 4.0


def test_the_first_pattern_that_names_the_case_counts_and_none_means_accepted() -> None:
    solution = make_solution(expect={"hack/third": TLE, "hack": (WA, PE), "*/many": WA})
    assert solution.expected("hack/third") == (TLE,)
    assert solution.expected("hack/turned") == (WA, PE)
    assert solution.expected("hack/many") == (WA, PE)
    assert solution.expected("poj/many") == (WA,)
    assert solution.expected("poj/sample") == (AC,)


@pytest.mark.parametrize(
    ("verdict", "expected", "tests", "as_expected"),
    [
        pytest.param(AC, (AC,), 1, True, id="right and so expected"),
        pytest.param(WA, (AC,), 1, False, id="wrong for right"),
        pytest.param(WA, (WA,), 1, True, id="wrong as expected"),
        pytest.param(AC, (WA,), 1, False, id="right for wrong"),
        pytest.param(PE, (WA, PE), 1, True, id="one of two"),
        pytest.param(TLE, (WA, PE), 1, False, id="neither of two"),
        pytest.param(AC, (TLE,), 20, True, id="one test of many may be right"),
        pytest.param(WA, (TLE,), 20, False, id="but not wrong in another way"),
        pytest.param(SK, (AC,), 1, None, id="skipped"),
        pytest.param(NA, (AC,), 1, True, id="nothing to compare with"),
        pytest.param(NA, (TLE, AC), 1, True, id="nothing to compare with where AC is allowed"),
        pytest.param(NA, (WA,), 1, False, id="nothing to see a wrong answer by"),
        pytest.param(SK, (SK,), 1, None, id="skipped as expected"),
        pytest.param(JE, (AC, PE, WA), 1, False, id="a fault of the judge"),
    ],
)
def test_what_counts_as_expected(
    verdict: Verdict, expected: tuple[Verdict, ...], tests: int, as_expected: bool | None
) -> None:
    result = make_result(verdict=verdict, expected=expected, tests=tests)
    assert result.as_expected is as_expected


@pytest.mark.parametrize(
    ("verdicts", "expected", "as_expected"),
    [
        pytest.param([AC, AC], (AC,), True, id="all right"),
        pytest.param([AC, WA], (AC,), False, id="one wrong"),
        pytest.param([AC, TLE], (TLE,), True, id="the worst is as expected"),
        pytest.param([AC, AC], (TLE,), False, id="none failed though one should"),
        pytest.param([WA, TLE], (TLE,), False, id="one failed in another way"),
        pytest.param([WA, TLE], (WA, TLE), True, id="both ways are expected"),
        pytest.param([AC, SK], (AC,), None, id="the rest was skipped"),
        pytest.param([SK, SK], (TLE,), None, id="all was skipped"),
        pytest.param([WA, SK], (AC,), False, id="wrong, then skipped"),
    ],
)
def test_the_tests_of_a_case_together_are_as_expected(
    verdicts: list[Verdict], expected: tuple[Verdict, ...], as_expected: bool | None
) -> None:
    results = [
        make_result(verdict=verdict, expected=expected, test=number, tests=len(verdicts))
        for number, verdict in enumerate(verdicts, 1)
    ]
    assert case_as_expected(results) is as_expected


def test_a_case_of_which_some_tests_are_not_known_is_not_called_a_miss() -> None:
    known = [make_result(verdict=AC, expected=(TLE,), test=number, tests=20) for number in (1, 2)]
    assert case_as_expected(known) is None


def test_results_are_grouped_by_solution_and_case() -> None:
    keys = [("a.py", "p/1"), ("a.py", "p/2"), ("a.py", "p/2"), ("b.py", "p/2")]
    results = [make_result(solution=solution, case=case) for solution, case in keys]
    assert [len(cell) for cell in by_case(results)] == [1, 2, 1]


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


@pytest.mark.parametrize(
    ("mistake", "as_expected"),
    [
        pytest.param("no-separators", True, id="the first of its mistakes"),
        pytest.param("final-newline-missing", True, id="another of them"),
        pytest.param("cr-lf", False, id="none of them"),
    ],
)
def test_a_verdict_may_be_expected_with_a_mistake(mistake: str, as_expected: bool) -> None:
    expected = (AC, VerdictWithMistake(verdict=PE, mistake=mistake))
    assert make_result(verdict=PE, diagnosis=DIAGNOSIS, expected=expected).as_expected is as_expected
    assert case_as_expected([make_result(verdict=PE, diagnosis=DIAGNOSIS, expected=expected)]) is as_expected
    assert make_result(verdict=WA, diagnosis=DIAGNOSIS, expected=expected).as_expected is False
    assert make_result(verdict=AC, expected=expected).as_expected is True
