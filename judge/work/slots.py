"""What a task finds where it is carried out: a runner, and what was prepared for all that work together.

A thread of the local workers has its slot from the start. Whoever has none, as in a process on another
machine, shares one of its process, which is opened when it is first asked for and closed at exit.
"""

import atexit
import os
import threading
from functools import cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from judge.checkers.brought import ask_again, check, unready
from judge.checkers.checker import Judgement
from judge.checkers.decision import decide, reason
from judge.checkers.interactors import INTERACTORS
from judge.errors import shown_path
from judge.model.cases import Test
from judge.model.conversations import Conversation
from judge.model.programs import Solution
from judge.model.runs import Ending, Run
from judge.model.verdicts import Verdict
from judge.running.endings import lost_run
from judge.running.keeper_client import Level
from judge.running.languages import grader_alone, prepare
from judge.running.languages.alone import REACHED
from judge.running.languages.base import Unready
from judge.running.places import Closed
from judge.running.programs import Event, Program
from judge.running.runner import Runner
from judge.work.runs import run_on
from judge.work.talks import make_log_run, run_interactive

_Key = tuple[object, ...]
_Left = tuple[tuple[str, bytes], ...]
_holding = threading.Lock()


def compare_lock() -> threading.Lock:
    """Held while an answer and an output are both in memory: they may be long, so one pair at a time."""
    return _holding


class Seal(Struct, frozen=True, kw_only=True):
    """How programs are sealed: the level that is asked for, and the places that none may open."""

    level: Level = "default"
    closed: Closed


class JudgedRun(NamedTuple):
    """A run and what is to be said of it; of several passes the one that used most, and the last word.

    `conversation` is that of the last pass.
    """

    run: Run
    judgement: Judgement
    conversation: Conversation | None = None
    passes: int = 1


class Programs:
    """What was made of solutions, once for all runners of one seal.

    A solution with other bytes is another one. A compiler's refusal and a missing tool are kept as programs
    are; what the judge itself failed at (JE), or what was left, is tried again by who asks next.
    """

    def __init__(self) -> None:
        self._made: dict[_Key, Program | Unready] = {}
        self._turns: dict[_Key, threading.Lock] = {}
        self._alone: dict[_Key, Program | None] = {}

    def of(self, solution: Solution, runner: Runner) -> Program | Unready:
        """The program of a solution; made by this runner where there is none, while others wait for it."""
        if solution.faults:
            return Unready(verdict=Verdict.JE, message=str(solution.faults[0]))
        if solution.output_only:
            return Unready(verdict=Verdict.SK, message="a folder of outputs runs no program")
        tool = solution.interpreter, solution.flags, solution.language
        key = (solution.path, solution.digest, solution.format, tool)
        if made := self._made.get(key):
            return made
        with self._turns.setdefault(key, threading.Lock()):
            if made := self._made.get(key):
                return made
            made = prepare(solution, runner)
            failed = isinstance(made, Unready) and made.verdict is Verdict.JE
            if not failed and not runner.is_cancelled:
                self._made[key] = made
            return made

    def crash_of_grader(self, solution: Solution, test: Test, runner: Runner) -> Unready | None:
        """JE where the grader of a solution that crashed crashes on this test before it uses the solution."""
        if not solution.grader:
            return None
        key = (solution.grader, solution.language, solution.interpreter)
        if key not in self._alone:
            self._alone[key] = grader_alone(solution, runner)
        if not (program := self._alone[key]):
            return None
        run = self.judged(program, test, runner).run
        is_finished = run.ending is Ending.FINISHED
        if run.exit_code in (0, REACHED) if is_finished else run.ending is not Ending.SIGNALLED:
            return None
        files = solution.grader.files
        path = shown_path(
            next(file.path for name, file in files if name.endswith(solution.language.suffixes))
        )
        message = f"{path}: expected a grader that calls the solution, got: {reason(run, test.limits)}"
        return Unready(verdict=Verdict.JE, message=message, stderr=run.stderr, is_problems=True)

    def decide(self, run: Run, test: Test, runner: Runner, *, left: _Left = ()) -> Judgement:
        """The verdict on a run, by the checker that its problem brings, where it brings one.

        `left` are the files that the checker made in the pass before.
        """
        checker = test.checker
        if not checker:
            with compare_lock():
                return decide(run, test)

        def asked(test: Test, output: bytes) -> Judgement:
            """The judgement of the first that does not accept the output, or of the last."""
            judgement = Judgement(verdict=Verdict.AC)
            for each in checker.all:
                made = self.of(each.program, runner)
                if isinstance(made, Unready):
                    return unready(each, made)
                judgement = check(each, made, test, output, runner, left=left)
                if judgement.verdict is not Verdict.AC:
                    break
            return judgement

        return decide(run, test, asked)

    def judged(
        self, program: Program, test: Test, runner: Runner, *, event: Event | None = None
    ) -> JudgedRun:
        """A program on a test, and what is to be said of it; in as many passes as its problem asks for."""
        passes = [self._pass(program, test, runner, event)]
        while (following := passes[-1].judgement.following) is not None:
            if len(passes) == test.passes:
                passes[-1] = passes[-1]._replace(judgement=_one_too_many(test))
                break
            again = replace(test, input=following.input, passes=test.passes - len(passes))
            passes.append(self._pass(program, again, runner, event, left=following.left))
        slowest = max(passes, key=lambda each: each.run.cpu_s)
        return passes[-1]._replace(run=slowest.run, passes=len(passes))

    def _pass(
        self, program: Program, test: Test, runner: Runner, event: Event | None, *, left: _Left = ()
    ) -> JudgedRun:
        if not test.interactor:
            run = run_on(test, program, runner, event=event)
            return JudgedRun(run, self.decide(run, test, runner, left=left))
        made = self.of(test.interactor.program, runner)
        if isinstance(made, Unready):
            return JudgedRun(lost_run(made.message), unready(test.interactor, made))
        conversation, judgement = run_interactive(
            program, test.interactor, made, test, runner, left=left, event=event
        )
        if INTERACTORS[test.interactor.protocol].has_log:
            log = make_log_run(conversation)
            judgement = ask_again(judgement, test, log.stdout)
            if test.checker and judgement.verdict is Verdict.AC and not judgement.following:
                judgement = self.decide(log, test, runner)
        return JudgedRun(conversation.program, judgement, conversation)


def _one_too_many(test: Test) -> Judgement:
    return Judgement(
        verdict=Verdict.JE,
        message=f"expected no nextpass.in after pass {test.passes}, the last that there may be, got one",
    )


class Slot(Struct, frozen=True, kw_only=True):
    """A runner, its seal, and the programs that it shares with those beside it."""

    runner: Runner
    seal: Seal
    programs: Programs

    def program(self, solution: Solution) -> Program | Unready:
        return self.programs.of(solution, self.runner)

    def judged(self, program: Program, test: Test, *, event: Event | None = None) -> JudgedRun:
        return self.programs.judged(program, test, self.runner, event=event)

    def crash_of_grader(self, solution: Solution, test: Test) -> Unready | None:
        return self.programs.crash_of_grader(solution, test, self.runner)

    def held(self, run: Run, test: Test) -> JudgedRun:
        """What is to be said of an output that was not printed here."""
        return JudgedRun(run, self.programs.decide(run, test, self.runner))


class _Thread(threading.local):
    slot: Slot | None = None


_thread = _Thread()


def bind_slot(slot: Slot) -> None:
    """From here on the slot is that of this thread."""
    _thread.slot = slot


def current_slot(seal: Seal) -> Slot:
    """The slot of this thread if it is of this seal, else that of the process."""
    slot = _thread.slot
    return slot if slot and slot.seal == seal else _own(seal)


@cache
def _own(seal: Seal) -> Slot:
    runner = Runner(core=None, level=seal.level, closed=seal.closed)
    atexit.register(runner.close)
    return Slot(runner=runner, seal=seal, programs=Programs())


def _forget() -> None:
    """In a fork: a keeper answers the process that started it, and another thread may have held the lock."""
    global _holding
    _own.cache_clear()
    _holding = threading.Lock()


os.register_at_fork(after_in_child=_forget)
