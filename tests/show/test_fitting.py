"""Names and sentences fitted into the available width."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from judge.show.fitting import cut_middle, wrap

_WORDS = st.lists(st.text("abcdefgh題é.", min_size=1, max_size=12), min_size=1, max_size=30)


@pytest.mark.parametrize(
    ("name", "width", "shown"),
    [
        ("luogu_blank_scan.py", 19, "luogu_blank_scan.py"),
        ("luogu_blank_scan.py", 18, "luogu_bla…_scan.py"),
        ("luogu_blank_scan.py", 9, "luog…n.py"),
        ("題解一二三.py", 10, "題解….py"),
    ],
)
def test_a_name_is_cut_in_its_middle(name: str, width: int, shown: str) -> None:
    assert cut_middle(name, width) == shown


@given(st.text("abc題é", max_size=40), st.integers(1, 50))
def test_a_cut_name_has_the_width_its_head_and_its_tail(name: str, width: int) -> None:
    shown = cut_middle(name, width)
    assert cell_len(shown) <= width
    head, dots, tail = shown.partition("…")
    assert name.startswith(head)
    assert name.endswith(tail)
    assert bool(dots) == (shown != name) == (cell_len(name) > width)
    # A letter may take two cells, so one cell can stay empty on each side.
    assert cell_len(shown) >= min(cell_len(name), width - 2)


def test_a_lone_word_takes_another_down() -> None:
    text = Text("slowest: CPU seconds of the slowest run that kept its limit")
    assert wrap(text, 58).plain == "slowest: CPU seconds of the slowest run that kept\nits limit"


@given(_WORDS, st.integers(4, 60))
def test_a_sentence_keeps_its_words_and_leaves_none_alone(words: list[str], width: int) -> None:
    sentence = " ".join(words)
    lines = wrap(Text(sentence), width).plain.split("\n")
    assert " ".join(lines) == sentence
    assert all(cell_len(line) <= width or " " not in line for line in lines)
    pair = " ".join(words[-2:])
    if len(lines) > 1 and " " not in lines[-1] and cell_len(pair) <= width:
        assert " " not in lines[-2], "another word could have come down"


@given(_WORDS, st.integers(4, 60))
def test_a_sentence_keeps_its_style(words: list[str], width: int) -> None:
    head, *rest = words
    text = wrap(Text.assemble((head, "bold"), " ", " ".join(rest)), width)
    bold = "".join(text.plain[span.start : span.end] for span in text.spans if span.style == "bold")
    assert bold == head
