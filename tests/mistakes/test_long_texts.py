"""Differences on thousands of lines, and in words of thousands of letters, are named as in short texts."""

import random
from itertools import pairwise
from unittest.mock import patch

import pytest
from helpers import mended
from hypothesis import assume, given
from hypothesis import strategies as st

from judge.mistakes import scan
from judge.mistakes.alignment import LINES, MOST_EDITS, Edit, align
from judge.mistakes.arrangement import SAME_PER_EDIT
from judge.mistakes.diagnosis import diagnose, summarize
from judge.mistakes.lines import Line, find_meeting
from judge.mistakes.scan import find_differences
from judge.subjects.subject import TEXT
from judge.subjects.sudoku.formats import GRID_FORMATS

COUNT = 3000
CASES = b"".join(b"Case #%d: %d\n" % (number, number * number % 10007) for number in range(1, COUNT + 1))
NUMBERS = b"".join(b"%d\n" % (number * 7919 % 1000003 + 1) for number in range(COUNT))
WORDS = b"".join((b"YES", b"NO")[number % 3 == 0] + b"\n" for number in range(COUNT))
DOUBLES = b"".join(b"%d.%03d5\n" % (number, number % 1000) for number in range(COUNT))


@pytest.mark.parametrize(
    ("answer", "output", "name"),
    [
        pytest.param(CASES, CASES.replace(b"#", b""), "punctuation", id="a mark"),
        pytest.param(WORDS, WORDS.replace(b"\n", b".\n"), "punctuation", id="a point"),
        pytest.param(WORDS, WORDS.lower(), "wrong-case", id="small letters"),
        pytest.param(NUMBERS, NUMBERS.replace(b"\n", b".0\n"), "number-form", id="decimals"),
        pytest.param(DOUBLES, DOUBLES.replace(b"5\n", b"6\n"), "rounding", id="the last decimal"),
        pytest.param(NUMBERS, NUMBERS.replace(b"\n", b"1\n"), "wrong-text", id="other numbers"),
        pytest.param(NUMBERS, WORDS, "wrong-text", id="something else"),
    ],
)
def test_a_mistake_on_each_of_thousands_of_lines_is_named_on_each(
    answer: bytes, output: bytes, name: str
) -> None:
    found = diagnose(answer, output)
    assert [(each.name, each.count, each.lines) for each in found.mistakes] == [(name, COUNT, COUNT)]
    assert found.complete
    assert mended(answer, output, find_differences(answer, output)) == answer


@pytest.mark.parametrize("lines", [COUNT, COUNT + 1])
def test_what_is_not_compared_is_not_called_wrong(monkeypatch: pytest.MonkeyPatch, lines: int) -> None:
    """The first lines differ in a mark, and no mistake is made up for those after them."""
    monkeypatch.setattr(scan, "_PAIRED", 100)
    output = CASES.replace(b"#", b"") + b"1\n" * (lines - COUNT)
    found = diagnose(CASES, output)
    assert [each.name for each in found.mistakes] == ["punctuation"]
    assert not found.complete
    assert summarize(found).endswith("; and more of this")
    assert mended(CASES, output, find_differences(CASES, output)) == CASES


@given(
    st.lists(
        st.sampled_from([b"a", b"b 1", b"B 1", b"1.0", b"1", b"", b"a b c", b"\t", b"1" * 50]), max_size=12
    ),
    st.lists(
        st.sampled_from([b"a", b"b 1", b"b  1", b"1", b"01", b"", b"a c b", b" ", b"1" * 51]), max_size=12
    ),
    st.integers(0, 3),
    st.integers(0, 3),
    st.sampled_from([TEXT, *GRID_FORMATS]),
)
def test_wherever_the_comparison_stops_all_is_put_right_and_nothing_is_raised(
    mine: list[bytes], theirs: list[bytes], patience: int, paired: int, format: str
) -> None:
    answer, output = (b"\n".join(text) for text in (mine, theirs))
    with patch.multiple(scan, _PATIENCE=patience, _PAIRED=paired):
        found = list(find_differences(answer, output))
        diagnosis = diagnose(answer, output, format=format)
    assert mended(answer, output, found) == answer
    for before, after in pairwise(found):
        assert before.names, "only the last one stands for all that follows"
        assert (before.b, before.j) <= (after.a, after.i)
    assert bool(summarize(diagnosis)) == (answer != output)


@given(st.integers(0, 200), st.integers(0, 2000), st.sampled_from([b"", b" ", b"1 ", b"x\n"]))
def test_the_place_in_a_long_word_is_where_it_differs(before: int, after: int, lead: bytes) -> None:
    """A short word is named whole, from its start."""
    word = b"1" * before + b"2" + b"1" * after
    answer, output = lead + word + b"\n", lead + word.replace(b"2", b"3") + b"\n"
    (mistake,) = diagnose(answer, output).mistakes
    (place,) = mistake.places
    at = len(lead) + before
    assert place.output.offset in (at, len(lead))
    assert at < place.output.offset + 41
    assert place.wanted != place.found


def test_the_end_of_a_long_word_is_where_the_other_goes_on() -> None:
    (mistake,) = diagnose(b"1" * 5000 + b"\n", b"1" * 5001 + b"\n").mistakes
    assert (mistake.places[0].output.offset, mistake.edit) == (5000, "remove '1'")


@given(st.integers(8, 300), st.integers(0, 2**32), st.sampled_from([0.05, 0.3, 0.9]))
def test_wrong_decisions_are_counted_one_by_one(count: int, seed: int, share: float) -> None:
    chance = random.Random(seed)
    right = [chance.random() < 0.5 for _ in range(count)]
    found = [each != (chance.random() < share) for each in right]
    answer, output = (b"".join((b"NO\n", b"YES\n")[each] for each in text) for text in (right, found))
    wrong = sum(mine != theirs for mine, theirs in zip(right, found, strict=True))
    shifts = align(LINES, answer, 0, len(answer), output, 0, len(output))
    assume(shifts is None or len(shifts) * SAME_PER_EDIT > wrong)
    mistakes = diagnose(answer, output).mistakes
    assert [(each.name, each.lines) for each in mistakes] == [("wrong-text", wrong)] * bool(wrong)


def test_a_missing_decision_is_no_wrong_one() -> None:
    chance = random.Random(3)
    text = [chance.choice((b"YES\n", b"NO\n")) for _ in range(200)]
    answer, output = b"".join(text), b"".join([*text[:50], *text[51:], b"NO\n"])
    assert {each.name for each in diagnose(answer, output).mistakes} == {"line-missing", "debug-after"}


def test_lines_with_many_wrong_words_are_compared_in_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """One alignment that fails makes the next ones short."""
    tried = []

    def count_edits(*texts: object, most: int = MOST_EDITS) -> list[Edit] | None:
        tried.append(most)
        return align(*texts, most=most)  # type: ignore[arg-type]

    monkeypatch.setattr(scan, "align", count_edits)
    chance = random.Random(1)
    rows = [[chance.randrange(10) for _ in range(400)] for _ in range(30)]
    others = [[each if chance.random() < 0.7 else 7 for each in row] for row in rows]
    answer, output = (
        b"".join(b"%b\n" % " ".join(map(str, row)).encode() for row in text) for text in (rows, others)
    )
    (mistake,) = diagnose(answer, output).mistakes
    assert (mistake.name, mistake.lines) == ("wrong-text", 30)
    assert sum(most > 8 for most in tried) <= 3


lines = st.lists(st.sampled_from([b"a", b"b", b"c", None]), min_size=1, max_size=6)


@given(lines, lines)
def test_texts_meet_after_as_few_lines_as_possible(
    ours: list[bytes | None], others: list[bytes | None]
) -> None:
    """Two lines and the next are equal there; if that is nowhere, after one line of each."""
    mine, theirs = ([Line(0, 0, says) for says in each] for each in (ours, others))
    skip, extra = find_meeting(mine, theirs)
    meetings = [
        (at + other, abs(at - other), at)
        for at in range(len(ours))
        for other in range(len(others))
        if at + other
        and all(x == y for x, y in zip(ours[at : at + 2], others[other : other + 2], strict=False))
    ]
    if (skip, extra) != (1, 1):
        assert (skip + extra, abs(skip - extra), skip) == min(meetings)


def test_a_wrong_answer_of_many_lines_is_compared_in_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line is read a few times at most, however many differ."""
    read = []

    def line_key(text: bytes) -> bytes:
        read.append(text)
        return text

    monkeypatch.setattr("judge.mistakes.lines.line_key", line_key)
    chance = random.Random(1)
    answer, output = (b"".join(b"%d\n" % chance.randrange(10**6) for _ in range(COUNT)) for _ in range(2))
    assert sum(1 for _ in find_differences(answer, output)) >= COUNT - 10
    assert len(read) < 6 * COUNT
