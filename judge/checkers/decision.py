"""Turn a run into a verdict: limits and crashes first, then the checker's judgement of the output."""

import signal
from collections.abc import Callable

from msgspec.structs import replace

from judge.checkers.checker import Judgement
from judge.checkers.exact import completion, exact
from judge.checkers.rules import checker_of
from judge.checkers.sites import accepts_equal
from judge.checkers.values import RULES
from judge.model.cases import Test
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors
from judge.platform.files import same, whole
from judge.platform.units import MEBIBYTE, format_size
from judge.subjects.signatures.signature import UNANSWERED
from judge.subjects.subject import entry_of


def decide(run: Run, test: Test, brought: Callable[[Test, bytes], Judgement] | None = None) -> Judgement:
    """Return the judgement on a run. The order is lost run, limit, crash, output.

    The problem's own checker, `brought`, judges the output if there is one.
    """
    if run.ending is Ending.FINISHED and not run.exit_code:
        try:
            return (brought or compare_output)(test, run.stdout)
        except (InputErrors, OSError) as error:  # from the file with the answer
            return Judgement(verdict=Verdict.JE, message=str(error))
    return judgement_of_ending(run, test.limits)


def judgement_of_ending(run: Run, limits: Limits) -> Judgement:
    """Return the judgement on a run without complete output."""
    return Judgement(verdict=_VERDICT_BY_ENDING[run.ending], message=reason(run, limits))


def compare_output(test: Test, output: bytes) -> Judgement:
    """Return the judgement of the case's profile, with the answer if the output differs from it.

    The verdict is NA without an answer. If any answer is right, the output's own one is used if it has one.
    """
    if test.answer is None:
        return Judgement(verdict=Verdict.NA, message=Verdict.NA.value)
    checker = checker_of(test.case.compare)
    if checker is exact:
        return _explain_no_answer(exact(test, output), test, output)
    is_right = same(test.answer, output)
    if is_right and accepts_equal(checker, output) and not test.case.any_answer:
        return Judgement(verdict=Verdict.AC)
    judgement = checker(test, output)
    # the notation of a value never matters
    if test.case.compare in RULES and judgement and judgement.verdict is Verdict.AC:
        return judgement
    own = completion(test, output) if test.case.any_answer else None
    if own is not None:
        is_right = same(own, output)
    if is_right:
        return judgement or Judgement(verdict=Verdict.AC)
    answer = whole(test.answer) if own is None else own
    if judgement is None and checker(test, answer) is None:
        message = f"{test.case.compare} cannot compare with this answer"
        return Judgement(verdict=Verdict.JE, message=message, answer=answer)
    judgement = replace(judgement or Judgement(verdict=Verdict.WA), answer=answer)
    return _explain_no_answer(judgement, test, output)


def _explain_no_answer(judgement: Judgement, test: Test, output: bytes) -> Judgement:
    """Return the judgement on an output that differs, with a message if a driver printed no answer."""
    if judgement.verdict is Verdict.AC or not entry_of(test.format):
        return judgement
    if not output:
        return replace(judgement, message="the program ended before it had answered")
    if output.startswith(UNANSWERED):
        return replace(judgement, message="the program wrote where only its answer may be")
    return judgement


_VERDICT_BY_ENDING = {
    Ending.LOST: Verdict.JE,
    Ending.TOO_MUCH_OUTPUT: Verdict.OLE,
    Ending.OUT_OF_MEMORY: Verdict.MLE,
    Ending.OUT_OF_TIME: Verdict.TLE,
    Ending.IDLE: Verdict.ILE,
    Ending.SIGNALLED: Verdict.RE,
    Ending.NOT_STARTED: Verdict.RE,
    Ending.FINISHED: Verdict.RE,
}


def reason(run: Run, limits: Limits) -> str:
    """Return the reason for incomplete output: the measurement and the limit."""
    match run.ending:
        case Ending.TOO_MUCH_OUTPUT if run.detail == "stderr":
            return f"printed more than {format_size(limits.stderr_bytes)} on stderr"
        case Ending.TOO_MUCH_OUTPUT if run.detail:
            return f"wrote more than {format_size(limits.output_bytes)} to {run.detail}"
        case Ending.TOO_MUCH_OUTPUT:
            return f"printed more than {format_size(limits.output_bytes)}"
        case Ending.OUT_OF_MEMORY:
            limit = f"limit {format_size(limits.memory_bytes)}"
            if run.peak_bytes is None or run.peak_bytes <= limits.memory_bytes:
                return limit
            return f"{_above(run.peak_bytes / MEBIBYTE, limits.memory_bytes / MEBIBYTE)} MiB used, {limit}"
        case Ending.OUT_OF_TIME:
            return f"{_above(run.cpu_s, limits.cpu_s)} s of CPU used, limit {limits.cpu_s:.12g} s"
        case Ending.IDLE:
            passed = _above(run.wall_s, limits.wall_s)
            return f"{passed} s passed with {run.cpu_s:.2f} s of CPU, wall limit {limits.wall_s:.12g} s"
        case Ending.SIGNALLED | Ending.FINISHED:
            return end_of(run)
        case _:
            return run.detail


def end_of(run: Run) -> str:
    """Describe the end of a run's process. One stopped by a limit did not end by itself."""
    if run.ending is Ending.SIGNALLED:
        return run.detail or f"killed by signal {run.signal}{_name(run.signal)}{_cause(run)}"
    return "stopped" if run.exit_code is None else f"exit code {run.exit_code}"


def _cause(run: Run) -> str:
    """Name the cause of a signal before the first instruction, when a program has no memory yet; else ""."""
    is_too_large = run.signal == signal.SIGSEGV and run.peak_bytes == 0
    return " at its start: its static variables need more than twice the memory limit" if is_too_large else ""


def _above(measured: float, limit: float) -> str:
    """Format a measurement with two decimals, or as many as are needed to show that it exceeds the limit."""
    texts = (f"{measured:.{decimals}f}" for decimals in range(2, 10))
    shown = float(f"{limit:.12g}")
    return next((text for text in texts if float(text) > shown), f"{measured:.2f}")


def _name(number: int | None) -> str:
    try:
        return f" ({signal.Signals(number or 0).name})"
    except ValueError:
        return ""
