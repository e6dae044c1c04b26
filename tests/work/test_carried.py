"""No field gets lost between one type and the next unless it is named here."""

from typing import Any

import pytest
from filled import FULL_CASE
from helpers import SEAL, FakeRunner, make_case, make_run, make_solution, make_test
from msgspec.structs import replace
from variants import unnoticed

from judge.cases.tests import make_own_test
from judge.checkers.checker import Following, Judgement
from judge.model.cases import Case
from judge.model.conversations import Conversation, Turn
from judge.model.points import Worth
from judge.model.programs import CheckerProgram
from judge.model.results import Result
from judge.model.runs import Ending
from judge.model.verdicts import Verdict
from judge.running.endings import Measured, run_of
from judge.running.programs import Script
from judge.work import slots, transfer
from judge.work.batches import localize_outcome
from judge.work.engine import list_deciders
from judge.work.messages import RunMessage
from judge.work.slots import JudgedRun, Slot
from judge.work.task_results import Task
from judge.work.tasks import carry_out, examine_task

SCRIPT = Script(code=b"", filename="adds.py")
RUN = make_run(stdout=b"4\n", stderr=b"oops", detail="why", signal=1, files=(b"log",), left=(("a", b""),))
RUN = replace(RUN, counted=7)
LATER = Following(input=b"", left=(("a", b""),))
JUDGEMENT = Judgement(
    verdict=Verdict.WA, message="wrong", answer=b"3\n", said=b"no", points=0.5, following=LATER
)
TALK = Conversation(program=RUN, interactor=RUN, turns=(Turn(True, 0.5, b"hi", 1, True),), waiting="program")
TASK = Task(solution=make_solution(), test=make_test(worth=Worth(points=2)), tests=3)


@pytest.fixture
def result_of(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes the result of a task that was judged so."""
    monkeypatch.setattr(slots, "prepare", lambda solution, runner: SCRIPT)
    slot = Slot(runner=FakeRunner(make_run), seal=SEAL)  # type: ignore[arg-type]
    monkeypatch.setattr(slots._thread, "slot", slot)

    def make(task: Task = TASK, **changes: Any) -> Result:
        parts: dict[str, Any] = {"run": RUN, "judgement": JUDGEMENT, "conversation": TALK, "passes": 2}
        judged = JudgedRun(**{**parts, **changes})
        monkeypatch.setattr(Slot, "judge", lambda *_, **__: judged)
        return carry_out(task, SEAL)

    return make


def test_a_test_travels_without_the_parts_of_its_case_that_only_the_sender_needs() -> None:
    def travelled(case: Case) -> Task:
        task = replace(TASK, test=make_own_test(case))
        return transfer._replace_task(task, lambda one, _: one, lambda content: content, lambda file, _: file)

    left = {"path", "stamp", "beside", "expectations", "grader", "scorers"}
    assert unnoticed(FULL_CASE, travelled, left) == left


def test_a_result_has_what_was_measured_and_printed(result_of: Any) -> None:
    """The verdict and its sentence tell how the run ended."""
    assert unnoticed(RUN, lambda run: result_of(run=run)) == {
        *("ending", "exit_code", "signal", "detail", "counted", "files", "left"),
    }


def test_a_result_has_all_that_is_said_of_an_output(result_of: Any) -> None:
    lost = unnoticed(JUDGEMENT, lambda judgement: result_of(judgement=judgement), ["following"])
    assert lost == {"following"}
    lost = unnoticed(TALK, lambda talk: result_of(conversation=talk))
    assert "interactor.cpu_s" not in lost
    assert not [name for name in lost if name.startswith("turns")]
    assert result_of(passes=3) != result_of()


def test_a_result_names_its_test_and_its_worth(result_of: Any) -> None:
    found, case = result_of(), TASK.test.case
    for task in (
        replace(TASK, solution=make_solution(name="other.py")),
        replace(TASK, test=replace(TASK.test, case=replace(case, id="sum/large"))),
        replace(TASK, test=replace(TASK.test, number=2)),
        replace(TASK, test=replace(TASK.test, case=replace(case, worth=Worth(points=3)))),
        replace(TASK, tests=4),
    ):
        assert result_of(task) != found


def test_what_accepted_programs_and_unanswered_tests_print_is_kept_as_it_is_of_use(result_of: Any) -> None:
    right = replace(JUDGEMENT, verdict=Verdict.AC, answer=None)
    unanswered = replace(JUDGEMENT, verdict=Verdict.NA, answer=None)
    assert (result_of(judgement=right).stderr, result_of(judgement=right).turns) == (b"", ())
    assert result_of(judgement=right).output == b""
    printed = b"x" * 5000
    assert result_of(judgement=unanswered, run=replace(RUN, stdout=printed)).output == printed[:4096]
    turns = tuple(Turn(bool(number % 2), number, b"hi") for number in range(61))
    for count, kept in ((59, 59), (60, 60), (61, 60)):
        assert len(result_of(conversation=replace(TALK, turns=turns[:count])).turns) == kept


def test_a_run_that_is_looked_at_comes_with_its_result(result_of: Any) -> None:
    result_of()
    seen = examine_task(TASK, SEAL)
    assert (seen.run, seen.conversation) == (RUN, TALK)
    result_of(run=replace(RUN, ending=Ending.LOST))
    seen = examine_task(TASK, SEAL)
    assert (seen.run, seen.result.cpu_s, seen.result.wall_s) == (None, None, None)


def test_a_result_from_elsewhere_keeps_all_but_what_is_expected_here(result_of: Any) -> None:
    found = result_of()

    def brought(result: Result) -> Result:
        return localize_outcome(RunMessage(TASK), result, "node-1")

    assert brought(found) == replace(found, host="node-1")


MEASURED = Measured(0, 0.1, 0.2, 0, 1 << 20, "", "", 5, 3, 4, (("out", 2),), 0)


def test_a_run_has_what_the_keeper_measured(tmp_path: Any) -> None:
    """The ending tells how the run was stopped; time in the queue counts for no one."""
    (tmp_path / "file").write_bytes(b"abcdefgh")
    with (tmp_path / "file").open("rb") as file:
        of = file.fileno()

        def run(**changes: Any) -> Any:
            return run_of(replace(MEASURED, **changes), TASK.test.limits, of, of, of)

        first = run()
        assert (first.stdout, first.stderr, first.files) == (b"abc", b"abcd", (b"ab",))
        assert (first.cpu_s, first.wall_s, first.peak_bytes, first.counted) == (0.1, 0.2, 1 << 20, 5)
        assert (first.exit_code, first.signal) == (0, None)
        killed = run(status=9)
        assert (killed.ending, killed.exit_code, killed.signal) == (Ending.SIGNALLED, None, 9)
        lost = run(complaint="gone")
        assert (lost.ending, lost.detail, lost.exit_code) == (Ending.LOST, "gone", None)
        flood = run(stdout_bytes=TASK.test.limits.output_bytes + 1)
        assert (flood.ending, flood.exit_code) == (Ending.TOO_MUCH_OUTPUT, 0)


def test_the_programs_that_decide_are_made_once_each_whatever_they_decide() -> None:
    checker, interactor = (
        CheckerProgram(program=make_solution(name=name), protocol="kattis") for name in "ab"
    )
    case = make_case()
    cases = [
        case,
        replace(case, checker=checker),
        replace(case, interactor=interactor),
        replace(case, checker=checker, interactor=interactor),
    ]
    assert list_deciders(cases) == [checker.program, interactor.program]
    assert list_deciders(cases[:2]) == [checker.program]
    assert list_deciders(cases[:1]) == []
