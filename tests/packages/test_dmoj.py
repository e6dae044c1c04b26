"""Problems of DMOJ: their tests, points and programs are judged as DMOJ judges them."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from helpers import make_test, need_compilers, run_here, verdict_of, write_files
from hypothesis import given
from hypothesis import strategies as st

from judge.checkers.rules import checker_of
from judge.model.verdicts import Verdict
from judge.packages import dmoj_checker
from judge.packages.imports import open_import
from judge.packages.package import Package
from judge.platform.errors import InputErrors
from judge.platform.files import whole

Files = dict[str, str | bytes]
RIGHT, WRONG = "print(sum(map(int, input().split())))\n", "print(0)\n"
DATA: Files = {"1.in": "1 2\n", "1.out": "3\n", "2.in": "3 4\n", "2.out": "7\n"}
TESTS = "test_cases:\n- {in: 1.in, out: 1.out, points: 40}\n- {in: 2.in, out: 2.out, points: 60}\n"


def submission(name: str, source: str, stated: str = "expect: AC", file: str = "a.py") -> Files:
    head = f"language: PY3\ntime: 2\nmemory: 65536\nsource: {file}\n"
    return {f"tests/{name}/test.yml": f"{head}{stated}\n", f"tests/{name}/{file}": source}


PROGRAMS: Files = {**submission("right", RIGHT), **submission("wrong", WRONG, "expect: WA")}
SUM: Files = {"init.yml": TESTS, **DATA, **PROGRAMS}


def zipped(files: Files) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


def package_of(place: Path, files: Files) -> Package:
    with open_import(write_files(place / "sum", files)) as found:
        (package,) = found.packages
        return package


def left_of(place: Path, files: Files) -> list[str]:
    with open_import(write_files(place / "sum", files)) as found:
        return [str(fault).removeprefix(f"{place}/sum/") for fault in found.project.left]


def faults_of(place: Path, files: Files) -> list[str]:
    with pytest.raises(InputErrors) as caught, open_import(write_files(place / "sum", files)):
        pass
    return [str(fault).removeprefix(f"{place}/sum/") for fault in caught.value.faults]


def judged(place: Path, files: Files) -> str:
    done = run_here("run", "--root", write_files(place / "sum", files), cwd=place)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_problem_is_judged_with_its_points_and_the_submissions_of_a_test_suite(tmp_path: Path) -> None:
    shown = judged(tmp_path, SUM)
    assert "as expected, 100 of 100 points" in shown
    assert "as expected, 0 of 100 points" in shown
    stated = package_of(tmp_path / "again", SUM).stated
    assert stated == {
        "time": "2s",
        "memory": "64MiB",
        "output_limit": "24MiB",
        "compare": "dmoj",
        "groups": {"1": {"points": 40.0, "count": "min"}, "2": {"points": 60.0, "count": "min"}},
    }


def test_what_a_problem_does_not_state_is_named(tmp_path: Path) -> None:
    sized = TESTS.replace("60", "60, size: 3")
    files: Files = {
        **DATA,
        "init.yml": f"unbuffered: yes\ncolour: blue\nhints: [unicode]\n{sized}",
    }
    assert [line.partition(": ")[2] for line in left_of(tmp_path, files)] == [
        "no time limit: 2s until `judge limits sum --set --factor 5 --margin 2` or a case file states one",
        "no memory limit: 256MiB until a case file states one",
        "not kept: unbuffered: programs that talk must flush what they print",
        "not understood: the keys colour, size",
    ]


def batches(first: float, second: float, **more: Any) -> dict[str, Any]:
    """The groups of two batches with these points. The second one has more keys."""
    one = {"points": first, "count": "min"}
    return {"groups": {"1": one, "2": {**one, "points": second, **more}}}


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        pytest.param("- {}\n- {}\n- {}\n", {"points": 3.0}, id="a point each"),
        pytest.param(
            "- points: 5\n  batched: [{}, {}]\n- points: 6\n  batched: [{}]\n  dependencies: [1]\n",
            batches(5.0, 6.0, requires=["1"]),
            id="a batch that depends on another",
        ),
        pytest.param(
            "- {points: 0}\n- {points: 7}\n",
            batches(0.0, 7.0, requires=["1"]),
            id="nothing counts after a test of no points that fails",
        ),
        pytest.param(
            "- {points: 7}\npretest_test_cases:\n- {points: 5}\n",
            batches(0.0, 7.0, requires=["1"]),
            id="pretests come first and count nothing",
        ),
    ],
)
def test_points_are_those_of_dmoj(listed: str, expected: dict[str, Any], tmp_path: Path) -> None:
    stated = package_of(tmp_path, {"init.yml": f"test_cases:\n{listed}"}).stated
    assert {key: stated[key] for key in ("points", "groups") if key in stated} == expected


def test_tests_in_an_archive_are_found_by_their_names(tmp_path: Path) -> None:
    names = ["3", "1.1", "1.2"]
    data: Files = {f"case.{name}.{side}": f"{name} {side}\n" for name in names for side in ("in", "out")}
    archive = zipped({**data, "read.me": ""})
    package = package_of(tmp_path, {"init.yml": "archive: a.zip\n", "a.zip": archive})
    assert [*package.tests] == ["1/1.in", "1/1.out", "1/2.in", "1/2.out", "2.in", "2.out"]
    assert [path.read_text() for path in package.tests.values() if isinstance(path, Path)][3:5] == [
        "1.2 out\n",
        "3 in\n",
    ]
    left = left_of(tmp_path / "again", {"init.yml": "archive: a.zip\n", "a.zip": archive})
    assert "a.zip/read.me: not understood, 1 file" in left


def test_patterns_and_points_of_tests_may_be_stated(tmp_path: Path) -> None:
    formats = r"{input_format: 't(?P<case>\d)', output_format: 'o(?P<case>\d)', case_points: [2, 9]}"
    files: Files = {"a.zip": zipped({"t1": "", "o1": "", "t2": "", "o2": "", "in.3": ""})}
    package = package_of(tmp_path, {"init.yml": f"archive: a.zip\ntest_cases: {formats}\n", **files})
    points = {name: group["points"] for name, group in package.stated["groups"].items()}
    assert points == {"1": 2.0, "2": 9.0}


@pytest.mark.parametrize(
    ("stated", "expected"), [("", b"1 2\n3\n"), ("binary_data: yes\n", b"1 2\r\n3")], ids=["text", "binary"]
)
def test_lines_end_with_lf_unless_data_is_binary(stated: str, expected: bytes, tmp_path: Path) -> None:
    for number, files in enumerate(({"1.in": b"1 2\r\n3"}, {"a.zip": zipped({"1.in": b"1 2\r\n3"})})):
        archive = "archive: a.zip\n" if "a.zip" in files else ""
        sheet = f"{stated}{archive}test_cases:\n- {{in: 1.in}}\n"
        with open_import(write_files(tmp_path / str(number), {"init.yml": sheet, **files})) as found:
            assert [whole(case.input) for case in found.cases] == [expected]


CHECKER = """\
from dmoj.result import CheckerResult
from dmoj.utils.unicode import utf8text

def check(process_output, judge_output, judge_input, point_value, **kwargs):
    print("for its author")
    if utf8text(process_output) == "half\\n":
        return CheckerResult(True, point_value / 2, feedback="half of it")
    return process_output == judge_output
"""
TALKS = "#include <stdio.h>\nint main(int count, char **words) {\n    int n, got;\n"
TALKS += '    fscanf(fopen(words[1], "r"), "%d", &n);\n    printf("%d %d\\n", n, BONUS);  // not flushed\n'
TALKS += '    return scanf("%d", &got) != 1 || got != n + BONUS;\n}\n'
ASKS = "n = int(open(__import__('sys').argv[1]).read())\nprint(n, 4)\n"
ASKS += "raise SystemExit(int(input()) != n + 4)\n"
GENERATES = "from __future__ import print_function\nimport sys\na, b = map(int, sys.argv[1:])\n"
GENERATES += "print(a, b)\nprint(a + b, file=sys.stderr)\n"
MAKES = "#include <iostream>\nint main() { int n; std::cin >> n; std::cout << n << ' ' << MORE;"
MAKES += " std::cerr << n + MORE; }\n"
ONE = "test_cases:\n- {in: 1.in, points: 10}\n"
ACCEPTS_3 = (
    "#include <stdio.h>\nint main(int n, char **words) { return getc(fopen(words[2], \"r\")) != '3'; }\n"
)
DECIDED: dict[str, Files] = {
    "a checker of DMOJ's": {**SUM, "init.yml": f"checker: {{name: floats, args: {{precision: 2}}}}\n{TESTS}"},
    "a function in Python": {
        **SUM,
        "init.yml": f"checker: own.py\n{TESTS}",
        "own.py": CHECKER,
        **submission("half", "print('half')\n", "score_cases: [20, 30]"),
    },
    "a link to the input": {
        **SUM,
        "init.yml": f"symlinks: {{data: /dev/stdin}}\n{TESTS}",
        **submission("reads", "print(sum(map(int, open('data').read().split())))\n"),
    },
    "a program": {
        **PROGRAMS,
        "init.yml": f"checker: {{name: bridged, args: {{files: check.c}}}}\n{ONE}",
        "1.in": "1 2\n",
        "check.c": ACCEPTS_3,
    },
    "an interactor": {
        **PROGRAMS,
        "init.yml": f"interactive: {{files: [talk.c], flags: [-DBONUS=4]}}\n{ONE}",
        "1.in": "5\n",
        "talk.c": TALKS,
    },
    "an interactor in Python": {
        **PROGRAMS,
        "init.yml": f"interactive: {{files: ask.py}}\n{ONE}",
        "1.in": "5\n",
        "ask.py": ASKS,
    },
    "functions": {
        "init.yml": f"signature_grader: {{entry: main.c, header: twice.h}}\n{TESTS}",
        **{name: data for name, data in DATA.items() if name.endswith(".in")},
        "1.out": "2\n",
        "2.out": "6\n",
        "twice.h": "int twice(int);\n",
        "main.c": '#include <stdio.h>\n#include "twice.h"\n'
        'int main() { int n; scanf("%d", &n); printf("%d\\n", twice(n)); }\n',
        **submission(
            "c",
            "#ifdef SIGNATURE_GRADER\nint twice(int n) { return 2 * n; }\n#endif\nint main() {}\n",
            file="a.c",
        ),
        **submission("wrong", "int twice(int n) { return n; }\n", "expect: WA", file="a.cpp"),
    },
    "a generator": {
        **PROGRAMS,
        "init.yml": "generator: make.py\ntest_cases:\n"
        "- {generator_args: [1, 2]}\n- {generator_args: [3, 4]}\n",
        "make.py": GENERATES,
    },
    "a generator that reads": {
        **PROGRAMS,
        "init.yml": f"generator: {{source: make.cpp, flags: [-DMORE=8]}}\n{ONE}",
        "1.in": "9\n",
        "make.cpp": MAKES,
    },
}


@pytest.mark.parametrize("kind", DECIDED)
def test_programs_of_a_problem_are_those_of_dmoj(kind: str, tmp_path: Path) -> None:
    need_compilers(DECIDED[kind])
    shown = judged(tmp_path, DECIDED[kind])
    assert ("50 of 100 points" in shown) is (kind == "a function in Python")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(
            {"init.yml": f"custom_judge: grade.py\n{ONE}"},
            "init.yml:1: expected a judge that runs without DMOJ, got custom_judge: 'grade.py'",
            id="a grader",
        ),
        pytest.param(
            {"init.yml": 'checker: easy\ntest_cases++: "node = []"\n'},
            "init.yml:2: expected values, got test_cases++, which is Python that makes them",
            id="values that Python makes",
        ),
        pytest.param(
            {
                "init.yml": f"checker: c.py\n{ONE}",
                "c.py": "def check(process_output, judge_output, submission_source, **kwargs):\n"
                "    return len(submission_source) < 9\n",
            },
            "init.yml:1: expected a checker that runs without DMOJ, got 'c.py', which needs"
            " submission_source",
            id="the length of a source",
        ),
        pytest.param(
            {
                "init.yml": f"checker: c.py\n{ONE}",
                "c.py": "def check(one, two, **kwargs):\n    return kwargs['execution_time'] < 1\n",
            },
            "init.yml:1: expected a checker that runs without DMOJ, got 'c.py', which needs execution_time",
            id="the time of a run",
        ),
        pytest.param(
            {"init.yml": f"checker: c.py\n{ONE}", "c.py": "from dmoj.executors import executors\n"},
            "init.yml:1: expected a checker that runs without DMOJ, got 'c.py', which needs"
            " dmoj.executors.executors",
            id="objects of DMOJ's",
        ),
        pytest.param(
            {"init.yml": f"checker: c.py\n{ONE}", "c.py": "print 3\n"},
            "init.yml:1: expected a checker that runs without DMOJ, got 'c.py', which needs another version"
            " of Python",
            id="Python 2",
        ),
        pytest.param(
            {"init.yml": f"checker: {{name: bridged, args: {{files: c.py, type: peg}}}}\n{ONE}", "c.py": ""},
            "init.yml:1: expected the type default, testlib or coci, got 'peg'",
            id="a type that is not here",
        ),
        pytest.param(
            {"init.yml": "test_cases:\n- {in: 9.in}\n"},
            "init.yml:2: expected a file of the problem, got none by the name '9.in'",
            id="no such file",
        ),
        pytest.param(
            {"init.yml": "archive: b.zip\n"},
            "init.yml:1: expected an archive in the folder, got none by the name 'b.zip'",
            id="no archive",
        ),
        pytest.param(
            {"init.yml": "test_cases:\n- batched: [{}]\n  dependencies: [1]\n"},
            "init.yml:3: expected the number of a batch before this one, got the number 1",
            id="a batch that depends on itself",
        ),
        pytest.param(
            {"init.yml": "archive: a.zip\ntest_cases: {input_format: '('}\n", "a.zip": zipped({})},
            "init.yml:2: expected a pattern, got a fault: missing ), unterminated subpattern at position 0",
            id="no pattern",
        ),
        pytest.param(
            {
                "init.yml": "archive: a.zip\ntest_cases: {output_format: '(a+)+$'}\n",
                "a.zip": zipped({f"{'a' * 100}!": ""}),
            },
            "init.yml:2: expected a pattern, got a fault: it takes longer than a second",
            id="a pattern that takes years",
        ),
        pytest.param(
            {
                "init.yml": f"archive: a.zip\ntest_cases: {{input_format: 'a{{{9**20}}}'}}\n",
                "a.zip": zipped({}),
            },
            "init.yml:2: expected a pattern, got a fault: the repetition number is too large",
            id="a pattern of too large a number",
        ),
        pytest.param(
            {"init.yml": f"symlinks: {{../../x: /dev/stdin}}\n{ONE}"},
            "init.yml:1: expected the name of a file, no path, got '../../x'",
            id="a path for a link",
        ),
        pytest.param({"init.yml": "test_cases: []\n"}, "init.yml:1: expected tests, got none", id="no tests"),
    ],
)
def test_what_would_be_judged_otherwise_is_refused_on_its_line(
    files: Files, expected: str, tmp_path: Path
) -> None:
    assert faults_of(tmp_path, {"1.in": "1 2\n", **files})[0] == expected


@pytest.mark.parametrize(
    ("stated", "name", "expected"),
    [
        ("generator: make.c\n", "make.c", "make.c:1: expected a program that compiles, got: error: "),
        ("interactive: {files: talk.c}\n", "talk.c", "talk.c:1: "),
    ],
    ids=["a generator", "an interactor"],
)
def test_a_program_that_is_changed_keeps_its_name(
    stated: str, name: str, expected: str, tmp_path: Path
) -> None:
    need_compilers([name])
    files: Files = {**PROGRAMS, "init.yml": f"{stated}{ONE}", "1.in": "", name: "int main( {\n"}
    done = run_here("run", "--root", write_files(tmp_path / "sum", files), cwd=tmp_path)
    assert done.returncode == 2
    assert f"sum/{expected}" in " ".join((done.stdout + done.stderr).split())


def test_a_checker_that_passes_on_what_dmoj_alone_knows_runs(tmp_path: Path) -> None:
    checker = "from dmoj.checkers import standard\ndef check(one, two, submission_source, **kwargs):\n"
    checker += "    data = {'result': standard.check(one, two, **kwargs)}\n    return data['result']\n"
    judged(tmp_path, {**SUM, "init.yml": f"checker: c.py\n{TESTS}", "c.py": checker})


def test_submissions_that_cannot_be_judged_are_named(tmp_path: Path) -> None:
    old = {**submission("old", "print 3\n"), "tests/old/test.yml": "language: PY2\nsource: a.py\n"}
    assert left_of(tmp_path, {**SUM, **old, **submission("fails", WRONG, "expect: IE")}) == [
        "tests/fails: not judged: expected a verdict, got IE, a failure of the judge",
        "tests/old: not judged: expected a program in one of the languages here, got PY2",
    ]


def test_files_of_this_name_by_other_tools_are_no_problems(tmp_path: Path) -> None:
    write_files(tmp_path, {"init.yml": "- hosts: all\n  tasks: []\n", "a.py": RIGHT, **DATA})
    with open_import(tmp_path) as found:
        assert [package.origin for package in found.packages] == ["tests in files"]


TEXTS = st.lists(
    st.sampled_from([b"a", b"b", b" ", b"\n", b"\r", b"\t", b"\v", b"\f", b"\0", b"\x85"]), max_size=9
).map(b"".join)


@given(TEXTS, TEXTS)
def test_the_rule_and_the_checker_of_this_name_are_one(output: bytes, answer: bytes) -> None:
    for mine, theirs in ((output, answer), (answer + output, answer), (output, output + b" \n")):
        said = verdict_of(checker_of("dmoj"), mine, make_test(answer=theirs))
        assert dmoj_checker.standard(mine, theirs) is (said is Verdict.AC)


@pytest.mark.parametrize(
    ("name", "arguments", "answer", "right", "wrong"),
    [
        ("easy", {}, b"ab A", b"aaB", b"abb"),
        ("floats", {}, b"x 1.0\n\n2", b"x 1.0000009\r2", b"x\n1.0 2"),
        ("floats", {"precision": 1}, b"10 0", b"10.9 -0.1", b"11.1 0"),
        ("floatsabs", {}, b"10", b"10.0000009", b"10.000005"),
        ("floatsrel", {}, b"-10 0", b"-10.000005 0", b"-10 0.0000001"),
        ("identical", {}, b"a\n", b"a\n", b"a"),
        ("linecount", {}, b"a\nb", b"a \n b\n", b"a"),
        ("linematches", {"point_distribution": [1, 2]}, b"a\nb", b"a\n\nb", b"a\nb \n"),
        ("rstripped", {}, b"a\n\nb", b"a \n\nb\t", b"a\nb"),
        ("rstripped", {"filter_new_line": True}, b"a\n\nb", b"a\nb", b"ab"),
        ("sorted", {}, b"1 2\n3", b"3\n\n1  2", b"1\n2 3"),
        ("sorted", {"split_on": "whitespace"}, b"1 2\n3", b"3 2\n1", b"1 2"),
        ("unordered", {}, b"1 2\n3", b"3 2\n1", b"1 2 3 3"),
        ("standard", {}, b"a b\n\nc", b" a  b\nc\n", b"a b c"),
    ],
)
def test_each_checker_of_dmoj_has_its_rule(
    name: str, arguments: dict[str, Any], answer: bytes, right: bytes, wrong: bytes
) -> None:
    check = dmoj_checker.STANDARD[name]
    shares = [dmoj_checker.share(check(each, answer, **arguments), 1) for each in (right, wrong)]
    assert shares[0] == 1 > shares[1]


@pytest.mark.parametrize("points", [-1, 6, 5.1])
def test_points_that_no_test_has_are_the_checkers_failure(points: float) -> None:
    with pytest.raises(dmoj_checker.InternalError):
        dmoj_checker.share(dmoj_checker.CheckerResult(True, points), 5)


def test_what_only_dmoj_knows_fails_where_it_is_used() -> None:
    source: Any = dmoj_checker.Unknown("submission_source")
    for use in (len, bool, str, repr, lambda each: each.count("a"), lambda each: each == "a"):
        with pytest.raises(dmoj_checker.InternalError, match="does not need submission_source"):
            use(source)
