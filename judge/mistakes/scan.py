"""All differences of an output from its answer, in order; put right one by one they make it the answer.

Both texts are walked side by side. Where they part, one of a few rules explains it, as a difference that
bears the name of a mistake, and the walk goes on behind it: a gap, a letter in another case, a look-alike,
and only then a wrong text. Where the two do not say the same, lines that do are brought together first, so
that what stands between them is extra or missing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from judge.mistakes.bytewise import (
    BLANKS,
    NOISE,
    PUNCTUATION,
    WHITE,
    blank_equal,
    character,
    common_prefix,
    end_of,
    key,
    plain,
)
from judge.mistakes.gaps import Difference, Gap, noise, white
from judge.mistakes.lines import Line, beginning, holds, is_beginning, line_at, meeting, window
from judge.sudoku import Grid

WRONG_TEXT = "wrong-text"

_LINE_LIMIT = 1 << 14
_KEY_LIMIT = 1 << 22
_GAP_LIMIT = 1 << 16
_PATIENCE = 300
_BRACKET = re.compile(rb"(?<!\x1b)[\[({]")
_SOUNDLESS = WHITE + PUNCTUATION


def differences(answer: bytes, output: bytes, grids: Sequence[Grid] = ()) -> Iterator[Difference]:
    """Every difference. `grids` are those of the answer, if it is made of grids."""
    scan = _Scan(answer, output, grids)
    for difference in scan.all():
        scan.done = difference
        yield difference


def mended(answer: bytes, output: bytes, found: Iterable[Difference]) -> bytes:
    """The output with these differences put right."""
    parts: list[bytes] = []
    after = 0
    for difference in found:
        parts += output[after : difference.i], answer[difference.a : difference.b]
        after = difference.j
    return b"".join([*parts, output[after:]])


class _Scan:
    def __init__(self, answer: bytes, output: bytes, grids: Sequence[Grid]) -> None:
        self._answer = answer
        self._output = output
        self._grids = grids
        self.done = Difference((), 0, 0, 0, 0)
        self._listed = bool(_BRACKET.search(output) and not _BRACKET.search(answer))

    def all(self) -> Iterator[Difference]:
        answer, output = self._answer, self._output
        if blank_equal(output, b"") and not blank_equal(answer, b""):
            yield Difference(("empty-output",), 0, len(answer), 0, len(output))
            return
        small = max(len(answer), len(output)) <= _KEY_LIMIT
        cut = is_beginning(output, answer) if small else answer.startswith(output)
        if cut or blank_equal(answer, output):
            yield from self._walk(0, len(answer), 0, len(output))
        else:
            yield from self._lines()

    # Line by line

    def _lines(self) -> Iterator[Difference]:
        """Lines that say the same are walked together; where two do not, the next that do are looked for."""
        a = i = 0
        for _ in range(_PATIENCE):
            a, i = self._parting_line(a, i)
            mine, theirs = line_at(self._answer, a), line_at(self._output, i)
            while mine.says == theirs.says:
                yield from self._walk(a, mine.end, i, theirs.end)
                if mine.says is None:
                    return
                a, i = self._parting_line(mine.end, theirs.end)
                mine, theirs = line_at(self._answer, a), line_at(self._output, i)
            ours, others = window(self._answer, a), window(self._output, i)
            if ours[0].says is None or others[0].says is None:
                break
            skip, extra = meeting(ours, others)
            yield from self._between(ours, others, skip, extra)
            a, i = ours[skip].start, others[extra].start
        name = WRONG_TEXT
        if ours[0].says is None:
            name = self._extra_name(a, i, len(self._output))
        elif others[0].says is None:
            name = self._missing_name(a, len(self._answer), i)
        yield self._trimmed(Difference((name,), a, len(self._answer), i, len(self._output)))

    def _parting_line(self, a: int, i: int) -> tuple[int, int]:
        """The beginning of the first line, from `a` and `i` on, that is not the same."""
        same = common_prefix(self._answer, a, self._output, i, len(self._answer))
        back = self._answer.rfind(b"\n", a, a + same) + 1
        return (back, i + back - a) if back else (a, i)

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
            yield Difference((self._extra_name(a, i, j),), a, a, i, j)
        elif skip > extra:
            yield Difference((self._missing_name(a, b, i),), a, b, i, i)

    def _pair(self, mine: Line, theirs: Line) -> Iterator[Difference]:
        """Two lines that do not say the same; what stands before the line in its own line is extra."""
        start = theirs.start
        if holds(theirs, mine):
            start = beginning(self._output, theirs, mine.says or b"")
            lead = self._answer[mine.start : end_of(NOISE, self._answer, mine.start, mine.end)]
            if self._output.endswith(lead, theirs.start, start):
                start -= len(lead)
            name = self._extra_name(mine.start, theirs.start, start)
            yield Difference((name,), mine.start, mine.start, theirs.start, start)
        yield from self._walk(mine.start, mine.end, start, theirs.end)

    def _extra_name(self, a: int, i: int, j: int) -> str:
        """The mistake of printing `output[i:j]` where the answer has nothing."""
        text = self._output[i:j]
        said = key(text) if j - i <= _LINE_LIMIT else b""
        if self._grids and len(said) % 81 == 0 and said and _cut(said) <= set(self._grids):
            return "grid-twice"
        first, last = not self._answer[:a].strip(), j == len(self._output)
        if self._grids and first and said == b"%d" % len(self._grids):
            return "count-printed"
        if text.rstrip().endswith((b":", b"?", b">")):
            return "prompt"
        return "debug-before" if first else "debug-after" if last else "debug-between"

    def _missing_name(self, a: int, b: int, i: int) -> str:
        """The mistake of leaving `answer[a:b]` out."""
        said = key(self._answer[a:b]) if self._grids else b""
        if said and len(said) % 81 == 0 and _cut(said) <= set(self._grids):
            return "grid-missing"
        return "truncated" if not self._output[i:].strip() else "line-missing"

    # Byte by byte

    def _walk(self, a: int, a_end: int, i: int, i_end: int) -> Iterator[Difference]:
        """The differences of one stretch, which ends at `a_end` and `i_end`."""
        while True:
            same = common_prefix(self._answer, a, self._output, i, min(a_end - a, i_end - i))
            a, i = a + same, i + same
            if a == a_end and i == i_end:
                return
            found = (
                self._gap(BLANKS, WHITE, a, a_end, i, i_end)
                or self._gap(NOISE, _SOUNDLESS, a, a_end, i, i_end)
                or self._letter(a, a_end, i, i_end)
                or self._wrong(a, a_end, i, i_end)
            )
            for difference in found:
                yield self._trimmed(difference)
            a, i = found[-1].b, found[-1].j

    def _gap(
        self, pattern: re.Pattern[bytes], soundless: bytes, a: int, a_end: int, i: int, i_end: int
    ) -> list[Difference]:
        """The differences of the gap around this place; none where the next marks are not the same."""
        answer, output = self._answer, self._output
        back = 0
        most = min(a - self.done.b, i - self.done.j, _GAP_LIMIT)
        while back < most and answer[a - back - 1] == output[i - back - 1] in soundless:
            back += 1
        a, i = a - back, i - back
        most = a_end + i_end if pattern is BLANKS else _GAP_LIMIT
        b = end_of(pattern, answer, a, min(a_end, a + most))
        j = end_of(pattern, output, i, min(i_end, i + most))
        wanted, found = answer[a:b], output[i:j]
        done = b == a_end and j == i_end
        if wanted == found or not (done or (b < a_end and j < i_end and self._alike(b, j))):
            return []
        gap = Gap(wanted, found, a, i, a == 0, b == len(answer) and j == len(output))
        return list(white(gap) if pattern is BLANKS else noise(gap, listed=self._listed))

    def _alike(self, a: int, i: int) -> bool:
        mine, theirs = self._answer[a : a + 1], self._output[i : i + 1]
        return mine.lower() == theirs.lower() or bool(self._look_alike(a, i))

    def _look_alike(self, a: int, i: int) -> bytes:
        """What the character of several bytes at `i` should be; empty if it is no look-alike."""
        sign = character(self._output, i)
        simple = plain(sign) if sign else b""
        return simple if simple and self._answer.startswith(simple, a) else b""

    def _letter(self, a: int, a_end: int, i: int, i_end: int) -> list[Difference]:
        if a == a_end or i == i_end:
            return []
        if simple := self._look_alike(a, i):
            return [Difference(("look-alike",), a, a + len(simple), i, i + len(character(self._output, i)))]
        mine, theirs = self._answer[a:a_end], self._output[i:i_end]
        run = 0
        while run < min(len(mine), len(theirs), _LINE_LIMIT) and mine[run] ^ theirs[run] == 32:
            if not mine[run : run + 1].isalpha():
                break
            run += 1
        return [Difference(("wrong-case",), a, a + run, i, i + run)] if run else []

    def _wrong(self, a: int, a_end: int, i: int, i_end: int) -> list[Difference]:
        """What no rule explains: bytes that differ, or the rest of the two lines."""
        if a_end == len(self._answer) and end_of(BLANKS, self._output, i, i_end) == len(self._output):
            return [Difference((self._missing_name(a, a_end, i),), a, a_end, i, i_end)]
        b, j = _line_stop(self._answer, a, a_end), _line_stop(self._output, i, i_end)
        if (a, i) == (b, j):
            b, j = min(a + 1, a_end), min(i + 1, i_end)
        if a == b and i < j:
            return [Difference((self._extra_name(a, i, j),), a, a, i, j)]
        if b - a == j - i:
            mine, theirs = self._answer[a:b], self._output[i:j]
            run = next((n for n, (x, y) in enumerate(zip(mine, theirs, strict=True)) if x == y), b - a)
            return [Difference((WRONG_TEXT,), a, a + max(run, 1), i, i + max(run, 1))]
        return [Difference((WRONG_TEXT,), a, b, i, j)]

    def _trimmed(self, difference: Difference) -> Difference:
        """The same change without the bytes that both sides share at its ends."""
        names, a, b, i, j = difference
        if min(b - a, j - i) > _GAP_LIMIT:
            return difference
        wanted, found = self._answer[a:b], self._output[i:j]
        start = common_prefix(wanted, 0, found, 0, min(len(wanted), len(found)))
        end = common_prefix(wanted[start:][::-1], 0, found[start:][::-1], 0, len(wanted))
        return Difference(names, a + start, b - end, i + start, j - end)


def _line_stop(data: bytes, start: int, end: int) -> int:
    """The end of what the line at `start` prints, without the blanks after it."""
    stop = data.find(b"\n", start, end)
    stop = end if stop < 0 else stop
    return start + len(data[start:stop].rstrip())


def _cut(said: bytes) -> set[Grid]:
    return {said[start : start + 81] for start in range(0, len(said), 81)}
