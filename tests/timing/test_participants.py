"""The participants: every solution on every test, and programs that do nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import CLUES, SEAL, SOLVED, TWO_CLUES, FakeRunner, grid_case, make_case, make_run, make_solution

from judge.model.programs import Solution
from judge.model.runs import Ending, Run
from judge.model.verdicts import Verdict
from judge.timing.measure import Entry, RunOutcome
from judge.timing.participants import gather_participants
from judge.work.slots import Slot


@pytest.fixture
def adds(tmp_path: Path) -> Solution:
    path = tmp_path / "adds.py"
    path.write_text("print(3)\n")
    return make_solution(path=path)


def slot_with(execute: Callable[[bytes], Run]) -> Slot:
    return Slot(runner=FakeRunner(execute), seal=SEAL)  # type: ignore[arg-type]


def three(_: bytes) -> Run:
    return make_run(stdout=b"3\n", cpu_s=0.5)


def test_every_test_of_every_case_is_an_entry_beside_one_that_does_nothing(adds: Solution) -> None:
    participants = gather_participants([adds], [make_case(), make_case(id="sum/large")], slot_with(three))
    assert participants.entries == (
        Entry(solution=".py"),
        Entry(solution="adds.py", case="sum/small", startup=".py"),
        Entry(solution="adds.py", case="sum/large", startup=".py"),
    )
    assert [participants.execute(entry) for entry in participants.entries] == [
        RunOutcome(Verdict.AC, 0.5)
    ] * 3


def test_a_case_of_many_grids_is_an_entry_for_each(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("")
    case = grid_case("poj", (CLUES, SOLVED), (TWO_CLUES, SOLVED))
    participants = gather_participants(
        [make_solution(name="a.py", path=path, format="luogu")], [case], slot_with(three)
    )
    assert [entry.test for entry in participants.entries if entry.case] == [1, 2]


@pytest.mark.parametrize("ending", Ending)
def test_doing_nothing_counts_only_where_it_ended_by_itself(adds: Solution, ending: Ending) -> None:
    participants = gather_participants(
        [adds], [make_case()], slot_with(lambda _: make_run(ending=ending, exit_code=None))
    )
    verdict = participants.execute(Entry(solution=".py")).verdict
    assert (verdict is Verdict.AC) is (ending is Ending.FINISHED)


def test_doing_nothing_does_not_count_where_it_failed(adds: Solution) -> None:
    participants = gather_participants([adds], [make_case()], slot_with(lambda _: make_run(exit_code=1)))
    assert participants.execute(Entry(solution=".py")).verdict is Verdict.RE


def test_a_wrong_answer_is_a_verdict(adds: Solution) -> None:
    participants = gather_participants([adds], [make_case(answer=b"4\n")], slot_with(three))
    assert participants.execute(participants.entries[1]) == RunOutcome(Verdict.WA, 0.5)


def test_who_cannot_take_part_is_named_with_the_verdict(adds: Solution) -> None:
    participants = gather_participants([adds], [grid_case("poj")], slot_with(three))
    assert [entry.case for entry in participants.entries] == [""]
    (absent,) = participants.absent
    assert (absent.solution, absent.case, absent.verdict) == ("adds.py", "grids/one", Verdict.SK)


def test_the_class_of_a_site_has_a_start_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("")
    solutions = [
        make_solution(name="a.py", path=path, format="leetcode"),
        make_solution(name="b.py", path=path, format="luogu"),
    ]
    participants = gather_participants(solutions, [grid_case("poj")], slot_with(three))
    assert [(entry.solution, entry.startup) for entry in participants.entries] == [
        (".py", ""),
        (".py leetcode", ""),
        ("a.py", ".py leetcode"),
        ("b.py", ".py"),
    ]
