# judge: {format: luogu, source: own}
"""A blank may take the digits that its row, its column and its box lack.

The blank with the fewest candidates is filled next. If it has none the search turns back at once, and if it
has one there is nothing to choose.
"""

import sys

# i, j, k   a row, a column, a box, 0 to 8
# bit       a digit: 1 << 0 for 1 to 1 << 8 for 9

ALL = (1 << 9) - 1
SIZE = [bits.bit_count() for bits in range(ALL + 1)]

digits = list(map(int, sys.stdin.read().split()))
grid = [digits[start : start + 9] for start in range(0, 81, 9)]
blanks: list[tuple[int, int, int]] = []  # those left, in any order
row = [ALL] * 9  # row[i]: the bits of the digits that row i lacks
column = [ALL] * 9
box = [ALL] * 9


def set_up() -> None:
    for i, line in enumerate(grid):
        for j, digit in enumerate(line):
            k = i // 3 * 3 + j // 3
            if digit:
                bit = 1 << digit - 1
                row[i] ^= bit
                column[j] ^= bit
                box[k] ^= bit
            else:
                blanks.append((i, j, k))


def pick() -> int:
    """The place of the first blank with the fewest candidates."""
    best, fewest = 0, 10
    for place, (i, j, k) in enumerate(blanks):
        size = SIZE[row[i] & column[j] & box[k]]
        if size < fewest:
            best, fewest = place, size
            if size <= 1:
                break
    return best


def search() -> bool:
    if not blanks:
        return True
    best = pick()
    blanks[best], blanks[-1] = blanks[-1], blanks[best]
    i, j, k = blank = blanks.pop()
    candidates = row[i] & column[j] & box[k]
    while candidates:
        bit = candidates & -candidates
        candidates ^= bit
        row[i] ^= bit
        column[j] ^= bit
        box[k] ^= bit
        if search():
            grid[i][j] = bit.bit_length()
            return True
        row[i] ^= bit
        column[j] ^= bit
        box[k] ^= bit
    blanks.append(blank)
    return False


set_up()
search()
for line in grid:
    print(*line, end=" \n")
