"""Which tests reject which mutants: covers, idle tests, and exit codes."""

from collections.abc import Mapping
from itertools import combinations

import pytest
from helpers import make_find, make_result, make_solution
from hypothesis import given
from hypothesis import strategies as st

from judge.model.verdicts import Verdict
from judge.show.weak import _summarise
from judge.stress.weak.kills import Kills, choose_cover
from judge.stress.weak.mutants import Mutant
from judge.stress.weak.weakness import NewTest, Weakness

TESTS = "abcd"


def weakness(
    killers: Mapping[str, str], *, new: str = "", are_mutants: bool = True, wrong: bool = False
) -> Weakness:
    """Mutants with the tests that reject them, and the names of those that a new input rejects."""
    test = NewTest(find=make_find(), rejects=tuple(new))
    return Weakness(
        problem="sum",
        mutants=tuple(Mutant(solution=make_solution(name=name)) for name in killers),
        tests=tuple(TESTS),
        kills=Kills(killers={name: tuple(tests) for name, tests in killers.items()}, unknown={}),
        all_tests=True,
        are_mutants=are_mutants,
        new=(test,) if new else (),
        wrong=(test,) if wrong else (),
        searched=1,
    )


@given(st.dictionaries(st.text("xyz", min_size=1), st.sets(st.sampled_from(TESTS))))
def test_a_cover_rejects_whatever_some_test_rejects(killers: Mapping[str, set[str]]) -> None:
    cover = choose_cover(killers)
    assert len({*cover}) == len(cover)
    assert all(tests & {*cover} for tests in killers.values() if tests)
    # The greedy choice takes at most 1 + ln(8) times as many.
    least = min(
        size
        for size in range(len(TESTS) + 1)
        for some in combinations(TESTS, size)
        if all(tests & {*some} for tests in killers.values() if tests)
    )
    assert len(cover) <= 2 * least


def test_tests_are_idle_if_the_others_reject_all_that_they_reject() -> None:
    assert weakness({"x": "ab", "y": "b", "z": "c"}).idle == ["a", "d"]
    assert weakness({"x": "ab", "y": "ab"}).idle == ["b", "c", "d"]


def test_what_neither_old_nor_new_inputs_reject_is_left() -> None:
    found = weakness({"x": "a", "y": "", "z": ""}, new="z")
    assert [mutant.name for mutant in found.survivors] == ["y", "z"]
    assert [mutant.name for mutant in found.left] == ["y"]
    assert found.killed == 1


def test_a_program_that_was_not_judged_does_not_survive() -> None:
    found = weakness({"x": "", "y": ""})
    kills = Kills(killers=found.kills.killers, unknown={"x": make_result(verdict=Verdict.JE)})
    assert [mutant.name for mutant in kills.alive(found.mutants)] == ["y"]


@pytest.mark.parametrize(
    ("found", "kept", "code"),
    [
        pytest.param(weakness({"x": "a"}), False, 0, id="all are rejected"),
        pytest.param(weakness({"x": ""}), False, 0, id="perhaps equal"),
        pytest.param(weakness({"x": ""}, are_mutants=False), False, 1, id="a wrong program survives"),
        pytest.param(weakness({"x": ""}, new="x"), False, 1, id="a new input is not kept"),
        pytest.param(weakness({"x": ""}, new="x"), True, 0, id="a new input is kept"),
        pytest.param(weakness({"x": "a"}, wrong=True), True, 1, id="an accepted program is wrong"),
    ],
)
def test_the_exit_code_says_whether_a_test_is_missing(found: Weakness, kept: bool, code: int) -> None:
    assert found.exit_code(kept=kept) == code


@pytest.mark.parametrize(
    ("killers", "line"),
    [
        ({"x": "ab", "y": "b", "z": "c"}, "2 of 4 tests are not needed to reject these mutants: a, d"),
        ({"x": "abc", "y": "d", "z": "b", "u": "c"}, "1 of 4 tests is not needed to reject these mutants: a"),
        ({"x": "", "y": ""}, None),
    ],
    ids=["two", "one", "none rejects any"],
)
def test_the_tests_that_are_not_needed_are_named(killers: Mapping[str, str], line: str | None) -> None:
    found = [each for each in _summarise(weakness(killers), kept=False) if "not needed" in each]
    assert found == ([line] if line else [])
