"""The sheets of test groups: the words that a folder has for what decides of its tests, and their faults."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import write_project

from judge.cases.ignored import find_ignored_files
from judge.cases.loader import load_cases
from judge.model.cases import Case
from judge.platform.errors import InputErrors

NAMES = ("sample/1", "secret/low/1", "secret/high/1")
TESTS = {f"sum/{name}.{suffix}": "1\n" for name in NAMES for suffix in ("in", "ans")}
VALIDATOR = {"sum/output_validators/v/check.py": ""}
SHEETS = {
    "sum/testdata.yaml": "output_validator_flags: eps 1\n",
    "sum/secret/testdata.yaml": "on_reject: continue\n",
    "sum/secret/high/testdata.yaml": "output_validator_flags: eps 2\n",
}


def cases_of(root: Path, files: Mapping[str, str]) -> dict[str, Case]:
    write_project(root, solutions={}, cases=files)
    return {case.id.removeprefix("sum/"): case for case in load_cases(root / "cases")}


@pytest.mark.parametrize(
    ("kind", "stated"),
    [
        pytest.param("checker", {}, id="a checker"),
        pytest.param(
            "interactor", {"sum.yaml": "time: 1s\ninteractor: output_validators\n"}, id="an interactor"
        ),
    ],
)
def test_who_decides_gets_the_words_of_the_nearest_folder(
    kind: str, stated: dict[str, str], tmp_path: Path
) -> None:
    cases = cases_of(tmp_path, {**TESTS, **VALIDATOR, **SHEETS, **stated})
    assert {name: getattr(case, kind).arguments for name, case in cases.items()} == {
        "sample/1": ("eps", "1"),
        "secret/low/1": ("eps", "1"),
        "secret/high/1": ("eps", "2"),
    }


def test_words_of_a_folder_come_after_those_of_the_problem(tmp_path: Path) -> None:
    head = "checker: output_validators\nchecker_flags: strict\n"
    cases = cases_of(tmp_path, {**TESTS, **VALIDATOR, **SHEETS, "sum.yaml": head})
    checker = cases["secret/high/1"].checker
    assert checker
    assert checker.arguments == ("strict", "eps", "2")


@pytest.mark.parametrize("name", ["v", "check"])
def test_words_for_a_program_by_its_name_are_for_it(name: str, tmp_path: Path) -> None:
    sheet = {"sum/testdata.yaml": f"output_validator_flags: {{name: {name}, flags: eps 3}}\n"}
    cases = cases_of(tmp_path, {**TESTS, **VALIDATOR, **sheet})
    checker = cases["sample/1"].checker
    assert checker
    assert checker.arguments == ("eps", "3")


@pytest.mark.parametrize(
    ("head", "rules"),
    [
        pytest.param("", ["kattis float_tolerance 1e-6", "kattis case_sensitive"], id="nothing is stated"),
        pytest.param(
            "compare: kattis space_change_sensitive\n",
            [
                "kattis space_change_sensitive float_tolerance 1e-6",
                "kattis space_change_sensitive case_sensitive",
            ],
            id="flags of the problem",
        ),
        pytest.param("compare: tokens\n", ["tokens", "tokens"], id="another rule"),
    ],
)
def test_without_a_program_that_decides_the_words_are_flags_of_kattis(
    head: str, rules: list[str], tmp_path: Path
) -> None:
    sheets = {
        "sum/testdata.yaml": "output_validator_flags: float_tolerance 1e-6\n",
        "sum/secret/high/testdata.yaml": "output_validator_flags: {flags: case_sensitive}\n",
    }
    stated = {"sum.yaml": f"time: 1s\n{head}"} if head else {}
    cases = cases_of(tmp_path, {**TESTS, **sheets, **stated})
    assert [cases[name].compare for name in ("secret/low/1", "secret/high/1")] == rules


def test_a_flag_that_kattis_does_not_know_is_told_once(tmp_path: Path) -> None:
    with pytest.raises(InputErrors) as caught:
        cases_of(tmp_path, {**TESTS, "sum/testdata.yaml": "output_validator_flags: eps 1\n"})
    assert str(caught.value) == (
        f"{tmp_path}/cases/sum/testdata.yaml:1: expected one of the flags of kattis case_sensitive,"
        " space_change_sensitive, float_tolerance, float_absolute_tolerance, float_relative_tolerance,"
        " got 'eps'"
    )


def test_a_sheet_is_a_file_of_its_cases(tmp_path: Path) -> None:
    cases = cases_of(tmp_path, {**TESTS, **VALIDATOR, **SHEETS})
    assert find_ignored_files(tmp_path / "cases", [*cases.values()]) == []
    for case in cases.values():
        assert [file.path.name for file in case.files].count("testdata.yaml") == len(SHEETS)


def test_what_a_grader_of_its_own_makes_of_the_points_is_not_known(tmp_path: Path) -> None:
    cases = cases_of(
        tmp_path, {**TESTS, "sum/testdata.yaml": "grading: custom\ngrader_flags: best 3\naccept_score: 2\n"}
    )
    assert {case.worth for case in cases.values()} == {None}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("- sum\n", "1: expected a mapping, got a list", id="a list"),
        pytest.param(
            "accept_scores: 2\n",
            "1: expected one of the keys accept_score, reject_score, on_reject and 5 more,"
            " got 'accept_scores'; did you mean accept_score?",
            id="a key that is unknown",
        ),
        pytest.param(
            "on_reject: stop\n", "1: expected break or continue, got 'stop'", id="another on_reject"
        ),
        pytest.param(
            "grading: own\n", "1: expected default or custom, got 'own'", id="another kind of grading"
        ),
        pytest.param(
            "grader_flags: min median\n",
            "1: expected one of the default grader's flags min, sum, max and 7 more, got 'median';"
            " did you mean min?",
            id="a flag that the default grader does not know",
        ),
        pytest.param(
            "\noutput_validator_flags: [1e-6]\n",
            "2: expected a string of flags, or a mapping with `name` and `flags`, got a list",
            id="a list of words",
        ),
        pytest.param(
            "input_validator_flags: {name: v, flag: x}\n",
            "1: expected the keys name and flags, got 'flag'",
            id="a key that no program has",
        ),
        pytest.param(
            'output_validator_flags: "a\\0b"\n',
            "1: expected words without NUL, got one with it",
            id="a NUL among the words",
        ),
        pytest.param(
            "output_validator_flags: {name: other, flags: x}\n",
            "1: expected the name of the program that decides, check, v, got 'other'",
            id="words for a program that is not there",
        ),
    ],
)
def test_what_is_wrong_with_a_sheet_is_told_in_one_line(text: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(InputErrors) as caught:
        cases_of(tmp_path, {**TESTS, **VALIDATOR, "sum/secret/testdata.yaml": text})
    assert str(caught.value) == f"{tmp_path}/cases/sum/secret/testdata.yaml:{expected}"
