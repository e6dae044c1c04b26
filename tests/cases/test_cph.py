"""Problems of CPH: their tests, their limits, and files that are not problems."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import ADDS, run_here, table_rows, write_project
from hypothesis import example, given
from hypothesis import strategies as st

from judge.cases.cph import read_problem
from judge.cases.ignored import find_ignored_files
from judge.cases.loader import load_cases
from judge.model.runs import Limits
from judge.platform.errors import Fault, InputErrors

HASH = "0123456789abcdef0123456789abcdef"
# As the extension wrote it, except its tests.
WHOLE = {
    "name": "A. Tanya and Stairways",
    "group": "Codeforces - Codeforces Round 496 (Div. 3)",
    "url": "https://codeforces.com/problemset/problem/1005/A",
    "interactive": False,
    "memoryLimit": 256,
    "timeLimit": 1000,
    "tests": [
        {"input": "1 2\n", "output": "3\n", "id": 1725242245675},
        {"id": 1725242245692, "input": "2 2", "output": ""},
    ],
    "testType": "single",
    "input": {"type": "stdin"},
    "output": {"type": "stdout"},
    "languages": {"java": {"mainClass": "Main", "taskClass": "ATanyaAndStairways"}},
    "batch": {"id": "d8ab4431-60b0-4184-861a-d62dada97ffe", "size": 1},
    "srcPath": "d:\\C++\\CodeForces\\A_Tanya.cpp",
}


def written(
    folder: Path, keys: Mapping[str, object] | bytes, name: str = f".A_Tanya.cpp_{HASH}.prob"
) -> Path:
    path = folder / ".cph" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(keys if isinstance(keys, bytes) else json.dumps(keys).encode())
    return path


def test_a_problem_is_read_as_it_is(tmp_path: Path) -> None:
    faults: list[Fault] = []
    path = written(tmp_path, WHOLE)
    source, (first, second) = read_problem(path, faults)
    assert (source, faults) == ("A_Tanya.cpp", [])
    assert (first.id, first.title, first.format) == ("A_Tanya/1", "A. Tanya and Stairways", "text")
    assert (first.input, first.answer, first.compare) == (b"1 2\n", b"3\n", "lines")
    assert first.limits == Limits(cpu_s=1.0, memory_bytes=256 << 20, output_bytes=16 << 20)
    assert (first.path, first.line, first.beside) == (path, 0, ())
    assert (second.id, second.input) == ("A_Tanya/2", b"2 2")


@pytest.mark.parametrize("output", ["", "\n", " \r\n\t"])
def test_an_output_that_nobody_typed_is_no_answer(tmp_path: Path, output: str) -> None:
    path = written(tmp_path, {"tests": [{"input": "1", "output": output}, {"input": "1"}]})
    assert [case.answer for case in read_problem(path, [])[1]] == [None, None]


@pytest.mark.parametrize(
    ("name", "keys", "source"),
    [
        pytest.param(f".a.cpp_{HASH}.prob", {"srcPath": "/home/me/b.cpp"}, "b.cpp", id="a path"),
        pytest.param(
            f".a.cpp_{HASH}.prob", {"srcPath": "b.cpp"}, "b.cpp", id="a name, as newer versions write"
        ),
        pytest.param(f"a.b_c.cpp_{HASH}.prob", {}, "a.b_c.cpp", id="the file's name"),
        pytest.param("mine.prob", {}, "mine", id="another file's name"),
    ],
)
def test_the_program_is_the_one_that_the_file_names(
    tmp_path: Path, name: str, keys: Mapping[str, object], source: str
) -> None:
    assert read_problem(written(tmp_path, {"tests": [], **keys}, name), [])[0] == source


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        pytest.param(b"", "expected a problem of CPH, got another: Input data was truncated", id="nothing"),
        pytest.param(
            b"\x80\x02", "1: expected a problem of CPH, got another: JSON is malformed:", id="no JSON"
        ),
        pytest.param(b"[1]", "expected a problem of CPH, got another: Expected `object`", id="a list"),
        pytest.param(b"{}", "expected a problem of CPH, got another: Object missing required", id="no tests"),
        pytest.param(
            b'{"tests": [{"input": 1}]}',
            "expected a problem of CPH, got another: Expected `str`, got `int` - at `$.tests[0].input`",
            id="a number",
        ),
        pytest.param(
            b'{"tests": [{"input": "\xff"}]}', "expected a problem of CPH, got another: ", id="no UTF-8"
        ),
        pytest.param(
            b'{"tests": [{"input": "\\ud800"}]}',
            "expected a problem of CPH, got another: ",
            id="half a letter",
        ),
        pytest.param(
            b'{"x": ' + b"[" * 100_000, "expected a problem of CPH, got another: ", id="far too deep"
        ),
        pytest.param({"tests": []}, "expected tests, got none", id="an empty list"),
        pytest.param(
            WHOLE | {"interactive": True},
            "expected a problem with tests, got an interactive one, which cannot be judged",
            id="interactive",
        ),
        pytest.param(
            WHOLE | {"customCheckerPath": "/home/me/check.cpp"},
            "expected no customCheckerPath, got '/home/me/check.cpp': its place is `checker` in a case file",
            id="a checker",
        ),
        pytest.param(
            WHOLE | {"timeLimit": 0},
            "expected a timeLimit of up to 10^9 milliseconds, got 0",
            id="no time",
        ),
        pytest.param(
            WHOLE | {"timeLimit": 1e300},
            "expected a timeLimit of up to 10^9 milliseconds, got 1e+300",
            id="for ever",
        ),
        pytest.param(
            WHOLE | {"srcPath": "/home/me/.."},
            "expected the name of a program as srcPath, got '..'",
            id="the folder above, which an id would lead to",
        ),
        pytest.param(
            WHOLE | {"srcPath": "...cpp"},
            "expected the name of a program as srcPath, got '...cpp'",
            id="and so would this, without its suffix",
        ),
        pytest.param(
            WHOLE | {"memoryLimit": -1}, "expected a memoryLimit from 1 to 10^6 MiB, got -1", id="no memory"
        ),
    ],
)
def test_what_is_no_problem_is_one_line_with_its_place(
    tmp_path: Path, keys: Mapping[str, object] | bytes, message: str
) -> None:
    faults: list[Fault] = []
    path = written(tmp_path, keys)
    assert read_problem(path, faults)[1] == []
    (fault,) = faults
    assert str(fault).replace(":1:", ": 1:").startswith(f"{path}: {message}")
    assert "\n" not in str(fault)


def test_a_file_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    path = written(tmp_path, b"")
    with path.open("r+b") as file:
        file.truncate(1 << 40)
    faults: list[Fault] = []
    assert read_problem(path, faults)[1] == []
    assert [fault.message for fault in faults] == [
        "expected a readable file, got: 1,099,511,627,776 bytes, more than the limit of 268,435,456"
    ]


def test_a_pipe_and_a_link_to_nowhere_are_not_waited_for(tmp_path: Path) -> None:
    faults: list[Fault] = []
    path = written(tmp_path, b"")
    path.unlink()
    path.symlink_to("nowhere")
    read_problem(path, faults)
    path.unlink()
    path.symlink_to("/dev/zero")
    read_problem(path, faults)
    assert [fault.message for fault in faults] == [
        "expected a readable file, got: No such file or directory",
        "expected a readable file, got: no regular file",
    ]


@pytest.mark.slow
@given(st.lists(st.tuples(st.text(), st.text()), min_size=1, max_size=4))
@example([("\x00\u2028\U0010ffff", "\r\n")])
def test_the_texts_of_tests_are_kept_to_the_byte(
    tmp_path_factory: pytest.TempPathFactory, tests: list[tuple[str, str]]
) -> None:
    entries = [{"input": asked, "output": told} for asked, told in tests]
    path = written(tmp_path_factory.mktemp("cph"), {"tests": entries})
    _, cases = read_problem(path, [])
    assert [(case.input, case.answer) for case in cases] == [
        (asked.encode(), told.encode() if told.strip() else None) for asked, told in tests
    ]


# Below the cases of a project


@pytest.mark.parametrize("below", ["", "week1"])
def test_below_the_cases_of_a_project_each_is_a_problem(tmp_path: Path, below: str) -> None:
    write_project(tmp_path, solutions={"A_Tanya.py": ADDS, "b.py": ADDS.replace("))))", ")))+1)")}, cases={})
    folder = tmp_path / "cases" / below
    written(folder, WHOLE)
    written(folder, WHOLE | {"srcPath": "b.cpp"}, f".b.cpp_{HASH}.prob")
    cases = load_cases(tmp_path / "cases")
    assert [case.id for case in cases] == ["A_Tanya/1", "A_Tanya/2", "b/1", "b/2"]
    assert find_ignored_files(tmp_path / "cases", cases) == []
    done = run_here("run", cwd=tmp_path)
    assert table_rows(done.stdout) == ["A_Tanya.py: 1 AC, 1 NA", "b.py: 1 NA, 1 WA"]


def test_two_problems_of_one_name_are_a_fault(tmp_path: Path) -> None:
    first = written(tmp_path / "a", WHOLE)
    second = written(tmp_path / "b", WHOLE)
    with pytest.raises(InputErrors) as caught:
        load_cases(tmp_path)
    assert str(caught.value).splitlines() == [
        f"{second}: expected each test once, got A_Tanya/{number} again, first in {first}"
        for number in (1, 2)
    ]


def test_what_else_lies_beside_it_is_named(tmp_path: Path) -> None:
    written(tmp_path, WHOLE)
    written(tmp_path, b"", "notes.txt")
    (fault,) = find_ignored_files(tmp_path, load_cases(tmp_path))
    assert fault.path == tmp_path / ".cph" / "notes.txt"
