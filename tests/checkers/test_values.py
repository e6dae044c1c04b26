"""The rule of functions: what is equal as a value, with and without an order."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from helpers import make_test, verdict_of
from hypothesis import given
from hypothesis import strategies as st

from judge.checkers.checker import Judgement
from judge.checkers.decision import compare_output
from judge.checkers.rules import checker_of, rule_of
from judge.model.verdicts import Verdict
from judge.subjects.signatures.values import encode_line, parse_value

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(-1e6, 1e6),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=12,
)


def judgement(rule: str, answer: bytes, output: bytes) -> Judgement:
    found = checker_of(rule)(make_test(answer=answer), output)
    assert found
    return found


@given(value=VALUES)
def test_a_value_is_right_however_it_is_written(value: Any) -> None:
    spread = encode_line(value).replace(b",", b" ,\n ")
    text = encode_line(value) if isinstance(value, str) or b'"' in spread else spread
    assert judgement("value", encode_line(value), text).verdict is Verdict.AC


@given(one=VALUES, other=VALUES)
def test_two_values_are_alike_in_both_ways_or_in_none(one: Any, other: Any) -> None:
    """Numbers with a decimal point may equal others."""
    if b"." in encode_line(one) + encode_line(other) or b"e" in encode_line(one) + encode_line(other):
        return
    expected = Verdict.AC if encode_line(one) == encode_line(other) else Verdict.WA
    assert judgement("value", encode_line(one), encode_line(other)).verdict is expected


@pytest.mark.parametrize("rule", ["value", "value untyped", "unordered", "unordered nested untyped"])
@pytest.mark.parametrize("text", ["%s", "-%s", "[1,%s,2.5]", '[["a"],[%s]]', '{"a":[%s,null]}'])
@pytest.mark.parametrize("digits", [4300, 4301, 20_000])
def test_an_integer_is_compared_by_all_of_its_digits(rule: str, text: str, digits: int) -> None:
    answer, other = ((text % ("7" * (digits - 1) + last)).encode() for last in "12")
    assert encode_line(parse_value(answer)) == answer + b"\n"
    assert judgement(rule, answer, answer.replace(b",", b" , ") + b"\n\n").verdict is Verdict.AC
    wrong = judgement(rule, answer, other)
    assert wrong.verdict is Verdict.WA
    assert "expected '" in wrong.message


@given(rows=st.lists(st.lists(st.integers(0, 3), max_size=3), max_size=5), seed=st.integers(0, 99))
def test_an_order_counts_only_on_the_levels_that_the_rule_leaves(rows: list[list[int]], seed: int) -> None:
    chance = Random(seed)
    shuffled = chance.sample(rows, len(rows))
    assert judgement("unordered", encode_line(rows), encode_line(shuffled)).verdict is Verdict.AC
    within = [chance.sample(row, len(row)) for row in shuffled]
    assert judgement("unordered nested", encode_line(rows), encode_line(within)).verdict is Verdict.AC
    alike = sorted(within) == sorted(rows)
    expected = Verdict.AC if alike else Verdict.WA
    assert judgement("unordered", encode_line(rows), encode_line(within)).verdict is expected


@pytest.mark.parametrize(
    ("rule", "answer", "output", "message"),
    [
        ("value", b"[1,2]", b"[1,3]", "the answer[1] is '3', expected '2'"),
        ("value", b"[[1],[2]]", b"[[1],[2,3]]", "the answer[1] has 2 items, expected 1"),
        ("value", b"[1]", b"1", "the answer is '1', expected '[1]'"),
        ("value", b"1", b"1.0", "the answer is '1.0', expected '1'"),
        ("value", b"1", b"true", "the answer is 'true', expected '1'"),
        ("value", b"1.0", b"true", "the answer is 'true', expected '1.0'"),
        ("value", b"2.0", b"2.00002", "the answer is '2.00002', expected '2.0'"),
        ("value", b"2.0", b"1e999", "the answer is 'Infinity', expected '2.0'"),
        ("value", b"2.0", b"1" + b"0" * 400, "the answer is '1" + "0" * 39 + "'..., expected '2.0'"),
        ("value", b'"a"', b'"A"', "the answer is '\"A\"', expected '\"a\"'"),
        ("value", b"[]", b"null", "the answer is 'null', expected '[]'"),
        ("value", b"[1,2]", b"[2,1]", "the answer[0] is '2', expected '1'"),
        ("unordered", b"[1,1,2]", b"[1,2,2]", "sorted, the answer[1] is '2', expected '1'"),
        ("unordered", b"[[1,2]]", b"[[2,1]]", "sorted, the answer[0][0] is '2', expected '1'"),
        ("value", b"[1]", b"[1", ""),
        ("value", b"[1]", b"[NaN]", ""),
        ("value", b"[1]", b'["\xff"]', ""),
        ("value", b"[1]", b"", ""),
        ("value", b"[1]", b" " * 2000 + b"[1]", ""),
        ("value", b"[1]", b"[" * 1000, ""),
    ],
)
def test_another_value_is_wrong(rule: str, answer: bytes, output: bytes, message: str) -> None:
    found = judgement(rule, answer + b"\n", output)
    assert (found.verdict, found.message) == (Verdict.WA, message)


@pytest.mark.parametrize(
    ("answer", "output"),
    [
        (b"2.0", b"2"),
        (b"2.0", b"2.00000999"),
        (b"-2.5e-7", b"0"),
        (b"1e15", b"1000000000900000"),
        (b"[0.333333333]", b"[0.33333]"),
    ],
)
def test_a_number_with_a_point_may_be_near(answer: bytes, output: bytes) -> None:
    assert judgement("value", answer, output).verdict is Verdict.AC


UNTYPED = [f"{rule} untyped" for rule in ("value", "unordered", "unordered nested")]
PLACES = ["%s", "[%s]", "[[%s]]", '{"a":[%s]}', '[["a",%s]]']
INTEGERS = st.integers(-3, 3) | st.integers(-(10**19), 10**19) | st.integers(-(10**400), 10**400)


@given(answer=INTEGERS, off=st.floats(-1e4, 1e4) | st.floats(-1e-4, 1e-4), place=st.sampled_from(PLACES))
def test_a_float_equals_an_integer_of_the_answer_or_is_wrong(answer: int, off: float, place: str) -> None:
    try:
        output = answer + off
    except OverflowError:
        output = 1.7e308
    expected = Verdict.AC if output == answer else Verdict.WA
    for rule in UNTYPED:
        found = judgement(rule, (place % answer).encode(), (place % output).encode())
        assert found.verdict is expected
        assert bool(found.message) is (expected is Verdict.WA)


@given(answer=st.floats(-1e9, 1e9), place=st.sampled_from(PLACES), sign=st.sampled_from([-1, 1]))
def test_a_float_of_the_answer_has_the_same_bounds_with_and_without_types(
    answer: float, place: str, sign: int
) -> None:
    within = max(1e-5, 1e-9 * abs(answer))
    for rule in ("value", *UNTYPED):
        for part, expected in ((0.0, Verdict.AC), (0.9, Verdict.AC), (1.1, Verdict.WA)):
            output = place % (answer + sign * part * within)
            assert judgement(rule, (place % answer).encode(), output.encode()).verdict is expected


def test_numbers_that_are_near_may_stand_in_any_order() -> None:
    assert judgement("unordered", b"[0.5,10.0,9.25]", b"[9.250001,10,0.499999]").verdict is Verdict.AC


def test_what_is_no_json_is_not_compared() -> None:
    assert verdict_of(checker_of("value"), b"1", make_test(answer=b"no JSON\n")) is None


@pytest.mark.parametrize("rule", ["value", "unordered", "unordered nested"])
def test_an_output_however_deep_is_only_wrong(rule: str) -> None:
    for depth in range(10, 1010, 10):
        assert judgement(rule, b"[[1]]" + b" " * 200, b"[" * depth + b"]" * depth).verdict is Verdict.WA


@pytest.mark.parametrize(
    ("rule", "format", "message"),
    [
        ("unordered", "integer f()", "expected an array as the answer for `unordered`, got integer"),
        (
            "unordered nested",
            "integer[] f()",
            "expected an array of arrays as the answer for",
        ),
        ("unordered", "class A(); void f()", "expected an array as the answer for `unordered`, got a class"),
        (
            "unordered",
            "double[][] f()",
            "expected an answer without doubles in its items for `unordered`",
        ),
        ("value", "text", "expected one of the profiles exact, "),
        ("any", "integer f()", "expected a rule that compares with the answer in the format integer f()"),
        ("valu", "integer f()", "did you mean value?"),
    ],
)
def test_a_rule_that_does_not_fit_is_refused(rule: str, format: str, message: str) -> None:
    with pytest.raises(ValueError, match="expected") as caught:
        rule_of(rule, format)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("rule", "format"),
    [
        ("value", "class A(); void f()"),
        ("unordered", "double[] f()"),
        ("unordered", "list<list<string>> f()"),
        ("unordered  nested", "list<list<string>> f()"),
        ("tokens", "integer f()"),
        ("float 1e-9", "double f()"),
    ],
)
def test_a_rule_that_fits_is_taken(rule: str, format: str) -> None:
    assert rule_of(rule, format) == " ".join(rule.split())


def test_what_is_right_as_a_value_is_held_against_no_stricter_rule() -> None:
    test = make_test(answer=b"[0.5,2]\n", compare="unordered")
    assert compare_output(test, b"[2, 0.50]") == Judgement(verdict=Verdict.AC)
    assert compare_output(test, b"[2]").answer == b"[0.5,2]\n"


NUMBERS = st.floats(-1e6, 1e6) | st.integers(-1000, 1000)
LEAVES = st.none() | st.booleans() | st.text(max_size=5) | NUMBERS
NESTED = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=12,
)
FORMATS = st.sampled_from(["any f(...)", "double[] f(integer x)", "class F(); any g()"])


def move(value: Any, change: Callable[[float], float]) -> Any:
    """Return the value with all of its floats changed, and members of objects in another order."""
    if isinstance(value, list):
        return [move(each, change) for each in value]
    if isinstance(value, dict):
        return {key: move(each, change) for key, each in reversed(value.items())}
    return change(value) if type(value) is float else value


@given(value=NESTED, format=FORMATS, rule=st.sampled_from(["float abs 0.5", "decimals abs 0.5"]))
def test_bounds_hold_for_each_number_of_a_value(value: Any, format: str, rule: str) -> None:
    def judged(output: Any) -> Verdict:
        test = make_test(format=format, answer=encode_line(value), compare=rule)
        return compare_output(test, encode_line(output).replace(b"\n", b" \n")).verdict

    assert judged(move(value, lambda number: number + 0.25)) is Verdict.AC
    moved = move(value, lambda number: number + 0.75)
    assert judged(moved) is (Verdict.AC if moved == value else Verdict.WA)


@pytest.mark.parametrize(
    ("rule", "answer", "output", "message"),
    [
        ("float 1e-6", b"[0.1,0.2]", b"[0.1, 0.20000001]", None),
        ("float 1e-6", b"[0.1,[2,0.2]]", b"[0.1,[2.0,0.3]]", "the answer[1][1] is '0.3', expected '0.2': o"),
        ("float 1e-6", b'{"a":[1]}', b'{"a":[1.0000001]}', None),
        ("float 1e-6", b"0.25", b"0.75", "the answer is '0.75', expected '0.25': off by 0.5, 2 of it; 1e-06"),
        ("float 1e-6", b'["1.5",true]', b'["1.5000001",true]', "the answer[0] is '\"1.5000001\"', expected"),
        ("float 1e-6", b"[1]", b"[true]", "the answer[0] is 'true', expected '1'"),
        ("float 1e-6", b"[1,2]", b"[1]", "the answer has 1 items, expected 2"),
        ("float 1e-6", b'["A b"]', b'["a b"]', None),
        ("float 1e-6", b'["a  b"]', b'["a b"]', "the answer[0] is '\"a b\"', expected"),
        ("decimals 1e-6", b"[2,2.0]", b"[2,2]", None),
        ("decimals 1e-6", b"[2,2.0]", b"[2.0,2]", "the answer[0] is '2.0', expected '2'"),
        ("decimals 1e-6", b'["A"]', b'["a"]', "the answer[0] is"),
        ("decimals 1e-6 case_insensitive", b'["A"]', b'["a"]', None),
        ("kattis float_tolerance 1e-6", b"[0.1]", b"[ 0.10000001 ]", None),
        ("float 1e-6", b"[%s]" % (b"7" * 5000), b"[%s8]" % (b"7" * 4999), "the answer[0] is"),
        ("float 1e-6", b"[0.5]", b"0.5]", ""),
    ],
)  # fmt: skip
def test_a_rule_with_bounds_compares_values_of_functions(
    rule: str, answer: bytes, output: bytes, message: str | None
) -> None:
    found = checker_of(rule)(make_test(format="any f(...)", answer=answer), output)
    assert found
    assert found.verdict is (Verdict.AC if message is None else Verdict.WA)
    assert found.message.startswith(message or "")
