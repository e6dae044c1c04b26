"""Packed tests: strings of any pickle are read, and nothing else of a pickle is accepted or run."""

import base64
import os
import pickle
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.packages.datasets import pickled
from judge.packages.datasets.pickled import decode_packed, read_string
from judge.platform.errors import FormatError


def pack(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data)).decode()


@given(st.text(), st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_a_pickled_string_is_read_in_each_protocol(text: str, protocol: int) -> None:
    assert decode_packed(pack(pickle.dumps(text, protocol))) == text


class Runs:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.path),)


def test_a_pickle_is_never_run(tmp_path: Path) -> None:
    made = tmp_path / "made"
    with pytest.raises(FormatError, match="expected a pickle of one string, got"):
        decode_packed(pack(pickle.dumps(Runs(made))))
    assert not made.exists()
    pickle.loads(pickle.dumps(Runs(made)))
    assert made.exists()


@pytest.mark.parametrize("value", [1, ["a"], ("a", "b"), {"a": "b"}, b"a", None, "a" * 3 + "\ud800"])
def test_only_strings_are_accepted(value: object) -> None:
    if isinstance(value, str):
        assert read_string(pickle.dumps(value)) == value
        return
    with pytest.raises(FormatError):
        read_string(pickle.dumps(value))


@given(st.binary())
def test_other_bytes_are_a_fault(data: bytes) -> None:
    for read in (lambda: read_string(data), lambda: decode_packed(pack(data))):
        with pytest.raises(FormatError):
            read()


@pytest.mark.parametrize("data", [pickle.dumps("a") + b".", pickle.dumps("a")[:-1], b"", b"."])
def test_a_pickle_is_whole_and_alone(data: bytes) -> None:
    with pytest.raises(FormatError):
        read_string(data)


def test_a_small_text_for_gigabytes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pickled, "TEXT_BYTES", 1 << 16)
    with pytest.raises(FormatError, match="got more than 65,536 bytes"):
        decode_packed(pack(pickle.dumps("a" * (1 << 20))))
    cut = base64.b64encode(zlib.compress(pickle.dumps("abc" * 99))[:-4]).decode()
    with pytest.raises(FormatError, match="ends early"):
        decode_packed(cut)
