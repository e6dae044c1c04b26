"""Signatures: their text, what is wrong with others, and which lines of JSON fit them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.platform.errors import FormatError
from judge.subjects.signatures.parser import parse_signature
from judge.subjects.signatures.signature import Method, Signature
from judge.subjects.signatures.values import ARRAY, FITTED, LIST, Type

TWO_SUM = "integer[] twoSum(integer[] nums, integer target)"
LRU = "class LRUCache(integer capacity); integer get(integer key); void put(integer key, integer value)"
CALLS = b'["LRUCache","put","get"]\n[[2],[1,7],[1]]\n'

NAMES = st.from_regex(r"[a-z][A-Za-z0-9_]{0,8}", fullmatch=True)
TYPES = st.recursive(
    st.sampled_from([*FITTED]).map(Type),
    lambda inner: st.builds(Type, st.sampled_from([ARRAY, LIST]), inner),
    max_leaves=4,
)


@st.composite
def methods(draw: st.DrawFn, name: str, *, is_answer: bool = False) -> Method:
    names = draw(st.lists(NAMES, unique=True, max_size=4))
    parameters = tuple((draw(TYPES), each) for each in names)
    returns = draw(TYPES if is_answer and not parameters else st.none() | TYPES)
    changed = None
    if is_answer and parameters and (returns is None or draw(st.booleans())):
        changed = draw(st.integers(0, len(parameters) - 1))
    return Method(name, parameters, returns, changed)


@st.composite
def signatures(draw: st.DrawFn) -> Signature:
    if draw(st.booleans()):
        return Signature("Solution", (draw(methods(draw(NAMES), is_answer=True)),))
    names = draw(st.lists(NAMES, unique=True, min_size=1, max_size=3))
    constructor = draw(methods("Made"))
    made = Method("Made", constructor.parameters, None)
    return Signature("Made", tuple(draw(methods(name)) for name in names), made)


@pytest.mark.slow
@given(signature=signatures(), gap=st.sampled_from(["", " ", "  "]))
def test_a_signature_is_read_again_from_its_text(signature: Signature, gap: str) -> None:
    text = str(signature)
    assert parse_signature(text) == signature
    spread = text.replace(", ", f"{gap},{gap}").replace("; ", "\n").replace("(", f"{gap}({gap}")
    assert parse_signature(f"{gap}{spread}\n") == signature


@pytest.mark.slow
@given(signature=signatures())
def test_the_least_input_is_one(signature: Signature) -> None:
    assert signature.normalize_input(signature.least()) == signature.least()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "",
            "expected a name in a signature, such as `integer[] twoSum(integer[] nums, integer target)`, got",
        ),
        ("int f(int x)", "'int'; did you mean integer?"),
        ("integer f(integer)", "such as `integer[] twoSum(integer[] nums, integer target)`, got ')'"),
        ("integer f(integer x", "expected `)`, got the end of it"),
        ("integer f(integer x) y", "expected the end of the signature, got 'y'"),
        ("integer f(integer é)", "got 'é'"),
        ("void f()", "expected a type that f returns, or a parameter that it changes, got 'void'"),
        ("integer f(integer x) -> y", "expected one of the parameters x, got 'y'"),
        ("integer f(integer x, long x)", "expected parameters with different names, got 'x, x'"),
        ("integer f(); integer g()", "expected one method, or `class NAME(...)` before several, got"),
        ("class A()", "expected methods of the class with different names, got the end of it"),
        ("class A(); void f(); void f()", "of the class with different names, got 'f, f'"),
        ("class A(); void A()", "of the class with different names, got 'A'"),
        ("class A(); void f(integer x) -> x", "expected the end of the signature, got '->'"),
        ("list f(integer x)", "expected `<`, got 'f'"),
        ("integer f(list<void> x)", "expected one of the types integer, "),
        (f"integer f({'list<' * 1000})", "expected a type of at most 8 levels, got 'more'"),
        (f"integer f(integer{'[]' * 9} x)", "expected a type of at most 8 levels, got 'more'"),
    ],
)
def test_what_is_no_signature_is_told_in_a_line(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"\Aexpected .*\Z") as caught:
        parse_signature(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "given", "plain"),
    [
        pytest.param(TWO_SUM, b"[2, 7,11]\r\n 9 ", b"[2,7,11]\n9\n", id="white space"),
        pytest.param("string f(string s)", rb'"\u00e9\u0000\/"', b'"\xc3\xa9\\u0000/"\n', id="escapes"),
        pytest.param("double f(double x)", b"2\n", b"2.0\n", id="a double without a point"),
        pytest.param("integer f(TreeNode t)", b"[1,null,2,null,null]\n", b"[1,null,2]\n", id="last nulls"),
        pytest.param("integer f(TreeNode t)", b"[null]\n", b"[]\n", id="no tree"),
        pytest.param("integer f()", b"\n", b"", id="no argument"),
        pytest.param(
            LRU, b' ["LRUCache", "get"]\n[[2], [1]]', b'["LRUCache","get"]\n[[2],[1]]\n', id="calls"
        ),
    ],
)
def test_arguments_come_in_their_plainest_form(text: str, given: bytes, plain: bytes) -> None:
    assert parse_signature(text).normalize_input(given) == plain


@pytest.mark.parametrize(
    ("text", "data", "line", "message"),
    [
        (TWO_SUM, b"[2,7]\n", 2, "expected 2 arguments, each on a line, got 1 line"),
        (TWO_SUM, b"[2,7]\n9\n9\n", 3, "expected 2 arguments, each on a line, got 3 lines"),
        (TWO_SUM, b"[2,7\n9\n", 1, "expected a value as JSON, got '[2,7'"),
        (TWO_SUM, b"[2,7.5]\n9\n", 1, "expected integer[] as nums, got '[2, 7.5]'"),
        (TWO_SUM, b"[2,7]\n2147483648\n", 2, "expected integer as target, got '2147483648'"),
        (TWO_SUM, b"[2,true]\n9\n", 1, "expected integer[] as nums, got '[2, true]'"),
        (TWO_SUM, b"\xff\n9\n", 1, r"expected a value as JSON, got '\xff'"),
        (TWO_SUM, b"[" * 99999 + b"\n9\n", 1, "expected a value as JSON, got '" + "[" * 40 + "'..."),
        ("long f(long x)", b"9223372036854775808", 1, "expected long as x, got '9223372036854775808'"),
        ("double f(double x)", b"NaN", 1, "expected a value as JSON, got 'NaN'"),
        ("double f(double x)", b"1e999", 1, "expected double as x, got 'Infinity'"),
        ("integer f(character c)", b'"ab"', 1, "expected character as c, got '\"ab\"'"),
        ("integer f(character c)", '"é"'.encode(), 1, r"""expected character as c, got '"\xc3\xa9"'"""),
        ("integer f(string s)", rb'"\ud800"', 1, "expected string as s, got '\"?\"'"),
        ("integer f(TreeNode t)", b"[1,null,null,2]", 1, "expected TreeNode as t, got '[1, null, null, 2]'"),
        ("integer f(ListNode t)", b"[1,null]", 1, "expected ListNode as t, got '[1, null]'"),
        (
            LRU,
            b'["LRUCache"]\n',
            2,
            "expected the names of the calls, and on a second line",
        ),
        (LRU, b'["get"]\n[[1]]\n', 1, "expected an array of names, first LRUCache, got '[\"get\"]'"),
        (LRU, b'["LRUCache","got"]\n[[1],[1]]\n', 1, "expected one of the methods get, put, got 'got'; did"),
        (LRU, b'["LRUCache",[]]\n[[1],[1]]\n', 1, "expected one of the methods get, put, got '[]'"),
        (LRU, b'["LRUCache","get"]\n[[1]]\n', 2, "expected 2 lists, one for each call, got 1 list"),
        (LRU, b'["LRUCache","put"]\n[[1],[1]]\n', 2, "expected 2 arguments, those of put, got 1 argument"),
        (LRU, b'["LRUCache","get"]\n[[1],["1"]]\n', 2, "expected integer as key of get, got '\"1\"'"),
    ],
)
def test_arguments_of_another_type_are_told_with_their_line(
    text: str, data: bytes, line: int, message: str
) -> None:
    with pytest.raises(FormatError) as caught:
        parse_signature(text).normalize_input(data)
    assert (caught.value.line, caught.value.message[: len(message)]) == (line, message)


@pytest.mark.parametrize(
    ("text", "asked", "answer", "plain"),
    [
        (TWO_SUM, b"[]\n0\n", b"[0, 1]", b"[0,1]\n"),
        ("void f(integer[] a, TreeNode t)", b"[]\n[]\n", b"[1]\n", b"[1]\n"),
        ("boolean f(integer[] a, TreeNode t) -> t", b"[]\n[]\n", b"[1,null]\n", b"[1]\n"),
        (LRU, CALLS, b"[null, null,7]\n", b"[null,null,7]\n"),
    ],
)
def test_an_answer_comes_in_its_plainest_form(text: str, asked: bytes, answer: bytes, plain: bytes) -> None:
    assert parse_signature(text).normalize_answer(asked, answer) == plain


@pytest.mark.parametrize(
    ("text", "answer", "message"),
    [
        (TWO_SUM, b"0 1", "expected a value as JSON, got '0 1'"),
        (TWO_SUM, b"", "expected a value as JSON, got ''"),
        (TWO_SUM, b"[[0,1]]", "expected integer[] as the answer, got '[[0, 1]]'"),
        (LRU, b"[null,7]", "expected 3 values, one for each call, got 2 values"),
        (LRU, b"[null,1,7]", "expected null of put, got '1'"),
        (LRU, b"[null,null,null]", "expected integer of get, got 'null'"),
    ],
)
def test_an_answer_of_another_type_is_refused(text: str, answer: bytes, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_signature(text).normalize_answer(CALLS if text == LRU else b"[]\n0\n", answer)
    assert caught.value.message == message


def test_any_arguments_are_values_one_a_line() -> None:
    signature = parse_signature("any pair( ... )")
    assert (str(signature), signature.is_typed) == ("any pair(...)", False)
    assert signature.normalize_input(b' [1, "a"]\n{"b": null}\n') == b'[1,"a"]\n{"b":null}\n'
    assert signature.normalize_answer(b"", b"[1, {}]") == b"[1,{}]\n"
    assert not parse_signature("void turn(any a)").is_typed
    assert parse_signature("void turn(integer[] a)").is_typed
