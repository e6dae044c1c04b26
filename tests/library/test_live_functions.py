"""Functions without types: named by a data set, called in a class, alone or in a script."""

from collections.abc import Iterator
from decimal import Decimal

import pytest

from judge import Judge, JudgeError, Report, Test, Verdict

AC, JE, RE, WA = Verdict.AC, Verdict.JE, Verdict.RE, Verdict.WA
ADDS = [Test("[1, 2]\n[3]", "[1, 2, 3]"), Test([[], [1]], [1])]
STARTER = "class Solution:\n    def join(self, a: List[int], b: List[int]) -> List[int]:\n        "


@pytest.fixture(scope="module")
def live() -> Iterator[Judge]:
    with Judge(jobs=2) as judge:
        yield judge


@pytest.mark.parametrize(
    "source",
    [
        "class Solution:\n    def join(self, a, b):\n        return a + b\n",
        STARTER + "return a + b\n",
        "def join(a, b):\n    return a + b\n",
        "join = lambda a, b: tuple(a + b)\n",
        "def join(a, b):\n    print('noise', a)\n    return a + b\nprint(join([1], [2]))\n",
        "def join(a, b):\n    return a + b\nif __name__ == '__main__':\n    print(join(input(), input()))\n",
        "class Solution:\n    pass\ndef join(a, b):\n    return [float(each) for each in a + b]\n",
        "import dataclasses\n@dataclasses.dataclass\nclass P:\n    x: 'int'\njoin = list.__add__\n",
    ],
    ids=["method", "annotations", "function", "lambda, tuple", "noise", "guard", "floats", "dataclass"],
)
@pytest.mark.parametrize("named", [{"fn_name": "join"}, {"starter_code": STARTER}], ids=["name", "starter"])
def test_a_function_is_called_wherever_it_is(live: Judge, source: str, named: dict[str, str]) -> None:
    report = live.judge(source, tests=ADDS, **named)  # type: ignore[arg-type]
    assert [each.verdict for each in report.results] == [AC, AC], report


JOIN = "def join(a, b):\n    return a + b\n"
GUARD = 'if __name__ == "__main__":\n'


@pytest.mark.parametrize(
    "source",
    [
        f"import doctest\n{JOIN}{GUARD}    doctest.testmod()\n",
        f"import unittest\n{JOIN}{GUARD}    unittest.main()\n",
        f"{JOIN}if '__main__' == __name__:\n    raise SystemExit(3)\n",
        f"import sys\n{JOIN}assert sys.modules[__name__].join is sys.modules['__main__'].join is join\n",
        f"{JOIN}from __main__ import join as other\nassert other is join\n",
        f"import logging\nlogging.getLogger(__name__).warning('here')\n{JOIN}",
        f"import pickle\nclass P: pass\nassert type(pickle.loads(pickle.dumps(P()))) is P\n{JOIN}",
        f"import typing\nclass P:\n    p: 'P'\nassert typing.get_type_hints(P) == {{'p': P}}\n{JOIN}",
        f"json = os = sys = list = zip = globals = None\n{JOIN}",
    ],
    ids=["doctest", "unittest", "reversed", "modules", "import", "logging", "pickle", "hints", "globals"],
)
def test_a_program_may_use_its_own_name(live: Judge, source: str) -> None:
    report = live.judge(source, tests=ADDS, fn_name="join")
    assert report.passed, report


EQUALS_ALL = """class Anything(list):
    def __eq__(self, other):
        return True
    def __ne__(self, other):
        return False
def join(a, b):
    return Anything([0])
"""


READS_FRAMES = """import gc, sys
def join(a, b):
    frame, answer = sys._getframe(), [1, 2] + [3]
    while frame := frame.f_back:
        if answer in [*frame.f_locals.values(), *frame.f_globals.values()]:
            return answer
    return answer if sum(type(each) is list and each == answer for each in gc.get_objects()) > 1 else 0
"""
SAYS_MAIN = """class Name(str):
    __eq__, __hash__ = lambda name, other: True, lambda name: 0
__name__ = Name("__main__")
if __name__ == "__main__":
    print([1, 2, 3])
"""


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        (EQUALS_ALL, WA),
        (EQUALS_ALL.replace("Anything(list)", "Anything").replace("Anything([0])", "Anything()"), WA),
        ("import sys\nsys.exit(0)\n", WA),
        ("import os\nos._exit(0)\n", WA),
        ("def join(a, b):\n    raise SystemExit(0)\n", WA),
        ("def join(a, b):\n    import os\n    os._exit(0)\n", WA),
        ("import json\njson.dumps = lambda *_, **__: 'true'\ndef join(a, b):\n    return 0\n", WA),
        ("import builtins\nbuiltins.list = bool\ndef join(a, b):\n    return None\n", RE),
        ("import sys\nsys.modules['json'] = sys\ndef join(a, b):\n    return 0\n", RE),
        ("import os\nos.write(__answer__, b'[1]')\ndef join(a, b):\n    return [1, 2, 3]\n", WA),
        (READS_FRAMES, WA),
        ("class One(int):\n    __repr__ = lambda one: '[1,2,3]'\ndef join(a, b):\n    return One(0)\n", WA),
        (f"{SAYS_MAIN}def join(a, b):\n    return a\n", WA),
        ("def __site_writer__():\n    return lambda *_: [1, 2, 3]\ndef join(a, b):\n    return 0\n", WA),
        ("__before__ = {}\njoin = print\n", WA),
        ("print('[1,2,3]')\n", RE),
        ("def other(a, b):\n    return a + b\n", RE),
        ("def join(a):\n    return a\n", RE),
        ("class Solution:\n    def joyn(self, a, b):\n        return a + b\n", RE),
    ],
    ids=[
        "eq",
        "object",
        "exit",
        "_exit",
        "exits",
        "_exits",
        "dumps",
        "builtins",
        "modules",
        "answers",
        "frames",
        "repr",
        "main",
        "driver",
        "names",
        "prints",
        "name",
        "arity",
        "method",
    ],
)
def test_the_driver_is_not_fooled_by_what_it_calls(live: Judge, source: str, verdict: Verdict) -> None:
    report = live.judge(source, tests=ADDS[:1], fn_name="join")
    assert (report.verdict, report.score) == (verdict, 0.0)


@pytest.mark.parametrize(
    ("value", "answer", "is_right"),
    [
        ("2.0", "2", True),
        ("2", "2.0", True),
        ("True", "1", True),
        ("1 / 3", "0.33333333", True),
        ("0.334", "0.33333333", False),
        ("10 ** 400", "1.0", False),
        ("3000000019 * 3000000020 / 2", "4500000058500000190", False),
        ("2.999995", "3", False),
        ("[1e18, 2.0]", "[1000000000000012345, 2]", False),
        ("{1: 0.1 + 0.2}", '{"1": 0.3}', True),
        ("{1: 2}", '{"1": 3}', False),
        ("(1, [2])", "[1, [2]]", True),
        ("'1'", "1", False),
        ("None", "null", True),
        ("[None]", "[0]", False),
    ],
)
def test_values_are_compared_as_python_compares_them(
    live: Judge, value: str, answer: str, is_right: bool
) -> None:
    report = live.judge(f"def f():\n    return {value}\n", tests=[Test("", answer)], fn_name="f")
    assert report.passed is is_right, report


@pytest.mark.parametrize(
    ("value", "answer", "rule", "is_right"),
    [
        ("[True, 3]", [3, 1], "unordered", True),
        ("[3.0, 1]", [1, 3], " unordered", True),
        ("[3.0, 1]", [1, 4], "unordered", False),
        ("[[2, 1.0], [3]]", [[3], [1, 2]], "unordered nested", True),
        ("[[2, 1.0], [3]]", [[3], [1, 2]], "unordered", False),
        ("[1]", [1.0], "value", True),
        ("(3, 1)", [3, 1], "tokens", True),
    ],
)
def test_a_rule_without_an_order_compares_values_as_python_does(
    live: Judge, value: str, answer: list[object], rule: str, is_right: bool
) -> None:
    source = f"def f(): return {value}"
    assert live.judge(source, tests=[Test([], answer)], fn_name="f", compare=rule).passed is is_right


ASYNC = """import asyncio
async def join(a, b):
    await asyncio.sleep(0.001)
    return (await asyncio.gather(asyncio.sleep(0, a), asyncio.sleep(0, b)))[0] + b
"""
IN_CLASS = "class Solution:\n    async def join(self, a, b):\n        return a + b\n"


@pytest.mark.parametrize(
    ("source", "fields"),
    [
        (ASYNC, {"fn_name": "join"}),
        (IN_CLASS, {"fn_name": "join"}),
        (IN_CLASS, {"starter_code": "class Solution:\n    async def join(self, a, b):\n"}),
        (IN_CLASS, {"entry": "integer[] join(integer[] a, integer[] b)"}),
        (f"{IN_CLASS}join = Solution().join\n", {"fn_name": "join"}),
    ],
    ids=["function", "method", "starter", "typed", "bound"],
)
def test_an_async_function_is_run_to_its_end(live: Judge, source: str, fields: dict[str, str]) -> None:
    report = live.judge(source, tests=ADDS, **fields)  # type: ignore[arg-type]
    assert report.passed, report


def test_async_methods_and_changed_arguments_are_run_to_their_end(live: Judge) -> None:
    source = (
        "class Pot:\n    n = 0\n    async def add(self, n):\n        self.n += n\n        return self.n\n"
    )
    tests = [Test('["Pot","add","add"]\n[[],[2],[3]]', "[null,2,5]")]
    entry = "class Pot(); integer add(integer n)"
    assert live.judge(source, tests=tests, entry=entry).passed
    source = "class Solution:\n    async def turn(self, a):\n        a.reverse()\n"
    assert live.judge(source, tests=[Test("[1,2]", "[2,1]")], entry="void turn(integer[] a)").passed


def test_what_an_async_function_raises_is_a_runtime_error(live: Judge) -> None:
    report = live.judge("async def join(a, b):\n    return a / b\n", tests=ADDS, fn_name="join")
    assert report.verdict is RE
    assert b"TypeError" in report.results[0].stderr


LONG = 10**5000 - 1


@pytest.mark.parametrize(
    ("test", "is_right"),
    [
        (Test("9" * 5000, f"1{'0' * 5000}"), True),
        (Test("9" * 5000, f"1{'0' * 4999}1"), False),
        (Test([LONG], LONG + 1), True),
        (Test([LONG], LONG), False),
        (Test([LONG], 1.5), False),
        (Test([[1, {"a": (-LONG, True)}]], [1, {"a": [-LONG, True]}]), True),
    ],
    ids=["text", "wrong text", "value", "wrong value", "float", "nested"],
)
def test_an_integer_may_have_more_digits_than_python_converts(
    live: Judge, test: Test, is_right: bool
) -> None:
    source = "def f(a): return a + 1 if type(a) is int else a"
    report = live.judge(source, tests=[test], fn_name="f")
    assert report.verdict is (AC if is_right else WA), report


def test_the_limit_of_digits_is_in_force_inside_of_a_function(live: Judge) -> None:
    source = "def f(a):\n    return len(str(a))\n"
    assert live.judge(source, tests=[Test("9" * 4300, "4300")], fn_name="f").passed
    assert live.judge(source, tests=[Test("9" * 4301, "4301")], fn_name="f").verdict is RE


@pytest.mark.parametrize("value", [Decimal(1), {LONG: 1}, object(), [[LONG], {1}], {(1, 2): LONG}], ids=type)
def test_a_value_that_json_cannot_write_is_refused(live: Judge, value: object) -> None:
    with pytest.raises(JudgeError, match="test 1: expected values of JSON as input, got "):
        live.submit("", tests=[Test([value], 1)], fn_name="f")


def test_nodes_are_known_by_the_starter_code(live: Judge) -> None:
    starter = (
        "class Solution:\n    def tail(self, head: Optional[ListNode], n: int = 1) -> Optional[ListNode]:\n"
    )
    source = "class Solution:\n    def tail(self, head, n):\n        return head.next\n"
    assert live.judge(source, tests=[Test("[1, 2]\n1", "[2]")], starter_code=starter).passed
    changed = "class Solution:\n    def turn(self, a: List[int]) -> None:\n        pass\n"
    source = "class Solution:\n    def turn(self, a):\n        a.reverse()\n"
    assert live.judge(source, tests=[Test("[1, 2]", "[2, 1]")], starter_code=changed).passed


OWN_NODES = """
class ListNode:
    def __init__(self, x):
        self.val = x
        self.next = None
    def __eq__(self, other):
        return True
    def __bool__(self):
        return False
class Solution:
    def turn(self, head):
        last = None
        while head is not None:
            head.next, last, head = last, head, head.next
        return last
"""


@pytest.mark.parametrize("source", [OWN_NODES, OWN_NODES[OWN_NODES.index("class Solution") :]])
def test_a_source_may_bring_nodes_of_its_own(live: Judge, source: str) -> None:
    """Its constructor takes the value alone, and its nodes are alike and false."""
    tests = [Test([[1, 2, 3]], [3, 2, 1]), Test([[]], []), Test([[0, 0]], [0, 0])]
    assert live.judge(source, tests=tests, entry="ListNode turn(ListNode head)").passed
    starter = "class Solution:\n    def turn(self, head: Optional[ListNode]) -> Optional[ListNode]:\n"
    assert live.judge(source, tests=tests, starter_code=starter).passed


def test_a_list_of_nodes_without_an_end_is_a_runtime_error(live: Judge) -> None:
    source = "class Solution:\n    def turn(self, head):\n        head.next = head\n        return head\n"
    report = live.judge(source, tests=[Test([[1]], [1])], entry="ListNode turn(ListNode head)")
    assert report.verdict is RE
    assert b"got one with a cycle" in report.results[0].stderr


def test_without_an_answer_a_function_only_has_to_end_well_and_none_is_an_answer(live: Judge) -> None:
    tests = [Test([1]), Test("1"), Test([1], None), Test("1", "null")]
    assert [each.verdict.name for each in live.judge("def f(a): pass", tests=tests, fn_name="f").results] == [
        "NA", "NA", "AC", "AC",
    ]  # fmt: skip
    five = live.judge("def f(a): return 5", tests=tests, fn_name="f")
    assert [each.verdict.name for each in five.results] == ["NA", "NA", "WA", "WA"]
    fails = live.judge("def f(a): return 1 / 0", tests=[Test([1], hidden=False)], fn_name="f")
    assert fails.verdict is RE
    assert "answer" not in fails.feedback()


@pytest.mark.parametrize(
    ("test", "entry", "message"),
    [
        (Test("[1,2", "1"), "any f(...)", "input, line 1: expected a value as JSON, got '[1,2'"),
        (Test("[1]\n\n2", "1"), "any f(...)", "input, line 2: expected a value as JSON, got ''"),
        (Test("1", "abc"), "any f(...)", "answer: expected a value as JSON, got 'abc'"),
        (Test([1], "1"), "integer f(integer a)", "answer: expected integer as the answer, got '\"1\"'"),
        (
            Test("1\n2", "1"),
            "integer f(integer a)",
            "input, line 2: expected 1 argument, each on a line, got 2",
        ),
        (Test([1.5], 1), "integer f(integer a)", "input, line 1: expected integer as a, got '1.5'"),
    ],
)
def test_a_test_that_does_not_fit_the_function_is_refused(
    live: Judge, test: Test, entry: str, message: str
) -> None:
    with pytest.raises(JudgeError) as error:
        live.judge("def f(a): return 1", tests=[test], entry=entry)
    assert str(error.value).startswith(f"test 1: {message}")


def test_blank_lines_at_the_end_of_an_input_are_no_arguments(live: Judge) -> None:
    assert live.judge("def f(a): return a", tests=[Test("\n1\n\n", "1\n\n")], fn_name="f").passed


PRELUDED = (
    "from __future__ import annotations\nprint(gcd(4, 6), Counter('a')['a'], sys.getrecursionlimit())\n"
)


def test_a_prelude_is_asked_for_by_name(live: Judge) -> None:
    def judged(**fields: str) -> Report:
        return live.judge(PRELUDED, tests=[Test("", "2 1 50000")], **fields)  # type: ignore[arg-type]

    assert judged(prelude="livecodebench").passed
    assert judged().verdict is RE
    with pytest.raises(JudgeError, match="prelude: expected one of the preludes livecodebench, got 'x'"):
        judged(prelude="x")


@pytest.mark.parametrize(
    "source",
    [
        b"\xef\xbb\xbfprint(len('\xc3\xa9'))\n",
        b"# -*- coding: latin-1 -*-\nprint(len('\xe9'))\n",
        b"#!/usr/bin/python3\n# coding=utf-8\nprint(len('\xc3\xa9'))\n",
        b"\xef\xbb\xbffrom __future__ import annotations\nprint(1)",
    ],
)
def test_a_source_means_the_same_with_and_without_a_prelude(live: Judge, source: bytes) -> None:
    for prelude in ("", "livecodebench"):
        assert live.judge(source, tests=[Test("", "1")], prelude=prelude).passed


def test_a_source_that_is_not_in_its_encoding_is_a_compile_error(live: Judge) -> None:
    report = live.judge(b"print('\xe9')\n", tests=[Test("", "1")], prelude="livecodebench")
    assert report.verdict is Verdict.CE


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"fn_name": "a b"}, "fn_name: expected the name of a function, got 'a b'"),
        (
            {"starter_code": "class Solution:\n"},
            "starter_code: expected starter code with one function, got none",
        ),
        (
            {"fn_name": "f", "entry": "any f(...)"},
            "expected one of entry, fn_name and starter_code, got entry",
        ),
        ({"fn_name": "f", "language": "cpp"}, "fn_name: expected a language that has a driver, got cpp"),
    ],
    ids=str,
)
def test_a_wrong_name_of_a_function_is_one_line(live: Judge, fields: dict[str, str], message: str) -> None:
    with pytest.raises(JudgeError, match=message):
        live.submit("", tests=ADDS, **fields)  # type: ignore[arg-type]
