"""A task: one run of a solution on a test. Repeating it or running it elsewhere gives the same result.

A task, its seal and its result can be pickled. Executors receive the functions of this module.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from judge.checkers.brought import unready
from judge.checkers.checker import Judgement
from judge.model.cases import Test
from judge.model.conversations import Conversation, Turn, cut
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict
from judge.platform.errors import listed, printable, shown_path
from judge.platform.files import SOURCE_BYTES, Stored, bytes_in, stamp_of
from judge.running.languages.base import Unready
from judge.running.languages.classes import has_kind, kinds_in
from judge.running.programs import Program
from judge.subjects.subject import TEXT, entry_of
from judge.work.explanations import Explanation, explain_output
from judge.work.runs import load_output
from judge.work.slots import JudgedRun, Seal, Slot, compare_lock, current_slot

_RERUNS = 5
# Two runs are enough if both exceed the limit by this share of it, or by this multiple of their difference:
# on a busy machine, times differ by 1 to 2 %.
_FAR, _FARTHER = 0.05, 5
# Limits of a stored output that was not compared, and of a stored conversation.
_OUTPUT_BYTES = 1 << 12
_TURNS = 60
_STOPPED = Unready(verdict=Verdict.SK, message="an earlier test of the solution failed")


class Task(Struct, frozen=True, kw_only=True):
    """A solution on a test, which is one of `tests` of its case.

    `files` are the files of the test, if it comes from files: the result is JE if one of them, or one of the
    solution, has changed.
    """

    solution: Solution
    test: Test
    tests: int = 1
    files: tuple[Stored, ...] = ()

    @property
    def time_factor(self) -> float:
        """The factor of the CPU limit."""
        return self.solution.language.factor_among(self.test.case.time_factors)

    def find_change(self) -> Unready | None:
        """Return JE if a file of the task has changed."""
        for file in (*self.solution.files, *self.files):
            with suppress(OSError):
                if stamp_of(file.path) == file.stamp:
                    continue
            message = f"{shown_path(file.path)} has changed during the run"
            return Unready(verdict=Verdict.JE, message=message)
        return None


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


def is_in_doubt(times_s: Sequence[float], limits: Limits) -> bool:
    """Return whether one more run may bring the least of these CPU times below the limit.

    The least can only get lower, so within the limit nothing is in doubt. Above it the difference of the two
    least times shows how much runs of the program differ: once they are far above the limit, or much farther
    than they are apart, another run changes nothing. A run that was stopped needs more than the limit.
    """
    least_s, *others = sorted(times_s) or [0.0]
    over_s = least_s - limits.cpu_s
    if over_s <= 0 or least_s >= limits.allowance_s:
        return False
    return not others or over_s <= min(_FAR * limits.cpu_s, _FARTHER * (others[0] - least_s))


def is_near_limit(result: Result | Run, limits: Limits) -> bool:
    """Return True if a run ended by itself within 20 % of its CPU limit."""
    return result.cpu_s is not None and 0.8 * limits.cpu_s <= result.cpu_s < limits.allowance_s


def refuse_task(task: Task, why: Unready) -> Result:
    """Return the result of a task that does not run. A compile error has the points of a failure.

    A program that does not fit the test need not compile.
    """
    if why.verdict in (Verdict.CE, Verdict.SK) and (message := _find_mismatch(task.solution, task.test)):
        why = Unready(verdict=Verdict.SK, message=message)
    worth = task.test.case.worth if why.verdict is Verdict.CE else None
    return Result(
        solution=task.solution.name,
        case=task.test.case.id,
        test=task.test.number,
        tests=task.tests,
        time_factor=task.time_factor,
        verdict=why.verdict,
        expected=task.solution.expected(task.test.case.id),
        message=why.message,
        stderr=why.stderr,
        checker_failed=why.is_problems,
        points=worth.rejected_points if worth else None,
        worth=worth,
    )


def skip_task(task: Task) -> Result:
    """Return the result of a task that follows its solution's first failure."""
    return refuse_task(task, _STOPPED)


def skip_result(result: Result) -> Result:
    """Return the result of the same test, as if it had not run."""
    return Result(
        solution=result.solution,
        case=result.case,
        test=result.test,
        tests=result.tests,
        verdict=_STOPPED.verdict,
        expected=result.expected,
        message=_STOPPED.message,
        runs=result.runs,
        worth=result.worth,
        time_factor=result.time_factor,
        grades=result.grades,
    )


def _find_mismatch(solution: Solution, test: Test) -> str:
    """Return the reason why the test does not fit the solution, or an empty string."""
    if solution.format == TEXT and (missing := _find_missing_class(solution, test)):
        return missing
    if test.format != solution.format:
        return f"the program speaks {solution.format}, the case {test.format}"
    names = (test.case.input_name, test.case.output_name, *(name for name, _ in test.case.given))
    if not solution.language.opens_links and (name := next(filter(None, names), "")):
        return f"{solution.language.name} cannot open {name}, which is a link to memory"
    return ""


def _find_missing_class(solution: Solution, test: Test) -> str:
    """Describe the class that the test calls and the source lacks, or return an empty string."""
    if not (signature := entry_of(test.format)):
        return ""
    source = bytes_in(solution.path, SOURCE_BYTES)
    if has_kind(source, signature.name):
        return ""
    return f"expected a class {signature.name}, got {printable(listed(kinds_in(source))) or 'none'}"


def _judge_run(task: Task, program: Program | None, slot: Slot) -> ObservedResult:
    """Judge one run. Without a program, judge the file in a folder of outputs, which has no times."""
    solution, test = task.solution, task.test
    if message := _find_mismatch(solution, test):
        return ObservedResult(result=refuse_task(task, Unready(verdict=Verdict.SK, message=message)))
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
    result = _make_result(task, judged, explanation, timed=is_measured and program is not None)
    return ObservedResult(result=result, run=run if is_measured else None, conversation=judged.conversation)


def _make_result(task: Task, judged: JudgedRun, explanation: Explanation, *, timed: bool) -> Result:
    solution, test, run, judgement = task.solution, task.test, judged.run, judged.judgement
    message, diagnosis, opinions = explanation
    return Result(
        solution=solution.name,
        case=test.case.id,
        test=test.number,
        tests=task.tests,
        time_factor=task.time_factor,
        verdict=judgement.verdict,
        expected=solution.expected(test.case.id),
        message=judgement.message or message,
        diagnosis=diagnosis,
        opinions=opinions,
        stderr=b"" if judgement.verdict is Verdict.AC else run.stderr,
        output=run.stdout[:_OUTPUT_BYTES] if judgement.verdict is Verdict.NA else b"",
        cpu_s=run.cpu_s if timed else None,
        wall_s=run.wall_s if timed else None,
        peak_bytes=run.peak_bytes,
        final=not (timed and is_in_doubt([run.cpu_s], test.limits)),
        said=judgement.said,
        checker_failed=_is_checker_fault(test, judged),
        points=_count_points(test, judgement),
        worth=test.case.worth,
        turns=_cut_turns(judged),
        passes=judged.passes,
        interactor_cpu_s=judged.conversation.interactor.cpu_s if judged.conversation else None,
    )


def _cut_turns(judged: JudgedRun) -> tuple[Turn, ...]:
    """Return the end of a conversation, or nothing for an accepted one."""
    if judged.judgement.verdict is Verdict.AC or not judged.conversation:
        return ()
    return cut(judged.conversation.turns, most_turns=_TURNS, most_bytes=_OUTPUT_BYTES)


def _is_checker_fault(test: Test, judged: JudgedRun) -> bool:
    """Return True if the checker or interactor of the problem caused a JE."""
    if judged.judgement.verdict is not Verdict.JE or not (test.case.checker or test.case.interactor):
        return False
    if talk := judged.conversation:
        return Ending.LOST not in (talk.program.ending, talk.interactor.ending)
    return judged.run.ending is Ending.FINISHED


def _count_points(test: Test, judgement: Judgement) -> float | None:
    """Return the points of a judged test, None if its problem has no points."""
    if not test.case.worth or judgement.verdict in (Verdict.JE, Verdict.NA):
        return None
    if judgement.points is not None:
        return judgement.points
    return test.case.worth.points if judgement.verdict is Verdict.AC else test.case.worth.rejected_points
