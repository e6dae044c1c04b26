"""The ends of a conversation: what is kept of it, and what is counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model.conversations import Turn, cut

turns = st.lists(
    st.builds(
        Turn,
        by_program=st.booleans(),
        at_s=st.floats(0, 10),
        said=st.binary(max_size=40),
        left_out=st.integers(0, 9),
    ),
    max_size=12,
)


def whole(spoken: tuple[Turn, ...] | list[Turn]) -> int:
    return sum(len(turn.said) + turn.left_out for turn in spoken)


@given(turns, st.integers(0, 10), st.integers(0, 200))
def test_what_is_kept_is_within_its_bounds_and_all_else_is_counted(
    spoken: list[Turn], most_turns: int, most_bytes: int
) -> None:
    kept = cut(spoken, most_turns=most_turns, most_bytes=most_bytes)
    assert whole(kept) == whole(spoken)
    assert sum(bool(turn.said) for turn in kept) <= max(most_turns, 0)
    assert sum(len(turn.said) for turn in kept) <= max(most_bytes, 0)


@pytest.mark.slow
@given(turns)
def test_a_short_conversation_is_kept_whole(spoken: list[Turn]) -> None:
    assert cut(spoken, most_turns=24, most_bytes=8 * 12 * 40) == tuple(spoken)


def test_of_a_long_one_both_ends_are_kept() -> None:
    spoken = [Turn(by_program=True, at_s=float(n), said=b"%d\n" % n) for n in range(10)]
    kept = cut(spoken, most_turns=4, most_bytes=1000)
    assert [(turn.said, turn.left_out) for turn in kept] == [
        (b"0\n", 0),
        (b"1\n", 0),
        (b"8\n", 12),
        (b"9\n", 0),
    ]


def test_of_a_flood_both_ends_are_kept() -> None:
    (head, tail) = cut([Turn(by_program=True, at_s=0.0, said=bytes(10_000))], most_turns=10, most_bytes=1600)
    assert (len(head.said), len(tail.said), tail.left_out) == (100, 100, 9800)
