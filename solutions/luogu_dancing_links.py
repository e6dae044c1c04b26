# judge: {format: luogu, source: own}
"""Sudoku as exact cover: choose placements so that each of 324 demands is met exactly once.

The demands: each cell a digit, and each row, each column and each box every digit. This is Knuth's Algorithm
X on dancing links: a node taken out of its list keeps its own links, so it can be put back by them.
"""

import sys
from collections.abc import Iterator

# c      a demand, 1 to 324: a column of the matrix, and the node that heads it; 0 heads the headers
# x      a node below a header: the demand column[x] is met by one placement
# row    a node that represents its placement, whose four nodes form a ring from left to right
# d      a digit less one, 0 to 8

left = [(c - 1) % 325 for c in range(325)]
right = [(c + 1) % 325 for c in range(325)]
up = list(range(325))
down = list(range(325))
column = list(range(325))
size = [0] * 325  # size[c]: the number of placements left that meet c
placement = [(0, 0)] * 325  # placement[row]: a cell, 0 to 80, and the digit to write there


def around(link: list[int], start: int) -> Iterator[int]:
    x = link[start]
    while x != start:
        yield x
        x = link[x]


def add(cell: int, d: int) -> None:
    """Hang a placement at the bottom of its four columns."""
    i, j = divmod(cell, 9)
    first = len(up)
    left.extend([first + 3, first, first + 1, first + 2])
    right.extend([first + 1, first + 2, first + 3, first])
    placement.extend([(cell, d + 1)] * 4)
    for c in (1 + cell, 82 + 9 * i + d, 163 + 9 * j + d, 244 + 9 * (i // 3 * 3 + j // 3) + d):
        up.append(up[c])
        down.append(c)
        down[up[c]] = up[c] = len(column)
        column.append(c)
        size[c] += 1


def cover(c: int) -> None:
    """Take out the demand and all placements that meet it."""
    right[left[c]], left[right[c]] = right[c], left[c]
    for row in around(down, c):
        for x in around(right, row):
            down[up[x]], up[down[x]] = down[x], up[x]
            size[column[x]] -= 1


def uncover(c: int) -> None:
    """Put back what cover(c) took out, in the opposite order."""
    for row in around(up, c):
        for x in around(left, row):
            size[column[x]] += 1
            down[up[x]] = up[down[x]] = x
    right[left[c]] = left[right[c]] = c


def search() -> bool:
    """Meet the remaining demands, and write the chosen placements into `grid`."""
    if not right[0]:
        return True
    c = min(around(right, 0), key=size.__getitem__)
    cover(c)
    for row in around(down, c):
        for x in around(right, row):
            cover(column[x])
        if search():
            cell, digit = placement[row]
            grid[cell] = digit
            return True
        for x in around(left, row):
            uncover(column[x])
    uncover(c)
    return False


grid = list(map(int, sys.stdin.read().split()))
for cell, digit in enumerate(grid):
    for d in [digit - 1] if digit else range(9):
        add(cell, d)
search()
for start in range(0, 81, 9):
    print(*grid[start : start + 9], end=" \n")
