"""Outputs in an encoding other than UTF-8, and outputs that only look like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mistakes.diagnosis import diagnose
from judge.mistakes.encodings import is_recoded

POEM = "Élan vital\nnaïve café\n"


@pytest.mark.parametrize(
    "codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be", "latin-1", "cp1252"]
)
def test_the_same_text_in_another_encoding(codec: str) -> None:
    assert is_recoded(POEM.encode(), POEM.encode(codec))
    assert is_recoded(POEM.encode(codec), POEM.encode())
    assert is_recoded((POEM * 1000).encode(), (POEM * 1000).encode(codec))


@pytest.mark.parametrize(
    ("text", "codec"), [("да\nнет\n", "cp1251"), ("数独\n", "gb18030"), ("はい\n", "shift_jis")]
)
def test_the_encodings_of_other_scripts(text: str, codec: str) -> None:
    assert is_recoded(text.encode(), text.encode(codec))
    assert is_recoded(text.encode(codec), text.encode())


@pytest.mark.parametrize(
    ("codec", "name"),
    [
        *((f"utf-{bits}{order}", f"UTF-{bits}") for bits in (16, 32) for order in ("", "-le", "-be")),
        *(("latin-1", "Latin-1"), ("gb18030", "GB18030")),
    ],
)
@pytest.mark.parametrize("text", [POEM, POEM * 1000])
def test_the_text_to_fix_is_the_one_that_is_not_utf_8(text: str, codec: str, name: str) -> None:
    recoded = text.encode(codec)
    for utf8 in (text.encode(), text.replace("\n", "\r\n").encode()):
        (of_output,) = diagnose(utf8, recoded).mistakes
        (of_answer,) = diagnose(recoded, utf8).mistakes
        assert of_output.name == of_answer.name == "wrong-encoding"
        assert of_output.edit == f"print UTF-8, got {name}"
        assert of_answer.edit == f"save the answer as UTF-8, it is {name}"


@pytest.mark.parametrize("text", ["3\n", POEM, POEM * 1000])
def test_a_byte_order_mark_of_the_answer_is_no_fault_of_the_output(text: str) -> None:
    marked = text.encode("utf-8-sig")
    (of_answer,) = diagnose(marked, text.encode()).mistakes
    (of_output,) = diagnose(text.encode(), marked).mistakes
    assert of_answer.name == of_output.name == "byte-order-mark"
    assert of_answer.edit == "save the answer without its byte order mark"
    assert of_output.edit == r"remove '\xef\xbb\xbf'"
    inside = text.replace("\n", "\u200b\n", 1).encode()
    assert diagnose(inside, text.encode()).mistakes[0].edit == r"insert '\xe2\x80\x8b'"


def test_utf_8_that_was_taken_for_latin_1_and_encoded_again() -> None:
    assert is_recoded(POEM.encode(), POEM.encode().decode("latin-1").encode())


@pytest.mark.parametrize(
    ("answer", "output"),
    [
        pytest.param(b"1\n", b"1\0\n", id="a NUL"),
        pytest.param(b"1\n", "2\n".encode("utf-16"), id="another text"),
        pytest.param(b"caf\xe9\n", b"caf\xe8\n", id="an answer that is no UTF-8"),
        pytest.param(POEM.encode(), b"?lan vital\n", id="letters lost"),
        pytest.param(POEM.encode(), POEM.encode().upper(), id="another case"),
        pytest.param(b"", "1".encode("utf-16"), id="nothing wanted"),
    ],
)
def test_what_is_not_the_answer_in_another_encoding(answer: bytes, output: bytes) -> None:
    assert not is_recoded(answer, output)
    assert not is_recoded(output, answer)


@given(st.binary(max_size=20))
def test_no_text_is_another_encoding_of_itself(text: bytes) -> None:
    assert not is_recoded(text, text)
    assert not is_recoded(text, text + b"1\n")


@given(st.binary(max_size=20), st.binary(max_size=20))
def test_neither_text_needs_to_be_the_answer(one: bytes, other: bytes) -> None:
    assert is_recoded(one, other) == is_recoded(other, one)
