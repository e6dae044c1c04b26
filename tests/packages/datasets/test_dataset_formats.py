"""Each format of data sets: a record in its real shape becomes a problem, or says why it cannot be judged."""

import base64
import json
import pickle
import zlib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from judge.packages.datasets.formats import FORMATS, read_problems
from judge.packages.datasets.problem import VALUES, Problem
from judge.platform.errors import Fault

PAIRS = ((b"1 2\n", b"3\n"), (b"5 6\n", b"11\n"))
TESTS = [{"input": mine.decode(), "output": answer.decode()} for mine, answer in PAIRS]
STREAMS = {"inputs": ["1 2\n", "5 6\n"], "outputs": ["3\n", "11\n"]}
CALLS = ((b"[1,2]\n3\n", b"6\n"), (b"[]\n4\n", b"4\n"))
STDIO = [{"input": {"stdin": a.decode()}, "output": {"stdout": b.decode()}} for a, b in PAIRS]


def packed(tests: object) -> str:
    return base64.b64encode(zlib.compress(pickle.dumps(json.dumps(tests)))).decode()


def lcb(**fields: Any) -> dict[str, Any]:
    tests = [{**test, "testtype": "stdin"} for test in TESTS]
    whole = {
        "question_title": "Sum",
        "question_content": "Print the sum.",
        "platform": "atcoder",
        "question_id": "abc300_a",
        "contest_id": "abc300",
        "contest_date": "2023-04-29T00:00:00",
        "starter_code": "",
        "difficulty": "easy",
        "public_test_cases": json.dumps(tests[:1]),
        "private_test_cases": packed(tests[1:]),
        "metadata": "{}",
    }
    return whole | fields


FUNCTIONAL = [
    {"input": "[1, 2]\n3", "output": "6", "testtype": "functional"},
    {"input": "[]\n4", "output": "4", "testtype": "functional"},
]
CONTESTS = {
    "name": "1_A. Sum",
    "description": "Print the sum.",
    "public_tests": {"input": ["1 2\n"], "output": ["3\n"]},
    "private_tests": {"input": ["5 6\n"], "output": ["11\n"]},
    "generated_tests": {"input": [], "output": []},
    "source": 2,
    "difficulty": 7,
    "solutions": {"language": [3], "solution": ["print(sum(map(int, input().split())))"]},
    "cf_tags": ["math"],
    "time_limit": {"seconds": 2, "nanos": 500000000},
    "memory_limit_bytes": 256000000,
    "input_file": "",
    "output_file": "",
}
CODEFORCES = {
    "id": "1/A",
    "output_format": "Print the sum.",
    "official_tests": TESTS,
    "time_limit": 2.0,
    "memory_limit": 256.0,
    "input_mode": "stdio",
    "interaction_format": None,
    "generated_checker": None,
    "executable": True,
    "rating": 800,
    "tags": ["math"],
}
# The default part of CodeContests+.
PLUS = {
    "source": "Codeforces",
    "id": "1_A",
    "title": "Sum",
    "description": "Print the sum.",
    "time_limit": 1000,
    "memory_limit": 256,
    "validator": "int main() {}",
    "generator": "int main() {}",
    "generator_cmd": ["./gen -n 1", "./gen -n 2"],
    "checker": "int main() {}",
    "correct_submissions": [
        {"code": "print(1)", "language": "py3"},
        {"code": "print 1", "language": "py2"},
        {"code": "int main() {}", "language": "cpp"},
        {"code": "print(1)", "language": "py3"},
    ],
    "incorrect_submissions": [{"code": "print(2)", "language": "py3"}],
    "true_positive_rate": 1.0,
    "true_negative_rate": 1.0,
}


GOOD: dict[str, dict[str, Any]] = {
    "code-contests-plus": {"id": "b", "test_cases": TESTS},
    "plain": {"id": "b", "tests": TESTS},
    "livecodebench": lcb(),
    "verl": STREAMS,
    "open-r1": CODEFORCES,
    "apps": {"input_output": STREAMS},
    "code-contests": CONTESTS,
}


def read(format: str, *records: dict[str, Any], folder: Path) -> tuple[list[Problem], list[str]]:
    file = folder / "set.jsonl"
    file.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    faults: list[Fault] = []
    problems = list(read_problems(file, format, faults))
    return problems, [str(fault).removeprefix(f"{folder}/") for fault in faults]


def read_one(format: str, record: dict[str, Any], folder: Path) -> Problem:
    (problem,), faults = read(format, record, folder=folder)
    assert not faults
    return problem


@pytest.mark.parametrize(
    ("format", "record", "id"),
    [
        ("plain", {"id": "sum", "tests": TESTS}, "sum"),
        ("livecodebench", lcb(), "abc300_a"),
        ("livecodebench", lcb(private_test_cases=json.dumps(TESTS[1:])), "abc300_a"),
        ("livecodebench", lcb(public_test_cases=TESTS, private_test_cases=""), "abc300_a"),
        ("livecodebench", lcb(public_test_cases=json.dumps(TESTS), private_test_cases=None), "abc300_a"),
        ("livecodebench", lcb(public_test_cases=" ", private_test_cases=packed(TESTS)), "abc300_a"),
        ("apps", {"id": 7, "question": "", "input_output": json.dumps(STREAMS)}, "7"),
        ("apps", {"input_output": {"inputs": [["1 2"], ["5 6"]], "outputs": [["3"], ["11"]]}}, "0"),
        ("taco", {"input_output": json.dumps(STREAMS), "tags": "['Math']"}, "0"),
        ("code-contests", CONTESTS, "1_A. Sum"),
        ("code-contests", {"name": "sum", "public_tests": TESTS, "private_tests": []}, "sum"),
        ("code-contests-o", {"name": "sum", "corner_cases": STDIO, "generator": "int main() {}"}, "sum"),
        ("code-contests-plus", {"id": "1_A", "test_cases": TESTS, "time_limit": 1000}, "1_A"),
        ("verl", {"reward_model": {"ground_truth": json.dumps(STREAMS)}, "extra_info": {"index": 3}}, "3"),
        ("verl", STREAMS, "0"),
        ("nemo-gym", {"verifier_metadata": {"unit_tests": STREAMS}, "hash_id": "ab"}, "ab"),
        ("nemo-gym", {"verifier_metadata": {"unit_tests": json.dumps(STREAMS), "problem_id": 4}}, "4"),
        ("open-r1", {"problem_id": "p", "verification_info": {"test_cases": TESTS}}, "p"),
        ("open-r1", {"verification_info": json.dumps({"language": "python", "test_cases": TESTS})}, "0"),
        ("open-r1", CODEFORCES, "1/A"),
        ("common-oj", {"id": 1, "content": "", "test": STDIO, "labels": {"tags": ["math"]}}, "1"),
        ("common-oj", {"id": 1, "content": "", "test": json.dumps(STDIO), "labels": "{}"}, "1"),
    ],
)  # fmt: skip
def test_a_record_becomes_a_problem(format: str, record: dict[str, Any], id: str, tmp_path: Path) -> None:
    problem = read_one(format, record, tmp_path)
    assert (problem.id, problem.tests, problem.function, problem.unfit) == (id, PAIRS, "", "")


@pytest.mark.parametrize(
    ("format", "record"),
    [
        ("plain", {"id": "sum", "function": "add", "tests": [
            {"arguments": [[1, 2], 3], "result": 6}, {"arguments": [[], 4], "result": 4}]}),
        ("livecodebench", lcb(public_test_cases=json.dumps(FUNCTIONAL), private_test_cases="[]",
                              metadata='{"func_name": "add"}')),
        ("apps", {"input_output": {
            "inputs": [[[1, 2], 3], [[], 4]], "outputs": [[6], [4]], "fn_name": "add"}}),
        ("apps", {"input_output": {"inputs": [[[1, 2], 3], [[], 4]], "outputs": [6, 4], "fn_name": "add"}}),
        ("verl", {"reward_model": {"ground_truth": {
            "inputs": ["[1, 2]\n3", "[]\n4"], "outputs": ["6", "4"], "fn_name": "add"}}}),
        ("open-r1", {"verification_info": {"test_cases": [
            {**test, "type": "function_call", "fn_name": "add"} for test in FUNCTIONAL]}}),
    ],
)  # fmt: skip
def test_calls_have_one_argument_a_line(format: str, record: dict[str, Any], tmp_path: Path) -> None:
    problem = read_one(format, record, tmp_path)
    assert (problem.tests, problem.function, problem.rule) == (CALLS, "add", VALUES)


def test_limits_difficulty_and_tags_are_those_of_the_data_set(tmp_path: Path) -> None:
    contest = read_one("code-contests", CONTESTS, tmp_path)
    assert (contest.time_s, contest.memory_bytes) == (2.5, 256000000)
    assert (contest.difficulty, contest.tags) == ("A", ("math",))
    codeforces = read_one("open-r1", CODEFORCES, tmp_path)
    assert (codeforces.time_s, codeforces.memory_bytes) == (2, 256 << 20)
    assert (codeforces.difficulty, codeforces.tags) == ("800", ("math",))
    taco = read_one(
        "taco",
        {
            "input_output": STREAMS,
            "time_limit": "1.5 seconds",
            "memory_limit": "64.0 megabytes",
            "tags": "['DP']",
        },
        tmp_path,
    )
    assert (taco.time_s, taco.memory_bytes, taco.tags) == (1.5, 64 << 20, ("DP",))


def test_checkers_come_with_their_protocol(tmp_path: Path) -> None:
    codeforces = read_one("open-r1", CODEFORCES | {"generated_checker": "print(1)"}, tmp_path)
    assert codeforces.checker
    assert (codeforces.checker.language, codeforces.checker.protocol) == ("python", "cms")
    plus = read_one(
        "code-contests-plus", {"id": 1, "test_cases": TESTS, "checker": '#include "testlib.h"'}, tmp_path
    )
    assert plus.checker
    assert (plus.checker.language, plus.checker.protocol) == ("cpp", "testlib")
    own = {"source": "print(1)", "language": "python", "protocol": "cms"}
    plain = read_one("plain", {"id": "a", "tests": TESTS, "checker": own}, tmp_path)
    assert plain.checker == codeforces.checker


@pytest.mark.parametrize(
    ("format", "record", "reason"),
    [
        ("livecodebench", lcb(question_id="abc343_e"), "several right answers"),
        ("livecodebench", lcb(question_id="3", question_title="find-the-peaks"), "several right answers"),
        ("livecodebench", lcb(question_id="abc355_e"), "interactive"),
        ("livecodebench", lcb(question_id="abc350_c"), "wrong tests"),
        ("livecodebench", lcb(public_test_cases="[]", private_test_cases=""), "no tests"),
        ("livecodebench", lcb(question_content="If there are many answers, print any."), "several"),
        ("livecodebench", lcb(question_content="Print the numbers in any order."), "several"),
        ("code-contests", CONTESTS | {"description": "This is an interactive problem."}, "interactive"),
        ("code-contests", CONTESTS | {"input_file": "sum.in"}, "it reads or writes a file: sum.in"),
        ("code-contests", CONTESTS | {"private_tests": None, "public_tests": None}, "no tests"),
        ("code-contests-plus", {"id": 1, "generator": "int main() {}"}, "no commands of the generator, val"),
        ("code-contests-plus", PLUS | {"validator": None}, "no validator to make them"),
        ("code-contests-plus", PLUS | {"generator_cmd": []}, "no commands of the generator to make them"),
        ("code-contests-plus", PLUS | {"correct_submissions": [{"code": "print 1", "language": "py2"}]},
         "no correct program in C++, Java or Python 3 to make them"),
        ("code-contests-plus", PLUS | {"checker": "", "description": "Print any of them."}, "several right"),
        ("code-contests-o", {"name": "a", "generator": "int main() {}", "commands": ["./gen 1"]}, "and no"),
        ("open-r1", CODEFORCES | {"interaction_format": "Ask."}, "interactive"),
        ("open-r1", CODEFORCES | {"input_mode": "file"}, "it reads or writes a file"),
        ("open-r1", CODEFORCES | {"executable": False}, "not executable"),
        ("open-r1", CODEFORCES | {"output_format": "If there are many answers, print any."}, "several"),
        ("verl", {"reward_model": {"ground_truth": {**STREAMS, "assert_case": ["f(1)"]}}}, "assertions"),
        ("apps", {"input_output": {"inputs": [[{"1": 2}]], "outputs": [3], "fn_name": "f"}}, "integer keys"),
        ("apps", {"input_output": None}, "no tests"),
        ("plain", {"id": "a", "tests": TESTS, "unfit": "a duplicate"}, "a duplicate"),
    ],
)  # fmt: skip
def test_what_cannot_be_judged_says_why(
    format: str, record: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    problem = read_one(format, record, tmp_path)
    assert reason in problem.unfit
    assert not problem.tests


def test_a_record_without_tests_has_what_makes_them(tmp_path: Path) -> None:
    problem = read_one("code-contests-plus", PLUS, tmp_path)
    assert (problem.tests, problem.unfit, problem.time_s) == ((), "", 1)
    assert problem.checker
    recipe = problem.recipe
    assert recipe
    assert recipe.commands == ("./gen -n 1", "./gen -n 2")
    assert [program.language for program in recipe.programs] == ["cpp", "python"]
    within = PLUS | {"generator_cmd": {"commands": ["./gen -n 1"]}}
    assert read_one("code-contests-plus", within, tmp_path).recipe == replace(
        recipe, commands=("./gen -n 1",)
    )
    assert not read_one("code-contests-plus", PLUS | {"test_cases": TESTS}, tmp_path).recipe


def test_a_checker_makes_a_problem_with_several_answers_fit(tmp_path: Path) -> None:
    several = CODEFORCES | {"output_format": "If there are many answers, print any."}
    assert not read_one("open-r1", several | {"generated_checker": "print(1)"}, tmp_path).unfit


@pytest.mark.parametrize(
    ("statement", "rule"),
    [
        ("Print the sum.", "decimals 1e-6"),
        ("You can do the moves in any order. Print the sum.", "decimals 1e-6"),
        (
            "You can print YES in any case. Print YES and the number.",
            "decimals 1e-6 case_insensitive",
        ),
        ("This is not an interactive problem.", "decimals 1e-6"),
    ],
)
def test_the_statement_may_change_the_rule(statement: str, rule: str, tmp_path: Path) -> None:
    problem = read_one("code-contests", CONTESTS | {"description": statement}, tmp_path)
    assert (problem.rule, problem.unfit) == (rule, "")


@pytest.mark.parametrize(
    ("format", "record", "fault"),
    [
        ("plain", {"tests": TESTS}, "expected a key id, got none"),
        ("plain", {"id": "a", "tests": [{"input": "1"}]}, "tests: expected a key output, got none"),
        ("plain", {"id": "a", "test": TESTS}, "expected no key test, got one (--format names"),
        ("plain", {"id": "a", "tests": TESTS, "compare": "tokns"}, "did you mean tokens?"),
        ("plain", {"id": "a", "tests": TESTS, "compare": "unordered"}, "expected one of the profiles"),
        ("plain", {"id": "a", "tests": TESTS, "compare": "any"}, "compare: expected a rule that compares"),
        ("plain", {"id": "a", "function": "f", "compare": "any"}, "compare: expected a rule that compares"),
        ("plain", {"id": "a", "function": "f", "compare": "unordered", "starter_code":
         "def f(a: TreeNode) -> TreeNode:"}, "expected an array as the answer for `unordered`, got TreeNode"),
        ("plain", {"id": "a", "tests": TESTS, "time_s": 0}, "expected `float` > 0.0 - at `$.time_s`"),
        ("plain", {"id": "a", "tests": TESTS, "checker": {"source": "", "protocol": "x"}}, "got 'x'"),
        ("code-contests-plus", PLUS | {"generator_cmd": "./gen 1"}, "generator_cmd: expected `array`"),
        ("code-contests-plus", PLUS | {"correct_submissions": [{}]}, "correct_submissions: "),
        ("plain", {"id": "a", "tests": [{"input": "\ud800", "output": ""}]}, "surrogate"),
        ("livecodebench", lcb(private_test_cases="%"), "expected base64 of zlib of a pickle, got other data"),
        ("livecodebench", lcb(private_test_cases=packed("x")[:-9]), "expected"),
        ("livecodebench", lcb(public_test_cases=json.dumps(FUNCTIONAL)), "expected the testtype"),
        ("livecodebench", lcb(public_test_cases=FUNCTIONAL, private_test_cases=[]), "func_name"),
        ("apps", {"input_output": {"inputs": ["1"], "outputs": []}}, "got 0 and 1"),
        ("apps", {"input_output": {"inputs": [1], "outputs": ["1"]}}, "got int"),
        ("apps", {"input_output": {"inputs": ["x"], "outputs": ["1"], "fn_name": "f"}}, "got 'x'"),
        ("apps", {"input_output": "{"}, "expected JSON, got text that is none"),
        ("verl", {"prompt": "x"}, "got none of them"),
        ("open-r1", {"id": "x"}, "got neither"),
        ("code-contests", {"name": "x", "public_tests": {"input": ["1"], "output": []}}, "got 0 and 1"),
    ],
)  # fmt: skip
def test_a_bad_record_is_reported_and_the_next_is_read(
    format: str, record: dict[str, Any], fault: str, tmp_path: Path
) -> None:
    problems, faults = read(format, record, GOOD[format], folder=tmp_path)
    assert len(problems) == len(faults) == 1
    assert faults[0].startswith("set.jsonl:1: ")
    assert fault in faults[0]


def test_the_second_record_with_an_id_is_at_fault(tmp_path: Path) -> None:
    record = {"id": "a", "tests": TESTS}
    problems, faults = read("plain", record, record, folder=tmp_path)
    assert [problem.id for problem in problems] == ["a"]
    assert faults == ["set.jsonl:2: expected an id that no record before has, got 'a'"]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("record", [{}, {"id": None}, {"tests": 1, "test": 1, "name": 1, "input_output": 1}])
def test_no_record_ends_the_reading(format: str, record: dict[str, Any], tmp_path: Path) -> None:
    problems, faults = read(format, record, folder=tmp_path)
    assert len(problems) + len(faults) == 1
