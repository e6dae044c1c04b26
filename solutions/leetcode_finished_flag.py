# judge: {format: leetcode, source: 003_616983532ef0f546.txt, expect: {"*/third": TLE, "*/found": TLE}}
"""A digit may enter an empty cell if its row, its column and its block have not used it.

The cells are filled row by row; past the last row `finished` is set, and nothing is undone any more.
"""

# row, col   0 to 8
# number     a digit as a character, "1" to "9"; n is its place in the tables, 0 to 8


class Solution:
    def __init__(self) -> None:
        self.rows = [[False] * 9 for _ in range(9)]  # rows[row][n]: the row has used the number
        self.cols = [[False] * 9 for _ in range(9)]
        self.blocks = [[False] * 9 for _ in range(9)]
        self.finished = False

    def solveSudoku(self, board: list[list[str]]) -> None:
        """Fill the board in place."""
        for row, line in enumerate(board):
            for col, number in enumerate(line):
                if number != ".":
                    n = int(number) - 1
                    self.rows[row][n] = self.cols[col][n] = self.blocks[row // 3 * 3 + col // 3][n] = True
        self.dfs(board, 0, 0)

    def dfs(self, board: list[list[str]], row: int, col: int) -> None:
        """Fill the cells from (row, col) on, or leave them as they were."""
        if row == 9:
            self.finished = True
            return
        after = (row + 1, 0) if col == 8 else (row, col + 1)
        if board[row][col] != ".":
            self.dfs(board, *after)
            return
        in_row, in_col, in_block = self.rows[row], self.cols[col], self.blocks[row // 3 * 3 + col // 3]
        for n, number in enumerate("123456789"):
            if not (in_row[n] or in_col[n] or in_block[n]):
                board[row][col] = number
                in_row[n] = in_col[n] = in_block[n] = True
                self.dfs(board, *after)
                if not self.finished:
                    board[row][col] = "."
                    in_row[n] = in_col[n] = in_block[n] = False
