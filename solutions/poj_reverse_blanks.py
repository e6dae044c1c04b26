# judge: {format: poj, source: 001_a6f28708f02eb322.txt, expect: {"*/turned": TLE}}
"""A blank takes a digit that its row, its column and its block lack; no blank left is the answer.

The blanks are listed in reading order and searched from the last to the first.
"""

import sys

# r, c   a row and a column, 0 to 8
# num    a digit, 1 to 9
# n      the blank in hand: blank_pos[n] and all before it are still to fill

board = [[0] * 9 for _ in range(9)]
blank_pos: list[tuple[int, int]] = []
row_flags = [[0] * 10 for _ in range(9)]  # row_flags[r][num] is 1 while row r has num
col_flags = [[0] * 10 for _ in range(9)]
block_flags = [[0] * 10 for _ in range(9)]


def get_block_num(r: int, c: int) -> int:
    return r // 3 * 3 + c // 3


def is_ok(r: int, c: int, num: int) -> bool:
    return not (row_flags[r][num] or col_flags[c][num] or block_flags[get_block_num(r, c)][num])


def set_all_flags(r: int, c: int, num: int, flag: int) -> None:
    row_flags[r][num] = col_flags[c][num] = block_flags[get_block_num(r, c)][num] = flag


def set_up(lines: list[str]) -> None:
    for flags in row_flags + col_flags + block_flags:
        flags[:] = [0] * 10
    blank_pos.clear()
    for r, line in enumerate(lines):
        board[r] = [int(char) for char in line]
        for c, num in enumerate(board[r]):
            if num:
                set_all_flags(r, c, num, 1)
            else:
                blank_pos.append((r, c))


def dfs(n: int) -> bool:
    """Fill the blanks n, n - 1, ..., 0."""
    if n < 0:
        return True
    r, c = blank_pos[n]
    for num in range(1, 10):
        if is_ok(r, c, num):
            board[r][c] = num
            set_all_flags(r, c, num, 1)
            if dfs(n - 1):
                return True
            set_all_flags(r, c, num, 0)
    return False


count, *rows = sys.stdin.read().split()
for first in range(0, 9 * int(count), 9):
    set_up(rows[first : first + 9])
    if dfs(len(blank_pos) - 1):
        for line in board:
            print(*line, sep="")
