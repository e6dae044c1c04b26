"""From a run to a verdict: limits and crashes first, then what the checker says of the output."""

import signal
from collections.abc import Callable

from msgspec.structs import replace

from judge.checkers.checker import Judgement
from judge.checkers.exact import completion, exact
from judge.checkers.rules import checker_of
from judge.checkers.values import RULES
from judge.errors import InputErrors
from judge.model.cases import Test
from judge.model.runs import Ending, Limits, Run
from judge.model.verdicts import Verdict
from judge.platform.files import same, whole
from judge.platform.units import MEBIBYTE, format_size


def decide(run: Run, test: Test, brought: Callable[[Test, bytes], Judgement] | None = None) -> Judgement:
    """The verdict, in this order: a run that was lost, a limit that was hit, a crash, the output.

    On the output it is that of the checker which the problem has `brought`, where it has.
    """
    if run.ending is Ending.FINISHED and not run.exit_code:
        try:
            return (brought or compared)(test, run.stdout)
        except (InputErrors, OSError) as error:  # of a file that holds the answer
            return Judgement(verdict=Verdict.JE, message=str(error))
    return judgement_of_ending(run, test.limits)


def judgement_of_ending(run: Run, limits: Limits) -> Judgement:
    """The judgement on a run that did not come to its output, or not to all of it."""
    return Judgement(verdict=_VERDICT_BY_ENDING[run.ending], message=reason(run, limits))


def compared(test: Test, output: bytes) -> Judgement:
    """What the profile of the case says; what it lets pass is held against the answer as well.

    NA where there is no answer. Where any is right, it is held against the output's own, if it has one.
    """
    if test.answer is None:
        return Judgement(verdict=Verdict.NA, message=Verdict.NA.value)
    checker = checker_of(test.compare)
    if checker is exact:
        return exact(test, output)
    judgement = checker(test, output)
    # how a value is written matters to no judge
    if test.compare in RULES and judgement and judgement.verdict is Verdict.AC:
        return judgement
    own = completion(test, output) if test.any_answer else None
    if same(test.answer if own is None else own, output):
        return judgement or Judgement(verdict=Verdict.AC)
    answer = whole(test.answer) if own is None else own
    if judgement is None and checker(test, answer) is None:
        message = f"{test.compare} cannot compare with this answer"
        return Judgement(verdict=Verdict.JE, message=message, answer=answer)
    return replace(judgement or Judgement(verdict=Verdict.WA), answer=answer)


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
    """Why a run did not come to its output: what was measured, and the limit."""
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
    """How the process of a run ended; one that a limit stopped did not end by itself."""
    if run.ending is Ending.SIGNALLED:
        return run.detail or f"killed by signal {run.signal}{_name(run.signal)}"
    return "stopped" if run.exit_code is None else f"exit code {run.exit_code}"


def _above(measured: float, limit: float) -> str:
    """A measure with two decimals, or as many as show that it is above the limit."""
    texts = (f"{measured:.{decimals}f}" for decimals in range(2, 10))
    shown = float(f"{limit:.12g}")
    return next((text for text in texts if float(text) > shown), f"{measured:.2f}")


def _name(number: int | None) -> str:
    try:
        return f" ({signal.Signals(number or 0).name})"
    except ValueError:
        return ""
