"""Changed inputs are illegal for every strict reader of numbers, and text is left alone."""

import re

from hypothesis import given
from hypothesis import strategies as st

from judge.verifying.changes import exceed_bounds, list_changes, list_random_inputs

NUMBER = st.integers(-(10**18) + 1, 10**18 - 1)
LINE = st.lists(NUMBER, min_size=1, max_size=4).map(lambda row: b" ".join(b"%d" % each for each in row))
NUMBERS = st.lists(LINE, min_size=1, max_size=4).map(lambda lines: b"".join(line + b"\n" for line in lines))
STRICT = re.compile(rb"((0|-?[1-9]\d{0,17})( (0|-?[1-9]\d{0,17}))*\n)+")


@given(st.lists(NUMBERS, min_size=2, max_size=4))
def test_no_changed_input_of_numbers_is_one_of_plain_numbers(inputs: list[bytes]) -> None:
    found = list(list_changes(inputs))
    assert {"an empty input", "with a leading zero in line 1", "with a word after the end"} <= {
        change.what for change in found
    }
    for change in found:
        assert change.data != inputs[0]
        if "last line" not in change.what or "blank" in change.what:
            assert not STRICT.fullmatch(change.data)


@given(st.lists(st.text("ab 0", min_size=1).map(lambda text: f"{text}x\n".encode()), min_size=2, max_size=4))
def test_blanks_and_zeros_in_text_are_never_wrong(inputs: list[bytes]) -> None:
    wrong = [change.what for change in list_changes(inputs) if change.must_fail]
    assert wrong == ["an empty input", "64 bytes that are no text"]


def test_lines_are_counted_only_if_each_input_states_their_number() -> None:
    counted = [b"1\n5\n", b"2\n5\n6\n"]
    whats = {change.what: change.data for change in list_changes(counted)}
    assert (whats["without its last line"], whats["with its last line twice"]) == (b"1\n", b"1\n5\n5\n")
    until_the_end = [b"1 2\n", b"1 2\n3 4\n"]
    assert not any("its last line" in change.what for change in list_changes(until_the_end))


def test_numbers_with_leading_zeros_are_left_alone() -> None:
    codes = [b"0110\n", b"1001\n"]
    assert not any("zero" in change.what for change in list_changes(codes))


@given(st.lists(NUMBERS, min_size=1, max_size=3), st.none() | NUMBER, st.none() | NUMBER)
def test_one_number_at_a_time_is_one_beyond_a_known_bound(
    inputs: list[bytes], least: int | None, greatest: int | None
) -> None:
    beyond = {least - 1 if least is not None else None, greatest + 1 if greatest is not None else None}
    own = [int(word) for word in inputs[0].split()]
    found = [change.data for change in exceed_bounds(inputs, least, greatest)]
    assert len(found) == min(len(own), 8) * ((least is not None) + (greatest is not None))
    for data in found:
        numbers = [int(word) for word in data.split()]
        assert len(numbers) == len(own)
        assert {new for new, old in zip(numbers, own, strict=True) if new != old} <= beyond
    assert not [*exceed_bounds([*inputs, b"text\n"], least, greatest)]


def test_random_inputs_are_the_same_for_a_seed() -> None:
    assert [*list_random_inputs([b"1 2\n"], 7)] == [*list_random_inputs([b"1 2\n"], 7)]
