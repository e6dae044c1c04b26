"""Expectations of single cases: they override all others, and must match a solution."""

import pickle
from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers import A_PLUS_B, ADDS, make_result, run_here, write_project
from hypothesis import given
from hypothesis import strategies as st

from judge.library.folders import Loaded, load
from judge.model.patterns import matches_solution
from judge.model.results import Result
from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors
from judge.scoring.unmet import unmet

AC, WA, TLE = Verdict.AC, Verdict.WA, Verdict.TLE
MORE = A_PLUS_B + "  - id: large\n    input: |\n      5 6\n    output: |\n      11\n"
WRONG = "print(0)\n"


def project(tmp_path: Path, expect: str, solutions: Mapping[str, str], **cases: str) -> Path:
    """One whose case sum/large states this."""
    text = f"{MORE}    expect: {expect}\n"
    return write_project(tmp_path, solutions=solutions, cases={"sum.yaml": text, **cases})


def expected(found: Loaded, solution: str, case: str) -> tuple[object, ...]:
    (one,) = [one for one in found.solutions if one.name == solution]
    return one.expected(case)


def test_what_a_case_states_goes_before_facts_and_folders(tmp_path: Path) -> None:
    facts = "# judge: {expect: {'*': WA}}\n"
    solutions = {"a.py": facts, "tle/b.py": WRONG, "c.py": WRONG}
    found = load(project(tmp_path, "{a.py: TLE, 'tle/*': [AC, WA]}", solutions))
    assert expected(found, "a.py", "sum/large") == (TLE,)
    assert expected(found, "a.py", "sum/small") == (WA,)
    assert expected(found, "tle/b.py", "sum/large") == (AC, WA)
    assert TLE in expected(found, "tle/b.py", "sum/small")
    assert expected(found, "c.py", "sum/large") == (AC,)
    assert pickle.loads(pickle.dumps(found)) == found


def test_the_first_pattern_that_names_a_solution_counts(tmp_path: Path) -> None:
    names = ("luogu_a.py", "luogu_b.py", "x/luogu_c.py")
    found = load(project(tmp_path, "{luogu_a: TLE, 'luogu_*': WA, x: [WA, TLE]}", dict.fromkeys(names, "")))
    assert [expected(found, name, "sum/large") for name in names] == [(TLE,), (WA,), (WA, TLE)]


@given(st.text("ab*?[].", min_size=1), st.sampled_from(["", ".py", ".cpp"]))
def test_a_solution_is_named_by_its_name_with_or_without_the_suffix(stem: str, suffix: str) -> None:
    name = stem.rstrip(".") + "_" + suffix
    assert matches_solution(name, name)
    assert matches_solution(name.removesuffix(suffix) if suffix else name, name)


def test_a_case_speaks_of_the_solutions_of_its_own_problem_alone(tmp_path: Path) -> None:
    solutions = {"sum/a.py": ADDS, "max/a.py": ADDS}
    found = load(project(tmp_path, "{'*/a.py': TLE}", solutions, **{"max.yaml": A_PLUS_B}))
    assert expected(found, "sum/a.py", "sum/large") == (TLE,)
    assert all(not one.known for one in found.solutions if one.name == "max/a.py")


@pytest.mark.parametrize(
    ("expect", "message"),
    [
        pytest.param("{ads.py: WA}", "got 'ads.py'; did you mean adds.py?", id="misspelled"),
        pytest.param("{adds.py: WA, 'max/*': WA}", "got 'max/*'", id="of another problem"),
        pytest.param("{adds.cpp: WA}", "got 'adds.cpp'; did you mean adds.py?", id="another suffix"),
    ],
)
def test_a_pattern_that_names_no_solution_is_a_fault_of_its_problem(
    tmp_path: Path, expect: str, message: str
) -> None:
    solutions = {"adds.py": "# judge: {problems: sum}\n" + WRONG, "max/a.py": WRONG}
    root = project(tmp_path, expect, solutions, **{"max.yaml": A_PLUS_B})
    with pytest.raises(InputErrors) as caught:
        load(root)
    wanted = "expected a pattern that matches one of the solutions adds.py, "
    assert str(caught.value) == f"{root}/cases/sum.yaml:16: {wanted}{message}"
    found = load(root, strict=False)
    assert [case.id for case in found.cases] == ["max/small"]
    assert [problem.name for problem in found.faulty] == ["sum"]


def test_a_program_at_fault_is_one_all_the_same(tmp_path: Path) -> None:
    solutions = {"a.py": "# judge: {expct: WA}\n", "b.py": ADDS}
    found = load(project(tmp_path, "{a.py: WA}", solutions), strict=False)
    assert [str(fault.path.name) for fault in found.faults] == ["a.py"]


def test_cases_that_lie_elsewhere_may_speak_of_solutions_that_are_not_here(tmp_path: Path) -> None:
    root = write_project(tmp_path / "here", solutions={"a.py": ADDS, "b.py": ADDS})
    there = project(tmp_path / "there", "{gone.py: WA, b.py: TLE}", {}) / "cases"
    found = load(root, cases=there)
    assert [expected(found, name, "sum/large") for name in ("a.py", "b.py")] == [(AC,), (TLE,)]


def test_a_case_does_not_pay_what_a_program_owes_to_its_folder(tmp_path: Path) -> None:
    """A statement about one case leaves the rest of the problem as strict as it was."""
    found = load(project(tmp_path, "{'*/a.py': AC}", {"wa/a.py": WRONG}))
    (solution,) = found.solutions
    results = [make_result(solution=solution.name, case=case.id, expected=(AC,)) for case in found.cases]
    (owed,) = unmet(found.solutions, found.cases, results)
    assert owed.verdicts == (WA,)
    seen: list[Result] = [
        make_result(
            solution=solution.name, case="sum/small", verdict=WA, expected=solution.expected("sum/other")
        ),
        make_result(solution=solution.name, case="sum/large", expected=(AC,)),
    ]
    assert not unmet(found.solutions, found.cases, seen)


def test_what_a_case_states_is_run_listed_and_left_alone_by_a_rewrite(tmp_path: Path) -> None:
    root = project(tmp_path, "{wrong.py: WA}", {"wrong.py": "# judge: {expect: {sum/small: WA}}\n" + WRONG})
    assert run_here("run", cwd=root).returncode == 0
    listed = run_here("list", cwd=root, env={"COLUMNS": "150"}).stdout
    assert "sum/large WA, sum/small WA" in listed
    (root / "solutions" / "wrong.py").write_text(ADDS.replace("{", "{expect: {sum/small: WA}, ", 1))
    done = run_here("run", "--update-expectations", "--yes", cwd=root)
    place = "cases/sum.yaml:16"
    assert f"{place}: expected WA of wrong.py on sum/large, got AC: change it here\n" in done.stdout
    assert (root / "solutions" / "wrong.py").read_text() == ADDS
    again = run_here("run", "--update-expectations", "--yes", cwd=root)
    assert again.stdout.endswith("change it here\nno program to write\n")
