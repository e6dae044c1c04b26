"""Problems with an `entry`: their arguments and answers as the types say, which programs are theirs."""

from pathlib import Path

import pytest
from helpers import run_here, table_rows, write_project

from judge.cases.loader import load_cases
from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors
from judge.running.languages.base import Unready
from judge.solutions.loader import load_solutions
from judge.solutions.placement import collect_problems
from judge.subjects.subject import TEXT
from judge.work.engine import list_tasks
from judge.work.task_results import refuse_task

TWO_SUM = """\
entry: integer[] twoSum(integer[]  nums, integer target)
cases:
  - id: sample
    input: |
      [2, 7,11,15]
      9
    output: "[0, 1]"
"""
FORMAT = "integer[] twoSum(integer[] nums, integer target)"
CLASS = "class Solution:\n    def twoSum(self, nums, target): return [0, 1]\n"


def faults_of(folder: Path, text: str) -> list[str]:
    (folder / "two.yaml").write_text(text)
    with pytest.raises(InputErrors) as caught:
        load_cases(folder)
    return [f"{fault.line}: {fault.message}" for fault in caught.value.faults]


def test_a_case_is_what_its_types_say(tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(TWO_SUM)
    (case,) = load_cases(tmp_path)
    assert (case.format, case.compare) == (FORMAT, "value")
    assert (case.input, case.answer) == (b"[2,7,11,15]\n9\n", b"[0,1]\n")


def test_tests_in_a_folder_are_what_their_types_say(tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(TWO_SUM.partition("cases")[0] + "compare: unordered\n")
    (tmp_path / "two").mkdir()
    for name, text in {"1.in": "[2, 7]\r\n9", "1.out": "[1, 0]", "2.in": "[]\n0\n"}.items():
        (tmp_path / "two" / name).write_text(text)
    first, second = load_cases(tmp_path)
    assert (first.input, first.answer, first.compare) == (b"[2,7]\n9\n", b"[1,0]\n", "unordered")
    assert (second.input, second.answer) == (b"[]\n0\n", None)


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ("9", '"9"', ["6: expected integer as target, got '\"9\"'"]),
        ("2, 7", "2, 7.5", ["5: expected integer[] as nums, got '[2, 7.5, 11, 15]'"]),
        ("\n      9", "", ["6: expected 2 arguments, each on a line, got 1 line"]),
        ('"[0, 1]"', '"0 1"', ["7: expected a value as JSON, got '0 1'"]),
        ('"[0, 1]"', "|\n      [0, true]", ["8: expected integer[] as the answer, got '[0, true]'"]),
        (
            "integer[] two",
            "int[] two",
            ["1: expected one of the types integer, long, double and 7 more, got "],
        ),
        ("cases", "format: text\ncases", ["2: expected `entry` without `format`, got both"]),
        ("cases", "input: a.txt\ncases", ["2: expected `entry` without `input`, got both"]),
        ("cases", "compare: unordered nested\ncases", ["2: expected an array of arrays as the answer for"]),
        ("cases", "answer: any\ncases", ["4: expected `answer: unique` in the format integer[] twoSum("]),
        (FORMAT.replace("] n", "]  n"), '""', ["1: expected a signature, got ''"]),
    ],
)
def test_what_does_not_fit_is_a_fault_of_its_line(
    tmp_path: Path, old: str, new: str, faults: list[str]
) -> None:
    found = faults_of(tmp_path, TWO_SUM.replace(old, new, 1))
    assert [one[: len(fault)] for one, fault in zip(found, faults, strict=False)] == faults


def test_a_file_that_does_not_fit_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(TWO_SUM.partition("cases")[0])
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "1.in").write_text("[2]\nx\n")
    (tmp_path / "two" / "1.out").write_text("[]\n")
    with pytest.raises(InputErrors) as caught:
        load_cases(tmp_path)
    (fault,) = caught.value.faults
    assert (fault.path, fault.line) == (tmp_path / "two" / "1.in", 2)
    assert fault.message == "expected a value as JSON, got 'x'"


@pytest.mark.parametrize(
    ("name", "source", "format"),
    [
        ("a.py", CLASS, FORMAT),
        ("a.cpp", "class Solution {};\n", FORMAT),
        ("a.cpp", "struct Solution {};\nint main() {}\n", FORMAT),
        ("a.java", "public class Solution {}\n", FORMAT),
        ("a.py", "print(input())\n", TEXT),
        ("a.cpp", "int main() {}\n", TEXT),
        ("a.java", "class Solutions { public static void main(String[] a) {} }\n", TEXT),
        ("a.py", f"# judge: {{format: text}}\n{CLASS}", TEXT),
    ],
)
def test_a_program_with_the_class_is_one_to_be_called(
    tmp_path: Path, name: str, source: str, format: str
) -> None:
    write_project(tmp_path, solutions={name: source}, cases={"two.yaml": TWO_SUM})
    cases = load_cases(tmp_path / "cases")
    (solution,) = load_solutions(tmp_path / "solutions", collect_problems(cases))
    assert solution.format == format


def test_a_program_that_is_not_called_is_skipped_with_the_reason(tmp_path: Path) -> None:
    solutions = {"called.py": CLASS, "reads.py": "print([0, 1])\n"}
    write_project(tmp_path, solutions=solutions, cases={"two.yaml": TWO_SUM})
    done = run_here("run", cwd=tmp_path, env={"COLUMNS": "160"})
    assert table_rows(done.stdout) == ["called.py: 1 AC", "reads.py: 1 SK"], done.stderr
    assert "expected a class Solution, got none\n" in done.stdout


@pytest.mark.parametrize(
    ("name", "source", "got"),
    [
        ("a.java", "enum Solution { A; int[] twoSum(int[] a, int b) { return a; } }", "enum Solution"),
        ("a.java", "public interface Solution { }", "interface Solution"),
        ("a.java", "record Solution(int x) { }", "record Solution"),
        (
            "a.java",
            "// class Solution\npublic final class Solver<T> { class Inner {} }",
            "class Solver, class Inner",
        ),
        (
            "a.cpp",
            "enum class Solution { A };\ntemplate <class T, class U> struct Pair {};",
            "enum Solution, struct Pair",
        ),
        ("a.cpp", "union Solution { int x; };", "union Solution"),
        (
            "a.cpp",
            '/* class Solution */\nclass Solver { const char* a = "class Solution"; };',
            "class Solver",
        ),
        ("a.py", "# class Solution\nclass Solver: pass\n", "class Solver"),
        ("a.py", "def twoSum(nums, target): return nums\n", "none"),
    ],
)
@pytest.mark.parametrize("verdict", [Verdict.CE, Verdict.SK])
def test_a_program_without_the_class_is_skipped_with_what_it_has(
    tmp_path: Path, name: str, source: str, got: str, verdict: Verdict
) -> None:
    """It makes no difference whether the program compiles."""
    write_project(tmp_path, solutions={name: source}, cases={"two.yaml": TWO_SUM})
    cases = load_cases(tmp_path / "cases")
    (solution,) = load_solutions(tmp_path / "solutions", collect_problems(cases))
    (task,) = list_tasks((solution,), cases)
    result = refuse_task(task, Unready(verdict=verdict, message="for another reason"))
    assert (result.verdict, result.message) == (Verdict.SK, f"expected a class Solution, got {got}")
    assert result.stderr == b""


def test_a_signature_is_no_fact(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"a.py": f"# judge: {{format: '{FORMAT}'}}\n{CLASS}"})
    with pytest.raises(InputErrors, match="expected a format: poj, luogu, nowcoder, leetcode, text, got"):
        load_solutions(tmp_path / "solutions")


@pytest.mark.parametrize("key", ["entry: integer f(integer x)", "output_only: true"])
def test_who_talks_is_a_program(tmp_path: Path, key: str) -> None:
    (tmp_path / "talk.py").write_text("")
    (tmp_path / "talk.yaml").write_text(
        f'{key}\ninteractor: talk.py\nprotocol: kattis\ncases: [{{id: a, input: "1", output: "1"}}]\n'
    )
    with pytest.raises(InputErrors) as caught:
        load_cases(tmp_path)
    said = f"talk.yaml:1: expected `{key.partition(':')[0]}` without an interactor, got both"
    assert said in str(caught.value)
