# judge: {format: nowcoder, source: 004_258a0544014b502a.txt, expect: {"*/third": TLE, "*/found": TLE}}
"""A digit may enter a blank if its bit is 0 in its row, its column and its block.

An integer remembers what a row, a column or a block has used; exclusive or sets a bit and takes it back.
The blanks are listed in reading order and filled one after another; once all are, `done` ends every loop.
The document calls time and space O(1), as a grid has 81 cells whatever is in them; but that constant may be
1,305,263,521 placements, as on farteryhr's third.
"""

import sys

# i, j   a row and a column, 0 to 8
# n      a digit less one, 0 to 8, and the place of its bit
# b      a place in `blanks`

digits = list(map(int, sys.stdin.read().split()))
grid = [digits[start : start + 9] for start in range(0, 81, 9)]
blanks: list[tuple[int, int]] = []
row = [0] * 9
column = [0] * 9
block = [[0] * 3 for _ in range(3)]  # block[i // 3][j // 3]
done = False


def flip(i: int, j: int, n: int) -> None:
    row[i] ^= 1 << n
    column[j] ^= 1 << n
    block[i // 3][j // 3] ^= 1 << n


def set_up() -> None:
    for i, line in enumerate(grid):
        for j, digit in enumerate(line):
            if digit:
                flip(i, j, digit - 1)
            else:
                blanks.append((i, j))


def dfs(b: int) -> None:
    """Fill the blanks from place b on. The bits are flipped back in any case, the digits stay."""
    global done
    if b == len(blanks):
        done = True
        return
    i, j = blanks[b]
    used = row[i] | column[j] | block[i // 3][j // 3]
    for n in range(9):
        if not used & 1 << n:
            flip(i, j, n)
            grid[i][j] = n + 1
            dfs(b + 1)
            flip(i, j, n)
            if done:
                return


set_up()
dfs(0)
for line in grid:
    print(*line, end=" \n")
