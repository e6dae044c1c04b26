"""The formats, both ways: on generated grids, and on every real puzzle that is available."""

import re
from contextlib import suppress

import pytest
from helpers import CLUES, PUZZLES, SOLVED, cells, puzzles, puzzles_of, solved_grids
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.platform.errors import FormatError, shown
from judge.subjects.subject import FORMATS
from judge.subjects.sudoku.formats import GRID_FORMATS
from judge.subjects.sudoku.grid import find_completions

ALL_FORMATS = pytest.mark.parametrize("name", GRID_FORMATS)
PUZZLE_FILES = ("easy50.txt", "top95.txt", "hardest11.txt", "seventeen_clue_492.txt", "hard375.txt")

POJ_INPUT = b"""\
1
530070000
600195000
098000060
800060003
400803001
700020006
060000280
000419005
000080079
"""
POJ_OUTPUT = b"""\
534678912
672195348
198342567
859761423
426853791
713924856
961537284
287419635
345286179
"""
LUOGU_INPUT = b"""\
5 3 0 0 7 0 0 0 0
6 0 0 1 9 5 0 0 0
0 9 8 0 0 0 0 6 0
8 0 0 0 6 0 0 0 3
4 0 0 8 0 3 0 0 1
7 0 0 0 2 0 0 0 6
0 6 0 0 0 0 2 8 0
0 0 0 4 1 9 0 0 5
0 0 0 0 8 0 0 7 9
"""
# Every digit is followed by a space, so that every line ends in one; written with signs to keep editors off.
LUOGU_OUTPUT = b"""\
5_3_4_6_7_8_9_1_2_
6_7_2_1_9_5_3_4_8_
1_9_8_3_4_2_5_6_7_
8_5_9_7_6_1_4_2_3_
4_2_6_8_5_3_7_9_1_
7_1_3_9_2_4_8_5_6_
9_6_1_5_3_7_2_8_4_
2_8_7_4_1_9_6_3_5_
3_4_5_2_8_6_1_7_9_
""".replace(b"_", b" ")
LEETCODE_INPUT = (
    b'[["5","3",".",".","7",".",".",".","."],["6",".",".","1","9","5",".",".","."],'
    b'[".","9","8",".",".",".",".","6","."],["8",".",".",".","6",".",".",".","3"],'
    b'["4",".",".","8",".","3",".",".","1"],["7",".",".",".","2",".",".",".","6"],'
    b'[".","6",".",".",".",".","2","8","."],[".",".",".","4","1","9",".",".","5"],'
    b'[".",".",".",".","8",".",".","7","9"]]\n'
)
LEETCODE_OUTPUT = (
    b'[["5","3","4","6","7","8","9","1","2"],["6","7","2","1","9","5","3","4","8"],'
    b'["1","9","8","3","4","2","5","6","7"],["8","5","9","7","6","1","4","2","3"],'
    b'["4","2","6","8","5","3","7","9","1"],["7","1","3","9","2","4","8","5","6"],'
    b'["9","6","1","5","3","7","2","8","4"],["2","8","7","4","1","9","6","3","5"],'
    b'["3","4","5","2","8","6","1","7","9"]]\n'
)


@pytest.mark.parametrize(
    ("name", "input", "output"),
    [
        pytest.param("poj", POJ_INPUT, POJ_OUTPUT, id="poj"),
        pytest.param("luogu", LUOGU_INPUT, LUOGU_OUTPUT, id="luogu"),
        pytest.param("nowcoder", LUOGU_INPUT, LUOGU_OUTPUT, id="nowcoder"),
        pytest.param("leetcode", LEETCODE_INPUT, LEETCODE_OUTPUT, id="leetcode"),
    ],
)
def test_a_grid_in_each_format_to_the_byte(name: str, input: bytes, output: bytes) -> None:
    format = GRID_FORMATS[name]
    assert format.encode_input([CLUES]) == input
    assert format.encode_output([SOLVED]) == output
    assert format.decode_input(input) == (CLUES,)
    assert format.decode_output(output) == (SOLVED,)


def test_every_format_has_its_bytes_here_and_text_has_none() -> None:
    assert set(FORMATS) == {"poj", "luogu", "nowcoder", "leetcode", "text"}
    assert "text" not in GRID_FORMATS


@pytest.mark.slow
@ALL_FORMATS
@settings(max_examples=30)
@given(puzzle=puzzles())
def test_what_is_encoded_is_decoded_again(name: str, puzzle: tuple[bytes, bytes]) -> None:
    format = GRID_FORMATS[name]
    clues, solved = puzzle
    assert format.decode_input(format.encode_input([clues])) == (clues,)
    assert format.decode_output(format.encode_output([solved])) == (solved,)


@ALL_FORMATS
@settings(max_examples=30)
@given(grid=st.lists(st.sampled_from(b"0123456789"), min_size=81, max_size=81).map(bytes))
def test_an_input_need_not_obey_the_law_of_sudoku(name: str, grid: bytes) -> None:
    format = GRID_FORMATS[name]
    assert format.decode_input(format.encode_input([grid])) == (grid,)


@settings(max_examples=30)
@given(st.lists(puzzles(), min_size=1, max_size=5))
def test_poj_holds_many_grids(pairs: list[tuple[bytes, bytes]]) -> None:
    clues, solved = zip(*pairs, strict=True)
    poj = GRID_FORMATS["poj"]
    assert poj.encode_input(clues).partition(b"\n")[0] == b"%d" % len(pairs)
    assert poj.decode_input(poj.encode_input(clues)) == clues
    assert poj.decode_output(poj.encode_output(solved)) == solved


def test_only_poj_holds_many_grids() -> None:
    assert [name for name, format in GRID_FORMATS.items() if format.many] == ["poj"]


@pytest.mark.slow
@ALL_FORMATS
@settings(max_examples=30)
@given(solved=solved_grids(), data=st.data())
def test_decoding_an_output_forgives_blanks(name: str, solved: bytes, data: st.DataObject) -> None:
    format = GRID_FORMATS[name]
    between = b"" if name != "leetcode" else b","
    tokens = re.findall(rb'"\d"|\S', format.encode_output([solved])) if between else cells(solved)
    blanks = data.draw(st.lists(st.text(" \t\r\n", max_size=3), min_size=len(tokens), max_size=len(tokens)))
    assert format.decode_output(b"".join(b + t.encode() for t, b in zip(blanks, tokens, strict=True))) == (
        solved,
    )


@pytest.mark.skipif(not PUZZLES.is_dir(), reason="the folder of real puzzles is not there")
@ALL_FORMATS
@pytest.mark.parametrize("file", PUZZLE_FILES)
def test_every_real_puzzle_survives_both_ways(name: str, file: str) -> None:
    format = GRID_FORMATS[name]
    puzzles = puzzles_of(file)
    assert puzzles
    for clues in puzzles:
        wire = format.encode_input([clues])
        assert format.decode_input(wire) == (clues,)
        assert format.encode_input(format.decode_input(wire)) == wire
    if format.many:
        assert format.decode_input(format.encode_input(puzzles)) == tuple(puzzles)


@pytest.mark.skipif(not PUZZLES.is_dir(), reason="the folder of real puzzles is not there")
@pytest.mark.parametrize("file", ["easy50.txt", "hardest11.txt", "seventeen_clue_492.txt"])
def test_every_real_answer_survives_both_ways(file: str) -> None:
    answers = [next(find_completions(clues)) for clues in puzzles_of(file)]
    for format in GRID_FORMATS.values():
        for answer in answers:
            wire = format.encode_output([answer])
            assert format.decode_output(wire) == (answer,)
            assert format.encode_output(format.decode_output(wire)) == wire


def with_line(data: bytes, number: int, line: bytes) -> bytes:
    lines = data.split(b"\n")
    lines[number - 1] = line
    return b"\n".join(lines)


DIGITS_APART = "expected nine digits separated by single spaces, got "
DIGITS_TOGETHER = "expected nine digits without separators, got "
ARRAYS = "expected nine arrays of nine strings, each '.' or a digit from 1 to 9"


@pytest.mark.parametrize(
    ("name", "data", "line", "message"),
    [
        pytest.param("poj", b"", 1, "expected the number of grids, got ''", id="poj: nothing"),
        pytest.param(
            "poj",
            with_line(POJ_INPUT, 1, b"one"),
            1,
            "expected the number of grids, got 'one'",
            id="poj: count in words",
        ),
        pytest.param(
            "poj",
            with_line(POJ_INPUT, 1, b"-1"),
            1,
            "expected the number of grids, got '-1'",
            id="poj: count below zero",
        ),
        pytest.param("poj", b"0\n", 1, "expected the number of grids, got '0'", id="poj: no grids"),
        pytest.param(
            "poj",
            with_line(POJ_INPUT, 1, b"9" * 5000),
            1,
            f"expected the number of grids, got '{'9' * 40}'...",
            id="poj: a count of 5000 digits",
        ),
        pytest.param(
            "poj",
            with_line(POJ_INPUT, 1, b"2"),
            2,
            "expected 18 lines of nine digits, got 9 lines",
            id="poj: fewer grids than counted",
        ),
        pytest.param(
            "poj",
            POJ_INPUT + b"530070000\n",
            2,
            "expected 9 lines of nine digits, got 10 lines",
            id="poj: one line more",
        ),
        pytest.param(
            "poj",
            with_line(POJ_INPUT, 4, b"09800006"),
            4,
            DIGITS_TOGETHER + "'09800006'",
            id="poj: a digit lost",
        ),
        pytest.param(
            "poj",
            with_line(POJ_INPUT, 4, b"0980000600"),
            4,
            DIGITS_TOGETHER + "'0980000600'",
            id="poj: a digit more",
        ),
        pytest.param(
            "poj",
            with_line(POJ_INPUT, 10, b"....8..79"),
            10,
            DIGITS_TOGETHER + "'....8..79'",
            id="poj: points",
        ),
        pytest.param(
            "poj",
            with_line(POJ_INPUT, 2, b"5 3 0 0 7 0 0 0 0"),
            2,
            DIGITS_TOGETHER + "'5 3 0 0 7 0 0 0 0'",
            id="poj: separators",
        ),
        pytest.param("luogu", b"", 1, "expected 9 lines of nine digits, got 1 line", id="luogu: nothing"),
        pytest.param(
            "luogu",
            with_line(LUOGU_INPUT, 3, b"098000060"),
            3,
            DIGITS_APART + "'098000060'",
            id="luogu: no separators",
        ),
        pytest.param(
            "luogu",
            with_line(LUOGU_INPUT, 3, b"0 9 8  0 0 0 0 6 0"),
            3,
            DIGITS_APART + "'0 9 8  0 0 0 0 6 0'",
            id="luogu: two spaces",
        ),
        pytest.param(
            "luogu",
            with_line(LUOGU_INPUT, 3, b"0\t9\t8\t0\t0\t0\t0\t6\t0"),
            3,
            DIGITS_APART + r"'0\t9\t8\t0\t0\t0\t0\t6\t0'",
            id="luogu: tabs",
        ),
        pytest.param(
            "luogu",
            with_line(LUOGU_INPUT, 9, b"0 0 0 0 8 0 0 7 x"),
            9,
            DIGITS_APART + "'0 0 0 0 8 0 0 7 x'",
            id="luogu: a letter",
        ),
        pytest.param(
            "luogu",
            with_line(LUOGU_INPUT, 9, "0 0 0 0 8 0 0 7 ٩".encode()),
            9,
            DIGITS_APART + r"'0 0 0 0 8 0 0 7 \xd9\xa9'",
            id="luogu: a digit of another script",
        ),
        pytest.param("leetcode", b"[[", 1, ARRAYS + ", as JSON, got '[['", id="leetcode: no JSON"),
        pytest.param("leetcode", b"\xff", 1, ARRAYS + r", as JSON, got '\xff'", id="leetcode: no UTF-8"),
        pytest.param("leetcode", b"9", 1, ARRAYS + ", got '9'", id="leetcode: no array"),
        pytest.param("leetcode", b"[]", 1, ARRAYS + ", got '[]'", id="leetcode: no rows"),
        pytest.param(
            "leetcode",
            LEETCODE_INPUT.replace(b'"7","9"]', b'"7"]'),
            1,
            ARRAYS + """, got as array 9 [".", ".", ".", ".", "8", ".", ".", "7"]""",
            id="leetcode: a cell lost",
        ),
        pytest.param(
            "leetcode",
            LEETCODE_INPUT.replace(b'"6"', b"6", 1),
            1,
            ARRAYS + """, got as array 2 [6, ".", ".", "1", "9", "5", ".", ".", "."]""",
            id="leetcode: a number for a string",
        ),
        pytest.param(
            "leetcode",
            LEETCODE_INPUT.replace(b'"6"', b'"0"', 1),
            1,
            ARRAYS + """, got as array 2 ["0", ".", ".", "1", "9", "5", ".", ".", "."]""",
            id="leetcode: zero for a blank",
        ),
        pytest.param(
            "leetcode",
            LEETCODE_INPUT.replace(b'"6"', b'""', 1),
            1,
            ARRAYS + """, got as array 2 ["", ".", ".", "1", "9", "5", ".", ".", "."]""",
            id="leetcode: an empty string",
        ),
    ],
)
def test_a_wrong_input_is_refused_with_its_line(name: str, data: bytes, line: int, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        GRID_FORMATS[name].decode_input(data)
    assert (caught.value.line, caught.value.message) == (line, message)


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        pytest.param("poj", b"", "expected grids of 81 digits from 1 to 9, got 0 characters", id="nothing"),
        pytest.param(
            "poj",
            POJ_OUTPUT[:-2],
            "expected grids of 81 digits from 1 to 9, got 80 characters",
            id="a digit lost",
        ),
        pytest.param(
            "luogu",
            LUOGU_OUTPUT + b"1",
            "expected grids of 81 digits from 1 to 9, got 82 characters",
            id="a digit more",
        ),
        pytest.param(
            "luogu",
            LUOGU_OUTPUT.replace(b"5", b"0", 1),
            "expected grids of 81 digits from 1 to 9, got 81 characters, among them '0'",
            id="a blank left",
        ),
        pytest.param(
            "poj",
            POJ_OUTPUT.replace(b"2", b"\x1b"),
            "expected grids of 81 digits from 1 to 9, got 81 characters, among them '" + r"\x1b" * 9 + "'",
            id="hostile bytes",
        ),
        pytest.param(
            "leetcode",
            LEETCODE_OUTPUT.replace(b"5", b".", 1),
            "expected 81 digits from 1 to 9, got 81 characters, among them '.'",
            id="leetcode: a blank left",
        ),
    ],
)
def test_a_wrong_output_is_refused(name: str, data: bytes, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        GRID_FORMATS[name].decode_output(data)
    assert caught.value.message == message


@st.composite
def _mangled(draw: st.DrawFn) -> bytes:
    """Draw text that resembles a grid in places."""
    data = draw(
        st.sampled_from([POJ_INPUT, POJ_OUTPUT, LUOGU_INPUT, LUOGU_OUTPUT, LEETCODE_INPUT, LEETCODE_OUTPUT])
    )
    start = draw(st.integers(0, len(data)))
    end = draw(st.integers(start, len(data)))
    return data[:start] + draw(st.binary(max_size=8)) + data[end:]


@ALL_FORMATS
@given(data=st.one_of(st.binary(), _mangled()))
def test_bytes_are_decoded_or_refused_and_nothing_else(name: str, data: bytes) -> None:
    for decode in (GRID_FORMATS[name].decode_input, GRID_FORMATS[name].decode_output):
        with suppress(FormatError):
            grids = decode(data)
            assert grids
            assert all(len(grid) == 81 and not grid.strip(b"0123456789") for grid in grids)


@pytest.mark.parametrize("depth", [10, 500, 900, 990, 1000, 10_000, 1_000_000])
def test_deep_arrays_are_refused(depth: int) -> None:
    for data in (
        b"[" * depth,
        b"[" * depth + b"]" * depth,
        b"[" + b"[" * depth + b"]" * depth + b",0" * 8 + b"]",
    ):
        with pytest.raises(FormatError):
            GRID_FORMATS["leetcode"].decode_output(data)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param(b"8 0 0 ", "'8 0 0 '", id="plain"),
        pytest.param(b"\x1b[2J\r\n", r"'\x1b[2J\r\n'", id="hostile"),
        pytest.param(b"x" * 40, "'" + "x" * 40 + "'", id="as long as it may be"),
        pytest.param(b"x" * 41, "'" + "x" * 40 + "'...", id="cut"),
    ],
)
def test_bytes_in_a_message_are_escaped_and_short(data: bytes, text: str) -> None:
    assert shown(data) == text
