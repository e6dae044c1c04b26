"""Results: which count as expected, for a test and for a case, and how they are grouped by case."""

import pytest
from helpers import make_result
from msgspec.structs import replace

from judge.mistakes.diagnosis import diagnose
from judge.model.cells import group_cells, make_cell
from judge.model.results import LastRun
from judge.model.verdicts import Verdict, VerdictWithMistake

AC, NA, PE, WA = Verdict.AC, Verdict.NA, Verdict.PE, Verdict.WA
TLE, JE, SK = Verdict.TLE, Verdict.JE, Verdict.SK
DIAGNOSIS = diagnose(b"1 2\n", b"12")


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
    assert make_cell(results).as_expected is as_expected


def test_a_case_of_which_some_tests_are_not_known_is_not_called_a_miss() -> None:
    known = [make_result(verdict=AC, expected=(TLE,), test=number, tests=20) for number in (1, 2)]
    assert make_cell(known).as_expected is None


def test_results_are_grouped_by_solution_and_case() -> None:
    keys = [("a.py", "p/1"), ("a.py", "p/2"), ("a.py", "p/2"), ("b.py", "p/2")]
    results = [make_result(solution=solution, case=case) for solution, case in keys]
    assert [(cell.solution, cell.case, len(cell.tests)) for cell in group_cells(results)] == [
        (*keys[0], 1),
        (*keys[1], 2),
        (*keys[3], 1),
    ]


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
    cell = make_cell([make_result(verdict=PE, diagnosis=DIAGNOSIS, expected=expected)])
    assert cell.as_expected is as_expected
    assert make_result(verdict=WA, diagnosis=DIAGNOSIS, expected=expected).as_expected is False
    assert make_result(verdict=AC, expected=expected).as_expected is True


@pytest.mark.parametrize(
    ("before", "now", "change"),
    [
        pytest.param((WA, None), (AC, None), 1, id="fixed"),
        pytest.param((AC, None), (TLE, None), -1, id="broken"),
        pytest.param((WA, None), (TLE, None), 0, id="fails in another way"),
        pytest.param((AC, None), (AC, None), 0, id="the same"),
        pytest.param((WA, 1.0), (WA, 2.0), 1, id="more points"),
        pytest.param((AC, 2.0), (AC, 1.5), -1, id="fewer points"),
        pytest.param((WA, 0.0), (AC, 0.0), 1, id="accepted for the same points"),
        pytest.param((AC, None), (AC, 5.0), 0, id="the problem counts points now"),
        pytest.param((AC, None), (JE, None), None, id="the judge failed"),
        pytest.param((AC, None), (SK, None), None, id="skipped"),
    ],
)
def test_a_test_is_compared_with_the_last_run(
    before: tuple[Verdict, float | None], now: tuple[Verdict, float | None], change: int | None
) -> None:
    last = LastRun(verdict=before[0], points=before[1])
    result = replace(make_result(verdict=now[0]), points=now[1], last_run=last)
    assert result.change == change
    assert replace(result, last_run=None).change is None
