"""A task, and the results that it may have: of a judged run, and without one."""

from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from judge.checkers.checker import Judgement
from judge.model.cases import Test
from judge.model.conversations import Turn, cut
from judge.model.programs import Solution
from judge.model.results import Result
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict
from judge.platform.errors import listed, printable, shown_path
from judge.platform.files import SOURCE_BYTES, Stored, bytes_in, stamp_of
from judge.running.languages.base import Unready
from judge.running.languages.classes import has_kind, kinds_in
from judge.subjects.subject import TEXT, entry_of
from judge.work.explanations import Explanation
from judge.work.slots import JudgedRun

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


def make_result(task: Task, judged: JudgedRun, explanation: Explanation, *, timed: bool) -> Result:
    """Return the result of a judged run. It is provisional while its verdict is in doubt."""
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
    if why.verdict in (Verdict.CE, Verdict.SK) and (message := find_mismatch(task.solution, task.test)):
        why = Unready(verdict=Verdict.SK, message=message)
    worth = task.test.case.worth
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
        points=worth.rejected_points if worth and why.verdict is Verdict.CE else None,
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


def find_mismatch(solution: Solution, test: Test) -> str:
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
