"""Strict YAML: what is refused, on which line, and that nothing else ever comes out than a tree or faults."""

import re
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from judge.platform.errors import InputErrors
from judge.yaml.document import as_written, load
from judge.yaml.tree import File, Mapping, checked, described

PATH = Path("cases/x.yaml")


def faults(data: bytes, *, first_line: int = 1) -> list[str]:
    with pytest.raises(InputErrors) as caught:
        load(data, PATH, first_line=first_line)
    return [str(fault) for fault in caught.value.faults]


# What is read


@pytest.mark.parametrize(
    ("data", "value"),
    [
        pytest.param(b"text", "text", id="plain text"),
        pytest.param(b"''", "", id="empty string"),
        pytest.param(b"12", 12, id="integer"),
        pytest.param(b"-7", -7, id="negative integer"),
        pytest.param(b"1.5", 1.5, id="decimal"),
        pytest.param(b"1e3", 1000.0, id="exponent"),
        pytest.param(b"true", True, id="true"),
        pytest.param(b"null", None, id="null"),
        pytest.param(b"", None, id="nothing"),
        pytest.param(b"# a comment\n", None, id="only a comment"),
        pytest.param(b"'12'", "12", id="quoted digits are text"),
        pytest.param(b'"true"', "true", id="quoted words are text"),
        pytest.param(b"|\n  12\n", "12\n", id="block digits are text"),
        pytest.param(b"no", "no", id="Norway"),
        pytest.param(b"0777", "0777", id="no octal"),
        pytest.param(b"0x1F", "0x1F", id="no hexadecimal"),
        pytest.param(b"1_000", "1_000", id="no separators in numbers"),
        pytest.param(b"1:30", "1:30", id="no base 60"),
        pytest.param(b"2020-01-01", "2020-01-01", id="no dates"),
        pytest.param(b"9" * 19, "9" * 19, id="no endless integers"),
        pytest.param(b"\xef\xbb\xbfa: b", {"a": "b"}, id="byte order mark"),
        pytest.param("a: 数独".encode(), {"a": "数独"}, id="other scripts"),
        pytest.param(b"a: {b: [1, c], d: {}}", {"a": {"b": [1, "c"], "d": {}}}, id="flow"),
        pytest.param(b"a: |\n  8 0 \n  \n  x\n\n", {"a": "8 0 \n\nx\n"}, id="trailing blanks are kept"),
        pytest.param(b'a: "1\\r\\n\\0"', {"a": "1\r\n\0"}, id="escapes"),
        pytest.param(b"a: b\r\nc: |\r\n  d\r\n", {"a": "b", "c": "d\n"}, id="line ends of another system"),
    ],
)
def test_scalars_are_text_or_the_words_and_numbers_of_json(data: bytes, value: Any) -> None:
    found = load(data, PATH)
    assert found == value
    assert type(found) in (type(value), Mapping)


_scalars = st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(max_size=20)
_trees = st.recursive(
    _scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=10).filter(lambda key: key != "<<"), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(_trees)
def test_what_another_program_wrote_is_read_again(tree: Any) -> None:
    # Written quoted, in which every YAML agrees on the meaning.
    data = yaml.safe_dump(tree, allow_unicode=True, default_style='"').encode()
    data = re.sub(rb'!!(?:int|bool|null|float) "([^"]*)"', rb"\1", data)
    assert load(data, PATH) == tree


def test_a_mapping_knows_the_line_of_each_key_and_of_its_text() -> None:
    tree = load(b"# one\na: b\n\nc: |\n  d\n  e\nf:\n  - g: h\n  - 'i': >\n      k\n", PATH)
    assert (tree.line, tree.lines) == (2, {"a": (2, 2), "c": (4, 5), "f": (7, 8)})
    first, second = tree["f"]
    assert (first.line, first.lines) == (8, {"g": (8, 8)})
    assert (second.line, second.lines) == (9, {"i": (9, 10)})


def test_lines_count_on_from_the_first_line_of_the_text() -> None:
    tree = load(b"{a: b}", PATH, first_line=40)
    assert (tree.line, tree.lines) == (40, {"a": (40, 40)})
    assert faults(b"{a: *b}", first_line=40) == ["cases/x.yaml:40: expected a value, got an alias"]


# What is refused


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        pytest.param(b"a: 1\nb: &x 2\n", 2, "expected a value, got an anchor", id="anchor"),
        pytest.param(b"a: 1\nb: &x [2]\n", 2, "expected a value, got an anchor", id="anchor on a list"),
        pytest.param(b"a: 1\nb: *x\n", 2, "expected a value, got an alias", id="alias"),
        pytest.param(
            b"a: !!python/object/apply:os.system ['true']\n",
            1,
            "expected a value, got the tag 'tag:yaml.org,2002:python/object/apply:os.system'",
            id="tag that runs a program",
        ),
        pytest.param(
            b"a: 1\nb: !!binary eA==\n",
            2,
            "expected a value, got the tag 'tag:yaml.org,2002:binary'",
            id="tag",
        ),
        pytest.param(b"a: ! 12\n", 1, "expected a value, got the tag '!'", id="tag of no kind"),
        pytest.param(
            b"a:\n  <<: {b: 1}\n",
            2,
            "expected a key that is a string, got '<<' without quotes",
            id="merge key",
        ),
        pytest.param(
            b"a: 1\nb: 2\na: 3\n",
            3,
            "expected each key once, got 'a' again, first on line 1",
            id="repeated key",
        ),
        pytest.param(
            b"1: a\n", 1, "expected a key that is a string, got '1' without quotes", id="number as a key"
        ),
        pytest.param(
            b"true: a\n", 1, "expected a key that is a string, got 'true' without quotes", id="word as a key"
        ),
        pytest.param(
            b"a: 1\n? [b]\n: 2\n", 2, "expected a key that is a string, got a collection", id="list as a key"
        ),
        pytest.param(
            b"{{a: 1}: 2}", 1, "expected a key that is a string, got a collection", id="mapping as a key"
        ),
        pytest.param(b"a: 1\n---\nb: 2\n", 2, "expected one document, got another", id="two documents"),
        pytest.param(b"a: b\nc: \xff\n", 2, "expected UTF-8, got the byte 0xff", id="no UTF-8"),
        pytest.param("a: é".encode("utf-16"), 1, "expected UTF-8, got the byte 0xff", id="UTF-16"),
        pytest.param(
            b"a: b\nc: \x1bd\n", 2, "expected YAML, got the character U+001B", id="control character"
        ),
        pytest.param(
            "é: éé\nb: \x01\n".encode(),
            2,
            "expected YAML, got the character U+0001",
            id="control character after other scripts",
        ),
        pytest.param(
            ("é" * 50 + "\x01").encode(),
            1,
            "expected YAML, got the character U+0001",
            id="control character at the end",
        ),
    ],
)
def test_what_yaml_allows_and_we_do_not(data: bytes, line: int, message: str) -> None:
    assert faults(data) == [f"cases/x.yaml:{line}: {message}"]


@pytest.mark.parametrize(
    ("data", "line"),
    [
        pytest.param(b"a: b\n c: d\n", 2, id="indented out of line"),
        pytest.param(b"a: [1, 2\nb: 3\n", 2, id="list not closed"),
        pytest.param(b"a: 'b\n", 2, id="quote not closed"),
        pytest.param(b"a: b\n\tc: d\n", 2, id="tab as indentation"),
        pytest.param(b"a: @b\n", 1, id="reserved mark"),
        pytest.param(b"a: b: c\n", 1, id="two colons"),
    ],
)
def test_what_is_no_yaml_has_its_line(data: bytes, line: int) -> None:
    (fault,) = faults(data)
    assert fault.startswith(f"cases/x.yaml:{line}: expected YAML, got a fault: ")


@pytest.mark.parametrize(
    ("opening", "closing"), [pytest.param(b"[", b"]", id="lists"), pytest.param(b"{a: ", b"}", id="mappings")]
)
def test_32_levels_are_read_and_33_are_not(opening: bytes, closing: bytes) -> None:
    load(opening * 32 + closing * 32, PATH)
    assert faults(opening * 33 + closing * 33) == ["cases/x.yaml:1: expected at most 32 levels, got more"]
    assert faults(b"a: 1\nb: " + opening * 100_000) == [
        "cases/x.yaml:2: expected at most 32 levels, got more"
    ]


_yamlish = st.text(st.sampled_from("ab1é:-?[]{}&*!|>'\"%@#~<,. \n\n\t\r\x01\ufeff\u2028"), max_size=60)


@given(st.one_of(_yamlish.map(str.encode), st.binary(max_size=60)))
@example(("é" * 50 + "\x01").encode())
def test_any_bytes_are_a_tree_or_faults(data: bytes) -> None:
    with suppress(InputErrors):
        tree = load(data, PATH)
        assert tree is None or isinstance(tree, dict | list | str | int | float)


@given(_yamlish.map(str.encode))
def test_a_fault_lies_in_the_file(data: bytes) -> None:
    try:
        load(data, PATH)
    except InputErrors as error:
        lines = [fault.line for fault in error.faults]
        ends = len(data.decode().splitlines()) + 1
        assert all(1 <= line <= ends for line in lines), lines


# What is checked


class Record(msgspec.Struct):
    name: Annotated[str, msgspec.Meta(description="a string")]
    size: Annotated[int, msgspec.Meta(ge=1, description="a size above 0")]
    kind: Annotated[str, msgspec.Meta(description="a kind")] = "plain"


def found(data: bytes) -> tuple[Record | None, list[str]]:
    file = File(PATH)
    record = checked(file, load(data, PATH), Record, 7)
    return record, [str(fault).removeprefix("cases/x.yaml:") for fault in sorted(file.faults)]


def test_a_mapping_becomes_a_record() -> None:
    assert found(b"name: x\nsize: 2\n") == (Record("x", 2, "plain"), [])


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(b"[]", ["7: expected a mapping, got an empty list"], id="list"),
        pytest.param(b"", ["7: expected a mapping, got nothing"], id="nothing"),
        pytest.param(b"name: x", ["1: expected the key 'size', got none"], id="key missing"),
        pytest.param(
            b"name: x\nsize: 2\ncolour: red",
            ["3: expected one of the keys name, size, kind, got 'colour'"],
            id="key too much",
        ),
        pytest.param(
            b"size: 2\nname: 3",
            ["2: expected a string, got the number 3; put it in quotes"],
            id="number for a string",
        ),
        pytest.param(
            b"name: x\nsize: 0", ["2: expected a size above 0, got the number 0"], id="out of range"
        ),
        pytest.param(
            b"name: x\nsize: '2'", ["2: expected a size above 0, got '2'"], id="string for a number"
        ),
        pytest.param(
            b"name:\nsize: true\nkind: [a]\nx: y",
            [
                "1: expected a string, got nothing",
                "2: expected a size above 0, got true",
                "3: expected a kind, got a list",
                "4: expected one of the keys name, size, kind, got 'x'",
            ],
            id="all faults at once",
        ),
    ],
)
def test_every_wrong_key_is_a_fault_of_its_line(data: bytes, expected: list[str]) -> None:
    assert found(data) == (None, expected)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        ({}, "a mapping"),
        ([], "an empty list"),
        ([1], "a list"),
        ("x\n", r"'x\n'"),
        ("x" * 41, "'" + "x" * 40 + "...'"),
        (False, "false"),
        (3, "the number 3"),
        (1.5, "the number 1.5"),
    ],
)
def test_a_value_in_words(value: Any, words: str) -> None:
    assert described(value) == words


def test_words_are_told_as_they_are_written() -> None:
    text = b"\xef\xbb\xbfa: [1e-6, 007, true, ~, '0x1', 1.50]\nb: {c: 1_000}\n"
    assert load(text, Path("a.yaml"))["a"][2:4] == [True, None]
    assert as_written(text) == {"a": ["1e-6", "007", "true", "~", "0x1", "1.50"], "b": {"c": "1_000"}}


@given(text=st.text("ab:-, \t\n'\"0{}[]#~", max_size=40))
@example(text="a: b\t0\n")
def test_every_document_that_is_read_can_be_read_as_written(text: str) -> None:
    with suppress(InputErrors):
        tree = load(text.encode(), PATH)
        assert isinstance(as_written(text.encode()), dict) == isinstance(tree, Mapping)
