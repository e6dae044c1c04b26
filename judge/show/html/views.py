"""One test in the browser: its message, its bytes with every sign visible, and what it used of its limits."""

from msgspec import Struct

from judge.model.cases import Test
from judge.model.results import Diagnosis, Result, Row, Side
from judge.model.runs import Limits
from judge.model.verdicts import Verdict
from judge.platform.errors import InputErrors, counted
from judge.platform.files import Content, pieces, size_of
from judge.platform.units import format_mebibytes, format_time
from judge.show.diffs import is_empty_text
from judge.show.failures import locate, name_speaker, repeats_mistakes
from judge.show.opinions import describe_opinions
from judge.show.outcome import describe_dates
from judge.show.rows import join_verdicts
from judge.show.signs import make_legible, make_visible
from judge.show.transcript import format_turns

# The part of each input, answer, output or stderr that is shown.
TEXT_BYTES = 4096
# A message may quote what a program printed.
_MESSAGE_LETTERS = 2000
# About the size of a test without its texts.
_MARKUP_BYTES = 400


class Clip(Struct, frozen=True, kw_only=True):
    """Part of a text of `size` bytes, `more` of which are left out."""

    text: str
    size: int
    more: int


class TestView(Struct, frozen=True, kw_only=True):
    """The input and answer of a test, shared by all solutions that read its format."""

    input: Clip
    answer: Clip | None

    @property
    def weight(self) -> int:
        """Its approximate size in the page, in bytes."""
        return _MARKUP_BYTES // 2 + len(self.input.text) + (len(self.answer.text) if self.answer else 0)


class Part(Struct, frozen=True):
    """Bytes of a line as signs; `tag` is `mark` if they differ, `ins` if some are missing, `s` if cut."""

    text: str
    tag: str = ""


class Line(Struct, frozen=True, kw_only=True):
    """A line of one side, in parts."""

    number: int
    parts: tuple[Part, ...]


class Pair(Struct, frozen=True, kw_only=True):
    """A line of each side, either of which may be missing; or `words` about lines that are left out."""

    answer: Line | None = None
    output: Line | None = None
    words: str = ""


class ResultView(Struct, frozen=True, kw_only=True):
    """All about a run but its program and what it used. Equal runs of several programs have equal views.

    A brief one has no mistakes, pairs and texts. `since` is when an earlier run measured it.
    """

    test: int
    verdict: Verdict
    as_expected: bool | None
    expected: str
    message: str
    since: str
    mistakes: tuple[tuple[str, str], ...]
    opinions: str
    pairs: tuple[Pair, ...]
    texts: tuple[tuple[str, Clip], ...]

    @property
    def weight(self) -> int:
        """Its approximate size in the page, in bytes."""
        lines = [line for pair in self.pairs for line in (pair.answer, pair.output) if line]
        letters = sum(len(part.text) + 14 * bool(part.tag) for line in lines for part in line.parts)
        texts = sum(len(clip.text) for _, clip in self.texts)
        words = len(self.message) + sum(len(edit) + 60 for _, edit in self.mistakes)
        return _MARKUP_BYTES + letters + 40 * len(lines) + texts + words


def view_test(test: Test) -> TestView:
    """View the beginnings of a test's input and answer."""
    return TestView(
        input=_clip_head(test.input), answer=None if test.answer is None else _clip_head(test.answer)
    )


def view_result(result: Result, *, brief: bool) -> ResultView:
    """View what is known of a run; if brief, without the bytes that it printed."""
    diagnosis = Diagnosis() if brief else result.diagnosis or Diagnosis()
    texts = (
        ("conversation", "\n".join(format_turns(result.turns)).encode()),
        ("output", result.output),
        (name_speaker(result), result.said),
        ("stderr", result.stderr),
    )
    return ResultView(
        test=result.test,
        verdict=result.verdict,
        as_expected=result.as_expected,
        expected=join_verdicts(result.expected),
        message=shorten_message(result.message) if brief or not repeats_mistakes(result) else "",
        since=describe_dates([result]),
        mistakes=tuple((mistake.name, locate(mistake)) for mistake in diagnosis.mistakes),
        opinions=describe_opinions(result.opinions),
        pairs=tuple(map(_view_row, diagnosis.rows)),
        texts=() if brief else tuple((name, _clip_ends(text)) for name, text in texts if text),
    )


def shorten_message(message: str) -> str:
    """Return the message, without its end where a program made it long."""
    return message if len(message) <= _MESSAGE_LETTERS else f"{message[:_MESSAGE_LETTERS]}…"


def describe_use(result: Result, limits: Limits | None) -> str:
    """Return what a run used of its limits."""
    uses = (
        ("CPU", result.cpu_s, result.limit_s(limits) if limits else None, _format_seconds),
        ("wall", result.wall_s, None, _format_seconds),
        ("memory", result.peak_bytes, limits.memory_bytes if limits else None, format_mebibytes),
    )
    return ", ".join(
        f"{name} {words(used)}{f' of {words(limit)}' if limit else ''}"
        for name, used, limit, words in uses
        if used is not None
    )


def _format_seconds(time_s: float) -> str:
    # A fourth digit shows by how much a time exceeds its limit.
    return f"{time_s:.4g} s" if time_s >= 1 else format_time(time_s)


def _clip_head(content: Content) -> Clip:
    size = size_of(content)
    try:
        data = next(pieces(content), b"")[:TEXT_BYTES]
    except (InputErrors, OSError) as error:
        return Clip(text=f"({error})", size=size, more=0)
    return Clip(text=make_legible(data), size=size, more=size - len(data))


def _clip_ends(data: bytes) -> Clip:
    """Keep the head, which matters most from compilers, and the tail, which matters most in tracebacks."""
    half = TEXT_BYTES // 2
    if len(data) <= 2 * half:
        return Clip(text=make_legible(data), size=len(data), more=0)
    text = f"{make_legible(data[:half])}\n…\n{make_legible(data[-half:])}"
    return Clip(text=text, size=len(data), more=len(data) - 2 * half)


def _view_row(row: Row) -> Pair:
    if row.folded:
        return Pair(words=counted(row.folded, "equal line"))
    if not row.answer and not row.output:
        return Pair(words="the rest is left out")
    return Pair(answer=_view_side(row.answer), output=_view_side(row.output))


def _view_side(side: Side | None) -> Line | None:
    if side is None:
        return None
    if is_empty_text(side):
        return Line(number=side.number, parts=(Part("(empty)", "s"),))
    parts = [Part(f"… {side.start:,} bytes …", "s")] if side.start else []
    at = 0
    for begin, end in side.marks:
        parts.append(Part(make_visible(side.data[at:begin])))
        parts.append(Part(make_visible(side.data[begin:end]), "mark") if begin < end else Part("+", "ins"))
        at = end
    parts.append(Part(make_visible(side.data[at:])))
    if side.more:
        parts.append(Part(f"… {side.more:,} bytes", "s"))
    return Line(number=side.number, parts=tuple(part for part in parts if part.text))
