"""Builds and tests in one order: no test before its builds, none that waits for other builds."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from threading import Event

from helpers import SEAL, FakeRunner, make_case, make_run, make_solution
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.model.cases import Case
from judge.model.programs import CheckerProgram, Solution
from judge.model.runs import Limits
from judge.model.verdicts import Verdict
from judge.running.languages.base import Unready
from judge.running.programs import Script
from judge.work.engine import judge, list_deciders, list_tasks
from judge.work.schedule import Schedule
from judge.work.task_results import refuse_task
from judge.work.tasks import carry_out, prepare
from judge.work.workers import Workers

BROKEN = Unready(verdict=Verdict.CE, message="broken")


def checked(case: Case, checker: str | None) -> Case:
    """The case with a checker of this name."""
    if not checker:
        return case
    program = CheckerProgram(program=make_solution(name=checker), protocol="testlib")
    return replace(case, checker=program)


_programs = st.integers(1, 6).map(lambda number: [make_solution(name=f"{n}.py") for n in range(number)])
_checkers = st.lists(st.sampled_from((None, "one.py", "two.py")), min_size=1, max_size=4)


@given(_programs, _checkers, st.none() | st.integers(1, 4), st.randoms(use_true_random=False))
def test_a_test_follows_the_builds_that_it_needs_and_none_is_forgotten(
    solutions: Sequence[Solution], checkers: Sequence[str | None], builders: int | None, chance: Random
) -> None:
    cases = [checked(make_case(id=f"p/{n}"), checker) for n, checker in enumerate(checkers)]
    programs = [*solutions, *list_deciders(cases)]
    tasks = list(list_tasks(solutions, cases))
    schedule = Schedule(programs, iter(tasks), SEAL, builders=builders)
    under_way: list[Solution] = []
    begun: list[Solution] = []
    seen = []

    def end_one() -> None:
        program = under_way.pop(chance.randrange(len(under_way)))
        schedule.end_build(program, BROKEN if program.name == "0.py" else None)

    for call in schedule.list_calls():
        if call and isinstance(call[0], Solution):
            assert call[1:] == (prepare, (call[0], SEAL))
            under_way.append(call[0])
            begun.append(call[0])
        elif call:
            rank, task = call[0]
            assert tasks[rank] is task
            is_broken = task.solution.name == "0.py"
            assert call[1:] == ((refuse_task, (task, BROKEN)) if is_broken else (carry_out, (task, SEAL)))
            needed = [task.solution, *(each.program for each in task.test.case.programs)]
            assert not [program for program in needed if program in under_way or program not in begun]
            assert builders is not None or len(begun) == len(programs)
            seen.append(rank)
        else:
            end_one()
        assert builders is None or len(under_way) <= builders
        while under_way and chance.random() < 0.3:
            end_one()
    assert seen == list(range(len(tasks)))
    assert sorted(program.name for program in begun) == sorted(program.name for program in programs)
    assert schedule.built == schedule.programs - len(under_way)


class Waiting(FakeRunner):
    """A runner that compiles `slow` only after the first verdict."""

    first = Event()

    def compile_python(self, source: bytes, filename: str, limits: Limits, **words: object) -> Script:
        if source == b"slow":
            assert self.first.wait(60)
        return super().compile_python(source, filename, limits, **words)


def test_the_first_verdict_waits_for_no_other_build(tmp_path: Path) -> None:
    solutions = []
    for name in ("quick", "slow"):
        (tmp_path / f"{name}.py").write_text(name)
        solutions.append(make_solution(name=f"{name}.py", path=tmp_path / f"{name}.py"))
    cases = [make_case(id=f"p/{n}") for n in range(3)]
    counts = []
    with Workers([Waiting(lambda _: make_run(stdout=b"3\n"))] * 2, SEAL) as workers:
        results = judge(
            solutions,
            list_tasks(solutions, cases),
            workers,
            SEAL,
            builders=workers.builders,
            built=lambda made, programs: counts.append((made, programs)),
        )
        seen = [next(results)]
        Waiting.first.set()
        seen += results
    assert seen[0].solution == "quick.py"
    assert counts == [(0, 2), (1, 2), (2, 2)]
    assert [result.verdict for result in seen] == [Verdict.AC] * 6
