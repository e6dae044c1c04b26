"""The law of sudoku on grids of 81 cells, and a solver that counts completions.

A grid is 81 bytes, `1` to `9` or `0` for a blank, row after row. The solver keeps, for every digit, the
cells that may hold it as the bits of one integer, so that one operation looks at the whole board.
"""

from collections.abc import Iterator, Sequence
from itertools import compress, islice
from operator import getitem, itemgetter

Grid = bytes

DIGITS = b"123456789"
ROWS = tuple(tuple(range(9 * r, 9 * r + 9)) for r in range(9))
COLUMNS = tuple(tuple(range(c, 81, 9)) for c in range(9))
BOXES = tuple(
    tuple(27 * (b // 3) + 3 * (b % 3) + 9 * r + c for r in range(3) for c in range(3)) for b in range(9)
)
UNITS = {
    f"{kind} {n}": cells
    for kind, units in (("row", ROWS), ("column", COLUMNS), ("box", BOXES))
    for n, cells in enumerate(units, 1)
}

_CELLS_OF = {name: itemgetter(*cells) for name, cells in UNITS.items()}
# By its cell and its byte what a digit claims: a bit in each of three units; a blank claims none.
_CLAIMS = tuple(
    (0,) * 49 + tuple((1 << 9 * r | 1 << 9 * (9 + c) | 1 << 9 * (18 + b)) << d for d in range(9))
    for r, c, b in ((cell // 9, cell % 9, cell // 27 * 3 + cell % 9 // 3) for cell in range(81))
)
_IS_CLUE = bytes(byte > 48 for byte in range(256))
_ALL = (1 << 81) - 1
_UNIT_BITS = tuple(sum(1 << cell for cell in cells) for cells in UNITS.values())
_NOT_PEERS = tuple(
    _ALL & ~sum(1 << peer for peer in {p for unit in UNITS.values() if cell in unit for p in unit} - {cell})
    for cell in range(81)
)

_Board = list[int]


def flaw(clues: Grid, answer: Grid) -> str | None:
    """Why `answer` does not complete `clues`, in words; None if it does."""
    if 48 in answer:
        return f"cell {place(answer.index(48))} is blank"
    if bytes(compress(answer, clues.translate(_IS_CLUE))) != clues.replace(b"0", b""):
        different = ((cell, clue) for cell, clue in enumerate(clues) if clue not in (48, answer[cell]))
        cell, clue = next(different)
        return f"cell {place(cell)} is {answer[cell] - 48}, but the clue there is {clue - 48}"
    return repetition(answer)


def repetition(grid: Grid) -> str | None:
    """The first digit that stands twice in a unit, in words; None if there is none."""
    # A claim that is made twice is a carry, which leaves fewer bits than were added.
    if sum(map(getitem, _CLAIMS, grid)).bit_count() == 3 * (81 - grid.count(b"0")):
        return None
    for name, cells_of in _CELLS_OF.items():
        digits = bytes(cells_of(grid)).replace(b"0", b"")
        if len(set(digits)) < len(digits):
            digit = next(digit for digit in DIGITS if digits.count(digit) > 1)
            return f"{name} has two {digit - 48}s"
    return None


def place(cell: int) -> str:
    """Row and column of a cell as people count them, from 1."""
    return f"row {cell // 9 + 1}, column {cell % 9 + 1}"


def completions(clues: Grid) -> Iterator[Grid]:
    """All completions of `clues`, each once, fewest candidates first."""
    if not repetition(clues):
        yield from _search(_board(clues), 0)


def count_completions(clues: Grid, *, at_most: int) -> int:
    """The number of completions, counted no further than `at_most`."""
    return sum(1 for _ in islice(completions(clues), at_most))


def guesses(clues: Grid) -> int:
    """How many digits the solver had to try out before it knew all completions: 0 where singles suffice."""

    def below(board: _Board, settled: int) -> int:
        state = _propagate(board, settled)
        if state is None or state == _ALL:
            return 0
        return sum(1 + below(guess, state) for guess in _guesses(board, state))

    return below(_board(clues), 0)


def _board(clues: Grid) -> _Board:
    board = [_ALL] * 9
    for cell, clue in enumerate(clues):
        if clue != 48:
            for d in range(9):
                if d != clue - 49:
                    board[d] &= ~(1 << cell)
    return board


def _guesses(board: _Board, settled: int) -> Iterator[_Board]:
    """The boards on which each candidate of the narrowest cell is tried."""
    cell_bit = _narrowest(board, settled)
    for d in range(9):
        if board[d] & cell_bit:
            yield [bits if e == d else bits & ~cell_bit for e, bits in enumerate(board)]


def _search(board: _Board, settled: int) -> Iterator[Grid]:
    state = _propagate(board, settled)
    if state is None:
        return
    settled = state
    if settled == _ALL:
        yield _grid(board)
        return
    for guess in _guesses(board, settled):
        yield from _search(guess, settled)


def _propagate(board: _Board, settled: int) -> int | None:
    """Place every naked and hidden single on `board`; the cells settled, or None on a contradiction."""
    while True:
        once = twice = 0
        for bits in board:
            twice |= once & bits
            once |= bits
        if once != _ALL:
            return None
        if singles := once & ~twice & ~settled:
            settled |= singles
            for d in range(9):
                _clear_peers(board, d, board[d] & singles)
        elif settled == _ALL:
            return settled
        else:
            hidden = _hidden_singles(board, settled)
            if hidden is None:
                return None
            if not any(hidden):
                return settled
            for d, cells in enumerate(hidden):
                if cells:
                    for e in range(9):
                        if e != d:
                            board[e] &= ~cells


def _clear_peers(board: _Board, d: int, cells: int) -> None:
    while cells:
        low = cells & -cells
        board[d] &= _NOT_PEERS[low.bit_length() - 1]
        cells ^= low


def _hidden_singles(board: _Board, settled: int) -> Sequence[int] | None:
    """Per digit the unsettled cells that are its only place in a unit; None if it has no place in one."""
    found = []
    for bits in board:
        cells = 0
        for unit in _UNIT_BITS:
            places = bits & unit
            if not places & (places - 1):
                if not places:
                    return None
                cells |= places
        found.append(cells & ~settled)
    return found


def _narrowest(board: _Board, settled: int) -> int:
    """The bit of an unsettled cell with the fewest candidates."""
    at_least = [_ALL] + [0] * 9
    for bits in board:
        for n in range(9, 0, -1):
            at_least[n] |= at_least[n - 1] & bits
    for n in range(2, 10):
        exactly = at_least[n] & ~(at_least[n + 1] if n < 9 else 0) & ~settled
        if exactly:
            return exactly & -exactly
    raise AssertionError("every unsettled cell has two candidates or more")


def _grid(board: _Board) -> Grid:
    return bytes(next(49 + d for d in range(9) if board[d] >> cell & 1) for cell in range(81))
