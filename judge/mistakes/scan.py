"""All differences of an output from its answer, in order; put right one by one they make it the answer.

Both texts are walked side by side. Where they part, one of a few rules explains it, as a difference that
bears the name of a mistake, and the walk goes on behind it: a gap, a word that means the same, a letter in
another case, a look-alike, and only then a wrong text. Where the two do not say the same, lines that do are
brought together first, so that what stands between them is extra or missing.
"""

import re
from collections.abc import Iterator, Sequence

from judge.mistakes.bytewise import KEY_LIMIT, NOISE, WHITE, blank_equal, common_prefix, end_of
from judge.mistakes.encodings import recoded
from judge.mistakes.extras import Extras
from judge.mistakes.gaps import Difference, narrowed
from judge.mistakes.lines import (
    LINE_LIMIT,
    Line,
    beginning,
    holds,
    is_beginning,
    line_at,
    lines_ahead,
    meeting,
)
from judge.mistakes.order import reordered
from judge.mistakes.parts import NO_PARTS, Parts
from judge.mistakes.walk import WRONG_TEXT, Walk

_ALONE = 160
_PATIENCE = 300
_LABEL_ENDS = WHITE + b":=#>)].|\"'([{"
_BRACKET = re.compile(rb"(?<!\x1b)[\[({]")


def differences(answer: bytes, output: bytes, parts: Parts = NO_PARTS) -> Iterator[Difference]:
    """Every difference. `parts` are those of the answer."""
    if blank_equal(output, b"") and not blank_equal(answer, b""):
        yield Difference(("empty-output",), 0, len(answer), 0, len(output))
    elif recoded(answer, output):
        yield Difference(("wrong-encoding",), 0, len(answer), 0, len(output))
    else:
        scan = _Scan(answer, output, parts)
        for difference in scan.all():
            scan.walk.done = difference
            yield difference


class _Scan:
    def __init__(self, answer: bytes, output: bytes, parts: Parts) -> None:
        self._answer = answer
        self._output = output
        self._parts = parts.parts
        listed = bool(_BRACKET.search(output) and not _BRACKET.search(answer))
        small = max(len(answer), len(output)) <= KEY_LIMIT
        self._cut = is_beginning(output, answer) if small else answer.startswith(output)
        self._extras = Extras(answer, output, parts, listed=listed)
        self.walk = Walk(answer, output, self._extras, listed=listed, cut=self._cut)

    def all(self) -> Iterator[Difference]:
        if self._cut or blank_equal(self._answer, self._output):
            yield from self.walk.differences(0, len(self._answer), 0, len(self._output))
        elif not self._parts and (whole := reordered(self._answer, self._output)):
            yield whole
        else:
            yield from self._lines()

    def _lines(self) -> Iterator[Difference]:
        """Lines that say the same are walked together; where two do not, the next that do are looked for."""
        a = i = patience = 0
        while patience < _PATIENCE:
            a, i = self._parting_line(a, i)
            mine, theirs = line_at(self._answer, a), line_at(self._output, i)
            while mine.says == theirs.says:
                yield from self.walk.differences(a, mine.end, i, theirs.end)
                if mine.says is None:
                    return
                a, i = self._parting_line(mine.end, theirs.end)
                mine, theirs = line_at(self._answer, a), line_at(self._output, i)
            if mine.says is not None and (name := self._alone(theirs)):
                yield Difference((name,), a, a, i, theirs.end)
                i = theirs.end
            elif self._differ_in_beginning(mine, theirs):
                yield from self._pair(mine, theirs)
                a, i = mine.end, theirs.end
            else:
                patience += 1
                ours, others = lines_ahead(self._answer, a), lines_ahead(self._output, i)
                if ours[0].says is None or others[0].says is None:
                    break
                skip, extra = meeting(ours, others)
                yield from self._between(ours, others, skip, extra)
                a, i = ours[skip].start, others[extra].start
        yield self._rest(a, i)

    def _rest(self, a: int, i: int) -> Difference:
        """All that follows, under one name."""
        name = WRONG_TEXT
        if line_at(self._answer, a).says is None:
            name = self._extras.extra(a, i, len(self._output))
        elif line_at(self._output, i).says is None:
            name = self._extras.missing(a, len(self._answer), i)
        rest = Difference((name,), a, len(self._answer), i, len(self._output))
        return narrowed(self._answer, self._output, rest)

    def _alone(self, theirs: Line) -> str:
        """The name of a line that is a mistake wherever it stands, if the answer has no such line."""
        name = self._extras.alone(theirs.says or b"") if theirs.end - theirs.start <= _ALONE else ""
        if not name or line_at(self._output, theirs.end).says is None:
            return ""
        text = self._output[theirs.start : theirs.end].strip()
        return name if self._answer.find(text, 0, LINE_LIMIT) < 0 else ""

    def _differ_in_beginning(self, mine: Line, theirs: Line) -> bool:
        """Whether these lines differ in how they begin, and so do the next, or these are alike."""
        if not (holds(theirs, mine) or holds(mine, theirs)):
            return False
        after, following = line_at(self._answer, mine.end), line_at(self._output, theirs.end)
        return after.says == following.says or holds(following, after) or holds(after, following)

    def _parting_line(self, a: int, i: int) -> tuple[int, int]:
        """The beginning of the first line, from `a` and `i` on, that is not the same."""
        same = common_prefix(self._answer, a, self._output, i, len(self._answer))
        back = self._answer.rfind(b"\n", a, a + same) + 1
        # Of a line that is read in parts, the parts that are the same.
        back = back or a + max(0, same // LINE_LIMIT - 1) * LINE_LIMIT
        return back, i + back - a

    def _between(
        self, ours: Sequence[Line], others: Sequence[Line], skip: int, extra: int
    ) -> Iterator[Difference]:
        """The lines before two that meet: pairs that differ, then what is extra or missing."""
        both = min(skip, extra)
        for mine, theirs in zip(ours[:both], others[:both], strict=True):
            yield from self._pair(mine, theirs)
        a, b = ours[both].start, ours[skip].start
        i, j = others[both].start, others[extra].start
        if extra > skip:
            yield Difference((self._extras.extra(a, i, j),), a, a, i, j)
        elif skip > extra:
            yield Difference((self._extras.missing(a, b, i),), a, b, i, i)

    def _pair(self, mine: Line, theirs: Line) -> Iterator[Difference]:
        """Two lines that do not say the same; what stands before the line in its own line is extra."""
        a, i = mine.start, theirs.start
        if holds(theirs, mine):
            start = _beginning(self._output, theirs, self._answer, mine)
            if _is_led(self._output, theirs, start):
                start = _with_lead(self._output, theirs, start, self._answer, mine)
                yield Difference((self._extras.lead(a, i, start),), a, a, i, start)
                i = start
        elif holds(mine, theirs):
            start = _beginning(self._answer, mine, self._output, theirs)
            if _is_led(self._answer, mine, start) and self._answer[a:start].lower().islower():
                start = _with_lead(self._answer, mine, start, self._output, theirs)
                yield Difference(("label-missing",), a, start, i, i)
                a = start
        yield from self.walk.differences(a, mine.end, i, theirs.end)


def _beginning(data: bytes, line: Line, other: bytes, wanted: Line) -> int:
    """Where in `line` of `data` the text begins that says what `wanted`, a line of the other text, says."""
    said = other[end_of(NOISE, other, wanted.start, wanted.end) : wanted.end]
    if said.endswith(b"\n") and data.endswith(said, line.start, line.end):
        return line.end - len(said)
    return beginning(data, line, wanted.says or b"")


def _is_led(data: bytes, line: Line, start: int) -> bool:
    """Whether what stands in `line` before `start` is a beginning by itself, not a part of a word."""
    before = data[line.start : start].rstrip(b" \t")
    return (
        before[-1:] in [bytes([end]) for end in _LABEL_ENDS]
        or before.endswith("：".encode())
        or (before != data[line.start : start])
    )


def _with_lead(data: bytes, line: Line, start: int, other: bytes, wanted: Line) -> int:
    """`start` without the blanks and marks before it with which `wanted` itself begins."""
    lead = other[wanted.start : end_of(NOISE, other, wanted.start, wanted.end)]
    return start - len(lead) if data.endswith(lead, line.start, start) else start
