"""Words name solutions and problems: what is left belongs together, and nothing that does is lost."""

import os
from pathlib import Path

import pytest
from helpers import make_case, make_solution
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.cases.project import Project
from judge.library.folders import Loaded
from judge.model.cases import FaultyProblem
from judge.model.patterns import matches, problem_of
from judge.options.groups import Selection
from judge.options.judging import group_by_solvers
from judge.options.selection import match_solutions, select
from judge.platform.errors import Fault, InputErrors, JudgeError, UsageError, printable

PROJECT = Project(root=Path("p"), solutions=Path("p/solutions"), cases=Path("p/cases"))
FAULT = Fault(Path("f"), 1, "expected a, got b")
NAMES = ("a", "b", "c")


@st.composite
def projects(draw: st.DrawFn) -> Loaded:
    """Solutions and problems with names in common, some of each at fault."""
    whole = draw(st.sets(st.sampled_from(NAMES), min_size=1))
    solutions = tuple(
        replace(
            make_solution(name=f"{name}.py"),
            problems=draw(st.none() | st.sets(st.sampled_from(NAMES)).map(tuple)),
            faults=(FAULT,) if draw(st.booleans()) else (),
        )
        for name in draw(st.sets(st.sampled_from(NAMES), min_size=1))
    )
    return Loaded(
        project=PROJECT,
        solutions=solutions,
        cases=tuple(make_case(id=f"{name}/{number}") for name in sorted(whole) for number in (1, 2)),
        faulty=tuple(
            FaultyProblem(name=name, format="", faults=(FAULT,)) for name in NAMES if name not in whole
        ),
    )


WORDS = st.sampled_from([*NAMES, "a.py", "*.py", "[bc]"])


@pytest.mark.slow
@given(
    found=projects(),
    words=st.lists(WORDS, max_size=2),
    cases=st.lists(st.sampled_from(["a", "*/1"]), max_size=1),
)
def test_what_is_left_belongs_together_and_nothing_that_does_is_lost(
    found: Loaded, words: list[str], cases: list[str]
) -> None:
    selection = Selection(solutions=tuple(words), cases=tuple(cases))
    left = refused = None
    try:
        left = select(found, selection, time_s=None, memory_bytes=None)
    except JudgeError as error:
        refused = error
    if left is None:
        assert isinstance(refused, InputErrors) or words or cases or not met(found)
        assert str(refused)
        return
    assert met(left)
    assert {case for _, case in met(left)} == {case.id for case in left.cases}
    assert met(left) <= met(found)
    if not words and not cases:
        assert met(left) == met(found)
        assert left.faulty == found.faulty
    shared = group_by_solvers(left)
    assert sorted(name for group in shared for name in group) == sorted(
        {problem_of(c.id) for c in left.cases}
    )
    for group in shared:
        assert len({frozenset(s.name for s in left.solutions if s.belongs_to(name)) for name in group}) == 1


def met(found: Loaded) -> set[tuple[str, str]]:
    return {
        (solution.name, case.id)
        for solution in found.solutions
        for case in found.cases
        if solution.belongs_to(case.id)
    }


@pytest.mark.parametrize(
    ("words", "left"),
    [
        pytest.param((), {"a.py", "b.py", "c.py"}, id="no word"),
        pytest.param(("a",), {"a.py", "c.py"}, id="a problem goes before a solution of its name"),
        pytest.param(("a.py",), {"a.py"}, id="a solution by its whole name"),
        pytest.param(("c",), {"c.py"}, id="a solution whose name no problem has"),
        pytest.param(("*",), {"a.py", "b.py", "c.py"}, id="a pattern is of solutions first"),
        pytest.param(("c", "b"), {"c.py"}, id="a solution and a problem"),
    ],
)
def test_a_word_is_a_problem_by_its_name_else_solutions(words: tuple[str, ...], left: set[str]) -> None:
    solutions = (
        replace(make_solution(name="a.py"), problems=("a",)),
        replace(make_solution(name="b.py"), problems=("b",)),
        replace(make_solution(name="c.py"), problems=("a", "b")),
    )
    found = Loaded(project=PROJECT, solutions=solutions, cases=(make_case(id="a/1"), make_case(id="b/1")))
    selection = Selection(solutions=words)
    assert {one.name for one in select(found, selection, time_s=None, memory_bytes=None).solutions} == left


def test_a_word_that_names_nothing_is_told_with_the_nearest() -> None:
    found = Loaded(project=PROJECT, solutions=(make_solution(),), cases=(make_case(),))
    with pytest.raises(
        UsageError, match=r"one of the solutions and problems adds.py, sum, got 'sun'; did you mean sum"
    ):
        select(found, Selection(solutions=("sun",)), time_s=None, memory_bytes=None)


# Names of files as the system gives them, some of bytes that are no text.
FILES = st.binary(min_size=1, max_size=8).map(os.fsdecode).filter(lambda name: not {*name} & {*"/\0."})


# A pattern such as `*` names the other problem, too.
@given(file=FILES.filter(lambda name: not matches(name, "other")))
@example(file="[a]")
def test_a_file_is_named_by_its_bytes_and_by_the_name_that_is_shown(file: str) -> None:
    names, folder = [printable(f"{file}.py")], PROJECT.solutions
    for typed in (file, f"{file}.py", f"{folder}/{file}.py", str((folder / f"{file}.py").absolute()), *names):
        assert match_solutions(typed, names, PROJECT) == names
    cases = (make_case(id=printable(f"{file}/{file}")), make_case(id="other/1"))
    found = Loaded(project=PROJECT, solutions=(make_solution(name=names[0]),), cases=cases)
    for selection in (
        Selection(solutions=(f"{file}.py",), cases=(f"{file}/{file}",)),
        Selection(solutions=(file,), cases=(file,)),
    ):
        assert select(found, selection, time_s=None, memory_bytes=None).cases == cases[:1]
