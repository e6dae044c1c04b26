"""The tables of a whole run with few rows, with many rows, and for a class."""

import io
from collections.abc import Sequence

import pytest
from helpers import make_limits, make_outcome, make_result
from msgspec.structs import replace
from rich.console import Console

from judge.model.patterns import problem_of
from judge.model.points import Group, Worth
from judge.model.results import Result, list_slowest
from judge.model.verdicts import Verdict
from judge.show.fitting import BOUNDLESS
from judge.show.folding import MOST_SHOWN, Rows
from judge.show.overview import tabulate_run
from judge.show.tables import SLOWEST_NOTE

AC, PE, WA, TLE, CE, SK = (Verdict[name] for name in ["AC", "PE", "WA", "TLE", "CE", "SK"])


def shown(
    results: Sequence[Result],
    *,
    together: Sequence[Sequence[str]] = (),
    rows: Rows = "needed",
    width: int = BOUNDLESS,
) -> list[str]:
    """Return the lines of all tables, without blanks at their ends."""
    console = Console(width=width, file=io.StringIO(), color_system=None, highlight=False, _environ={})
    limits = {result.case: make_limits() for result in results}
    outcome = make_outcome(*results, limits=limits, together=together)
    for table in tabulate_run(outcome, console, rows):
        console.print(table)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def names(lines: Sequence[str]) -> list[str]:
    return [line.split()[0] for line in lines if ".py " in line and "solutions" not in line]


def crowd(number: int, *, wrong: Sequence[int] = (), skipped: Sequence[int] = ()) -> list[Result]:
    """Make one result for each of `number` solutions, each slower than the one before."""
    return [
        make_result(
            solution=f"s{place}.py",
            verdict=WA if place in wrong else SK if place in skipped else AC,
            cpu_s=None if place in skipped else (place + 1) / number,
        )
        for place in range(number)
    ]


def test_few_rows_are_whole_and_what_is_unexpected_stands_at_the_end() -> None:
    assert names(shown(crowd(MOST_SHOWN, wrong=[3, 1]))) == [
        *(f"s{place}.py" for place in range(MOST_SHOWN) if place not in (1, 3)),
        *("s1.py", "s3.py"),
    ]


def test_many_rows_as_expected_fold_into_a_line_with_their_slowest() -> None:
    lines = shown(crowd(2000, wrong=[3, 1999], skipped=[5]))
    assert lines[0] == "1,997 solutions passed, 1 solution skipped, slowest s1998.py 1 of its limit"
    assert names(lines) == ["s3.py", "s1999.py"]
    assert shown(crowd(100)) == ["100 solutions passed, slowest s99.py 1 of its limit"]


def test_who_asks_gets_all_rows_or_only_the_unexpected() -> None:
    assert len(names(shown(crowd(2 * MOST_SHOWN, wrong=[7]), rows="all"))) == 2 * MOST_SHOWN
    lines = shown(crowd(3, wrong=[1]), rows="unexpected")
    assert lines[0] == "2 solutions passed, slowest s2.py 1 of its limit"
    assert names(lines) == ["s1.py"]


def test_what_folds_is_counted_over_all_tables() -> None:
    one, two = ([replace(result, case=f"{name}/x") for result in crowd(MOST_SHOWN)] for name in ("a", "b"))
    half = [replace(result, solution=f"b/{result.solution}") for result in two]
    lines = shown([*one, *half], together=[("a",), ("b",)])
    assert lines == ["120 solutions passed, slowest s59.py 1 of its limit"]


def test_the_slowest_is_what_was_accepted_next_to_its_own_limit() -> None:
    results = [
        make_result(solution="near.py", case="short", cpu_s=0.4),
        make_result(solution="long.py", case="long", cpu_s=4.0),
        make_result(solution="wrong.py", case="short", cpu_s=0.49, verdict=WA, expected=(WA,)),
        make_result(solution="late.py", case="short", cpu_s=0.55, verdict=TLE, expected=(TLE,)),
        make_result(solution="built.py", case="short", cpu_s=None, verdict=CE),
    ]
    limits = {"short": make_limits(cpu_s=0.5), "long": make_limits(cpu_s=10)}
    first, *_ = list_slowest(results, limits)
    assert (first.result.solution, first.share) == ("near.py", 0.8)
    assert list_slowest(results[2:], limits) == []


@pytest.mark.parametrize(
    "wrong",
    [
        [make_result(solution="w.py", case="p/1", cpu_s=0.9, expected=(AC, WA))],
        [
            make_result(solution="w.py", case="p/1", cpu_s=0.9),
            make_result(solution="w.py", case="p/2", verdict=WA),
        ],
    ],
    ids=["may be wrong", "wrong on another test"],
)
def test_a_wrong_program_is_never_the_slowest_accepted(wrong: list[Result]) -> None:
    limits = {"p/1": make_limits(), "p/2": make_limits()}
    right = make_result(solution="r.py", case="p/1", cpu_s=0.1)
    elsewhere = make_result(solution="r.py", case="q/1", verdict=WA)
    (found,) = list_slowest([*wrong, right, elsewhere], limits)
    assert found.result is right


# A class

PROBLEMS = ("diff", "grid", "sum")


def classroom(students: int, *, worth: Worth | None = None) -> list[Result]:
    """Student n fails the first n of ten cases of each problem; one has no program for `sum`."""
    results = [
        make_result(solution=f"s{student:02}/{problem}.py", case=f"{problem}/{case}", verdict=verdict)
        for problem in PROBLEMS
        for student in range(students)
        if (student, problem) != (1, "sum")
        for case in range(10)
        for verdict in [WA if case < min(student, 10) else AC]
    ]
    if worth:
        points = {AC: worth.points, WA: 0.0}
        results = [replace(result, points=points[result.verdict], worth=worth) for result in results]
    return sorted(results, key=lambda result: (result.solution, result.case))


def test_a_class_has_a_row_for_each_student_sorted_by_what_passed() -> None:
    head, _, first, *lines = shown(classroom(25), together=[[name] for name in PROBLEMS])
    assert head.split() == ["student", *PROBLEMS, "passed"]
    assert first.split() == ["s00", "10/10", "10/10", "10/10", "30/30"]
    assert lines[0].split() == ["s02", *["8/10", "WA"] * 3, "24/30"]
    assert lines[2].split() == ["s01", *["9/10", "WA"] * 2, "-", "18/30"]
    assert lines[23].split() == ["s24", *["0/10", "WA"] * 3, "0/30"]
    assert lines[24:] == ["a cell counts tests passed, next to the worst verdict; --all shows each program"]


def test_in_a_class_who_has_passed_less_without_a_failure_stands_below() -> None:
    results = [one for one in classroom(25) if one.solution != "s00/sum.py"]
    lines = shown(results, together=[[name] for name in PROBLEMS])[2:27]
    passed = [int(line.split()[-1].partition("/")[0]) for line in lines]
    assert passed == sorted(passed, reverse=True)
    assert [line.split()[0] for line in lines[:3]] == ["s02", "s03", "s00"]


def test_points_count_in_a_class_where_tests_have_some() -> None:
    worth = Worth(points=2.5, groups=(Group(name=""),))
    lines = shown(classroom(25, worth=worth), together=[[name] for name in PROBLEMS])
    assert lines[3].split() == ["s02", *["20/25", "WA"] * 3, "60/75"]
    assert lines[-1].startswith("a cell counts points passed")


@pytest.mark.parametrize("width", [40, 60, 80, 160])
def test_a_class_keeps_its_verdicts_at_any_width(width: int) -> None:
    lines = shown(classroom(40), together=[[name] for name in PROBLEMS], width=width)
    assert all(len(line) <= width for line in lines)
    # All except the first, which passed everything, and the second, which has two programs.
    assert sum(line.count("WA") == 3 for line in lines) == 38


def test_the_case_of_names_makes_no_other_student() -> None:
    results = [replace(one, solution=one.solution.title()) for one in classroom(25)]
    assert shown(results, together=[[name] for name in PROBLEMS])[2].split()[0] == "S00"


def test_several_programs_of_one_for_a_problem_count_by_the_best() -> None:
    results = classroom(25)
    first = [one for one in results if one.solution == "s00/sum.py"]
    worse = [replace(one, solution="s00/sum.cpp", verdict=WA) for one in first]
    lines = shown([*worse, *results, *worse], together=[[name] for name in PROBLEMS])
    assert lines[2].split() == ["s00", "10/10", "10/10", "10/10", "30/30"]


def test_a_small_class_has_its_table_before_those_of_the_problems() -> None:
    lines = shown(classroom(3), together=[[name] for name in PROBLEMS])
    assert [line.split()[0] for line in lines[2:5]] == ["s00", "s02", "s01"]
    assert lines[5] == "a cell counts tests passed, next to the worst verdict"
    assert [line for line in lines if line in PROBLEMS] == list(PROBLEMS)
    assert len(names(lines)) == 8


def test_who_asks_for_what_is_unexpected_gets_no_table_of_the_class() -> None:
    lines = shown(classroom(3), together=[[name] for name in PROBLEMS], rows="unexpected")
    assert not [line for line in lines if line.startswith("student")]


def test_the_programs_of_one_student_share_a_table() -> None:
    own = [one for one in classroom(3) if one.solution.startswith("s02")]
    cases = [str(number) for number in range(11)]
    wanted = {200: cases[:10], 80: [*cases[1:], "slowest"], 60: ["all", "cases", "slowest"]}
    for width, columns in wanted.items():
        head, _, *lines = shown(own, together=[[name] for name in PROBLEMS], width=width)
        assert head.split() == ["solution", *columns]
        assert [line.split()[0] for line in lines[:3]] == [f"s02/{name}.py" for name in PROBLEMS]
        assert lines[0].endswith("8/10 passed")
    assert lines[3:] == [SLOWEST_NOTE, "left out: each case by itself"]


def test_a_column_that_problems_share_has_the_name_that_their_cases_share() -> None:
    cases = ("sum/one", "sum/two", "most/one", "most/large", "most/last")
    own = [make_result(solution=f"ann/{case.partition('/')[0]}.py", case=case) for case in cases]
    head, *_ = shown(own, together=[["sum"], ["most"]], width=120)
    assert head.split() == ["solution", "one", "case", "2", "last"]


def test_programs_of_nobody_have_rows_below_a_large_class() -> None:
    by_nobody = [replace(one, solution="sum.py") for one in classroom(1) if one.solution == "s00/sum.py"]
    lines = shown([*classroom(25), *by_nobody], together=[[name] for name in PROBLEMS])
    assert names(lines) == ["sum.py"]
    assert "s00" in lines[2]
    assert not [line for line in lines if line in ("diff", "grid")]


@pytest.mark.parametrize(
    "renamed",
    [
        pytest.param(lambda name: name.replace("/", "_"), id="no part of the path is the problem"),
        pytest.param(
            lambda name: f"{name.partition('/')[2]}/{name[:3]}{name[-5]}", id="each has one program"
        ),
    ],
)
def test_what_is_no_class_has_a_table_for_each_problem(renamed: object) -> None:
    assert callable(renamed)
    results = [replace(one, solution=renamed(one.solution)) for one in classroom(25)]
    lines = shown(results, together=[[name] for name in PROBLEMS])
    assert [line for line in lines if line in PROBLEMS] == list(PROBLEMS)
    assert {problem_of(result.case) for result in results} == set(PROBLEMS)
