# judge: {format: nowcoder, source: 004_258a0544014b502a.txt, expect: {"*/third": TLE, "*/found": TLE}}
"""A digit may enter a blank if its row, its column and its block have not used it.

The blanks are listed in reading order and filled one after another; once all are, `done` ends every loop.
The document calls time and space O(1), as a grid has 81 cells whatever is in them; but that constant may be
1,305,263,521 placements, as on farteryhr's third.
"""

import sys

# i, j   a row and a column, 0 to 8
# n      a digit less one, 0 to 8
# b      a place in `blanks`

digits = list(map(int, sys.stdin.read().split()))
grid = [digits[start : start + 9] for start in range(0, 81, 9)]
blanks: list[tuple[int, int]] = []
row = [[False] * 9 for _ in range(9)]  # row[i][n]: row i has used the digit
column = [[False] * 9 for _ in range(9)]
block = [[[False] * 9 for _ in range(3)] for _ in range(3)]  # block[i // 3][j // 3][n]
done = False


def set_up() -> None:
    for i, line in enumerate(grid):
        for j, digit in enumerate(line):
            if digit:
                row[i][digit - 1] = column[j][digit - 1] = block[i // 3][j // 3][digit - 1] = True
            else:
                blanks.append((i, j))


def dfs(b: int) -> None:
    """Fill the blanks from place b on. The marks are taken back in any case, the digits are not."""
    global done
    if b == len(blanks):
        done = True
        return
    i, j = blanks[b]
    in_row, in_column, in_block = row[i], column[j], block[i // 3][j // 3]
    for n in range(9):
        if not (in_row[n] or in_column[n] or in_block[n]):
            in_row[n] = in_column[n] = in_block[n] = True
            grid[i][j] = n + 1
            dfs(b + 1)
            in_row[n] = in_column[n] = in_block[n] = False
            if done:
                return


set_up()
dfs(0)
for line in grid:
    print(*line, end=" \n")
