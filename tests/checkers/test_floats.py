"""Numbers within a bound: which are accepted, also at the edge, and the message on the first that is not."""

import json
import tracemalloc
from pathlib import Path

import pytest
from helpers import A_PLUS_B, make_test, run_here, write_project
from hypothesis import given
from hypothesis import strategies as st
from outputs import near_texts

from judge.checkers.decision import compare_output
from judge.checkers.floats import number
from judge.checkers.rules import checker_of
from judge.model.verdicts import Verdict
from judge.platform.files import stored
from judge.work.explanations import explain_output

AC, WA = Verdict.AC, Verdict.WA


def said(rule: str, output: bytes, answer: bytes) -> str:
    """The verdict, and the message if there is one."""
    judgement = checker_of(rule)(make_test(answer=answer), output)
    assert judgement
    return f"{judgement.verdict.name} {judgement.message}".rstrip()


@pytest.mark.parametrize(
    ("rule", "output", "answer", "verdict"),
    [
        pytest.param("float 1e-6", b"1.0", b"1", AC, id="an integer is a number"),
        pytest.param("float abs 1e-6", b"1.000001", b"1", AC, id="below the bound as doubles are"),
        pytest.param("float abs 1e-6", b"0.100001", b"0.1", WA, id="above the bound as doubles are"),
        pytest.param("float abs 0.5", b"1.5", b"1", AC, id="at the bound"),
        pytest.param("float abs 0.5", b"0.5", b"1", AC, id="at the bound below"),
        pytest.param("float rel 0.5", b"-3", b"-2", AC, id="relative to the size of a negative number"),
        pytest.param("float rel 0.5", b"0.1", b"0", WA, id="nothing is relative to zero"),
        pytest.param("float rel 0.5", b"-0", b"0", AC, id="minus zero"),
        pytest.param("float rel 0.5", b"2", b"3", AC, id="relative to the answer"),
        pytest.param("float rel 0.4", b"2", b"3", AC, id="of the answer, which is larger"),
        pytest.param("float rel 0.4", b"3", b"2", WA, id="and not of the output"),
        pytest.param("float abs 1e-9 rel 1e-3", b"1000.5", b"1000", AC, id="either bound will do"),
        pytest.param("float abs 1 rel 1e-9", b"1000.5", b"1000", AC, id="either bound will do, the other"),
        pytest.param("float 1e-6", b"0x1p3", b"8", AC, id="hexadecimal"),
        pytest.param("float 1e-6", b"1e", b"1", AC, id="an exponent without digits"),
        pytest.param("float 1e-6", b"1x", b"1", WA, id="more after it"),
        pytest.param("float 1e-6", b"1x", b"1X", AC, id="a word in another case"),
        pytest.param("float 1e-6", b"nan", b"NaN", AC, id="no number is a word"),
        pytest.param("float 1e-6", b"-nan", b"nan", WA, id="another word"),
        pytest.param("float 1e-6", b"inf", b"infinity", WA, id="infinity is a word"),
        pytest.param("float 1e-6", b"1e400", b"1E400", AC, id="what no double holds is a word"),
        pytest.param("float 1e-6", b"1e401", b"1e400", WA, id="another of these"),
        pytest.param("float 1e-6", b"inf", b"1e400", WA, id="no infinity"),
        pytest.param("float 1e-6", b"0", b"1e-400", AC, id="what is nearer to zero than a double"),
        pytest.param("float rel 1", b"0", b"4.9e-324", AC, id="the least double"),
        pytest.param(
            "float rel 2", b"-1.7e308", b"1.7e308", AC, id="an error beyond all doubles, and a bound"
        ),
        pytest.param("float rel 1", b"-1.7e308", b"1.7e308", WA, id="an error beyond all doubles"),
        pytest.param("float 1e-6", b"1_0", b"10", WA, id="what only Python reads"),
        pytest.param("float 1e-6", b"1,5", b"1.5", WA, id="a comma"),
        pytest.param("float 1e-6", b"1\0x", b"1", AC, id="a word ends at its NUL"),
        pytest.param("float 1e-6", b"", b" \n", AC, id="nothing"),
        pytest.param("decimals 1e-6", b"1000000000", b"1000000001", WA, id="integers are equal or not"),
        pytest.param("decimals 1e-6", b"3.0", b"3", WA, id="an integer is written as one"),
        pytest.param("decimals 1e-6", b"3", b"3.0", AC, id="an integer for a decimal"),
        pytest.param("decimals 1e-6", b".3333333", b"0.33333333", AC, id="a decimal within its bound"),
        pytest.param("decimals 1e-6", b"0.33", b"0.33333333", WA, id="a decimal beyond its bound"),
        pytest.param("decimals 1e-6", b"0.0000001", b"1e-07", AC, id="an exponent makes a decimal"),
        pytest.param("decimals 1e-6", b"0x11", b"0x10", WA, id="hexadecimal digits are a word"),
        pytest.param("decimals 1e-6", b"0x10", b"16.0", WA, id="hexadecimal digits for a decimal"),
        pytest.param("decimals 1e-6", b"16e", b"16.0", WA, id="an exponent without digits for a decimal"),
        pytest.param("decimals 1e-6", b"+16.e0", b"16.0", AC, id="a decimal in another notation"),
        pytest.param("decimals 1e-6", b"6\0999", b"6", WA, id="a NUL in a word"),
        pytest.param("decimals 1e-6", b"6.5\0", b"6.5", WA, id="a NUL after a decimal"),
        pytest.param("decimals 1e-6", b"yes", b"YES", WA, id="the case of a word counts"),
        pytest.param("decimals 1e-6 case_insensitive", b"yes", b"YES", AC, id="words in any case"),
        pytest.param("decimals 1e-6 case_insensitive", b"No", b"YES", WA, id="another word in any case"),
        pytest.param("decimals 1e-6 case_insensitive", b".5", b"0.5000001", AC, id="its decimals"),
        pytest.param("decimals abs 1e-6 case_insensitive", b"10000001", b"10000002", WA, id="its integers"),
    ],
)
def test_a_number_is_met_within_a_bound(rule: str, output: bytes, answer: bytes, verdict: Verdict) -> None:
    assert said(rule, output, answer).split()[0] == verdict.name


@pytest.mark.parametrize(
    ("rule", "output", "message"),
    [
        (
            "float 1e-6",
            b"1 2.5\nYes 3.1415\n",
            "number 3 on line 2, column 5 is 3.1415, expected 3.1416: off by 0.0001, 3.2e-05 of it;"
            " 1e-06 allowed",
        ),
        (
            "float abs 1e-6",
            b"1 2.6\nYes 3.1416\n",
            "number 2 on line 1, column 3 is 2.6, expected 2.5: off by 0.1, 0.04 of it; abs 1e-06 allowed",
        ),
        (
            "float rel 1e-6",
            b"1.1 2.5\nYes 3.1416\n",
            "number 1 on line 1, column 1 is 1.1, expected 1: off by 0.1, 0.1 of it; rel 1e-06 allowed",
        ),
        (
            "float abs 1e-6 rel 1e-9",
            b"1\r\n\t2.50001",
            "number 2 on line 2, column 2 is 2.50001, expected 2.5: off by 1e-05, 4e-06 of it;"
            " abs 1e-06 or rel 1e-09 allowed",
        ),
        ("float 1e-6", b"1 2.5\nNo 3", "word 3 on line 2, column 1 is 'No', expected 'Yes'"),
        ("float 1e-6", b"1 two", "number 2 on line 1, column 3 is no number: expected 2.5, got 'two'"),
        ("float 1e-6", b"1 nan", "number 2 on line 1, column 3 is no number: expected 2.5, got 'nan'"),
        (
            "float 1e-6",
            b"1 \x1b[2J\xff",
            r"number 2 on line 1, column 3 is no number: expected 2.5, got '\x1b[2J\xff'",
        ),
        ("float 1e-6", b"1 2.5\nyes ", "word 4 is missing: expected '3.1416', got the end of the output"),
        ("float 1e-6", b"", "word 1 is missing: expected '1', got the end of the output"),
        (
            "float 1e-6",
            b"1 2.5 yes 3.1416\n\n 7 8",
            "word 5 on line 3, column 2 is '7', expected the end of the output",
        ),
    ],
)
def test_the_first_wrong_number_is_told_with_both_values_and_its_error(
    rule: str, output: bytes, message: str
) -> None:
    assert said(rule, output, b"1 2.5\nYes 3.1416\n") == f"WA {message}"


@pytest.mark.parametrize(
    ("output", "answer", "message"),
    [
        (b"1e-3", b"0", "number 1 on line 1, column 1 is 1e-3, expected 0: off by 0.001; 1e-06 allowed"),
        (
            b"0.100001",
            b"0.1",
            "number 1 on line 1, column 1 is 0.100001, expected 0.1: off by 1.000000000001e-06, 1e-05 of it;"
            " 1e-06 allowed",
        ),
        (
            b"-1.7e308",
            b"1.7e308",
            "number 1 on line 1, column 1 is -1.7e308, expected 1.7e308: off by inf, inf of it;"
            " 1e-06 allowed",
        ),
        (
            b"2" * 300,
            b"1" * 300,
            f"number 1 on line 1, column 1 is {'2' * 40}..., expected {'1' * 40}...:"
            " off by 1.1e+299, 1 of it; 1e-06 allowed",
        ),
        (
            b"2" * 400,
            b"1" * 300,
            f"number 1 on line 1, column 1 is no number: expected {'1' * 40}..., got '{'2' * 40}'...",
        ),
    ],
)
def test_an_error_is_told_as_larger_than_its_bound(output: bytes, answer: bytes, message: str) -> None:
    assert said("float 1e-6", output, answer) == f"WA {message}"


@pytest.mark.parametrize(
    "word", [b"*x", b"*e", b"-.*x", b"0x*g", b"0x*p", b"*.*e+-", b"1e*x", b"0x.*.", b"*_"]
)
def test_a_word_of_a_million_digits_is_read_in_one_go(word: bytes) -> None:
    # Who tries every digit from every digit does not come to an end.
    long = word.replace(b"*", b"7" * 1_000_000)
    assert said("float 1e-6", long, b"1").startswith(
        "WA number 1 on line 1, column 1 is no number: expected 1,"
    )


@given(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from([repr, float.hex, "{:.25e}".format]))
def test_a_double_in_any_spelling_is_itself(value: float, spelled: object) -> None:
    assert callable(spelled)
    assert number(spelled(value).encode()) == value


@pytest.mark.parametrize("rule", ["float 1e-6", "kattis space_change_sensitive"])
@pytest.mark.parametrize("piece_bytes", [1, 2, 5])
def test_the_rule_says_the_same_wherever_the_texts_are_cut(
    piece_bytes: int, rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = list(near_texts(15, 300))
    expected = [said(rule, *pair) for pair in pairs]
    assert {words.split()[0] for words in expected} == {"AC", "WA"}
    monkeypatch.setattr("judge.platform.files._PIECE_BYTES", piece_bytes)
    assert [said(rule, *pair) for pair in pairs] == expected
    for (output, answer), words in list(zip(pairs, expected, strict=True))[:30]:
        path = tmp_path / "answer"
        path.write_bytes(answer)
        judgement = checker_of(rule)(make_test(answer=stored(path)), output)
        assert judgement
        assert f"{judgement.verdict.name} {judgement.message}".rstrip() == words


def test_numbers_in_a_long_text_are_not_all_held_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.platform.files._PIECE_BYTES", 1 << 9)
    answer = b"".join(b"%d.5 " % number for number in range(1 << 14))
    output = answer.replace(b".5 ", b".50\n")
    longer = output + b"1"
    tracemalloc.start()
    try:
        assert said("float 1e-6", output, answer) == "AC"
        assert said("float 1e-6", longer, answer).startswith("WA word 16385 on line 16385, column 1 is")
        assert tracemalloc.get_traced_memory()[1] < len(answer) / 2
    finally:
        tracemalloc.stop()


def test_of_many_accepted_numbers_the_first_differences_are_named() -> None:
    answer, output = (b"".join(b"%.*f\n" % (digits, n / 7) for n in range(1, 2000)) for digits in (9, 6))
    test = make_test(answer=answer, compare="float 1e-6")
    judgement = compare_output(test, output)
    message, diagnosis, _ = explain_output(test, output, judgement)
    assert (judgement.verdict, message) == (AC, "exact: WA number-form")
    assert diagnosis
    assert not diagnosis.complete
    assert sum(mistake.count for mistake in diagnosis.mistakes) == 10
    # Every mistake of layout is reported.
    spread = answer.replace(b"\n", b" \n")
    message, diagnosis, _ = explain_output(test, spread, compare_output(test, spread))
    assert message == "exact: PE trailing-blank-added"
    assert diagnosis
    assert (diagnosis.complete, diagnosis.mistakes[0].count) == (True, 1999)


PI = A_PLUS_B.replace("cases:", "compare: float 1e-3\ncases:").replace("      3\n", "      3.1416 yes\n")
PROGRAMS = {
    "near.py": "# judge: {format: text}\nprint('3.14159', 'YES')\n",
    "far.py": "# judge: {format: text, expect: {sum: WA}}\nprint('3.2', 'yes')\n",
}
FAR = "number 1 on line 1, column 1 is 3.2, expected 3.1416: off by 0.058, 0.019 of it; 0.001 allowed"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path, solutions=PROGRAMS, cases={"sum.yaml": PI})


def test_a_number_within_its_bound_is_accepted_and_its_row_says_what_exact_would(project: Path) -> None:
    done = run_here("run", "--profiles", "--json", "out.json", cwd=project, env={"COLUMNS": "150"})
    assert done.returncode == 0, done.stdout
    rows = {line.split()[0]: line.split() for line in done.stdout.splitlines() if ".py" in line}
    headings = next(line for line in done.stdout.splitlines() if line.startswith("solution outputs"))
    # The profiles that say nothing of such an output have no column.
    assert headings == "solution outputs exact luogu poj squeezed cms tokens kattis float 1e-3"
    table = [line.split() for line in done.stdout.splitlines() if line.startswith("near.py")]
    assert any("exact: WA " in " ".join(row) for row in table)
    assert [row[2:] for row in table if row[1] == "1"] == [["WA"] * 7 + ["AC"]]
    assert "far.py" in rows
    (far, near) = json.loads((project / "out.json").read_bytes())["results"]
    assert (far["solution"], far["verdict"], far["tests"][0]["message"]) == ("far.py", "WA", FAR)
    assert (near["solution"], near["verdict"]) == ("near.py", "AC")
    assert near["tests"][0]["message"].startswith("exact: WA ")


def test_what_is_wrong_with_a_number_is_said_where_it_fails(project: Path) -> None:
    shown = run_here("show", "far", "sum", cwd=project, env={"COLUMNS": "150"})
    assert shown.returncode == 0
    assert f"far.py on sum/small: WA: {FAR}\n" in shown.stdout
    assert "  WA by every rule\n" in shown.stdout
    done = run_here("run", "far", "--compare", "float abs 0.05", cwd=project, env={"COLUMNS": "150"})
    assert done.returncode == 0
    (project / "solutions" / "far.py").write_text(PROGRAMS["far.py"].replace(", expect: {sum: WA}", ""))
    failed = run_here("run", "far", cwd=project, env={"COLUMNS": "150"})
    assert failed.returncode == 1
    assert f"far.py on sum/small: WA, expected AC: {FAR}\n" in failed.stdout
    assert run_here("run", "far", "--compare", "float abs 0.06", cwd=project).returncode == 0
