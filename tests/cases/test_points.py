"""Points of tests, by case files and by packages, and the scores of solutions."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import make_result, write_project
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.cases.loader import load_cases
from judge.library import folders
from judge.model.cases import Case
from judge.model.cells import group_cells
from judge.model.points import Group, Worth, round_points
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors
from judge.scoring.scores import Score, score_of

AC, WA, TLE = Verdict.AC, Verdict.WA, Verdict.TLE
HEAD = "problem: sum\nformat: text\ntime: 10s\nmemory: 256MiB\n"
NAMES = ("sample/1", "low/1", "low/2", "high/1", "high/2", "high/3")
TESTS = {f"sum/{name}.{suffix}": "1\n" for name in NAMES for suffix in ("in", "out")}
CASES = "cases:\n" + "".join(
    f'  - {{id: {name}, input: "1", output: "1", points: {points}}}\n'
    for name, points in (("a", 30), ("b", 2.5))
)


def cases_of(root: Path, files: Mapping[str, str]) -> tuple[Case, ...]:
    write_project(root, solutions={}, cases=files)
    return load_cases(root / "cases")


def score(cases: tuple[Case, ...], failed: tuple[str, ...] = (), **points: float) -> Score | None:
    """Return the score of a solution that fails these tests, or gets these points."""
    return score_of(group_cells(result_of(case, failed, points) for case in cases))


def result_of(case: Case, failed: tuple[str, ...], points: Mapping[str, float]) -> Result:
    name = case.id.partition("/")[2]
    verdict = WA if name in failed else AC
    worth = case.worth
    assert worth
    own = points.get(name.replace("/", "_"), worth.points if verdict is AC else worth.rejected_points)
    return replace(make_result(case=case.id, verdict=verdict), points=own, worth=worth)


def test_the_points_of_a_problem_are_shared_by_its_tests(tmp_path: Path) -> None:
    cases = cases_of(tmp_path, {"sum.yaml": HEAD + 'tests: "*/*.in"\npoints: 60\n', **TESTS})
    assert score(cases) == Score(points=60, whole=60)
    assert score(cases, ("low/1", "high/3")) == Score(points=40, whole=60)


def test_cases_have_points_of_their_own(tmp_path: Path) -> None:
    cases = cases_of(tmp_path, {"sum.yaml": HEAD + CASES})
    assert [case.worth and case.worth.points for case in cases] == [30, 2.5]
    assert score(cases, ("a",)) == Score(points=2.5, whole=32.5)


GROUPS = HEAD + ('tests: "*/*.in"\ngroups:\n  low: {points: 40}\n  "high/*": {points: 60, count: min}\n')


@pytest.mark.parametrize(
    ("failed", "points"),
    [
        pytest.param((), 100, id="all"),
        pytest.param(("low/1",), 80, id="a sum counts what is right"),
        pytest.param(("high/2",), 40, id="a minimum counts all or nothing"),
        pytest.param(("sample/1",), 100, id="what no group names counts nothing"),
    ],
)
def test_groups_count_by_their_sum_or_their_minimum(
    failed: tuple[str, ...], points: float, tmp_path: Path
) -> None:
    cases = cases_of(tmp_path, {"sum.yaml": GROUPS, **TESTS})
    assert score(cases, failed) == Score(points=points, whole=100)


@pytest.mark.parametrize(
    ("failed", "points"),
    [
        pytest.param((), 100, id="all"),
        pytest.param(("high/1",), 40, id="what requires fails"),
        pytest.param(("low/2",), 20, id="one of a folder that is required"),
        pytest.param(("sample/1",), 40, id="one that counts nothing itself"),
    ],
)
def test_a_group_counts_where_all_are_accepted_that_it_requires(
    failed: tuple[str, ...], points: float, tmp_path: Path
) -> None:
    stated = GROUPS.replace("count: min}", "count: min, requires: [low, sample/1]}")
    assert score(cases_of(tmp_path, {"sum.yaml": stated, **TESTS}), failed) == Score(points=points, whole=100)


def test_a_minimum_counts_the_least_part_that_a_checker_gives(tmp_path: Path) -> None:
    cases = cases_of(tmp_path, {"sum.yaml": GROUPS, **TESTS})
    assert score(cases, high_1=15, high_2=45, low_1=5) == Score(points=40, whole=100)


def test_the_first_group_that_names_a_test_counts_it(tmp_path: Path) -> None:
    groups = HEAD + 'tests: "*/*.in"\ngroups:\n  low/1: {points: 1}\n  low: {points: 2}\n'
    cases = cases_of(tmp_path, {"sum.yaml": groups, **TESTS})
    assert score(cases, ("low/2",)) == Score(points=1, whole=3)


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        pytest.param(
            "points: -1\n", "6: expected a number of points from 0 on, got the number -1", id="negative"
        ),
        pytest.param("points: .nan\n", "6: expected a number of points from 0 on, got '.nan'", id="NaN"),
        pytest.param(
            "points: 1e999\n", "6: expected a number of points from 0 on, got the number inf", id="too many"
        ),
        pytest.param(
            "groups: {low: {points: -2}}\n",
            "6: expected a number of points from 0 on, got the number -2",
            id="negative in a group",
        ),
        pytest.param(
            "groups: {low: {points: 2, requires: [lower]}}\n",
            "6: expected patterns of tests that there are, got 'lower'",
            id="requires none",
        ),
        pytest.param(
            "groups: {low: {points: 2, requires: sample}}\n",
            "6: expected a list of patterns of tests, got 'sample'",
            id="requires no list",
        ),
        pytest.param("groups: {low: 2}\n", "6: expected a mapping, got the number 2", id="no mapping"),
        pytest.param(
            "groups: {}\n", "6: expected a mapping from groups of tests to their points", id="no groups"
        ),
        pytest.param(
            "groups: {lowest: {points: 2}}\n",
            "6: expected tests that match 'lowest', got none",
            id="a group of nothing",
        ),
        pytest.param(
            "groups: {low: {points: 2}, low/1: {points: 1}}\n",
            "6: expected tests that match 'low/1', got only some that belong to a group before it",
            id="a group of what is counted already",
        ),
        pytest.param(
            "groups: {low: {points: 2, count: mean}}\n",
            "6: expected sum or min, got 'mean'",
            id="another count",
        ),
        pytest.param(
            "groups: {low: {points: 2}}\npoints: 3\n",
            "7: expected points of the problem, of groups or of cases, got points and groups",
            id="both",
        ),
    ],
)
def test_what_is_wrong_with_points_is_told_in_one_line(stated: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(InputErrors) as caught:
        cases_of(tmp_path, {"sum.yaml": HEAD + 'tests: "*/*.in"\n' + stated, **TESTS})
    (fault,) = caught.value.faults
    assert str(fault).startswith(f"{tmp_path}/cases/sum.yaml:{expected}")


# Packages

SHEETS = {
    "sum/testdata.yaml": "on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n",
    "sum/sample/testdata.yaml": "accept_score: 0\nrange: 0 0\ngrader_flags: first_error\n",
    "sum/low/testdata.yaml": "on_reject: break\naccept_score: 40\ngrader_flags: min\n",
    "sum/high/testdata.yaml": "accept_score: 20\nreject_score: -5\ngrader_flags: always_accept sum\n",
}


def with_samples_beside(sheets: Mapping[str, str]) -> dict[str, str]:
    """Groups are below `secret`, as in a package."""
    moved = {name.replace("sum/", "sum/secret/"): text for name, text in (TESTS | sheets).items()}
    return {name.replace("secret/sample", "sample"): text for name, text in moved.items()} | {
        "sum/testdata.yaml": sheets["sum/testdata.yaml"],
        "sum/secret/testdata.yaml": "grader_flags: accept_if_any_accepted\n",
    }


@pytest.mark.parametrize(
    ("failed", "points"),
    [
        pytest.param((), 100, id="all"),
        pytest.param(("sample/1",), 100, id="the sample is ignored"),
        pytest.param(("secret/low/2",), 60, id="the minimum of a group"),
        pytest.param(("secret/high/1",), 75, id="a group that is always accepted loses what is rejected"),
        pytest.param(("secret/low/1", "secret/high/1", "secret/high/2"), 10, id="of both"),
    ],
)
def test_the_sheets_of_a_package_are_read_as_they_lie(
    failed: tuple[str, ...], points: float, tmp_path: Path
) -> None:
    cases = cases_of(tmp_path, with_samples_beside(SHEETS))
    assert score(cases, failed) == Score(points=points, whole=100)
    assert {file.path.name for case in cases for file in case.files} >= {"testdata.yaml"}


def test_sheets_that_speak_of_no_points_make_no_score(tmp_path: Path) -> None:
    cases = cases_of(
        tmp_path, {**TESTS, "sum/testdata.yaml": "on_reject: continue\ninput_validator_flags: x=1\n"}
    )
    assert {case.worth for case in cases} == {None}


def test_groups_of_a_case_file_count_instead_of_the_sheets(tmp_path: Path) -> None:
    cases = cases_of(tmp_path, {"sum.yaml": GROUPS, **TESTS, **SHEETS})
    assert score(cases) == Score(points=100, whole=100)
    assert score(cases, ("high/1",)) == Score(points=40, whole=100)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("accept_score: many\n", "1: expected a number of points, got 'many'"),
        ("on_reject: break\naccept_score: nan\n", "2: expected a number of points, got 'nan'"),
        ("range: 5\n", "1: expected the least and the most points, got the number 5"),
        ("range: 5 1\n", "1: expected the least and the most points, got '5 1'"),
        ("a: &b 1\n", "1: expected a value, got an anchor"),
    ],
)
def test_a_sheet_with_a_fault_is_named(text: str, expected: str, tmp_path: Path) -> None:
    with pytest.raises(InputErrors) as caught:
        cases_of(tmp_path, {**TESTS, "sum/testdata.yaml": text})
    assert str(caught.value) == f"{tmp_path}/cases/sum/testdata.yaml:{expected}"


# Scores

_groups = st.builds(
    Group,
    name=st.just(""),
    count=st.sampled_from(["sum", "min", "max", "avg"]),
    accepted=st.sampled_from(["all", "some", "any number"]),
    stops=st.booleans(),
)


@given(_groups, st.lists(st.tuples(st.booleans(), st.integers(0, 9)), min_size=1, max_size=6))
def test_a_group_counts_as_its_words_say(group: Group, tests: list[tuple[bool, int]]) -> None:
    worth = Worth(points=9, groups=(group,))
    results = [
        replace(make_result(case=f"p/{number}", verdict=AC if accepted else WA), points=points, worth=worth)
        for number, (accepted, points) in enumerate(tests)
    ]
    seen = tests
    if group.stops and not all(accepted for accepted, _ in tests):
        seen = tests[: [accepted for accepted, _ in tests].index(False) + 1]
    verdicts, points = zip(*seen, strict=True)
    counts = {"sum": sum(points), "min": min(points), "max": max(points), "avg": sum(points) / len(points)}
    accepted = {"all": all(verdicts), "some": any(verdicts), "any number": True}[group.accepted]
    whole = {"sum": 9 * len(tests)}.get(group.count, 9)
    wanted = round_points(counts[group.count]) if accepted else 0
    assert score_of(group_cells(results)) == Score(points=wanted, whole=whole)


def test_there_is_no_score_where_a_test_did_not_run() -> None:
    worth = Worth(points=1, groups=(Group(name=""),))
    results = [make_result(case=f"p/{number}") for number in range(2)]
    assert score_of(group_cells(results)) is None
    assert score_of(group_cells([])) is None
    with_points = replace(make_result(case="p/9"), points=1, worth=worth)
    assert score_of(group_cells([with_points])) == Score(points=1, whole=1)
    assert score_of(group_cells([*results, with_points])) is None


@pytest.mark.parametrize(("source", "points"), [("print(1, end='')", 100), ("print(2)", 0), ("print(", 0)])
def test_what_does_not_compile_counts_as_what_fails(source: str, points: float, tmp_path: Path) -> None:
    text = CASES.replace(", points: 30", "").replace(", points: 2.5", "")
    write_project(tmp_path, solutions={"a.py": source}, cases={"sum.yaml": HEAD + "points: 100\n" + text})
    results = [*folders.run(folders.load(tmp_path), jobs=1)]
    assert score_of(group_cells(results)) == Score(points=points, whole=100)


def test_what_is_not_known_makes_no_score(tmp_path: Path) -> None:
    text = CASES.replace(", points: 30", "").replace(", points: 2.5", "")
    sources = {"a.py": "# judge: {expect: {'*': NO}}\nprint(1)", "b.py": "print(1, end='')"}
    write_project(tmp_path, solutions=sources, cases={"sum.yaml": HEAD + "points: 100\n" + text})
    results = [*folders.run(folders.load(tmp_path, strict=False), jobs=1)]
    scores = {name: score_of(group_cells(one for one in results if one.solution == name)) for name in sources}
    assert scores == {"a.py": None, "b.py": Score(points=100, whole=100)}
