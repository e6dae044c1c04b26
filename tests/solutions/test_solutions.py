"""The header of a program in one of its first lines, and every fault with its line."""

import hashlib
import os
from pathlib import Path

import pytest
from helpers import (
    ADDS,
    CLUES,
    REPOSITORY,
    SOLVED,
    TWO_CLUES,
    become_ordinary,
    grid_case,
    judged,
    make_case,
    make_test,
    write_files,
)

from judge.cases import tests as case_tests
from judge.checkers.mutants import mutants
from judge.mistakes.table import MISTAKES
from judge.model.programs import Solution
from judge.model.verdicts import Expectation, Verdict
from judge.platform.errors import InputErrors, listed
from judge.platform.files import stamp_of
from judge.running.languages import LANGUAGES
from judge.solutions.loader import find_ignored_programs, load_solutions, read_solutions
from judge.solutions.placement import Problems, collect_problems
from judge.subjects.sudoku.formats import GRID_FORMATS

VERDICTS = "AC, NA, PE, WA, OLE, MLE, TLE, ILE, RE, CE, JE, SK"
ALLOWED = f"one of {VERDICTS}, one with the name of a mistake (see `judge mistakes`), or a list of these"


def load(folder: Path, head: str, *, name: str = "a.py") -> Solution:
    (folder / name).write_bytes(head.encode())
    (solution,) = load_solutions(folder)
    return solution


def faults(folder: Path) -> list[str]:
    with pytest.raises(InputErrors) as caught:
        load_solutions(folder)
    return [str(fault).removeprefix(f"{folder}/") for fault in caught.value.faults]


def test_a_solution_is_what_its_comment_says(tmp_path: Path) -> None:
    expect = "{hack/third: TLE, 'hack*': [WA, PE]}"
    head = f"# judge: {{format: poj, source: book, interpreter: pypy3, expect: {expect}}}\nprint()\n"
    assert load(tmp_path, head) == Solution(
        name="a.py",
        path=tmp_path / "a.py",
        digest=hashlib.sha256(head.encode()).hexdigest(),
        stamp=stamp_of(tmp_path / "a.py"),
        format="poj",
        source="book",
        interpreter="pypy3",
        expectations=(
            Expectation(pattern="hack/third", verdicts=(Verdict.TLE,), line=1),
            Expectation(pattern="hack*", verdicts=(Verdict.WA, Verdict.PE), line=1),
        ),
        language=LANGUAGES[".py"],
    )


@pytest.mark.parametrize(
    "head",
    [
        pytest.param("", id="nothing at all"),
        pytest.param("# judge: {}\n", id="an empty mapping"),
        pytest.param("\n" * 5 + "# judge: format: poj\n", id="a comment like one on the sixth line"),
        pytest.param("\n" * 5 + "print('# judge: {format: poj}')\n", id="no comment on the sixth line"),
        pytest.param("// judge: https://judge.example/7\n", id="another comment that begins so"),
        pytest.param("print('judge: {format: poj}')\n", id="no comment"),
    ],
)
def test_every_fact_may_be_left_out(tmp_path: Path, head: str) -> None:
    solution = load(tmp_path, head)
    assert (solution.format, solution.source, solution.interpreter) == ("text", "", "")
    assert solution.expectations == ()


@pytest.mark.parametrize(
    "head",
    [
        pytest.param("# judge: {format: luogu}\n", id="first line"),
        pytest.param(
            "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n\n\n# judge: {format: luogu}\n", id="fifth line"
        ),
        pytest.param("#judge:{format: luogu}\n", id="no blanks"),
        pytest.param("  #   judge:   {format: luogu}   \n", id="many blanks"),
        pytest.param("// judge: {format: luogu}\n", id="comment of C++"),
        pytest.param("-- judge: {format: luogu}\n", id="comment of Haskell"),
        pytest.param("; judge: {format: luogu}\n", id="comment of Lisp"),
        pytest.param("# judge: {format: luogu}\r\n", id="line end of another system"),
        pytest.param("# judge: {format: luogu}", id="no line end"),
        pytest.param("\ufeff# judge: {format: luogu}\n", id="byte order mark"),
    ],
)
def test_the_comment_may_stand_in_many_ways(tmp_path: Path, head: str) -> None:
    assert load(tmp_path, head).format == "luogu"


@pytest.mark.parametrize(
    ("head", "line", "message"),
    [
        pytest.param(
            "# judge: format: text\n",
            1,
            "expected the facts as a mapping `judge: {...}`, got 'format: text'",
            id="no mapping",
        ),
        pytest.param(
            "\n// judge: {format: text,\n// source: me}\n",
            2,
            "expected the facts as a mapping `judge: {...}`, got '{format: text,'",
            id="mapping of two lines",
        ),
        pytest.param(
            "# judge: {format: luogu}\n\n# judge: {source: me}\n",
            3,
            "expected one header, got another than that in line 1",
            id="a second one",
        ),
        pytest.param(
            "# judge: format: luogu\n# judge: {source: me}\n",
            1,
            "expected one header, got another than that in line 2",
            id="a second one without braces",
        ),
        pytest.param(
            "\n" * 5 + "# judge: {format: luogu}\n",
            6,
            "expected a header in the first 5 lines, got one after them",
            id="too late",
        ),
        pytest.param(
            "# judge: {format: luogu}\n" + "x = 1\n" * 999 + "    # judge: {format: poj}\r\n",
            1001,
            "expected a header in the first 5 lines, got one after them",
            id="a second one much later",
        ),
        pytest.param(
            "# judge: {problems: 3}\n",
            1,
            "expected the name of a problem, a pattern, or a list of these, got the number 3;"
            " put it in quotes",
            id="problems a number",
        ),
        pytest.param(
            "\n# judge: {format: cf}\n",
            2,
            "expected a format: poj, luogu, nowcoder, leetcode, text, got 'cf'",
            id="format that is unknown",
        ),
        pytest.param(
            "# judge: {format: lougu}\n",
            1,
            "expected a format: poj, luogu, nowcoder, leetcode, text, got 'lougu'; did you mean luogu?",
            id="format mistyped",
        ),
        pytest.param(
            "# judge: {format: text, limit: 1s}\n",
            1,
            "expected one of the keys format, problems, source and 3 more, got 'limit'",
            id="key that is unknown",
        ),
        pytest.param(
            "# judge: {format: text, source: 3}\n",
            1,
            "expected where the approach comes from, got the number 3; put it in quotes",
            id="source a number",
        ),
        pytest.param(
            "# judge: {format: text, expect: TLE}\n",
            1,
            "expected a mapping from cases to verdicts, got 'TLE'",
            id="expectation without a case",
        ),
        pytest.param(
            "\n\n# judge: {format: text, expect: {hack: SLOW}}\n",
            3,
            f"expected for 'hack' {ALLOWED}, got 'SLOW'",
            id="verdict that is unknown",
        ),
        pytest.param(
            "# judge: {format: text, expect: {hack: tle}}\n",
            1,
            f"expected for 'hack' {ALLOWED}, got 'tle'; did you mean TLE?",
            id="verdict in small letters",
        ),
        pytest.param(
            "# judge: {format: text, expect: {hack: PE no-seperators}}\n",
            1,
            "expected for 'hack' PE with one of no-separators, other-separator, wrong-text and"
            f" {len(MISTAKES) - 3} more, got 'no-seperators'; did you mean no-separators?",
            id="mistake that is unknown",
        ),
        pytest.param(
            "# judge: {format: text, expect: {hack: [AC, no-separators]}}\n",
            1,
            f"expected for 'hack' {ALLOWED}, got 'no-separators'; did you mean PE no-separators?",
            id="mistake without a verdict",
        ),
        pytest.param(
            "# judge: {format: text, expect: {hack: []}}\n",
            1,
            f"expected for 'hack' {ALLOWED}, got an empty list",
            id="no verdict",
        ),
        pytest.param(
            "# judge: {format: text, expect: {hack: {a: b}}}\n",
            1,
            f"expected for 'hack' {ALLOWED}, got a mapping",
            id="mapping for a verdict",
        ),
        pytest.param(
            "# judge: {format: text, expect: {hack: TLE, hack: WA}}\n",
            1,
            "expected each key once, got 'hack' again, first on line 1",
            id="expectation twice",
        ),
        pytest.param(
            "# judge: {format: text, expect: {hack: AC no-separators}}\n",
            1,
            "expected for 'hack' PE or WA with no-separators, got 'AC no-separators'",
            id="mistake in what is accepted",
        ),
        pytest.param(
            "# judge: {format: text, expect: {hack: [WA, TLE cr-lf]}}\n",
            1,
            "expected for 'hack' PE or WA with cr-lf, got 'TLE cr-lf'",
            id="mistake in what was stopped",
        ),
        pytest.param(
            "# judge: {format: text, expect: {hack: PE prompt}}\n",
            1,
            "expected for 'hack' WA with prompt, got 'PE prompt'",
            id="mistake that is not of white space alone",
        ),
        pytest.param("# judge: {format: *a}\n", 1, "expected a value, got an alias", id="no strict YAML"),
    ],
)
def test_every_fault_has_its_line(tmp_path: Path, head: str, line: int, message: str) -> None:
    (tmp_path / "a.py").write_bytes(head.encode())
    assert faults(tmp_path) == [f"a.py:{line}: {message}"]


def test_facts_that_are_no_yaml_are_a_fault_of_their_line(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("\n# judge: {format: [}\n")
    (fault,) = faults(tmp_path)
    assert fault.startswith("a.py:2: expected YAML, got a fault: ")


def test_a_program_need_not_be_text(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"\xff\x00\n# judge: {format: text}\n\xfe" + b"x" * 100_000)
    assert [solution.format for solution in load_solutions(tmp_path)] == ["text"]


def test_names_are_paths_below_the_folder_and_come_in_their_order(tmp_path: Path) -> None:
    programs = dict.fromkeys(("b.py", "a/z.py", "a.py", "c/d/e.py"), ADDS)
    write_files(tmp_path, {**programs, "readme.txt": "no program"})
    (tmp_path / "folder.py").mkdir()
    assert [solution.name for solution in load_solutions(tmp_path)] == ["a.py", "a/z.py", "b.py", "c/d/e.py"]


def test_a_name_is_printable_whatever_the_file_is_called(tmp_path: Path) -> None:
    for name in (b"\xff.py", b"\x1b[2J.py", "\u202e.py".encode()):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text(ADDS)
    solutions = load_solutions(tmp_path)
    assert len({solution.name for solution in solutions}) == 3
    for solution in solutions:
        assert solution.name.isprintable()
        assert solution.path.is_file()


def test_a_program_that_cannot_be_read_is_at_fault_and_the_others_are_read(as_nobody: Path) -> None:
    for name in ("a.py", "b.py"):
        (as_nobody / name).write_text(ADDS)
    (as_nobody / "a.py").chmod(0)
    become_ordinary()
    first, second = read_solutions(as_nobody)
    assert list(map(str, first.faults)) == [
        f"{as_nobody}/a.py: expected a readable file, got: Permission denied"
    ]
    assert second.faults == ()


def test_two_names_that_look_the_same_are_a_fault(tmp_path: Path) -> None:
    for name in ("\x1b.py", r"\x1b.py"):
        (tmp_path / name).write_text(ADDS)
    with pytest.raises(InputErrors):
        load_solutions(tmp_path)


def test_all_faults_of_all_programs_are_reported_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("# judge: {format: t}\n")
    (tmp_path / "b.py").write_text(ADDS)
    (tmp_path / "c.py").write_text("# judge: {form: text, source: 3}\n")
    assert faults(tmp_path) == [
        "a.py:1: expected a format: poj, luogu, nowcoder, leetcode, text, got 't'",
        "c.py:1: expected one of the keys format, problems, source and 3 more, got 'form';"
        " did you mean format?",
        "c.py:1: expected where the approach comes from, got the number 3; put it in quotes",
    ]


def problems(*cases: str) -> Problems:
    return collect_problems([make_case(id=case) for case in cases])


def faults_on(folder: Path, *cases: str) -> list[str]:
    with pytest.raises(InputErrors) as caught:
        load_solutions(folder, problems(*cases))
    return [str(fault).removeprefix(f"{folder}/") for fault in caught.value.faults]


def test_an_expectation_that_no_case_can_meet_is_a_fault_where_the_cases_are_known(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("# judge: {format: text, expect: {hack/thrid: TLE, hack: WA, x*: WA}}\n")
    assert load_solutions(tmp_path)
    assert faults_on(tmp_path, "hack/third", "hack/turned") == [
        "a.py:1: expected a pattern that matches one of hack/third, hack/turned, got 'hack/thrid';"
        " did you mean hack/third?",
        "a.py:1: expected a pattern that matches one of hack/third, hack/turned, got 'x*'",
    ]
    (tmp_path / "a.py").write_text("# judge: {format: text, expect: {'*/third': TLE, hack: WA}}\n")
    assert load_solutions(tmp_path, problems("hack/third"))


@pytest.mark.parametrize("suffix", [suffix for suffix, row in LANGUAGES.items() if row.run])
def test_only_a_python_program_names_an_interpreter(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"a{suffix}").write_text("// judge: {format: text, interpreter: pypy3}\n")
    assert faults(tmp_path) == [
        f"a{suffix}:1: expected the key 'interpreter' in a program .py, got it in one {suffix}"
    ]


@pytest.mark.parametrize("name", [r"\0", r"/usr/bin/python3\0", r"py\0py3"])
def test_the_name_of_an_interpreter_has_no_zero_byte(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.py").write_text(f'# judge: {{format: text, interpreter: "{name}"}}\n')
    (fault,) = faults(tmp_path)
    assert fault.startswith("a.py:1: expected the name or the path of an interpreter, got ")


@pytest.mark.parametrize("format", [*GRID_FORMATS, "text"])
def test_every_mistake_that_can_be_found_can_be_expected(tmp_path: Path, format: str) -> None:
    found = set()
    tests = [make_test(answer=answer) for answer in (b"Yes 1\n\n 2 \n", b"1\t2\r\n")]
    if format in GRID_FORMATS:
        tests = list(case_tests.make_tests(grid_case("poj", (CLUES, SOLVED), (TWO_CLUES, SOLVED)), format))
    for test in tests:
        for mutant in mutants(test):
            verdict, _, diagnosis = judged(mutant.output, test)
            assert diagnosis is not None
            found |= {f"{verdict.name} {mistake.name}" for mistake in diagnosis.mistakes}
    assert len(found) > 20
    expect = f"{{hack: [{', '.join(sorted(found))}]}}"
    (tmp_path / "a.py").write_text(f"# judge: {{format: text, expect: {expect}}}\n")
    (solution,) = load_solutions(tmp_path)
    assert {allowed.name for allowed in solution.expectations[0].verdicts} == found


def test_what_is_no_solution_is_passed_over_with_the_reason(tmp_path: Path) -> None:
    for name in (
        "a.py",
        "readme.txt",
        "a.text",
        "Makefile",
        ".b.py",
        ".git/c.py",
        "deep/d.md",
        "deep/E.PY",
        "deep/f.Cpp",
        "__pycache__/a",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(ADDS)
    (tmp_path / "gone.py").symlink_to("nowhere")
    (tmp_path / "round").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe.py")
    assert [solution.name for solution in load_solutions(tmp_path)] == ["a.py"]
    suffixes = listed(LANGUAGES)
    assert [str(fault).removeprefix(f"{tmp_path}/") for fault in find_ignored_programs(tmp_path)] == [
        ".b.py: expected a name that does not begin with a dot",
        ".git: expected a name that does not begin with a dot",
        f"Makefile: expected a program ({suffixes}), got 'Makefile'",
        f"a.text: expected a program ({suffixes}), got 'a.text'",
        "deep/E.PY: expected a program's suffix in small letters, got '.PY'",
        f"deep/d.md: expected a program ({suffixes}), got 'd.md'",
        "deep/f.Cpp: expected a program's suffix in small letters, got '.Cpp'",
        "gone.py: expected a regular file, got none",
        "pipe.py: expected a regular file, got none",
        f"readme.txt: expected a program ({suffixes}), got 'readme.txt'",
        "round: expected a folder, got a link to one",
    ]


def test_a_folder_without_programs_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "readme.txt").write_text("no program")
    with pytest.raises(InputErrors) as caught:
        load_solutions(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path}: expected programs (")


def test_every_solution_of_the_repository_states_its_facts() -> None:
    solutions = load_solutions(REPOSITORY / "solutions")
    assert {solution.format for solution in solutions} >= {"poj", "luogu", "nowcoder", "leetcode"}
    assert all(solution.source for solution in solutions)
