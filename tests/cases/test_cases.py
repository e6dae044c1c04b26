"""Cases from YAML, and every fault with its line."""

import json
from pathlib import Path

import pytest
from helpers import A_PLUS_B, CLUES, OTHER, REPOSITORY, SOLVED, TWO_CLUES
from hypothesis import given
from hypothesis import strategies as st

from judge.cases.ignored import find_ignored_files
from judge.cases.loader import load_cases
from judge.model.cases import Case
from judge.model.runs import Limits
from judge.model.verdicts import Expectation, Verdict, VerdictWithMistake
from judge.platform.errors import InputErrors
from judge.platform.files import stamp_of
from judge.subjects.sudoku.formats import GRID_FORMATS

# Lines 1 to 27; `_` is the space after every digit, which editors would remove.
LUOGU = """\
problem: P1784
format: luogu
source: https://example.org/P1784
time: 1s
memory: 125MiB
cases:
  - id: sample
    input: |
      5 3 0 0 7 0 0 0 0
      6 0 0 1 9 5 0 0 0
      0 9 8 0 0 0 0 6 0
      8 0 0 0 6 0 0 0 3
      4 0 0 8 0 3 0 0 1
      7 0 0 0 2 0 0 0 6
      0 6 0 0 0 0 2 8 0
      0 0 0 4 1 9 0 0 5
      0 0 0 0 8 0 0 7 9
    output: |
      5_3_4_6_7_8_9_1_2_
      6_7_2_1_9_5_3_4_8_
      1_9_8_3_4_2_5_6_7_
      8_5_9_7_6_1_4_2_3_
      4_2_6_8_5_3_7_9_1_
      7_1_3_9_2_4_8_5_6_
      9_6_1_5_3_7_2_8_4_
      2_8_7_4_1_9_6_3_5_
      3_4_5_2_8_6_1_7_9_
""".replace("_", " ")


def load(folder: Path, text: str, *, name: str = "p.yaml") -> tuple[Case, ...]:
    (folder / name).write_bytes(text.encode())
    return load_cases(folder)


def faults(folder: Path) -> list[str]:
    with pytest.raises(InputErrors) as caught:
        load_cases(folder)
    return [str(fault).removeprefix(f"{folder}/") for fault in caught.value.faults]


def replaced(text: str, old: str, new: str) -> str:
    assert text.count(old) >= 1
    return text.replace(old, new, 1)


# What is read


def test_a_case_is_what_its_file_says(tmp_path: Path) -> None:
    (case,) = load(tmp_path, LUOGU, name="luogu-p1784.yaml")
    assert case == Case(
        id="luogu-p1784/sample",
        title="P1784",
        format="luogu",
        input=case.input,
        answer=GRID_FORMATS["luogu"].encode_output([SOLVED]),
        limits=Limits(cpu_s=1.0, memory_bytes=125 << 20, output_bytes=16 << 20),
        any_answer=False,
        path=tmp_path / "luogu-p1784.yaml",
        stamp=stamp_of(tmp_path / "luogu-p1784.yaml"),
        line=7,
    )
    assert case.input.startswith(b"5 3 0 0 7 0 0 0 0\n")
    assert case.input.endswith(b"0 0 0 0 8 0 0 7 9\n")


def test_the_bytes_of_a_text_case_are_untouched(tmp_path: Path) -> None:
    text = A_PLUS_B.replace("input: |\n      1 2\n", 'input: " 1\\t2 \\r\\n\\0é"\n').replace(
        "output: |", "output: |+"
    )
    (case,) = load(tmp_path, text + "\n  \n")
    assert case.input == b" 1\t2 \r\n\0" + "é".encode()
    assert case.answer == b"3\n\n\n"


def test_what_a_file_does_not_say_is_as_of_a_folder(tmp_path: Path) -> None:
    (case,) = load(tmp_path, "cases:\n  - id: x\n    input: 1 2\n    output: '3'\n", name="sum.yaml")
    assert (case.title, case.format, case.compare) == ("sum", "text", "exact")
    assert case.limits == Limits(cpu_s=2.0, memory_bytes=256 << 20, output_bytes=16 << 20)


@pytest.mark.parametrize("format", GRID_FORMATS)
def test_grids_without_a_format_do_not_become_mere_bytes(tmp_path: Path, format: str) -> None:
    asked = GRID_FORMATS[format].encode_input([CLUES]).decode()
    text = f"cases:\n  - id: x\n    input: {json.dumps(asked)}\n    output: nothing of the kind\n"
    with pytest.raises(InputErrors, match="expected the key 'format', since 'x' reads as"):
        load(tmp_path, text)
    (case,) = load(tmp_path, f"format: text\n{text}")
    assert case.input == asked.encode()


def test_a_name_that_no_file_can_have_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(InputErrors, match=r"expected a readable file of puzzles.*embedded null byte"):
        load(tmp_path, 'format: luogu\npuzzles: "a\\0b"\n')


def test_puzzles_without_a_format_do_not_become_mere_bytes(tmp_path: Path) -> None:
    (tmp_path / "clues.txt").write_bytes(CLUES + b"\n")
    with pytest.raises(InputErrors, match="expected a format of grids for puzzles, got text"):
        load(tmp_path, "puzzles: clues.txt\n")


def test_a_case_may_set_each_limit_and_the_answer_for_itself(tmp_path: Path) -> None:
    text = LUOGU.replace("memory: 125MiB", "memory: 1GiB\noutput_limit: 64KiB\nanswer: any")
    second = LUOGU[LUOGU.index("  - id:") :].replace("sample", "own")
    second += "    time: 1500ms\n    memory: 64MiB\n    output_limit: 2KiB\n    answer: unique\n"
    first, own = load(tmp_path, text + second)
    assert first.limits == Limits(cpu_s=1.0, memory_bytes=1 << 30, output_bytes=64 << 10)
    assert own.limits == Limits(cpu_s=1.5, memory_bytes=64 << 20, output_bytes=2 << 10)
    assert (first.any_answer, own.any_answer) == (True, False)


@pytest.mark.parametrize(
    ("word", "seconds"),
    [
        ("1s", 1.0),
        ("0.5s", 0.5),
        (".5s", 0.5),
        ("1ms", 0.001),
        ("250ms", 0.25),
        ("2.5ms", 0.0025),
        ("2m", 120.0),
    ],
)
def test_times_are_seconds(tmp_path: Path, word: str, seconds: float) -> None:
    (case,) = load(tmp_path, replaced(LUOGU, "1s", word))
    assert case.limits.cpu_s == pytest.approx(seconds)


def test_a_case_says_where_it_comes_from_and_what_solutions_get_on_it(tmp_path: Path) -> None:
    expect = "    expect:\n      a.py: TLE\n      wrong/*: [WA, PE no-separators]\n"
    (case,) = load(tmp_path, f"{A_PLUS_B}    source: a friend\n{expect}")
    no_separators = VerdictWithMistake(verdict=Verdict.PE, mistake="no-separators")
    assert case.expectations == (
        Expectation(pattern="a.py", verdicts=(Verdict.TLE,), line=13),
        Expectation(pattern="wrong/*", verdicts=(Verdict.WA, no_separators), line=14),
    )


def test_cases_come_in_the_order_of_files_and_of_their_lines(tmp_path: Path) -> None:
    more = A_PLUS_B + A_PLUS_B[A_PLUS_B.index("  - id:") :].replace("small", "again")
    for name in ("b.yml", "a.yaml", "c.yaml"):
        (tmp_path / name).write_text(more)
    (tmp_path / "notes.txt").write_text("not a case")
    ids = [case.id for case in load_cases(tmp_path)]
    assert ids == [f"{stem}/{case}" for stem in "abc" for case in ("small", "again")]


def test_any_answer_lets_a_case_name_one_of_two_completions(tmp_path: Path) -> None:
    luogu = GRID_FORMATS["luogu"]
    for answer in (SOLVED, OTHER):
        blocks = [
            "".join(f"      {line}\n" for line in data.decode().splitlines())
            for data in (luogu.encode_input([TWO_CLUES]), luogu.encode_output([answer]))
        ]
        head = LUOGU[: LUOGU.index("cases:")]
        text = f"{head}answer: any\ncases:\n  - id: two\n    input: |\n{blocks[0]}    output: |\n{blocks[1]}"
        (case,) = load(tmp_path, text)
        assert case.any_answer


def test_the_cases_of_the_repository_are_in_order() -> None:
    cases = load_cases(REPOSITORY / "cases")
    assert {case.format for case in cases} == set(GRID_FORMATS)
    assert len({case.id for case in cases}) == len(cases)


# What is refused


def test_the_text_that_the_faults_are_made_of_has_none(tmp_path: Path) -> None:
    assert len(load(tmp_path, LUOGU)) == 1


KEYS = "source, problem, format and 28 more"
CASE_KEYS = "input, points, id and 7 more"
A_TIME = "expected a time such as 1s or 500ms (units: ms, s, m), got"
A_SIZE = "expected a size such as 64MiB (units: KiB, MiB, GiB), got"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        pytest.param(
            "format: luogu\n",
            "",
            6,
            "expected the key 'format', since 'sample' reads as luogu, got none",
            id="format forgotten",
        ),
        pytest.param(
            "problem: P1784",
            "problem: 1784",
            1,
            "expected a string, got the number 1784; put it in quotes",
            id="problem a number",
        ),
        pytest.param("problem: P1784", "problem:", 1, "expected a string, got nothing", id="problem empty"),
        pytest.param(
            "source:",
            "sauce:",
            3,
            f"expected one of the keys {KEYS}, got 'sauce'; did you mean source?",
            id="key that is unknown",
        ),
        pytest.param(
            "format: luogu",
            "format: codeforces",
            2,
            "expected a format: poj, luogu, nowcoder, leetcode, text, got 'codeforces'",
            id="format that is unknown",
        ),
        pytest.param("time: 1s", "time: 1", 4, f"{A_TIME} the number 1", id="time without a unit"),
        pytest.param("time: 1s", "time: 1 s", 4, f"{A_TIME} '1 s'", id="time with a space"),
        pytest.param("time: 1s", "time: 1h", 4, f"{A_TIME} '1h'", id="time in hours"),
        pytest.param("time: 1s", "time: 1 sec", 4, f"{A_TIME} '1 sec'", id="time in words"),
        pytest.param("time: 1s", "time: 99999m", 4, f"{A_TIME} '99999m'", id="time of months"),
        pytest.param("time: 1s", "time: -1s", 4, f"{A_TIME} '-1s'", id="time below zero"),
        pytest.param("time: 1s", "time: 0s", 4, f"{A_TIME} '0s'", id="no time at all"),
        pytest.param(
            "time: 1s", "time: 0.000ms", 4, f"{A_TIME} '0.000ms'", id="no time at all in milliseconds"
        ),
        pytest.param("time: 1s", "time: 1e3s", 4, f"{A_TIME} '1e3s'", id="time with an exponent"),
        pytest.param("time: 1s", "time: infs", 4, f"{A_TIME} 'infs'", id="time without end"),
        pytest.param("time: 1s", 'time: "1s\\n"', 4, rf"{A_TIME} '1s\n'", id="time with a newline"),
        pytest.param("memory: 125MiB", "memory: 125MB", 5, f"{A_SIZE} '125MB'", id="memory in thousands"),
        pytest.param("memory: 125MiB", "memory: 1.5GiB", 5, f"{A_SIZE} '1.5GiB'", id="memory in fractions"),
        pytest.param("memory: 125MiB", "memory: 0MiB", 5, f"{A_SIZE} '0MiB'", id="no memory at all"),
        pytest.param("memory: 125MiB", "memory: [125MiB]", 5, f"{A_SIZE} a list", id="memory a list"),
        pytest.param(
            "memory: 125MiB",
            "memory: 125MiB\noutput_limit: much",
            6,
            f"{A_SIZE} 'much'",
            id="output limit in words",
        ),
        pytest.param(
            "memory: 125MiB",
            "memory: 125MiB\nanswer: all",
            6,
            "expected unique or any, got 'all'",
            id="answer neither",
        ),
        pytest.param(
            "    input: |",
            "    answer: all\n    input: |",
            8,
            "expected unique or any, got 'all'",
            id="answer of a case neither",
        ),
        pytest.param(
            "    input: |", "    time: fast\n    input: |", 8, f"{A_TIME} 'fast'", id="time of a case"
        ),
        pytest.param(
            "    input: |", "    time: ''\n    input: |", 8, f"{A_TIME} ''", id="time of a case empty"
        ),
        pytest.param(
            "    input: |",
            "    expect: AC\n    input: |",
            8,
            "expected a mapping from solutions to verdicts, got 'AC'",
            id="expectation of nobody",
        ),
        pytest.param(
            "    input: |",
            "    expect:\n      a.py: TLE\n      b.py: [AC, TEL]\n    input: |",
            10,
            "expected for 'b.py' one of AC, NA, PE, WA, OLE, MLE, TLE, ILE, RE, CE, JE, SK, one with the name"
            " of a mistake (see `judge mistakes`), or a list of these, got 'TEL'; did you mean TLE?",
            id="verdict that is unknown",
        ),
        pytest.param(
            "    input: |",
            "    source: [me]\n    input: |",
            8,
            "expected a string, got a list",
            id="source of a case no text",
        ),
        pytest.param(
            "  - id: sample",
            "  - id: a/b",
            7,
            "expected a name of letters, digits, `.`, `-`, `_`, got 'a/b'",
            id="id with a slash",
        ),
        pytest.param(
            "  - id: sample",
            "  - id: 1",
            7,
            "expected a name of letters, digits, `.`, `-`, `_`, got the number 1; put it in quotes",
            id="id a number",
        ),
        pytest.param(
            "  - id: sample",
            '  - id: "\\e[2J"',
            7,
            r"expected a name of letters, digits, `.`, `-`, `_`, got '\x1b[2J'",
            id="id hostile",
        ),
        pytest.param(
            "problem: P1784", "problem: *P", 1, "expected a value, got an alias", id="no strict YAML"
        ),
        pytest.param(
            "6 0 0 1 9 5 0 0 0",
            "6 0 0 1 9 5 0 0",
            10,
            "expected nine digits separated by single spaces, got '6 0 0 1 9 5 0 0'",
            id="row too short",
        ),
        pytest.param(
            "6 0 0 1 9 5 0 0 0",
            "600195000",
            10,
            "expected nine digits separated by single spaces, got '600195000'",
            id="row without separators",
        ),
        pytest.param(
            "      0 0 0 0 8 0 0 7 9\n",
            "",
            9,
            "expected 9 lines of nine digits, got 8 lines",
            id="row missing",
        ),
        pytest.param(
            "5 3 0 0 7 0 0 0 0",
            "5 3 5 0 7 0 0 0 0",
            8,
            "expected clues that obey the law, got grid 1: row 1 has two 5s",
            id="clues break the law",
        ),
        pytest.param(
            "9 6 1 5 3 7 2 8 4 ",
            "9 6 1 5 3 7 2 8 ",
            19,
            "expected grids of 81 digits from 1 to 9, got 80 characters",
            id="answer incomplete",
        ),
        pytest.param(
            "9 6 1 5 3 7 2 8 4 ",
            "9 6 1 5 3 7 2 8 0 ",
            19,
            "expected grids of 81 digits from 1 to 9, got 81 characters, among them '0'",
            id="answer with a blank",
        ),
        pytest.param(
            "9 6 1 5 3 7 2 8 4 ",
            "9 6 1 5 3 7 2 8 9 ",
            18,
            "expected a completion, got grid 1: row 7 has two 9s",
            id="answer breaks the law",
        ),
        pytest.param(
            "5 3 4 6 7 8 9 1 2 ",
            "5 4 3 6 7 8 9 1 2 ",
            18,
            "expected a completion, got grid 1: cell row 1, column 2 is 4, but the clue there is 3",
            id="answer contradicts a clue",
        ),
        pytest.param(
            "9 6 1 5 3 7 2 8 4 ",
            "9 6 1 5 3 7 2 8 4",
            25,
            r"expected '9 6 1 5 3 7 2 8 4 \n', got '9 6 1 5 3 7 2 8 4\n': trailing-blank-missing",
            id="trailing space lost",
        ),
        pytest.param(
            "3 4 5 2 8 6 1 7 9 ",
            "3 4 5 2 8 6 1 7 9",
            27,
            r"expected '3 4 5 2 8 6 1 7 9 \n', got '3 4 5 2 8 6 1 7 9\n': trailing-blank-missing",
            id="last trailing space lost",
        ),
        pytest.param(
            "9 6 1 5 3 7 2 8 4 ",
            "9 6 1 5 3 7 2 8 4  ",
            25,
            r"expected '9 6 1 5 3 7 2 8 4 \n', got '9 6 1 5 3 7 2 8 4  \n': trailing-blank-added",
            id="trailing space too much",
        ),
        pytest.param(
            "9 6 1 5 3 7 2 8 4 ",
            "961537284",
            25,
            r"expected '9 6 1 5 3 7 2 8 4 \n', got '961537284\n': no-separators",
            id="answer without separators",
        ),
        pytest.param(
            "    output: |\n",
            "    output: |-\n",
            27,
            r"expected '3 4 5 2 8 6 1 7 9 \n', got '3 4 5 2 8 6 1 7 9 ': final-newline-missing",
            id="final newline lost",
        ),
        pytest.param(
            "    output: |\n",
            "    output: |+\n",
            28,
            r"expected '', got '\n': blank-line-at-end",
            id="newline too much",
        ),
    ],
)
def test_every_fault_has_its_line(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    text = replaced(LUOGU, old, new) + ("\n" if "|+" in new else "")
    (tmp_path / "p.yaml").write_bytes(text.encode())
    assert faults(tmp_path) == [f"p.yaml:{line}: {message}"]


HEAD = LUOGU[: LUOGU.index("cases:")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", ["1: expected a mapping, got nothing"], id="empty file"),
        pytest.param("- a\n", ["1: expected a mapping, got a list"], id="list"),
        pytest.param("P1784\n", ["1: expected a mapping, got 'P1784'"], id="text"),
        pytest.param(
            HEAD,
            ["1: expected one of the keys cases, puzzles, tests, got none"],
            id="cases missing",
        ),
        pytest.param(HEAD + "cases: []\n", ["6: expected a list of cases, got an empty list"], id="no cases"),
        pytest.param(
            HEAD + "cases: {}\n", ["6: expected a list of cases, got a mapping"], id="cases a mapping"
        ),
        pytest.param(HEAD + "cases:\n  - one\n", ["6: expected a mapping, got 'one'"], id="case a word"),
        pytest.param(
            replaced(LUOGU, "    input: |", "    inputs: |"),
            [
                "7: expected the key 'input', got none",
                f"8: expected one of the keys {CASE_KEYS}, got 'inputs'; did you mean input?",
            ],
            id="key misspelt",
        ),
        pytest.param(
            LUOGU + LUOGU[LUOGU.index("  - id:") :],
            ["28: expected each id once, got 'sample' again, first on line 7"],
            id="two cases of one id",
        ),
        pytest.param(
            A_PLUS_B + "    answer: any\n",
            ["6: expected `answer: unique` in the format text, which knows no other answers, got any"],
            id="any answer without grids",
        ),
        pytest.param(
            A_PLUS_B.replace("time:", "answer: any\ntime:"),
            ["7: expected `answer: unique` in the format text, which knows no other answers, got any"],
            id="any answer without grids, for all cases",
        ),
        pytest.param(
            replaced(replaced(LUOGU, "time: 1s", "time: 1"), "9 6 1 5 3 7 2 8 4 ", "9 6 1 5 3 7 2 8 9 "),
            [
                f"4: {A_TIME} the number 1",
                "18: expected a completion, got grid 1: row 7 has two 9s",
            ],
            id="a fault of the head does not hide one of a case",
        ),
        pytest.param(
            LUOGU.replace("1s", "1")
            .replace("sample", "a b")
            .replace("6 0 0 1", "6 0 0")
            .replace("4 1 9", "4 9"),
            [
                f"4: {A_TIME} the number 1",
                "7: expected a name of letters, digits, `.`, `-`, `_`, got 'a b'",
            ],
            id="two wrong keys",
        ),
    ],
)
def test_all_faults_of_a_file_are_reported(tmp_path: Path, text: str, expected: list[str]) -> None:
    (tmp_path / "p.yaml").write_bytes(text.encode())
    assert faults(tmp_path) == [f"p.yaml:{fault}" for fault in expected]


def test_all_faults_of_all_files_are_reported_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(replaced(A_PLUS_B, "time: 10s", "time: soon"))
    (tmp_path / "b.yaml").write_bytes(b"\xff")
    (tmp_path / "c.yaml").write_text(LUOGU)
    (tmp_path / "d.yaml").mkdir()
    (tmp_path / "e.yaml").write_text(replaced(LUOGU, "7 9 \n", "7 9\n"))
    assert faults(tmp_path) == [
        f"a.yaml:3: {A_TIME} 'soon'",
        "b.yaml:1: expected UTF-8, got the byte 0xff",
        "d.yaml: expected a readable file, got: Is a directory",
        "e.yaml:27: expected '3 4 5 2 8 6 1 7 9 \\n', got '3 4 5 2 8 6 1 7 9\\n': trailing-blank-missing",
    ]


def test_what_is_no_case_is_passed_over_with_the_reason(tmp_path: Path) -> None:
    for name in ("p.yaml", ".r.yaml", "notes.txt", "set.txt", "more/s.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(A_PLUS_B)
    (tmp_path / "set.txt").write_bytes(CLUES + SOLVED + b"\n")
    (tmp_path / "z.yaml").write_text("problem: P\nformat: poj\ntime: 1s\nmemory: 64MiB\npuzzles: set.txt\n")
    cases = load_cases(tmp_path)
    assert [case.id for case in cases] == ["p/small", "z/1"]
    more = tmp_path / "more"
    assert [str(fault).removeprefix(f"{tmp_path}/") for fault in find_ignored_files(tmp_path, cases)] == [
        ".r.yaml: expected a name that does not begin with a dot",
        f"more: expected tests (*.in next to *.out), got a folder (--cases {more} asks for it)",
        "notes.txt: expected a case file *.yaml, got 'notes.txt'",
    ]


def test_a_folder_without_case_files_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(InputErrors) as caught:
        load_cases(tmp_path)
    wanted = "case files (*.yaml) or folders of tests (*.in next to *.out)"
    assert str(caught.value) == f"{tmp_path}: expected {wanted}, got none"


def test_a_file_name_that_no_case_id_can_begin_with_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "a\x1b[2J.yaml").write_text(A_PLUS_B)
    with pytest.raises(InputErrors):
        load_cases(tmp_path)


GRIDS_OF_POJ = """\
problem: P
format: poj
time: 1s
memory: 64MiB
cases:
  - id: two
    input: |
      2
{clues}
    output: |
{answers}
"""


def poj_file(clues: list[bytes], answers: list[bytes]) -> str:
    blocks = [
        "\n".join(f"      {grid[i : i + 9].decode()}" for grid in grids for i in range(0, 81, 9))
        for grids in (clues, answers)
    ]
    return GRIDS_OF_POJ.format(clues=blocks[0], answers=blocks[1])


def test_each_of_many_grids_is_checked(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(poj_file([TWO_CLUES, SOLVED], [SOLVED, OTHER]))
    assert faults(tmp_path) == [
        "p.yaml:27: expected a completion, got grid 2: cell row 3, column 5 is 2, but the clue there is 4"
    ]
    (tmp_path / "p.yaml").write_text(poj_file([TWO_CLUES, SOLVED], [SOLVED]))
    assert faults(tmp_path) == ["p.yaml:27: expected 2 grids, got 1"]
    (tmp_path / "p.yaml").write_text(poj_file([TWO_CLUES, SOLVED], [OTHER, SOLVED]))
    assert len(load_cases(tmp_path)) == 1


LEETCODE = """\
problem: P
format: leetcode
time: 1s
memory: 64MiB
cases:
  - id: one
    input: |
      {clues}
    output: |
      {answer}
"""


def test_the_message_shows_where_a_long_line_is_wrong(tmp_path: Path) -> None:
    leetcode = GRID_FORMATS["leetcode"]
    clues, answer = (leetcode.encode_output([grid]).decode().strip() for grid in (TWO_CLUES, SOLVED))
    (tmp_path / "p.yaml").write_text(
        LEETCODE.format(clues=clues, answer=replaced(answer, '"1","7","9"', '"1", "7","9"'))
    )
    (fault,) = faults(tmp_path)
    wanted, found = fault.removeprefix("p.yaml:10: expected ").split(", got ")
    assert wanted != found


@pytest.mark.slow
@given(st.text(st.sampled_from("0159. \t\n-"), max_size=40), st.text(st.sampled_from("159 \n"), max_size=40))
def test_whatever_the_texts_are_it_is_a_case_or_faults(
    tmp_path_factory: pytest.TempPathFactory, input: str, output: str
) -> None:
    folder = tmp_path_factory.mktemp("cases")
    for format in GRID_FORMATS:
        text = f"problem: P\nformat: {format}\ntime: 1s\nmemory: 1MiB\ncases:\n  - id: one\n"
        text += f"    input: {json.dumps(input)}\n    output: {json.dumps(output)}\n"
        (folder / f"{format}.yaml").write_text(text)
    with pytest.raises(InputErrors) as caught:
        load_cases(folder)
    assert {fault.path.stem for fault in caught.value.faults} == set(GRID_FORMATS)
