"""Carry out tasks. Repeating one or running it elsewhere gives the same result.

A task, its seal and its result can be pickled. Executors receive the functions of this module.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, dropwhile
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.checkers.brought import unready
from judge.model.cases import Test
from judge.model.conversations import Conversation
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict
from judge.running.languages.base import Unready
from judge.running.programs import Program
from judge.work.explanations import explain_output
from judge.work.runs import load_output
from judge.work.slots import Seal, Slot, compare_lock, current_slot
from judge.work.task_results import Task, find_mismatch, is_in_doubt, make_result, refuse_task

_RERUNS = 5


def prepare(solution: Solution, seal: Seal) -> Unready | None:
    """Build the program of a solution here unless it exists. Return the reason if it cannot run."""
    program = _get_program(solution, current_slot(seal))
    return program if isinstance(program, Unready) else None


def _get_program(solution: Solution, slot: Slot) -> Program | Unready | None:
    """Return the program, None for a folder of outputs, which needs none."""
    return None if solution.output_only and not solution.faults else slot.program(solution)


class ObservedResult(Struct, frozen=True, kw_only=True):
    """A result with its run and all output. `run` is None if nothing was measured.

    An interactive program has the conversation, too.
    """

    result: Result
    run: Run | None = None
    conversation: Conversation | None = None


def carry_out(task: Task, seal: Seal) -> Result:
    """Run a task once. The result is provisional while its verdict is in doubt, see `is_in_doubt`."""
    return _observe(task, seal).result


def carry_out_alone(task: Task, seal: Seal) -> Result:
    """Run a task like `carry_out`, and none that follow it: it may turn out that they need not run."""
    return carry_out(task, seal)


def measure_again(task: Task, seal: Seal, first: Result) -> Result:
    """Return the final result: the one with the least CPU time of the first and up to five more runs.

    Stops once the verdict is no longer in doubt. A run that was lost, or skipped because a file has changed,
    measures nothing and does not count.
    """
    return _rerun_in_doubt(
        ObservedResult(result=first), lambda: ObservedResult(result=carry_out(task, seal)), task.test.limits
    ).result


def examine_task(task: Task, seal: Seal) -> ObservedResult:
    """Return the final result with its run, for a single task. Thousands of tasks keep no output."""
    return _rerun_in_doubt(_observe(task, seal), lambda: _observe(task, seal), task.test.limits)


def _observe(task: Task, seal: Seal) -> ObservedResult:
    slot = current_slot(seal)
    program = _get_program(task.solution, slot)
    if isinstance(program, Unready):
        return ObservedResult(result=refuse_task(task, program))
    deciding = filter(None, (task.test.case.interactor, task.test.case.checker))
    for decides in chain.from_iterable(each.all for each in deciding):
        if isinstance(made := slot.program(decides.program), Unready):
            why = unready(decides, made)
            nothing = refuse_task(task, Unready(verdict=why.verdict, message=why.message))
            return ObservedResult(result=replace(nothing, said=why.said, checker_failed=True))
    return _judge_run(task, program, slot)


def _list_following(task: Task, subjects: Iterable[Any]) -> Iterator[Test]:
    """Yield the test of a task, and the tests of the same solution that follow it among the subjects."""
    for each in dropwhile(lambda each: each is not task, subjects):
        is_alike = isinstance(each, Task) and each.solution is task.solution
        if is_alike and not find_mismatch(task.solution, each.test):
            yield each.test


def _rerun_in_doubt(
    first: ObservedResult, again: Callable[[], ObservedResult], limits: Limits
) -> ObservedResult:
    """See `measure_again`."""
    best = first
    times_s = [] if first.result.cpu_s is None else [first.result.cpu_s]
    for _ in range(_RERUNS):
        if not is_in_doubt(times_s, limits):
            break
        rerun = again()
        if rerun.result.cpu_s is not None:
            best = min(best, rerun, key=lambda seen: seen.result.cpu_s or 0.0)
            times_s.append(rerun.result.cpu_s)
    return replace(best, result=replace(best.result, runs=max(1, len(times_s)), final=True))


def _judge_run(task: Task, program: Program | None, slot: Slot) -> ObservedResult:
    """Judge one run. Without a program, judge the file in a folder of outputs, which has no times."""
    solution, test = task.solution, task.test
    if message := find_mismatch(solution, test):
        return ObservedResult(result=refuse_task(task, Unready(verdict=Verdict.SK, message=message)))
    if program and slot.ahead.subjects:
        slot.ahead.make(program, [*_list_following(task, slot.ahead.subjects)], slot.runner)
    judged = slot.judge(program, test) if program else slot.judge_output(load_output(test, solution), test)
    run, judgement = judged.run, judged.judgement
    if judgement.verdict is Verdict.RE and (fault := slot.find_grader_crash(solution, test)):
        return ObservedResult(result=refuse_task(task, fault))
    with compare_lock():
        explanation = explain_output(test, run.stdout, judgement)
    # From here on no file is read.
    if changed := task.find_change():
        return ObservedResult(result=refuse_task(task, changed))
    is_measured = run.ending is not Ending.LOST
    result = make_result(task, judged, explanation, timed=is_measured and program is not None)
    return ObservedResult(result=result, run=run if is_measured else None, conversation=judged.conversation)
