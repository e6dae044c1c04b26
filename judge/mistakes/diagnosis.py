"""What is wrong with an output: the verdict, the named mistakes with their places, the first wrong cell."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice

from judge.errors import FormatError
from judge.formats import GRID_FORMATS, TEXT, shown
from judge.mistakes.bytewise import blank_equal, key
from judge.mistakes.diff import rows
from judge.mistakes.gaps import Difference
from judge.mistakes.scan import WRONG_TEXT, differences
from judge.mistakes.table import RANK
from judge.model import Verdict
from judge.results import Diagnosis, Mistake, Place, Spot, WrongCell
from judge.sudoku import UNITS, Grid, repetition

_DIFFERENCES_NAMED = 100_000
_PLACES_KEPT = 3
_BYTES_KEPT = 40
_GRIDS_LIMIT = 1 << 20


def diagnose(answer: bytes, output: bytes, *, format: str = TEXT, clues: Sequence[Grid] = ()) -> Diagnosis:
    """AC if equal, PE if equal once all white space is taken out of both, WA otherwise; and why.

    It never raises. `clues` are the grids of the input, to say which of them a wrong cell contradicts.
    """
    if answer == output:
        return Diagnosis(verdict=Verdict.AC)
    verdict = Verdict.PE if blank_equal(answer, output) else Verdict.WA
    grids = _grids(answer, format)
    found = list(islice(differences(answer, output, grids), _DIFFERENCES_NAMED))
    own = _own_grids(output) if grids and verdict is Verdict.WA else ()
    cell = None
    if len(own) != len(grids) or own == grids:
        mistakes = _mistakes(answer, output, found)
    else:
        # The grids are wrong; their layout is judged by itself.
        layout = GRID_FORMATS[format].encode_output(own)
        mistakes = _mistakes(layout, output, list(differences(layout, output)))
        if sorted(own) == sorted(grids):
            mistakes.append(_out_of_order(grids, own, _mistakes(answer, output, found[:1])[0]))
        else:
            cell = _wrong_cell(grids, own, clues)
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
        parts.append(_cell_in_words(diagnosis.wrong_cell))
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


# Grids


def _grids(answer: bytes, format: str) -> tuple[Grid, ...]:
    if format in GRID_FORMATS and len(answer) <= _GRIDS_LIMIT:
        with suppress(FormatError):
            return GRID_FORMATS[format].decode_output(answer)
    return ()


def _own_grids(output: bytes) -> tuple[Grid, ...]:
    """The grids that were printed, in whatever layout; `0` and `.` are blanks."""
    said = key(output) if len(output) <= _GRIDS_LIMIT else b""
    if not said or len(said) % 81 or said.strip(b".0123456789"):
        return ()
    said = said.replace(b".", b"0")
    return tuple(said[start : start + 81] for start in range(0, len(said), 81))


def _out_of_order(grids: Sequence[Grid], own: Sequence[Grid], first: Mistake) -> Mistake:
    moved = sum(mine != theirs for mine, theirs in zip(grids, own, strict=True))
    return Mistake(
        name="grids-out-of-order",
        count=moved,
        lines=9 * moved,
        places=first.places,
        edit=f"print the grids in the order of the input; {moved} stand elsewhere",
    )


def _wrong_cell(grids: Sequence[Grid], own: Sequence[Grid], clues: Sequence[Grid]) -> WrongCell:
    pairs = enumerate(zip(b"".join(grids), b"".join(own), strict=True))
    index, (expected, found) = next((index, pair) for index, pair in pairs if pair[0] != pair[1])
    grid, cell = divmod(index, 81)
    clue = clues[grid][cell] if grid < len(clues) else 48
    return WrongCell(
        grid=grid + 1,
        row=cell // 9 + 1,
        column=cell % 9 + 1,
        box=cell // 27 * 3 + cell % 9 // 3 + 1,
        found="blank" if found == 48 else chr(found),
        expected=chr(expected),
        why=_why(own[grid], cell, clue),
    )


def _why(grid: Grid, cell: int, clue: int) -> str:
    """What the cell breaks: a clue, a rule, or else what the grid does."""
    digit = grid[cell]
    if digit == 48:
        return "it is not filled"
    if clue not in (48, digit):
        return f"the clue there is {clue - 48}"
    for unit, cells in UNITS.items():
        if cell in cells and sum(grid[other] == digit for other in cells) > 1:
            return f"{unit} has two {digit - 48}s"
    return repetition(grid) or "the grid obeys the rules, but is not the answer"


def _cell_in_words(cell: WrongCell) -> str:
    grid = f"grid {cell.grid}, " if cell.grid > 1 else ""
    return (
        f"{grid}row {cell.row}, column {cell.column}, box {cell.box} is {cell.found},"
        f" expected {cell.expected}: {cell.why}"
    )
