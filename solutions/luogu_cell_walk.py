# judge: {format: luogu, source: 000_4c513892180624f9.txt, expect: {"*/third": TLE, "*/found": TLE}}
"""A digit may enter a blank while its row, its column and its box all have it free.

The search walks the cells in reading order and exits the program after the last one.
"""

import sys

# i, j   a row and a column, 1 to 9
# d      a digit, 1 to 9

grid = [[0] * 10 for _ in range(10)]  # grid[i][j] is a digit, 0 in a blank
row = [[True] * 10 for _ in range(10)]  # row[i][d]: d is still free in row i
column = [[True] * 10 for _ in range(10)]
box = [[True] * 10 for _ in range(10)]


def box_of(i: int, j: int) -> int:
    return (i - 1) // 3 * 3 + (j - 1) // 3 + 1


def read() -> None:
    digits = map(int, sys.stdin.read().split())
    for i in range(1, 10):
        for j in range(1, 10):
            grid[i][j] = d = next(digits)
            if d:
                row[i][d] = column[j][d] = box[box_of(i, j)][d] = False


def answer() -> None:
    for line in grid[1:]:
        print(*line[1:], end=" \n")
    sys.exit()


def leave(i: int, j: int) -> None:
    """Go from a filled cell to the next; print the grid and exit after the last one."""
    if j < 9:
        visit(i, j + 1)
    elif i < 9:
        visit(i + 1, 1)
    else:
        answer()


def visit(i: int, j: int) -> None:
    """Fill the cells from (i, j) on; return only if that cannot be done."""
    if grid[i][j]:
        leave(i, j)
        return
    in_row, in_column, in_box = row[i], column[j], box[box_of(i, j)]
    for d in range(1, 10):
        if in_row[d] and in_column[d] and in_box[d]:
            grid[i][j] = d
            in_row[d] = in_column[d] = in_box[d] = False
            leave(i, j)
            grid[i][j] = 0
            in_row[d] = in_column[d] = in_box[d] = True


read()
visit(1, 1)
