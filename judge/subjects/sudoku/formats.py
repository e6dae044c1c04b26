"""The format of each site: grids on stdin and stdout. See `subjects.Format`."""

import json
import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from judge.platform.errors import FormatError, counted, shown
from judge.subjects.sudoku.grid import DIGITS, Grid


class Lines(Struct, frozen=True, kw_only=True):
    """Nine lines of nine digits per grid, 0 for a blank.

    between: the separator of digits in an input line. after: the bytes after every digit of an output line.
    many: the input begins with a line that counts the grids.
    """

    between: bytes
    after: bytes
    many: bool
    entry: str = ""

    def decode_input(self, data: bytes) -> tuple[Grid, ...]:
        lines = data.rstrip().split(b"\n")
        count = 1
        if self.many:
            if not re.fullmatch(rb"\s*0*[1-9][0-9]{0,8}\s*", lines[0]):
                raise FormatError(1, f"expected the number of grids, got {shown(lines[0])}")
            count = int(lines[0])
        first = int(self.many)
        if len(lines) - first != 9 * count:
            got = counted(len(lines) - first, "line")
            raise FormatError(first + 1, f"expected {9 * count} lines of nine digits, got {got}")
        rows = [self._parse_row(line, number) for number, line in enumerate(lines[first:], first + 1)]
        return tuple(b"".join(rows[i : i + 9]) for i in range(0, len(rows), 9))

    def _parse_row(self, line: bytes, number: int) -> bytes:
        stripped = line.rstrip()
        row = stripped.replace(self.between, b"") if self.between else stripped
        cells = (row[i : i + 1] for i in range(len(row)))
        if len(row) != 9 or not row.isdigit() or self.between.join(cells) != stripped:
            manner = "separated by single spaces" if self.between else "without separators"
            raise FormatError(number, f"expected nine digits {manner}, got {shown(line)}")
        return row

    def encode_input(self, grids: Sequence[Grid]) -> bytes:
        head = b"%d\n" % len(grids) if self.many else b""
        row = self.between.join([b"%c"] * 9) + b"\n"
        return head + _fill(row * 9, grids)

    def decode_output(self, data: bytes) -> tuple[Grid, ...]:
        digits = b"".join(data.split())
        if not digits or len(digits) % 81 or digits.strip(DIGITS):
            raise FormatError(1, f"expected grids of 81 digits from 1 to 9, got {_describe(digits)}")
        return tuple(digits[i : i + 81] for i in range(0, len(digits), 81))

    def encode_output(self, grids: Sequence[Grid]) -> bytes:
        row = (b"%c" + self.after) * 9 + b"\n"
        return _fill(row * 9, grids)


_CELLS = [*".123456789"]


class Leetcode:
    """One line of JSON: nine arrays of nine one-character strings, `.` for a blank.

    Source: https://leetcode.com/problems/sudoku-solver/
    """

    many = False
    entry = "void solveSudoku(character[][] board)"

    def decode_input(self, data: bytes) -> tuple[Grid, ...]:
        return (self._parse_board(data).replace(b".", b"0"),)

    def encode_input(self, grids: Sequence[Grid]) -> bytes:
        cells = (grid[i : i + 9].replace(b"0", b".").decode() for grid in grids for i in range(0, 81, 9))
        return json.dumps([*map(list, cells)], separators=(",", ":")).encode() + b"\n"

    encode_output = encode_input

    def decode_output(self, data: bytes) -> tuple[Grid, ...]:
        grid = self._parse_board(data)
        if grid.strip(DIGITS):
            raise FormatError(1, f"expected 81 digits from 1 to 9, got {_describe(grid)}")
        return (grid,)

    def _parse_board(self, data: bytes) -> bytes:
        shape = "expected nine arrays of nine strings, each '.' or a digit from 1 to 9"
        try:
            board = json.loads(data)
        except (ValueError, RecursionError):
            raise FormatError(1, f"{shape}, as JSON, got {shown(data)}") from None
        if not isinstance(board, list) or len(board) != 9:
            raise FormatError(1, f"{shape}, got {shown(data)}")
        for n, row in enumerate(board, 1):
            if not isinstance(row, list) or len(row) != 9 or not all(cell in _CELLS for cell in row):
                raise FormatError(1, f"{shape}, got as array {n} {json.dumps(row)[:60]}")
        return "".join(cell for row in board for cell in row).encode()


Dialect = Lines | Leetcode

GRID_FORMATS: Mapping[str, Dialect] = {
    # http://poj.org/problem?id=2676
    "poj": Lines(between=b"", after=b"", many=True),
    # https://www.luogu.com.cn/problem/P1784
    "luogu": Lines(between=b" ", after=b" ", many=False),
    # https://www.nowcoder.com/practice/78a1a4ebe8a34c93aac006c44f6bf8a1
    "nowcoder": Lines(between=b" ", after=b" ", many=False),
    "leetcode": Leetcode(),
}


def _fill(layout: bytes, grids: Sequence[Grid]) -> bytes:
    return b"".join([layout % tuple(grid) for grid in grids])


def _describe(digits: bytes) -> str:
    strange = digits.translate(None, DIGITS)
    return f"{counted(len(digits), 'character')}" + (f", among them {shown(strange)}" if strange else "")
