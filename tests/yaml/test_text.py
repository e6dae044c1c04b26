"""YAML that is written: what was read comes back, whatever is in it."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.yaml.document import load
from judge.yaml.text import dumped

PATH = Path("cases/x.yaml")
TEXTS = st.text() | st.text(
    st.sampled_from("0123456789.+-eE_~:#'\"\\{}[]&*!|>%@` \t\n\r\0\x85\u2028\ufefftrufalsn")
)
TREES = st.dictionaries(
    st.from_regex("[a-z][a-z_-]{0,9}", fullmatch=True),
    st.recursive(
        TEXTS | st.booleans() | st.none() | st.integers(-(10**17), 10**17),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.from_regex("[a-z]{1,5}", fullmatch=True), inner, max_size=3)
        ),
        max_leaves=5,
    ),
    max_size=4,
)


@pytest.mark.slow
@given(TREES)
@example({"name": "0E0"})
@example({"name": "1e5", "of": ["012", "1_0", "0x1", "12:30:45", "2026-11-22", "NO", "~", "<<", "="]})
def test_what_is_written_is_read_again(tree: dict[str, Any]) -> None:
    assert load(dumped(tree).encode(), PATH) == tree


def test_what_stands_twice_is_written_twice() -> None:
    names = ["a", "b"]
    tree = {"one": {"of": names}, "other": {"of": names}}
    assert load(dumped(tree).encode(), PATH) == tree


def test_what_was_read_can_be_written_again() -> None:
    tree = load(b"a: {b: [1, {c: '2'}], d: {e: true}}\n", Path("a.yaml"))
    assert load(dumped(tree).encode(), Path("b.yaml")) == tree
