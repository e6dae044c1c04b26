"""The bytes of a test that is given as text or as values."""

from typing import Any

from judge.library.submissions import Test
from judge.platform.errors import quoted
from judge.subjects.signatures.values import encode_line


def encode_test(test: Test, *, is_function: bool) -> tuple[bytes, bytes | None]:
    """Return the input and the answer. Raises ValueError for values that are neither text nor JSON."""
    if isinstance(test.input, str | bytes):
        return _encode_text("input", test.input), None if test.answer is None else _encode_text(
            "answer", test.answer
        )
    if not is_function or not isinstance(test.input, list | tuple):
        wanted = "text, bytes or a list of arguments" if is_function else "text or bytes"
        raise ValueError(f"expected {wanted} as input, got {quoted(repr(test.input))}")
    lines = b"".join(_encode_value("input", each) for each in test.input)
    return lines, _encode_value("answer", test.answer)


def _encode_text(name: str, text: object) -> bytes:
    if isinstance(text, bytes):
        return text
    if not isinstance(text, str):
        raise ValueError(f"expected text or bytes as {name}, got {quoted(repr(text))}")
    return text.encode(errors="surrogateescape")


def _encode_value(name: str, value: Any) -> bytes:
    try:
        return encode_line(value)
    except (TypeError, ValueError, RecursionError):
        raise ValueError(f"expected values of JSON as {name}, got {quoted(repr(value))}") from None
