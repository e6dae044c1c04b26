# judge: {format: luogu, source: own}
"""A blank may take the digits that its row, its column and its box lack.

The blank with the fewest of them is filled next: with none the search turns back at once, with one there is
nothing to choose.
"""

import sys

# i, j, k   a row, a column, a box, 0 to 8
# bit       a digit: 1 << 0 for 1 to 1 << 8 for 9
# n         how many blanks are left: blanks[:n]

ALL = (1 << 9) - 1

digits = list(map(int, sys.stdin.read().split()))
grid = [digits[start : start + 9] for start in range(0, 81, 9)]
blanks: list[tuple[int, int, int]] = []
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


def pick(n: int) -> int:
    """The place of the first blank with the fewest candidates."""
    best, fewest = 0, 10
    for place in range(n):
        i, j, k = blanks[place]
        count = (row[i] & column[j] & box[k]).bit_count()
        if count < fewest:
            best, fewest = place, count
            if count <= 1:
                break
    return best


def search(n: int) -> bool:
    if not n:
        return True
    best = pick(n)
    n -= 1
    blanks[best], blanks[n] = blanks[n], blanks[best]
    i, j, k = blanks[n]
    candidates = row[i] & column[j] & box[k]
    while candidates:
        bit = candidates & -candidates
        candidates ^= bit
        row[i] ^= bit
        column[j] ^= bit
        box[k] ^= bit
        if search(n):
            grid[i][j] = bit.bit_length()
            return True
        row[i] ^= bit
        column[j] ^= bit
        box[k] ^= bit
    return False


set_up()
search(len(blanks))
for line in grid:
    print(*line, end=" \n")
