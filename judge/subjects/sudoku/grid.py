"""The rules of sudoku on grids of 81 cells, and a solver that finds all completions.

A grid is 81 bytes, `1` to `9` or `0` for a blank, row after row. For every digit the solver keeps the cells
that may hold it as the bits of one integer, so one operation serves the whole board.
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
# By cell and byte: the claims of a digit, one bit in each of its three units. A blank claims none.
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


def find_flaw(clues: Grid, answer: Grid | None) -> str | None:
    """Say why `answer` does not complete `clues` or, without an answer, why the clues are unlawful."""
    if answer is None:
        return find_repetition(clues)
    if 48 in answer:
        return f"cell {describe_cell(answer.index(48))} is blank"
    if bytes(compress(answer, clues.translate(_IS_CLUE))) != clues.replace(b"0", b""):
        different = ((cell, clue) for cell, clue in enumerate(clues) if clue not in (48, answer[cell]))
        cell, clue = next(different)
        return f"cell {describe_cell(cell)} is {answer[cell] - 48}, but the clue there is {clue - 48}"
    return find_repetition(answer)


def find_repetition(grid: Grid) -> str | None:
    """Say which digit is first found twice in a unit."""
    # Adding the same claim twice carries, which leaves fewer bits than were added.
    if sum(map(getitem, _CLAIMS, grid)).bit_count() == 3 * (81 - grid.count(b"0")):
        return None
    for name, cells_of in _CELLS_OF.items():
        digits = bytes(cells_of(grid)).replace(b"0", b"")
        if len(set(digits)) < len(digits):
            digit = next(digit for digit in DIGITS if digits.count(digit) > 1)
            return f"{name} has two {digit - 48}s"
    return None


def describe_cell(cell: int) -> str:
    """Return the row and column of a cell, counted from 1."""
    return f"row {cell // 9 + 1}, column {cell % 9 + 1}"


def find_completions(clues: Grid) -> Iterator[Grid]:
    """Yield every completion of `clues` once, searching the cells with the fewest candidates first."""
    if not find_repetition(clues):
        yield from _search(_make_board(clues), 0)


def find_two_answers(clues: Grid) -> tuple[Grid, ...]:
    """Find up to two completions, which is enough to know that there are several."""
    return tuple(islice(find_completions(clues), 2))


def count_guesses(clues: Grid) -> int:
    """Count the digits that the solver tries to find all completions: 0 if singles suffice."""

    def below(board: _Board, settled: int) -> int:
        state = _propagate(board, settled)
        if state is None or state == _ALL:
            return 0
        return sum(1 + below(guess, state) for guess in _guess(board, state))

    return below(_make_board(clues), 0)


def _make_board(clues: Grid) -> _Board:
    board = [_ALL] * 9
    for cell, clue in enumerate(clues):
        if clue != 48:
            for d in range(9):
                if d != clue - 49:
                    board[d] &= ~(1 << cell)
    return board


def _guess(board: _Board, settled: int) -> Iterator[_Board]:
    """Yield a board for each candidate of the narrowest cell."""
    cell_bit = _find_narrowest(board, settled)
    for d in range(9):
        if board[d] & cell_bit:
            yield [bits if e == d else bits & ~cell_bit for e, bits in enumerate(board)]


def _search(board: _Board, settled: int) -> Iterator[Grid]:
    state = _propagate(board, settled)
    if state is None:
        return
    settled = state
    if settled == _ALL:
        yield bytes(next(49 + d for d in range(9) if board[d] >> cell & 1) for cell in range(81))
        return
    for guess in _guess(board, settled):
        yield from _search(guess, settled)


def _propagate(board: _Board, settled: int) -> int | None:
    """Place all naked and hidden singles. Return the settled cells, or None on a contradiction."""
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
            hidden = _find_hidden_singles(board, settled)
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


def _find_hidden_singles(board: _Board, settled: int) -> Sequence[int] | None:
    """Return for each digit the unsettled cells that are its only place in a unit; None if it has none."""
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


def _find_narrowest(board: _Board, settled: int) -> int:
    """Return the bit of an unsettled cell with the fewest candidates."""
    at_least = [_ALL] + [0] * 9
    for bits in board:
        for n in range(9, 0, -1):
            at_least[n] |= at_least[n - 1] & bits
    for n in range(2, 10):
        exactly = at_least[n] & ~(at_least[n + 1] if n < 9 else 0) & ~settled
        if exactly:
            return exactly & -exactly
    raise AssertionError("every unsettled cell has two candidates or more")
