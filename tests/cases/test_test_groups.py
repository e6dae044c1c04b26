"""The sheets of newer packages: what groups of tests count, and what single tests are given."""

from pathlib import Path
from typing import Any

import pytest
from documents import CHECKERS, PACKAGES, blocks
from helpers import make_result, write_files
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.cases.group_config import list_input_arguments
from judge.cases.loader import load_cases
from judge.model.cases import Case
from judge.model.cells import group_cells
from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors
from judge.scoring.scores import Score, score_of
from judge.yaml.text import dumped

AC, WA = Verdict.AC, Verdict.WA


def problem(root: Path, files: dict[str, str], *, stated: str = "") -> Path:
    """A folder of cases whose only problem `p` has these files; a test needs its input alone."""
    answers = {f"{name.removesuffix('.in')}.ans": "" for name in files if name.endswith(".in")}
    write_files(root / "p", files | answers)
    return write_files(root, {"p.yaml": stated or None})


def by_name(root: Path) -> dict[str, Case]:
    return {case.id.partition("/")[2]: case for case in load_cases(root)}


def score(cases: dict[str, Case], wrong: set[str], said: dict[str, float] | None = None) -> Score | None:
    """Return the score of a program that fails on these tests; `said` are points by the validator."""
    results = []
    for name, case in cases.items():
        assert case.worth
        points = (said or {}).get(name, case.worth.points)
        verdict = WA if name in wrong else AC
        result = make_result(case=case.id, verdict=verdict)
        results.append(replace(result, worth=case.worth, points=0.0 if name in wrong else points))
    return score_of(group_cells(results))


def faults(root: Path) -> list[str]:
    with pytest.raises(InputErrors) as error:
        load_cases(root)
    return [line.removeprefix(f"{root}/p/") for line in str(error.value).splitlines()]


COUNTS = ("pass-fail", "sum", "min")


@st.composite
def groups(draw: st.DrawFn) -> dict[str, tuple[str, int, list[str], int]]:
    """Return groups by name: their count, points, required groups and number of tests."""
    found: dict[str, tuple[str, int, list[str], int]] = {}
    for number in range(draw(st.integers(1, 4))):
        earlier = ["sample", *(name for name, row in found.items() if row[0] == "pass-fail")]
        requires = draw(st.lists(st.sampled_from(earlier), unique=True, max_size=2))
        row = (draw(st.sampled_from(COUNTS)), draw(st.integers(0, 40)), requires, draw(st.integers(1, 3)))
        found[f"secret/{number}"] = row
    return found


def by_the_specification(
    groups: dict[str, tuple[str, int, list[str], int]], whole: str, wrong: set[str]
) -> float:
    """Word by word, "Result aggregation" of the specification, for a secret that counts by sum or min."""
    passed = {"sample": "sample/1" not in wrong}
    scores = []
    for name, (count, most, requires, number) in groups.items():
        tests = [f"{name}/{test}" for test in range(number)]
        is_run = all(passed[other] for other in requires)
        passed[name] = is_run and not wrong.intersection(tests)
        each = most / number if count == "sum" else most
        points = [0.0 if test in wrong else each for test in tests]
        if not is_run:
            scores.append(0.0)
        elif count == "pass-fail":
            scores.append(float(most) if passed[name] else 0.0)
        else:
            scores.append(sum(points) if count == "sum" else min(points))
    return sum(scores) if whole == "sum" else min(scores)


@pytest.mark.slow
@given(groups=groups(), whole=st.sampled_from(["sum", "min"]), data=st.data())
def test_scores_are_those_of_the_specification(
    tmp_path_factory: pytest.TempPathFactory,
    groups: dict[str, tuple[str, int, list[str], int]],
    whole: str,
    data: st.DataObject,
) -> None:
    files = {
        "sample/1.in": "",
        "secret/test_group.yaml": dumped({"max_score": 160, "score_aggregation": whole}),
    }
    for name, (count, most, requires, number) in groups.items():
        sheet: dict[str, Any] = {"max_score": most, "score_aggregation": count, "require_pass": requires}
        files[f"{name}/test_group.yaml"] = dumped(sheet)
        files |= {f"{name}/{test}.in": "" for test in range(number)}
    cases = by_name(problem(tmp_path_factory.mktemp("scores"), files))
    wrong = data.draw(st.sets(st.sampled_from(sorted(cases))))
    found = score(cases, wrong)
    assert found
    assert found.points == pytest.approx(by_the_specification(groups, whole, wrong))


def test_without_groups_secret_shares_its_points_among_its_tests(tmp_path: Path) -> None:
    files = {
        "sample/1.in": "",
        "secret/1.in": "",
        "secret/a/2.in": "",
        "secret/test_group.yaml": "max_score: 90\n",
    }
    cases = by_name(problem(tmp_path, files))
    assert str(score(cases, set())) == "90 of 90 points"
    assert str(score(cases, {"secret/1", "sample/1"})) == "45 of 90 points"


def test_a_secret_of_pass_fail_counts_all_or_nothing(tmp_path: Path) -> None:
    files = {
        "secret/test_group.yaml": "score_aggregation: pass-fail\nmax_score: 7\n",
        "secret/a/test_group.yaml": "max_score: 3\n",
        "secret/a/1.in": "",
        "secret/b/test_group.yaml": "max_score: 3\n",
        "secret/b/1.in": "",
    }
    cases = by_name(problem(tmp_path, files))
    assert str(score(cases, set())) == "7 of 7 points"
    assert str(score(cases, {"secret/b/1"})) == "0 of 7 points"


def test_what_a_validator_says_counts_in_groups_of_sum_and_min_alone(tmp_path: Path) -> None:
    files = {"sample/1.in": "", "secret/test_group.yaml": "max_score: 100\n"}
    for name, count in (("a", "pass-fail"), ("b", "sum"), ("c", "min")):
        files[f"secret/{name}/test_group.yaml"] = f"max_score: 20\nscore_aggregation: {count}\n"
        files |= {f"secret/{name}/{test}.in": "" for test in (1, 2)}
    cases = by_name(problem(tmp_path, files))
    scored = {name: case.worth.scored for name, case in cases.items() if case.worth}
    assert scored == {
        "sample/1": True,
        **dict.fromkeys(("secret/a/1", "secret/a/2"), False),
        **dict.fromkeys(("secret/b/1", "secret/b/2", "secret/c/1", "secret/c/2"), True),
    }
    said = {"sample/1": 50.0, "secret/b/1": 2.5, "secret/c/2": 5.0}
    assert str(score(cases, set(), said)) == "37.5 of 60 points"


WRONG = {
    "scores of samples": (
        {"sample/test_group.yaml": "max_score: 1\n", "secret/test_group.yaml": "max_score: 1\n"},
        "sample/test_group.yaml:1: expected no scores of samples, got `max_score`",
    ),
    "no bound": (
        {"secret/test_group.yaml": "max_score: unbounded\n"},
        "secret/test_group.yaml:1: expected a whole number: scores have a bound, got 'unbounded'",
    ),
    "less than nothing": (
        {"secret/test_group.yaml": "max_score: -1\n"},
        "secret/test_group.yaml:1: expected a whole number from 0 on, or unbounded, got the number -1",
    ),
    "a group without points": (
        {"secret/a/test_group.yaml": "score_aggregation: min\n"},
        "secret/a/test_group.yaml:1: expected the key 'max_score' of a group, got none",
    ),
    "more than the whole": (
        {"secret/a/test_group.yaml": "max_score: 60\n", "secret/b/test_group.yaml": "max_score: 60\n"},
        "secret/test_group.yaml: expected groups of together at most 100 points, the `max_score` of secret,"
        " got 120",
    ),
    "another count than that of secret": (
        {
            "secret/test_group.yaml": "score_aggregation: pass-fail\n",
            "secret/a/test_group.yaml": "max_score: 1\nscore_aggregation: sum\n",
        },
        "secret/a/test_group.yaml:1: expected pass-fail as that of secret is, got sum",
    ),
    "a group after it": (
        {
            "secret/a/test_group.yaml": "max_score: 1\nrequire_pass: secret/b\n",
            "secret/b/test_group.yaml": "max_score: 1\n",
        },
        "secret/a/test_group.yaml:1: expected one of the groups before it sample, got 'secret/b'",
    ),
    "a group that is not passed": (
        {
            "secret/a/test_group.yaml": "max_score: 1\nscore_aggregation: sum\n",
            "secret/b/test_group.yaml": "max_score: 1\nrequire_pass: [secret/a]\n",
        },
        "secret/b/test_group.yaml:1: expected a group of pass-fail, got secret/a of sum",
    ),
    "two sheets": (
        {"secret/test_group.yaml": "args: []\n", "secret/testdata.yaml": "on_reject: continue\n"},
        "secret/test_group.yaml: expected one such file in a folder, got testdata.yaml next to it",
    ),
    "words with NUL": (
        {"secret/test_group.yaml": 'args: ["\\0"]\n'},
        "secret/test_group.yaml:1: expected words without NUL, got one with it",
    ),
    "no list": (
        {"secret/test_group.yaml": "args: -x\n"},
        "secret/test_group.yaml:1: expected a list of strings, got '-x'",
    ),
}


@pytest.mark.parametrize(("files", "fault"), WRONG.values(), ids=WRONG)
def test_scores_that_contradict_each_other_are_a_fault(
    tmp_path: Path, files: dict[str, str], fault: str
) -> None:
    """Each folder with such a file has a test, except a `secret` with groups."""
    sheets = {name.rpartition("/")[0] for name in files} | {"secret"}
    tested = sheets - {"secret"} if "secret/a" in sheets else sheets
    assert fault in faults(problem(tmp_path, files | {f"{folder}/1.in": "" for folder in tested}))


def test_words_are_inherited_down_to_a_test_and_the_nearest_count(tmp_path: Path) -> None:
    files = {
        "test_group.yaml": "output_validator_args: [case_sensitive]\n",
        "sample/1.in": "",
        "secret/test_group.yaml": "args: [a, b c]\n",
        "secret/1.in": "",
        "secret/2.in": "",
        "secret/2.yaml": "args: []\nhint: none\noutput_validator_args: [float_tolerance, 1.0e-1]\n",
        "secret/3.in": "",
        "secret/3.yaml": "output_validator_args: []\n",
    }
    cases = by_name(problem(tmp_path, files, stated="compare: kattis\n"))
    assert {name: (case.arguments, case.compare) for name, case in cases.items()} == {
        "sample/1": ((), "kattis case_sensitive"),
        "secret/1": (("a", "b c"), "kattis case_sensitive"),
        "secret/2": ((), "kattis float_tolerance 1.0e-1"),
        "secret/3": (("a", "b c"), "kattis"),
    }
    assert tmp_path / "p" / "secret" / "2.yaml" in {file.path for file in cases["secret/2"].files}
    assert tmp_path / "p" / "secret" / "2.yaml" not in {file.path for file in cases["secret/1"].files}


def test_files_in_a_folder_beside_an_input_are_given_and_are_no_tests(tmp_path: Path) -> None:
    files = {"1.in": "", "1.files/more.in": "", "1.files/deep/x.txt": "", "2.in": "", "other.files/3.in": ""}
    cases = by_name(problem(tmp_path, files))
    assert {name: [given for given, _ in case.given] for name, case in cases.items()} == {
        "1": ["deep/x.txt", "more.ans", "more.in"],
        "2": [],
        "other.files/3": [],
    }
    assert {stored for _, stored in cases["1"].given} < {*cases["1"].files}


def test_the_sheet_of_the_page_is_that_of_a_test(tmp_path: Path) -> None:
    (block,) = [one for one in blocks([PACKAGES]) if one.lines[0] == "# cases/words/1.yaml"]
    root = problem(tmp_path, {"1.in": "", "1.yaml": "\n".join(block.lines)}, stated="compare: kattis\n")
    (case,) = by_name(root).values()
    assert (case.arguments, case.compare) == (("--reverse", "two words"), "kattis float_tolerance 1e-6")


def test_the_sheet_of_the_page_is_that_of_a_group(tmp_path: Path) -> None:
    name = "# cases/stairs/secret/large/test_group.yaml"
    (block,) = [one for one in blocks([CHECKERS]) if one.lines[0] == name]
    files = {
        "sample/1.in": "",
        "secret/large/1.in": "",
        "secret/large/2.in": "",
        "secret/large/test_group.yaml": "\n".join(block.lines),
        "secret/easy/1.in": "",
        "secret/easy/test_group.yaml": "max_score: 40\n",
    }
    cases = by_name(problem(tmp_path, files, stated="compare: kattis\n"))
    assert cases["secret/large/1"].arguments == ("--large",)
    assert cases["secret/large/1"].compare == "kattis float_tolerance 1e-6"
    assert str(score(cases, {"secret/large/2"})) == "40 of 100 points"


def test_words_for_input_validators_are_such_as_are_written(tmp_path: Path) -> None:
    sheet = "input_validator_args: {small: [1e-6, 007], other.py: [a]}\n"
    files = {
        "secret/1.in": "",
        "secret/2.in": "",
        "secret/2.yaml": "input_validator_args: [-x]\n",
        "secret/test_group.yaml": sheet,
    }
    root = problem(tmp_path, files)
    cases = load_cases(root)
    assert list_input_arguments(cases, root / "p", Path("small.py")) == (("1e-6", "007"), ("-x",))
    assert list_input_arguments(cases, root / "p", Path("other.py")) == (("a",), ("-x",))
    assert list_input_arguments(cases, root / "p", Path("third.py")) == ((), ("-x",))
