"""Many puzzles solved side by side, for their answers and for whether each has only one.

A board is 81 cells of nine planes, one for each digit. A plane is an integer whose bits are lanes, a puzzle
each, and tells in which of them the digit may still stand there: so one operation looks at all puzzles, which
takes a sixth of the time of one after the other. A lane that singles do not settle becomes two: in one its
narrowest cell has the lowest of its digits, in the other it has not. No two lanes find the same answer.
"""

from collections.abc import Iterator, Sequence
from itertools import compress, islice

from judge.sudoku.grid import UNITS, Grid, completions

# Fewer lanes take longer side by side than one after the other.
_FEW_LANES = 64
# A puzzle of a set that takes more lanes than this, on average, is none for it.
_MOST_LANES = 32

_UNITS = tuple(UNITS.values())
_CELLS, _DIGITS = range(81), range(9)
# The bytes of clues to `1` where a digit may stand.
_MAY_BE = tuple(bytes(48 + (byte in (48, 49 + digit)) for byte in range(256)) for digit in _DIGITS)
_IS_ONE = bytes(byte == 49 for byte in range(256))
# Any bytes to `1` where a bit is set.
_HAS_BIT = tuple(bytes(48 + (byte >> bit & 1) for byte in range(256)) for bit in range(8))

_Board = list[list[int]]


def up_to_two_answers(clues: Grid) -> tuple[Grid, ...]:
    """Enough to know a puzzle's answer and whether it is the only one."""
    return tuple(islice(completions(clues), 2))


def answers_abreast(puzzles: Sequence[Grid], *, few: int = _FEW_LANES) -> list[tuple[Grid, ...]]:
    """As `up_to_two_answers`, of each puzzle. Their clues obey the law.

    The last few, and what takes too many lanes, are solved one after the other.
    """
    found: list[list[Grid]] = [[] for _ in puzzles]
    lanes, board = list(range(len(puzzles))), _board_of(puzzles)
    tried = len(lanes)
    while len(lanes) > few and tried <= _MOST_LANES * len(puzzles):
        alive, settled = _propagated(board, (1 << len(lanes)) - 1)
        for puzzle, grid in _grids(board, lanes, settled):
            found[puzzle].append(grid)
        undecided = int(b"0" + bytes(48 + (len(found[puzzle]) < 2) for puzzle in lanes), 2)
        lanes, board = _chosen(lanes, board, (alive ^ settled) & undecided)
        lanes, board = [*lanes, *lanes], _split(board, len(lanes))
        tried += len(lanes)
    for puzzle in {*lanes}:
        found[puzzle] = [*up_to_two_answers(puzzles[puzzle])]
    return [tuple(grids[:2]) for grids in found]


def _board_of(puzzles: Sequence[Grid]) -> _Board:
    clues = b"".join(puzzles)
    columns = [clues[cell::81] for cell in _CELLS]
    return [[int(b"0" + column.translate(may_be), 2) for may_be in _MAY_BE] for column in columns]


def _once(planes: list[int]) -> tuple[int, int]:
    """The lanes that some of the planes have, and those that more than one has."""
    some = more = 0
    for plane in planes:
        more |= some & plane
        some |= plane
    return some, more


def _propagated(board: _Board, full: int) -> tuple[int, int]:
    """Place singles until there is none: the lanes without a contradiction, and the settled ones of these."""
    alive = full
    while True:
        placed, lawful, settled = _singles(board, full)
        alive &= lawful
        lawful, changed = _placed(board, placed, full)
        alive &= lawful
        if not changed & alive:
            return alive, alive & settled


def _singles(board: _Board, full: int) -> tuple[_Board, int, int]:
    """What must stand where; the lanes in which nothing lacks a place, and those in which all have one."""
    lawful = settled = full
    placed: _Board = []
    for digits in board:
        some, more = _once(digits)
        lawful &= some
        single = some ^ more
        settled &= single
        placed.append([single & plane for plane in digits])
    for unit in _UNITS:
        for digit in _DIGITS:
            some, more = _once([board[cell][digit] for cell in unit])
            lawful &= some
            if single := some ^ more:
                for cell in unit:
                    placed[cell][digit] |= single & board[cell][digit]
    return placed, lawful, settled


def _placed(board: _Board, placed: _Board, full: int) -> tuple[int, int]:
    """Take out what these exclude: the lanes in which none excludes another, and those that have changed."""
    lawful, changed = full, 0
    for digits, own in zip(board, placed, strict=True):
        some, more = _once(own)
        lawful &= full ^ more
        free = full ^ some
        for digit in _DIGITS:
            before = digits[digit]
            digits[digit] = after = before & (free | own[digit])
            changed |= before ^ after
    for unit in _UNITS:
        for digit in _DIGITS:
            some, more = _once([placed[cell][digit] for cell in unit])
            lawful &= full ^ more
            if some:
                free = full ^ some
                for cell in unit:
                    before = board[cell][digit]
                    board[cell][digit] = after = before & (free | placed[cell][digit])
                    changed |= before ^ after
    return lawful, changed


def _chosen(lanes: list[int], board: _Board, left: int) -> tuple[list[int], _Board]:
    """The lanes that are `left`. Eight planes are packed into bytes, of which each is a lane's, at a time."""
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
    """Each lane twice, and its narrowest cell divided among the two."""
    free, picks = (1 << width) - 1, [0] * 81
    for narrow in zip(*map(_by_candidates, board), strict=True):
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


def _by_candidates(digits: list[int]) -> tuple[int, int, int]:
    """The lanes in which a cell has two, three, and more candidates."""
    one = two = three = four = 0
    for plane in digits:
        four |= three & plane
        three |= two & plane
        two |= one & plane
        one |= plane
    return two ^ three, three ^ four, four


def _grids(board: _Board, lanes: list[int], settled: int) -> Iterator[tuple[int, Grid]]:
    """Those of settled lanes, each beside its puzzle.

    A digit is told by its bits, of which each is spread out to the half bytes of the lanes.
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
