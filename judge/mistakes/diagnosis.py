"""What is wrong with an output, for who asks: the named mistakes with their places, the first wrong part."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from judge.errors import shown
from judge.mistakes.diff import rows
from judge.mistakes.gaps import Difference
from judge.mistakes.parts import Parts, in_words, parts_of
from judge.mistakes.scan import differences
from judge.mistakes.table import RANK
from judge.mistakes.walk import WRONG_TEXT
from judge.model import Test
from judge.results import Diagnosis, Mistake, Place, Spot
from judge.subjects import TEXT, Part, format_of, read_parts

DIFFERENCES_NAMED = 100_000
_PLACES_KEPT = 3
_BYTES_KEPT = 40


def explain(test: Test, output: bytes, answer: bytes, *, most: int = DIFFERENCES_NAMED) -> Diagnosis:
    """What is wrong with an output of a test that was held against this answer; see `diagnose`."""
    return diagnose(answer, output, format=test.format, asked=read_parts(test), most=most)


def diagnose(
    answer: bytes,
    output: bytes,
    *,
    format: str = TEXT,
    asked: Sequence[Part] = (),
    most: int = DIFFERENCES_NAMED,
) -> Diagnosis:
    """Every difference by its name, but no more than `most`; nothing where there is none.

    It never raises. `asked` are the parts of the input, to say which of them a wrong part contradicts.
    """
    if answer == output:
        return Diagnosis()
    parts = parts_of(answer, format)
    found = list(islice(differences(answer, output, parts), most))
    own = parts.printed(output)
    wrong = None
    if not own or own == parts.parts:
        mistakes = _mistakes(answer, output, found)
    else:
        # The parts are wrong; their layout is judged by itself.
        layout = format_of(format).encode_output(own)
        mistakes = _mistakes(layout, output, differences(layout, output, parts._replace(parts=own)))
        if name := parts.misplaced(own):
            first = _mistakes(answer, output, found[:1])[0]
            lines = max(1, answer.count(b"\n") // len(parts.parts))
            mistakes.append(_of_parts(name, parts, own, first.places, lines=lines))
        else:
            wrong = parts.first_wrong(own, asked)
            mistakes = [mistake for mistake in mistakes if mistake.name != WRONG_TEXT]
    return Diagnosis(
        mistakes=tuple(sorted(mistakes, key=lambda mistake: RANK[mistake.name])),
        wrong_part=wrong,
        rows=rows(answer, output, found),
        complete=len(found) < most,
    )


def sentence(diagnosis: Diagnosis) -> str:
    """The diagnosis in one sentence: the first thing that is wrong, then the names of the others."""
    parts = []
    others = diagnosis.mistakes
    if diagnosis.wrong_part:
        parts.append(in_words(diagnosis.wrong_part))
    elif others:
        first, others = others[0], others[1:]
        spot = first.places[0].output
        begin = " " if first.count == 1 else ", first "
        parts.append(
            f"{first.name}{begin}at line {spot.line}, column {spot.column}, byte {spot.offset}: {first.edit}"
        )
    if others:
        parts.append("also " + ", ".join(f"{mistake.name} ({mistake.count})" for mistake in others))
    if not diagnosis.complete:
        parts.append("and more of this")
    return "; ".join(parts)


@dataclass(slots=True)
class _Tally:
    """The differences of one name so far."""

    count: int = 0
    lines: int = 0
    last_line: int = 0
    places: list[Place] = field(default_factory=list)
    changes: set[tuple[str, str]] = field(default_factory=set)
    inserts: bool = False
    removes: bool = False


def _mistakes(answer: bytes, output: bytes, found: Iterable[Difference]) -> list[Mistake]:
    """The differences by name, each name counted."""
    counts: dict[str, _Tally] = {}
    mine, theirs = _Position(answer), _Position(output)
    for names, a, b, i, j in found:
        mine.move(a)
        theirs.move(i)
        wanted, given = answer[a : min(b, a + _BYTES_KEPT)], output[i : min(j, i + _BYTES_KEPT)]
        for name in names:
            kept = counts.setdefault(name, _Tally())
            kept.count += 1
            kept.lines += theirs.line != kept.last_line
            kept.last_line = theirs.line
            kept.inserts |= b > a
            kept.removes |= j > i
            if len(kept.changes) < 2:
                kept.changes.add((_quoted(wanted, b - a), _quoted(given, j - i)))
            if len(kept.places) < _PLACES_KEPT:
                place = Place(answer=mine.spot(), output=theirs.spot(), wanted=wanted, found=given)
                kept.places.append(place)
    return [
        Mistake(name=name, count=kept.count, lines=kept.lines, places=tuple(kept.places), edit=_edit(kept))
        for name, kept in counts.items()
    ]


class _Position:
    """Line and column of an offset that only grows."""

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


def _edit(kept: _Tally) -> str:
    """What to do to the output, in words."""
    wanted, found = next(iter(kept.changes))
    if len(kept.changes) > 1:
        change = "mend what differs"
        if not kept.removes:
            change = "insert what is missing"
        elif not kept.inserts:
            change = "remove what is too much"
    elif not found:
        change = f"insert {wanted}"
    elif not wanted:
        change = f"remove {found}"
    else:
        change = f"put {wanted} for {found}"
    if kept.count == 1:
        return change
    if kept.count == kept.lines:
        return f"{change} on {kept.lines} lines"
    return f"{change} at {kept.count} places" + (f" on {kept.lines} lines" if kept.lines > 1 else "")


def _quoted(data: bytes, length: int) -> str:
    """Bytes for a sentence; their number where they are many; empty for none."""
    if length <= len(data):
        return shown(data) if data else ""
    return f"{shown(data[:8])}... ({length} bytes)"


def _of_parts(
    name: str, parts: Parts, own: Sequence[Part], places: tuple[Place, ...], *, lines: int
) -> Mistake:
    """The mistake `name` of all parts that are not what they should be; each has so many lines."""
    part = parts.subject.part
    pairs = zip(parts.parts, own, strict=False)
    wrong = abs(len(own) - len(parts.parts)) or sum(mine != theirs for mine, theirs in pairs)
    edit = {
        f"{part}-twice": f"print every {part} once",
        f"{part}s-out-of-order": f"print the {part}s in the order of the input; {wrong} stand elsewhere",
        f"{part}-turned": f"print every {part} the way it is asked for",
    }[name]
    return Mistake(name=name, count=wrong, lines=lines * wrong, places=places, edit=edit)
