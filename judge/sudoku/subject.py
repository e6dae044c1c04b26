"""Sudoku as a subject: its parts are grids, given as clues and answered by their completions."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from judge.results import WrongPart
from judge.sudoku.formats import GRID_FORMATS, Dialect
from judge.sudoku.grid import UNITS, Grid, flaw, repetition
from judge.sudoku.puzzles import answered, answers_of, read_puzzles
from judge.sudoku.validators import input_validator, output_validator
from judge.sudoku.vary import given, renamed, varied
from judge.yamltree import File

_CELLS = b".0123456789"
# A line that ends in nine cells: what stands before them, other than a number or a label, is no cell.
_LABELLED = re.compile(rb"(.*?[^.0-9]|[0-9]{1,2}[.:=)]*)?([.0-9]{9})", re.DOTALL)
_SIDE = range(9)
# Where each cell of a grid comes from in its seven other positions.
_TURNS = (
    tuple(9 * c + r for r in _SIDE for c in _SIDE),
    tuple(9 * r + 8 - c for r in _SIDE for c in _SIDE),
    tuple(9 * (8 - r) + c for r in _SIDE for c in _SIDE),
    tuple(80 - 9 * r - c for r in _SIDE for c in _SIDE),
    tuple(9 * (8 - c) + r for r in _SIDE for c in _SIDE),
    tuple(9 * c + 8 - r for r in _SIDE for c in _SIDE),
    tuple(80 - 9 * c - r for r in _SIDE for c in _SIDE),
)


class Sudoku:
    """See `subjects.Subject`."""

    part = "grid"
    lawful = "clues that obey the law"
    sets = "puzzles"
    generates = "make minimal puzzles of graded difficulty"
    formats: Mapping[str, Dialect] = GRID_FORMATS

    def flaw(self, asked: Grid, answer: Grid | None) -> str | None:
        return repetition(asked) if answer is None else flaw(asked, answer)

    def doubts(
        self, asked: Sequence[Grid], *, unique: bool, progress: Callable[[int, int], None]
    ) -> Iterator[str | None]:
        wanted = "one solution" if unique else "a solution"
        for answers in answers_of(asked, progress):
            right = len(answers) == 1 or (answers and not unique)
            yield None if right else f"expected {wanted}, got {'several' if answers else 'none'}"

    def printed(self, lines: Sequence[bytes]) -> tuple[Grid, ...]:
        said = b"".join(lines)
        if said.strip(_CELLS):
            said = b"".join(map(_cells, lines))
        if len(said) % 81:
            return ()
        said = said.replace(b".", b"0")
        return tuple(said[start : start + 81] for start in range(0, len(said), 81))

    def turned(self, part: Grid) -> Iterator[Grid]:
        return (bytes(part[at] for at in turn) for turn in _TURNS)

    def question(self, part: Grid) -> Grid:
        return bytes(48 if cell % 2 else digit for cell, digit in enumerate(part))

    def varied(self, asked: Grid, chance: Random) -> Grid:
        return varied(asked, chance)

    def steps(self, asked: Grid) -> int:
        return asked.count(b"0")

    def given(self, asked: Grid, answer: Grid, first: int, stop: int) -> Grid:
        return given(asked, answer, first, stop)

    def renamed(self, asked: Grid, answer: Grid) -> tuple[Grid, Grid]:
        return renamed(asked, answer)

    def first_wrong(self, asked: Grid | None, answer: Grid, printed: Grid) -> WrongPart:
        cells = enumerate(zip(answer, printed, strict=True))
        cell, (wanted, found) = next((cell, pair) for cell, pair in cells if pair[0] != pair[1])
        return WrongPart(
            place=(
                ("row", cell // 9 + 1),
                ("column", cell % 9 + 1),
                ("box", cell // 27 * 3 + cell % 9 // 3 + 1),
            ),
            wanted=chr(wanted),
            found="blank" if found == 48 else chr(found),
            why=_why(printed, cell, asked[cell] if asked else 48),
        )

    def read_set(
        self,
        file: File,
        data: bytes,
        *,
        unique: bool,
        root: Path | None,
        progress: Callable[[int, int], None],
    ) -> Iterator[tuple[int, Grid, Grid]]:
        stated = read_puzzles(file, data)
        for puzzle in answered(file, stated, unique=unique, root=root, progress=progress):
            yield puzzle.line, puzzle.clues, puzzle.answer

    def generated(self, count: int, *, seed: int, progress: Callable[[int, int], None]) -> str:
        # Imported here, so that nobody waits for it who makes no puzzles.
        from judge.sudoku.generate import made

        return made(count, seed=seed, progress=progress)

    def input_validator(self, format: str, *, end: bytes | None) -> str:
        return input_validator(self.formats[format], end=end)

    def output_validator(self, format: str, *, exact: bool) -> str:
        return output_validator(self.formats[format], exact=exact)


SUDOKU = Sudoku()


def _cells(said: bytes) -> bytes:
    """The cells of a line: all that it says, or what follows its label; none of a line of other text."""
    if not said.strip(_CELLS) and len(said) % 9 == 0:
        return said
    labelled = _LABELLED.fullmatch(said)
    return labelled[2] if labelled else b""


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
