"""What is told of one test in the browser: the sentence, the bytes as signs, what was used of its limits."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from judge.errors import InputErrors, counted
from judge.files import pieces, size_of
from judge.mistakes.diagnosis import summarize
from judge.model import Content, Limits, Test
from judge.results import Diagnosis, Mistake, Result, Row, Side
from judge.show.failures import describe_opinions
from judge.show.outcome import describe_dates
from judge.show.signs import make_legible, make_visible
from judge.show.tables import join_verdicts
from judge.show.transcript import format_turns
from judge.units import MEBIBYTE
from judge.verdicts import Verdict

# Of one input, answer or stderr.
TEXT_BYTES = 4096
# Of a message, which may hold what a program has printed.
_MESSAGE_LETTERS = 2000
# About what a test takes without any text of its own.
_MARKUP_BYTES = 900


class Clip(Struct, frozen=True, kw_only=True):
    """The head of a text, `more` bytes of whose `size` were left out."""

    text: str
    size: int
    more: int


class TestView(Struct, frozen=True, kw_only=True):
    """What a test asks for, shared by all solutions that speak its format."""

    number: int
    input: Clip
    answer: Clip | None

    @property
    def weight(self) -> int:
        return _MARKUP_BYTES // 2 + len(self.input.text) + (len(self.answer.text) if self.answer else 0)


class Part(Struct, frozen=True):
    """Bytes of a line, visible; `tag` is `mark` if they differ, `ins` where some are missing, `s` if cut."""

    text: str
    tag: str = ""


class Line(Struct, frozen=True, kw_only=True):
    """A line of one side, in parts."""

    number: int
    parts: tuple[Part, ...]


class Pair(Struct, frozen=True, kw_only=True):
    """A line of each side, either of which may have no partner; or `words` about lines that are left out."""

    answer: Line | None = None
    output: Line | None = None
    words: str = ""


class Use(Struct, frozen=True, kw_only=True):
    """What was used of what is allowed; `share` is that of the limit, at most 1, None where it is unknown."""

    name: str
    words: str
    share: float | None


class ResultView(Struct, frozen=True, kw_only=True):
    """One run. Of a brief one there are no pairs and no texts. `since` is when a run before made it."""

    number: int
    verdict: Verdict
    unexpected: bool
    expected: str
    message: str
    since: str
    mistakes: tuple[tuple[str, str], ...]
    opinions: str
    uses: tuple[Use, ...]
    pairs: tuple[Pair, ...]
    texts: tuple[tuple[str, Clip], ...]

    @property
    def weight(self) -> int:
        """About how many bytes of the page it takes."""
        lines = [line for pair in self.pairs for line in (pair.answer, pair.output) if line]
        letters = sum(len(part.text) + 14 * bool(part.tag) for line in lines for part in line.parts)
        texts = sum(len(clip.text) for _, clip in self.texts)
        words = len(self.message) + sum(len(edit) + 60 for _, edit in self.mistakes)
        return _MARKUP_BYTES + letters + 40 * len(lines) + texts + words


def view_test(test: Test) -> TestView:
    """The heads of its input and of its answer."""
    answer = None if test.answer is None else _head(test.answer)
    return TestView(number=test.number, input=_head(test.input), answer=answer)


def view_result(result: Result, limits: Limits | None, *, brief: bool) -> ResultView:
    """All that is known of a run; if brief nothing of what it printed."""
    diagnosis = result.diagnosis or Diagnosis()
    # The list of mistakes says as much as the sentence, but for a wrong part.
    listed = diagnosis.mistakes and not diagnosis.wrong_part and result.message == summarize(diagnosis)
    talk = "\n".join(format_turns(result.turns)).encode()
    texts = (
        ("conversation", talk),
        ("output", result.output),
        ("checker" if result.interactor_cpu_s is None else "feedback", result.said),
        ("stderr", result.stderr),
    )
    return ResultView(
        number=result.test,
        verdict=result.verdict,
        unexpected=result.as_expected is False,
        expected=join_verdicts(result.expected),
        message="" if listed and not brief else _cut(result.message),
        since=describe_dates([result]),
        mistakes=() if brief else tuple((mistake.name, _where(mistake)) for mistake in diagnosis.mistakes),
        opinions=describe_opinions(result.opinions),
        uses=tuple(_uses(result, limits)),
        pairs=() if brief else tuple(map(_pair, diagnosis.rows)),
        texts=() if brief else tuple((name, _ends(text)) for name, text in texts if text),
    )


def _cut(message: str) -> str:
    return message if len(message) <= _MESSAGE_LETTERS else f"{message[:_MESSAGE_LETTERS]}…"


def _where(mistake: Mistake) -> str:
    spot = mistake.places[0].output
    return f"at line {spot.line}, column {spot.column}, byte {spot.offset}: {mistake.edit}"


def _uses(result: Result, limits: Limits | None) -> Iterator[Use]:
    yield from _use(
        "CPU", result.cpu_s, result.limit_s(limits) if limits else None, lambda time_s: f"{time_s:.4g} s"
    )
    yield from _use("wall", result.wall_s, None, lambda time_s: f"{time_s:.4g} s")
    yield from _use("memory", result.peak_bytes, limits.memory_bytes if limits else None, _size)


def _use(name: str, used: float | None, limit: float | None, words: Callable[[float], str]) -> Iterator[Use]:
    if used is not None and limit is not None:
        yield Use(name=name, words=f"{words(used)} of {words(limit)}", share=min(1.0, used / limit))
    elif used is not None:
        yield Use(name=name, words=words(used), share=None)


def _size(count: float) -> str:
    return f"{count / MEBIBYTE:.4g} MiB"


def _head(content: Content) -> Clip:
    size = size_of(content)
    try:
        data = next(pieces(content), b"")[:TEXT_BYTES]
    except (InputErrors, OSError) as error:
        return Clip(text=f"({error})", size=size, more=0)
    return Clip(text=make_legible(data), size=size, more=size - len(data))


def _ends(data: bytes) -> Clip:
    """The head and the tail: a compiler says the first thing first, a traceback the last thing last."""
    half = TEXT_BYTES // 2
    if len(data) <= 2 * half:
        return Clip(text=make_legible(data), size=len(data), more=0)
    text = f"{make_legible(data[:half])}\n…\n{make_legible(data[-half:])}"
    return Clip(text=text, size=len(data), more=len(data) - 2 * half)


def _pair(row: Row) -> Pair:
    if row.folded:
        return Pair(words=counted(row.folded, "equal line"))
    if not row.answer and not row.output:
        return Pair(words="the rest is left out")
    return Pair(answer=_line(row.answer), output=_line(row.output))


def _line(side: Side | None) -> Line | None:
    if side is None:
        return None
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
