# judge: {format: luogu, source: 002_1b628aeb3e0a93c8.txt, expect: {"*/third": TLE, "*/found": TLE}}
"""A digit is used once in every row, every column and every box, and marks record where.

The grid is walked row by row, the given cells too; past the last cell it is printed and the program ends.
"""

import sys

# x, y   a row and a column, 1 to 9
# d      a digit, 1 to 9

grid = [[0] * 10 for _ in range(10)]  # grid[x][y] is a digit, 0 in a blank
row = [[False] * 10 for _ in range(10)]  # row[x][d]: d is used in row x
column = [[False] * 10 for _ in range(10)]
box = [[False] * 10 for _ in range(10)]


def box_of(x: int, y: int) -> int:
    return (x - 1) // 3 * 3 + (y - 1) // 3 + 1


def read() -> None:
    digits = map(int, sys.stdin.read().split())
    for x in range(1, 10):
        for y in range(1, 10):
            grid[x][y] = d = next(digits)
            if d:
                row[x][d] = column[y][d] = box[box_of(x, y)][d] = True


def out() -> None:
    for line in grid[1:]:
        print(*line[1:], end=" \n")
    sys.exit()


def onward(x: int, y: int) -> None:
    if x == 9 and y == 9:
        out()
    elif y == 9:
        dfg(x + 1, 1)
    else:
        dfg(x, y + 1)


def dfg(x: int, y: int) -> None:
    """Fill the cells from (x, y) on; return only if that cannot be done."""
    if grid[x][y]:
        onward(x, y)
        return
    in_row, in_column, in_box = row[x], column[y], box[box_of(x, y)]
    for d in range(1, 10):
        if not (in_row[d] or in_column[d] or in_box[d]):
            grid[x][y] = d
            in_row[d] = in_column[d] = in_box[d] = True
            onward(x, y)
            grid[x][y] = 0
            in_row[d] = in_column[d] = in_box[d] = False


read()
dfg(1, 1)
