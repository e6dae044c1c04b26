"""The bytes of a test that is given as text or as values."""

from typing import Any

from msgspec import UNSET

from judge.library.submissions import Test
from judge.platform.errors import FormatError, describe
from judge.subjects.signatures.signature import Signature
from judge.subjects.signatures.values import encode_line


def encode_test(test: Test, signature: Signature | None) -> tuple[bytes, bytes | None]:
    """Return the input and the answer, None if there is none. Raises ValueError.

    For a function both are values, one a line. Values that are not JSON or do not fit their types are
    refused.
    """
    is_text = isinstance(test.input, str | bytes)
    if is_text or not signature:
        asked = _encode_text("input", test.input)
        answer = None if test.answer is None or test.answer is UNSET else _encode_text("answer", test.answer)
    elif isinstance(test.input, list | tuple):
        asked = b"".join(_encode_value("input", each) for each in test.input)
        answer = None if test.answer is UNSET else _encode_value("answer", test.answer)
    else:
        got = describe(test.input)
        raise ValueError(f"expected text, bytes or a list of arguments as input, got {got}")
    if signature and (is_text or signature.is_typed):
        return _normalize(signature, asked, answer)
    return asked, answer


def _normalize(signature: Signature, asked: bytes, answer: bytes | None) -> tuple[bytes, bytes | None]:
    try:
        asked = signature.normalize_input(asked)
    except FormatError as error:
        raise ValueError(f"input, {error}") from None
    try:
        return asked, None if answer is None else signature.normalize_answer(asked, answer)
    except FormatError as error:
        raise ValueError(f"answer: {error.message}") from None


def _encode_text(name: str, text: object) -> bytes:
    if isinstance(text, bytes):
        return text
    if not isinstance(text, str):
        raise ValueError(f"expected text or bytes as {name}, got {describe(text)}")
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError as error:
        raise ValueError(f"expected text that UTF-8 can write as {name}, got: {error.reason}") from None


def _encode_value(name: str, value: Any) -> bytes:
    try:
        return encode_line(value)
    except (TypeError, ValueError, RecursionError):
        raise ValueError(f"expected values of JSON as {name}, got {describe(value)}") from None
