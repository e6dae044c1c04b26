"""Problems as packages of other tools: their files, their notes, and problems that no package can hold."""

import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from helpers import A_PLUS_B, ADDS, CLUES, before_line, document_of, run_here, write_files, write_project
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge import load
from judge.packages.imports import open_import
from judge.packages.out.deciders import _find_line_end
from judge.packages.out.parts import ExportedPackage
from judge.packages.out.problem import Problem, load_problem
from judge.packages.out.programs.text import is_text
from judge.packages.out.targets import OTHER_NAMES, TARGETS
from judge.packages.out.writer import write_package
from judge.platform.errors import InputErrors
from judge.platform.files import whole
from judge.platform.writing import move_new
from judge.subjects.sudoku.formats import GRID_FORMATS
from judge.yaml.document import load as yaml

PLAIN = "problem: A+B\ncompare: kattis\n"
TESTS = {"sum/sample.in": "1 2\n", "sum/sample.ans": "3\n", "sum/big.in": "5 6\n", "sum/big.ans": "11\n"}


def problem_in(root: Path, *, solutions: Mapping[str, str] | None = None, **cases: str) -> Problem:
    """The one problem of a project with these files, `_` standing for what no name in Python may hold."""
    found = load(write_project(root, solutions=solutions or {"adds.py": ADDS}, cases=cases))
    return load_problem(found.project, found.cases, found.solutions)


def sum_in(
    root: Path, sheet: str = PLAIN, *, solutions: Mapping[str, str] | None = None, **more: str
) -> Problem:
    """The problem `sum` with two tests and this case file."""
    return problem_in(root, solutions=solutions, **{"sum.yaml": sheet, **TESTS, **more})


def stated(out: ExportedPackage, name: str) -> Any:
    """Parse a YAML file of a package."""
    return yaml(whole(out.files[name]), Path(name))


def folders(out: ExportedPackage) -> dict[str, str]:
    """The submissions by their names, with the folders that they are in."""
    paths = [Path(name) for name in out.files if re.fullmatch("submissions/[^/]*/[^/]*", name)]
    return {path.name: path.parent.name for path in paths}


def test_a_package_of_kattis_has_the_files_of_its_specification(tmp_path: Path) -> None:
    out = TARGETS["kattis"](sum_in(tmp_path, PLAIN + "time: 2s\nmemory: 512MiB\nsource: https://a.test/1\n"))
    assert out.files.keys() == {
        "problem.yaml",
        ".timelimit",
        "problem_statement/problem.en.tex",
        *("data/sample/sample.in", "data/sample/sample.ans", "data/secret/big.in", "data/secret/big.ans"),
        "input_validators/text.py",
        "submissions/accepted/adds.py",
    }
    assert stated(out, "problem.yaml") == {
        "problem_format_version": "legacy",
        "name": "A+B",
        "uuid": stated(out, "problem.yaml")["uuid"],
        "source": "a.test",
        "source_url": "https://a.test/1",
        "limits": {"memory": 512, "output": 16},
        "validation": "default",
    }
    assert whole(out.files[".timelimit"]) == b"2\n"
    assert whole(out.files["data/secret/big.in"]) == b"5 6\n"
    assert b"\\problemname{A+B}\n\nSee \\url{https://a.test/1}." in whole(
        out.files["problem_statement/problem.en.tex"]
    )


def test_a_package_of_the_icpc_states_its_limit_so_that_it_follows_from_no_submission(tmp_path: Path) -> None:
    out = TARGETS["icpc"](sum_in(tmp_path, PLAIN + "time: 1500ms\nmemory: 512MiB\n"))
    tree = stated(out, "problem.yaml")
    assert tree["limits"] == {
        "time_multipliers": {"ac_to_time_limit": 1.0, "time_limit_to_tle": 1.0},
        "time_limit": 1.5,
        "time_resolution": 0.1,
        "memory": 512,
        "output": 16,
    }
    assert (tree["problem_format_version"], tree["name"]) == ("2025-09", "A+B")
    assert "statement/problem.en.tex" in out.files
    assert "submissions/submissions.yaml" not in out.files


def test_a_plain_folder_is_judged_as_it_lies(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    write_package(TARGETS["folder"](sum_in(tmp_path / "project")).files, tmp_path / "out")
    assert {path.name for path in (tmp_path / "out").rglob("*.*")} == {
        *("adds.py", "sample.in", "sample.ans", "big.in", "big.ans")
    }
    results = document_of(tmp_path / "out")["results"]
    assert {(one["case"], one["verdict"]) for one in results} == {("tests/sample", "AC"), ("tests/big", "AC")}


def test_the_uuid_is_the_same_wherever_the_project_lies_and_another_for_another_problem(
    tmp_path: Path,
) -> None:
    first, second, other = (
        sum_in(tmp_path / str(number), text).uuid
        for number, text in enumerate((PLAIN, PLAIN + "time: 9s\n", PLAIN + "source: a book\n"))
    )
    assert first == second != other


def test_what_a_source_states_for_this_project_alone_goes_and_its_lines_stay(tmp_path: Path) -> None:
    facts = '# judge: {format: text, source: "a \\"b\\"", expect: {"sum/*": AC}}'
    source = f"# first\n{facts}\nprint(sum(map(int, input().split())))\n"
    bare = ADDS.replace("format: text", "problems: sum")
    out = TARGETS["kattis"](sum_in(tmp_path, solutions={"a.py": source, "b.py": bare}))
    text = whole(out.files["submissions/accepted/a.py"]).decode()
    assert text == '# first\n# judge: {source: "a \\"b\\""}\nprint(sum(map(int, input().split())))\n'
    assert whole(out.files["submissions/accepted/b.py"]).startswith(b"\n")


@pytest.mark.parametrize(
    ("compare", "words"),
    [
        ("kattis", ""),
        ("tokens", "case_sensitive"),
        ("exact", "case_sensitive space_change_sensitive"),
        ("float 1e-6", "float_absolute_tolerance 1e-06 float_relative_tolerance 1e-06"),
        ("float abs 0.5", "float_absolute_tolerance 0.5"),
        ("lines", "case_sensitive"),
        ("luogu", "case_sensitive"),
        ("cms", "case_sensitive"),
        ("dmoj", "case_sensitive"),
    ],
)
def test_the_default_validator_gets_the_words_of_the_rule(tmp_path: Path, compare: str, words: str) -> None:
    problem = sum_in(tmp_path, f"problem: A+B\ncompare: {compare}\n")
    out, newer = TARGETS["kattis"](problem), TARGETS["icpc"](problem)
    assert stated(out, "problem.yaml").get("validator_flags", "") == words
    args = {folder: f"data/{folder}/test_group.yaml" for folder in ("sample", "secret")}
    found = [stated(newer, name) if name in newer.files else {} for name in args.values()]
    assert found == [{"output_validator_args": words.split()} if words else {}] * 2
    told = any("becomes case_sensitive" in line for line in out.left)
    assert told == (compare in ("lines", "luogu", "cms", "dmoj"))


CHECKED = "checker: check.py\nprotocol: "


@pytest.mark.parametrize(
    ("sheet", "target", "message"),
    [
        pytest.param("compare: json", "kattis", "a rule that the default validator has, got json", id="rule"),
        pytest.param("input: a.txt", "icpc", "programs read and write their streams, got", id="file"),
        pytest.param("output_only: true", "kattis", "got one for outputs only", id="outputs"),
        pytest.param("compare: json", "polygon", "expected one of the rules exact, lines", id="Polygon's"),
        pytest.param("output_only: true", "polygon", "whose solutions are programs", id="Polygon's outputs"),
        pytest.param(f"{CHECKED}cms", "icpc", "expected a program of the protocol kattis", id="cms"),
        pytest.param(f"{CHECKED}kattis", "polygon", "expected a testlib program", id="kattis"),
        pytest.param(f"{CHECKED}kattis\npasses: 2", "kattis", "expected a problem of one pass", id="passes"),
    ],
)
def test_what_a_target_cannot_judge_is_one_line(
    tmp_path: Path, sheet: str, target: str, message: str
) -> None:
    more = {"sum/check.py": "print(1)\n"} if "check.py" in sheet else {}
    problem = sum_in(tmp_path, f"problem: A+B\n{sheet}\n", **more)
    with pytest.raises(InputErrors) as raised:
        TARGETS[target](problem)
    (fault,) = raised.value.faults
    assert fault.path == tmp_path / "cases" / "sum.yaml"
    assert message in fault.message


def test_classes_and_other_formats_are_left_out_by_name(tmp_path: Path) -> None:
    grids = "format: luogu\ntime: 9s\nmemory: 256MiB\npuzzles: set.txt\n"
    solutions = {
        "a.py": "# judge: {format: luogu}\n",
        "b.py": "# judge: {format: poj}\n",
        "c.py": "# judge: {format: leetcode}\n",
    }
    problem = problem_in(tmp_path, solutions=solutions, **{"g.yaml": grids, "set.txt": f"{CLUES.decode()}\n"})
    assert problem.left == (
        "left out, in the format poj where the package is in luogu: b.py",
        "left out, classes, which a package cannot call: c.py",
    )
    out = TARGETS["icpc"](problem)
    assert folders(out) == {"a.py": "accepted"}
    assert "answer_validators/grid.py" in out.files
    assert "no validator" not in " ".join(out.left)


@pytest.mark.parametrize(
    ("expect", "kattis", "icpc", "said"),
    [
        pytest.param(
            '{"sum/big": WA}', "wrong_answer", "wrong_answer", {"sample": ["AC"], "secret": ["WA"]}, id="one"
        ),
        pytest.param("{sum: PE}", "wrong_answer", "wrong_answer", {"": ["WA"]}, id="form"),
        pytest.param("{sum: ILE}", "time_limit_exceeded", "time_limit_exceeded", {"": ["TLE"]}, id="slow"),
        pytest.param("{sum: MLE}", "run_time_error", "run_time_error", {"": ["RTE"]}, id="memory"),
        pytest.param(
            '{"sum/big": [AC, TLE]}', None, "mixed", {"sample": ["AC"], "secret": ["AC", "TLE"]}, id="open"
        ),
        pytest.param(
            '{"sum/big": TLE, sum: WA}',
            "time_limit_exceeded",
            "rejected",
            {"sample": ["WA"], "secret": ["TLE"]},
            id="two ways",
        ),
        pytest.param("{sum: CE}", None, None, None, id="no verdict of a package"),
    ],
)
def test_a_program_lies_where_its_expectations_are_said(
    tmp_path: Path, expect: str, kattis: str | None, icpc: str | None, said: Any
) -> None:
    solutions = {"x.py": f"# judge: {{expect: {expect}}}\n", "adds.py": ADDS}
    problem = sum_in(tmp_path, "problem: A+B\n", solutions=solutions)
    older, newer = TARGETS["kattis"](problem), TARGETS["icpc"](problem)
    assert (folders(older).get("x.py"), folders(newer).get("x.py")) == (kattis, icpc)
    assert any(line.startswith("x.py: left out") for line in older.left) == (kattis is None)
    assert any(line.startswith("x.py: left out") for line in newer.left) == (icpc is None)
    sheet = stated(newer, "submissions/submissions.yaml")[f"{icpc}/x.py"] if icpc else {}
    permitted = {place: each["permitted"] for place, each in sheet.items() if isinstance(each, dict)}
    assert (permitted or {"": sheet["permitted"]} if sheet else None) == said


def test_who_may_fail_in_two_ways_is_judged_on_all_tests(tmp_path: Path) -> None:
    def sheet(expect: str, place: str) -> Any:
        solutions = {"x.py": f"# judge: {{expect: {expect}}}\n"}
        out = TARGETS["kattis"](sum_in(tmp_path / place, solutions=solutions))
        name = "data/testdata.yaml"
        return stated(out, name) if name in out.files else None

    assert sheet('{"sum/big": TLE, sum: WA}', "two") == {"on_reject": "continue"}
    assert sheet('{"sum/big": TLE, sum: AC}', "one") is None


def test_a_folder_that_says_a_fate_is_that_of_the_package(tmp_path: Path) -> None:
    names = ("accepted", "wrong_answer", "time_limit_exceeded", "run_time_error")
    problem = sum_in(tmp_path, solutions={f"{name}/{name}.py": ADDS for name in names})
    assert folders(TARGETS["kattis"](problem)) == {f"{name}.py": name for name in names}
    newer = TARGETS["icpc"](problem)
    assert folders(newer) == {
        "accepted.py": "accepted",
        "wrong_answer.py": "wrong_answer",
        # There a program that is too slow on some test is wrong on none.
        "time_limit_exceeded.py": "rejected",
        "run_time_error.py": "rejected",
    }
    assert stated(newer, "submissions/submissions.yaml") == {
        "rejected/time_limit_exceeded.py": {"permitted": ["AC", "WA", "TLE"], "required": ["TLE"]},
        "rejected/run_time_error.py": {"permitted": ["AC", "WA", "TLE", "RTE"], "required": ["RTE"]},
    }


def test_a_program_of_several_files_is_a_folder_and_names_clash_with_none(tmp_path: Path) -> None:
    solutions = {
        "ann/main.cpp": '#include "a.h"\nint main() {}\n',
        "ann/a.h": "",
        "ann/b c.cpp": '#include "a.h"\nint main() {}\n',
        "bob/main.cpp": "int main() {}\n",
        "bob/wa/main.cpp": "int main() {}\n",
    }
    out = TARGETS["kattis"](sum_in(tmp_path, solutions=solutions))
    assert {name for name in out.files if name.startswith("submissions/")} == {
        "submissions/accepted/ann-main_cpp/main.cpp",
        "submissions/accepted/ann-main_cpp/a.h",
        "submissions/accepted/ann-b_c_cpp/b_c.cpp",
        "submissions/accepted/ann-b_c_cpp/a.h",
        "submissions/accepted/bob-main.cpp",
        "submissions/wrong_answer/bob-wa-main.cpp",
    }


GROUPED = """\
problem: A+B
compare: kattis
groups:
  "a*": {points: 40}
  "b*": {points: 60, count: min}
"""
GROUPS = {f"sum/{name}.{kind}": "1\n" for name in ("a1", "a2", "b1", "b2") for kind in ("in", "ans")}


def test_groups_and_their_points_are_folders_with_sheets(tmp_path: Path) -> None:
    problem = problem_in(tmp_path, **{"sum.yaml": GROUPED, **GROUPS})
    out, newer = TARGETS["kattis"](problem), TARGETS["icpc"](problem)
    assert {"data/secret/a_/a1.in", "data/secret/b_/b2.ans"} <= out.files.keys() & newer.files.keys()
    assert stated(out, "problem.yaml")["type"] == "scoring"
    assert stated(out, "data/secret/a_/testdata.yaml") == {
        "on_reject": "continue",
        "grader_flags": "always_accept sum",
        "accept_score": 20.0,
        "reject_score": 0.0,
    }
    assert stated(out, "data/secret/b_/testdata.yaml")["grader_flags"] == "always_accept min"
    assert stated(newer, "problem.yaml")["type"] == ["scoring"]
    for place, most, kind in (("secret", 100, "sum"), ("secret/a_", 40, "sum"), ("secret/b_", 60, "min")):
        sheet = stated(newer, f"data/{place}/test_group.yaml")
        assert sheet == {"max_score": most, "score_aggregation": kind}


def test_points_that_a_package_cannot_count_are_left_out_and_told(tmp_path: Path) -> None:
    half = GROUPED.replace("60", "60.5")
    out = TARGETS["icpc"](problem_in(tmp_path, **{"sum.yaml": half, **GROUPS}))
    assert "type" not in stated(out, "problem.yaml")
    assert any(line.startswith("points: left out") for line in out.left)
    assert not any(name.endswith("test_group.yaml") for name in out.files)


def test_a_checker_of_kattis_goes_as_it_is_with_its_words(tmp_path: Path) -> None:
    sheet = "problem: A+B\nchecker: judge.py\nprotocol: kattis\nchecker_flags: fast 3\n"
    problem = sum_in(tmp_path, sheet, **{"sum/judge.py": "import sys\nsys.exit(42)\n"})
    out, newer = TARGETS["kattis"](problem), TARGETS["icpc"](problem)
    tree = stated(out, "problem.yaml")
    assert (tree["validation"], tree["validator_flags"]) == ("custom", "fast 3")
    assert whole(out.files["output_validators/validate/judge.py"]) == b"import sys\nsys.exit(42)\n"
    assert "output_validator/judge.py" in newer.files
    assert stated(newer, "data/secret/test_group.yaml") == {"output_validator_args": ["fast", "3"]}


@pytest.mark.parametrize(
    ("checker", "validation"),
    [
        ("import sys\nsys.exit(42)\n", "custom"),
        ("import sys\nopen(sys.argv[3] + 'score.txt', 'w').write('1')\nsys.exit(42)\n", "custom score"),
    ],
)
def test_a_package_promises_points_of_its_validator_only_if_it_writes_some(
    tmp_path: Path, checker: str, validation: str
) -> None:
    sheet = GROUPED.replace("compare: kattis", "checker: judge.py\nprotocol: kattis")
    out = TARGETS["kattis"](problem_in(tmp_path, **{"sum.yaml": sheet, "sum/judge.py": checker, **GROUPS}))
    tree = stated(out, "problem.yaml")
    assert (tree["type"], tree["validation"]) == ("scoring", validation)


def test_words_and_files_of_single_tests_stay_with_these_in_the_newer_package(tmp_path: Path) -> None:
    tests = {f"sum/secret/{name}.{kind}": "1\n" for name in ("a", "b") for kind in ("in", "ans")}
    files = {
        "sum.yaml": "problem: A+B\nchecker: judge.py\nprotocol: kattis\n",
        "sum/judge.py": "import sys\nsys.exit(42)\n",
        "sum/secret/test_group.yaml": "output_validator_args: [fast]\n",
        "sum/secret/b.yaml": "args: [x, y]\noutput_validator_args: []\n",
        "sum/secret/b.files/more.txt": "1\n",
    }
    problem = problem_in(tmp_path, **tests, **files)
    out = TARGETS["icpc"](problem)
    assert stated(out, "data/secret/test_group.yaml") == {"output_validator_args": ["fast"]}
    assert stated(out, "data/secret/b.yaml") == {"args": ["x", "y"], "output_validator_args": []}
    assert whole(out.files["data/secret/b.files/more.txt"]) == b"1\n"
    assert "data/secret/a.yaml" not in out.files
    for target in ("kattis", "polygon"):
        with pytest.raises(InputErrors, match="expected tests that are inputs alone"):
            TARGETS[target](problem)


def test_a_rule_of_one_test_that_the_package_holds_only_nearly_is_named(tmp_path: Path) -> None:
    problem = sum_in(tmp_path, "problem: A+B\ncompare: kattis\n")
    first, second = problem.cases
    out = TARGETS["icpc"](replace(problem, cases=(first, replace(second, compare="cms"))))
    assert [line for line in out.left if line.startswith("compare: cms becomes case_sensitive")]


def test_a_package_of_kattis_has_one_rule(tmp_path: Path) -> None:
    tests = {f"sum/secret/{name}.{kind}": "1\n" for name in ("a", "b") for kind in ("in", "ans")}
    sheets = {
        "sum.yaml": "compare: kattis\n",
        "sum/secret/b.yaml": "output_validator_args: [case_sensitive]\n",
    }
    problem = problem_in(tmp_path, **tests, **sheets)
    with pytest.raises(InputErrors, match="expected one rule for all tests, got several"):
        TARGETS["kattis"](problem)


def test_several_passes_and_talks_are_types_of_the_newer_package(tmp_path: Path) -> None:
    sheet = "problem: A+B\ninteractor: talk.py\nprotocol: kattis\npasses: 3\n"
    out = TARGETS["icpc"](sum_in(tmp_path, sheet, **{"sum/talk.py": "print(1)\n"}))
    tree = stated(out, "problem.yaml")
    assert (tree["type"], tree["limits"]["validation_passes"]) == (["interactive", "multi-pass"], 3)


@given(st.binary() | st.text(st.characters(max_codepoint=127)).map(str.encode))
def test_text_is_what_has_lines_of_printable_ascii(data: bytes) -> None:
    *lines, rest = data.split(b"\n")
    printable = all(line.isascii() and line.decode().isprintable() for line in lines)
    assert is_text(data) == (printable and not rest and bool(lines))


@pytest.mark.parametrize(
    ("data", "name"), [("1 2\n", "text.py"), ("1 2", "anything.py"), ("1 2\r\n", "anything.py")]
)
def test_a_validator_that_nobody_stated_accepts_the_tests_and_says_what_it_is(
    tmp_path: Path, data: str, name: str
) -> None:
    out = TARGETS["icpc"](sum_in(tmp_path, **{"sum/big.in": data}))
    program = tmp_path / "program.py"
    program.write_bytes(whole(out.files[f"input_validators/{name}"]))
    codes = []
    for each in (data.encode(), b"\0"):
        codes.append(subprocess.run([sys.executable, program], input=each, check=False).returncode)
    assert codes == [42, 43 if name == "text.py" else 42]
    assert any(f"input_validators/{name}" in line for line in out.left)


@pytest.mark.parametrize("count", [1, 9, 10, 99, 100])
def test_tests_of_polygon_are_numbers_of_two_digits_or_more(count: int, tmp_path: Path) -> None:
    tests = {f"sum/{number}.{kind}": "1\n" for number in range(count) for kind in ("in", "out")}
    out = TARGETS["polygon"](problem_in(tmp_path, **{"sum.yaml": "compare: tokens\n"}, **tests))
    digits = max(2, len(str(count)))
    assert b"tests/%%0%dd<" % digits in whole(out.files["problem.xml"])
    written = {name for name in out.files if name.startswith("tests/")}
    assert written == {
        f"tests/{number:0{digits}}{end}" for number in range(1, count + 1) for end in ("", ".a")
    }


def test_tests_of_polygon_are_samples_by_their_names_or_folders(tmp_path: Path) -> None:
    names = ("Sample-2", "deep/sample1", "sample/1", "secret/1", "other", "resample")
    tests = {f"sum/{name}.{kind}": "1\n" for name in names for kind in ("in", "out")}
    problem = problem_in(tmp_path, **{"sum.yaml": "compare: tokens\n"}, **tests)
    xml = whole(TARGETS["polygon"](problem).files["problem.xml"])
    assert (len(problem.cases), xml.count(b'sample="true"')) == (6, 3)


@pytest.mark.parametrize(
    ("ends", "end"),
    [
        (("", ""), b""),
        ((" ", " "), b" "),
        (("", " "), None),
        (("  ", "  "), None),
    ],
)
def test_a_validator_of_grids_wants_the_ends_of_lines_that_all_inputs_have(
    ends: tuple[str, str], end: bytes | None
) -> None:
    grid = GRID_FORMATS["luogu"].encode_input([CLUES])
    lines = [line.rstrip(b" ") for line in grid.splitlines()]
    inputs = [b"".join(line + each.encode() + b"\n" for line in lines) for each in ends]
    assert _find_line_end("luogu", inputs) == end


def test_generators_and_a_validator_of_the_problem_go_along(tmp_path: Path) -> None:
    (tmp_path / "generators").mkdir()
    (tmp_path / "generators" / "sum.py").write_text("print(1, 2)\n")
    problem = sum_in(tmp_path, **{"sum/validator.py": "input()\n"})
    for target, folder in (("kattis", "generators"), ("icpc", "generators"), ("polygon", "files")):
        assert f"{folder}/sum.py" in TARGETS[target](problem).files
    out = TARGETS["icpc"](problem)
    assert "input_validators/validator.py" in out.files


@pytest.mark.parametrize("target", ["kattis", "icpc"])
@pytest.mark.parametrize(
    ("source", "is_named"),
    [
        ("input()\n", True),
        ("exit(int(input().split()[0]) > 42)\n", True),
        ("def f(n):\n    return n <= 42\n", True),
        ("raise SystemExit(42)\n", False),
        ("import sys\nsys.exit(42 if input() else 43)\n", False),
    ],
)
def test_a_validator_that_never_ends_with_42_is_named(
    source: str, is_named: bool, target: str, tmp_path: Path
) -> None:
    out = TARGETS[target](sum_in(tmp_path, **{"sum/validator.py": source}))
    named = ["packages need exit code 42 from validator.py for a legal input"]
    assert [line for line in out.left if "exit code" in line] == named * is_named


def test_tools_of_one_name_are_told_before_one_is_lost(tmp_path: Path) -> None:
    (tmp_path / "generators").mkdir()
    (tmp_path / "generators" / "sum.py").write_text("print(1, 2)\n")
    problem = sum_in(tmp_path, **{"sum/input_validators/sum.py": "import sys\nsys.exit(42)\n"})
    assert {"generators/sum.py", "input_validators/sum.py"} <= TARGETS["kattis"](problem).files.keys()
    with pytest.raises(InputErrors, match="got two called sum\\.py"):
        TARGETS["polygon"](problem)


@pytest.mark.parametrize(
    ("header", "target", "message"),
    [
        pytest.param("checker.h", "kattis", "got two called checker.h", id="in the place of the checker"),
        pytest.param("interactor.h", "kattis", "parts of judge.cpp but interactor.h", id="an interactor's"),
        pytest.param("a b.h", "icpc", "parts of judge.cpp whose names packages allow, got a b.h", id="blank"),
        pytest.param("a b.h", "polygon", "parts of judge.cpp whose names packages allow", id="Polygon's"),
    ],
)
def test_a_part_of_a_checker_that_has_no_place_is_told(
    tmp_path: Path, header: str, target: str, message: str
) -> None:
    files = {"testlib.h": "// testlib\n", header: "", "judge.cpp": '#include "testlib.h"\nint main() {}\n'}
    sheet = "problem: A+B\nchecker: judge.cpp\n"
    problem = sum_in(tmp_path, sheet, **{f"sum/{name}": source for name, source in files.items()})
    with pytest.raises(InputErrors, match=message):
        TARGETS[target](problem)


TALKS = "import sys\nprint(1, 2, flush=True)\ninput()\nsys.exit(42)\n"


@pytest.mark.parametrize(
    ("kind", "protocol", "program", "prints"),
    [
        pytest.param("interactor", "kattis", "interactor.py", TALKS, id="talks"),
        pytest.param("checker", "cms", "checker.py", "print(1.0)\n", id="of CMS"),
        pytest.param("checker", "icpc", "checker.py", "import sys\nsys.exit(42)\n", id="of the ICPC"),
    ],
)
def test_a_protocol_that_no_folder_states_is_named_for_a_run_there_and_missed_by_an_import(
    tmp_path: Path, kind: str, protocol: str, program: str, prints: str
) -> None:
    sheet = f"problem: A+B\n{kind}: own.py\nprotocol: {protocol}\n"
    out = TARGETS["folder"](sum_in(tmp_path / "project", sheet, **{"sum/own.py": prints}))
    assert f"tests/{program}" in out.files
    line = f"own.py: judge it there with --protocol {protocol}, which a folder cannot state"
    assert [each for each in out.left if "protocol" in each] == [line]
    write_package(out.files, tmp_path / "out")
    done = run_here("run", cwd=tmp_path / "out")
    assert (done.returncode, f"tests/{program}: expected its protocol" in done.stderr) == (2, True)
    done = run_here("run", "--protocol", protocol, cwd=tmp_path / "out")
    assert (done.returncode, done.stderr) == (0, "")
    done = run_here("import", str(tmp_path / "out"), cwd=write_project(tmp_path / "other", solutions={}))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"out/tests/{program}: expected its protocol, got none: import the tests without it" in done.stderr


def test_a_tool_with_parts_of_odd_names_and_words_of_validators_are_left_out_and_told(tmp_path: Path) -> None:
    files = {
        "sum/input_validators/odd/main.cpp": '#include "a b.h"\nint main() {}\n',
        "sum/input_validators/odd/a b.h": "",
        "sum/input_validators/even.py": "import sys\nsys.exit(42)\n",
        "sum/testdata.yaml": "input_validator_flags: most 9\n",
    }
    problem = sum_in(tmp_path, **files)
    assert [each.name for each in problem.validators] == ["even.py"]
    assert problem.left == (
        "words for input validators: left out",
        "left out, with parts whose names no package allows: main.cpp",
    )


def test_validators_of_answers_are_left_out_and_told(tmp_path: Path) -> None:
    out = TARGETS["icpc"](sum_in(tmp_path, **{"sum/answer_validators/grows.py": "print(1)\n"}))
    assert "left out, programs that check answers: answer_validators/grows.py" in out.left
    assert not [name for name in out.files if "answer_validators" in name]


def test_every_validator_of_the_problem_goes_along(tmp_path: Path) -> None:
    validators = {f"sum/input_validators/{name}.py": "import sys\nsys.exit(42)\n" for name in ("a", "b")}
    problem = sum_in(tmp_path, **validators)
    for target, folder in (("kattis", ""), ("icpc", ""), ("polygon", "files"), ("folder", "tests")):
        names = TARGETS[target](problem).files
        place = f"{folder}/" if folder == "files" else f"{folder}/input_validators/".removeprefix("/")
        assert {f"{place}a.py", f"{place}b.py"} <= names.keys()


def test_a_package_is_written_whole_and_over_nothing(tmp_path: Path) -> None:
    root = write_project(tmp_path / "p", solutions={"adds.py": ADDS})
    done = run_here("export", "sum", "--to", "icpc", "out", cwd=root)
    number = sum(path.is_file() for path in (root / "out").rglob("*"))
    assert (done.returncode, done.stdout) == (0, f"out: {number} files\n")
    assert all(line.startswith("sum: ") for line in done.stderr.splitlines())
    before = {path: path.stat().st_mtime_ns for path in root.rglob("*")}
    again = run_here("export", "sum", "--to", "icpc", "out", cwd=root)
    assert (again.returncode, again.stderr) == (
        2,
        "out: expected a new path, got one that exists; choose another name or remove it\n",
    )
    assert {path: path.stat().st_mtime_ns for path in root.rglob("*")} == before


@pytest.mark.parametrize("target", TARGETS)
def test_what_verifies_a_problem_is_in_the_package_or_named_as_left_out(target: str, tmp_path: Path) -> None:
    of_validators = {
        "invalid_input/blank.in": "1  2\n",
        **{f"invalid_output/wrong.{suffix}": f"{suffix}\n" for suffix in ("in", "ans", "out")},
    }
    files = {f"cases/sum/{name}": text for name, text in of_validators.items()}
    plan = "data: {}\n"
    write_files(tmp_path, files | {"cases/sum/generators.yaml": plan, "cases/sum/checker_tests.yaml": "[]\n"})
    out = TARGETS[target](sum_in(tmp_path))
    place = {"icpc": "data", "folder": "tests"}.get(target)
    left = ["generators.yaml and its generators: left out, the package has the tests that they made"]
    left += ["checker_tests.yaml: left out"]
    left += [] if place else ["invalid_input: left out", "invalid_output: left out"]
    assert [line for line in out.left if re.match("(generators|checker_tests|(in)?valid_)", line)] == left
    for name, text in of_validators.items():
        assert not place or whole(out.files[f"{place}/{name}"]) == text.encode()


@pytest.mark.parametrize("target", TARGETS)
def test_a_zip_has_the_files_of_the_folder_and_the_same_bytes_each_time(target: str, tmp_path: Path) -> None:
    root = write_project(tmp_path / "p", solutions={"adds.py": ADDS}, cases={"sum.yaml": PLAIN, **TESTS})
    for name in ("out", "one.zip", "two.zip"):
        done = run_here("export", "sum", name, "--to", target, cwd=root)
        assert done.returncode == 0, done.stderr
    assert (root / "one.zip").read_bytes() == (root / "two.zip").read_bytes()
    with ZipFile(root / "one.zip") as zipped:
        packed = {name: zipped.read(name) for name in zipped.namelist()}
    folder = root / "out"
    assert packed == {
        str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
    before = (root / "one.zip").read_bytes()
    again = run_here("export", "sum", "one.zip", "--to", target, cwd=root)
    assert again.returncode == 2
    assert (root / "one.zip").read_bytes() == before


def test_a_zip_is_imported_with_the_same_verdicts(tmp_path: Path) -> None:
    root = write_project(tmp_path / "p", solutions={"adds.py": ADDS}, cases={"sum.yaml": PLAIN, **TESTS})
    assert run_here("export", "sum", "sum.zip", "--to", "kattis", cwd=root).returncode == 0
    (tmp_path / "q").mkdir()
    done = run_here("import", root / "sum.zip", cwd=tmp_path / "q")
    assert done.returncode == 0, done.stderr
    verdicts = [entry["verdict"] for entry in document_of(tmp_path / "q")["results"]]
    assert verdicts == ["AC", "AC"]


@pytest.mark.parametrize(("name", "target"), OTHER_NAMES.items())
def test_the_name_of_a_tool_leads_to_the_format_that_it_reads(name: str, target: str, tmp_path: Path) -> None:
    assert target in TARGETS
    done = run_here("export", "sum", "out", "--to", name, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.endswith(f"got '{name}'; did you mean {target}?\n")


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputErrors, match="expected a path that can be written"):
        write_package({"a": b"1", "b": b"2", "b/c": b"3"}, tmp_path / "out")
    with pytest.raises(InputErrors, match="expected a folder to create it in, got none"):
        write_package({"a": b"1"}, tmp_path / "none" / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("appear", [Path.mkdir, Path.touch], ids=["an empty folder", "a file"])
def test_what_appears_during_an_export_stays(tmp_path: Path, appear: Callable[[Path], object]) -> None:
    """Whichever line of the export runs next when it appears."""
    for line in count(1):
        place = tmp_path / f"{line}" / "out"
        place.parent.mkdir()
        came: list[int] = []

        def act(place: Path = place, came: list[int] = came) -> None:
            if not place.exists():
                appear(place)
                came.append(place.stat().st_ino)

        with before_line(line, act, write_package, move_new), suppress(InputErrors):
            write_package({"a": b"1"}, place)
        if not came:  # it was too late
            assert (place / "a").read_bytes() == b"1"
            assert line > 10
            break
        assert list(place.parent.iterdir()) == [place]
        assert place.stat().st_ino == came[0]


@pytest.mark.parametrize(
    ("name", "target", "better"),
    [
        ("sum", "kattis", None),
        ("Two-Sums", "kattis", "twosums"),
        ("...", "kattis", "problem"),
        ("Two-Sums", "icpc", None),
    ],
)
def test_a_name_that_kattis_refuses_is_named_with_a_better_one(
    tmp_path: Path, name: str, target: str, better: str | None
) -> None:
    root = write_project(tmp_path, solutions={"adds.py": ADDS}, cases={"sum.yaml": PLAIN, **TESTS})
    done = run_here("export", "sum", name, "--to", target, cwd=root)
    assert done.returncode == 0
    line = f"{name}: Kattis expects a name of small letters and digits, such as {better}"
    assert (line in done.stderr.splitlines()) == bool(better)


def test_an_export_may_have_any_name_that_the_file_system_takes(tmp_path: Path) -> None:
    folder = tmp_path / ("漢" * 85)
    write_package({"a": b"1"}, folder)
    assert (folder / "a").read_bytes() == b"1"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("sum", "out"),
            "--to: expected one of kattis, icpc, polygon, cms, dmoj, library-checker, folder, "
            "got nothing in its place",
        ),
        (("summ", "--to", "icpc", "out"), "expected one of the problems sum, got 'summ'; did you mean sum?"),
    ],
)
def test_wrong_words_are_one_line(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    done = run_here("export", *words, cwd=write_project(tmp_path, solutions={"adds.py": ADDS}))
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{message}\n")


def test_a_problem_at_fault_is_told_by_its_file(tmp_path: Path) -> None:
    cases = {"sum.yaml": A_PLUS_B, "bad.yaml": "problem: 1\n"}
    root = write_project(tmp_path, solutions={"sum/adds.py": ADDS}, cases=cases)
    done = run_here("export", "bad", "--to", "icpc", "out", cwd=root)
    assert done.returncode == 2
    assert done.stderr.startswith("cases/bad.yaml:1: expected ")
    assert run_here("export", "sum", "--to", "icpc", "out", cwd=root).returncode == 0


def test_a_grader_is_a_resource_of_polygon_that_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path, {"include/testlib.h": "// testlib\n"})
    monkeypatch.setenv("CPATH", str(tmp_path / "include"))
    files = {"sum/call.cpp": '#include "sum.h"\nint main() {}\n', "sum/sum.h": "int add(int, int);\n"}
    solutions = {"add.cpp": '#include "sum.h"\nint add(int a, int b) { return a + b; }\n'}
    problem = sum_in(tmp_path / "p", f"{PLAIN}grader: call.cpp\n", solutions=solutions, **files)
    package = TARGETS["polygon"](problem)
    assert not any("module" in line for line in package.left)
    write_package(package.files, tmp_path / "out")
    with open_import(tmp_path / "out", "sum") as again:
        own, found = problem.cases[0].grader, again.cases[0].grader
        assert own
        assert found
        assert found.module == own.module
        assert {name: whole(file) for name, file in own.files} == {
            name: whole(file) for name, file in found.files if name != "testlib.h"
        }
