"""One output under the rules of several judges."""

import pytest
from helpers import CLUES, OTHER, SOLVED, TWO_CLUES, make_test
from hypothesis import given
from hypothesis import strategies as st

from judge.formats import GRID_FORMATS
from judge.model import Verdict
from judge.profiles import PROFILES, opinions

AC, PE, WA = Verdict.AC, Verdict.PE, Verdict.WA
ANSWER = b"Yes 1 \nNo  2\n"


def verdicts(output: bytes, answer: bytes = ANSWER) -> str:
    """The verdicts of all rules that speak of text, in order."""
    test = make_test(answer=answer)
    said = [rule(output, test) for name, rule in PROFILES.items() if name not in ("json", "any-grid")]
    return " ".join(verdict.name for verdict in said if verdict)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        pytest.param(ANSWER, "AC AC AC AC AC AC", id="right"),
        pytest.param(b"Yes 1\nNo  2\n", "PE AC AC AC AC AC", id="trailing space lost"),
        pytest.param(b"Yes 1 \nNo  2", "PE AC AC WA AC AC", id="final newline missing"),
        pytest.param(b"Yes 1 \nNo  2\n\n", "PE AC AC AC AC AC", id="blank line at the end"),
        pytest.param(b"Yes 1 \nNo 2\n", "PE WA PE AC AC AC", id="fewer spaces"),
        pytest.param(b"Yes 1 No 2\n", "PE WA PE AC AC AC", id="one line"),
        pytest.param(b" Yes 1 \nNo  2\n", "PE WA PE WA AC AC", id="leading space"),
        pytest.param(b"Yes 1\r\nNo  2\r\n", "PE WA PE AC AC AC", id="carriage returns"),
        pytest.param(b"Yes1\nNo  2\n", "PE WA PE WA WA WA", id="separator missing"),
        pytest.param(b"YES 1 \nNO  2\n", "WA WA WA WA WA AC", id="upper case"),
        pytest.param(b"Yes 1 \nNo  3\n", "WA WA WA WA WA WA", id="another number"),
        pytest.param(b"Yes 1 \nNo  2\nx\n", "WA WA WA WA WA WA", id="a line more"),
        pytest.param(b"Yes 1 \n", "WA WA WA WA WA WA", id="a line less"),
        pytest.param(b"", "WA WA WA WA WA WA", id="nothing"),
    ],
)
def test_each_judge_has_its_rule(output: bytes, said: str) -> None:
    assert list(PROFILES)[:6] == ["exact", "luogu", "poj", "squeezed", "tokens", "kattis"]
    assert verdicts(output) == said


@given(st.binary(max_size=30), st.binary(max_size=30))
def test_a_looser_rule_accepts_what_a_stricter_one_accepts(answer: bytes, output: bytes) -> None:
    test = make_test(answer=answer)
    said = {name: rule(output, test) for name, rule in PROFILES.items()}
    for strict, loose in (
        ("exact", "luogu"),
        ("luogu", "poj"),
        ("exact", "squeezed"),
        ("squeezed", "tokens"),
        ("luogu", "tokens"),
        ("tokens", "kattis"),
    ):
        assert said[strict] is not AC or said[loose] is AC


@pytest.mark.parametrize(
    ("answer", "output", "verdict"),
    [
        pytest.param(b'[["1"]]\n', b' [ ["1"] ] ', AC, id="white space"),
        pytest.param(b'[["1"]]\n', b'[["\\u0031"]]', AC, id="escaped"),
        pytest.param(b'[["1"]]\n', b"[[1]]\n", WA, id="a number for a string"),
        pytest.param(b'[["1"]]\n', b"[['1']]\n", WA, id="quotes of the other kind"),
        pytest.param(b"[1]\n", b"[" * 100_000, WA, id="deep"),
        pytest.param(b"1 2\n", b"1 2\n", None, id="the answer is no JSON"),
        pytest.param(b"1\n", b"1\n", None, id="the answer is only a number"),
    ],
)
def test_values_are_compared_as_json(answer: bytes, output: bytes, verdict: Verdict | None) -> None:
    assert PROFILES["json"](output, make_test(answer=answer)) is verdict


@pytest.mark.parametrize("name", GRID_FORMATS)
def test_any_grid_is_a_completion_in_any_layout(name: str) -> None:
    format = GRID_FORMATS[name]
    test = make_test(
        format=name, input=format.encode_input([TWO_CLUES]), answer=format.encode_output([SOLVED])
    )
    rule = PROFILES["any-grid"]
    assert rule(format.encode_output([OTHER]), test) is AC
    assert rule(format.encode_output([CLUES.replace(b"0", b"1")]), test) is WA
    assert rule(b"3\n", test) is WA
    assert rule(b"3\n", make_test(answer=b"3\n")) is None


def test_where_any_completion_is_right_the_judges_compare_with_that_which_was_printed() -> None:
    format = GRID_FORMATS["luogu"]
    test = make_test(
        format="luogu",
        input=format.encode_input([TWO_CLUES]),
        answer=format.encode_output([SOLVED]),
        any_answer=True,
    )
    said = opinions(format.encode_output([OTHER]).replace(b" \n", b"\n"), test, PE)
    assert {opinion.profile: opinion.verdict for opinion in said}["luogu"] is AC
    assert said[0].verdict is PE


def test_every_profile_says_where_its_rule_comes_from() -> None:
    for name in ("luogu", "poj", "tokens", "kattis"):
        assert "http" in (PROFILES[name].__doc__ or "")
