# judge: {format: luogu, source: 000_4c513892180624f9.txt, expect: {nowcoder/sample: AC, "*": TLE}}
"""A digit may enter a blank if its row, its column and its region lack it; 81 filled cells are the answer.

Wrong on purpose: `ok` means that some digit went into the blank, and stays set when that digit is taken
back. So the search skips the emptied blank, 81 is out of reach, and it tries every way to fill the rest. Only
a grid in which hardly any digit has to be taken back is solved in time.
"""

import sys

# i, j   a row and a column, 1 to 9
# d      a digit, 1 to 9
# b      a place in `empty`, from 1 on

grid = [[0] * 10 for _ in range(10)]  # grid[i][j] is a digit, 0 in a blank
empty = [0]  # the blanks, each as 10 * i + j, or 0 while it is filled
row = [[False] * 10 for _ in range(10)]  # row[i][d]: row i has d
column = [[False] * 10 for _ in range(10)]
region = [[False] * 10 for _ in range(10)]


def region_of(i: int, j: int) -> int:
    """The nine regions are numbered in reading order, 1 to 9."""
    if i <= 3:
        return 1 if j <= 3 else 2 if j <= 6 else 3
    if i <= 6:
        return 4 if j <= 3 else 5 if j <= 6 else 6
    return 7 if j <= 3 else 8 if j <= 6 else 9


def read() -> None:
    digits = map(int, sys.stdin.read().split())
    for i in range(1, 10):
        for j in range(1, 10):
            grid[i][j] = d = next(digits)
            if d:
                row[i][d] = column[j][d] = region[region_of(i, j)][d] = True
            else:
                empty.append(10 * i + j)


def answer() -> None:
    for line in grid[1:]:
        print(*line[1:], end=" \n")
    sys.exit()


def search(now: int, filled: int) -> None:
    """Fill the blanks after place `now`, with or without gaps."""
    if filled == 81:
        answer()
    for b in range(now + 1, len(empty)):
        blank = empty[b]
        if not blank:
            continue
        ok = False
        i, j = divmod(blank, 10)
        in_row, in_column, in_region = row[i], column[j], region[region_of(i, j)]
        for d in range(1, 10):
            if not (in_row[d] or in_column[d] or in_region[d]):
                ok = True
                empty[b] = 0
                in_row[d] = in_column[d] = in_region[d] = True
                grid[i][j] = d
                search(b, filled + 1)
                in_row[d] = in_column[d] = in_region[d] = False
                empty[b] = blank
        if not ok:
            return


read()
search(0, 82 - len(empty))
