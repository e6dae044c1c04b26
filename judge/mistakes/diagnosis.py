"""What is wrong with an output: the verdict, the named mistakes with their places, the first wrong cell."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from judge.mistakes.bytewise import blank_equal
from judge.mistakes.diff import rows
from judge.mistakes.gaps import Difference
from judge.mistakes.grids import cell_in_words, expected_grids, misplaced, printed_grids, wrong_cell
from judge.mistakes.scan import differences
from judge.mistakes.table import RANK
from judge.mistakes.walk import WRONG_TEXT
from judge.model import Verdict
from judge.results import Diagnosis, Mistake, Place, Spot
from judge.sudoku.formats import GRID_FORMATS, TEXT, shown
from judge.sudoku.grid import Grid

_DIFFERENCES_NAMED = 100_000
_PLACES_KEPT = 3
_BYTES_KEPT = 40


def diagnose(answer: bytes, output: bytes, *, format: str = TEXT, clues: Sequence[Grid] = ()) -> Diagnosis:
    """AC if equal, PE if equal once all white space is taken out of both, WA otherwise; and why.

    It never raises. `clues` are the grids of the input, to say which of them a wrong cell contradicts.
    """
    if answer == output:
        return Diagnosis(verdict=Verdict.AC)
    verdict = Verdict.PE if blank_equal(answer, output) else Verdict.WA
    grids = expected_grids(answer, format)
    found = list(islice(differences(answer, output, grids), _DIFFERENCES_NAMED))
    own = printed_grids(output, grids) if grids and verdict is Verdict.WA else ()
    cell = None
    if not own or own == grids:
        mistakes = _mistakes(answer, output, found)
    else:
        # The grids are wrong; their layout is judged by itself.
        layout = GRID_FORMATS[format].encode_output(own)
        mistakes = _mistakes(layout, output, differences(layout, output, own))
        if name := misplaced(grids, own):
            mistakes.append(_of_grids(name, grids, own, _mistakes(answer, output, found[:1])[0]))
        else:
            cell = wrong_cell(grids, own, clues)
            mistakes = [mistake for mistake in mistakes if mistake.name != WRONG_TEXT]
    return Diagnosis(
        verdict=verdict,
        mistakes=tuple(sorted(mistakes, key=lambda mistake: RANK[mistake.name])),
        wrong_cell=cell,
        rows=rows(answer, output, found),
        complete=len(found) < _DIFFERENCES_NAMED,
    )


def sentence(diagnosis: Diagnosis) -> str:
    """The diagnosis in one sentence: the first thing that is wrong, then the names of the others."""
    parts = []
    others = diagnosis.mistakes
    if diagnosis.wrong_cell:
        parts.append(cell_in_words(diagnosis.wrong_cell))
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
class _Count:
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
    counts: dict[str, _Count] = {}
    mine, theirs = _Position(answer), _Position(output)
    for names, a, b, i, j in found:
        mine.move(a)
        theirs.move(i)
        wanted, given = answer[a : min(b, a + _BYTES_KEPT)], output[i : min(j, i + _BYTES_KEPT)]
        for name in names:
            kept = counts.setdefault(name, _Count())
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


def _edit(kept: _Count) -> str:
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


def _of_grids(name: str, grids: Sequence[Grid], own: Sequence[Grid], first: Mistake) -> Mistake:
    """The mistake `name` of all grids that are not what they should be; `first` says where it begins."""
    edit = {
        "grid-twice": "print every grid once",
        "grids-out-of-order": "print the grids in the order of the input; {} stand elsewhere",
        "grid-turned": "print the rows from above, each from the left",
    }[name]
    wrong = abs(len(own) - len(grids)) or sum(mine != theirs for mine, theirs in zip(grids, own, strict=True))
    return Mistake(name=name, count=wrong, lines=9 * wrong, places=first.places, edit=edit.format(wrong))
