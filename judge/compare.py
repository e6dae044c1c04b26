"""Bytes against bytes: the one place that decides a verdict."""

from dataclasses import dataclass, replace

from judge.errors import FormatError, printable
from judge.formats import GRID_FORMATS
from judge.mistakes.bytewise import blank_equal
from judge.mistakes.diagnosis import diagnose, sentence
from judge.model import Ending, Run, Test, Verdict
from judge.results import Diagnosis
from judge.sudoku import flaw


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict with its reason; the reason is empty for AC."""

    verdict: Verdict
    message: str = ""
    diagnosis: Diagnosis | None = None


def decide(run: Run, test: Test) -> Judgement:
    """The verdict, in this order: a run that was lost, a limit that was hit, a crash, the output."""
    limits = test.limits
    match run.ending:
        case Ending.LOST:
            return Judgement(verdict=Verdict.JE, message=run.detail)
        case Ending.TOO_MUCH_OUTPUT:
            return Judgement(
                verdict=Verdict.OLE, message=f"printed more than {mebibytes(limits.output_bytes)}"
            )
        case Ending.OUT_OF_MEMORY:
            used = "" if run.peak_bytes is None else f"{mebibytes(run.peak_bytes)} used, "
            return Judgement(verdict=Verdict.MLE, message=f"{used}limit {mebibytes(limits.memory_bytes)}")
        case Ending.OUT_OF_TIME:
            return Judgement(
                verdict=Verdict.TLE, message=f"stopped at {run.cpu_s:.2f} s of CPU, limit {limits.cpu_s:g} s"
            )
        case Ending.IDLE:
            message = (
                f"{run.wall_s:.2f} s passed with {run.cpu_s:.2f} s of CPU, wall limit {limits.wall_s:g} s"
            )
            return Judgement(verdict=Verdict.ILE, message=message)
        case Ending.SIGNALLED:
            return Judgement(verdict=Verdict.RE, message=f"killed by signal {run.signal}")
        case Ending.REFUSED:
            return Judgement(verdict=Verdict.RE, message=run.detail)
        case Ending.FINISHED if run.exit_code:
            return Judgement(verdict=Verdict.RE, message=f"exit code {run.exit_code}")
        case Ending.FINISHED:
            return compare(run.stdout, test)


def compare(output: bytes, test: Test) -> Judgement:
    """AC if equal to the byte, PE if equal once all white space is taken out, WA otherwise.

    With `any_answer` the program's own grid in the judge's layout is the answer, if it is a completion.
    Without it such a grid is JE: the case promised one answer and has more.
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
    """The grids of `output` in the judge's layout if they complete the grids of the input, else None."""
    if test.format not in GRID_FORMATS:
        return None
    format = GRID_FORMATS[test.format]
    try:
        grids = format.decode_output(output)
    except FormatError:
        return None
    clues = format.decode_input(test.input)
    if len(grids) != len(clues) or any(map(flaw, clues, grids)):
        return None
    return format.encode_output(grids)


def mebibytes(count: int) -> str:
    """A size in MiB for a message."""
    return f"{count / (1 << 20):.4g} MiB"


def _wrong(verdict: Verdict, answer: bytes, output: bytes, test: Test) -> Judgement:
    clues = GRID_FORMATS[test.format].decode_input(test.input) if test.format in GRID_FORMATS else ()
    diagnosis = diagnose(answer, output, format=test.format, clues=clues)
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
