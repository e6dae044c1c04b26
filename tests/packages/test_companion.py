"""Posts of Competitive Companion become problems of a project, with any name and contents."""

import json
import re
from typing import Any

import pytest
from helpers import REPOSITORY
from hypothesis import given
from hypothesis import strategies as st

from judge.cases.case_file import reject_id
from judge.cases.loader import load_cases
from judge.model.runs import Limits
from judge.packages.companion import Posted, read_post
from judge.packages.imports import create_problem
from judge.packages.place import find_home
from judge.packages.template import Template
from judge.platform.errors import printable
from judge.platform.files import whole

SPECIFICATION = REPOSITORY.parent / "shared" / "data" / "public" / "competitive-companion" / "README.md"
SUM: dict[str, Any] = {
    "name": "A. Sum",
    "group": "Codeforces - Round 1",
    "url": "https://codeforces.com/contest/1/problem/A",
    "memoryLimit": 256,
    "timeLimit": 1500,
    "tests": [{"input": "1 2\n", "output": "3\n"}, {"input": "2 2\n", "output": "4\n"}],
}


def posted(**changes: Any) -> Posted:
    return read_post(json.dumps(SUM | changes).encode())


def test_the_example_of_its_own_page_is_read() -> None:
    if not SPECIFICATION.is_file():
        pytest.skip("the page is not here")
    (example,) = re.findall(r"```json\n(.*?)```", SPECIFICATION.read_text(), re.DOTALL)
    found = read_post(example.encode())
    assert found.package.name == "g-castle-defense"
    assert found.package.stated == {
        "problem": "G. Castle Defense",
        "source": "https://codeforces.com/problemset/problem/954/G",
        "time": "1.5s",
        "memory": "256MiB",
    }
    assert found.package.tests["sample-1.in"] == b"5 0 6\n5 4 3 4 9\n"
    assert found.package.tests["sample-1.out"] == b"5\n"
    assert (len(found.package.tests), found.size, found.unsaid) == (6, 1, ())
    assert found.group == "Codeforces - Educational Codeforces Round 40 (Rated for Div. 2)"


def test_files_by_name_are_those_of_the_case_file() -> None:
    streams = {
        "input": {"type": "file", "fileName": "sum.in"},
        "output": {"type": "file", "fileName": "sum.out"},
    }
    found = posted(**streams)
    assert {key: found.package.stated[key] for key in streams} == {"input": "sum.in", "output": "sum.out"}
    assert found.unsaid == ()


@pytest.mark.parametrize(
    ("changes", "unsaid"),
    [
        pytest.param(
            {"interactive": True},
            ["it is interactive: `interactor` in its case file names the program that talks with solutions"],
            id="interactive",
        ),
        pytest.param({"tests": []}, ["it came without tests: the first is empty"], id="no tests"),
        pytest.param(
            {"input": {"type": "regex", "pattern": "in.*"}},
            ["expected standard input or a file, got 'regex'"],
            id="pattern",
        ),
        pytest.param(
            {"input": {"type": "file", "fileName": "../../x"}},
            ["expected a name for the file of its input, got '../../x'"],
            id="path",
        ),
        pytest.param(
            {"output": {"type": "file", "fileName": ""}},
            ["expected a name for the file of its output, got ''"],
            id="no name",
        ),
        pytest.param(
            {"input": {"type": "file", "fileName": "x"}, "output": {"type": "file", "fileName": "x"}},
            [
                "expected a name for the file of its input, got 'x'",
                "expected a name for the file of its output, got 'x'",
            ],
            id="one for both",
        ),
    ],
)
def test_what_a_case_file_cannot_say_is_told(changes: dict[str, Any], unsaid: list[str]) -> None:
    found = posted(**changes)
    assert [*found.unsaid] == unsaid
    assert not {"input", "output"} & found.package.stated.keys()


def test_without_tests_the_first_is_empty_and_an_output_of_blanks_is_no_answer() -> None:
    assert posted(tests=[]).package.tests == {"sample-1.in": b"", "sample-1.out": b""}
    unknown = posted(tests=[{"input": "1\n", "output": " \n"}])
    assert unknown.package.tests == {"sample-1.in": b"1\n"}


@pytest.mark.parametrize(
    ("time_ms", "memory", "time", "stated"),
    [
        (1, 1, "0.001s", "1MiB"),
        (2500.5, 0.25, "2.5005s", "1MiB"),
        (999_999_999, 999_999, "999999.999s", "999999MiB"),
    ],
)
def test_limits_are_those_of_the_site(time_ms: float, memory: float, time: str, stated: str) -> None:
    found = posted(timeLimit=time_ms, memoryLimit=memory).package.stated
    assert (found["time"], found["memory"]) == (time, stated)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", "Input data was truncated", id="nothing"),
        pytest.param(b"{", "Input data was truncated", id="half"),
        pytest.param(b"\xff", "JSON is malformed: invalid character", id="bytes"),
        pytest.param(b"[]", "Expected `object`, got `array`", id="a list"),
        pytest.param(b"{}", "Object missing required field `name`", id="empty"),
        pytest.param(b"[" * 100_000, "", id="deep"),
        pytest.param({"name": 1}, "Expected `str`, got `int` - at `$.name`", id="a number"),
        pytest.param({"timeLimit": 0}, "Expected `float` >= 1.0 - at `$.timeLimit`", id="no time"),
        pytest.param({"timeLimit": 1e9}, "Expected `float` < 1000000000.0", id="a long time"),
        pytest.param({"timeLimit": "1"}, "Expected `float`, got `str` - at `$.timeLimit`", id="words"),
        pytest.param({"memoryLimit": -1}, "Expected `float` > 0.0 - at `$.memoryLimit`", id="no memory"),
        pytest.param({"memoryLimit": 1e6}, "Expected `float` < 1000000.0", id="all memory"),
        pytest.param({"tests": [{"input": "1"}]}, "missing required field `output`", id="half a test"),
        pytest.param(
            {"tests": SUM["tests"] * 501},
            "Expected `array` of length <= 1000 - at `$.tests`",
            id="many tests",
        ),
        pytest.param({"batch": {"size": 0}}, "Expected `int` >= 1 - at `$.batch.size`", id="a batch of none"),
    ],
)
def test_what_is_no_problem_is_one_line(data: bytes | dict[str, Any], message: str) -> None:
    with pytest.raises(
        ValueError, match="expected a problem of Competitive Companion, got another: "
    ) as caught:
        read_post(data if isinstance(data, bytes) else json.dumps(SUM | data).encode())
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


ODD = st.text() | st.text(
    st.sampled_from("aZ0./\\ -_~\0\x1b\n\r\t\x85\u2028\u202e\ufeff填ß:#'\"{}[]&*!|>%@`")
)


@pytest.mark.slow
@given(
    name=ODD | st.sampled_from(["..", "../../etc/passwd", "x" * 300, "CON", "true", "~", "1e3"]),
    url=ODD | st.just(SUM["url"]),
    texts=st.lists(st.tuples(ODD, ODD), min_size=1, max_size=3),
)
def test_whatever_it_is_called_and_holds_it_is_a_problem_of_the_project(
    name: str, url: str, texts: list[tuple[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    tests = [{"input": asked, "output": told} for asked, told in texts]
    found = posted(name=name, url=url, tests=tests)
    assert not reject_id(found.package.name)
    root = tmp_path_factory.mktemp("home")
    made = create_problem(found.package, Template(".py", b"mine"), find_home(root))
    own = found.package.name
    assert made == [root / "cases" / own, root / "cases" / f"{own}.yaml", root / "solutions" / f"{own}.py"]
    assert {path.name for path in root.iterdir()} == {"cases", "solutions"}
    cases = load_cases(root / "cases")
    assert {case.title for case in cases} == {printable(name)[:200] or own}
    assert [whole(case.input) for case in cases] == [asked.encode() for asked, _ in texts]
    assert [None if case.answer is None else whole(case.answer) for case in cases] == [
        told.encode() if told.strip() else None for _, told in texts
    ]
    assert {case.limits for case in cases} == {
        Limits(cpu_s=1.5, memory_bytes=256 << 20, output_bytes=16 << 20)
    }


@pytest.mark.parametrize(
    ("name", "url", "called"),
    [
        ("填数游戏", "https://www.luogu.com.cn/problem/P5023", "P5023"),
        ("填数游戏", "https://example.org/填/", "problem"),
        ("...", "", "problem"),
    ],
)
def test_a_name_without_letters_is_taken_from_the_address(name: str, url: str, called: str) -> None:
    assert posted(name=name, url=url).package.name == called
