// judge: {format: leetcode, source: 003_616983532ef0f546.txt, expect: {"*/third": TLE, "*/found": TLE}}
//
// A digit may enter an empty cell if its row, its column and its block have not used it.
//
// The cells are filled row by row; past the last row `finished` is set, and nothing is undone any more.

// row, col   0 to 8
// number     a digit as a character, '1' to '9'; n is its place in the tables, 0 to 8

class Solution {
public:
    // Fill the board in place.
    void solveSudoku(vector<vector<char>>& board) {
        for (int row = 0; row < 9; ++row)
            for (int col = 0; col < 9; ++col)
                if (board[row][col] != '.') mark(row, col, board[row][col] - '1', true);
        dfs(board, 0, 0);
    }

private:
    bool rows[9][9] = {};  // rows[row][n]: the row has used the number
    bool cols[9][9] = {};
    bool blocks[9][9] = {};
    bool finished = false;

    bool is_used(int row, int col, int n) const {
        return rows[row][n] || cols[col][n] || blocks[row / 3 * 3 + col / 3][n];
    }

    void mark(int row, int col, int n, bool used) {
        rows[row][n] = cols[col][n] = blocks[row / 3 * 3 + col / 3][n] = used;
    }

    // Fill the cells from (row, col) on, or leave them as they were.
    void dfs(vector<vector<char>>& board, int row, int col) {
        if (row == 9) {
            finished = true;
            return;
        }
        const int next_row = col == 8 ? row + 1 : row, next_col = col == 8 ? 0 : col + 1;
        if (board[row][col] != '.') {
            dfs(board, next_row, next_col);
            return;
        }
        for (int n = 0; n < 9; ++n) {
            if (is_used(row, col, n)) continue;
            board[row][col] = static_cast<char>('1' + n);
            mark(row, col, n, true);
            dfs(board, next_row, next_col);
            if (finished) return;
            board[row][col] = '.';
            mark(row, col, n, false);
        }
    }
};
