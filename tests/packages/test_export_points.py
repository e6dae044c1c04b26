"""Samples and programs of problems that count points, as packages of other tools."""

from collections.abc import Sequence
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from helpers import ADDS
from test_export import folders, problem_in, stated

from judge.packages.out.parts import ExportedPackage
from judge.packages.out.problem import Problem
from judge.packages.out.targets import TARGETS
from judge.platform.files import whole

BOTH = '"small*": {points: 30, count: min}, big: {points: 70}'
NAMES = ("big", "sample-1", "sample-2", "small1", "small2")


def problem_of(root: Path, groups: str, names: Sequence[str] = NAMES) -> Problem:
    """A problem with these groups and tests."""
    tests = {f"sum/{name}.{kind}": f"{name}\n" for name in names for kind in ("in", "ans")}
    sheet = f"problem: A+B\ncompare: kattis\ngroups: {{{groups}}}\n"
    return problem_in(root, **{"sum.yaml": sheet, **tests})


def exported(root: Path, target: str, groups: str, names: Sequence[str] = NAMES) -> ExportedPackage:
    return TARGETS[target](problem_of(root, groups, names))


def samples(out: ExportedPackage) -> set[str]:
    return {name for name in out.files if name.startswith("data/sample/") and name.endswith(".in")}


@pytest.mark.parametrize("target", ["kattis", "icpc"])
@pytest.mark.parametrize(
    ("groups", "names", "found"),
    [
        pytest.param(BOTH, NAMES, {"sample-1", "sample-2"}, id="in no group"),
        pytest.param(f'"sample-*": {{points: 0}}, {BOTH}', NAMES, {"sample-1", "sample-2"}, id="of 0 points"),
        pytest.param(f"sample-1: {{points: 5}}, {BOTH}", NAMES, {"sample-2"}, id="one with points"),
        pytest.param("big: {points: 70}", ("big", "sample-1"), {"sample-1"}, id="one group"),
        pytest.param(BOTH, ("big", "small/1", "small2", "a/sample-1"), {"a-sample-1"}, id="in a folder"),
        pytest.param(
            "secret/a: {points: 40}, secret/b: {points: 60}",
            ("sample/1", "secret/a", "secret/b"),
            {"1"},
            id="in the folders of packages",
        ),
        pytest.param(
            "sample: {points: 0}, a: {points: 40}, b: {points: 60}",
            ("sample/1", "a/1", "b/1"),
            {"1"},
            id="each group a folder",
        ),
    ],
)
def test_samples_without_points_are_samples_next_to_groups(
    tmp_path: Path, target: str, groups: str, names: Sequence[str], found: set[str]
) -> None:
    out = exported(tmp_path, target, groups, names)
    assert samples(out) == {f"data/sample/{name}.in" for name in found}
    assert sum(name.startswith("data/") and name.endswith(".in") for name in out.files) == len(names)
    assert not any("points" in line for line in out.left)
    if target == "kattis":
        assert stated(out, "data/sample/testdata.yaml")["accept_score"] == 0
    else:
        assert "data/sample/test_group.yaml" not in out.files


@pytest.mark.parametrize("target", ["kattis", "icpc"])
def test_samples_that_are_all_tests_are_secret_though_they_count_nothing(tmp_path: Path, target: str) -> None:
    out = exported(tmp_path, target, '"*": {points: 0}', ("sample-1", "sample-2"))
    assert not samples(out)
    assert sum(name.startswith("data/secret/") and name.endswith(".in") for name in out.files) == 2


def test_samples_are_the_first_tests_of_polygon(tmp_path: Path) -> None:
    out = exported(tmp_path, "polygon", BOTH)
    assert [whole(out.files[f"tests/0{number}"]) for number in range(1, 6)] == [
        *(b"sample-1\n", b"sample-2\n", b"big\n", b"small1\n", b"small2\n")
    ]
    tests = fromstring(whole(out.files["problem.xml"])).findall(".//test")
    assert [test.get("sample") for test in tests] == ["true", "true", None, None, None]
    assert [test.get("points") for test in tests] == ["0", "0", "70", "30", "0"]


IN_TURN = (
    '"sample*": {points: 0}, "a*": {points: 30, count: min, requires: ["sample*"]}, '
    '"b*": {points: 70, requires: ["sample*", "a*"]}'
)
IN_TURN_NAMES = ("a1", "a2", "b1", "b2", "sample-1")


def test_groups_of_the_icpc_require_the_groups_before_them(tmp_path: Path) -> None:
    out = exported(tmp_path, "icpc", IN_TURN, IN_TURN_NAMES)
    assert [stated(out, f"data/secret/{name}_/test_group.yaml") for name in "ab"] == [
        {"max_score": 30, "score_aggregation": "pass-fail", "require_pass": ["sample"]},
        {"max_score": 70, "score_aggregation": "sum", "require_pass": ["secret/a_", "sample"]},
    ]
    assert not any("requires" in line or "points" in line for line in out.left)


def test_groups_of_polygon_depend_on_others(tmp_path: Path) -> None:
    groups = '"a*": {points: 30, count: min}, "b*": {points: 70, requires: ["a*"]}'
    out = exported(tmp_path, "polygon", groups, IN_TURN_NAMES)
    found = fromstring(whole(out.files["problem.xml"])).findall(".//group")
    assert [(each.get("name"), each.get("points-policy")) for each in found] == [
        ("a_", "complete-group"),
        ("b_", "each-test"),
    ]
    assert [each.get("group") for each in found[1].findall("dependencies/dependency")] == ["a_"]
    assert not any("requires" in line or "points" in line for line in out.left)


@pytest.mark.parametrize(
    ("target", "requires"),
    [
        pytest.param("icpc", "b1", id="a part of a group, ICPC"),
        pytest.param("polygon", "b1", id="a part of a group, Polygon"),
        pytest.param("polygon", "sample-1", id="a test in no group"),
    ],
)
def test_points_stay_if_a_package_cannot_say_what_they_require(
    tmp_path: Path, target: str, requires: str
) -> None:
    groups = f'"b*": {{points: 70, count: min}}, "c*": {{points: 30, count: min, requires: [{requires}]}}'
    out = exported(tmp_path, target, groups, ("b1", "b2", "c1", "sample-1"))
    line = f"c*: counts without some of the tests that it requires: {requires}"
    assert [each for each in out.left if "points" in each or "requires" in each] == [line]
    if target == "icpc":
        assert stated(out, "data/secret/c_/test_group.yaml")["max_score"] == 30
    else:
        tests = fromstring(whole(out.files["problem.xml"])).findall(".//test")
        assert [test.get("points") for test in tests] == ["0", "70", "0", "30"]


@pytest.mark.parametrize(
    ("expect", "kattis"),
    [
        ("{sum: AC}", "accepted"),
        ("{sum: WA}", "partially_accepted"),
        ("{sum: TLE}", "partially_accepted"),
        ('{"sum/big": WA, sum: AC}', "partially_accepted"),
        ("{sum: [AC, WA]}", None),
    ],
)
def test_programs_that_lose_points_are_partially_accepted(
    tmp_path: Path, expect: str, kattis: str | None
) -> None:
    solutions = {"adds.py": ADDS, "x.py": f"# judge: {{expect: {expect}}}\n"}
    tests = {f"sum/{name}.{kind}": "1\n" for name in NAMES for kind in ("in", "ans")}
    sheet = f"problem: A+B\ncompare: kattis\ngroups: {{{BOTH}}}\n"
    problem = problem_in(tmp_path, solutions=solutions, **{"sum.yaml": sheet, **tests})
    assert folders(TARGETS["kattis"](problem)).get("x.py") == kattis


@pytest.mark.parametrize(
    "place", ["wrong_answer", "wa", "tle", "time_limit_exceeded", "rte", "rejected", "partially_accepted"]
)
def test_folders_of_programs_that_fail_are_partially_accepted_where_tests_have_points(
    tmp_path: Path, place: str
) -> None:
    tests = {f"sum/{name}.{kind}": "1\n" for name in NAMES for kind in ("in", "ans")}
    sheet = f"problem: A+B\ncompare: kattis\ngroups: {{{BOTH}}}\n"
    solutions = {"adds.py": ADDS, f"{place}/x.py": ADDS}
    out = TARGETS["kattis"](problem_in(tmp_path, solutions=solutions, **{"sum.yaml": sheet, **tests}))
    assert folders(out) == {"adds.py": "accepted", "x.py": "partially_accepted"}
    told = [line for line in out.left if line.startswith("in partially_accepted/")]
    assert [line.rpartition(": ")[2] for line in told] == ["x.py"] * (place != "partially_accepted")
