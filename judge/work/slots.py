"""Slots: the runner and the built programs with which a task is judged.

Each thread of the local workers has its own slot. Other threads, for example in a process on another machine,
share one slot of their process. It is opened on first use and closed at exit.
"""

import atexit
import os
import threading
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from judge.checkers.brought import ask_again, check, unready
from judge.checkers.checker import Judgement
from judge.checkers.decision import decide, reason
from judge.checkers.interactors import INTERACTORS
from judge.model.cases import Test
from judge.model.conversations import Conversation
from judge.model.programs import CheckerProgram, Solution
from judge.model.runs import Ending, Run
from judge.model.verdicts import Verdict
from judge.platform.errors import shown_path
from judge.running.endings import lost_run
from judge.running.keeper_client import Level, require_level
from judge.running.languages import grader_alone, prepare
from judge.running.languages.alone import REACHED
from judge.running.languages.base import Unready
from judge.running.places import Closed
from judge.running.programs import Event, Program
from judge.running.runner import Runner
from judge.work.runs import make_log_run, run_interactive, run_on
from judge.work.runs_ahead import RunsAhead

_Key = tuple[object, ...]
_Left = tuple[tuple[str, bytes], ...]
_holding = threading.Lock()


def compare_lock() -> threading.Lock:
    """Return the lock to hold while an answer and an output are in memory: long pairs, one at a time."""
    return _holding


class Seal(Struct, frozen=True, kw_only=True):
    """The requested sandbox level and the places that programs may not open.

    Raises UsageError for an unknown level.
    """

    level: Level = "default"
    closed: Closed

    def __post_init__(self) -> None:
        require_level(self.level)

    def identify(self) -> tuple[object, ...]:
        """Return the seal with the devices and inodes of its places: others may have taken their names."""
        there: list[object] = [self]
        for place in (*self.closed.whole, *self.closed.sealed):
            with suppress(OSError):
                status = place.stat()
                there.append((place, status.st_dev, status.st_ino))
        return tuple(there)


class JudgedRun(NamedTuple):
    """A run and the judgement on it: the longest run and the last judgement if there are several passes.

    `conversation` is from the last pass.
    """

    run: Run
    judgement: Judgement
    conversation: Conversation | None = None
    passes: int = 1


class Programs:
    """Programs built from solutions, once for all runners of one seal.

    A solution with other bytes is another key. Compile errors and missing tools are cached like programs.
    Judge errors (JE) and cancelled builds are tried again on the next request.
    """

    def __init__(self) -> None:
        self._made: dict[_Key, Program | Unready] = {}
        self._turns: dict[_Key, threading.Lock] = {}
        self._alone: dict[_Key, Program | None] = {}

    def get(self, solution: Solution, runner: Runner) -> Program | Unready:
        """Return the program of a solution. This runner builds it if necessary, while other threads wait."""
        if solution.faults:
            return Unready(verdict=Verdict.JE, message=str(solution.faults[0]))
        if solution.output_only:
            return Unready(verdict=Verdict.SK, message="a folder of outputs runs no program")
        tool = solution.interpreter, solution.is_warm, solution.flags, solution.language
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

    def forget(self, path: Path) -> list[Program]:
        """Forget the programs of the source at this path, which is used no more, and return them."""
        keys = [key for key in tuple(self._turns) if key[0] == path]
        for key in keys:
            del self._turns[key]
        made = (self._made.pop(key, None) for key in keys)
        return [each for each in made if each and not isinstance(each, Unready)]

    def grader_alone(self, solution: Solution, runner: Runner) -> Program | None:
        """Return the grader of a solution as a program by itself; see `languages.grader_alone`."""
        key = (solution.grader, solution.language, solution.interpreter)
        if key not in self._alone:
            self._alone[key] = grader_alone(solution, runner)
        return self._alone[key]


class Slot(Struct, frozen=True, kw_only=True):
    """A runner, its seal, the programs, which other slots may share, and the runs made ahead."""

    runner: Runner
    seal: Seal
    programs: Programs = field(default_factory=Programs)
    ahead: RunsAhead = field(default_factory=RunsAhead)

    def program(self, solution: Solution) -> Program | Unready:
        return self.programs.get(solution, self.runner)

    def judge(self, program: Program, test: Test, *, event: Event | None = None) -> JudgedRun:
        """Run a program on a test and judge it, in as many passes as its problem requires."""
        passes = [self._judge_pass(program, test, event)]
        while (following := passes[-1].judgement.following) is not None:
            if len(passes) == test.case.passes:
                wanted = f"no nextpass.in after pass {test.case.passes}, the last that there may be"
                wrong = Judgement(verdict=Verdict.JE, message=f"expected {wanted}, got one")
                passes[-1] = passes[-1]._replace(judgement=wrong)
                break
            case = replace(test.case, passes=test.case.passes - len(passes))
            again = replace(test, case=case, input=following.input)
            passes.append(self._judge_pass(program, again, event, left=following.left))
        slowest = max(passes, key=lambda each: each.run.cpu_s)
        return passes[-1]._replace(run=slowest.run, passes=len(passes))

    def _judge_pass(
        self, program: Program, test: Test, event: Event | None, *, left: _Left = ()
    ) -> JudgedRun:
        if not (interactor := test.case.interactor):
            run = None if event else self.ahead.take(program, test)
            run = run or run_on(test, program, self.runner, event=event)
            return self.judge_output(run, test, left=left)
        made = self.program(interactor.program)
        if isinstance(made, Unready):
            return JudgedRun(lost_run(made.message), unready(interactor, made))
        conversation, judgement = run_interactive(
            program, interactor, made, test, self.runner, left=left, event=event
        )
        if INTERACTORS[interactor.protocol].has_log:
            log = make_log_run(conversation)
            judgement = ask_again(judgement, test, log.stdout)
            if test.case.checker and judgement.verdict is Verdict.AC and not judgement.following:
                judgement = self.judge_output(log, test).judgement
        return JudgedRun(conversation.program, judgement, conversation)

    def judge_output(self, run: Run, test: Test, *, left: _Left = ()) -> JudgedRun:
        """Judge the output of a run by the checker of its problem, or by the case's rule without one.

        `left` are the files that the checker left in the previous pass.
        """
        if test.case.checker:
            return JudgedRun(run, decide(run, test, partial(self._ask_checkers, test.case.checker, left)))
        with compare_lock():
            return JudgedRun(run, decide(run, test))

    def _ask_checkers(self, checker: CheckerProgram, left: _Left, test: Test, output: bytes) -> Judgement:
        """Return the first judgement that is not AC, or the last one."""
        judgement = Judgement(verdict=Verdict.AC)
        for each in checker.all:
            made = self.program(each.program)
            if isinstance(made, Unready):
                return unready(each, made)
            judgement = check(each, made, test, output, self.runner, left=left)
            if judgement.verdict is not Verdict.AC:
                break
        return judgement

    def find_grader_crash(self, solution: Solution, test: Test) -> Unready | None:
        """Return JE if the grader of a crashed solution also crashes here before it uses the solution."""
        if not solution.grader or not (program := self.programs.grader_alone(solution, self.runner)):
            return None
        run = self.judge(program, test).run
        is_finished = run.ending is Ending.FINISHED
        if run.exit_code in (0, REACHED) if is_finished else run.ending is not Ending.SIGNALLED:
            return None
        files = solution.grader.files
        path = shown_path(
            next(file.path for name, file in files if name.endswith(solution.language.suffixes))
        )
        message = f"{path}: expected a grader that calls the solution, got: {reason(run, test.limits)}"
        return Unready(verdict=Verdict.JE, message=message, stderr=run.stderr, is_problems=True)


class _Thread(threading.local):
    slot: Slot | None = None


_thread = _Thread()


def bind_slot(slot: Slot) -> None:
    """Use this slot in the current thread."""
    _thread.slot = slot


def current_slot(seal: Seal) -> Slot:
    """Return the slot of this thread if it has this seal, otherwise the slot of the process."""
    slot = _thread.slot
    return slot if slot and slot.seal == seal else _open_process_slot(seal)


@cache
def _open_process_slot(seal: Seal) -> Slot:
    runner = Runner(core=None, level=seal.level, closed=seal.closed)
    atexit.register(runner.close)
    return Slot(runner=runner, seal=seal)


def _reset_fork() -> None:
    """Reset a fork: keepers answer only the process that started them, and the lock may be held."""
    global _holding
    _open_process_slot.cache_clear()
    _holding = threading.Lock()


os.register_at_fork(after_in_child=_reset_fork)
