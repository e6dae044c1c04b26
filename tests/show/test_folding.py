"""The rule for rows that are shown in full, over all tables."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.show.folding import MOST_SHOWN, RowState, choose_rows

_STATES = st.lists(st.sampled_from(RowState), max_size=3 * MOST_SHOWN).map(
    lambda found: dict(enumerate(found))
)
_CROWDS = st.builds(
    lambda right, wrong: dict(enumerate([*[RowState.AS_EXPECTED] * right, *[RowState.UNEXPECTED] * wrong])),
    st.integers(0, 4 * MOST_SHOWN),
    st.integers(0, 4 * MOST_SHOWN),
)


@given(_STATES | _CROWDS)
def test_what_is_unexpected_is_always_shown_and_stands_last(standings: dict[int, RowState]) -> None:
    unexpected = [row for row, standing in standings.items() if standing is RowState.UNEXPECTED]
    for rows in ("needed", "all", "unexpected"):
        shown = choose_rows(standings, rows)
        assert shown[len(shown) - len(unexpected) :] == unexpected


@given(_STATES | _CROWDS)
def test_a_table_that_can_be_looked_through_is_whole(standings: dict[int, RowState]) -> None:
    shown = choose_rows(standings)
    if len(standings) <= MOST_SHOWN:
        assert sorted(shown) == sorted(standings)
    else:
        assert shown == choose_rows(standings, "unexpected")
    assert sorted(choose_rows(standings, "all")) == sorted(standings)
    assert set(choose_rows(standings, "unexpected")) <= set(shown)


@pytest.mark.slow
@given(_STATES)
def test_rows_of_one_standing_keep_their_order(standings: dict[int, RowState]) -> None:
    shown = choose_rows(standings, "all")
    assert shown == sorted(standings, key=lambda row: (standings[row], row))
