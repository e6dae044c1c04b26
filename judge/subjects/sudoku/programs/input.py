"""Accepts (42) grids whose clues obey the law, and rejects (43) all else on its standard input.

Nine lines of nine digits a grid, 0 for a blank.
"""

import re
import sys

# Whether the first line counts the grids; what stands between digits, and at the end of each line, None for
# any blanks.
MANY = False
BETWEEN = b" "
END = b""

CELLS = [(row, column) for row in range(9) for column in range(9)]
UNITS = [
    *([(row, column) for column in range(9)] for row in range(9)),
    *([(row, column) for row in range(9)] for column in range(9)),
    *([cell for cell in CELLS if (cell[0] // 3, cell[1] // 3) == (box // 3, box % 3)] for box in range(9)),
]


def is_lawful(rows: list[bytes]) -> bool:
    """True if no row, column or box has a digit twice."""
    for unit in UNITS:
        digits = [rows[row][column] for row, column in unit if rows[row][column] != 48]
        if len(digits) != len(set(digits)):
            return False
    return True


def accepts(data: bytes) -> bool:
    end, zeros = (rb"[ \t\r\f\v]*", rb"[ \t\r\f\v]*0*") if END is None else (END, b"")
    row = BETWEEN.join([b"[0-9]"] * 9) + end
    if END is None:
        data = data.rstrip() + b"\n"
    count, lines = 1, data.split(b"\n")
    if MANY:
        head = re.fullmatch(zeros + rb"([1-9][0-9]{0,8})" + end, lines.pop(0))
        count = int(head[1]) if head else 0
    if lines[-1:] != [b""] or len(lines) != 9 * count + 1:
        return False
    if not all(re.fullmatch(row, line) for line in lines[:-1]):
        return False
    rows = [re.sub(rb"[^0-9]", b"", line) for line in lines[:-1]]
    return count > 0 and all(is_lawful(rows[first : first + 9]) for first in range(0, len(rows), 9))


if __name__ == "__main__":
    sys.exit(42 if accepts(sys.stdin.buffer.read()) else 43)
