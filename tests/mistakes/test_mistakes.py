"""Every mistake that is made in a right output is recognized by its name, in every format."""

import itertools

import pytest
from helpers import CLUES, OTHER, SOLVED, judged, make_test, mended, solved_grids, verdict_of
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.checkers.exact import exact
from judge.checkers.mutants import mutants
from judge.checkers.sites import PROFILES
from judge.mistakes.diagnosis import diagnose, summarize
from judge.mistakes.scan import find_differences
from judge.mistakes.table import MISTAKES, RANK
from judge.model.verdicts import Verdict
from judge.subjects.subject import TEXT
from judge.subjects.sudoku.formats import GRID_FORMATS

TEXTS = (
    b"3\n",
    b"Yes 1 2\n3 4\n5\n",
    b"1 2 \n3 4 \n",
    b"1\t2\n3\t4\n",
    b"1\r\n2\r\n",
    b" 1\n  2\n",
    b"1\n\n2\n",
    b"1",
    b"1  2\n",
    b"Case #1: YES\nCase #2: NO\n",
    b"[1, 2]\n",
    b'{"a": "b"}\n',
    b"1\n1\n1\n",
    b"0.5 -3\n",
)


def answers() -> list[tuple[str, bytes]]:
    grids = [(name, format.encode_output([SOLVED])) for name, format in GRID_FORMATS.items()]
    many = (
        "poj",
        GRID_FORMATS["poj"].encode_output([SOLVED, SOLVED[::-1], SOLVED[9:18] + SOLVED[:9] + SOLVED[18:]]),
    )
    return [*grids, many, *((TEXT, text) for text in TEXTS)]


def made(name: str, answer: bytes, format: str) -> list[bytes]:
    output = MISTAKES[name].make(answer, format)
    return [output] if output != answer else []


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in MISTAKES if name != "wrong-text"])
def test_a_mistake_is_given_its_own_name_and_its_edit_mends_it(name: str) -> None:
    outputs = [
        (format, answer, output) for format, answer in answers() for output in made(name, answer, format)
    ]
    assert outputs
    for format, answer, output in outputs:
        diagnosis = diagnose(answer, output, format=format)
        assert [mistake.name for mistake in diagnosis.mistakes] == [name], (answer, output)
        assert diagnosis.complete
        assert mended(answer, output, find_differences(answer, output)) == answer
        assert summarize(diagnosis).startswith(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", GRID_FORMATS)
@settings(max_examples=15)
@given(grid=solved_grids())
def test_every_mutant_of_every_grid_is_caught_and_no_right_output_is(name: str, grid: bytes) -> None:
    format = GRID_FORMATS[name]
    test = make_test(format=name, input=format.encode_input([grid]), answer=format.encode_output([grid]))
    assert exact(test, test.answer).verdict is Verdict.AC
    assert all(verdict_of(rule, test.answer, test) in (Verdict.AC, None) for rule in PROFILES.values())
    for mutant in mutants(test):
        assert mutant.found == (mutant.name,)
        assert mutant.opinions[0].verdict in (Verdict.PE, Verdict.WA)


def test_every_mistake_can_be_made() -> None:
    assert {name for name in MISTAKES for format, answer in answers() if made(name, answer, format)} == {
        name for name in MISTAKES if name != "wrong-text"
    }


@pytest.mark.parametrize("name", MISTAKES)
def test_every_mistake_has_an_example(name: str) -> None:
    answer, output = MISTAKES[name].example
    assert answer != output


MIXABLE = (
    "debug-before",
    "byte-order-mark",
    "no-separators",
    "separator-doubled",
    "tab-for-space",
    "blank-line-between",
    "blank-line-at-end",
    "trailing-blank-missing",
    "trailing-blank-added",
    "cr-lf",
    "final-newline-missing",
)


@pytest.mark.parametrize(
    ("odd", "name"),
    [
        (b"\xef\xbb\xbf", "byte-order-mark"),
        (b"\xe2\x80\x8b", "byte-order-mark"),
        (b"\x00", "nul-byte"),
        (b"\x1b[32m", "terminal-code"),
        (b"\x07", "control-byte"),
    ],
)
@pytest.mark.parametrize("around", [(b"", b"1 2\n3\n"), (b"1 2\n", b"3\n"), (b"1 2\n3\n", b"")])
def test_odd_bytes_have_their_name_whichever_text_has_them(
    odd: bytes, name: str, around: tuple[bytes, bytes]
) -> None:
    clean, unclean = b"".join(around), odd.join(around)
    for answer, output in ((clean, unclean), (unclean, clean)):
        assert [mistake.name for mistake in diagnose(answer, output).mistakes] == [name]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pair
        for pair in itertools.combinations(MIXABLE, 2)
        if pair
        not in {
            # A mistake within other wrong text is part of it.
            ("debug-before", "byte-order-mark"),
            ("debug-before", "blank-line-between"),
            ("no-separators", "separator-doubled"),
            ("no-separators", "tab-for-space"),
            ("separator-doubled", "tab-for-space"),
            ("blank-line-at-end", "final-newline-missing"),
            ("trailing-blank-missing", "trailing-blank-added"),
        }
    ],
)
def test_two_mistakes_at_once_are_both_named_the_more_important_first(first: str, second: str) -> None:
    answer = GRID_FORMATS["luogu"].encode_output([SOLVED])
    output = MISTAKES[second].make(MISTAKES[first].make(answer, TEXT), TEXT)
    names = [mistake.name for mistake in diagnose(answer, output, format="luogu").mistakes]
    assert {first, second} <= set(names)
    assert names == sorted(names, key=RANK.__getitem__)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        pytest.param(
            b"2" + SOLVED[1:],
            "row 1, column 1, box 1 is 2, expected 5: the clue there is 5",
            id="a clue is contradicted",
        ),
        pytest.param(
            SOLVED[:2] + b"5" + SOLVED[3:],
            "row 1, column 3, box 1 is 5, expected 4: row 1 has two 5s",
            id="a row has a digit twice",
        ),
        pytest.param(
            SOLVED[:80] + b"0", "row 9, column 9, box 9 is blank, expected 9: it is not filled", id="a blank"
        ),
        pytest.param(
            SOLVED[:60] + b"." + SOLVED[61:],
            "row 7, column 7, box 9 is blank, expected 2: it is not filled",
            id="a blank as a point",
        ),
    ],
)
@pytest.mark.parametrize("name", GRID_FORMATS)
def test_a_wrong_grid_has_a_first_wrong_cell(name: str, output: bytes, said: str) -> None:
    format = GRID_FORMATS[name]
    answer, clues = format.encode_output([SOLVED]), (CLUES,)
    layout = format.encode_output([output])
    diagnosis = diagnose(answer, layout, format=name, asked=clues)
    assert (diagnosis.mistakes, summarize(diagnosis)) == ((), said)
    spoiled = diagnose(answer, b"\n" + layout, format=name, asked=clues)
    assert summarize(spoiled) == f"{said}; also blank-line-before (1)"


def test_the_grid_that_is_wrong_is_numbered() -> None:
    poj = GRID_FORMATS["poj"]
    diagnosis = diagnose(
        poj.encode_output([SOLVED, SOLVED]), poj.encode_output([SOLVED, OTHER]), format="poj"
    )
    assert summarize(diagnosis).startswith("grid 2, row ")


@given(st.binary(max_size=60), st.binary(max_size=60), st.sampled_from([*GRID_FORMATS, TEXT]))
def test_judging_never_raises_whatever_is_printed(answer: bytes, output: bytes, format: str) -> None:
    grids = GRID_FORMATS.get(format)
    wire = b"" if grids is None else grids.encode_input([CLUES])
    test = make_test(format=format, input=wire, answer=answer)
    verdict, message, _ = judged(output, test)
    assert (verdict is Verdict.AC) == (answer == output) == (not message)
    assert all(verdict_of(rule, output, test) in (None, *Verdict) for rule in PROFILES.values())
