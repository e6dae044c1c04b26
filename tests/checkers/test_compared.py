"""A case that names a profile is decided by it. The verdict of a strict judge is still shown."""

import json
from pathlib import Path

import pytest
from helpers import A_PLUS_B, OTHER, SOLVED, TWO_CLUES, make_run, make_test, run_here, write_project
from hypothesis import given
from hypothesis import strategies as st

from judge.checkers.decision import decide
from judge.checkers.sites import PROFILES
from judge.model.verdicts import Verdict
from judge.subjects.sudoku.formats import GRID_FORMATS
from judge.work.explanations import explain_output

AC, JE, PE, WA = Verdict.AC, Verdict.JE, Verdict.PE, Verdict.WA
SUM = A_PLUS_B.replace("cases:", "compare: tokens\ncases:")
LINES = "# judge: {format: text}\nprint()\nprint(3)\n"
WRONG = "# judge: {format: text, expect: {sum: WA}}\nprint(4)\n"
SHORT = st.text("12 \n", max_size=6).map(str.encode)


@pytest.mark.parametrize("profile", [name for name in PROFILES if name not in ("json", "any-grid")])
@given(output=SHORT, answer=SHORT)
def test_a_profile_decides_as_it_would_say(profile: str, output: bytes, answer: bytes) -> None:
    test = make_test(answer=answer, compare=profile)
    judgement = decide(make_run(stdout=output), test)
    said = PROFILES[profile](test, output)
    assert said
    assert judgement.verdict is said.verdict
    assert judgement.answer == (None if output == answer else answer)


@pytest.mark.parametrize(
    ("profile", "output", "answer", "verdict"),
    [
        pytest.param("json", b"[1,2]", b"[1, 2]\n", AC, id="the same value"),
        pytest.param("json", b"[1,3]", b"[1, 2]\n", WA, id="another value"),
        pytest.param("json", b"nonsense", b"[1, 2]\n", WA, id="no value"),
        pytest.param("json", b"[" + b" " * (1 << 18) + b"]", b"[1]", WA, id="more than the profile reads"),
        pytest.param("json", b"7", b"8", JE, id="an answer of which it cannot speak"),
        pytest.param("json", b"8", b"8", AC, id="the same bytes, of which it cannot speak"),
        pytest.param("any-grid", b"1", b"2", JE, id="no grids"),
    ],
)
def test_a_profile_that_cannot_speak_of_the_case_is_the_judges_fault(
    profile: str, output: bytes, answer: bytes, verdict: Verdict
) -> None:
    assert decide(make_run(stdout=output), make_test(answer=answer, compare=profile)).verdict is verdict


@pytest.mark.parametrize("profile", PROFILES)
@given(output=SHORT, answer=SHORT)
def test_whatever_a_profile_says_of_other_bytes_can_be_explained(
    profile: str, output: bytes, answer: bytes
) -> None:
    test = make_test(answer=answer, compare=profile)
    message, diagnosis, said = explain_output(test, output, decide(make_run(stdout=output), test))
    assert bool(message) is bool(diagnosis) is bool(said) is (output != answer)


def test_another_right_grid_is_accepted_where_any_is_and_its_first_other_cell_told() -> None:
    luogu = GRID_FORMATS["luogu"]
    output, answer = luogu.encode_output([OTHER]), luogu.encode_output([SOLVED])
    asked = luogu.encode_input([TWO_CLUES])
    test = make_test(format="luogu", input=asked, answer=answer, compare="any-grid")
    judgement = decide(make_run(stdout=output), test)
    message, diagnosis, _ = explain_output(test, output, judgement)
    assert judgement.verdict is AC
    assert diagnosis
    assert diagnosis.wrong_part
    assert message.startswith("exact: JE row ")


def test_what_a_strict_judge_would_not_accept_says_so_in_its_row(tmp_path: Path) -> None:
    write_project(tmp_path, solutions={"lines.py": LINES, "wrong.py": WRONG}, cases={"sum.yaml": SUM})
    done = run_here("run", "--json", "out.json", cwd=tmp_path, env={"COLUMNS": "120"})
    assert done.returncode == 0
    rows = {line.split()[0]: line for line in done.stdout.splitlines() if ".py" in line}
    assert rows["lines.py"].rstrip().endswith("as expected, exact: PE blank-line-before")
    assert rows["wrong.py"].rstrip().endswith("as expected")
    shown = run_here("show", "lines", "sum", cwd=tmp_path).stdout
    assert "AC: exact: PE blank-line-before" in shown
    assert "AC on tokens, kattis; PE on exact, poj; WA on luogu, squeezed, cms" in shown


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param(
            SUM.replace("tokens", "tokns"),
            "cases/sum.yaml:5: expected one of the profiles exact, luogu, poj, squeezed, cms, tokens, kattis,"
            " json, any-grid, lines, dmoj, float 1e-6, decimals 1e-6, any, got 'tokns';"
            " did you mean tokens?\n",
            id="no profile",
        ),
        pytest.param(
            "problem: P\nformat: luogu\ntime: 1s\nmemory: 64MiB\ncompare: tokens\nanswer: any\n"
            'cases: [{id: a, input: "", output: ""}]\n',
            "expected `answer: unique` beside `compare: tokens`, got any\n",
            id="any answer",
        ),
    ],
)
def test_a_profile_that_cannot_decide_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    write_project(tmp_path, solutions={"lines.py": LINES}, cases={"sum.yaml": text})
    done = run_here("run", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert fault in done.stderr


SPACED = "# judge: {problems: '*'}\nprint('3 ')\n"
TOML = '[tool.judge]\ncompare = "exact"\n'
STATED = "problem: P\nformat: text\ntime: 10s\nmemory: 256MiB\ntests: '*.in'\n"


def verdicts(root: Path, *words: str) -> dict[str, str]:
    """The verdict of `spaced.py` on each case."""
    done = run_here("run", "--json", "out.json", *words, cwd=root)
    assert done.returncode in (0, 1, 2)
    assert not done.stderr
    entries = json.loads((root / "out.json").read_bytes())["results"]
    return {entry["case"]: entry["verdict"] for entry in entries if entry["solution"] == "spaced.py"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with a case in YAML and the same as files."""
    write_project(tmp_path, solutions={"spaced.py": SPACED}, cases={"sum.yaml": A_PLUS_B})
    (tmp_path / "cases" / "files").mkdir()
    (tmp_path / "cases" / "files" / "1.in").write_text("1 2\n")
    (tmp_path / "cases" / "files" / "1.out").write_text("3\n")
    return tmp_path


def test_of_tests_in_folders_blanks_at_line_ends_do_not_count_unless_they_are_to(folder: Path) -> None:
    assert verdicts(folder) == {"sum/small": "PE", "files/1": "AC"}
    assert verdicts(folder, "--compare", "exact") == {"sum/small": "PE", "files/1": "PE"}
    assert verdicts(folder, "--compare", "tokens") == {"sum/small": "AC", "files/1": "AC"}
    (folder / "pyproject.toml").write_text(TOML)
    assert verdicts(folder) == {"sum/small": "PE", "files/1": "PE"}
    assert verdicts(folder, "--compare", "luogu") == {"sum/small": "AC", "files/1": "AC"}


def test_what_a_problem_of_files_states_comes_before_the_project(folder: Path) -> None:
    for stated, verdict in (("", "AC"), ("compare: exact\n", "PE"), ("compare: tokens\n", "AC")):
        (folder / "cases" / "files.yaml").write_text(STATED + stated)
        assert verdicts(folder, "--case", "files") == {"files/1": verdict}
    (folder / "pyproject.toml").write_text(TOML)
    assert verdicts(folder, "--case", "files") == {"files/1": "AC"}


LUOGU = GRID_FORMATS["luogu"]
OTHER_GRID = LUOGU.encode_output([OTHER])


def with_two_answers(root: Path, stated: str, output: bytes) -> Path:
    """A project with a case that has two right answers, and a program that prints this."""
    text = f"# judge: {{format: luogu}}\nprint({output.decode()!r}, end='')\n"
    asked = LUOGU.encode_input([TWO_CLUES]).decode().splitlines()
    told = LUOGU.encode_output([SOLVED]).decode().splitlines()
    case = f"problem: P\nformat: luogu\ntime: 10s\nmemory: 64MiB\n{stated}cases:\n  - id: one\n"
    for key, lines in (("input", asked), ("output", told)):
        case += f"    {key}: |\n" + "".join(f"      {line}\n" for line in lines)
    return write_project(root, solutions={"spaced.py": text}, cases={"p.yaml": case})


def test_any_right_answer_stays_right_whatever_is_to_decide(tmp_path: Path) -> None:
    with_two_answers(tmp_path, "answer: any\n", OTHER_GRID)
    assert verdicts(tmp_path) == verdicts(tmp_path, "--compare", "tokens") == {"p/one": "AC"}


@pytest.mark.slow
@pytest.mark.parametrize("stated", ["compare: any\n", "compare: any\nanswer: any\n", "compare: any-grid\n"])
def test_any_right_answer_is_right_in_whatever_layout(tmp_path: Path, stated: str) -> None:
    loose = with_two_answers(tmp_path / "loose", stated, OTHER_GRID.replace(b" ", b""))
    assert verdicts(loose) == verdicts(loose, "--compare", "any") == {"p/one": "AC"}
    assert verdicts(loose, "--compare", "tokens") == {"p/one": "AC"}
    assert verdicts(loose, "--compare", "exact") == {"p/one": "PE"}
    row = next(line for line in run_here("run", cwd=loose).stdout.splitlines() if ".py" in line)
    assert row.rstrip().endswith("1/1 passed, exact: PE no-separators")
    assert run_here("check", cwd=loose).returncode == 0
    strict = with_two_answers(tmp_path / "strict", stated, OTHER_GRID)
    done = run_here("run", cwd=strict)
    assert next(line for line in done.stdout.splitlines() if ".py" in line).rstrip().endswith("1/1 passed")
    wrong = with_two_answers(tmp_path / "wrong", stated, OTHER_GRID.replace(b"5", b"6"))
    assert verdicts(wrong) == {"p/one": "WA"}


def test_any_may_be_asked_for_where_a_case_states_one_answer(tmp_path: Path) -> None:
    with_two_answers(tmp_path, "", OTHER_GRID.replace(b" ", b""))
    assert verdicts(tmp_path, "--compare", "any") == {"p/one": "AC"}
    assert verdicts(tmp_path, "--compare", "tokens") == {"p/one": "WA"}
    assert verdicts(tmp_path) == {"p/one": "JE"}


@pytest.mark.parametrize("value", ['"tokns"', "3", "true"])
def test_a_project_that_names_no_rule_is_refused(folder: Path, value: str) -> None:
    (folder / "pyproject.toml").write_text(f"[tool.judge]\ncompare = {value}\n")
    done = run_here("run", cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pyproject.toml: ")
    assert done.stderr.count("\n") == 1
    assert "compare" in done.stderr
