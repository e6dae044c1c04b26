"""Verdicts: their order, and which of several speaks for all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model.verdicts import Verdict, worst

AC, NA, PE, WA = Verdict.AC, Verdict.NA, Verdict.PE, Verdict.WA
TLE, JE, SK = Verdict.TLE, Verdict.JE, Verdict.SK


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
