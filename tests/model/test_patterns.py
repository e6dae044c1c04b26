"""Patterns: what they name, part by part."""

import pytest

from judge.model.patterns import matches, matches_solution


@pytest.mark.parametrize(
    ("pattern", "case", "named"),
    [
        pytest.param("luogu-p1784/sample", "luogu-p1784/sample", True, id="its id"),
        pytest.param("luogu-p1784", "luogu-p1784/sample", True, id="its problem"),
        pytest.param("sample", "luogu-p1784/sample", False, id="its name alone"),
        pytest.param("*", "luogu-p1784/sample", True, id="everything"),
        pytest.param("p[1]/a[b]", "p[1]/a[b]", True, id="a name with signs of patterns"),
        pytest.param("p[1]", "p[1]/a[b]", True, id="a problem with signs of patterns"),
        pytest.param("p[1]", "p1/a", True, id="a pattern"),
        pytest.param("*/sample", "luogu-p1784/sample", True, id="every sample"),
        pytest.param("luogu*sample", "luogu-p1784/sample", False, id="no star for a slash"),
        pytest.param("luogu-p1784?sample", "luogu-p1784/sample", False, id="no mark for a slash"),
        pytest.param("luogu-p1784[/]sample", "luogu-p1784/sample", False, id="no set for a slash"),
        pytest.param("*/*", "luogu-p1784/sample", True, id="every case"),
        pytest.param("*/*/*", "luogu-p1784/sample", False, id="more parts than it has"),
        pytest.param("deep/a*", "deep/adds/one.py", True, id="a folder in a folder"),
        pytest.param("luogu*", "luogu-p1784/sample", True, id="problems alike"),
        pytest.param("luogu-p178[45]/s?mple", "luogu-p1784/sample", True, id="sets and single marks"),
        pytest.param("luogu", "luogu-p1784/sample", False, id="a part of it"),
        pytest.param("Luogu-p1784", "luogu-p1784/sample", False, id="another case"),
        pytest.param("", "luogu-p1784/sample", False, id="nothing"),
    ],
)
def test_a_pattern_names_a_case_or_its_problem_part_by_part(pattern: str, case: str, named: bool) -> None:
    assert matches(pattern, case) is named


@pytest.mark.parametrize(
    ("pattern", "named"),
    [
        ("deep/adds", True),
        ("deep/adds.py", True),
        ("deep", True),
        ("deep/add", False),
        ("deep/adds.cpp", False),
    ],
)
def test_of_a_solution_the_suffix_may_be_left_out(pattern: str, named: bool) -> None:
    assert matches_solution(pattern, "deep/adds.py") is named
