"""The law of what is shown whole, over all tables."""

from hypothesis import given
from hypothesis import strategies as st

from judge.show.folding import WHOLE, Standing, shown_rows

_STANDINGS = st.lists(st.sampled_from(Standing), max_size=3 * WHOLE).map(lambda found: dict(enumerate(found)))
_CROWDS = st.builds(
    lambda right, wrong: dict(enumerate([*[Standing.AS_EXPECTED] * right, *[Standing.UNEXPECTED] * wrong])),
    st.integers(0, 4 * WHOLE),
    st.integers(0, 4 * WHOLE),
)


@given(_STANDINGS | _CROWDS)
def test_what_is_unexpected_is_always_shown_and_stands_last(standings: dict[int, Standing]) -> None:
    unexpected = [row for row, standing in standings.items() if standing is Standing.UNEXPECTED]
    for rows in ("needed", "all", "unexpected"):
        shown = shown_rows(standings, rows)
        assert shown[len(shown) - len(unexpected) :] == unexpected


@given(_STANDINGS | _CROWDS)
def test_a_table_that_can_be_looked_through_is_whole(standings: dict[int, Standing]) -> None:
    shown = shown_rows(standings)
    if len(standings) <= WHOLE:
        assert sorted(shown) == sorted(standings)
    else:
        assert shown == shown_rows(standings, "unexpected")
    assert sorted(shown_rows(standings, "all")) == sorted(standings)
    assert set(shown_rows(standings, "unexpected")) <= set(shown)


@given(_STANDINGS)
def test_rows_of_one_standing_keep_their_order(standings: dict[int, Standing]) -> None:
    shown = shown_rows(standings, "all")
    assert shown == sorted(standings, key=lambda row: (standings[row], row))
