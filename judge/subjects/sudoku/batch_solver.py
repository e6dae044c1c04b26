"""Solves many puzzles at once: up to two answers each.

A board is 81 cells of nine planes, one for each digit. A plane is an integer with one bit per lane, and a
lane is one puzzle: the bit says whether the digit is still possible in that cell. One operation serves all
puzzles, which takes a sixth of the time of one by one. If singles do not settle a lane, it is split: in one
copy its narrowest cell has the lowest possible digit, in the other it has not. So no two lanes find the same
answer.
"""

from collections.abc import Iterator, Sequence
from itertools import compress, islice

from judge.subjects.sudoku.grid import UNITS, Grid, find_completions

# Fewer lanes are faster one by one.
_FEW_LANES = 64
# Puzzles that need more lanes than this, on average, are solved one by one.
_MOST_LANES = 32

_UNITS = tuple(UNITS.values())
_CELLS, _DIGITS = range(81), range(9)
# By digit: translates clues to `1` where the digit is possible.
_MAY_BE = tuple(bytes(48 + (byte in (48, 49 + digit)) for byte in range(256)) for digit in _DIGITS)
_IS_ONE = bytes(byte == 49 for byte in range(256))
# By bit: translates bytes to `1` where the bit is set.
_HAS_BIT = tuple(bytes(48 + (byte >> bit & 1) for byte in range(256)) for bit in range(8))

_Board = list[list[int]]


def find_two_answers(clues: Grid) -> tuple[Grid, ...]:
    """Solve one puzzle. Two answers are enough to know that it has several."""
    return tuple(islice(find_completions(clues), 2))


def solve_batch(puzzles: Sequence[Grid], *, few: int = _FEW_LANES) -> list[tuple[Grid, ...]]:
    """Find up to two answers for each puzzle. The clues must be lawful.

    With at most `few` lanes, or too many, the rest is solved one by one.
    """
    found: list[list[Grid]] = [[] for _ in puzzles]
    lanes, board = list(range(len(puzzles))), _make_board(puzzles)
    tried = len(lanes)
    while len(lanes) > few and tried <= _MOST_LANES * len(puzzles):
        alive, settled = _propagate(board, (1 << len(lanes)) - 1)
        for puzzle, grid in _read_grids(board, lanes, settled):
            found[puzzle].append(grid)
        undecided = int(b"0" + bytes(48 + (len(found[puzzle]) < 2) for puzzle in lanes), 2)
        lanes, board = _select_lanes(lanes, board, (alive ^ settled) & undecided)
        lanes, board = [*lanes, *lanes], _split(board, len(lanes))
        tried += len(lanes)
    for puzzle in {*lanes}:
        found[puzzle] = [*find_two_answers(puzzles[puzzle])]
    return [tuple(grids[:2]) for grids in found]


def _make_board(puzzles: Sequence[Grid]) -> _Board:
    clues = b"".join(puzzles)
    columns = [clues[cell::81] for cell in _CELLS]
    return [[int(b"0" + column.translate(may_be), 2) for may_be in _MAY_BE] for column in columns]


def _count_once(planes: list[int]) -> tuple[int, int]:
    """Return the lanes set in some of the planes, and those set in more than one."""
    some = more = 0
    for plane in planes:
        more |= some & plane
        some |= plane
    return some, more


def _propagate(board: _Board, full: int) -> tuple[int, int]:
    """Place singles until there are none. Return the lanes without a contradiction, and the settled ones."""
    alive = full
    while True:
        placed, lawful, settled = _find_singles(board, full)
        alive &= lawful
        lawful, changed = _place(board, placed, full)
        alive &= lawful
        if not changed & alive:
            return alive, alive & settled


def _find_singles(board: _Board, full: int) -> tuple[_Board, int, int]:
    """Return the singles, the lanes where every digit has a place, and the settled lanes."""
    lawful = settled = full
    placed: _Board = []
    for digits in board:
        some, more = _count_once(digits)
        lawful &= some
        single = some ^ more
        settled &= single
        placed.append([single & plane for plane in digits])
    for unit in _UNITS:
        for digit in _DIGITS:
            some, more = _count_once([board[cell][digit] for cell in unit])
            lawful &= some
            if single := some ^ more:
                for cell in unit:
                    placed[cell][digit] |= single & board[cell][digit]
    return placed, lawful, settled


def _place(board: _Board, placed: _Board, full: int) -> tuple[int, int]:
    """Remove what `placed` excludes. Return the lanes without a conflict, and the changed lanes."""
    lawful, changed = full, 0
    for digits, own in zip(board, placed, strict=True):
        some, more = _count_once(own)
        lawful &= full ^ more
        free = full ^ some
        for digit in _DIGITS:
            before = digits[digit]
            digits[digit] = after = before & (free | own[digit])
            changed |= before ^ after
    for unit in _UNITS:
        for digit in _DIGITS:
            some, more = _count_once([placed[cell][digit] for cell in unit])
            lawful &= full ^ more
            if some:
                free = full ^ some
                for cell in unit:
                    before = board[cell][digit]
                    board[cell][digit] = after = before & (free | placed[cell][digit])
                    changed |= before ^ after
    return lawful, changed


def _select_lanes(lanes: list[int], board: _Board, left: int) -> tuple[list[int], _Board]:
    """Keep only the lanes `left`. Eight planes at a time are packed into bytes, one byte per lane."""
    width = len(lanes)
    chosen = f"{left:0{width}b}".encode().translate(_IS_ONE)
    kept = list(compress(lanes, chosen))
    ones = int.from_bytes(b"\1" * width)
    planes = [plane for digits in board for plane in digits]
    found: list[int] = []
    for start in range(0, len(planes), 8):
        packed = 0
        for bit, plane in enumerate(planes[start : start + 8]):
            packed |= (int.from_bytes(f"{plane:0{width}b}".encode()) & ones) << bit
        some = b"\0" + bytes(compress(packed.to_bytes(width), chosen))
        found += [int(some.translate(has_bit), 2) for has_bit in _HAS_BIT]
    return kept, [found[9 * cell : 9 * cell + 9] for cell in _CELLS]


def _split(board: _Board, width: int) -> _Board:
    """Copy each lane, and divide the candidates of its narrowest cell between the two copies."""
    free, picks = (1 << width) - 1, [0] * 81
    for narrow in zip(*map(_count_candidates, board), strict=True):
        for cell, lanes in enumerate(narrow):
            pick = lanes & free
            picks[cell] |= pick
            free ^= pick
    split = []
    for digits, pick in zip(board, picks, strict=True):
        others, planes = ((1 << width) - 1) ^ pick, []
        for plane in digits:
            lowest = plane & pick
            pick ^= lowest
            planes.append((plane & others | lowest) << width | plane ^ lowest)
        split.append(planes)
    return split


def _count_candidates(digits: list[int]) -> tuple[int, int, int]:
    """Return the lanes in which a cell has two, three, and more candidates."""
    one = two = three = four = 0
    for plane in digits:
        four |= three & plane
        three |= two & plane
        two |= one & plane
        one |= plane
    return two ^ three, three ^ four, four


def _read_grids(board: _Board, lanes: list[int], settled: int) -> Iterator[tuple[int, Grid]]:
    """Yield the puzzle and the grid of each settled lane.

    Each of the four bits of a digit is spread out to the half bytes of the lanes.
    """
    width = len(lanes)
    cells = bytearray(81 * width)
    for cell, digits in enumerate(board):
        spread = 0
        for bit in range(4):
            plane = 0
            for digit in _DIGITS:
                plane |= digits[digit] * (digit + 1 >> bit & 1)
            spread |= int(f"{plane & settled:b}", 16) << bit
        cells[cell::81] = f"{spread:0{width}x}".encode()
    is_settled = f"{settled:0{width}b}".encode().translate(_IS_ONE)
    for at in compress(range(width), is_settled):
        yield lanes[at], bytes(cells[81 * at : 81 * at + 81])
