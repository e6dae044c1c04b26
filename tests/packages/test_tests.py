"""Problems with tests in files, from oj, cf-tool, acc and CPH, or in a ZIP: all are judged."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import ADDS, run_here, table_rows, write_files
from hypothesis import given
from hypothesis import strategies as st

from judge.cases.case_file import reject_id
from judge.cases.loader import load_cases
from judge.packages.folders import Folder
from judge.packages.names import make_name
from judge.packages.tests import read_tests

WRONG = "print(4)\n"
HASH = "0123456789abcdef0123456789abcdef"
TASK = {
    "id": "abc400_a",
    "label": "A",
    "title": "ABC400 Party",
    "url": "https://atcoder.jp/contests/abc400/tasks/abc400_a",
    "directory": {"path": "a", "testdir": "tests", "submit": "main.py"},
}
CONTEST = {"contest": {"id": "abc400", "title": "", "url": ""}, "tasks": [TASK]}


def kept_by_cph(source: str, **keys: object) -> str:
    tests = [{"input": "1 2\n", "output": "3\n", "id": 1}, {"input": "5 5\n", "output": "\n", "id": 2}]
    whole = {"name": "A. Sum", "tests": tests, "timeLimit": 1500, "memoryLimit": 64, "srcPath": source}
    return json.dumps(whole | keys)


def pairs(*names: str) -> dict[str, str]:
    """Inputs and their answers, by the names of both in turn."""
    return dict(zip(names, ("1 2\n", "3\n") * (len(names) // 2), strict=True))


def told(name: str, origin: str, of_it: str, limits: str = "2s and 256MiB") -> str:
    return f"{name}, {origin}: {of_it}, {limits}, rule lines"


OJ = pairs("test/sample-1.in", "test/sample-1.out", "test/sample-2.in", "test/sample-2.out")
# Each with the printed lines and the ids of its tests.
ORIGINS = {
    "oj": (
        {**OJ, "main.py": ADDS},
        [told("p", "oj", "2 tests, 1 program")],
        ["p/sample-1", "p/sample-2"],
    ),
    "two folders of oj": (
        pairs("test/1.in", "test/1.out", "tests/1.in", "tests/1.ans"),
        [told("p", "tests in files", "2 tests, no program")],
        ["p/test/1", "p/tests/1"],
    ),
    "a contest of oj": (
        {f"{task}/{name}": text for task in ("a", "b") for name, text in OJ.items()} | {"a/main.py": ADDS},
        [told("a", "oj", "2 tests, 1 program"), told("b", "oj", "2 tests, no program")],
        ["a/sample-1", "a/sample-2", "b/sample-1", "b/sample-2"],
    ),
    "cf-tool": (
        {**pairs("a/in1.txt", "a/ans1.txt", "b1/in1.txt", "b1/ans1.txt"), "a/a.py": ADDS, "b1/b1.py": ADDS},
        [told("a", "cf-tool", "1 test, 1 program"), told("b1", "cf-tool", "1 test, 1 program")],
        ["a/in1", "b1/in1"],
    ),
    "contests of cf-tool": (
        {
            **pairs("cf/contest/1/a/in1.txt", "cf/contest/1/a/ans1.txt"),
            **pairs("cf/contest/2/a/in1.txt", "cf/contest/2/a/ans1.txt"),
            "cf/contest/1/a/a.py": ADDS,
        },
        [
            told("1-a", "cf-tool", "1 test, 1 program"),
            told("2-a", "cf-tool", "1 test, no program"),
        ],
        ["1-a/in1", "2-a/in1"],
    ),
    "acc": (
        {
            **pairs("a/tests/sample-1.in", "a/tests/sample-1.out"),
            "a/main.py": ADDS,
            "contest.acc.json": json.dumps(CONTEST),
        },
        [told("a", "acc", "1 test, 1 program")],
        ["a/sample-1"],
    ),
    "CPH": (
        {f".cph/.sum.py_{HASH}.prob": kept_by_cph("/home/me/sum.py"), "sum.py": ADDS},
        [told("sum", "CPH", "2 tests, 1 program", "1.5s and 64MiB")],
        ["sum/1", "sum/2"],
    ),
    "CPH and oj": (
        {**OJ, f".cph/.b.py_{HASH}.prob": kept_by_cph("b.py"), "b.py": ADDS},
        [told("p", "oj", "2 tests, no program"), told("b", "CPH", "2 tests, 1 program", "1.5s and 64MiB")],
        ["p/sample-1", "p/sample-2", "b/1", "b/2"],
    ),
    "two folders": (
        pairs("in/1.txt", "out/1.txt", "in/2/x.txt", "out/2/x.txt"),
        [told("p", "tests in files", "2 tests, no program")],
        ["p/1", "p/2/x"],
    ),
    "two folders of each problem": (
        pairs("A/in/1.txt", "A/out/1.txt", "B/input/1", "B/output/1"),
        [
            told("A", "tests in files", "1 test, no program"),
            told("B", "tests in files", "1 test, no program"),
        ],
        ["A/1", "B/1"],
    ),
    "programs called as other problems": (
        {
            **pairs("a/test/1.in", "a/test/1.out", "b/test/1.in", "b/test/1.out"),
            "a/b.py": ADDS,
            "b/a.py": ADDS,
            "b/b.py": ADDS,
        },
        [told("a", "oj", "1 test, 1 program"), told("b", "oj", "1 test, 2 programs")],
        ["a/1", "b/1"],
    ),
    "groups": (
        pairs("sample/1.in", "sample/1.ans", "secret/2.in", "secret/2.ans"),
        [told("p", "tests in files", "2 tests, no program")],
        ["p/sample/1", "p/secret/2"],
    ),
}
IDS = [*ORIGINS]


def packed(root: Path, path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(root.rglob("*")):
            archive.write(file, file.relative_to(root))
    return path


def imported(source: Path, home: Path, *words: str) -> tuple[int, list[str], str]:
    home.mkdir(exist_ok=True)
    done = run_here("import", source, *words, cwd=home)
    return done.returncode, done.stdout.splitlines(), done.stderr


@pytest.mark.parametrize(("files", "shown", "ids"), ORIGINS.values(), ids=IDS)
@pytest.mark.parametrize("as_zip", [False, True], ids=["folder", "zip"])
def test_each_problem_has_its_tests_its_programs_and_its_limits(
    files: Mapping[str, str], shown: list[str], ids: list[str], as_zip: bool, tmp_path: Path
) -> None:
    source = write_files(tmp_path / "p", files)
    if as_zip:
        source = packed(source, tmp_path / "p.zip")
    assert imported(source, tmp_path / "home") == (0, shown, "")
    assert sorted(case.id for case in load_cases(tmp_path / "home" / "cases")) == sorted(ids)


def test_what_was_taken_is_judged(tmp_path: Path) -> None:
    files = {**ORIGINS["oj"][0], "wrong.py": WRONG, "test/sample-2.in": "2 2\n", "test/sample-2.out": "4\n"}
    assert imported(write_files(tmp_path / "p", files), tmp_path / "home")[0] == 0
    done = run_here("run", cwd=tmp_path / "home")
    assert done.returncode == 1
    assert table_rows(done.stdout) == ["p/main.py: 2 AC", "p/wrong.py: 1 AC, 1 WA"]


def test_what_cph_keeps_for_one_program_is_taken_alone(tmp_path: Path) -> None:
    files = {f".cph/.{name}.py_{HASH}.prob": kept_by_cph(f"{name}.py") for name in ("a", "b")}
    source = write_files(tmp_path / "p", files) / ".cph" / f".a.py_{HASH}.prob"
    shown = [told("a", "CPH", "2 tests, no program", "1.5s and 64MiB")]
    assert imported(source, tmp_path / "home") == (0, shown, "")
    source.write_text("{")
    code, _, error = imported(source, tmp_path / "other")
    assert code == 2
    assert error == f"{source}: expected a problem of CPH, got another: Input data was truncated\n"


FATES = {
    "right.py": ADDS,
    "wrong.py": WRONG,
    "wrong_at_once.py": "a, b = map(int, input().split())\nprint(a + b + (a == 2))\n",
    "crashes.py": ADDS + "raise SystemExit(3)\n",
    "slow.py": "while True:\n    pass\n",
    "blanks.py": "print(sum(map(int, input().split())), end='  \\n\\n')\n",
}


def test_verdicts_are_those_of_oj(tmp_path: Path) -> None:
    if not (oj := shutil.which("oj")):
        pytest.skip("oj is not installed")
    tests = {**OJ, "test/sample-2.in": "2 2\n", "test/sample-2.out": "4\n"}
    source = write_files(tmp_path / "p", {**tests, **FATES})
    theirs = {}
    for name in FATES:
        words = [oj, "test", "-N", "--tle", "5", "-c", f"{sys.executable} {name}"]
        done = subprocess.run(words, cwd=source, capture_output=True, text=True, timeout=120)
        theirs[name] = re.findall(r"(?:SUCCESS|FAILURE)\S* (AC|WA|RE|TLE)\b", done.stdout + done.stderr)
    imported(source, tmp_path / "home")
    run_here("run", "--time", "2", "--json", "ours.json", cwd=tmp_path / "home")
    ours = json.loads((tmp_path / "home" / "ours.json").read_text())["results"]
    for name in FATES:
        own = [test["verdict"] for each in ours if each["solution"] == f"p/{name}" for test in each["tests"]]
        assert own == theirs[name]
    assert {verdict for verdicts in theirs.values() for verdict in verdicts} == {"AC", "WA", "RE", "TLE"}


def test_an_output_of_blanks_that_cph_keeps_is_no_answer(tmp_path: Path) -> None:
    imported(write_files(tmp_path / "p", ORIGINS["CPH"][0]), tmp_path / "home")
    assert not (tmp_path / "home" / "cases" / "sum" / "2.out").exists()
    assert "1 AC, 1 NA" in " ".join(table_rows(run_here("run", cwd=tmp_path / "home").stdout))


def test_a_contest_of_acc_is_judged_where_it_lies(tmp_path: Path) -> None:
    contest = write_files(tmp_path / "abc400", ORIGINS["acc"][0])
    done = run_here("run", "--root", contest, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert table_rows(done.stdout) == ["a/main.py: 1 AC"]


def test_a_checker_among_the_tests_decides_after_an_import_as_it_does_before(tmp_path: Path) -> None:
    files = {
        **OJ,
        "main.py": "print(30)\n",
        "test/output_validators/close/main.py": "import close\nraise SystemExit(close.verdict)\n",
        "test/output_validators/close/close.py": "verdict = 42\n",
        "test/input_validators/valid.py": "raise SystemExit(42)\n",
    }
    source = write_files(tmp_path / "p", files)
    assert table_rows(run_here("run", "main.py", cwd=source).stdout) == ["main.py: 2 AC"]
    assert imported(source, tmp_path / "home")[0] == 0
    assert table_rows(run_here("run", cwd=tmp_path / "home").stdout) == ["p/main.py: 2 AC"]
    assert (tmp_path / "home/cases/p/input_validators/valid.py").is_file()


def test_a_checker_of_testlib_among_the_tests_is_taken_with_its_headers(tmp_path: Path) -> None:
    own = {"test/checker.cpp": '#include "testlib.h"\n#include "near.h"\n', "test/near.h": ""}
    source = write_files(tmp_path / "p", {**OJ, **own, "test/testlib.h": "", "main.py": ADDS})
    assert imported(source, tmp_path / "home")[0] == 0
    taken = {path.name for path in (tmp_path / "home/cases/p").iterdir()}
    assert {"checker.cpp", "near.h", "testlib.h"} <= taken


@pytest.mark.parametrize("name", ["manager.py", "input_validator/main.py", "output_validator/main.py"])
def test_every_tool_that_the_search_among_tests_finds_is_imported(name: str, tmp_path: Path) -> None:
    source = write_files(tmp_path / "p", {**OJ, f"test/{name}": "raise SystemExit(42)\n", "main.py": ADDS})
    assert imported(source, tmp_path / "home")[0] == 0
    assert (tmp_path / "home/cases/p" / name).is_file()


def test_what_is_no_test_and_no_program_is_named(tmp_path: Path) -> None:
    others = {"notes/a.md": "", "notes/b.md": "", "a/checker.cpp": "", "a/gen.py": "", "loose/1.in": "1 2\n"}
    source = write_files(tmp_path / "p", {**ORIGINS["cf-tool"][0], **others})
    code, shown, left = imported(source, tmp_path / "home")
    assert (code, shown) == (0, ORIGINS["cf-tool"][1])
    assert sorted(left.splitlines()) == [
        f"{source}/a/checker.cpp: not understood, 1 file",
        f"{source}/a/gen.py: not understood, 1 file",
        f"{source}/loose: not understood, 1 file",
        f"{source}/notes: not understood, 2 files",
    ]


def test_a_task_without_tests_is_told_and_others_are_taken(tmp_path: Path) -> None:
    other = TASK | {"directory": {"path": "../b"}}
    contest = CONTEST | {"tasks": [other, TASK, {"id": "abc400_c", "label": "C"}]}
    files = {**ORIGINS["acc"][0], "contest.acc.json": json.dumps(contest)}
    source = write_files(tmp_path / "p", files)
    write_files(tmp_path / "b", pairs("tests/1.in", "tests/1.out"))
    code, shown, left = imported(source, tmp_path / "home")
    assert (code, shown) == (0, ORIGINS["acc"][1])
    assert left == f"{source}/contest.acc.json: expected tests in '../b/tests', got none\n"
    sheet = (tmp_path / "home" / "cases" / "a.yaml").read_text()
    assert sheet == f"problem: ABC400 Party\nsource: {TASK['url']}\n"


@pytest.mark.parametrize(
    ("files", "message"),
    [
        pytest.param(
            {"contest.acc.json": "{"},
            "contest.acc.json: expected a contest of atcoder-cli, got another: Input data was truncated",
            id="no JSON",
        ),
        pytest.param(
            {"contest.acc.json": '{"tasks": [{"title": 1}]}'},
            "contest.acc.json: expected a contest of atcoder-cli, got another: Expected `str`, got `int` - at"
            " `$.tasks[0].title`",
            id="another JSON",
        ),
        pytest.param(
            {"contest.acc.json": json.dumps(CONTEST)},
            "contest.acc.json: expected a task with tests, got none",
            id="nothing downloaded",
        ),
        pytest.param(
            {".cph/x.prob": kept_by_cph("sum.py", timeLimit=0)},
            ".cph/x.prob: expected a timeLimit of up to 10^9 milliseconds, got 0",
            id="no time",
        ),
        pytest.param(
            {**OJ, "test/sample-1.ans": "3\n"},
            "test/sample-1.in: expected one answer next to it (.out, .ans, .a, .sol), got sample-1.out and"
            " sample-1.ans",
            id="two answers",
        ),
    ],
)
def test_what_is_at_fault_is_one_line_and_nothing_is_taken(
    files: Mapping[str, str], message: str, tmp_path: Path
) -> None:
    source = write_files(tmp_path / "p", files)
    code, shown, error = imported(source, tmp_path / "home")
    assert (code, shown) == (2, [])
    assert error == f"{source}/{message}\n"
    assert [*(tmp_path / "home").iterdir()] == []


LAYOUTS = st.sampled_from(
    [
        ("test/{}.in", "test/{}.out"),
        ("tests/{}.in", "tests/{}.ans"),
        ("in/{}.txt", "out/{}.txt"),
        ("in{}.txt", "ans{}.txt"),
        ("{}.in", "{}.out"),
        ("data/{}.in", "data/{}.a"),
    ]
)
HOMES = st.sampled_from(["", "a/", "b/", "c/d/", "c/a/", "test/", "in/", "x y/", "填/"])


@given(found=st.sets(st.tuples(HOMES, LAYOUTS, st.integers(1, 3)), min_size=1, max_size=6))
def test_each_test_is_of_one_problem_or_named(
    found: set[tuple[str, tuple[str, str], int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("source")
    names = [home + each.format(number) for home, layout, number in found for each in layout]
    write_files(root, dict.fromkeys(names, "1\n"))
    folder = Folder(root, [])
    packages = read_tests(folder)
    taken = [
        folder.root / path
        for package in packages
        for path in package.tests.values()
        if isinstance(path, Path)
    ]
    left = [fault.path for fault in folder.list_left()]
    assert len(taken) == len({*taken})
    assert len({package.name for package in packages}) == len(packages) > 0
    for name in names:
        is_left = any((root / name).is_relative_to(path) for path in left)
        assert ((root / name) in taken) != is_left
    for package in packages:
        for name, source in package.tests.items():
            assert isinstance(source, Path)
            assert source.as_posix().endswith(name)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("sum", "sum"),
        ("A_Tanya", "A_Tanya"),
        ("G. Castle Defense", "g-castle-defense"),
        ("A. Größe & Maß", "a-grosse-mass"),
        ("../../etc/passwd", "etc-passwd"),
        ("[NOIP2018] 填数游戏", "noip2018"),
        ("\x1b[2J\0\n.", "2j"),
        ("...", ""),
        ("填数", ""),
        ("x" * 300, "x" * 60),
        ("y" * 59 + " z", "y" * 59),
    ],
)
def test_a_name_is_made_of_letters_and_digits(words: str, name: str) -> None:
    assert make_name(words) == name


@given(st.text() | st.text(st.sampled_from("aZ0./\\ -_\0\x1b\n\u202e填ß")))
def test_whatever_the_words_a_name_is_none_or_one_of_a_case_file(words: str) -> None:
    name = make_name(words)
    assert not name or not reject_id(name)
    assert len(name) <= 60
    assert make_name(name) == name
