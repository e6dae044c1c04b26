"""Accepts (42) every completion of the grids and rejects (43) all else: INPUT [...] < OUTPUT."""

import sys
from pathlib import Path

# Whether the first line of an input counts its grids; what follows each digit of an output line; whether
# an output must be laid out so, to the byte.
MANY = False
AFTER = b" "
EXACT = False

NINE = range(9)
UNITS = [
    *([9 * row + column for column in NINE] for row in NINE),
    *([9 * row + column for row in NINE] for column in NINE),
    *([27 * (box // 3) + 3 * (box % 3) + 9 * (cell // 3) + cell % 3 for cell in NINE] for box in NINE),
]


def is_completion(clues: bytes, grid: bytes) -> bool:
    """True if every row, column and box has all digits, and every clue is kept."""
    return all(len({grid[cell] for cell in unit}) == 9 for unit in UNITS) and all(
        clue in (48, cell) for clue, cell in zip(clues, grid, strict=True)
    )


def accepts(asked: bytes, output: bytes) -> bool:
    lines = asked.split(b"\n")[MANY:]
    clues, digits = (b"".join(each.split()) for each in (b" ".join(lines), output))
    if len(digits) != len(clues) or digits.strip(b"123456789"):
        return False
    if EXACT:
        rows = (digits[first : first + 9] for first in range(0, len(digits), 9))
        layout = b"".join(b"".join(b"%c%b" % (digit, AFTER) for digit in row) + b"\n" for row in rows)
        if output != layout:
            return False
    return all(
        is_completion(clues[first : first + 81], digits[first : first + 81])
        for first in range(0, len(clues), 81)
    )


if __name__ == "__main__":
    right = accepts(Path(sys.argv[1]).read_bytes(), sys.stdin.buffer.read())
    sys.exit(42 if right else 43)
