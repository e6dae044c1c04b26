"""Results of functions in Python: the values that equal an answer, and the types that no answer has."""

import importlib.util
import math
from collections.abc import Iterator
from typing import Any

import pytest
from languages import require

from judge import Judge, Test, Verdict
from judge.running.languages import LANGUAGES

AC, RE, WA = Verdict.AC, Verdict.RE, Verdict.WA
NUMPY = pytest.mark.skipif(not importlib.util.find_spec("numpy"), reason="numpy is not installed")
IMPORTS = """import array, decimal, enum, fractions, types
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from decimal import Decimal
from fractions import Fraction
"""
WITH_NUMPY = f"{IMPORTS}import numpy as np\n"


@pytest.fixture(scope="module")
def live() -> Iterator[Judge]:
    with Judge(jobs=2) as judge:
        yield judge


def write(expression: str) -> str:
    """Return a function that evaluates an expression, in a program that imports numpy if it needs it."""
    return f"{WITH_NUMPY if 'np.' in expression else IMPORTS}def f(x=None):\n    return {expression}\n"


EQUAL = [
    ("np.sum([1, 2])", 3),
    ("np.sum([1, 2])", 3.0),
    ("max(np.cumsum([1, 2]))", 3),
    ("np.uint64(2**64 - 1)", 2**64 - 1),
    ("list(np.cumsum([1, 2]))", [1, 3]),
    ("(np.int8(1), [np.int32(2), (np.float32(0.5),)])", [1, [2, [0.5]]]),
    ("{'a': np.int64(1), 'b': [np.True_]}", {"a": 1, "b": [True]}),
    ("Counter(np.array([7, 7]))", {"7": 2}),
    ("np.sum([1]) > 0", True),
    ("np.sum([1]) > 0", 1),
    ("np.all([0])", False),
    ("np.mean([1, 2])", 1.5),
    ("np.float32(3.0)", 3),
    ("np.longdouble(2) ** 63", 2**63),
    ("np.array(3)", 3),
    ("np.str_('a')", "a"),
    ("np.array([[1, 2], [3, 4]]).T.tolist()", [[1, 3], [2, 4]]),
    ("np.complex128(3)", 3),
    ("sum(map(Fraction, [1, 2]))", 3),
    ("Fraction(1, 3)", 1 / 3),
    ("[Fraction(10**30), Decimal(10**30)]", [10**30, 10**30]),
    ("Decimal('3.0')", 3),
    ("Decimal('1E+400')", 10**400),
    ("Decimal('0.1')", 0.1),
    ("3 + 0j", 3),
    ("True", 1),
    ("enum.IntEnum('E', 'A B').B", 2),
    ("namedtuple('P', 'x y')(1, 2)", [1, 2]),
    ("((1, 2), (3,))", [[1, 2], [3]]),
    ("defaultdict(list, a=[1])", {"a": [1]}),
    ("OrderedDict(b=1, a=2)", {"a": 2, "b": 1}),
    ("{1: None}", {"1": None}),
    ("None", None),
    ("'ü\\n'", "ü\n"),
    ("-0.0", 0),
    ("float('inf')", math.inf),
]
UNEQUAL = [
    ("np.sum([1, 2])", 4, "the answer is '3', expected '4'"),
    ("np.sum([1, 2])", "3", "the answer is '3', expected '\"3\"'"),
    ("np.float32(2.5)", 2, "the answer is '2.5', expected '2'"),
    ("np.float64(10**18)", 10**18 + 1, "the answer is '1e+18', expected '1000000000000000001'"),
    ("Fraction(10**20 + 1)", 10**20, f"the answer is '{10**20 + 1}', expected '{10**20}'"),
    ("Fraction(5, 2)", 2, "the answer is '2.5', expected '2'"),
    ("Decimal('2.5')", 2, "the answer is '2.5', expected '2'"),
    ("'ab'", ["a", "b"], 'the answer is \'"ab"\', expected \'["a", "b"]\''),
    ("['a', 'b']", "ab", 'the answer is \'["a", "b"]\', expected \'"ab"\''),
    ("'\\ud800'", "a", "the answer is '\"?\"', expected '\"a\"'"),
    ("None", [], "the answer is 'null', expected '[]'"),
    ("None", 0, "the answer is 'null', expected '0'"),
    ("'True'", True, "the answer is '\"True\"', expected 'true'"),
    ("10**400", 1.5, f"the answer is '1{'0' * 39}'..., expected '1.5'"),
]
# Types that no answer has, and those that only the site takes for an array.
FOREIGN = [
    ("bytes([0, 1, 2])", "bytes"),
    ("bytearray([0, 1, 2])", "bytearray"),
    ("np.array([0, 1, 2])", "ndarray"),
    ("object()", "object"),
    ("f", "function"),
    ("3 + 1j", "complex"),
    ("types.SimpleNamespace(a=1)", "SimpleNamespace"),
    ("enum.Enum('E', 'A').A", "E"),
]
COLLECTIONS = [
    ("{2, 1, 0}", "set"),
    ("frozenset([0, 1, 2])", "frozenset"),
    ("array.array('i', [0, 1, 2])", "array"),
    ("(x for x in range(3))", "generator"),
    ("map(abs, [0, 1, 2])", "map"),
    ("filter(None, [0, 1, 2])", "filter"),
    ("zip([0], [1])", "zip"),
    ("range(3)", "range"),
    ("deque([0, 1, 2])", "deque"),
    ("dict.fromkeys([0, 1, 2]).keys()", "dict_keys"),
    ("{0: 0, 1: 1, 2: 2}.values()", "dict_values"),
    ("iter([0, 1, 2])", "list_iterator"),
]


def mark(rows: list[Any]) -> list[Any]:
    return [
        pytest.param(*row, marks=NUMPY if any("np." in str(word) for word in row[:2]) else ()) for row in rows
    ]


@pytest.mark.parametrize(("result", "answer"), mark(EQUAL))
def test_a_result_that_equals_the_answer_in_python_is_right(live: Judge, result: str, answer: object) -> None:
    tests = [Test([], answer), Test([1], answer)]
    report = live.judge(write(result), tests=tests, fn_name="f", memory_bytes=1 << 29)
    assert report.passed, report


@pytest.mark.parametrize(("result", "answer", "message"), mark(UNEQUAL))
def test_a_result_that_differs_from_the_answer_is_wrong(
    live: Judge, result: str, answer: object, message: str
) -> None:
    report = live.judge(write(result), tests=[Test([], answer)], fn_name="f", memory_bytes=1 << 29)
    assert (report.verdict, report.results[0].message) == (WA, message)


@pytest.mark.parametrize(("result", "name"), mark(FOREIGN + COLLECTIONS))
def test_a_result_of_a_type_that_no_answer_has_is_wrong_and_named(
    live: Judge, result: str, name: str
) -> None:
    for expression, holds in (
        (result, "is"),
        (f"[0, ({result},)]", "contains"),
        (f"{{1: {result}}}", "contains"),
    ):
        source = write(expression)
        tests = [Test([], [0, 1, 2]), Test([], 3), Test([], {"1": [0, 1, 2]}), Test([], [0, [[0, 1, 2]]])]
        for rule in ("", "unordered", "unordered nested", "float 1e-6"):
            report = live.judge(source, tests=tests, fn_name="f", compare=rule, memory_bytes=1 << 29)
            found = {(each.verdict, each.message, each.stderr) for each in report.results}
            assert found == {(WA, f"the answer {holds} a value of type {name}", b"")}


@pytest.mark.parametrize(("result", "name"), mark(FOREIGN))
def test_a_typed_result_of_such_a_type_is_wrong_too(live: Judge, result: str, name: str) -> None:
    source = f"{write(result)}class Solution:\n    def g(self): return f()\n"
    report = live.judge(source, tests=[Test("", "[0,1,2]")], entry="integer[] g()", memory_bytes=1 << 29)
    assert (report.verdict, report.results[0].message) == (WA, f"the answer is a value of type {name}")


@pytest.mark.parametrize(
    ("type", "result", "answer"),
    mark(
        [
            ("integer", "np.sum([1, 2])", "3"),
            ("long", "Fraction(2**40)", str(2**40)),
            ("boolean", "np.any([1])", "true"),
            ("double", "np.int64(3)", "3.0"),
            ("double[]", "[np.float32(0.5), Fraction(1, 4), 1]", "[0.5,0.25,1.0]"),
            ("integer[][]", "zip([0, 1], [2, 3])", "[[0,2],[1,3]]"),
            ("integer[]", "deque([0, 1])", "[0,1]"),
            ("double[]", "map(float, [0, 1])", "[0.0,1.0]"),
            ("integer[]", "{3, 3}", "[3]"),
            ("list<integer[]>", "(range(n) for n in range(3))", "[[],[0],[0,1]]"),
            ("string[]", "dict.fromkeys('ab')", '["a","b"]'),
        ]
    ),
)
def test_a_typed_result_may_be_of_numpy_and_an_array_any_collection(
    live: Judge, type: str, result: str, answer: str
) -> None:
    if type == "string[]":
        result += ".keys()"
    source = f"{write(result)}class Solution:\n    def g(self): return f()\n"
    report = live.judge(source, tests=[Test("", answer)], entry=f"{type} g()", memory_bytes=1 << 29)
    assert report.passed, report


@pytest.mark.parametrize(
    ("type", "result", "message"),
    [
        ("ListNode", "[1]", "is a value of type list"),
        ("TreeNode", "5", "is a value of type int"),
        ("ListNode[]", "[[1]]", "contains a value of type list"),
        ("ListNode[]", "b'1'", "is a value of type bytes"),
        ("ListNode[]", "{1}", "contains a value of type int"),
        ("double[]", "None", "is 'null', expected '[]'"),
        ("double", "10**400", f"is '1{'0' * 39}'..., expected '1.5'"),
        ("integer", "None", "is 'null', expected '1'"),
    ],
)
def test_a_result_of_another_type_than_declared_is_wrong(
    live: Judge, type: str, result: str, message: str
) -> None:
    answer = {"double": "1.5", "integer": "1"}.get(type, "[]")
    source = f"class Solution:\n    def g(self): return {result}\n"
    report = live.judge(source, tests=[Test("", answer)], entry=f"{type} g()")
    found = report.results[0]
    assert (found.verdict, found.message, found.stderr) == (WA, f"the answer {message}", b"")


@pytest.mark.parametrize(
    "source",
    [
        "x = []\nx.append(x)",
        "x = {}\nx[1] = x",
        "x = [0j]\nx.append(x)",
        "x = []\nfor _ in range(10**5): x = [x]",
    ],
)
def test_a_result_without_an_end_is_wrong(live: Judge, source: str) -> None:
    report = live.judge(f"{source}\ndef f(): return x\n", tests=[Test([], [])], fn_name="f")
    message = "the answer is nested too deeply"
    assert (report.verdict, report.results[0].message, report.results[0].stderr) == (WA, message, b"")


@pytest.mark.parametrize("error", ["ValueError", "RecursionError", "TypeError", "StopAsyncIteration"])
def test_an_error_in_an_iterator_is_a_runtime_error(live: Judge, error: str) -> None:
    source = f"class Solution:\n    def g(self):\n        yield 1\n        raise {error}\n"
    report = live.judge(source, tests=[Test("", "[1]")], entry="integer[] g()")
    assert report.verdict is RE
    assert report.results[0].stderr.strip().endswith(error.encode())


ENDS = ["exit()", "sys.exit()", "raise SystemExit", "os._exit(0)", "quit(0)"]


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("rule", ["", "unordered", "tokens", "float 1e-6", "exact"])
def test_a_program_that_ends_inside_of_a_call_is_said_to_have_no_answer(
    live: Judge, end: str, rule: str
) -> None:
    source = f"import os, sys\nclass Solution:\n    def g(self):\n        print('[1]')\n        {end}\n"
    for fields in ({"fn_name": "g"}, {"entry": "integer[] g()"}):
        report = live.judge(source, tests=[Test([], [1])], compare=rule, **fields)  # type: ignore[arg-type]
        found = report.results[0]
        assert (found.verdict, found.message) == (WA, "the program ended before it had answered")


BLIND = """import os
for i in range(%d, 64):
    try: os.write(i, b"%s")
    except OSError: pass
    %s
%s
"""
FUNCTION = "class Solution:\n    def f(self, a): return 4\n"


@pytest.mark.parametrize("first", [0, 3, 4])
@pytest.mark.parametrize("text", ["3\\n", "\\n3\\n", "\\b3"])
@pytest.mark.parametrize("then", ["", "else: break"])
@pytest.mark.parametrize("rest", ["os._exit(0)", f"{FUNCTION}os._exit(0)", FUNCTION])
def test_bytes_written_to_all_descriptors_are_no_answer(
    live: Judge, first: int, text: str, then: str, rest: str
) -> None:
    source = BLIND % (first, text, then, rest)
    for fields in ({"fn_name": "f"}, {"entry": "integer f(integer a)"}):
        for rule in ("", "tokens"):
            tests = [Test([3], 3), Test([3], 3)]
            report = live.judge(source, tests=tests, compare=rule, **fields)  # type: ignore[arg-type]
            assert {each.verdict for each in report.results} == {WA}
            if first == 3:
                assert report.results[0].message == "the program wrote where only its answer may be"


@pytest.mark.parametrize("rule", ["", "tokens"])
def test_a_program_that_reads_its_input_and_prints_the_answer_gives_none(live: Judge, rule: str) -> None:
    source = "import sys\nprint(3)\nsys.stdout.flush()\nsys.__stdout__.write('3')\n"
    for end, verdict in (("", RE), ("import os; os._exit(0)", WA), ("exit()", WA)):
        assert live.judge(source + end, tests=[Test([3], 3)], fn_name="f", compare=rule).verdict is verdict


def test_no_output_is_left_of_a_call_that_has_no_answer(live: Judge) -> None:
    for end in ("exit()", "1 / 0"):
        report = live.run(f"def f(): {end}\n", tests=[Test([])], fn_name="f").result()
        assert report.run
        assert report.run.stdout == b""


def test_a_class_that_ends_in_one_of_its_calls_has_no_answer(live: Judge) -> None:
    source = "class Log:\n    def add(self, n):\n        if n > 1: exit()\n        return n\n"
    tests = [Test('["Log","add","add"]\n[[],[1],[2]]', "[null,1,2]")]
    report = live.judge(source, tests=tests, entry="class Log(); integer add(integer n)")
    assert report.results[0].message == "the program ended before it had answered"


BLIND_CPP = """#include <unistd.h>
static int x = [] { for (int i = 0; i < 64; ++i) if (write(i, "1\\n", 2)) {} _exit(0); return 1; }();
struct Solution { int g() { return 1; } };
"""
BLIND_JAVA = """import java.io.*;
class Solution { int g() throws Exception {
    new FileOutputStream(FileDescriptor.out).write(new byte[] {'1', 10}); System.exit(0); return 1;
} }
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("cpp", "struct Solution { int g() { exit(0); } };\n"),
        ("java", "class Solution { int g() { System.exit(0); return 1; } }\n"),
    ],
)
def test_so_it_is_in_other_languages(live: Judge, language: str, source: str) -> None:
    require(LANGUAGES[f".{language}"])
    report = live.judge(source, language=language, tests=[Test("", "1")], entry="integer g()")
    assert report.results[0].message == "the program ended before it had answered"


@pytest.mark.slow
@pytest.mark.parametrize(("language", "source"), [("cpp", BLIND_CPP), ("java", BLIND_JAVA)])
def test_so_it_is_with_bytes_in_other_languages(live: Judge, language: str, source: str) -> None:
    require(LANGUAGES[f".{language}"])
    report = live.judge(source, language=language, tests=[Test("", "1")], entry="integer g()")
    found = report.results[0]
    assert (found.verdict, found.message) == (WA, "the program wrote where only its answer may be")


def test_each_answer_of_a_class_is_the_value_at_the_end_of_its_call(live: Judge) -> None:
    source = "class Log:\n    def __init__(self): self.all = []\n"
    source += "    def add(self, n):\n        self.all.append(n)\n        return self.all if n < 3 else b''\n"
    entry = "class Log(); integer[] add(integer n)"
    calls = '["Log","add","add"]\n[[],[%d],[%d]]'
    assert live.judge(source, tests=[Test(calls % (1, 2), "[null,[1],[1,2]]")], entry=entry).passed
    report = live.judge(source, tests=[Test(calls % (1, 3), "[null,[1],[1,3]]")], entry=entry)
    assert report.results[0].message == "the answer is a value of type bytes"
