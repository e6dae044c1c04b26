"""Slots share built programs, and build again if the result would differ."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import cast

import pytest
from helpers import SEAL, FakeRunner, judge_with, make_case, make_limits, make_run, make_solution
from msgspec.structs import replace

from judge.model.programs import Solution
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict
from judge.running.languages.base import Unready
from judge.running.places import Closed
from judge.running.programs import Command, Script
from judge.running.runner import Runner
from judge.work.slots import Programs, Seal, current_slot
from judge.work.workers import Workers, open_workers

AC, WA, JE, CE = Verdict.AC, Verdict.WA, Verdict.JE, Verdict.CE


@dataclass(frozen=True)
class Compiling(FakeRunner):
    """A runner that prints 3, and whose compiler says what it was given and `refuses` some of it."""

    measure: Callable[[bytes], Run] = lambda _: make_run(stdout=b"3\n")
    refuses: dict[bytes, Run] = field(default_factory=dict)
    compiled: list[bytes] = field(default_factory=list)
    is_cancelled: bool = False

    def compile_python(self, source: bytes, filename: str, limits: Limits, **_: object) -> Script | Run:
        self.compiled.append(source)
        return self.refuses.get(source) or super().compile_python(source, filename, limits)


def written(path: Path, source: str) -> Solution:
    path.write_text(source)
    digest = sha256(source.encode()).hexdigest()
    return replace(make_solution(name=path.name, path=path), digest=digest)


def test_who_wants_a_program_at_the_same_time_waits_for_the_one_that_is_made(tmp_path: Path) -> None:
    everyone = threading.Barrier(4)
    solution = written(tmp_path / "a.py", "")
    programs, runner, found = Programs(), Compiling(), []

    def ask() -> None:
        everyone.wait(60)
        found.append(programs.get(solution, cast(Runner, runner)))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(runner.compiled) == 1
    assert len(set(map(id, found))) == 1


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda solution, path: written(solution.path, "2"), id="other bytes"),
        pytest.param(lambda solution, path: written(path / "b.py", "1"), id="another path"),
        pytest.param(lambda solution, path: replace(solution, format="leetcode"), id="another format"),
    ],
)
def test_what_is_not_the_same_solution_is_made_anew(
    tmp_path: Path, change: Callable[[Solution, Path], Solution]
) -> None:
    solution = written(tmp_path / "a.py", "1")
    programs, runner = Programs(), Compiling()
    first = programs.get(solution, cast(Runner, runner))
    second = programs.get(change(solution, tmp_path), cast(Runner, runner))
    assert len(runner.compiled) == 2
    assert first is not second


def test_an_interpreter_of_its_own_makes_another_program(tmp_path: Path) -> None:
    solution = written(tmp_path / "a.py", "1")
    programs = Programs()
    with Runner(core=None) as runner:
        warm = programs.get(solution, runner)
        cold = programs.get(replace(solution, interpreter="python3"), runner)
    assert isinstance(warm, Script)
    assert isinstance(cold, Command | Unready)


def test_a_refused_source_is_not_compiled_again_but_a_fault_of_the_judge_may_pass(tmp_path: Path) -> None:
    bad, unlucky = written(tmp_path / "bad.py", "bad"), written(tmp_path / "unlucky.py", "unlucky")
    lost = make_run(ending=Ending.LOST, detail="no room")
    runner = Compiling(refuses={b"bad": make_run(exit_code=1), b"unlucky": lost})
    with Workers([cast(Runner, runner)], SEAL) as workers:

        def verdicts() -> list[Verdict]:
            cases = [make_case(id=f"p/{number}") for number in range(3)]
            return [result.verdict for result in judge_with(workers, [bad, unlucky], cases)]

        assert verdicts() == [CE] * 3 + [JE] * 3
        assert runner.compiled == [b"bad", b"unlucky"]
        del runner.refuses[b"unlucky"]
        assert verdicts() == [CE] * 3 + [AC] * 3
        assert runner.compiled == [b"bad", b"unlucky", b"unlucky"]


def test_what_was_made_while_its_runner_was_cancelled_is_made_again(tmp_path: Path) -> None:
    """It may be less than a program could be: without the launcher, say."""
    solution = written(tmp_path / "a.py", "")
    programs, left, whole = Programs(), Compiling(is_cancelled=True), Compiling()
    for runner in (left, whole, whole):
        assert isinstance(programs.get(solution, cast(Runner, runner)), Script)
    assert (len(left.compiled), len(whole.compiled)) == (1, 1)


def test_a_solution_that_was_written_anew_is_judged_as_it_is(tmp_path: Path) -> None:
    path, case = tmp_path / "a.py", make_case(limits=make_limits(cpu_s=50))
    with open_workers(2, SEAL) as workers:
        for source, verdict in (("print(3)\n", AC), ("print(4)\n", WA), ("print(3)\n", AC)):
            (result,) = judge_with(workers, [written(path, source)], [case])
            assert result.verdict is verdict


def test_a_thread_uses_its_own_runner_only_for_what_is_sealed_alike() -> None:
    runner = cast(Runner, FakeRunner(lambda _: make_run()))
    other = Seal(level="basic", closed=Closed(whole=(Path("/nowhere"),)))
    with Workers([runner], SEAL) as workers:
        alike = Seal(level=SEAL.level, closed=Closed())
        assert workers.submit(lambda: current_slot(alike).runner).result() is runner
        elsewhere = workers.submit(lambda: current_slot(other)).result()
    assert elsewhere.runner is not runner
    assert elsewhere.seal == other
    assert current_slot(other) is elsewhere
    assert elsewhere.runner.level() == "basic"
