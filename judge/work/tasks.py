"""One run of a solution on a test, as a task: whoever carries it out, twice or late, the result is the same.

A task, its seal and its result pickle. What is handed to an executor are the functions here.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from judge.checkers.brought import unready
from judge.checkers.checker import Judgement
from judge.errors import listed, printable, shown_path
from judge.model.cases import Test
from judge.model.conversations import Conversation, Turn, cut
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict
from judge.platform.files import SOURCE_BYTES, Stored, read, stamp_of
from judge.running.languages.base import Unready
from judge.running.languages.classes import has_kind, kinds_in
from judge.running.programs import Program
from judge.subjects.subject import TEXT, entry_of
from judge.work.explanations import explain_output
from judge.work.outputs import load_output
from judge.work.slots import JudgedRun, Seal, Slot, compare_lock, current_slot

_RERUNS = 5
# Two runs are enough when both are so far above the limit, as a share of it, or so many times farther above
# it than they are apart: on a busy machine, times differ by 1 to 2 %.
_FAR, _FARTHER = 0.05, 5
# What is kept of an output that is not compared, and of a conversation.
_OUTPUT_BYTES = 1 << 12
_TURNS = 60
_STOPPED = Unready(verdict=Verdict.SK, message="an earlier test of the solution failed")


class Task(Struct, frozen=True, kw_only=True):
    """A solution on a test, which is one of `tests` of its case.

    `files` are those that the test was made of: where one of them, or the solution's own, has changed, the
    result is JE. A test that was never in a file has none.
    """

    solution: Solution
    test: Test
    tests: int = 1
    files: tuple[Stored, ...] = ()

    def changed(self) -> Unready | None:
        """JE where one of its files is not what it was."""
        if changed := _changed((*self.solution.files, *self.files)):
            return Unready(verdict=Verdict.JE, message=f"{shown_path(changed)} has changed during the run")
        return None


def prepare(solution: Solution, seal: Seal) -> Unready | None:
    """Make the program of a solution here, if it is not made; why it cannot run."""
    program = _program(solution, current_slot(seal))
    return program if isinstance(program, Unready) else None


def _program(solution: Solution, slot: Slot) -> Program | Unready | None:
    """None for a folder of outputs, which needs none."""
    return None if solution.output_only and not solution.faults else slot.program(solution)


class ObservedResult(Struct, frozen=True, kw_only=True):
    """A result and the run that it tells of, with all that was printed; None where nothing was measured.

    Of a program that talked there is the conversation, too.
    """

    result: Result
    run: Run | None = None
    conversation: Conversation | None = None


def carry_out(task: Task, seal: Seal) -> Result:
    """The result of one run; provisional while its verdict is in doubt, see `is_in_doubt`."""
    return _seen(task, seal).result


def measure_again(task: Task, seal: Seal, first: Result) -> Result:
    """Final: the result with the least CPU time of the first and up to five more runs.

    Enough once the verdict is no longer in doubt. A run that was lost, or that was not made since a file has
    changed, measures nothing and does not count.
    """
    return _least(
        ObservedResult(result=first), lambda: ObservedResult(result=carry_out(task, seal)), task.test.limits
    ).result


def examine_task(task: Task, seal: Seal) -> ObservedResult:
    """Final, and with its run, for who asks for one task: what is judged by thousands keeps no output."""
    return _least(_seen(task, seal), lambda: _seen(task, seal), task.test.limits)


def _seen(task: Task, seal: Seal) -> ObservedResult:
    slot = current_slot(seal)
    program = _program(task.solution, slot)
    if isinstance(program, Unready):
        return ObservedResult(result=refuse_task(task, program))
    deciding = filter(None, (task.test.interactor, task.test.checker))
    for decides in chain.from_iterable(each.all for each in deciding):
        if isinstance(made := slot.program(decides.program), Unready):
            why = unready(decides, made)
            nothing = refuse_task(task, Unready(verdict=why.verdict, message=why.message))
            return ObservedResult(result=replace(nothing, said=why.said, checker_failed=True))
    return _ran(task, program, slot)


def _least(first: ObservedResult, again: Callable[[], ObservedResult], limits: Limits) -> ObservedResult:
    """See `measured_again`."""
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
    """Whether a run ended by itself within 20 % of its CPU limit; one that was stopped needs more."""
    return result.cpu_s is not None and 0.8 * limits.cpu_s <= result.cpu_s < limits.allowance_s


def refuse_task(task: Task, why: Unready) -> Result:
    """The result of a task that is not run. What does not compile has the points of a failure.

    A program that is none for the test need not compile.
    """
    if why.verdict in (Verdict.CE, Verdict.SK) and (message := _mismatch(task.solution, task.test)):
        why = Unready(verdict=Verdict.SK, message=message)
    worth = task.test.worth if why.verdict is Verdict.CE else None
    return Result(
        solution=task.solution.name,
        case=task.test.case,
        test=task.test.number,
        tests=task.tests,
        time_factor=task.solution.language.time_factor,
        verdict=why.verdict,
        expected=task.solution.expected(task.test.case),
        message=why.message,
        stderr=why.stderr,
        checker_failed=why.is_problems,
        points=worth.rejected_points if worth else None,
        worth=worth,
    )


def skip_task(task: Task) -> Result:
    """The result of a task that follows its solution's first failure."""
    return refuse_task(task, _STOPPED)


def skip_result(result: Result) -> Result:
    """The same without what was seen of a run."""
    return replace(
        result,
        verdict=_STOPPED.verdict,
        message=_STOPPED.message,
        diagnosis=None,
        opinions=(),
        stderr=b"",
        output=b"",
        cpu_s=None,
        wall_s=None,
        peak_bytes=None,
        said=b"",
        checker_failed=False,
        points=None,
        turns=(),
        passes=1,
        interactor_cpu_s=None,
        measured_at=None,
        host="",
    )


def _mismatch(solution: Solution, test: Test) -> str:
    """Why the test is none for this solution; empty where it is one."""
    if solution.format == TEXT and (missed := _missed(solution, test)):
        return missed
    if test.format != solution.format:
        return f"the program speaks {solution.format}, the case {test.format}"
    names = (test.input_name, test.output_name, *(name for name, _ in test.given))
    if not solution.language.opens_links and (name := next(filter(None, names), "")):
        return f"{solution.language.name} cannot open {name}, which is a link to memory"
    return ""


def _missed(solution: Solution, test: Test) -> str:
    """The class that the test calls, and what the source declares instead; empty where it declares it."""
    if not (signature := entry_of(test.format)):
        return ""
    try:
        source = read(solution.path, SOURCE_BYTES)[0]
    except OSError:
        source = b""
    if has_kind(source, signature.name):
        return ""
    return f"expected a class {signature.name}, got {printable(listed(kinds_in(source))) or 'none'}"


def _ran(task: Task, program: Program | None, slot: Slot) -> ObservedResult:
    """Without a program it is a folder of outputs, of which nothing is timed."""
    solution, test = task.solution, task.test
    if message := _mismatch(solution, test):
        return ObservedResult(result=refuse_task(task, Unready(verdict=Verdict.SK, message=message)))
    judged = slot.judged(program, test) if program else slot.held(load_output(test, solution), test)
    run, judgement = judged.run, judged.judgement
    if judgement.verdict is Verdict.RE and (fault := slot.crash_of_grader(solution, test)):
        return ObservedResult(result=refuse_task(task, fault))
    with compare_lock():
        message, diagnosis, said = explain_output(test, run.stdout, judgement)
    # Nothing is read any more.
    if changed := task.changed():
        return ObservedResult(result=refuse_task(task, changed))
    measured = run.ending is not Ending.LOST
    timed = measured and program is not None
    result = Result(
        solution=solution.name,
        case=test.case,
        test=test.number,
        tests=task.tests,
        time_factor=task.solution.language.time_factor,
        verdict=judgement.verdict,
        expected=solution.expected(test.case),
        message=judgement.message or message,
        diagnosis=diagnosis,
        opinions=said,
        stderr=b"" if judgement.verdict is Verdict.AC else run.stderr,
        output=run.stdout[:_OUTPUT_BYTES] if judgement.verdict is Verdict.NA else b"",
        cpu_s=run.cpu_s if timed else None,
        wall_s=run.wall_s if timed else None,
        peak_bytes=run.peak_bytes,
        final=not (timed and is_in_doubt([run.cpu_s], test.limits)),
        said=judgement.said,
        checker_failed=_is_to_blame(test, judged),
        points=_points(test, judgement),
        worth=test.worth,
        turns=_kept(judged),
        passes=judged.passes,
        interactor_cpu_s=judged.conversation.interactor.cpu_s if judged.conversation else None,
    )
    return ObservedResult(result=result, run=run if measured else None, conversation=judged.conversation)


def _kept(judged: JudgedRun) -> tuple[Turn, ...]:
    """As much of a conversation as a result has: nothing where nobody asks why."""
    if judged.judgement.verdict is Verdict.AC or not judged.conversation:
        return ()
    return cut(judged.conversation.turns, most_turns=_TURNS, most_bytes=_OUTPUT_BYTES)


def _is_to_blame(test: Test, judged: JudgedRun) -> bool:
    """Whether a JE is the fault of the program that its problem brings."""
    if judged.judgement.verdict is not Verdict.JE or not (test.checker or test.interactor):
        return False
    if talk := judged.conversation:
        return Ending.LOST not in (talk.program.ending, talk.interactor.ending)
    return judged.run.ending is Ending.FINISHED


def _points(test: Test, judgement: Judgement) -> float | None:
    """Those of a test that was judged, None where its problem counts none."""
    if not test.worth or judgement.verdict in (Verdict.JE, Verdict.NA):
        return None
    if judgement.points is not None:
        return judgement.points
    return test.worth.points if judgement.verdict is Verdict.AC else test.worth.rejected_points


def _changed(files: Iterable[Stored]) -> Path | None:
    """The first of the files that is not what it was."""
    for file in files:
        try:
            if stamp_of(file.path) != file.stamp:
                return file.path
        except OSError:
            return file.path
    return None
