"""Scores in words: the points of the whole, where the whole says anything."""

import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal

import pytest
from helpers import make_result, run_here, write_files
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.model.cells import Cell, make_cell
from judge.model.points import Group, Worth
from judge.model.verdicts import Verdict
from judge.scoring.scores import Score, score_groups, score_of

POINTS = st.floats(0, 1e6)
GIVES_A_HUNDRED = """\
import sys
open(sys.argv[3] + "/score.txt", "w").write("100")
sys.exit(42)
"""


@given(POINTS, POINTS)
def test_nobody_has_more_points_than_the_whole(points: float, whole: float) -> None:
    found = re.fullmatch(r"(\S+)(?: of (\S+))? points", str(Score(points=points, whole=whole)))
    assert found
    assert float(found[1]) <= float(found[2] or "inf")
    assert bool(found[2]) is (points <= whole * (1 + 1e-9))


def test_a_sum_of_shares_is_the_whole() -> None:
    assert str(Score(points=sum([0.1] * 3), whole=0.3)) == "0.3 of 0.3 points"


# The points of problems and groups that people state.
STATED = st.sampled_from(
    [0.1, 0.5, 0.7, 1, 2.5, 3, 7, 10, 12.5, 20, 25, 30, 33, 33.3, 40, 50, 60, 75, 99, 100]
)


def cells_of(worths: Sequence[Worth], accepted: Sequence[bool] = ()) -> list[Cell]:
    """Return the cells of one test for each worth, all accepted unless some are said not to be."""
    outcomes = zip(worths, accepted or [True] * len(worths), strict=True)
    return [
        make_cell([replace(make_result(case=f"p/{n}", verdict=verdict), worth=worth, points=points)])
        for n, (worth, is_right) in enumerate(outcomes)
        for verdict, points in [(Verdict.AC, worth.points) if is_right else (Verdict.WA, 0.0)]
    ]


@given(
    tests=st.integers(1, 200),
    points=STATED | st.integers(1, 10_000) | st.decimals(0, 1000, places=2).map(float),
)
@example(tests=7, points=100)
@example(tests=12, points=100)
def test_the_shares_of_all_tests_are_the_points_that_are_stated(tests: int, points: float) -> None:
    worth = Worth(points=points / tests, groups=(Group(name=""),))
    score = score_of(cells_of([worth] * tests))
    assert score == Score(points=points, whole=points)


@given(st.data(), st.integers(1, 200))
def test_a_part_of_the_tests_has_its_share_in_fifteen_digits(data: st.DataObject, tests: int) -> None:
    points, right = data.draw(STATED), data.draw(st.integers(0, tests))
    worth = Worth(points=points / tests, groups=(Group(name=""),))
    score = score_of(cells_of([worth] * tests, [n < right for n in range(tests)]))
    exact = Fraction(str(points)) * right / tests
    assert score
    assert float(f"{score.points:.15g}") == score.points
    assert score.points == pytest.approx(float(exact), rel=1e-14)


@given(st.lists(st.tuples(STATED, st.integers(1, 30)), min_size=1, max_size=6))
def test_groups_that_share_their_points_add_up_to_the_points_of_all(groups: list[tuple[float, int]]) -> None:
    worths = [
        Worth(points=points / tests, groups=(Group(name=""), Group(name=f"g{n}")))
        for n, (points, tests) in enumerate(groups)
        for _ in range(tests)
    ]
    whole = float(sum(Fraction(str(points)) for points, _ in groups))
    assert score_of(cells_of(worths)) == Score(points=whole, whole=whole)


def test_a_validator_that_gives_more_than_the_package_states_tells_no_whole(tmp_path: Path) -> None:
    files = {f"data/{name}.{suffix}": "1\n" for name in ("sample/1", "secret/2") for suffix in ("in", "ans")}
    files |= {
        "problem.yaml": "name: P\ntype: scoring\nvalidation: custom score\n",
        ".timelimit": "2\n",
        "output_validators/v/v.py": GIVES_A_HUNDRED,
        "submissions/accepted/a.py": "print(1)\n",
    }
    root = write_files(tmp_path, files)
    done = run_here("run", "--root", root, cwd=tmp_path)
    assert "passed, 200 points" in done.stdout, done.stderr
    (root / "data/testdata.yaml").write_text("range: 0 200\n")
    done = run_here("run", "--root", root, cwd=tmp_path)
    assert "passed, 200 of 200 points" in done.stdout, done.stderr


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["sum", "min", "max", "avg"]), st.lists(st.booleans(), min_size=1, max_size=4)
        ),
        min_size=1,
        max_size=4,
    ),
    st.booleans(),
)
def test_the_scores_of_groups_add_up_to_the_score_and_name_what_failed(
    groups: list[tuple[Literal["sum", "min", "max", "avg"], list[bool]]], each_requires_the_first: bool
) -> None:
    """The tests of a group are those from the number of its first one on."""
    worths, accepted, failed = list[Worth](), list[bool](), list[list[str]]()
    for number, (count, own) in enumerate(groups):
        first = len(accepted)
        requires = (
            [str(test) for test, _ in enumerate(groups[0][1])] if number and each_requires_the_first else []
        )
        group = Group(name=f"g{number}", count=count, requires=tuple(requires))
        worths += [Worth(points=10, groups=(Group(name=""), group))] * len(own)
        accepted += own
        failed.append([str(test) for test, is_right in enumerate(own, first) if not is_right])
    cells = cells_of(worths, accepted)
    score, found = score_of(cells), score_groups(cells)
    assert score
    assert score.points == pytest.approx(sum(each.score.points for each in found))
    assert score.whole == pytest.approx(sum(each.score.whole for each in found))
    assert [list(each.rejected) for each in found] == failed
    assert [list(each.unmet) for each in found] == [
        failed[0] if each.group.requires else [] for each in found
    ]
    assert all(each.rejected or each.unmet or each.score.points == each.score.whole for each in found)
    assert not any(each.unmet and each.score.points for each in found)
