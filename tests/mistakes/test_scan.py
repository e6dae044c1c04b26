"""Laws of the diagnosis for any two byte strings, and their edges."""

import itertools
import subprocess
import sys

import pytest
from helpers import SOLVED, environment, mended
from hypothesis import example, given
from hypothesis import strategies as st

from judge.mistakes.bytewise import WHITE, blank_equal, common_prefix, to_ascii
from judge.mistakes.diagnosis import diagnose, summarize
from judge.mistakes.scan import find_differences
from judge.mistakes.table import RANK
from judge.model.results import Row
from judge.subjects.sudoku.formats import GRID_FORMATS

_PIECES = (
    *(
        b"1",
        b"2",
        b"a",
        b"A",
        b" ",
        b" ",
        b"\n",
        b"\n",
        b"\r",
        b"\t",
        b"\v",
        b",",
        b"[",
        b"]",
        b'"',
        b"'",
        b"\0",
    ),
    *(b"\x1b[3m", b"\x1b", b"\xef\xbb\xbf", b"\xef\xbc\x91", b"\xc2\xa0", b"\xff", b":", b"Enter:", b"\x07"),
    *(b"\xe2\x80\x8b", b"0", b"."),
)
_GRIDS = tuple(format.encode_output([SOLVED]) for format in GRID_FORMATS.values())
lumpy = st.lists(st.sampled_from(_PIECES), max_size=30).map(b"".join)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """An answer, and an output that shares much of it."""
    answer = draw(lumpy | st.binary(max_size=30) | st.sampled_from(_GRIDS))
    output = answer if draw(st.booleans()) else draw(lumpy)
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(output)))
        end = draw(st.integers(start, min(len(output), start + 20)))
        output = output[:start] + draw(lumpy) + output[end:]
    return answer, output


@pytest.mark.slow
@given(pairs())
@example((b"\x01\x80", b"\x01\x80"))
@example((b" \r 1'[22\xff,\xef\xbc\x91 a", b" 1'\r\ra[22,\xef\x91 a"))
def test_the_differences_put_right_are_the_answer(pair: tuple[bytes, bytes]) -> None:
    answer, output = pair
    found = list(find_differences(answer, output))
    assert mended(answer, output, found) == answer
    assert (found == []) == (answer == output)
    for before, after in itertools.pairwise(found):
        assert before.b <= after.a
        assert before.j <= after.i


@pytest.mark.slow
@given(pairs(), st.sampled_from(["text", *GRID_FORMATS]))
def test_a_diagnosis_is_total_and_says_what_the_verdict_says(pair: tuple[bytes, bytes], format: str) -> None:
    answer, output = pair
    diagnosis = diagnose(answer, output, format=format)
    assert diagnosis == diagnose(answer, output, format=format)
    same = answer.translate(None, WHITE) == output.translate(None, WHITE)
    names = [mistake.name for mistake in diagnosis.mistakes]
    assert names == sorted(names, key=RANK.__getitem__)
    assert bool(names or diagnosis.wrong_part) == (answer != output) == bool(summarize(diagnosis))
    if same:
        assert "wrong-text" not in names


@pytest.mark.slow
@given(pairs())
def test_a_place_is_where_it_says(pair: tuple[bytes, bytes]) -> None:
    answer, output = pair
    for mistake in diagnose(answer, output).mistakes:
        for place in mistake.places:
            for text, spot, part in (
                (answer, place.answer, place.wanted),
                (output, place.output, place.found),
            ):
                before = text[: spot.offset]
                assert text[spot.offset :].startswith(part)
                assert spot.line == before.count(b"\n") + 1
                assert spot.column == len(before) - before.rfind(b"\n")


@pytest.mark.slow
@given(pairs())
def test_the_rows_of_a_diff_are_the_two_texts(pair: tuple[bytes, bytes]) -> None:
    answer, output = pair
    rows = diagnose(answer, output).rows
    assert len(rows) <= 41
    sides = [side for row in rows for side in (row.answer, row.output) if side]
    whole = not any(row == Row() or row.folded for row in rows) and not any(s.start or s.more for s in sides)
    if answer != output and whole:
        assert b"".join(row.answer.data for row in rows if row.answer) == answer
        assert b"".join(row.output.data for row in rows if row.output) == output
    for side in sides:
        assert all(0 <= begin <= end <= len(side.data) <= 240 for begin, end in side.marks)


@given(st.binary(), st.binary(), st.binary())
def test_a_common_prefix_is_all_that_is_common(before: bytes, a: bytes, b: bytes) -> None:
    same = common_prefix(before + a, 0, before + b, 0, len(before + a))
    assert (before + a)[:same] == (before + b)[:same]
    assert (before + a)[same : same + 1] != (before + b)[same : same + 1] or same == len(before + a)


@given(st.binary(), st.binary())
def test_equal_but_for_white_space_is_an_equivalence(a: bytes, b: bytes) -> None:
    assert blank_equal(a, a)
    assert blank_equal(a, b) == blank_equal(b, a)
    assert blank_equal(a, b" " + a + b"\n")


def test_white_space_across_chunks_is_taken_out() -> None:
    marks = b"x" * (1 << 20)
    assert blank_equal(marks + marks, b"\n".join([marks[:77], marks[77:], b"   ", marks]))
    assert not blank_equal(marks + b"x", marks)


@pytest.mark.parametrize(
    ("character", "simple"),
    [
        ("１", b"1"),
        ("٣", b"3"),
        ("Ａ", b"A"),
        ("\u00a0", b" "),
        ("’", b"'"),
        ("−", b"-"),
        ("é", b""),
        ("数", b""),
    ],
)
def test_look_alikes(character: str, simple: bytes) -> None:
    assert to_ascii(character.encode()) == simple


LARGE = """
import resource
from judge.mistakes.diagnosis import diagnose, summarize

def peak_bytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10

lines = bytearray()
for i in range(300_000):
    lines += b"%d %d\\n" % (i, i * 7919 % 1000003)
answer = bytes(lines)
outputs = answer[:-8] + b"7\\n", answer.replace(b"\\n", b"\\r\\n")
before = peak_bytes()
for output in outputs:
    print(summarize(diagnose(answer, output)).partition(" ")[0])
print(len(answer), peak_bytes() - before)
"""


@pytest.mark.slow
def test_many_lines_are_diagnosed_in_little_more_memory_than_they_take() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LARGE],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    *names, length, more_bytes = done.stdout.split()
    assert names == ["wrong-text", "cr-lf,"]
    assert int(more_bytes) < 4 * int(length)
