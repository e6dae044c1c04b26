"""Names for word mistakes: edits of whole words, other spellings of numbers, extra text before lines."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.mistakes.bytewise import PUNCTUATION, WHITE
from judge.mistakes.diagnosis import diagnose, summarize
from judge.mistakes.lines import line_key
from judge.mistakes.words import same_number, shorten_numbers

SILENT = WHITE + PUNCTUATION


@pytest.mark.parametrize(
    ("answer", "output", "edit"),
    [
        pytest.param(b"42\n", b"43\n", "expected '42', got '43'", id="the last digit"),
        pytest.param(b"42\n", b"142\n", "expected '42', got '142'", id="a digit too many in front"),
        pytest.param(b"42\n", b"4\n", "expected '42', got '4'", id="a digit too few"),
        pytest.param(b"1 42 7\n", b"1 43 7\n", "expected '42', got '43'", id="within a line"),
        pytest.param(b"[1, 42]\n", b"[1, 43]\n", "expected '42', got '43'", id="within a list"),
        pytest.param(b"Yes\n", b"YES\n", "expected 'Yes', got 'YES'", id="another case"),
        pytest.param(b"Yes\n", "Yеs\n".encode(), r"expected 'Yes', got 'Y\xd0\xb5s'", id="a look-alike"),
        pytest.param(b"42\n", b"42.0\n", "expected '42', got '42.0'", id="another spelling"),
        pytest.param(b"12 3\n", b"2 3\n", "expected '12', got '2'", id="a shorter word"),
        pytest.param(b"1 2 3\n", b"1 3\n", "insert '2 '", id="a word too few"),
        pytest.param(b"7 42\n", b"42 7 1\n", "expected '7 42', got '42 7 1'", id="words of another number"),
        pytest.param(b"abc\n1 \n", b"abd\n1 \n", "expected 'abc', got 'abd'", id="the first line"),
    ],
)
def test_an_edit_is_of_whole_words(answer: bytes, output: bytes, edit: str) -> None:
    (mistake,) = diagnose(answer, output).mistakes
    assert mistake.edit == edit


words = st.sampled_from([b"1", b"12", b"21", b"121", b"ab", b"ba", b"b", b"-1", b"1.5", b"Yes", b"YES"])
lines = st.lists(words, min_size=1, max_size=4)


@given(st.lists(lines, min_size=1, max_size=4), st.lists(lines, min_size=1, max_size=4))
def test_what_is_put_for_a_word_is_a_word(mine: list[list[bytes]], theirs: list[list[bytes]]) -> None:
    answer, output = (b"".join(b" ".join(line) + b"\n" for line in text) for text in (mine, theirs))
    wordy = ("wrong-text", "number-form", "wrong-case", "rounding", "boolean-form", "out-of-order")
    mistakes = diagnose(answer, output).mistakes
    # A missing or extra blank joins or splits words: then nothing is checked.
    for mistake in mistakes if all(mistake.name in wordy for mistake in mistakes) else ():
        for place in mistake.places:
            for text, spot, part in (
                (answer, place.answer, place.wanted),
                (output, place.output, place.found),
            ):
                end = spot.offset + len(part)
                for at in (spot.offset, end):
                    within = 0 < at < len(text) and text[at - 1] not in SILENT and text[at] not in SILENT
                    assert not (within and part and len(part) < 40), (answer, output, mistake)


@pytest.mark.parametrize("found", [b"1000000", b"+1000000", b"01000000", b"1e6", b"1E+06", b"1000000."])
@pytest.mark.parametrize("wanted", [b"1000000", b"1000000.0", b"1e6"])
def test_spellings_of_one_number(wanted: bytes, found: bytes) -> None:
    assert same_number(wanted, found) is (wanted != found)


@pytest.mark.parametrize(
    ("wanted", "found", "same"),
    [
        (b"1000000", b"1,000,000", True),
        (b"1000000", b"1.000.000", True),
        (b"1000000", b"1_000_000", True),
        (b"1000000", b"1,00,000", False),
        (b"0.5", b"0,5", True),
        (b"0", b"0,0", False),
        (b"3", b"3,1", False),
        (b"5", b"-5", False),
        (b"5", b"", False),
        (b"five", b"5", False),
        (b"1" * 41, b"1" * 41 + b".0", False),
        (b"1e999", b"1e998", False),
    ],
)
def test_separators_within_a_number(wanted: bytes, found: bytes, same: bool) -> None:
    assert same_number(wanted, found) is same


numbers = st.from_regex(rb"[+-]?([0-9]{1,4}(\.[0-9]{0,3})?|\.[0-9]{1,3})(e[+-]?[0-9])?", fullmatch=True)


@pytest.mark.slow
@given(numbers, numbers)
@example(b"0", b"-0")
@example(b"00", b"0")
def test_two_spellings_are_of_one_number_if_their_fractions_are_equal(wanted: bytes, found: bytes) -> None:
    same = Fraction(wanted.decode()) == Fraction(found.decode())
    assert same_number(wanted, found) is (same and wanted != found)
    assert (shorten_numbers(wanted) == shorten_numbers(found)) is same
    assert not same or line_key(b"x " + wanted) == line_key(b"x " + found)


@pytest.mark.slow
@given(st.lists(words, min_size=1, max_size=6, unique=True), st.integers(0, 300))
def test_every_label_of_many_lines_is_named_and_nothing_else(texts: list[bytes], more: int) -> None:
    answer = b"".join(text + b"\n" for text in texts) + b"".join(b"x%d\n" % n for n in range(more))
    output = b"".join(b"Case #%d: " % n + line for n, line in enumerate(answer.splitlines(keepends=True), 1))
    (mistake,) = diagnose(answer, output).mistakes
    assert (mistake.name, mistake.count) == ("label", len(texts) + more)


def test_a_mistake_on_a_thousand_lines_is_named_on_each() -> None:
    answer = b"".join(b"%d\n" % (n * n) for n in range(1000))
    assert summarize(diagnose(answer, answer.replace(b"\n", b".0\n"))).startswith(
        "number-form, first at line 1"
    )
    assert diagnose(answer, answer.replace(b"\n", b".0\n")).mistakes[0].count == 1000
    assert diagnose(answer, answer.replace(b"\n", b"\nNone\n")).mistakes[0].count == 1000
