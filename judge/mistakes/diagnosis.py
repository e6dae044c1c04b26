"""Diagnose an output: its mistakes by name, with their places, and the first wrong part."""

from codecs import BOM_UTF8
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from judge.mistakes.diff import make_rows
from judge.mistakes.encodings import WRONG_ENCODING, describe_recoding
from judge.mistakes.gaps import BYTE_ORDER_MARK, Difference
from judge.mistakes.parts import AnswerParts, describe_wrong_part, split_answer
from judge.mistakes.scan import find_differences
from judge.mistakes.table import RANK
from judge.mistakes.walk import WRONG_TEXT
from judge.model.cases import Test
from judge.model.results import Diagnosis, Mistake, Place, Spot
from judge.platform.errors import shown
from judge.subjects.subject import TEXT, Part, format_of, read_parts

DIFFERENCES_NAMED = 100_000
_PLACES_KEPT = 3
_BYTES_KEPT = 40


def explain(test: Test, output: bytes, answer: bytes, *, most: int = DIFFERENCES_NAMED) -> Diagnosis:
    """Diagnose an output of a test that was compared with this answer; see `diagnose`."""
    return diagnose(answer, output, format=test.format, asked=read_parts(test), most=most)


def diagnose(
    answer: bytes,
    output: bytes,
    *,
    format: str = TEXT,
    asked: Sequence[Part] = (),
    most: int = DIFFERENCES_NAMED,
) -> Diagnosis:
    """Name every difference, but at most `most`; empty if there is none. Never raises.

    asked: the parts of the input; a wrong part can contradict one of them.
    """
    if answer == output:
        return Diagnosis()
    parts = split_answer(answer, format)
    differences = list(islice(find_differences(answer, output, parts), most))
    own = parts.find_printed(output)
    wrong = None
    if not own or own == parts.parts:
        mistakes = _count_mistakes(answer, output, differences)
    else:
        # The parts are wrong: judge their layout by itself.
        layout = format_of(format).encode_output(own)
        of_layout = find_differences(layout, output, parts._replace(parts=own))
        mistakes = _count_mistakes(layout, output, of_layout)
        if name := parts.name_disorder(own):
            first = _count_mistakes(answer, output, differences[:1])[0]
            lines = max(1, answer.count(b"\n") // len(parts.parts))
            mistakes.append(_disorder(name, parts, own, first.places, lines=lines))
        else:
            wrong = parts.find_first_wrong(own, asked)
            mistakes = [mistake for mistake in mistakes if mistake.name != WRONG_TEXT]
    return Diagnosis(
        mistakes=tuple(sorted(mistakes, key=lambda mistake: RANK[mistake.name])),
        wrong_part=wrong,
        rows=make_rows(answer, output, differences),
        complete=len(differences) < most and bool(differences[-1].names),
    )


def summarize(diagnosis: Diagnosis) -> str:
    """Describe a diagnosis in one sentence: its first mistake, then the names of the others."""
    parts = []
    others = diagnosis.mistakes
    if diagnosis.wrong_part:
        parts.append(describe_wrong_part(diagnosis.wrong_part))
    elif others:
        first, others = others[0], others[1:]
        spot = first.places[0].output
        begin = " " if first.count == 1 else ", first "
        place = f"at line {spot.line}, column {spot.column}, byte {spot.offset}"
        parts.append(f"{first.name}{begin}{place}: {first.edit}")
    if others:
        parts.append("also " + ", ".join(f"{mistake.name} ({mistake.count})" for mistake in others))
    if not diagnosis.complete:
        parts.append("and more of this")
    return "; ".join(parts)


@dataclass(slots=True)
class _Tally:
    """The differences with one name so far."""

    count: int = 0
    lines: int = 0
    last_line: int = 0
    places: list[Place] = field(default_factory=list)
    changes: set[tuple[str, str]] = field(default_factory=set)
    inserts: bool = False
    removes: bool = False

    def edit(self) -> str:
        """Say what to do to the output."""
        wanted, found = next(iter(self.changes))
        if len(self.changes) > 1:
            change = "differs"
            if not self.removes:
                change = "insert what is missing"
            elif not self.inserts:
                change = "remove what is extra"
        elif not found:
            change = f"insert {wanted}"
        else:
            change = f"expected {wanted}, got {found}" if wanted else f"remove {found}"
        if self.count == 1:
            return change
        if self.count == self.lines:
            return f"{change} on {self.lines} lines"
        return f"{change} at {self.count} places" + (f" on {self.lines} lines" if self.lines > 1 else "")


def _count_mistakes(answer: bytes, output: bytes, differences: Iterable[Difference]) -> list[Mistake]:
    """Group the differences by name."""
    tallies: dict[str, _Tally] = {}
    mine, theirs = _Position(answer), _Position(output)
    for names, a, b, i, j in differences:
        mine.move(a)
        theirs.move(i)
        wanted, found = answer[a : min(b, a + _BYTES_KEPT)], output[i : min(j, i + _BYTES_KEPT)]
        for name in names:
            tally = tallies.setdefault(name, _Tally())
            tally.count += 1
            tally.lines += theirs.line != tally.last_line
            tally.last_line = theirs.line
            tally.inserts |= b > a
            tally.removes |= j > i
            if len(tally.changes) < 2:
                tally.changes.add((_quote(wanted, b - a), _quote(found, j - i)))
            if len(tally.places) < _PLACES_KEPT:
                place = Place(answer=mine.spot(), output=theirs.spot(), wanted=wanted, found=found)
                tally.places.append(place)
    return [
        Mistake(
            name=name,
            count=each.count,
            lines=each.lines,
            places=tuple(each.places),
            edit=_describe_encoding(name, each, answer, output) or each.edit(),
        )
        for name, each in tallies.items()
    ]


def _describe_encoding(name: str, tally: _Tally, answer: bytes, output: bytes) -> str:
    """Say how to fix an encoding, which may be that of the answer; empty for other mistakes."""
    if name == WRONG_ENCODING:
        return describe_recoding(answer, output)
    is_of_answer = name == BYTE_ORDER_MARK and tally.count == 1 and answer.startswith(BOM_UTF8)
    return "save the answer without its byte order mark" if is_of_answer and not tally.removes else ""


class _Position:
    """The line and column of an offset that never decreases."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._offset = 0
        self.line = 1

    def move(self, offset: int) -> None:
        self.line += self._data.count(b"\n", self._offset, offset)
        self._offset = offset

    def spot(self) -> Spot:
        start = self._data.rfind(b"\n", 0, self._offset) + 1
        return Spot(line=self.line, column=self._offset - start + 1, offset=self._offset)


def _quote(data: bytes, length: int) -> str:
    """Quote the first bytes of `length` for a sentence; empty for none."""
    if length <= len(data):
        return shown(data) if data else ""
    return f"{shown(data[:8])}... ({length} bytes)"


def _disorder(
    name: str, parts: AnswerParts, own: Sequence[Part], places: tuple[Place, ...], *, lines: int
) -> Mistake:
    """The mistake `name` in all parts that differ. Each part has `lines` lines."""
    part = parts.subject.part
    pairs = zip(parts.parts, own, strict=False)
    wrong = abs(len(own) - len(parts.parts)) or sum(mine != theirs for mine, theirs in pairs)
    edit = {
        f"{part}-twice": f"print every {part} once",
        f"{part}s-out-of-order": f"print the {part}s in the order of the input; {wrong} stand elsewhere",
        f"{part}-turned": f"print every {part} the way it is asked for",
    }[name]
    return Mistake(name=name, count=wrong, lines=lines * wrong, places=places, edit=edit)
