// judge: {format: nowcoder, source: 004_258a0544014b502a.txt, expect: {"*/third": TLE, "*/found": TLE}}
//
// A digit may enter a blank if its row, its column and its block have not used it.
//
// The blanks are listed in reading order and filled one after another; once all are, `done` ends every loop.
// The document calls time and space O(1), as a grid has 81 cells whatever is in them; but that constant may be
// 1,305,263,521 placements, as on farteryhr's third.

#include <iostream>
#include <vector>

// i, j   a row and a column, 0 to 8
// n      a digit less one, 0 to 8
// b      a place in `blanks`

struct Cell {
    int i, j;
};

int grid[9][9];
std::vector<Cell> blanks;
bool row[9][9];  // row[i][n]: row i has used the digit
bool column[9][9];
bool block[3][3][9];  // block[i / 3][j / 3][n]

bool is_used(int i, int j, int n) {
    return row[i][n] || column[j][n] || block[i / 3][j / 3][n];
}

void mark(int i, int j, int n, bool used) {
    row[i][n] = column[j][n] = block[i / 3][j / 3][n] = used;
}

void read() {
    for (int i = 0; i < 9; ++i) {
        for (int j = 0; j < 9; ++j) {
            std::cin >> grid[i][j];
            if (grid[i][j])
                mark(i, j, grid[i][j] - 1, true);
            else
                blanks.push_back({i, j});
        }
    }
}

// Fill the blanks from place b on. The marks are taken back in any case, the digits are not.
void dfs(std::size_t b, bool& done) {
    if (b == blanks.size()) {
        done = true;
        return;
    }
    const auto [i, j] = blanks[b];
    for (int n = 0; n < 9 && !done; ++n) {
        if (is_used(i, j, n)) continue;
        mark(i, j, n, true);
        grid[i][j] = n + 1;
        dfs(b + 1, done);
        mark(i, j, n, false);
    }
}

int main() {
    read();
    bool done = false;
    dfs(0, done);
    for (const auto& line : grid) {
        for (int digit : line) std::cout << digit << ' ';
        std::cout << '\n';
    }
}
