"""Another limit in a case file: every other byte stays, and the problem has it when it is read again."""

from pathlib import Path

import pytest
from helpers import A_PLUS_B, full_disk
from hypothesis import given
from hypothesis import strategies as st
from test_new_case import LAYOUTS

from judge.cases.loader import load_cases
from judge.cases.new_limit import set_time
from judge.platform.errors import InputErrors
from judge.platform.files import whole

WHY = "2 x 0.75 s (a.cpp on sum/small); 2026-11-22, AMD #1"
COMMENT = f"time: 1.5s  # {WHY}"


def restated(folder: Path, *, why: str = WHY) -> str:
    """The case file `sum.yaml` after its limit was set."""
    set_time(folder, "sum", "1.5s", why).write()
    return (folder / "sum.yaml").read_bytes().decode()


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_every_other_byte_stays(tmp_path: Path, layout: str) -> None:
    text = layout.replace("@", "")
    (tmp_path / "sum.yaml").write_bytes(text.encode())
    before = load_cases(tmp_path)
    assert restated(tmp_path) == text.replace("time: 10s", COMMENT)
    after = load_cases(tmp_path)
    assert {case.limits.cpu_s for case in after} == {1.5}
    assert [(case.id, case.input, case.answer) for case in after] == [
        (case.id, case.input, case.answer) for case in before
    ]


@pytest.mark.parametrize(
    ("line", "new"),
    [
        pytest.param('time: "10s"   # 9 x 1 s; 2025-01-31, Intel', COMMENT, id="its own comment"),
        pytest.param(
            "time:  10s # by the statement",
            f"# by the statement\n{COMMENT}".replace(": ", ":  ", 1),
            id="a comment",
        ),
        pytest.param("time :\n  10s\t", COMMENT.replace("time: ", "time :\n  "), id="a separate line"),
        pytest.param("'time': 10s", COMMENT.replace("time", "'time'", 1), id="a key in quotes"),
    ],
)
def test_what_stood_beside_the_limit_is_kept_above_it(tmp_path: Path, line: str, new: str) -> None:
    (tmp_path / "sum.yaml").write_text(A_PLUS_B.replace("time: 10s", line))
    assert restated(tmp_path) == A_PLUS_B.replace("time: 10s", new)
    assert {case.limits.cpu_s for case in load_cases(tmp_path)} == {1.5}


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["newlines", "returns"])
def test_a_limit_that_was_not_stated_gets_a_line_before_the_first_key(tmp_path: Path, newline: str) -> None:
    lines = ("# why", "---", "problem: P", "cases:", "  - {id: a, input: x, output: y}", "")
    text = newline.join(lines)
    (tmp_path / "sum.yaml").write_bytes(text.encode())
    assert restated(tmp_path) == text.replace("problem", f"{COMMENT}{newline}problem")
    assert {case.limits.cpu_s for case in load_cases(tmp_path)} == {1.5}


def test_a_folder_alone_gets_a_case_file_which_says_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "sum").mkdir()
    for name, text in {"1.in": "1 2\n", "1.out": "3\n"}.items():
        (tmp_path / "sum" / name).write_text(text)
    before = load_cases(tmp_path)
    assert restated(tmp_path) == f"{COMMENT}\n"
    (case,), (old,) = load_cases(tmp_path), before
    assert case.limits.cpu_s == 1.5
    assert (case.id, whole(case.input), case.compare) == (old.id, whole(old.input), old.compare)
    assert case.limits.memory_bytes == old.limits.memory_bytes


def test_setting_it_again_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "sum.yaml").write_text(A_PLUS_B)
    assert restated(tmp_path) == restated(tmp_path)


@pytest.mark.slow
@given(why=st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Cn", "Co", "Cf"))))
def test_whatever_a_program_is_called_the_limit_is_read_again(
    why: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("cases")
    (folder / "sum.yaml").write_text(A_PLUS_B)
    restated(folder, why=f"{why}; 2026-11-22, {why}")
    assert {case.limits.cpu_s for case in load_cases(folder)} == {1.5}
    assert restated(folder) == A_PLUS_B.replace("time: 10s", COMMENT)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            A_PLUS_B + "    time: 1s\n",
            "sum.yaml:11: expected one limit for all cases, got one of 'small'",
            id="a limit of a case",
        ),
        pytest.param(
            "{problem: P, time: 3s, cases: [{id: a, input: x, output: y}]}\n",
            "sum.yaml:1: expected a case file with a line for each key, got another",
            id="in braces",
        ),
    ],
)
def test_what_cannot_say_it_is_left_as_it_is(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "sum.yaml").write_text(text)
    with pytest.raises(InputErrors) as caught:
        restated(tmp_path)
    assert str(caught.value) == f"{tmp_path}/{message}"
    assert (tmp_path / "sum.yaml").read_text() == text


def test_without_a_case_file_or_a_folder_there_is_no_place_for_it(tmp_path: Path) -> None:
    with pytest.raises(InputErrors, match="expected a case file of sum, or a folder of its tests, got none"):
        restated(tmp_path)
    (tmp_path / "a b").mkdir()
    with pytest.raises(InputErrors, match=r"expected a name of letters, .* for a case file, got 'a b'"):
        set_time(tmp_path, "a b", "1s", WHY)
    (tmp_path / "elsewhere.txt").write_text(A_PLUS_B)
    (tmp_path / "sum.yaml").symlink_to("elsewhere.txt")
    with pytest.raises(InputErrors, match="expected a case file, got a link"):
        restated(tmp_path)


def test_a_file_that_changed_meanwhile_or_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "sum.yaml"
    path.write_text(A_PLUS_B)
    rewriting = set_time(tmp_path, "sum", "1.5s", WHY)
    with full_disk(10), pytest.raises(InputErrors, match="expected a file that can be written"):
        rewriting.write()
    assert path.read_text() == A_PLUS_B
    path.write_text(A_PLUS_B + "# mine\n")
    with pytest.raises(InputErrors, match="expected the file as it was, got it changed"):
        rewriting.write()
    assert path.read_text() == A_PLUS_B + "# mine\n"
