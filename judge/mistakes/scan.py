"""Find all differences of an output from its answer, in order. Fixing each one turns it into the answer.

Both texts are walked side by side. Where they differ, one of a few rules names the mistake, and the walk
continues after it: a gap, a word that means the same, a letter in the other case, a look-alike, and only then
a wrong text. If the two do not say the same, lines that do are aligned first, so the lines between them are
extra or missing. If few words or lines are changed, missing or extra, these are aligned with the fewest
edits, however long a line is.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from judge.mistakes.alignment import LINES, MOST_EDITS, WORDS, Edit, Unit, align, count_back
from judge.mistakes.arrangement import SAME_PER_EDIT, agree_by_chance, find_reordering
from judge.mistakes.bytewise import KEY_LIMIT, NOISE, WHITE, blank_equal, common_prefix, end_of
from judge.mistakes.encodings import WRONG_ENCODING, is_recoded
from judge.mistakes.extras import Extras
from judge.mistakes.gaps import Difference, narrow
from judge.mistakes.lines import (
    LINE_LIMIT,
    Line,
    Lines,
    find_meeting,
    find_start,
    has_long_line,
    is_beginning,
    is_labelled,
    line_end,
    line_key,
)
from judge.mistakes.parts import NO_PARTS, AnswerParts
from judge.mistakes.walk import WRONG_TEXT, Walk, count_words

_ALONE = 160
_FEW_EDITS = 8
# The searches for lines that say the same, and the lines that are then compared one by one.
_PATIENCE, _PAIRED = 300, 20_000
_PROMPTS = 20
_LABEL_ENDS = (*(bytes([byte]) for byte in WHITE + b":=#>)].|\"'([{"), "：".encode())


def find_differences(answer: bytes, output: bytes, parts: AnswerParts = NO_PARTS) -> Iterator[Difference]:
    """Yield every difference. `parts` belong to the answer."""
    if blank_equal(output, b"") and not blank_equal(answer, b""):
        yield Difference(("empty-output",), 0, len(answer), 0, len(output))
    elif is_recoded(answer, output):
        yield Difference((WRONG_ENCODING,), 0, len(answer), 0, len(output))
    else:
        scan = _Scan(answer, output, parts)
        for difference in scan.all():
            scan.walk.done = difference
            yield difference


class _Scan:
    def __init__(self, answer: bytes, output: bytes, parts: AnswerParts) -> None:
        self._answer = answer
        self._output = output
        self._mine, self._theirs = Lines(answer), Lines(output)
        self._has_parts = bool(parts.parts)
        self._most_in_pair = MOST_EDITS
        small = max(len(answer), len(output)) <= KEY_LIMIT
        self._is_cut = is_beginning(output, answer) if small else answer.startswith(output)
        self._extras = Extras(answer, output, parts)
        self.walk = Walk(answer, output, self._extras, is_cut=self._is_cut)

    def all(self) -> Iterator[Difference]:
        if self._is_cut or blank_equal(self._answer, self._output):
            yield from self.walk.differences(0, len(self._answer), 0, len(self._output))
        elif not self._has_parts and (whole := find_reordering(self._answer, self._output)):
            yield whole
        else:
            ends = len(self._answer), len(self._output)
            i = self._find_prompts_end(0, 0)
            if i:
                yield Difference(("prompt",), 0, 0, 0, i)
            if not self._has_parts and agree_by_chance(self._answer, self._output[i:]):
                yield from self._compare_rest(0, i)
                return
            aligned = None if self._has_parts else self._align(LINES, 0, ends[0], i, ends[1])
            if aligned is None and (has_long_line(self._answer) or has_long_line(self._output)):
                aligned = self._align(WORDS, 0, ends[0], i, ends[1])
            yield from self._lines(i) if aligned is None else aligned

    def _align(self, unit: Unit, a: int, a_end: int, i: int, i_end: int) -> Iterator[Difference] | None:
        """The differences of two stretches in which few lines or words differ; None if many do."""
        edits = align(unit, self._answer, a, a_end, self._output, i, i_end)
        return self._compare_if_same(unit, edits, a, a_end, i, i_end)

    def _compare_if_same(
        self, unit: Unit, edits: Sequence[Edit] | None, a: int, a_end: int, i: int, i_end: int
    ) -> Iterator[Difference] | None:
        """The differences of two aligned stretches; None if too little is the same."""
        # A few equal ones may be chance.
        if edits is None or not unit.has(self._answer, a, a_end, len(edits) * SAME_PER_EDIT):
            return None
        return self._compare_aligned(unit, edits, a, a_end, i, i_end)

    def _compare_aligned(
        self, unit: Unit, edits: Sequence[Edit], a: int, a_end: int, i: int, i_end: int
    ) -> Iterator[Difference]:
        """Walk equal lines, compare each pair that differs, and name what is missing or extra."""
        for edit in edits:
            if edit.a == edit.b or edit.i == edit.j:
                before, other_before = unit.end(self._answer, a, edit.a), unit.end(self._output, i, edit.i)
                yield from self.walk.differences(a, before, i, other_before)
                lone = Difference((), before, edit.b, other_before, edit.j)
                lone = narrow(self._answer, self._output, lone)
                yield lone._replace(names=(self._extras.name_lone(lone) or WRONG_TEXT,))
                _, _, a, _, i = lone
                continue
            yield from self.walk.differences(a, edit.a, i, edit.i)
            _, a, _, i = edit
            if unit is LINES:
                yield from self._compare_whole_lines(*edit)
            else:
                a, i = unit.end(self._answer, edit.a, a), unit.end(self._output, edit.i, i)
                yield from self.walk.differences(edit.a, a, edit.i, i)
        yield from self.walk.differences(a, a_end, i, i_end)

    def _compare_whole_lines(self, a: int, b: int, i: int, j: int) -> Iterator[Difference]:
        """Compare two lines of any length that do not say the same."""
        if max(b - a, j - i) <= LINE_LIMIT:
            mine, theirs = (
                Line(a, b, line_key(self._answer[a:b])),
                Line(i, j, line_key(self._output[i:j])),
            )
            yield from self._compare_pair(mine, theirs)
        elif aligned := self._align(WORDS, a, b, i, j):
            yield from aligned
        elif count_words(self._answer, a, b) == count_words(self._output, i, j):
            yield from self.walk.differences(a, b, i, j)
        else:
            same = common_prefix(self._answer, a, self._output, i, min(b - a, j - i))
            same -= count_back(self._answer, a, a + same, WORDS)
            yield Difference((WRONG_TEXT,), a + same, b, i + same, j)

    def _lines(self, i: int) -> Iterator[Difference]:
        """Walk lines that say the same together. Where two do not, find the next lines that do."""
        a = tries = 0
        while tries < _PATIENCE:
            a, i = self._parting_line(a, i)
            b, j = line_end(self._answer, a), line_end(self._output, i)
            if max(b - a, j - i) > LINE_LIMIT and a < b and i < j:
                yield from self._compare_whole_lines(a, b, i, j)
                a, i = b, j
                continue
            mine, theirs = self._mine.at(a), self._theirs.at(i)
            if mine.says == theirs.says:
                yield from self.walk.differences(a, mine.end, i, theirs.end)
                if mine.says is None:
                    return
                a, i = mine.end, theirs.end
            elif (end := self._find_prompts_end(a, i)) > i:
                yield Difference(("prompt",), a, a, i, end)
                i = end
            elif mine.says is not None and (name := self._name_line(theirs)):
                yield Difference((name,), a, a, i, theirs.end)
                i = theirs.end
            elif self._differ_in_beginning(mine, theirs):
                yield from self._compare_pair(mine, theirs)
                a, i = mine.end, theirs.end
            else:
                tries += 1
                ours, others = self._mine.ahead(a), self._theirs.ahead(i)
                if ours[0].says is None or others[0].says is None:
                    break
                skip, extra = find_meeting(ours, others)
                yield from self._compare_between(ours, others, skip, extra)
                a, i = ours[skip].start, others[extra].start
        yield from self._compare_rest(a, i)

    def _compare_rest(self, a: int, i: int) -> Iterator[Difference]:
        """Compare each line with the one at its place if there are as many. The rest is one difference."""
        left = _PAIRED if self._answer.count(b"\n", a) == self._output.count(b"\n", i) else 0
        while left and (a < len(self._answer) or i < len(self._output)):
            b, j = line_end(self._answer, a), line_end(self._output, i)
            yield from self.walk.differences(a, b, i, j)
            a, i = self._parting_line(b, j)
            left -= 1
        if a < len(self._answer) or i < len(self._output):
            yield self._rest(a, i)

    def _rest(self, a: int, i: int) -> Difference:
        """One difference for all that follows. It has no name if there is text in both."""
        names: tuple[str, ...] = ()
        if self._mine.at(a).says is None:
            names = (self._extras.name_extra(a, i, len(self._output)),)
        elif self._theirs.at(i).says is None:
            names = (self._extras.name_missing(a, len(self._answer), i),)
        rest = Difference(names, a, len(self._answer), i, len(self._output))
        return narrow(self._answer, self._output, rest)

    def _find_prompts_end(self, a: int, i: int) -> int:
        """The end of the lines from `i` on that ask, if a labelled line of the answer follows; else `i`."""
        mine, end = self._mine.at(a), i
        for theirs in islice(self._theirs.after(i), _PROMPTS):
            says_it = is_labelled(theirs, mine)
            if says_it or not self._extras.asks(self._output[theirs.start : theirs.end]):
                return end if says_it else i
            end = theirs.end
        return i

    def _name_line(self, theirs: Line) -> str:
        """Name a line that is a mistake wherever it is, if the answer has no such line."""
        name = self._extras.name_line(theirs.says or b"") if theirs.end - theirs.start <= _ALONE else ""
        if not name or self._theirs.at(theirs.end).says is None:
            return ""
        text = self._output[theirs.start : theirs.end].strip()
        return name if self._answer.find(text, 0, LINE_LIMIT) < 0 else ""

    def _differ_in_beginning(self, mine: Line, theirs: Line) -> bool:
        """Return whether the lines differ by a label, and the next two lines also do or say the same."""
        if not (is_labelled(theirs, mine) or is_labelled(mine, theirs)):
            return False
        after = self._mine.at(mine.end)
        following = self._theirs.at(self._find_prompts_end(mine.end, theirs.end))
        return after.says == following.says or is_labelled(following, after) or is_labelled(after, following)

    def _parting_line(self, a: int, i: int) -> tuple[int, int]:
        """The start of the first line, from `a` and `i` on, that is not the same."""
        same = common_prefix(self._answer, a, self._output, i, len(self._answer))
        back = self._answer.rfind(b"\n", a, a + same) + 1 or a
        return back, i + back - a

    def _compare_between(
        self, ours: Sequence[Line], others: Sequence[Line], skip: int, extra: int
    ) -> Iterator[Difference]:
        """Compare the lines before a meeting: pairs that differ, then extra or missing lines."""
        both = min(skip, extra)
        for mine, theirs in zip(ours[:both], others[:both], strict=True):
            yield from self._compare_pair(mine, theirs)
        a, b = ours[both].start, ours[skip].start
        i, j = others[both].start, others[extra].start
        if extra > skip:
            yield Difference((self._extras.name_extra(a, i, j),), a, a, i, j)
        elif skip > extra:
            yield Difference((self._extras.name_missing(a, b, i),), a, b, i, i)

    def _compare_pair(self, mine: Line, theirs: Line) -> Iterator[Difference]:
        """Compare two lines that do not say the same. A label before the wanted line is extra."""
        a, i = mine.start, theirs.start
        if is_labelled(theirs, mine):
            end = _find_label_end(self._output, theirs, self._answer, mine)
            if end is not None and (name := self._extras.name_lead(a, i, end)):
                yield Difference((name,), a, a, i, end)
                i = end
        elif is_labelled(mine, theirs):
            end = _find_label_end(self._answer, mine, self._output, theirs, with_letters=True)
            if end is not None:
                yield Difference(("label-missing",), a, end, i, i)
                a = end
        most = self._most_in_pair
        edits = align(WORDS, self._answer, a, mine.end, self._output, i, theirs.end, most=most)
        if edits is None:
            # If one line has many edits, so have others, and looking for them takes long.
            self._most_in_pair = _FEW_EDITS
        aligned = self._compare_if_same(WORDS, edits, a, mine.end, i, theirs.end)
        yield from aligned or self.walk.differences(a, mine.end, i, theirs.end)


def _find_label_end(
    data: bytes, line: Line, other: bytes, wanted: Line, *, with_letters: bool = False
) -> int | None:
    """Find the end of a label in `line`, before the text that says the same as `wanted` in the other text.

    None if that text starts within a word. The label ends before blanks and marks that start `wanted`.
    """
    begin = end_of(NOISE, other, wanted.start, wanted.end)
    lead, said = other[wanted.start : begin], other[begin : wanted.end]
    if said.endswith(b"\n") and data.endswith(said, line.start, line.end):
        start = line.end - len(said)
    else:
        start = find_start(data, line, wanted.says or b"")
    label = data[line.start : start]
    before = label.rstrip(b" \t")
    if before == label and not before.endswith(_LABEL_ENDS):
        return None
    if with_letters and not label.lower().islower():
        return None
    return start - len(lead) if data.endswith(lead, line.start, start) else start
