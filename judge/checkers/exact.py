"""Bytes against bytes: the one place that decides a verdict."""

import signal
from dataclasses import dataclass, replace

from judge.errors import FormatError, printable
from judge.mistakes.bytewise import blank_equal
from judge.mistakes.diagnosis import diagnose, sentence
from judge.model import Ending, Limits, Run, Test, Verdict
from judge.results import Diagnosis
from judge.subjects import BY_FORMAT, format_of

_MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict with its reason; the reason is empty for AC."""

    verdict: Verdict
    message: str = ""
    diagnosis: Diagnosis | None = None


def decide(run: Run, test: Test) -> Judgement:
    """The verdict, in this order: a run that was lost, a limit that was hit, a crash, the output."""
    if run.ending is Ending.FINISHED and not run.exit_code:
        return compare(run.stdout, test)
    return Judgement(verdict=_VERDICT_BY_ENDING[run.ending], message=_reason(run, test.limits))


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


def _reason(run: Run, limits: Limits) -> str:
    """Why a run did not come to its output: what was measured, and the limit."""
    match run.ending:
        case Ending.TOO_MUCH_OUTPUT if run.detail == "stderr":
            return f"printed more than {mebibytes(limits.stderr_bytes)} on stderr"
        case Ending.TOO_MUCH_OUTPUT:
            return f"printed more than {mebibytes(limits.output_bytes)}"
        case Ending.OUT_OF_MEMORY:
            limit = f"limit {mebibytes(limits.memory_bytes)}"
            if run.peak_bytes is None or run.peak_bytes <= limits.memory_bytes:
                return limit
            return f"{_above(run.peak_bytes / _MEBIBYTE, limits.memory_bytes / _MEBIBYTE)} MiB used, {limit}"
        case Ending.OUT_OF_TIME:
            return f"{_above(run.cpu_s, limits.cpu_s)} s of CPU used, limit {limits.cpu_s:.12g} s"
        case Ending.IDLE:
            passed = _above(run.wall_s, limits.wall_s)
            return f"{passed} s passed with {run.cpu_s:.2f} s of CPU, wall limit {limits.wall_s:.12g} s"
        case Ending.SIGNALLED:
            return f"killed by signal {run.signal}{_name(run.signal)}"
        case Ending.FINISHED:
            return f"exit code {run.exit_code}"
        case _:
            return run.detail


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


def compare(output: bytes, test: Test) -> Judgement:
    """AC if equal to the byte, PE if equal once all white space is taken out, WA otherwise.

    With `any_answer` the program's own answer in the judge's layout is right, if its subject says so.
    Without it such an answer is JE: the case promised one and has more.
    """
    if output == test.answer:
        return Judgement(verdict=Verdict.AC)
    if blank_equal(output, test.answer):
        return _wrong(Verdict.PE, test.answer, output, test)
    own = completion(output, test)
    if own is None or not blank_equal(output, own):
        return _wrong(Verdict.WA, test.answer, output, test)
    if not test.any_answer:
        return replace(
            _wrong(Verdict.JE, test.answer, output, test),
            message="the output is another correct completion: the case needs `answer: any`",
        )
    return Judgement(verdict=Verdict.AC) if output == own else _wrong(Verdict.PE, own, output, test)


def completion(output: bytes, test: Test) -> bytes | None:
    """The answers of `output` in the judge's layout if there is a right one to each part asked, else None."""
    format = format_of(test.format)
    try:
        answers = format.decode_output(output)
    except FormatError:
        return None
    asked = format.decode_input(test.input)
    if not answers or len(answers) != len(asked) or any(map(BY_FORMAT[test.format].flaw, asked, answers)):
        return None
    return format.encode_output(answers)


def mebibytes(count: int) -> str:
    """A limit in MiB for a message, or in bytes where it is no round number of MiB."""
    size = count / _MEBIBYTE
    text = f"{size:.4g}" if size < 1e4 else f"{size:.0f}"
    return f"{text} MiB" if float(text) * _MEBIBYTE == count else f"{count:,} bytes"


def _wrong(verdict: Verdict, answer: bytes, output: bytes, test: Test) -> Judgement:
    asked = format_of(test.format).decode_input(test.input)
    diagnosis = diagnose(answer, output, format=test.format, asked=asked)
    return Judgement(verdict=verdict, message=sentence(diagnosis), diagnosis=diagnosis)


def visible(data: bytes) -> str:
    """Bytes as text in which each one can be told: blanks and line ends have signs, the rest is escaped."""
    return "".join(_SIGNS[byte] for byte in data)


def legible(data: bytes) -> str:
    """What a program said on stderr: text stays text, all that could command a terminal is escaped."""
    text = data.decode(errors="backslashreplace")
    return "".join(char if char in "\n\t" else printable(char) for char in text)


_SIGNS = [chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}" for byte in range(256)]
for _byte, _sign in ((32, "·"), (9, "→"), (13, "␍"), (10, "↵"), (92, r"\\")):
    _SIGNS[_byte] = _sign
