"""Programs that judge grids elsewhere: they say what the subject says here."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers import CLUES, OTHER, SOLVED, TWO_CLUES, grid_case, puzzles, verdict_of
from hypothesis import given
from hypothesis import strategies as st

from judge.cases.tests import make_own_test
from judge.checkers.exact import exact
from judge.checkers.sites import any_of
from judge.model.verdicts import Verdict
from judge.platform.errors import FormatError
from judge.subjects.subject import SUBJECTS
from judge.subjects.sudoku.formats import GRID_FORMATS
from judge.subjects.sudoku.grid import find_repetition
from judge.subjects.sudoku.validators import write_input_validator, write_output_validator

READ = ("poj", "luogu", "nowcoder")
A_PROGRAM = Callable[..., bool]


def accepts(source: str) -> A_PROGRAM:
    """The function that decides in a program."""
    names: dict[str, Any] = {"__name__": "tried"}
    exec(compile(source, "program", "exec"), names)
    found: A_PROGRAM = names["accepts"]
    return found


INPUT = {
    (format, end): accepts(write_input_validator(format, end=end))
    for format in READ
    for end in (b"", b" ", None)
}
OUTPUT = {
    (format, exact): accepts(write_output_validator(format, exact=exact))
    for format in READ
    for exact in (True, False)
}


def spoilt(data: st.DataObject, text: bytes) -> bytes:
    """The text with up to two bytes put in or changed."""
    for _ in range(data.draw(st.integers(0, 2))):
        at, stop = data.draw(st.integers(0, len(text) - 1)), data.draw(st.integers(0, 1))
        text = (
            text[:at]
            + data.draw(st.sampled_from([b"", b"0", b"5", b" ", b"\t", b"\n", b"x"]))
            + text[at + stop :]
        )
    return text


def ended(data: bytes, end: bytes) -> bytes:
    return data.replace(b"\n", end + b"\n")


@pytest.mark.slow
@given(st.sampled_from(READ), st.lists(puzzles(), min_size=1, max_size=3), st.sampled_from([b"", b" "]))
def test_what_a_format_writes_is_accepted_with_the_ends_that_are_stated_and_no_others(
    format: str, pairs: list[tuple[bytes, bytes]], end: bytes
) -> None:
    grids = [clues for clues, _ in pairs][: None if GRID_FORMATS[format].many else 1]
    data = ended(GRID_FORMATS[format].encode_input(grids), end)
    assert INPUT[format, end](data)
    assert INPUT[format, None](data)
    assert not INPUT[format, b" " if end == b"" else b""](data)


@pytest.mark.slow
@given(st.sampled_from(READ), puzzles(), st.data())
def test_the_most_forgiving_one_accepts_what_the_subject_can_read_and_finds_lawful(
    format: str, pair: tuple[bytes, bytes], data: st.DataObject
) -> None:
    written = spoilt(data, GRID_FORMATS[format].encode_input([pair[0]]))
    try:
        lawful = not any(map(find_repetition, GRID_FORMATS[format].decode_input(written)))
    except FormatError:
        lawful = False
    assert INPUT[format, None](written) == lawful


@given(st.sampled_from(READ), st.sampled_from([SOLVED, OTHER]), st.data())
def test_an_output_is_accepted_where_the_checkers_of_the_subject_accept_it(
    format: str, answer: bytes, data: st.DataObject
) -> None:
    test = make_own_test(grid_case(format, (TWO_CLUES, SOLVED), any_answer=True))
    output = spoilt(data, GRID_FORMATS[format].encode_output([answer]))
    assert OUTPUT[format, True](test.input, output) == (exact(test, output).verdict is Verdict.AC)
    assert OUTPUT[format, False](test.input, output) == (
        verdict_of(any_of(SUBJECTS[0]), output, test) is Verdict.AC
    )


@pytest.mark.parametrize("format", READ)
def test_less_than_an_input_is_rejected_and_crashes_none(format: str) -> None:
    data = GRID_FORMATS[format].encode_input([CLUES])
    assert [stop for stop in range(len(data)) if INPUT[format, b""](data[:stop])] == []
    assert [stop for stop in range(len(data)) if INPUT[format, None](data[:stop])] == [len(data) - 1]
    output = GRID_FORMATS[format].encode_output([SOLVED])
    assert [stop for stop in range(len(output)) if OUTPUT[format, True](data, output[:stop])] == []


@pytest.mark.parametrize("format", READ)
def test_a_clue_that_stands_twice_is_rejected(format: str) -> None:
    twice = b"55" + CLUES[2:]
    assert not INPUT[format, b""](GRID_FORMATS[format].encode_input([twice]))


def test_a_program_speaks_by_its_exit_code(tmp_path: Path) -> None:
    def code(source: str, data: bytes, *words: str | Path) -> int:
        (tmp_path / "program.py").write_text(source)
        words = (sys.executable, tmp_path / "program.py", *words)
        return subprocess.run(words, input=data, check=False).returncode

    asked, format = tmp_path / "asked", GRID_FORMATS["luogu"]
    asked.write_bytes(format.encode_input([CLUES]))
    right, judges = format.encode_output([SOLVED]), write_output_validator("luogu", exact=True)
    assert [code(judges, each, asked, "answer", "feedback/") for each in (right, right[:-1])] == [42, 43]
    reads = write_input_validator("luogu", end=b"")
    assert [code(reads, each) for each in (asked.read_bytes(), b"")] == [42, 43]


def test_what_is_called_or_has_no_parts_has_no_programs() -> None:
    for name in ("leetcode", "text"):
        assert write_input_validator(name, end=None) == write_output_validator(name, exact=True) == ""
