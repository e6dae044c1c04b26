"""Sudoku as a `subjects.Subject`: the parts of inputs are clues, the parts of answers their completions."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from judge.model.results import WrongPart
from judge.subjects.sudoku.formats import GRID_FORMATS, Dialect
from judge.subjects.sudoku.grid import UNITS, Grid, find_repetition
from judge.subjects.sudoku.grid import find_flaw as find_flaw
from judge.subjects.sudoku.puzzles import Progress, fill_in_answers, find_answers, read_puzzles
from judge.subjects.sudoku.variations import rename as rename
from judge.subjects.sudoku.variations import reveal as reveal
from judge.subjects.sudoku.variations import vary as vary
from judge.yaml.tree import File

# The key of a case file that names a file of puzzles.
SET_KEY = "puzzles"

part = "grid"
fewest_bytes = 81
lawful = "clues that obey the law"
formats: Mapping[str, Dialect] = GRID_FORMATS

_CELLS = b".0123456789"
# A line that ends in nine cells, after a number, a label or other text.
_LABELLED = re.compile(rb"(.*?[^.0-9]|[0-9]{1,2}[.:=)]*)?([.0-9]{9})", re.DOTALL)
_SIDE = range(9)
# The source of each cell in the seven other orientations of a grid.
_TURNS = (
    tuple(9 * c + r for r in _SIDE for c in _SIDE),
    tuple(9 * r + 8 - c for r in _SIDE for c in _SIDE),
    tuple(9 * (8 - r) + c for r in _SIDE for c in _SIDE),
    tuple(80 - 9 * r - c for r in _SIDE for c in _SIDE),
    tuple(9 * (8 - c) + r for r in _SIDE for c in _SIDE),
    tuple(9 * c + 8 - r for r in _SIDE for c in _SIDE),
    tuple(80 - 9 * c - r for r in _SIDE for c in _SIDE),
)


def check_answers(asked: Sequence[Grid], *, unique: bool, progress: Progress) -> Iterator[str | None]:
    wanted = "one solution" if unique else "a solution"
    for answers in find_answers(asked, progress):
        right = len(answers) == 1 or (answers and not unique)
        yield None if right else f"expected {wanted}, got {'several' if answers else 'none'}"


def find_parts(lines: Sequence[bytes]) -> tuple[Grid, ...]:
    cells = b"".join(lines)
    if cells.strip(_CELLS):
        cells = b"".join(map(_cells, lines))
    if len(cells) % 81:
        return ()
    cells = cells.replace(b".", b"0")
    return tuple(cells[start : start + 81] for start in range(0, len(cells), 81))


def turn(part: Grid) -> Iterator[Grid]:
    return (bytes(part[at] for at in sources) for sources in _TURNS)


def ask_for(part: Grid) -> Grid:
    return bytes(48 if cell % 2 else digit for cell, digit in enumerate(part))


def count_steps(asked: Grid) -> int:
    return asked.count(b"0")


def find_first_wrong(asked: Grid | None, answer: Grid, printed: Grid) -> WrongPart:
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
        why=_explain(printed, cell, asked[cell] if asked else 48),
    )


def read_set(
    file: File, data: bytes, *, unique: bool, root: Path | None, progress: Progress
) -> Iterator[tuple[int, Grid, Grid]]:
    """Read the line, the clues and the answer of each puzzle in a file. Errors become faults of the file.

    Computed answers are cached in `.judge/` of `root`.
    """
    puzzles = read_puzzles(file, data)
    for puzzle in fill_in_answers(file, puzzles, unique=unique, root=root, progress=progress):
        yield puzzle.line, puzzle.clues, puzzle.answer


def _cells(line: bytes) -> bytes:
    """Return the cells of a line, without its label. A line of other text has none."""
    if not line.strip(_CELLS) and len(line) % 9 == 0:
        return line
    labelled = _LABELLED.fullmatch(line)
    return labelled[2] if labelled else b""


def _explain(grid: Grid, cell: int, clue: int) -> str:
    """Say what the cell breaks: a clue or a rule, or else what is wrong with the grid."""
    digit = grid[cell]
    if digit == 48:
        return "it is not filled"
    if clue not in (48, digit):
        return f"the clue there is {clue - 48}"
    for unit, cells in UNITS.items():
        if cell in cells and sum(grid[other] == digit for other in cells) > 1:
            return f"{unit} has two {digit - 48}s"
    return find_repetition(grid) or "the grid obeys the rules, but is not the answer"
