"""Few words changed, missing or extra in a text of any length: only these are named, in order."""

import itertools
import random
import re
from collections.abc import Sequence

import pytest
from helpers import mended
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.mistakes import extras
from judge.mistakes.alignment import LINES, WORDS
from judge.mistakes.diagnosis import diagnose, summarize
from judge.mistakes.scan import find_differences

# A lone word is an extra or missing line if it fills one, and other text at the end of a line.
_WORD_NAMES = {"wrong-text", "line-missing", "truncated", "debug-before", "debug-between", "debug-after"}


def numbers(chance: random.Random, kinds: int, length: int) -> list[bytes]:
    return [b"%d" % number for number in chance.choices(range(kinds), k=length)]


def edited(
    words: Sequence[bytes], edits: int, chance: random.Random, *, adjacent: bool = False
) -> list[bytes]:
    """Change, remove or insert words: close to each other if `adjacent`, else without neighbours."""
    found: list[bytes] = []
    window = chance.randint(edits, 3 * edits)
    start = chance.randrange(len(words) - window)
    places = range(start, start + window) if adjacent else range(0, len(words), 2)
    chosen = set(chance.sample(places, edits))
    for at, word in enumerate(words):
        kind = chance.choice(("changed", "missing", "extra")) if at in chosen else ""
        if kind != "missing":
            found += [b"%d" % (10**12 + at)] if kind == "changed" else [word]
        if kind == "extra":
            found.insert(len(found) - chance.randrange(2), b"%d" % (10**13 + at))
    return found


def check(words: Sequence[bytes], others: Sequence[bytes], separator: bytes, edits: int) -> None:
    answer, output = (separator.join(text) + b"\n" for text in (words, others))
    found = list(find_differences(answer, output))
    assert mended(answer, output, found) == answer
    assert len(found) <= edits
    assert {name for difference in found for name in difference.names} <= _WORD_NAMES
    same = next(
        (n for n, (mine, theirs) in enumerate(zip(words, others, strict=False)) if mine != theirs),
        min(len(words), len(others)),
    )
    before = sum(map(len, words[:same])) + same
    # The separator before or after a lone word goes with it.
    assert before - 1 <= found[0].i <= before
    assert before - 1 <= found[0].a <= before


@given(st.lists(st.sampled_from([b"\x1b", b"[", b"(", b"{", b"a"])).map(b"".join))
def test_a_bracket_counts_unless_an_escape_sequence_begins_with_it(text: bytes) -> None:
    assert extras._has_bracket(text) == bool(re.search(rb"(?<!\x1b)[\[({]", text))


@given(st.text("ab ,\n").map(str.encode), st.integers(0, 6))
def test_a_text_has_as_many_units_as_stretches_without_separators(text: bytes, least: int) -> None:
    for unit, pattern in ((WORDS, rb"[^ ,\n]+"), (LINES, rb"[^\n]+")):
        assert unit.has(text, 0, len(text), least) == (len(re.findall(pattern, text)) >= least)


@pytest.mark.slow
@settings(max_examples=60)
@given(
    st.integers(1, 20),
    st.integers(0, 600),
    st.sampled_from((b" ", b"\n")),
    st.sampled_from((1, 2, 10, 10**9)),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_the_first_mistake_is_named_first_and_none_is_invented(
    edits: int, more: int, separator: bytes, kinds: int, adjacent: bool, chance: random.Random
) -> None:
    words = [b"%d" % chance.randrange(kinds) for _ in range(8 * edits + more)]
    check(words, edited(words, edits, chance, adjacent=adjacent), separator, edits)


@pytest.mark.parametrize("extra", [b"7", b"-7", b"1.5"])
@pytest.mark.parametrize("line", [b"10 2 3 8\n", b"5\n"])
def test_a_number_too_many_at_the_beginning_of_a_line_is_no_label(line: bytes, extra: bytes) -> None:
    answer, output = b"3 4\n" + line, b"3 4\n" + extra + b" " + line
    (mistake,) = diagnose(answer, output).mistakes
    assert (mistake.name, mistake.edit) == ("wrong-text", f"remove '{extra.decode()} '")


@pytest.mark.slow
@pytest.mark.parametrize("adjacent", [False, True])
@pytest.mark.parametrize("separator", [b" ", b"\n"])
@pytest.mark.parametrize("kinds", [2, 10**9])
def test_a_million_words_with_twenty_mistakes(separator: bytes, kinds: int, adjacent: bool) -> None:
    chance = random.Random(29)
    words = numbers(chance, kinds, 1_000_000)
    check(words, edited(words, 20, chance, adjacent=adjacent), separator, 20)


@pytest.mark.slow
@settings(max_examples=40)
@given(
    st.integers(1, 20),
    st.sampled_from((10_000, 30_000, 100_000, 300_000, 1_000_000)),
    st.sampled_from((b" ", b"\n")),
    st.sampled_from((1, 2, 10, 10**9)),
    st.booleans(),
    st.integers(0, 10**6),
)
def test_no_mistake_is_invented_in_long_texts(
    edits: int, length: int, separator: bytes, kinds: int, adjacent: bool, seed: int
) -> None:
    chance = random.Random(seed)
    words = numbers(chance, kinds, length)
    check(words, edited(words, edits, chance, adjacent=adjacent), separator, edits)


def test_one_wrong_number_in_a_long_line_is_one_mistake() -> None:
    words = [b"%d" % n for n in range(1, 100_001)]
    wrong = [*words[:77_776], b"5", *words[77_777:]]
    answer, output = b" ".join(words) + b"\n", b" ".join(wrong) + b"\n"
    (mistake,) = diagnose(answer, output).mistakes
    assert (mistake.name, mistake.count, mistake.edit) == ("wrong-text", 1, "expected '77777', got '5'")


def test_a_long_line_with_more_wrong_words_than_are_aligned_is_compared_word_by_word() -> None:
    words = [b"%d" % n for n in range(20_000)]
    wrong = [b"x" + word if n % 100 == 0 else word for n, word in enumerate(words)]
    (mistake,) = diagnose(b" ".join(words), b" ".join(wrong)).mistakes
    assert (mistake.name, mistake.count) == ("wrong-text", 200)


def test_a_long_line_of_other_words_is_one_mistake() -> None:
    words = [b"%d" % n for n in range(20_000)]
    output = b" ".join([b"0 1 2 4", *(b"x%d" % n for n in range(30_000))]) + b"\n"
    (mistake,) = diagnose(b" ".join(words) + b"\n", output).mistakes
    assert (mistake.name, mistake.count, mistake.places[0].output.offset) == ("wrong-text", 1, 6)


@pytest.mark.parametrize(
    ("answer", "output", "names"),
    [
        pytest.param(b"275\n", b"Enter n:\nSum = 275\n", ["prompt", "label"], id="one answer"),
        pytest.param(b"275\n", b"Enter a:\nEnter b:\nSum = 275\n", ["prompt", "label"], id="two prompts"),
        pytest.param(b"275\n3\n", b"n?\nSum = 275\nn?\nSum = 3\n", ["prompt", "label"], id="two answers"),
        pytest.param(b"275\n", b"Sum:\nSum = 275\n", None, id="a line that asks for nothing"),
    ],
)
def test_a_prompt_before_a_label(answer: bytes, output: bytes, names: list[str] | None) -> None:
    found = [mistake.name for mistake in diagnose(answer, output).mistakes]
    assert found == names if names else "prompt" not in found


def test_a_separator_that_differs_everywhere_hides_no_wrong_word() -> None:
    words = [b"%d" % n for n in range(5000)]
    wrong = [*words[:3000], b"x", *words[3001:]]
    diagnosis = diagnose(b" ".join(words), b",".join(wrong))
    assert {mistake.name: mistake.count for mistake in diagnosis.mistakes} == {
        "wrong-text": 1,
        "commas": 4999,
    }
    assert summarize(diagnosis).startswith("wrong-text")


def test_missing_and_extra_words_that_stand_together_are_one_mistake() -> None:
    words = [b"%d" % n for n in range(100)]
    outputs = [[*words[:50], *words[53:]], [*words[:50], b"x", b"y", b"z", *words[50:]]]
    for output, edit in zip(outputs, ("insert '50 51 52 '", "remove 'x y z '"), strict=True):
        (mistake,) = diagnose(b" ".join(words), b" ".join(output)).mistakes
        assert (mistake.name, mistake.edit) == ("wrong-text", edit)


def test_differences_of_aligned_words_are_in_order() -> None:
    words = [b"%d" % n for n in range(500)]
    found = list(find_differences(b" ".join(words), b" ".join(edited(words, 20, random.Random(1)))))
    assert all(one.b <= two.a and one.j <= two.i for one, two in itertools.pairwise(found))
